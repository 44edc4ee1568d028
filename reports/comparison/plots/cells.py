"""Plots of coloured cells: the differences of all pairs, and heat maps of many systems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tallystick.reports.comparison.html.matrix import matrix_of
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.plots.style import (
    BLUE,
    ORANGE,
    PAGE,
    PALE,
    label_systems,
    new_figure,
    width_for,
)
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import MINUS, adjusted_p_value, signed

MOST_IN_COLUMN = 5
MOST_WITH_TEXT = 16
"""With more systems the cells are too small for numbers."""

FULLEST = 0.75  # the opacity on which black text is readable


def matrix_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the system of each row minus that of each column, the best systems first.

    A coloured cell is a significant difference: blue if the system of the row is better, orange if
    it is worse. The corrected p-value of others is below the difference.
    """
    rows = matrix_of(comparison, metric).rows
    systems = [system for system, _ in rows]
    width = width_for(systems, len(systems) <= MOST_IN_COLUMN)
    label = (
        f"{visible(metric.title)}: row minus column, p below;\n"
        f"coloured: significant at {comparison.test.significance_level:g}"
    )
    figure, axes = _grid(systems, len(systems), width - 0.3, width, label)
    digits = 1 if metric.scale.digits <= 2 else 2
    for row, (_, cells) in enumerate(rows):
        for column, cell in enumerate(cells):
            if cell is None:
                continue
            is_open = cell.sign == "same"
            colour = {"better": BLUE, "worse": ORANGE}.get(cell.sign, PALE)
            ink = "black" if is_open else "white"
            _fill(axes, (column, row), (0.94, 0.94), colour)
            if len(systems) <= MOST_WITH_TEXT:
                shown = signed(cell.difference, metric.scale, digits)
                _write(axes, shown, (column, row - 0.14 * is_open), ink, 7)
                if is_open:  # the p-values of others are mostly the same few
                    p = adjusted_p_value(cell.pair, comparison.test)
                    _write(axes, p, (column, row + 0.24), ink, 5.5)
            elif not is_open:
                _write(axes, "+" if cell.sign == "better" else MINUS, (column, row), ink, 8)
    axes.set_xticks(
        range(len(systems)),
        [visible(system) for system in systems],
        rotation=45,
        horizontalalignment="left",
        rotation_mode="anchor",
    )
    axes.tick_params(axis="x", length=0, top=False, labeltop=True, bottom=False, labelbottom=False)
    return figure


def heat_map(
    systems: Sequence[str],
    columns: Sequence[str],
    values: Mapping[tuple[str, int], float],
    label: str,
    digits: int = 1,
    higher_is_better: bool = True,
) -> Figure:
    """Draw the number of each system in each column, the better in the column the fuller."""
    figure, axes = _grid(systems, len(columns), 0.8 + 0.2 * len(systems), PAGE, visible(label))
    for column in range(len(columns)):
        of_column = [values[one, column] for one in systems if (one, column) in values]
        low, high = min(of_column, default=0.0), max(of_column, default=0.0)
        for row, system in enumerate(systems):
            value = values.get((system, column))
            if value is None:
                _fill(axes, (column, row), (0.96, 0.92), PALE)
                continue
            share = 0.0 if high == low else (value - low) / (high - low)
            fullness = FULLEST * (share if higher_is_better else 1 - share)
            _fill(axes, (column, row), (0.96, 0.92), BLUE, fullness)
            _write(axes, f"{value:.{digits}f}", (column, row), "black", 7)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.tick_params(axis="x", length=0)
    return figure


def _grid(
    systems: Sequence[str], columns: int, height: float, width: float, label: str
) -> tuple[Figure, Axes]:
    figure, axes = new_figure(height, width)
    label_systems(axes, systems)
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_xlim(-0.5, columns - 0.5)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(label)
    return figure, axes


def _fill(
    axes: Axes,
    place: tuple[float, float],
    size: tuple[float, float],
    colour: str,
    opacity: float = 1,
) -> None:
    corner = (place[0] - size[0] / 2, place[1] - size[1] / 2)
    axes.add_patch(Rectangle(corner, *size, facecolor=colour, alpha=opacity, edgecolor="none"))


def _write(axes: Axes, text: str, place: tuple[float, float], colour: str, size: float) -> None:
    """Write a text centred on a place."""
    centred = {"horizontalalignment": "center", "verticalalignment": "center"}
    axes.text(*place, text.replace("-", MINUS), color=colour, fontsize=size, **centred)
