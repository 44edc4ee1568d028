"""The precision and the scale of the numbers that a program gives."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DECIMALS = 7
"""Numbers with more decimals are taken for unrounded ones."""

EQUAL = 1e-9
"""The relative difference below which scores in double precision are equal."""

EQUAL_IN_32_BITS = 4e-6


@dataclass(frozen=True, slots=True)
class Precision:
    """How a program writes its scores.

    Attributes:
        decimals: The number of decimals to which it rounds, on its own scale; None if it does not.
        truncated: Whether it cuts further decimals instead of rounding.
        single: Whether it computes in 32 bits.
        factor: The factor from its scale to ours.
    """

    decimals: int | None = None
    truncated: bool = False
    single: bool = False
    factor: float = 1.0

    @property
    def absolute(self) -> float:
        """The largest absolute difference of equal scores on our scale."""
        if self.decimals is None:
            return 1e-9
        unit = 1.0 if self.truncated else 0.5
        return self.factor * (unit * 10.0**-self.decimals + 1e-9)

    def equal(self, ours: NDArray[np.float64], found: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return whether scores on our scale are equal, elementwise; undefined ones are equal."""
        relative = EQUAL_IN_32_BITS if self.single else EQUAL
        with np.errstate(invalid="ignore"):
            close = np.abs(ours - found) <= self.absolute + relative * np.abs(ours)
        return close | (np.isnan(ours) & np.isnan(found))

    @property
    def remarks(self) -> tuple[str, ...]:
        """What is unusual, in sentences without a full stop."""
        found = []
        if self.decimals is not None:
            how = "cut" if self.truncated else "rounded"
            found.append(f"scores are {how} to {self.decimals} decimals")
        if self.single:
            found.append("scores are computed in 32 bits, which gives about six digits")
        return tuple(found)


def decimals_of(numbers: Iterable[float]) -> int | None:
    """Return the most decimals of some numbers; None if one is not rounded.

    >>> decimals_of([0.5, 27.34]), decimals_of([1 / 3])
    (2, None)
    """
    most = 0
    for number in numbers:
        while round(number, most) != number:
            most += 1
            if most > MOST_DECIMALS:
                return None
    return most


def is_single(numbers: Sequence[float]) -> bool:
    """Return whether all numbers are exact in 32 bits, and some are not simple fractions.

    >>> is_single([0.5, float(np.float32(0.1))]), is_single([0.5, 0.1])
    (True, False)
    """
    array = np.array(numbers)
    with np.errstate(over="ignore"):
        exact = array.astype(np.float32).astype(np.float64) == array
    return bool(exact.all()) and any(_is_odd(number) for number in numbers)


def _is_odd(number: float) -> bool:
    mantissa, _ = math.frexp(number)
    return (mantissa * 2**16) % 1 != 0


def precision_of(
    ours: NDArray[np.float64], found: NDArray[np.float64], factor: float, *, simple: float = 1e-3
) -> Precision:
    """Return the precision of a program whose scores should equal ours.

    Args:
        ours: Our scores.
        found: The scores of the program, on our scale.
        factor: The factor from its scale to ours.
        simple: The proportion of scores that may differ by chance; others have a cause.
    """
    defined = np.isfinite(ours) & np.isfinite(found)
    own = (found[defined] / factor).tolist()
    if not own:
        return Precision(factor=factor)
    if (decimals := decimals_of(own)) is not None and decimals_of(
        (ours[defined] / factor).tolist()
    ) is None:
        below = ours[defined] - found[defined]
        unit = factor * 10.0**-decimals
        cut = bool(np.all((below > -1e-9) & (below < unit + 1e-9)) and np.any(below > 0.51 * unit))
        return Precision(decimals=decimals, truncated=cut, factor=factor)
    return Precision(single=is_single(own), factor=factor)
