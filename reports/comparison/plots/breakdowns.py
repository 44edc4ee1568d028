"""Scores by groups of segments, with their intervals."""

from __future__ import annotations

from matplotlib.figure import Figure

from tallystick.reports.comparison.model import Breakdown, ComparedMetric, Comparison
from tallystick.reports.comparison.plots.heat_map import MOST_COLOURS, heat_map
from tallystick.reports.comparison.plots.style import (
    add_legend,
    mark_of,
    new_figure,
    width_for,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import percent

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
    groups = [group.label for group in breakdown.groups]
    cells = {
        (cell.group, cell.system): cell for cell in breakdown.cells if cell.metric == metric.metric
    }
    if len(systems) > MOST_COLOURS:
        values = {
            (system, groups.index(group)): cell.score
            for (group, system), cell in cells.items()
            if cell.score is not None
        }
        return heat_map(
            systems,
            [visible(group) for group in groups],
            values,
            f"{metric.title} by {breakdown.field}",
            min(metric.scale.digits, 1 if len(groups) > MOST_WIDE else 2),
            metric.higher_is_better,
        )
    width = width_for(systems, len(groups) * len(systems) <= MOST_IN_COLUMN)
    figure, axes = new_figure(2.6, width, grid="y")
    step = 0.8 / max(len(systems), 2)
    handles = []
    for number, system in enumerate(systems):
        look = mark_of(number)
        shift = step * (number - (len(systems) - 1) / 2)
        places, scores = [], []
        for place, group in enumerate(groups):
            cell = cells.get((group, system))
            if cell is None or cell.score is None:
                continue
            places.append(place + shift)
            scores.append(cell.score)
            if cell.interval is not None:
                axes.vlines(
                    place + shift,
                    cell.interval.low,
                    cell.interval.high,
                    color=look["color"],
                    linewidth=1.1,
                )
        handles += axes.plot(places, scores, linestyle="none", markersize=3.5, **look)
    # long labels would overlap
    slanted = max(map(len, groups), default=0) * len(groups) > 60
    labels = [f"{visible(group.label)}\n({len(group.segments):,})" for group in breakdown.groups]
    axes.set_xticks(
        range(len(groups)),
        labels,
        rotation=30 if slanted else 0,
        horizontalalignment="right" if slanted else "center",
    )
    axes.set_xlim(-0.5, len(groups) - 0.5)
    axes.set_xlabel(visible(f"{breakdown.field} (number of segments)"))
    axes.set_ylabel(visible(f"{metric.title}, {percent(comparison.test.confidence)} interval"))
    add_legend(figure, handles, systems)
    return figure
