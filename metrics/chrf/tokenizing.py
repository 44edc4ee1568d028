"""The tokenizers of characters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from tallystick.metrics.tokenizers.plain import CharacterTokenizer, tokenizer_char

if TYPE_CHECKING:
    from tallystick.metrics.chrf.dialect import ChrfDialect
    from tallystick.metrics.tokenizers import Tokenizer

_CHARACTERS = {
    "removed-perl": "char-perl",
    "spaces-removed": "char-spaces",
    "kept": "char-all",
}


def character_tokenizer(dialect: ChrfDialect) -> Tokenizer:
    """Return the tokenizer of characters of a dialect, the same one in every call."""
    return _of_whitespace(dialect.whitespace)


@cache
def _of_whitespace(whitespace: str) -> Tokenizer:
    return (
        tokenizer_char() if whitespace == "removed" else CharacterTokenizer(_CHARACTERS[whitespace])
    )
