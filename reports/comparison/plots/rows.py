"""Plots with one row per system: scores and differences with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from tallystick.reports.comparison.facts.orientation import between, standard_of
from tallystick.reports.comparison.html.rows import difference_rows, score_rows
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.plots.style import (
    BLUE,
    GREY,
    label_systems,
    new_figure,
    width_for,
)
from tallystick.reports.comparison.tables.document import direction
from tallystick.reports.document import IntervalPlot, PlottedRow
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import adjusted_p_value, equation, percent

FILLED = ("best", "better", "worse")


def intervals_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the score of each system and its interval, the best system on top.

    As in HTML, the point of the best score is filled, dashed lines separate clusters, and an arrow
    points to a score that is far from all others. The baseline is a diamond.
    """
    title = f"{visible(metric.title)} with {percent(comparison.test.confidence)} interval"
    label = f"{title}\n({direction(metric)})"
    return _drawn(score_rows(comparison, metric), label, diamond=comparison.baseline)


def differences_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the difference of each system from the baseline, or from the better of two.

    A filled point is a significant difference; the corrected p-value is to the right of it.
    """
    standard = standard_of(comparison, metric.metric)
    pairs = comparison.differences_under(metric.metric)
    plot = difference_rows(comparison, metric)
    compared = {one.name: between(pairs, one.name, standard) for one in plot.rows}
    beside = {
        name: equation(adjusted_p_value(pair, comparison.test))
        for name, pair in compared.items()
        if pair is not None and pair.adjusted_p_value is not None
    }
    what = visible(f"{metric.title}: difference from {standard},")
    interval = f"{percent(comparison.test.confidence)} interval ({direction(metric)})"
    return _drawn(plot, f"{what}\n{interval}", beside)


def _drawn(
    plot: IntervalPlot,
    label: str,
    beside: Mapping[str, str] = MappingProxyType({}),
    diamond: str | None = None,
) -> Figure:
    """Return the rows that have a number, with texts to the right of some."""
    rows = [one for one in plot.rows if one.value is not None]
    lowest = min((one.value for one in rows if one.value is not None), default=0.0)
    names = [one.name for one in rows]
    figure, axes = new_figure(0.7 + 0.19 * max(len(rows), 1), width_for(names), grid="x")
    for _, value in plot.lines:
        axes.axvline(value, color=GREY, linewidth=0.9)
    for place, one in enumerate(rows):
        if one.name == plot.outside:
            _arrow(axes, place, one.shown, left=one.value == lowest)
        else:
            _point(axes, place, one, "D" if one.name == diamond else "o")
        if place in plot.cuts:
            axes.axhline(place - 0.5, color=GREY, linewidth=0.8, linestyle="--")
        if one.name in beside:
            axes.annotate(
                beside[one.name],
                (1.01, place),
                xycoords=axes.get_yaxis_transform(),
                fontsize=7,
                verticalalignment="center",
            )
    label_systems(axes, names)
    axes.set_xlabel(label)
    return figure


def _point(axes: Axes, place: int, row: PlottedRow, marker: str) -> None:
    if row.low is not None:
        axes.hlines(place, row.low, row.high, color=BLUE, linewidth=1.4)
    look = {"marker": marker, "color": BLUE, "markersize": 4.5}
    fill = BLUE if row.look in FILLED else "white"
    axes.plot([row.value], [place], markerfacecolor=fill, **look)


def _arrow(axes: Axes, place: int, text: str, left: bool) -> None:
    """Draw an arrow at an edge of a row, to a value outside the axis."""
    edge, beside, side = (0.03, 0.07, "left") if left else (0.97, 0.93, "right")
    row = axes.get_yaxis_transform()
    axes.plot([edge], [place], marker="<" if left else ">", color=BLUE, markersize=5, transform=row)
    axes.text(
        *(beside, place, text),
        transform=row,
        fontsize=7,
        horizontalalignment=side,
        verticalalignment="center",
    )
