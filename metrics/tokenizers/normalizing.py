"""Text that is normalised by named steps before a tokenizer splits it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from tallystick.errors import OptionError
from tallystick.metrics.tokenizers.protocol import Lowercase, Tokenizer

_NEITHER_WORD_NOR_SPACE = re.compile(r"[^\w\s]|_")


def _without_punctuation(line: str) -> str:
    """Delete what the Unicode of this Python classes as punctuation."""
    return _NEITHER_WORD_NOR_SPACE.sub(
        lambda match: "" if unicodedata.category(match[0]).startswith("P") else match[0], line
    )


STEPS: Mapping[str, Callable[[str], str]] = MappingProxyType(
    {
        "nfc": partial(unicodedata.normalize, "NFC"),
        "nfd": partial(unicodedata.normalize, "NFD"),
        "nfkc": partial(unicodedata.normalize, "NFKC"),
        "nfkd": partial(unicodedata.normalize, "NFKD"),
        "no-punctuation": _without_punctuation,
    }
)
"""The steps by name. Those of Unicode depend on its version, which is that of Python."""


def normalisation(name: str, value: object) -> tuple[str, ...]:
    """Return the steps of a normalisation, given as names or as text with plus signs between."""
    steps = tuple(filter(None, value.lower().split("+"))) if isinstance(value, str) else value
    if steps == ("none",):
        return ()
    known = f"expected {', '.join(STEPS)}, several joined by a plus sign, or none"
    if not isinstance(steps, tuple | list):
        raise OptionError(f"{name} is {value!r}; {known}")
    for step in steps:
        if step not in STEPS:
            raise OptionError(f"{name} has the step {step!r}; {known}")
    if len(set(steps)) < len(steps):
        raise OptionError(f"{name} is {value!r}, which has a step twice; give it once")
    return tuple(map(str, steps))


class NormalizingTokenizer(NamedTuple):
    """A tokenizer whose lines are normalised first, by steps in order, then folded."""

    steps: tuple[str, ...]
    tokenizer: Tokenizer

    @property
    def name(self) -> str:
        """The steps and the tokenizer."""
        return "+".join((*self.steps, self.tokenizer.name))

    @property
    def version(self) -> str | None:
        """The version of the tokenizer."""
        return self.tokenizer.version

    def normalize(self, lines: Iterable[str]) -> list[str]:
        """Return the normalised lines."""
        normalised = list(lines)
        for step in self.steps:
            normalised = list(map(STEPS[step], normalised))
        return normalised

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        return self.tokenizer(self.normalize([line])[0], lowercase)


def normalizing(steps: tuple[str, ...], tokenizer: Tokenizer) -> Tokenizer:
    """Return a tokenizer with normalisation, or, without steps, the tokenizer itself."""
    return NormalizingTokenizer(steps, tokenizer) if steps else tokenizer
