"""The differences of all pairs as a matrix."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tallystick.reports.comparison.facts.orientation import between, seen_from
from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference
from tallystick.reports.comparison.plots.style import (
    BLUE,
    ORANGE,
    PALE,
    add_text,
    label_systems,
    new_figure,
    width_for,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import adjusted_p_value, signed

MOST_IN_COLUMN = 5
MOST_WITH_TEXT = 16
"""With more systems the cells are too small for numbers."""


def matrix_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the system of each row minus that of each column, the best systems first.

    A coloured cell is a significant difference: blue if the system of the row is better, orange if
    it is worse. The corrected p-value of others is below the difference.
    """
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    pairs = comparison.differences_under(metric.metric)
    width = width_for(systems, len(systems) <= MOST_IN_COLUMN)
    figure, axes = new_figure(width - 0.3, width)
    for row, system in enumerate(systems):
        for column, other in enumerate(systems):
            pair = between(pairs, system, other) if system != other else None
            if pair is not None:
                _cell(axes, comparison, metric, pair, system, (row, column), len(systems))
    label_systems(axes, systems)
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(systems) - 0.5)
    axes.set_xticks(
        range(len(systems)),
        [visible(system) for system in systems],
        rotation=45,
        horizontalalignment="left",
        rotation_mode="anchor",
    )
    axes.tick_params(axis="x", length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(
        f"{visible(metric.title)}: row minus column, p below;\n"
        f"coloured: significant at {comparison.test.significance_level:g}"
    )
    return figure


def _cell(
    axes: Axes,
    comparison: Comparison,
    metric: ComparedMetric,
    pair: Difference,
    system: str,
    place: tuple[int, int],
    systems: int,
) -> None:
    row, column = place
    colour = PALE
    if pair.better is not None:
        colour = BLUE if pair.better == system else ORANGE
    axes.add_patch(
        Rectangle((column - 0.47, row - 0.47), 0.94, 0.94, facecolor=colour, edgecolor="none")
    )
    ink = "black" if pair.better is None else "white"
    if systems > MOST_WITH_TEXT:
        if pair.better is not None:
            mark = "+" if pair.better == system else "\N{MINUS SIGN}"
            add_text(axes, mark, column, row, ink, 8)
        return
    difference, _ = seen_from(pair, system)
    digits = 1 if metric.scale.digits <= 2 else 2
    is_open = pair.better is None
    shown = signed(difference, metric.scale, digits)
    add_text(axes, shown, column, row - 0.14 * is_open, ink, 7)
    if is_open:  # the p-values of others are mostly the same few
        p = adjusted_p_value(pair, comparison.test)
        add_text(axes, p, column, row + 0.24, ink, 5.5)
