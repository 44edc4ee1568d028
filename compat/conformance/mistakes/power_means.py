"""Weighted power means of precision and recall, of which F is one."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial

from tallystick.compat.conformance.mistake import Numbers


def raised(number: float, power: float) -> float:
    """Return a positive number to a power, and its logarithm for the power 0."""
    return math.log(number) if power == 0 else number**power


def power_mean(precision: float, recall: float, power: float, weights: Numbers) -> float:
    """Return the number of which the power is the weighted sum of those of precision and recall.

    The power 0 means the logarithm. Without precision or recall the mean is 0, unless the
    power is 1.

    >>> power_mean(0.5, 1.0, -1, (0.5, 0.5))  # F1
    0.6666666666666666
    """
    if power != 1 and not (precision > 0 and recall > 0):
        return 0.0
    total = sum(w * raised(x, power) for w, x in zip(weights, (precision, recall), strict=True))
    if power == 0:
        return math.exp(total)
    return float(total ** (1 / power)) if total > 0 else 0.0


def _name(text: str, numbers: Numbers) -> str:
    return text.format(*(f"{one:g}" for one in numbers))


POWER_MEANS: tuple[tuple[float, Callable[[Numbers], str]], ...] = (
    (-1, partial(_name, "1 is divided by {} / precision + {} / recall in place of F")),
    (1, partial(_name, "{} * precision + {} * recall is used in place of F")),
    (0, partial(_name, "precision ** {} * recall ** {} is used in place of F")),
)
"""Powers, with functions that name the means of their weights."""
