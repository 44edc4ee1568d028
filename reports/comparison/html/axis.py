"""The axes of the plots of a comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tallystick.reports.comparison.model import Length, OrderPrecision, SystemScore
from tallystick.reports.renderers.axis import Axis, axis_over

PANEL, GAP = 104, 34
ROWS = ((9, 25), (20, 20))
TIGHTEST = 17


def row_height(systems: int) -> int:
    """Return the height of a row of a plot: the more systems there are, the smaller it is."""
    return next((height for most, height in ROWS if systems <= most), TIGHTEST)


def score_axis(scores: Iterable[SystemScore], start: float, end: float) -> Axis:
    """Return the axis of scores and their intervals."""
    values = []
    for one in scores:
        values += [] if one.score is None else [one.score]
        values += [] if one.interval is None else [one.interval.low, one.interval.high]
    return axis_over(values, start, end)


def ratio_axis(lengths: Iterable[Length], start: float, end: float) -> Axis:
    """Return the axis of length ratios, which contains 1."""
    ratios = [one.ratio for one in lengths if one.ratio is not None]
    return axis_over([1.0, *ratios], start, end, marks=3)


def order_axes(precisions: Collection[OrderPrecision], start: float) -> dict[int, Axis]:
    """Return the axis of each order's panel, in percent."""
    axes = {}
    for order in sorted({one.order for one in precisions}):
        values = [
            100 * one.precision
            for one in precisions
            if one.order == order and one.precision is not None
        ]
        axes[order] = axis_over(values, start, start + PANEL, marks=2)
        start += PANEL + GAP
    return axes
