"""Student's t distribution: tail probabilities and quantiles, for real degrees of freedom."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist

CLOSE = 1e-15
MOST_TERMS = 10_000
MANY_DEGREES = 1e8  # with more, the normal distribution is closer than what rounding leaves


def two_sided_p_value(t: float, degrees: float) -> float:
    """Return the probability of a value at least as far from 0 as `t`, in either direction.

    It is the regularised incomplete beta function I_x(degrees / 2, 1 / 2) at x = degrees / (degrees
    + t^2); NIST Digital Library of Mathematical Functions, 8.17.
    """
    if degrees > MANY_DEGREES:
        return 2 * NormalDist().cdf(-abs(t))
    if math.isinf(t):
        return 0.0
    square = t * t
    return _incomplete_beta(
        degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square)
    )


@cache
def quantile(probability: float, degrees: float) -> float:
    """Return the value below which `probability` lies; infinite for too few degrees of freedom."""
    if degrees > MANY_DEGREES:
        return NormalDist().inv_cdf(probability)
    if probability < 0.5:
        return -quantile(1 - probability, degrees)
    tails = 2 * (1 - probability)
    t = NormalDist().inv_cdf(probability)
    for _ in range(MOST_TERMS):
        # the p-value is convex in t, so Newton's method increases from the normal quantile
        density = _density(t, degrees)
        if not density:
            return math.inf
        step = (two_sided_p_value(t, degrees) - tails) / (2 * density)
        t += step
        if step <= CLOSE * t:
            break
    return t


def _density(t: float, degrees: float) -> float:
    logarithm = (
        math.lgamma((degrees + 1) / 2)
        - math.lgamma(degrees / 2)
        - (degrees + 1) / 2 * math.log1p(t * t / degrees)
    )
    return math.exp(logarithm) / math.sqrt(degrees * math.pi)


def _incomplete_beta(a: float, b: float, x: float, rest: float) -> float:
    """Return I_x(a, b); `rest` is 1 - x, which would lose its digits if computed from x near 1."""
    if x == 0:
        return 0.0
    if x > (a + 1) / (a + b + 2):  # the continued fraction converges slowly: use the symmetry
        return 1 - _incomplete_beta(b, a, rest, x)
    logarithm = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log(rest)
    )
    return math.exp(logarithm) * _continued_fraction(a, b, x) / a


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Evaluate DLMF 8.17.22 by Lentz's method; x is at most (a + 1) / (a + b + 2)."""
    numerator, denominator = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    value = denominator
    for term in range(1, MOST_TERMS):
        even = term * (b - term) * x / ((a + 2 * term - 1) * (a + 2 * term))
        odd = -(a + term) * (a + b + term) * x / ((a + 2 * term) * (a + 2 * term + 1))
        for coefficient in (even, odd):
            denominator = 1 / (1 + coefficient * denominator)
            numerator = 1 + coefficient / numerator
            change = numerator * denominator
            value *= change
        if abs(change - 1) < CLOSE:
            break
    return value
