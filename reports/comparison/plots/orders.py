"""Precision by order."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from tallystick.reports.comparison.model import Comparison, OrderPrecision
from tallystick.reports.comparison.plots.heat_map import MOST_COLOURS, heat_map
from tallystick.reports.comparison.plots.style import add_legend, mark_of, new_figure, width_for


def orders_plot(comparison: Comparison, metric: str) -> Figure:
    """Draw the precision of each system at each order of a metric, in percent."""
    systems = [one.system for one in comparison.in_order_of(metric)]
    precisions = [one for one in comparison.orders if one.metric == metric]
    if len(systems) > MOST_COLOURS:
        return _of_many(systems, precisions)
    figure, axes = new_figure(2.4, width_for(systems), grid="y")
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
            markersize=3.5,
            **mark_of(number),
        )
    orders = sorted({one.order for one in precisions})
    axes.set_xticks(orders, [str(order) for order in orders])
    axes.set_xlabel("order of n-grams")
    axes.set_ylabel("precision, in percent")
    axes.set_ylim(bottom=0)
    add_legend(figure, handles, systems)
    return figure


def _of_many(systems: Sequence[str], precisions: Sequence[OrderPrecision]) -> Figure:
    orders = sorted({one.order for one in precisions})
    values = {
        (one.system, orders.index(one.order)): 100 * one.precision
        for one in precisions
        if one.precision is not None
    }
    label = "precision of n-grams by order, in percent"
    return heat_map(systems, [str(order) for order in orders], values, label)
