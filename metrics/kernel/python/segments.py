"""Arrays of encoded pairs, and of the nodes of their n-grams, as lists."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from operator import eq
from typing import Any


def spans_of(offsets: Any) -> list[tuple[int, int]]:
    """Return where each part begins and ends."""
    return list(pairwise(array("q", bytes(offsets))))


def segments_of(numbers: Any, offsets: Any) -> list[list[int]]:
    """Split unsigned 32-bit numbers into segments."""
    values = array("I", bytes(numbers)).tolist()
    return [values[start:end] for start, end in spans_of(offsets)]


def groups_of(numbers: Any, offsets: Any, first: Any) -> list[list[list[int]]]:
    """Split numbers into segments, and these into groups of which the first segments are given."""
    segments = segments_of(numbers, offsets)
    return [segments[start:end] for start, end in spans_of(first)]


def rows_of(nodes: Any) -> list[list[int]]:
    """Return the rows of a buffer of the shape (orders, tokens)."""
    rows: Any = memoryview(nodes).tolist()
    return list(rows)


def paired(*buffers: Any) -> Iterator[tuple[list[int], list[int]]]:
    """Yield every reference with its hypothesis; the buffers are those that `match` begins with."""
    hypotheses, references = segments_of(*buffers[:2]), segments_of(*buffers[2:4])
    for hypothesis, span in zip(hypotheses, spans_of(buffers[4]), strict=True):
        for reference in references[slice(*span)]:
            yield reference, hypothesis


def common(one: list[int], other: list[int]) -> int:
    """Return the number of tokens that two sequences have in common at the start."""
    return sum(1 for _ in takewhile(bool, map(eq, one, other)))


def ngrams(tokens: Sequence[Any], order: int) -> Iterable[Any]:
    """Return the n-grams of a segment; those of order 1 are its tokens."""
    if order == 1:
        return tokens
    return zip(*[tokens[skipped:] for skipped in range(order)], strict=False)
