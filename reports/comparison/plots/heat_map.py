"""Numbers of many systems as a heat map, where lines or points would need too many colours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tallystick.reports.comparison.plots.style import (
    BLUE,
    PAGE,
    PALE,
    add_text,
    label_systems,
    new_figure,
)
from tallystick.reports.renderers.visible import visible

MOST_COLOURS = 7
"""Colours distinguish no more systems than this."""

FULLEST = 0.75  # the opacity on which black text is readable


def heat_map(
    systems: Sequence[str],
    columns: Sequence[str],
    values: Mapping[tuple[str, int], float],
    label: str,
    digits: int = 1,
    higher_is_better: bool = True,
) -> Figure:
    """Draw the number of each system in each column, the better in the column the fuller."""
    figure, axes = new_figure(0.8 + 0.2 * len(systems), PAGE)
    for place in range(len(columns)):
        of_column = [values[one, place] for one in systems if (one, place) in values]
        low, high = min(of_column, default=0.0), max(of_column, default=0.0)
        for row, system in enumerate(systems):
            value = values.get((system, place))
            share = 0.0 if value is None or high == low else (value - low) / (high - low)
            share = share if higher_is_better else 1 - share
            axes.add_patch(
                Rectangle(
                    (place - 0.48, row - 0.46),
                    0.96,
                    0.92,
                    facecolor=PALE if value is None else BLUE,
                    alpha=1 if value is None else FULLEST * share,
                    edgecolor="none",
                )
            )
            shown = "" if value is None else f"{value:.{digits}f}"
            add_text(axes, shown, place, row, "black", 7)
    label_systems(axes, systems)
    axes.set_ylim(len(systems) - 0.5, -0.5)
    axes.set_xlim(-0.5, len(columns) - 0.5)
    axes.set_xticks(range(len(columns)), list(columns))
    axes.tick_params(axis="x", length=0)
    axes.spines[:].set_visible(False)
    axes.set_xlabel(visible(label))
    return figure
