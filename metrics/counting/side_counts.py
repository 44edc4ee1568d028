"""How often every n-gram of a segment occurs in each of the texts that are compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.corpus.text import int64_view
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs


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
    """Counts of the distinct n-grams of segments, in the order of segments and orders.

    Attributes:
        counts: The counts in each side, int64, shape (sides, n-grams).
        bounds: The first n-gram of each segment and order, int64, with the end, shape
            (segments * orders + 1,).
        order: The highest order.
    """

    counts: NDArray[np.int64]
    bounds: NDArray[np.int64]
    order: int

    def spread(self, of_segments: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return for each n-gram the number of its segment, given those of the segments."""
        bounds = self.bounds[:: self.order]
        return np.repeat(of_segments, bounds[1:] - bounds[:-1])

    def sums(self, values: NDArray[Any]) -> NDArray[Any]:
        """Add up values of n-grams for each segment and order, shape (segments, orders).

        Args:
            values: Whole numbers or truth values; or numbers, which are added one after another.
        """
        if values.dtype == np.float64:
            lengths = self.bounds[1:] - self.bounds[:-1]
            rows = np.repeat(np.arange(len(lengths)), lengths)
            sums: NDArray[Any] = np.bincount(rows, values, minlength=len(lengths))
        else:
            up_to = np.zeros(len(values) + 1, np.int64)
            np.cumsum(values, out=up_to[1:])
            of_bounds = up_to[self.bounds]
            sums = of_bounds[1:] - of_bounds[:-1]
        return sums.reshape(-1, self.order)


def count_by_side(sides: Sequence[Side], order: int, vocabulary_size: int) -> SideCounts:
    """Count the n-grams of orders 1 to `order` in each side; the texts of a side are pooled.

    >>> hypothesis = Side(np.array([0, 1, 0], np.uint32), np.array([0, 3]), np.array([0, 1]))
    >>> references = Side(np.array([0, 2, 0], np.uint32), np.array([0, 2, 3]), np.array([0, 2]))
    >>> found = count_by_side([hypothesis, references], 2, vocabulary_size=3)
    >>> found.counts.tolist()  # of the tokens 0, 1 and 2, and of the bigrams 01, 10 and 02
    [[2, 1, 0, 1, 1, 0], [2, 0, 1, 0, 0, 1]]
    >>> found.sums(found.counts[1]).tolist()  # of each order
    [[3, 1]]
    """
    counts, bounds = kernel.count_by_side(tuple(map(tuple, sides)), order, vocabulary_size)
    by_ngram = np.frombuffer(counts, np.uint32).reshape(-1, len(sides))
    return SideCounts(by_ngram.T.astype(np.int64), np.frombuffer(bounds, np.int64), order)
