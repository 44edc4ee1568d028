"""Statistical power: minimum detectable differences, how much data they need, and exaggeration."""

from __future__ import annotations

import math
from statistics import NormalDist

from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.reports.comparison.thresholds import FEWEST_TO_SEE, POWER

ROUNDS = 20
"""Steps in which the number of units and its degrees of freedom find each other."""


def smallest_visible_difference(
    standard_error: float, significance_level: float, degrees: float = math.inf
) -> float:
    """Return the minimum difference that a two-sided test detects with a power of 80%.

    The sum of the quantiles of the level and of the power, of the normal distribution or of
    Student's t, times the standard error of the difference; see Cohen, "Statistical Power Analysis
    for the Behavioral Sciences", 1988.
    """
    of_level = quantile(1 - significance_level / 2, degrees)
    return (of_level + quantile(POWER, degrees)) * standard_error


def number_needed(number: int, visible: float, difference: float) -> int | None:
    """Return approximately how many segments, or systems, detect a difference; None for 0.

    `visible` is the minimum difference detectable with `number` of them. Standard errors fall with
    the square root of the number.
    """
    if difference == 0:
        return None
    return math.ceil(number * (visible / difference) ** 2)


def power_of(
    difference: float, standard_error: float, significance_level: float, degrees: float = math.inf
) -> float:
    """Return the chance, 0 to 1, that a two-sided test finds a true difference.

    It is 80% for `smallest_visible_difference`, whose approximation it shares: Student's t, shifted
    by the true difference over its standard error.
    """
    shift = abs(difference) / standard_error
    critical = quantile(1 - significance_level / 2, degrees)
    return _below(shift - critical, degrees) + _below(-shift - critical, degrees)


def exaggeration(
    difference: float, standard_error: float, significance_level: float, degrees: float = math.inf
) -> float | None:
    """Return how many times as large as a true difference significant ones are on average.

    The error of type M of Gelman and Carlin, "Beyond Power Calculations", Perspectives on
    Psychological Science 9, 2014, in the closed form of Lu, Qiu and Deng, "A Note on Type S/M
    Errors in Hypothesis Testing", British Journal of Mathematical and Statistical Psychology 72,
    2019, for normally distributed differences. None for a difference of 0, or if none is
    significant.
    """
    if difference == 0:
        return None
    normal, shift = NormalDist(), abs(difference) / standard_error
    critical = quantile(1 - significance_level / 2, degrees)
    above, below = normal.cdf(shift - critical), normal.cdf(-shift - critical)
    densities = normal.pdf(shift - critical) + normal.pdf(-shift - critical)
    found = above + below
    return (above - below + densities / shift) / found if found else None


def units_needed(
    units: int, differing: int, standard_error: float, difference: float, significance_level: float
) -> int | None:
    """Return approximately how many units detect a difference with a power of 80%; None for 0.

    `units`, of which `differing` differ, and the standard error are those of a pilot. The degrees
    of freedom are those of the units needed, of which at least `FEWEST_TO_SEE` differ.
    """
    fewest = math.ceil(FEWEST_TO_SEE * units / differing)
    degrees, needed = math.inf, fewest
    for _ in range(ROUNDS):
        visible = smallest_visible_difference(standard_error, significance_level, degrees)
        number = number_needed(units, visible, difference)
        if number is None:
            return None
        needed = max(number, fewest)
        degrees = differing * needed / units - 1
    return needed


def _below(t: float, degrees: float) -> float:
    """Return the probability of a value of Student's t below `t`."""
    tail = two_sided_p_value(t, degrees) / 2
    return tail if t < 0 else 1 - tail
