"""Every reference as a segment of its own, for metrics that look at references one by one."""

from __future__ import annotations

import numpy as np

from tallystick.metrics.corpus import Corpus
from tallystick.metrics.references import References


def one_reference_each(corpus: Corpus) -> Corpus:
    """Return a corpus of one (hypothesis, reference) pair for every reference, in their order.

    >>> pairs = one_reference_each(
    ...     Corpus.from_segments(hypotheses=["a", "b"], references=[["c", "d"], ["e"]])
    ... )
    >>> list(pairs.hypotheses), list(pairs.references)
    (['a', 'a', 'b'], [('c',), ('d',), ('e',)])
    """
    repeated = np.repeat(np.arange(len(corpus)), corpus.references.counts)
    return Corpus(
        corpus.hypotheses.take(repeated),
        References.one_each(corpus.references.segments),
    )
