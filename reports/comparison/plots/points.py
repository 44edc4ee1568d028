"""Numbers of each system at several places: scores by group, precision by order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tallystick.reports.comparison.model import Breakdown, ComparedMetric, Comparison, bounds_of
from tallystick.reports.comparison.plots.cells import heat_map
from tallystick.reports.comparison.plots.style import (
    add_legend,
    mark_of,
    new_figure,
    width_for,
)
from tallystick.reports.document import Measured
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import percent

MOST_COLOURS = 7
"""Colours distinguish no more systems than this."""

MOST_GROUPS = 24
"""A plot of more groups, such as one per document, would be unreadable."""

MOST_WIDE = 12  # groups whose scores have room for two decimals
MOST_IN_COLUMN = 24  # intervals


def is_drawn(breakdown: Breakdown) -> bool:
    """Return whether a plot can show the groups of a breakdown."""
    return 2 <= len(breakdown.groups) <= MOST_GROUPS


def breakdown_plot(comparison: Comparison, breakdown: Breakdown, metric: ComparedMetric) -> Figure:
    """Draw the score of each system in each group; groups that are too small remain empty."""
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    groups = [visible(group.label) for group in breakdown.groups]
    places = {group.label: place for place, group in enumerate(breakdown.groups)}
    scores: dict[str, list[Measured]] = {system: [] for system in systems}
    for one in breakdown.cells:
        if one.metric == metric.metric and one.score is not None:
            bounds = bounds_of(one.interval)
            scores[one.system].append(Measured(places[one.group], one.score, *bounds))
    if len(systems) > MOST_COLOURS:
        return heat_map(
            systems,
            groups,
            _by_place(scores),
            f"{metric.title} by {breakdown.field}",
            min(metric.scale.digits, 1 if len(groups) > MOST_WIDE else 2),
            metric.higher_is_better,
        )
    width = width_for(systems, len(groups) * len(systems) <= MOST_IN_COLUMN)
    figure, axes = new_figure(2.6, width, grid="y")
    _draw(figure, axes, scores, 0.8 / max(len(systems), 2), linestyle="none")
    # long labels would overlap
    slanted = max(map(len, places), default=0) * len(groups) > 60
    counts = [f"({len(group.segments):,})" for group in breakdown.groups]
    axes.set_xticks(
        range(len(groups)),
        map("\n".join, zip(groups, counts, strict=True)),
        rotation=30 if slanted else 0,
        horizontalalignment="right" if slanted else "center",
    )
    axes.set_xlim(-0.5, len(groups) - 0.5)
    axes.set_xlabel(visible(f"{breakdown.field} (number of segments)"))
    axes.set_ylabel(visible(f"{metric.title}, {percent(comparison.test.confidence)} interval"))
    return figure


def orders_plot(comparison: Comparison, metric: str) -> Figure:
    """Draw the precision of each system at each order of a metric, in percent."""
    systems = [one.system for one in comparison.in_order_of(metric)]
    found = [one for one in comparison.orders if one.metric == metric]
    orders = sorted({one.order for one in found})
    precisions: dict[str, list[Measured]] = {system: [] for system in systems}
    for one in found:
        if one.precision is not None:
            precisions[one.system].append(Measured(orders.index(one.order), 100 * one.precision))
    names = [str(order) for order in orders]
    if len(systems) > MOST_COLOURS:
        label = "precision of n-grams by order, in percent"
        return heat_map(systems, names, _by_place(precisions), label)
    figure, axes = new_figure(2.4, width_for(systems), grid="y")
    _draw(figure, axes, precisions, linewidth=1.1)
    axes.set_xticks(range(len(orders)), names)
    axes.set_xlabel("order of n-grams")
    axes.set_ylabel("precision, in percent")
    axes.set_ylim(bottom=0)
    return figure


def _by_place(numbers: Mapping[str, Sequence[Measured]]) -> dict[tuple[str, int], float]:
    return {(name, int(one.x)): one.y for name, line in numbers.items() for one in line}


def _draw(
    figure: Figure,
    axes: Axes,
    numbers: Mapping[str, Sequence[Measured]],
    step: float = 0.0,
    **look: Any,
) -> None:
    """Draw the numbers of each system with their intervals, the systems `step` apart."""
    handles = []
    for place, line in enumerate(numbers.values()):
        mark = mark_of(place)
        shift = step * (place - (len(numbers) - 1) / 2)
        for one in line:
            if one.low is not None:
                low, high = one.low, one.high
                axes.vlines(one.x + shift, low, high, color=mark["color"], linewidth=1.1)
        xs, ys = [one.x + shift for one in line], [one.y for one in line]
        handles += axes.plot(xs, ys, markersize=3.5, **look, **mark)
    add_legend(figure, handles, list(numbers))
