"""Values read from the bytes of a fuzzer: small changes of the bytes are small changes of them."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import TypeVar

Value = TypeVar("Value")

LETTERS = 24  # the usual length of a list of tokens, at most
FAR = 70  # further tokens in a long list, which passes a word of 64 bits
CODES = (0x20, 0x41, 0xE9, 0x130, 0x3A3, 0x4E2D, 0xD800, 0x1F600, 0x10FFFF)


class Draw:
    """Reads values from bytes; behind their end are zeros."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def raw(self, length: int) -> bytes:
        """Return the next bytes, perhaps fewer."""
        self._at += length
        return self._data[self._at - length : self._at]

    def rest(self) -> bytes:
        """Return all bytes that are left."""
        return self.raw(len(self._data))

    def whole(self, size: int = 8) -> int:
        """Return an unsigned number of so many bytes."""
        return int.from_bytes(self.raw(size), "little")

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1."""
        return self.whole(1 if bound <= 256 else 3) % bound

    def flag(self) -> bool:
        """Return True or False."""
        return bool(self.whole(1) & 1)

    def choice(self, values: Sequence[Value]) -> Value:
        """Return one of several values."""
        return values[self.below(len(values))]

    def several(self, most: int, make: Callable[[], Value]) -> list[Value]:
        """Return up to so many values."""
        return [make() for _ in range(self.below(most + 1))]

    def word(self, surrogates: bool = False) -> str:
        """Return a short string of bytes, or of characters from all of Unicode."""
        kind, length = divmod(self.whole(1), 64)
        if kind < 2:
            return self.raw(length).decode("utf-8", "ignore")
        codes = [self.choice(CODES) + self.whole(1) % 64 for _ in range(length % 16)]
        text = "".join(chr(code) for code in codes if code <= 0x10FFFF)
        return text if surrogates else text.encode("utf-8", "ignore").decode("utf-8")

    def line(self, pieces: Sequence[str]) -> str:
        """Return a line that consists of given pieces and of words."""
        return "".join(
            self.word() if self.whole(1) < 64 else self.choice(pieces)
            for _ in range(self.below(16))
        )

    def tokens(self, size: int, like: Sequence[int] = ()) -> list[int]:
        """Return ids below `size`: new ones, or others with a part moved, repeated or left out."""
        length = self.whole(1)
        if like and length >= 128:
            start, end = sorted((self.below(len(like) + 1), self.below(len(like) + 1)))
            block, others = list(like[start:end]), [*like[:start], *like[end:]]
            to = self.below(len(others) + 1)
            return (others[:to] + block * (length % 3) + others[to:])[: LETTERS + FAR]
        if length % 16 == 15:
            step, first = self.whole(1), self.whole(1)
            return [(first + place * step) % size for place in range(self.below(LETTERS + FAR))]
        return [self.below(size) for _ in range(length % LETTERS)]

    def hostile(self) -> bytes:
        """Return an array of any bytes, or of numbers at the edges of what is allowed."""
        kind = self.below(4)
        if kind == 0:
            return self.raw(self.below(40))
        if kind == 1:
            return array("I", self.several(9, lambda: self.below(4))).tobytes()
        edges = (0, 1, 2, 3, 4, 9, -1, 2**31, 2**32, 2**62, 2**63 - 1, -(2**63))
        numbers = self.several(6, lambda: self.choice(edges))
        return array("q", sorted(numbers) if kind == 2 else numbers).tobytes()


def ids(tokens: Sequence[int]) -> bytes:
    """Return ids as the kernel takes them."""
    return array("I", tokens).tobytes()


def joined(texts: Sequence[Sequence[int]]) -> tuple[bytes, bytes]:
    """Return the ids of texts and where each begins, with the end."""
    return ids([token for text in texts for token in text]), offsets(map_len(texts))


def offsets(lengths: Sequence[int]) -> bytes:
    """Return where things of these lengths begin, and the end."""
    return array("q", accumulate(lengths, initial=0)).tobytes()


def map_len(texts: Sequence[Sequence[object]]) -> list[int]:
    """Return the lengths of sequences."""
    return [len(text) for text in texts]
