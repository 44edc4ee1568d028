"""Intervals of resampled coefficients."""

from __future__ import annotations

from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.thresholds import DEFINED_RESAMPLES

if TYPE_CHECKING:
    from numpy.typing import NDArray


def percentile_interval(values: NDArray[np.float64], confidence: float) -> Interval | None:
    """Return the interval between two percentiles of the defined values.

    >>> percentile_interval(np.arange(101.0), 0.5)
    Interval(low=25.0, high=75.0)
    """
    known = values[~np.isnan(values)]
    if len(known) < DEFINED_RESAMPLES * len(values):
        return None
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def corrected_interval(
    value: float,
    resampled: NDArray[np.float64],
    twice: NDArray[np.float64],
    confidence: float,
    lowest: float = -1.0,
) -> Interval | None:
    """Return the interval of a coefficient of orders, corrected for the bias of resampling.

    Resampling adds noise, and noise makes two orders agree less, so that percentiles lie too low.
    The interval is the normal one about the corrected coefficient, twice the value less the mean of
    the resamples, with the standard deviation of coefficients that are corrected in the same way
    within resamples: the correction varies too. See Davison and Hinkley, "Bootstrap Methods and
    Their Application", 1997, sections 3.9 and 5.2.

    Args:
        value: The coefficient, at most 1.
        resampled: That of each resample.
        twice: For the first ones of these, the mean over resamples of the resample.
        confidence: The confidence.
        lowest: The lowest possible coefficient.

    >>> resampled = np.array([0.5, 0.6, 0.7, 0.8])
    >>> found = corrected_interval(0.7, resampled, resampled - 0.05, 0.95)
    >>> round(found.low, 3), round(found.high, 3)
    (0.531, 0.969)
    """
    known = resampled[~np.isnan(resampled)]
    if len(known) < DEFINED_RESAMPLES * len(resampled) or np.isnan(value):
        return None
    corrected = 2 * resampled[: len(twice)] - twice
    corrected = corrected[~np.isnan(corrected)]
    if not len(corrected):
        return None
    centre = 2 * value - known.mean()
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * corrected.std()
    return Interval(
        float(np.clip(min(centre - reach, value), lowest, 1.0)),
        float(np.clip(max(centre + reach, value), lowest, 1.0)),
    )
