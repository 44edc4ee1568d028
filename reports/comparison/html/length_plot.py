"""How long each system's hypotheses are relative to the references."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.axis import Axis, axis_over
from tallystick.reports.comparison.html.interval_plot import FOOT, NAMES, ROW, TOP, WIDTH
from tallystick.reports.comparison.html.wording import ABSENT, count_text, shortened
from tallystick.reports.comparison.model import Comparison

NUMBERS = 112


@dataclass(frozen=True, slots=True)
class Line:
    """A system's ratio of lengths, as a position; None where it is not defined."""

    name: str
    label: str
    middle: float
    ratio: float | None
    text: str
    hypothesis_length: str
    reference_length: str


@dataclass(frozen=True, slots=True)
class LengthPlot:
    """The plot, with the place of equal length."""

    axis: Axis
    equal: float
    lines: tuple[Line, ...]
    width: int
    height: int
    foot: float


def length_plot(comparison: Comparison) -> LengthPlot | None:
    """Lay out the plot, the best system under the first metric on top."""
    if not comparison.lengths:
        return None
    of = {one.system: one for one in comparison.lengths}
    order = [one.system for one in comparison.in_order_of(comparison.metrics[0].metric)]
    ratios = [one.ratio for one in comparison.lengths if one.ratio is not None]
    axis = axis_over([1.0, *ratios], NAMES, WIDTH - NUMBERS - 8, marks=3)
    lines = tuple(
        Line(
            name=one.system,
            label=shortened(one.system, 17),
            middle=TOP + ROW * (n + 0.5),
            ratio=None if one.ratio is None else axis.at(one.ratio),
            text=ABSENT if one.ratio is None else f"{one.ratio:.3f}",
            hypothesis_length=count_text(one.hypothesis_length),
            reference_length=count_text(one.reference_length),
        )
        for n, one in enumerate(of[name] for name in order if name in of)
    )
    foot = TOP + ROW * len(lines)
    return LengthPlot(axis, axis.at(1.0), lines, WIDTH, foot + FOOT, foot)
