"""Plots with one row per system: scores and differences with their intervals."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.orientation import between, seen_from, standard_of
from tallystick.reports.comparison.plots.style import (
    BLUE,
    GREY,
    add_legend,
    draw_point,
    label_systems,
    new_figure,
)
from tallystick.reports.comparison.tables import direction
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import adjusted_p_value, equation, metric_title, percent


def intervals_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the score of each system and its interval, the best system on top.

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
        look = {"color": BLUE, "linestyle": "none", "markersize": 5.5}
        handles = [
            Line2D([], [], marker="D", markerfacecolor="white", **look),
            Line2D([], [], marker="o", markerfacecolor=BLUE, **look),
            Line2D([], [], marker="o", markerfacecolor="white", **look),
        ]
        add_legend(figure, handles, [role, f"differs from the {role}", "no significant difference"])
    return figure


def differences_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the difference of each system from the baseline, or from the better of two.

    A filled point is a significant difference; the corrected p-value is to the right of it.
    """
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    drawn = []
    for one in comparison.in_order_of(metric.metric):
        pair = between(pairs, one.system, standard)
        if pair is not None and pair.difference is not None:
            drawn.append((one.system, pair, *seen_from(pair, one.system)))
    figure, axes = new_figure(0.8 + 0.28 * max(len(drawn), 1), grid="x")
    axes.axvline(0, color=GREY, linewidth=0.9)
    for place, (_, pair, difference, bounds) in enumerate(drawn):
        draw_point(axes, place, difference, bounds, "o", pair.significant)
        if pair.adjusted_p_value is not None:
            axes.annotate(
                equation(adjusted_p_value(pair, comparison.test)),
                (1.01, place),
                xycoords=axes.get_yaxis_transform(),
                fontsize=8,
                verticalalignment="center",
            )
    label_systems(axes, [system for system, *_ in drawn])
    axes.set_xlabel(
        visible(
            f"{metric_title(metric)}: difference from {standard}, "
            f"{percent(comparison.test.confidence)} interval ({direction(metric)})"
        )
    )
    return figure
