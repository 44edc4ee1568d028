"""The differences of all pairs as a matrix."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference
from tallystick.reports.comparison.orientation import between, seen_from
from tallystick.reports.comparison.plots.style import BLUE, ORANGE, PALE, label_systems, new_figure
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import adjusted_p_value, metric_title, signed

MOST_WITH_TEXT = 16
"""With more systems the cells are too small for numbers."""


def matrix_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the system of each row minus that of each column, the best systems first.

    A coloured cell is a significant difference: blue if the system of the row is better, orange if
    it is worse. The corrected p-value is below the difference.
    """
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    pairs = comparison.differences_under(metric.metric)
    size = (0.62 if len(systems) <= MOST_WITH_TEXT else 0.28) * len(systems)
    figure, axes = new_figure(size + 1.2, size + 1.6)
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
        f"{visible(metric_title(metric))}: row minus column, corrected p below;\n"
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
            _write(axes, mark, column, row, ink, 8)
        return
    difference, _ = seen_from(pair, system)
    digits = 1 if metric.scale.digits <= 2 else 2
    _write(axes, signed(difference, metric.scale, digits), column, row - 0.16, ink, 8)
    p = adjusted_p_value(pair, comparison.test)
    _write(axes, p, column, row + 0.22, ink, 6.5)


def _write(axes: Axes, text: str, column: float, row: float, colour: str, size: float) -> None:
    centred = {"horizontalalignment": "center", "verticalalignment": "center"}
    axes.text(column, row, text, color=colour, fontsize=size, **centred)
