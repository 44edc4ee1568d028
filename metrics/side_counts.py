"""How often every n-gram of a segment occurs in each of the texts that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.ngrams import kernel
from tallystick.metrics.text import int64_view

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.pairs import Encoded, EncodedPairs


class Side(NamedTuple):
    """The texts of one side of consecutive segments, such as their references.

    Attributes:
        ids: The token numbers of all texts, uint32; an array or another buffer.
        texts: The start of each text in the numbers, int64, with the end; likewise.
        segments: The first text of each segment, int64, with the end; likewise.
    """

    ids: Any
    texts: Any
    segments: Any

    @classmethod
    def one_each(cls, encoded: Encoded) -> Side:
        """Return a side with one text per segment."""
        return cls(encoded.id_buffer, encoded.bounds, int64_view(np.arange(len(encoded.bounds))))

    @classmethod
    def of_references(cls, pairs: EncodedPairs) -> Side:
        """Return the references as a side."""
        encoded = pairs.references.encoded
        return cls(encoded.id_buffer, encoded.bounds, int64_view(pairs.references.segment_bounds))


@dataclass(frozen=True, slots=True, eq=False)
class SideCounts:
    """Counts of the distinct n-grams of segments.

    Attributes:
        counts: The counts in each side, int64, shape (sides, n-grams).
        rows: The segment and order of each n-gram as a number, segments first, int64, shape
            (n-grams,).
        shape: The numbers of segments and orders.
    """

    counts: NDArray[np.int64]
    rows: NDArray[np.int64]
    shape: tuple[int, int]


def count_by_side(sides: Sequence[Side], order: int, vocabulary_size: int) -> SideCounts:
    """Count the n-grams of orders 1 to `order` in each side; the texts of a side are pooled.

    >>> hypothesis = Side(np.array([0, 1, 0], np.uint32), np.array([0, 3]), np.array([0, 1]))
    >>> references = Side(np.array([0, 2, 0], np.uint32), np.array([0, 2, 3]), np.array([0, 2]))
    >>> found = count_by_side([hypothesis, references], 2, vocabulary_size=3)
    >>> found.counts.tolist()  # of the tokens 0, 1 and 2, and of the bigrams 01, 10 and 02
    [[2, 1, 0, 1, 1, 0], [2, 0, 1, 0, 0, 1]]
    >>> found.rows.tolist()
    [0, 0, 0, 1, 1, 1]
    """
    counts, bounds = kernel.count_by_side(tuple(map(tuple, sides)), order, vocabulary_size)
    by_ngram = np.frombuffer(counts, np.uint32).reshape(-1, len(sides))
    starts = np.frombuffer(bounds, np.int64)
    of_rows = starts[1:] - starts[:-1]
    return SideCounts(
        by_ngram.T.astype(np.int64),
        np.repeat(np.arange(len(of_rows)), of_rows),
        (len(of_rows) // order, order),
    )
