"""Correlations between scores of humans and of a metric, and the intervals of coefficients.

Correlations are NaN where they are undefined: for fewer than two outputs, and where humans or the
metric give all outputs the same score.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.arguments.options import LARGEST
from tallystick.metrics.sums.arrays import BoolArray, FloatArray
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.settings import DEFINED_RESAMPLES, OUTLYING

DECIMALS = 12
"""Of rounded numbers equal ones are equal in floating point: 0.3 - 0.2, 0.2 - 0.1."""

MOST_DIGITS, SMALLEST = 15, 1 / LARGEST
"""Means have no more digits that are not rounded, and smaller ones are 0."""

EXACT_ZERO = 1e-13
"""A standard deviation below this share of the largest value is rounding of equal values."""

NORMAL = 1.483
"""The standard deviation of a normal distribution over its median absolute deviation."""


def rounded(values: FloatArray) -> FloatArray:
    """Return means with 12 digits of their spread, if floating point has them.

    Scores that differ by rounding errors only are then equal.

    >>> rounded(np.array([0.1 + 0.2, 0.3, 4e6])).tolist()
    [0.3, 0.3, 4000000.0]
    """
    known = values[~np.isnan(values)]
    sizes = ((DECIMALS, np.ptp(known)), (MOST_DIGITS, np.abs(known).max())) if len(known) else ()
    kept = [digits - math.ceil(math.log10(size)) for digits, size in sizes if size > SMALLEST]
    return values.round(min(kept, default=0))


def ratios(above: NDArray[Any], below: NDArray[Any]) -> FloatArray:
    """Return ratios of arrays of one shape; NaN where the divisor is not above 0."""
    return np.asarray(np.divide(above, below, out=np.full(above.shape, np.nan), where=below > 0))


def pearson(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return Pearson's correlation along the last axis, over the places that both have."""
    one, other = np.broadcast_arrays(one, other)
    known = ~(np.isnan(one) | np.isnan(other))
    numbers = known.sum(axis=-1, keepdims=True)
    centred = []
    for values in (one, other):
        values = np.where(known, values, 0.0)
        _, powers = np.frexp(np.abs(values).max(axis=-1, keepdims=True, initial=0.0))
        values = np.ldexp(values, -powers)  # below 1, without rounding
        for _ in range(2):  # the mean of values far from 0 is rounded, that of what is left is not
            mean = values.sum(axis=-1, keepdims=True) / np.maximum(numbers, 1)
            values = np.where(known, values - mean, 0.0)
        deviation = np.sqrt((values**2).sum(axis=-1, keepdims=True))
        defined = deviation > EXACT_ZERO * np.sqrt(np.maximum(numbers, 1))
        centred.append(
            np.divide(values, deviation, out=np.full_like(values, np.nan), where=defined)
        )
    products = (centred[0] * centred[1]).sum(axis=-1)
    return np.where(numbers[..., 0] > 0, np.clip(products, -1.0, 1.0), np.nan)


def correlations_of_outputs(scores: Sequence[FloatArray]) -> FloatArray:
    """Return Pearson's correlations of the metrics' scores of outputs, shape (metrics, metrics).

    The scores of several systems are compared within segments, because all metrics agree on which
    segments are easy. A segment with NaN is left out.
    """
    known = np.logical_and.reduce([~np.isnan(of_metric).any(axis=0) for of_metric in scores])
    stacked = np.stack(scores)[..., known]
    largest = np.abs(stacked).max(axis=(1, 2), initial=0.0)
    if stacked.shape[1] > 1:
        stacked = stacked - stacked.mean(axis=1, keepdims=True)
    flat = stacked.reshape(len(scores), -1)
    number = max(flat.shape[1], 1)
    flat = flat - flat.sum(axis=1, keepdims=True) / number
    lengths = np.sqrt((flat**2).sum(axis=1))
    lengths[lengths <= EXACT_ZERO * np.sqrt(number) * largest] = np.nan
    # a product of matrices: an array of all pairs would not fit memory for many metrics
    correlations: FloatArray = flat @ flat.T / np.outer(lengths, lengths)
    return np.clip(correlations, -1.0, 1.0)


def ranks_in_rows(values: FloatArray) -> FloatArray:
    """Return the ranks of each row, as `average_ranks`; NaN where there is no value.

    It compares all pairs, which is fast for many short rows.
    """
    here, there = values[:, :, np.newaxis], values[:, np.newaxis, :]
    lower, equal = (here > there).sum(axis=2), (here == there).sum(axis=2)
    return np.where(np.isnan(values), np.nan, lower + (equal + 1) / 2)


def outliers(scores: FloatArray) -> BoolArray:
    """Return which scores are outliers, shape (systems,).

    They differ from the median by more than 2.5 times 1.483 times the median absolute deviation,
    unless that is 0. A few very bad systems raise any correlation; Mathur, Baldwin and Cohn,
    "Tangled up in BLEU", ACL 2020, remove them before.
    """
    distances = np.abs(scores - np.median(scores))
    usual = NORMAL * np.median(distances)
    return np.asarray((distances > OUTLYING * usual) & (usual > 0))


def percentile_interval(values: FloatArray, confidence: float) -> Interval | None:
    """Return the interval between two percentiles, if enough values are defined."""
    known = values[~np.isnan(values)]
    if len(known) < DEFINED_RESAMPLES * len(values):
        return None
    low, high = np.quantile(known, [(1 - confidence) / 2, (1 + confidence) / 2])
    return Interval(float(low), float(high))


def corrected_interval(
    value: float, resampled: FloatArray, twice: FloatArray, confidence: float, lowest: float = -1.0
) -> Interval | None:
    """Return the interval of a coefficient of orders, corrected for the bias of resampling.

    Resampling adds noise, and noise makes two orders agree less, so that percentiles lie too low.
    The interval is the normal one about the corrected coefficient, twice the value less the mean of
    the resamples, with the standard deviation of coefficients that are corrected in the same way
    within resamples: the correction varies too. `twice` has for the first resamples the mean over
    resamples of them. See Davison and Hinkley, "Bootstrap Methods and Their Application", 1997,
    sections 3.9 and 5.2.
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
