"""The axes of the plots of a comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tallystick.reports.comparison.model import Length, OrderPrecision
from tallystick.reports.renderers.axis import Axis, axis_over

PANEL, GAP = 104, 34


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
