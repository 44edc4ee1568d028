"""Axes of plots: the positions of values and of marks."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace

from tallystick.reports.wording import MINUS

STEPS = (1, 2, 2.5, 5, 10)
SMALLEST = 1e-12
"""Values and differences below this, which come from rounding, are drawn as 0."""


ROWS = ((9, 25), (20, 20))
TIGHTEST = 17


def row_height(rows: int) -> int:
    """Return the height of a row of a plot: the more there are, the smaller it is."""
    return next((height for most, height in ROWS if rows <= most), TIGHTEST)


@dataclass(frozen=True, slots=True)
class Mark:
    """A labelled position on an axis."""

    position: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` at positions from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    marks: tuple[Mark, ...] = ()

    def at(self, value: float) -> float:
        """Return the position of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def axis_over(values: Iterable[float], start: float, end: float, marks: int = 4) -> Axis:
    """Return an axis that contains all finite values, with about `marks` round marks.

    >>> axis = axis_over([26.1, 33.7], start=0, end=100)
    >>> [mark.label for mark in axis.marks], axis.at(axis.low), axis.at(axis.high)
    (['26', '28', '30', '32', '34'], 0.0, 100.0)
    """
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    size = max(abs(low), abs(high))
    if size < SMALLEST:
        low, high, size = 0.0, 0.0, 10.0
    spread = high - low if high - low > size * SMALLEST else size / 10
    low, high = low - spread * 0.03, high + spread * 0.03
    step = _round_step((high - low) / marks)
    decimals = max(
        0, -math.floor(math.log10(step)) + (step / 10 ** math.floor(math.log10(step)) == 2.5)
    )
    first = math.floor(low / step + 0.5)
    last = math.ceil(high / step - 0.5)
    axis = Axis(min(low, first * step), max(high, last * step), start, end)
    found = tuple(
        Mark(axis.at(place * step), f"{place * step:.{decimals}f}".replace("-", MINUS))
        for place in range(first, last + 1)
    )
    return replace(axis, marks=found)


def _round_step(step: float) -> float:
    magnitude: float = 10.0 ** math.floor(math.log10(step))
    return min((one * magnitude for one in STEPS), key=lambda one: abs(one - step))
