"""Tolerances within which two scores are equal."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tallystick.errors import OptionError


@dataclass(frozen=True, slots=True)
class Tolerance:
    """The tolerance between two equal scores, due to rounding, on our scale.

    Args:
        relative: A share of the expected score: 1e-12 for programs that compute in double
            precision, whatever the order of their sums.
        absolute: A difference: half a unit of the last place for programs that print decimals.

    Raises:
        OptionError: One of them is negative or not a number.

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
        """Return whether a score is the expected one as far as rounding goes."""
        return abs(found - expected) <= self.absolute + self.relative * abs(expected)


EXACT = Tolerance()
"""For programs that compute in double precision."""

IN_32_BITS = Tolerance(relative=2e-6)
"""For programs that compute in 32 bits: some six digits."""


def printed(decimals: int, factor: float = 1.0) -> Tolerance:
    """Return the tolerance of a program that prints some decimals.

    Args:
        decimals: How many.
        factor: What turns the printed score into ours, such as 100 where it is 0 to 1.

    >>> printed(2).allows(33.335, 33.34), printed(2).allows(33.335, 33.35)
    (True, False)
    """
    # the last term: a tie that its program rounds the other way by a rounding error
    return Tolerance(absolute=factor * (0.5 * 10.0**-decimals + 1e-12))
