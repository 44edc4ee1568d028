"""Tolerances within which two scores are equal."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tallystick.errors import OptionError


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The difference that rounding may make between equal scores, on the scale of our metric.

    Scores are equal if they differ by at most `absolute + relative * abs(expected)`.

    Args:
        relative: A proportion of the expected score; the default is for programs that compute in
            double precision.
        absolute: A difference; half a unit of the last place for programs that print decimals.

    Raises:
        OptionError: An argument is not a finite number of 0 or more.

    >>> Tolerance().allows(50, 50 + 1e-11), Tolerance().allows(50, 50.0001)
    (True, False)
    """

    relative: float = 1e-12
    absolute: float = 0.0

    def __post_init__(self) -> None:
        for name in ("relative", "absolute"):
            value = getattr(self, name)
            if not isinstance(value, (int, float)) or not 0 <= value < math.inf:
                raise OptionError(f"{name} is {value!r}; expected a number of 0 or more")

    def allows(self, expected: float, found: float) -> bool:
        """Return whether a score equals the expected one within the tolerance."""
        return abs(found - expected) <= self.absolute + self.relative * abs(expected)


EXACT = Tolerance()
"""For programs that compute in double precision."""

IN_32_BITS = Tolerance(relative=2e-6)
"""For programs that compute in single precision, which has about six digits."""


def printed(decimals: int, factor: float = 1.0) -> Tolerance:
    """Return the tolerance for a program that prints a fixed number of decimals.

    Args:
        decimals: The number of decimals.
        factor: The factor from the printed score to ours, such as 100 for a score from 0 to 1.

    >>> printed(2).allows(33.335, 33.34), printed(2).allows(33.335, 33.35)
    (True, False)
    """
    # the second term is for ties that a rounding error makes the program round the other way
    return Tolerance(absolute=factor * (0.5 * 10.0**-decimals + 1e-12))
