"""given: no tokenizer, for metrics that accept token lists only."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tallystick.errors import InputError
from tallystick.metrics.tokenizers.protocol import Lowercase


@dataclass(frozen=True)
class GivenTokens:
    """A tokenizer that refuses text."""

    name: ClassVar[str] = "given"
    version: ClassVar[str | None] = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Raise `InputError`."""
        raise InputError(
            f"the tokenizer 'given' cannot split the text {line[:40]!r}; give token lists, or "
            "choose another tokenizer, such as tokenize=13a"
        )


@cache
def tokenizer_given() -> GivenTokens:
    """Return `given`, which marks token lists in signatures; it cannot split text."""
    return GivenTokens()
