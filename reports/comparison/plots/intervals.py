"""Scores with their intervals, the best system on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from matplotlib.figure import Figure

from tallystick.reports.comparison.orientation import between, standard_of
from tallystick.reports.comparison.plots.style import (
    BLUE,
    GREY,
    add_legend,
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

    A filled point differs significantly from the baseline, or else from the best system.
    """
    in_order = [one for one in comparison.in_order_of(metric.metric) if one.score is not None]
    figure, axes = new_figure(0.9 + 0.26 * max(len(in_order), 1))
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    for place, one in enumerate(in_order):
        if one.interval is not None:
            axes.hlines(place, one.interval.low, one.interval.high, color=BLUE, linewidth=1.4)
        pair = between(pairs, one.system, standard)
        filled = pair is not None and pair.significant
        axes.plot(
            [one.score],
            [place],
            marker="D" if one.system == standard else "o",
            color=BLUE,
            markerfacecolor=BLUE if filled else "white",
            markersize=5.5,
        )
    label_systems(axes, [one.system for one in in_order])
    axes.set_xlabel(
        visible(
            f"{metric_title(metric)} with {percent(comparison.test.confidence)} interval "
            f"({direction(metric)})"
        )
    )
    axes.grid(axis="x", color=GREY, alpha=0.25, linewidth=0.6)
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
