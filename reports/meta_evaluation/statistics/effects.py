"""Coefficients over outputs, and what each output adds to them.

The effect of an output is the derivative of a coefficient by its weight, its influence. Of outputs
that are drawn again, the coefficient is about its value plus the sum of their effects, and the
squares of the effects add up to its variance. One array thus gives intervals and tests, whatever
the coefficient. Davison and Hinkley, "Bootstrap Methods and Their Application", 1997, section 2.7.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.resampling.student import quantile
from tallystick.reports.comparison.facts.scores_and_differences import average_ranks
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.meta_evaluation.statistics.correlations import pearson
from tallystick.reports.meta_evaluation.statistics.pairs import concordance

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import FloatArray, IntArray

FEWEST_UNITS = 3


class Effects(NamedTuple):
    """A coefficient of agreement, or NaN, and the effects of what it is computed from.

    There is one for each output, or group of them; they add up to 0, and are 0 for what does not
    count.
    """

    value: float
    each: FloatArray


def effects_of(
    human: FloatArray, metric: FloatArray, surplus: IntArray | None = None
) -> dict[Correlation, Effects]:
    """Return every coefficient of two arrays of scores, without NaN, in time O(n log n)."""
    tau_b, tau_c = kendall_effects(human, metric, surplus)
    return {
        Correlation.TAU_B: tau_b,
        Correlation.TAU_C: tau_c,
        Correlation.SPEARMAN: spearman_effects(human, metric),
        Correlation.PEARSON: pearson_effects(human, metric),
    }


def kendall_effects(
    human: FloatArray, metric: FloatArray, surplus: IntArray | None = None
) -> tuple[Effects, Effects]:
    """Return Kendall's tau-b and Stuart's tau-c; `surplus` is their `concordance`, if known.

    With S the sum over all pairs of the product of signs, and H and M the numbers of pairs that
    humans and the metric do not tie, tau-b is S / sqrt(H M). With n outputs and k the smaller of
    the numbers of different scores, tau-c is 2 S k / (n^2 (k - 1)); Stuart, Biometrika 40, 1953.
    """
    s = concordance(human, metric) if surplus is None else surplus
    h, m = _untied(human), _untied(metric)
    n, k = len(human), min(len(np.unique(human)), len(np.unique(metric)))
    if n < 2 or k < 2:
        undefined = Effects(math.nan, np.zeros(n))
        return undefined, undefined
    below, pairs = math.sqrt(float(h.sum()) * float(m.sum())) / 2, n**2 * (k - 1)
    tau_b, tau_c = float(s.sum()) / 2 / below, int(s.sum()) * k / pairs
    return (
        Effects(tau_b, s / below - tau_b * (h / h.sum() + m / m.sum())),
        Effects(tau_c, s * (2 * k / pairs) - np.float64(2 * tau_c / n)),
    )


def spearman_effects(human: FloatArray, metric: FloatArray) -> Effects:
    """Return Spearman's correlation, Pearson's of the ranks.

    An output adds what its own ranks do, and what it adds to the ranks of the outputs above it.
    """
    one, other = average_ranks(human), average_ranks(metric)
    value, each = pearson_effects(one, other)
    if math.isnan(value):
        return Effects(value, each)
    for own, their in ((one, other), (other, one)):
        slopes = (their - their.mean()) / their.std() - value * (own - own.mean()) / own.std()
        each = each + _above(own, slopes) / own.std() / len(own)
    return Effects(value, each)


def _above(values: FloatArray, terms: FloatArray) -> FloatArray:
    """Return for each value the sum of the terms of higher values, and half of those of equal."""
    _, places = np.unique(values, return_inverse=True)
    sums = np.bincount(places, terms)
    return np.asarray((sums.sum() - np.cumsum(sums) + sums / 2)[places], np.float64)


def pearson_effects(human: FloatArray, metric: FloatArray) -> Effects:
    """Return Pearson's correlation."""
    value = float(pearson(human, metric))
    if math.isnan(value):
        return Effects(value, np.zeros(len(human)))
    one, other = ((scores - scores.mean()) / scores.std() for scores in (human, metric))
    return Effects(value, (one * other - value * (one**2 + other**2) / 2) / len(human))


def mean_effects(groups: FloatArray) -> Effects:
    """Return the mean of the coefficients of groups, of which those that are NaN do not count."""
    known = ~np.isnan(groups)
    return ratio_effects(np.where(known, groups, 0.0), known.astype(np.float64))


def ratio_effects(above: FloatArray, below: FloatArray) -> Effects:
    """Return the ratio of two sums over outputs, or groups of them."""
    total = float(below.sum())
    if total == 0:
        return Effects(math.nan, np.zeros(len(above)))
    value = float(above.sum()) / total
    return Effects(value, (above - value * below) / total)


def interval_of(effects: Effects, confidence: float) -> Interval | None:
    """Return the interval of a coefficient whose effects are those of independent units.

    It is symmetric on the scale of Fisher's z, with Student's t of two degrees of freedom fewer
    than there are units: intervals of 20 to 200 outputs contain the true value in 93% to 97% of
    samples if 95% are asked for. There is none for fewer than three units, nor for 1 and -1.
    """
    units = len(effects.each)
    variance = float((effects.each**2).sum())
    if units < FEWEST_UNITS or variance == 0 or not abs(effects.value) < 1:
        return None
    t = quantile((1 + confidence) / 2, units - 2)
    centre = math.atanh(effects.value)
    reach = t * math.sqrt(variance) / (1 - effects.value**2)
    return Interval(math.tanh(centre - reach), math.tanh(centre + reach))


def _untied(scores: FloatArray) -> IntArray:
    """Return the number of scores from which each differs."""
    _, places, sizes = np.unique(scores, return_inverse=True, return_counts=True)
    return np.asarray(len(scores) - sizes[places], np.int64)
