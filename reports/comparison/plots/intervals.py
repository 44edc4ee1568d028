"""Scores with their intervals, the best system on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from tallystick.reports.comparison.orientation import between, standard_of
from tallystick.reports.comparison.plots.style import (
    BLUE,
    add_legend,
    draw_point,
    label_systems,
    new_figure,
)
from tallystick.reports.comparison.tables import direction
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import metric_title, percent

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, Comparison


def intervals_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the score of each system and its interval.

    A filled point differs significantly from the baseline, or without one from the best system.
    """
    in_order = [one for one in comparison.in_order_of(metric.metric) if one.score is not None]
    figure, axes = new_figure(0.9 + 0.26 * max(len(in_order), 1), grid="x")
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    for place, one in enumerate(in_order):
        pair = between(pairs, one.system, standard)
        filled = pair is not None and pair.significant
        marker = "D" if one.system == standard else "o"
        draw_point(axes, place, one.score, one.interval, marker, filled)
    label_systems(axes, [one.system for one in in_order])
    axes.set_xlabel(
        visible(
            f"{metric_title(metric)} with {percent(comparison.test.confidence)} interval "
            f"({direction(metric)})"
        )
    )
    if len(in_order) > 1:
        role = "baseline" if comparison.baseline is not None else "best"
        _explain(figure, axes, role)
    return figure


def _explain(figure: Figure, axes: object, role: str) -> None:
    from matplotlib.lines import Line2D

    look = {"color": BLUE, "linestyle": "none", "markersize": 5.5}
    handles = [
        Line2D([], [], marker="D", markerfacecolor="white", **look),
        Line2D([], [], marker="o", markerfacecolor=BLUE, **look),
        Line2D([], [], marker="o", markerfacecolor="white", **look),
    ]
    add_legend(figure, handles, [role, f"differs from the {role}", "no significant difference"])
