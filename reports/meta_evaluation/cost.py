"""The time that a metric takes."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.scoring.scoring import score_parts

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric

MOST_SEGMENTS = 1_000
TURNS = 3


def seconds_per_thousand(metric: Metric, corpus: Corpus) -> float | None:
    """Return the least time of three in which the metric scores 1,000 segments, one thread.

    Args:
        metric: The metric; one whose scores are given takes no time, which is None.
        corpus: The segments of a system, of which at most 1,000 are scored, with tokenization.
    """
    if isinstance(metric, GivenScores):
        return None
    few = corpus[:MOST_SEGMENTS]
    times = []
    for _ in range(TURNS):
        started = perf_counter()
        score_parts([[("", few)]], [few.references], [metric])
        times.append(perf_counter() - started)
    return min(times) * 1_000 / len(few)
