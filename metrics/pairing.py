"""Every reference as a segment of its own, for metrics that look at references one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References
from tallystick.metrics.text import Text, Tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray


def one_reference_each(corpus: Corpus) -> Corpus:
    """Return a corpus of one (hypothesis, reference) pair for every reference, in their order.

    >>> pairs = one_reference_each(
    ...     Corpus.from_segments(hypotheses=["a", "b"], references=[["c", "d"], ["e"]])
    ... )
    >>> list(pairs.hypotheses), list(pairs.references)
    (['a', 'a', 'b'], [('c',), ('d',), ('e',)])
    """
    counts = np.diff(corpus.references.offsets)
    repeated = np.repeat(np.arange(len(corpus)), counts)
    return Corpus(
        _chosen(corpus.hypotheses, repeated),
        References.one_each(corpus.references.segments),
        None,
        None,
        {},
    )


def _chosen(segments: Text | Tokens, numbers: NDArray[np.int64]) -> Text | Tokens:
    if isinstance(segments, Text):
        return Text(segments.data, segments.starts[numbers], segments.ends[numbers])
    lengths = np.diff(segments.offsets)[numbers]
    offsets: NDArray[np.int64] = np.zeros(len(numbers) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    within = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
    places = np.repeat(segments.offsets[:-1][numbers], lengths) + within
    return Tokens(segments.vocabulary, segments.ids[places], offsets)
