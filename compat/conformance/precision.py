"""The precision and the scale of the numbers that a program gives."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.implementations.tolerance import IN_32_BITS, Tolerance

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_DECIMALS = 7
"""Numbers with more decimals are taken for unrounded ones."""

OF_A_CONSTANT = 10
"""Equal scores that show a constant, which is not rounded."""

IN_64_BITS = Tolerance(relative=1e-9, absolute=1e-9)
"""For programs that compute in double precision, in any order of operations."""

SCALES = (1.0, 100.0, 0.01)
"""The factors by which the scale of a program may differ from the one that it declares."""


@dataclass(frozen=True, slots=True)
class Precision:
    """How a program writes its scores, on its own scale."""

    decimals: int | None = None  # None if it does not round
    truncated: bool = False
    in_32_bits: bool = False

    def tolerance(self, factor: float) -> Tolerance:
        """Return the largest difference of equal scores, given the factor to our scale."""
        if self.decimals is None:
            return Tolerance(2 * IN_32_BITS.relative, 1e-7) if self.in_32_bits else IN_64_BITS
        unit = 1.0 if self.truncated else 0.5
        return Tolerance(1e-9, factor * (unit * 10.0**-self.decimals + 1e-9))

    def __str__(self) -> str:
        if self.decimals is not None:
            how = "cut" if self.truncated else "rounded"
            return f"scores are {how} to {self.decimals} decimal{'s' * (self.decimals != 1)}"
        return "scores are computed in 32 bits" if self.in_32_bits else ""


def equal(
    ours: NDArray[np.float64], scores: NDArray[np.float64], tolerance: Tolerance
) -> NDArray[np.bool_]:
    """Return whether scores are equal, elementwise; two undefined scores are equal."""
    with np.errstate(invalid="ignore"):
        near = np.abs(ours - scores) <= tolerance.absolute + tolerance.relative * np.abs(ours)
    # a tolerance relative to infinity allows every number
    same: NDArray[np.bool_] = (near & np.isfinite(ours)) | (ours == scores)
    return same | (np.isnan(ours) & np.isnan(scores))


def decimals_of(numbers: Iterable[float]) -> int | None:
    """Return the most decimals of some numbers; None if one is not rounded."""
    most = 0
    for number in numbers:
        # a change of scale leaves an error in the last bits
        while not math.isclose(round(number, most), number, rel_tol=1e-14, abs_tol=1e-14):
            most += 1
            if most > MOST_DECIMALS:
                return None
    return most


def are_in_32_bits(numbers: Sequence[float]) -> bool:
    """Return whether all numbers are exact in 32 bits, and one is not a simple fraction."""
    mantissas = [math.frexp(number)[0] for number in numbers]
    exact = all((mantissa * 2**24).is_integer() for mantissa in mantissas)
    return exact and not all((mantissa * 2**16).is_integer() for mantissa in mantissas)


def differ_like_32_bits(pairs: Iterable[tuple[float, float]]) -> bool:
    """Return whether numbers of a program differ from ours by errors of 32 bits, up and down."""
    errors = [(score - right) / right for right, score in pairs if right]
    errors = [error for error in errors if abs(error) > 2e-9]
    small = [error for error in errors if abs(error) < IN_32_BITS.relative]
    upwards = sum(error > 0 for error in small)
    return 2 * len(small) > len(errors) and 0.2 < upwards / len(small) < 0.8


def precision_of(scores: Sequence[float], ours: Sequence[float] = ()) -> Precision:
    """Return the precision of scores, given those of ours that are known, on the same scale."""
    defined = [score for score in scores if math.isfinite(score)]
    decimals = decimals_of(defined)
    known = [
        (right, it) for right, it in zip(ours, scores, strict=False) if math.isfinite(right - it)
    ]
    if decimals is None:
        return Precision(in_32_bits=are_in_32_bits(defined) or differ_like_32_bits(known))
    values = len(set(defined))
    if (values < 3 and not decimals) or (values == 1 and len(defined) >= OF_A_CONSTANT):
        return Precision()  # a constant, or the ends of the scale
    ours_decimals = decimals_of(right for right, _ in known) if known else None
    if ours_decimals is not None and ours_decimals <= decimals:
        return Precision()  # nothing was there to round
    unit = 10.0**-decimals
    near = [right - it for right, it in known if abs(right - it) <= unit * (1 + 1e-9)]
    truncated = bool(near) and min(near) > -1e-9 and max(near) > 0.51 * unit
    return Precision(decimals=decimals, truncated=truncated)


def scale_of(ours: NDArray[np.float64], scores: NDArray[np.float64]) -> float:
    """Return the factor to a scale on which most scores are ours: 1, 100 or 1/100."""
    with np.errstate(invalid="ignore"):
        near = [
            int((np.abs(scale * scores - ours) <= 0.005 * np.abs(ours)).sum(where=ours != 0))
            for scale in SCALES
        ]
    return SCALES[int(np.argmax(near))]
