"""The occurrences of n-grams in the hypotheses of a corpus, as numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.kernel import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.counting.pairs import Encoded


SEGMENTS_IN_A_BLOCK = 16_384
"""Segments are sorted in blocks, which takes less memory."""


class Occurrences(NamedTuple):
    """The distinct n-grams of one order in each segment, ordered by segment.

    Attributes:
        segments: The segment, uint32.
        ngrams: The number of the n-gram, the same in all segments, uint32, same shape.
        counts: How often it occurs in the segment, at least 1, uint32, same shape.
    """

    segments: NDArray[np.uint32]
    ngrams: NDArray[np.uint32]
    counts: NDArray[np.uint32]


def occurrences(encoded: Encoded, nodes: NDArray[np.uint32]) -> Occurrences:
    """Return the n-grams of one order, whose nodes are given for each token.

    >>> from tallystick.metrics import Workspace, tokenizer_named
    >>> from tallystick.metrics.corpus.text import Text
    >>> from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
    >>> text = Text.from_lines(["a b a b", "a b"])
    >>> encoded = Workspace().hypotheses(text, tokenizer_named("none"), "none")
    >>> bigrams = occurrences(encoded, located_ngrams(encoded, 2)[1][1])
    >>> bigrams.segments.tolist(), bigrams.ngrams.tolist(), bigrams.counts.tolist()
    ([0, 0, 1], [2, 3, 2], [2, 1, 1])
    """
    starts = range(0, max(len(encoded.bounds) - 1, 1), SEGMENTS_IN_A_BLOCK)
    blocks = [_counted(encoded.offsets, nodes, start) for start in starts]
    return Occurrences(*map(np.concatenate, zip(*blocks, strict=True)))


def _counted(offsets: NDArray[np.int64], nodes: NDArray[np.uint32], start: int) -> Occurrences:
    """Count the n-grams of the block of segments from `start` on."""
    bounds = offsets[start : start + SEGMENTS_IN_A_BLOCK + 1]
    segments = np.repeat(np.arange(start, start + len(bounds) - 1), np.diff(bounds))
    of_block = nodes[bounds[0] : bounds[-1]].astype(np.int64)
    known = of_block != UNKNOWN
    keys = segments[known] << 32 | of_block[known]
    found, counts = np.unique(keys, return_counts=True)
    return Occurrences(*(one.astype(np.uint32) for one in (found >> 32, found & UNKNOWN, counts)))
