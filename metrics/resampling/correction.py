"""Corrections of p-values for the number of comparisons."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.resampling.settings import Correction


def holm(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values adjusted to control the family-wise error rate.

    Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of
    Statistics 6, 1979. Valid under any dependence between the tests.
    """
    order = np.argsort(p_values)
    remaining = np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    adjusted[order] = np.minimum(np.maximum.accumulate(p_values[order] * remaining), 1.0)
    return adjusted


def benjamini_hochberg(p_values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values adjusted to control the false discovery rate.

    Benjamini and Hochberg, "Controlling the False Discovery Rate", Journal of the Royal Statistical
    Society B 57, 1995. For independent or positively dependent tests.
    """
    order = np.argsort(p_values)[::-1]
    ranks = np.arange(len(p_values), 0, -1)
    adjusted = np.empty_like(p_values)
    raised = p_values[order] * len(p_values) / ranks
    adjusted[order] = np.minimum.accumulate(raised)
    return adjusted


def adjusted(p_values: NDArray[np.float64], correction: Correction) -> NDArray[np.float64]:
    """Return adjusted p-values; "max-t", which needs resamples, leaves them unchanged.

    A comparison whose p-value is NaN was not tested and does not count.

    >>> adjusted(np.array([0.01, np.nan, 0.2]), "holm")
    array([0.02,  nan, 0.2 ])
    """
    found, tested = p_values.copy(), ~np.isnan(p_values)
    if correction == "holm":
        found[tested] = holm(p_values[tested])
    elif correction == "benjamini-hochberg":
        found[tested] = benjamini_hochberg(p_values[tested])
    return found


def adjusted_limits(
    p_values: NDArray[np.float64], least: NDArray[np.float64], correction: Correction
) -> NDArray[np.float64]:
    """Return the adjusted p-value that each comparison would have with its least p-value.

    The other p-values stay as they are. `least` is NaN where there is none, and so is the result;
    `p_values` is NaN where a comparison was not tested. Both have the shape (comparisons,).

    >>> adjusted_limits(np.array([0.01, 0.2]), np.array([0.01, np.nan]), "holm")
    array([0.02,  nan])
    """
    found = least.copy()
    for place in np.flatnonzero(~np.isnan(least + p_values)):
        lowered = p_values.copy()
        lowered[place] = least[place]
        found[place] = adjusted(lowered, correction)[place]
    return found


def least_p_values(
    differing_units: NDArray[np.int64], correction: Correction = "none"
) -> NDArray[np.float64]:
    """Return the smallest p-value that each comparison can have, after a correction.

    Exchanging the k units in which two systems differ gives 2^k arrangements. The observed one and
    its mirror image are always at least as extreme, so no p-value is below 2 / 2^k. Corrections are
    monotonic in every p-value, so the corrected bounds are bounds of the corrected p-values.
    """
    return adjusted(np.minimum(1.0, 0.5 ** (differing_units - 1.0)), correction)


def resamples_needed(comparisons: int, correction: Correction, significance_level: float) -> int:
    """Return the number of resamples with which a single pair can reach significance.

    With N resamples the smallest p-value is 1 / (N + 1).
    """
    together = comparisons if correction in ("holm", "benjamini-hochberg") else 1
    return math.ceil(max(together, 1) / significance_level - 1e-9) - 1


def stepped_down(
    resampled: Callable[[int], NDArray[np.float64]], observed: NDArray[np.float64], resamples: int
) -> NDArray[np.float64]:
    """Return p-values that control the family-wise error rate, shape (comparisons,).

    The step-down max-t procedure: Westfall and Young, "Resampling-Based Multiple Testing", 1993,
    algorithm 2.8. The largest observed difference is compared with the largest of all differences
    in each resample, the next with the largest of the rest, and so on. The observed statistic must
    be computed as in every resample: a divisor estimated from the observed data alone favours the
    comparisons whose spread was small by chance.

    `resampled` returns the absolute statistics of a comparison in every resample. `observed` has
    the values at or above which they count as extreme; the p-value of a comparison with NaN is NaN.

    >>> drawn = np.array([[0.5, 2.0], [1.5, 0.1], [0.1, 0.2]])
    >>> stepped_down(lambda comparison: drawn[:, comparison], np.array([3.0, 1.0]), 3).tolist()
    [0.25, 0.5]
    """
    rising = [one for one in np.argsort(observed) if not np.isnan(observed[one])]
    largest = np.zeros(resamples)
    p_values = np.full(len(observed), np.nan)
    for comparison in rising:
        largest = np.maximum(largest, resampled(comparison))
        as_large = int((largest >= observed[comparison]).sum())
        p_values[comparison] = (as_large + 1) / (resamples + 1)
    falling = rising[::-1]
    p_values[falling] = np.maximum.accumulate(p_values[falling])
    return p_values


def invariant_scales(
    resampled: NDArray[np.float64], observed: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the root mean square of each comparison over all arrangements, or 1 if it is 0.

    The observed arrangement is included, which makes the scale invariant: the same function of the
    data whichever arrangement was observed. Infinite differences are omitted.

    >>> invariant_scales(np.array([[3.0, 0.0], [np.inf, 0.0]]), np.array([4.0, 0.0])).round(4)
    array([3.5355, 1.    ])
    """
    scales = np.ones(len(observed))
    for comparison, size in enumerate(observed.tolist()):
        column = resampled[:, comparison]
        sizes = column[np.isfinite(column)]
        square = (float(np.square(sizes).sum()) + size**2) / (len(sizes) + 1)
        if square > 0:
            scales[comparison] = math.sqrt(square)
    return scales
