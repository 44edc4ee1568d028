"""The occurrences of n-grams in the hypotheses of a corpus, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.ngram_counts import unknown_nodes
from tallystick.metrics.ngrams import UNKNOWN, kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.pairs import Encoded


class Occurrences(NamedTuple):
    """The distinct n-grams of one order in each segment, ordered by segment.

    Attributes:
        segments: The segment, int64.
        ngrams: The number of the n-gram, the same in all segments, int64, same shape.
        counts: How often it occurs in the segment, at least 1, int64, same shape.
    """

    segments: NDArray[np.int64]
    ngrams: NDArray[np.int64]
    counts: NDArray[np.int64]


def occurrences_by_order(encoded: Encoded, order: int) -> list[Occurrences]:
    """Return the n-grams of the orders from 1 to `order`.

    >>> from tallystick.metrics import Workspace, tokenizer_named
    >>> from tallystick.metrics.text import Text
    >>> text = Text.from_lines(["a b a b", "a b"])
    >>> encoded = Workspace().hypotheses(text, tokenizer_named("none"), "none")
    >>> bigrams = occurrences_by_order(encoded, 2)[1]
    >>> bigrams.segments.tolist(), bigrams.ngrams.tolist(), bigrams.counts.tolist()
    ([0, 0, 1], [2, 3, 2], [2, 1, 1])
    """
    ids = encoded.ids
    table = kernel.NgramTable(len(encoded.vocabulary))
    buffer = unknown_nodes(order * len(ids))
    table.count(encoded.id_buffer, encoded.bounds, order, nodes=buffer)
    nodes = np.frombuffer(buffer, dtype=np.uint32).reshape(order, -1).astype(np.int64)
    segments = np.repeat(np.arange(len(encoded.lengths)), encoded.lengths)
    return [_counted(segments, row) for row in nodes]


def _counted(segments: NDArray[np.int64], nodes: NDArray[np.int64]) -> Occurrences:
    known = nodes != UNKNOWN
    keys = segments[known] << 32 | nodes[known]
    found, counts = np.unique(keys, return_counts=True)
    return Occurrences(found >> 32, found & UNKNOWN, counts)
