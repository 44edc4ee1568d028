"""Units of resampling: documents if they are known, else segments, or groups by another field."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray

ROUNDED = 1e-12
"""Relative tolerance, to the larger score, within which scores differ by rounding errors only."""

SAME = 1e-9
"""Relative tolerance, to the largest of the column, within which statistics are the same."""


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """The units of resampling.

    Attributes:
        name: The kind of unit: "segment", "document", or the name of a field.
        numbers: The unit of every segment, counted from 0, shape (segments,).
        number: The number of units.
    """

    name: str
    numbers: IntArray
    number: int

    def sums(self, rows: NDArray[Any]) -> FloatArray:
        """Add up the rows of each unit, rounded to make further sums exact.

        Sums of whole numbers are exact in float64. Other numbers are rounded to multiples of one
        power of two, small enough to change a score by a relative 1e-13 only, and large enough to
        make every sum over `number` units exact. No sum then depends on the order of its terms, and
        no result on threads or on the other systems.

        Args:
            rows: Statistics, shape (segments, columns).

        Returns:
            Shape (units, columns), float64.

        >>> units = units_of("document", ["a", "b", "a"])
        >>> units.sums(np.array([[1], [2], [4]])).tolist()
        [[5.0], [2.0]]
        """
        if self.name == "segment":
            sums = rows.astype(np.float64)
        else:
            by_column = [np.bincount(self.numbers, column, self.number) for column in rows.T]
            sums = np.stack(by_column, axis=1)
        if rows.dtype.kind not in "iu":
            largest = np.abs(sums).max(axis=0, initial=0.0)
            _, exponents = np.frexp(largest * self.number)
            grid = np.maximum(np.ldexp(1.0, exponents - 52), np.finfo(np.float64).tiny)
            sums = np.rint(sums / grid) * grid
        return sums


def segments_as_units(segments: int) -> Units:
    """Return units that are single segments.

    Raises:
        InputError: There are no segments.
    """
    return units_of("segment", range(segments))


def units_of(name: str, labels: Sequence[Hashable]) -> Units:
    """Return units that are groups of segments with the same label.

    `name` is the name of the label, such as "document"; `labels` has the label of every segment.

    Raises:
        InputError: There are no segments.

    >>> units_of("document", ["a", "b", "a"]).numbers.tolist()
    [0, 1, 0]
    """
    if not labels:
        raise InputError("there are no segments to resample; give at least one")
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels))}
    of_segments = np.fromiter((numbers[label] for label in labels), np.int64, len(labels))
    return Units(name, of_segments, len(numbers))


class OneSet(NamedTuple):
    """The statistics of several systems on one set.

    `sums` has for each system the statistics of every unit, as `Units.sums`; draws of different
    purposes are independent.
    """

    metric: Metric
    sums: Sequence[FloatArray]
    purpose: str = ""

    @property
    def totals(self) -> FloatArray:
        """The sums over all units, shape (systems, columns)."""
        return np.stack([rows.sum(axis=0) for rows in self.sums])

    @property
    def scores(self) -> FloatArray:
        """The scores on the set, shape (systems,)."""
        return self.metric.formula(self.totals)


def differing_units(one: FloatArray, other: FloatArray) -> BoolArray:
    """Return the units in which the statistics of two systems differ, shape (units,).

    Those of the same text can differ in the last bits, because sums are rounded to different
    multiples.
    """
    largest = np.maximum(np.abs(one), np.abs(other)).max(axis=0, initial=0.0)
    apart: BoolArray = np.any(np.abs(one - other) > SAME * largest, axis=1)
    return apart


def larger(of_systems: FloatArray, pairs: Sequence[tuple[int, int]]) -> FloatArray:
    """Return the larger size of the numbers of each pair of systems, shape (pairs,)."""
    sizes: FloatArray = np.abs(of_systems)[np.array(pairs, np.int64).reshape(-1, 2)].max(1)
    return sizes


def between(of_systems: FloatArray, pairs: Sequence[tuple[int, int]]) -> FloatArray:
    """Return the first less the second system of each pair, shape (..., pairs)."""
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    differences: FloatArray = of_systems[..., first] - of_systems[..., second]
    return differences


def score_differences(scores: FloatArray, pairs: Sequence[tuple[int, int]]) -> FloatArray:
    """Return the differences of the scores of pairs; 0 instead of rounding errors.

    >>> score_differences(np.array([0.1 + 0.2, 0.3, 0.2]), [(0, 1), (0, 2)]).round(9).tolist()
    [0.0, 0.1]
    """
    differences = between(scores, pairs)
    return np.where(np.abs(differences) <= ROUNDED * larger(scores, pairs), 0.0, differences)
