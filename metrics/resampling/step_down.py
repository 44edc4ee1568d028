"""The step-down max-t procedure: all comparisons of a metric are corrected together.

Westfall and Young, "Resampling-Based Multiple Testing", 1993, algorithm 2.8. The largest observed
difference is compared with the largest of all differences in each resample, the next with the
largest of the rest, and so on. The observed statistic must be computed as in every resample: a
divisor estimated from the observed data alone favours the comparisons whose spread was small by
chance.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def stepped_down(
    resampled: Callable[[int], NDArray[np.float64]], observed: NDArray[np.float64], resamples: int
) -> NDArray[np.float64]:
    """Return p-values that control the family-wise error rate, shape (comparisons,).

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
