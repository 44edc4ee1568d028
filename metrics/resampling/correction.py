"""P-values from the sizes of differences, and their corrections for the number of comparisons."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Correction
    from tallystick.metrics.sums.arrays import FloatArray, IntArray


def adjusted(p_values: FloatArray, correction: Correction) -> FloatArray:
    """Return adjusted p-values; "max-t", which needs resamples, leaves them unchanged.

    "holm" controls the family-wise error rate, under any dependence between the tests; Holm, "A
    Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6,
    1979. "benjamini-hochberg" controls the false discovery rate, for independent or positively
    dependent tests; Benjamini and Hochberg, "Controlling the False Discovery Rate", Journal of the
    Royal Statistical Society B 57, 1995. A comparison with NaN was not tested and does not count.
    """
    result = p_values.copy()
    rising = np.argsort(p_values)[: np.count_nonzero(~np.isnan(p_values))]  # NaN is last
    tested, ranks = p_values[rising], np.arange(1, len(rising) + 1)
    if correction == "holm":
        result[rising] = np.minimum(np.maximum.accumulate(tested * ranks[::-1]), 1.0)
    elif correction == "benjamini-hochberg":
        raised = tested * len(tested) / ranks
        result[rising] = np.minimum.accumulate(raised[::-1])[::-1]
    return result


def adjusted_limits(p_values: FloatArray, least: FloatArray, correction: Correction) -> FloatArray:
    """Return the adjusted p-value that each comparison would have with its least p-value.

    The other p-values stay as they are; NaN where a comparison was not tested, or has no least one.
    """
    limits = least.copy()
    known: dict[tuple[float, float], float] = {}  # most comparisons have one of few p-values
    for place in np.flatnonzero(~np.isnan(least + p_values)):
        both = float(p_values[place]), float(least[place])
        if both not in known:
            lowered = p_values.copy()
            lowered[place] = least[place]
            known[both] = adjusted(lowered, correction)[place]
        limits[place] = known[both]
    return limits


def least_p_values(differing_units: IntArray, correction: Correction = "none") -> FloatArray:
    """Return the smallest p-value that each comparison can have, after a correction.

    Exchanging the k units in which two systems differ gives 2^k arrangements. The observed one and
    its mirror image are always at least as extreme, so no p-value is below 2 / 2^k. Corrections are
    monotonic in every p-value.
    """
    return adjusted(np.minimum(1.0, 0.5 ** (differing_units - 1.0)), correction)


def resamples_needed(comparisons: int, correction: Correction, significance_level: float) -> int:
    """Return how many resamples let a pair be significant; no p-value is below 1 / (N + 1)."""
    together = comparisons if correction in ("holm", "benjamini-hochberg") else 1
    return math.ceil(max(together, 1) / significance_level - 1e-9) - 1


def as_large(differences: FloatArray, thresholds: FloatArray | float) -> IntArray:
    """Count the resamples whose differences reach a threshold in either direction, by comparison.

    Without a score there is no evidence of a difference, so NaN counts as large.
    """
    return np.asarray((~(np.abs(differences) < thresholds)).sum(axis=0))


def stepped_down(drawn: FloatArray, thresholds: FloatArray) -> FloatArray:
    """Return p-values that control the family-wise error rate, shape (comparisons,).

    The step-down max-t procedure: Westfall and Young, "Resampling-Based Multiple Testing", 1993,
    algorithm 2.8. The largest observed difference is compared with the largest of all differences
    in each resample, the next with the largest of the rest, and so on. `drawn` are the statistics
    in every resample, shape (resamples, comparisons), computed as the observed ones: a divisor
    estimated from the observed data alone favours the comparisons whose spread was small by chance.
    """
    rising = np.argsort(thresholds)[: np.count_nonzero(~np.isnan(thresholds))]  # NaN is last
    p_values = np.full(len(thresholds), np.nan)
    largest = np.zeros(len(drawn))
    for comparison in rising:
        largest = np.maximum(largest, np.abs(drawn[:, comparison]))
        p_values[comparison] = (as_large(largest, thresholds[comparison]) + 1) / (len(drawn) + 1)
    falling = rising[::-1]
    p_values[falling] = np.maximum.accumulate(p_values[falling])
    return p_values


def invariant_scales(drawn: FloatArray, observed: FloatArray) -> FloatArray:
    """Return the root mean square of each comparison over all arrangements, or 1 if it is 0.

    The observed arrangement is included, which makes the scale the same function of the data
    whichever was observed. Differences without a score are omitted.
    """
    scales = np.ones(len(observed))
    for comparison, of_comparison in enumerate(drawn.T):
        defined = of_comparison[np.isfinite(of_comparison)]
        squares = float(np.square(defined).sum()) + float(observed[comparison]) ** 2
        if squares > 0:
            scales[comparison] = math.sqrt(squares / (len(defined) + 1))
    return scales
