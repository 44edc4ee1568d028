"""Percentile intervals of resampled coefficients."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import Interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

LEAST_DEFINED = 0.5
"""There is no interval if a coefficient is undefined in more than this share of the resamples."""


def percentile_interval(values: NDArray[np.float64], confidence: float) -> Interval | None:
    """Return the interval between two percentiles of the defined values.

    >>> percentile_interval(np.arange(101.0), 0.5)
    Interval(low=25.0, high=75.0)
    """
    known = values[~np.isnan(values)]
    if len(known) < LEAST_DEFINED * len(values):
        return None
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))
