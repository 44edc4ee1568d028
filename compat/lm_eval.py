"""The standard errors of lm-evaluation-harness 0.4.13, from statistics that are counted once.

lm-evaluation-harness scores each resample of the segments anew. `activate("lm_eval")` puts this
`bootstrap_stderr` in the place of its own: the same resamples, and the same numbers for its BLEU,
chrF, chrF++ and TER.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import numpy as np

from tallystick.compat.activation import original
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.chrf.metric import Chrf
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.ter.metric import Ter

__all__ = ["bootstrap_stderr"]

CHRF = Chrf(dialect="sacrebleu")  # in which the first of several references that tie counts
METRICS: Mapping[str, Metric] = MappingProxyType(
    {"bleu": Bleu(), "chrf": CHRF, "chrfpp": replace(CHRF, word_order=2), "ter": Ter()}
)
"""The metrics by the names of the aggregations in `lm_eval.api.metrics`."""
CHUNK = 1000
"""The resamples that are drawn with one seed."""


def bootstrap_stderr(f: Callable[[Any], float], xs: Sequence[Any], iters: int) -> float:
    """Return the standard deviation of a score over resamples.

    Args:
        f: An aggregation; those that are no metric here are computed by lm-evaluation-harness.
        xs: What it aggregates: a reference or several, and a hypothesis, for each segment.
        iters: The number of resamples.
    """
    from lm_eval.api import metrics as harness

    metric = METRICS.get(f.__name__)
    if metric is None or f is not getattr(harness, f.__name__):
        theirs: Any = original(bootstrap_stderr) or harness.bootstrap_stderr
        return float(theirs(f, xs, iters))
    references, hypotheses = harness._sacreformat(*zip(*xs, strict=True))
    corpus = Corpus.from_streams(hypotheses=hypotheses, references=references)
    rows = metric.statistics(corpus).rows
    places, size = range(len(rows)), min(CHUNK, iters)
    sums = []
    for seed in range(iters // size):
        drawn = random.Random(seed)
        for _ in range(size):
            times = np.bincount(drawn.choices(places, k=len(rows)), minlength=len(rows))
            sums.append(times @ rows)
    return float(harness.sample_stddev(metric.formula(np.array(sums)).tolist()))
