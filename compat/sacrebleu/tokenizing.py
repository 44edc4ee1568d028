"""sacreBLEU's tokenizers, by their names in sacreBLEU and in its signatures."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from tallystick.compat.sacrebleu.errors import MissingTokenizerError, UnknownTokenizerError
from tallystick.errors import MissingExtraError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.arguments.options import tokenizer_fields
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.tokenizers import Tokenizer

TOKENIZERS = (
    *("none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab"),
    *("spm", "flores101", "flores200"),
)
"""sacreBLEU's names, in its order, without spBLEU-1K, which tallystick does not have."""

DEFAULT = "13a"

OF_LANGUAGE: Mapping[str, str] = MappingProxyType({"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"})
"""The target languages with a special tokenizer."""


@dataclass(frozen=True, slots=True)
class NamedTokenizer:
    """A tokenizer with sacreBLEU's interface: from a line to its tokens joined by spaces."""

    name: str
    written: str

    def signature(self) -> str:
        """Return the value of `tok:` in a signature."""
        return self.written

    def __call__(self, line: str) -> str:
        """Tokenize one line."""
        return line if self.name == "none" else " ".join(made(self.name)(line))


@cache
def made(name: str) -> Tokenizer:
    """Return tallystick's tokenizer with this name, cached for scoring single sentences."""
    try:
        return tokenizer_named(name)
    except MissingExtraError as error:
        raise MissingTokenizerError(str(error)) from error


@cache
def _named(name: str) -> NamedTokenizer:
    made(name)
    return NamedTokenizer(name, tokenizer_fields(name, given_tokens=False)["tok"])


def tokenizer_of_name(name: Any) -> NamedTokenizer:
    """Return the tokenizer with this name in sacreBLEU."""
    if name not in TOKENIZERS:
        if name == "spBLEU-1K":
            raise UnknownTokenizerError(
                "tallystick does not have the tokenizer spBLEU-1K; use sacrebleu itself for it"
            )
        raise UnknownTokenizerError(
            f"no tokenizer is named {name!r}{nearest(str(name), list(TOKENIZERS))}"
        )
    if name == "spm":
        logging.getLogger("sacrebleu").warning(
            "The tokenizer 'spm' is now called 'flores101'; write that name."
        )
    return _named(name)


def tokenizer_for(tokenize: str | None, language: str) -> NamedTokenizer:
    """Return the tokenizer with this name; for None that of the target language, by default 13a."""
    best = OF_LANGUAGE.get(language)
    if tokenize is None:
        return tokenizer_of_name(best or DEFAULT)
    if best is not None and tokenize != best:
        logging.getLogger("sacrebleu").warning(
            "The tokenizer %r or 'spm' suits the target language %r better than %r.",
            best,
            language,
            tokenize,
        )
    return tokenizer_of_name(tokenize)
