"""Precision by order."""

from __future__ import annotations

from matplotlib.figure import Figure

from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.plots.style import add_legend, mark_of, new_figure


def orders_plot(comparison: Comparison, metric: str) -> Figure:
    """Draw the precision of each system at each order of a metric, in percent."""
    figure, axes = new_figure(3.2, grid="y")
    systems = [system.name for system in comparison.systems]
    precisions = [one for one in comparison.orders if one.metric == metric]
    handles = []
    for number, system in enumerate(systems):
        points = [
            (one.order, 100 * one.precision)
            for one in precisions
            if one.system == system and one.precision is not None
        ]
        handles += axes.plot(
            [order for order, _ in points],
            [precision for _, precision in points],
            linewidth=1.1,
            markersize=4.5,
            **mark_of(number),
        )
    orders = sorted({one.order for one in precisions})
    axes.set_xticks(orders, [str(order) for order in orders])
    axes.set_xlabel("order of n-grams")
    axes.set_ylabel("precision, in percent")
    axes.set_ylim(bottom=0)
    add_legend(figure, handles, systems)
    return figure
