"""Arrays of encoded pairs, and of the nodes of their n-grams, as lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from operator import eq
from typing import Any, TypeVar

Item = TypeVar("Item")
Tokens = Sequence[int]


def spans_of(offsets: Any) -> list[tuple[int, int]]:
    """Return where each part begins and ends."""
    return list(pairwise(array("q", bytes(offsets))))


def grouped(items: Sequence[Item], offsets: Any) -> list[Sequence[Item]]:
    """Split items into groups."""
    return [items[start:end] for start, end in spans_of(offsets)]


def segments_of(numbers: Any, offsets: Any) -> list[Tokens]:
    """Split unsigned 32-bit numbers into segments."""
    return grouped(array("I", bytes(numbers)).tolist(), offsets)


def paired(*buffers: Any) -> Iterator[tuple[Tokens, Tokens]]:
    """Yield every reference with its hypothesis; the buffers are those that `match` begins with."""
    groups = grouped(segments_of(*buffers[2:4]), buffers[4])
    for hypothesis, references in zip(segments_of(*buffers[:2]), groups, strict=True):
        for reference in references:
            yield reference, hypothesis


def common(one: Tokens, other: Tokens) -> int:
    """Return the number of tokens that two sequences have in common at the start."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))


def ngrams(tokens: Sequence[Any], order: int) -> Iterable[Any]:
    """Return the n-grams of a segment; those of order 1 are its tokens."""
    if order == 1:
        return tokens
    return zip(*[tokens[skipped:] for skipped in range(order)], strict=False)
