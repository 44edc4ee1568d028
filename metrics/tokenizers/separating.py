"""Tokenizers whose library returns text, in which white space separates the tokens."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from tallystick.metrics.tokenizers.protocol import Lowercase


class SeparatingTokenizer(ABC):
    """A tokenizer that inserts white space into lines; a batch takes less time than each line."""

    @abstractmethod
    def separate(self, lines: Iterable[str], lowercase: Lowercase) -> list[str]:
        """Return lines whose tokens `str.split` finds."""

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        return self.separate([line], lowercase)[0].split()
