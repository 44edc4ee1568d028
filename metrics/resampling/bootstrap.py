"""The bootstrap: scores of test sets drawn from this one with replacement.

Efron and Tibshirani, "An Introduction to the Bootstrap", 1993; for machine translation Koehn,
"Statistical Significance Tests for Machine Translation Evaluation", EMNLP 2004. The statistics of a
resample are the counts of its units times the statistics of the units: one matrix product serves
all systems.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.interface.metric import Metric, refuse_sums_of_parts
from tallystick.metrics.resampling.draws import draw_counts, in_parts, scores_of, weighted_sums
from tallystick.metrics.resampling.student import quantile

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import FloatArray


def bootstrap_scores(
    metric: Metric,
    sums: Sequence[FloatArray],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> FloatArray:
    """Return the scores of several systems on the same resamples.

    Args:
        metric: The metric that computed the statistics.
        sums: For each system the statistics of every unit, shape (units, columns); see
            `Units.sums`.
        resamples: The number of resamples.
        seed: The seed.
        purpose: The purpose of the draws; those of different purposes are independent.
        threads: The number of threads; the result does not depend on it.

    Returns:
        Shape (resamples, systems); NaN where the score of a resample is not defined.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> rows = np.array([[2.5, 1.0], [2.5, 1.0]])
    >>> bootstrap_scores(GivenScores("da"), [rows], resamples=3, seed=1).tolist()
    [[2.5], [2.5], [2.5]]
    """
    refuse_sums_of_parts(metric, "bootstrap")
    units, columns = sums[0].shape
    add_up = weighted_sums(sums)

    def part(start: int, stop: int) -> NDArray[Any]:
        return scores_of(metric, add_up(draw_counts(seed, purpose, units, start, stop)))

    parts = in_parts(part, resamples, units + len(sums) * columns, threads)
    return np.concatenate(parts, axis=1).T.copy()


def percentile_bounds(resampled: FloatArray, confidence: float, units: int) -> FloatArray:
    """Return the lower and the upper bound of an expanded percentile interval, shape (2,).

    The scores of resamples of n units vary too little, by the factor sqrt((n - 1) / n), and
    percentiles treat that spread as known. Hesterberg, "What Teachers Should Know About the
    Bootstrap", The American Statistician 69, 2015, takes percentiles further out, which makes the
    interval of a mean that of Student's t. Bounds are NaN where no resample has a score, and for a
    single unit.
    """
    defined = resampled[~np.isnan(resampled)]
    if units < 2 or not len(defined):
        return np.full(2, np.nan)
    reach = math.sqrt(units / (units - 1)) * quantile((1 + confidence) / 2, units - 1)
    tail = NormalDist().cdf(-reach)
    bounds: FloatArray = np.quantile(defined, [tail, 1 - tail])
    return bounds


def deviations(resampled: FloatArray) -> FloatArray:
    """Return the differences of resamples less their means, shape (resamples, pairs).

    Under the null hypothesis, they vary about 0 as they vary about their mean here.
    """
    centred = resampled.copy()
    for of_pair in centred.T:
        defined = of_pair[~np.isnan(of_pair)]
        of_pair -= defined.mean() if len(defined) else 0.0
    return centred
