"""Precision by order: a panel for each order, a line for each system."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.axis import Axis, axis_over
from tallystick.reports.comparison.html.interval_plot import NAMES, ROW
from tallystick.reports.comparison.html.wording import ABSENT, count_text, shortened
from tallystick.reports.comparison.model import Comparison, OrderPrecision

PANEL = 104
GAP = 34
TOP = 26
FOOT = 26


@dataclass(frozen=True, slots=True)
class Dot:
    """A system's precision of one order; its position None where it is not defined."""

    position: float | None
    text: str
    counts: str


@dataclass(frozen=True, slots=True)
class Line:
    """A system and its dots, one for each panel."""

    name: str
    label: str
    middle: float
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class OrderPlot:
    """The plot; panel and dots go together."""

    orders: tuple[int, ...]
    panels: tuple[Axis, ...]
    lines: tuple[Line, ...]
    width: int
    height: int
    top: int
    foot: float


def order_plot(comparison: Comparison) -> OrderPlot | None:
    """Lay out the plot, the best system under the first metric on top."""
    if not comparison.orders:
        return None
    of = {(one.system, one.order): one for one in comparison.orders}
    orders = tuple(sorted({one.order for one in comparison.orders}))
    systems = [one.system for one in comparison.in_order_of(comparison.metrics[0].metric)]
    panels = tuple(
        axis_over(
            [
                100 * one.precision
                for one in comparison.orders
                if one.order == order and one.precision is not None
            ],
            NAMES + n * (PANEL + GAP),
            NAMES + n * (PANEL + GAP) + PANEL,
            marks=2,
        )
        for n, order in enumerate(orders)
    )
    lines = tuple(
        Line(
            name=system,
            label=shortened(system, 17),
            middle=TOP + ROW * (n + 0.5),
            dots=tuple(
                _dot(of.get((system, order)), panel)
                for order, panel in zip(orders, panels, strict=True)
            ),
        )
        for n, system in enumerate(systems)
    )
    foot = TOP + ROW * len(lines)
    width = NAMES + len(orders) * (PANEL + GAP)
    return OrderPlot(orders, panels, lines, width, foot + FOOT, TOP, foot)


def _dot(found: OrderPrecision | None, panel: Axis) -> Dot:
    if found is None or found.precision is None:
        return Dot(None, ABSENT, "")
    return Dot(
        panel.at(100 * found.precision),
        f"{100 * found.precision:.1f}",
        f"{count_text(found.clipped_matches)} of {count_text(found.total)}",
    )
