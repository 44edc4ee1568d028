"""given: no tokenizer at all, for metrics that are to take token lists only."""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tallystick.errors import InputError
from tallystick.metrics.tokenizers.protocol import Lowercase


@dataclass(frozen=True)
class GivenTokens:
    """Refuses text.

    >>> GivenTokens().name
    'given'
    """

    name: ClassVar[str] = "given"
    version: ClassVar[str | None] = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Refuse a line of text.

        Raises:
            InputError: Always.
        """
        raise InputError(
            f"the tokenizer 'given' cannot split the text {line[:40]!r}; give token lists, or "
            "choose another tokenizer, such as tokenize=13a"
        )


@cache
def tokenizer_given() -> GivenTokens:
    """Return `given`, the word that signatures have for token lists."""
    return GivenTokens()
