"""What a test set can show: the smallest difference, and the segments that a smaller one takes."""

from __future__ import annotations

import math

from tallystick.metrics.resampling.student import quantile

POWER = 0.8

FEWEST_TO_SEE = 8
"""With fewer units that differ a test that exchanges them needs nearly all signs to be equal, and
standard errors are too uncertain for a smallest visible difference: over 6 documents of WMT22, the
5% and 95% points of that number were 4.7 and 21.9 BLEU."""


def smallest_visible_difference(
    standard_error: float, significance_level: float, degrees: float = math.inf
) -> float:
    """Return the difference that a two-sided test finds with a power of 80%.

    The sum of the quantiles of the level and of the power, of the normal distribution or of
    Student's t, times the standard error of the difference; see Cohen, "Statistical Power Analysis
    for the Behavioral Sciences", 1988.

    Args:
        standard_error: Of the difference, 0 or more.
        significance_level: Of the test.
        degrees: The degrees of freedom of the standard error, such as the number of units less 1.

    >>> round(smallest_visible_difference(0.28, 0.05), 3)
    0.784
    """
    of_level = quantile(1 - significance_level / 2, degrees)
    return (of_level + quantile(POWER, degrees)) * standard_error


def segments_needed(segments: int, visible: float, difference: float) -> int | None:
    """Return about how many segments make a difference visible.

    Standard errors fall with the square root of the number of segments.

    Args:
        segments: How many there are.
        visible: The smallest difference that they show.
        difference: The difference to be shown.

    Returns:
        The number; None where the difference is 0.

    >>> segments_needed(1000, 0.8, 0.4)
    4000
    """
    if difference == 0:
        return None
    return math.ceil(segments * (visible / difference) ** 2)
