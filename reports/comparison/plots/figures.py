"""The plots of a comparison: figures as pages describe them, drawn by matplotlib."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any

import matplotlib
from matplotlib import font_manager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

from tallystick.reports.comparison.facts.results import between, standard_called, standard_of
from tallystick.reports.comparison.html.shown import difference_rows, matrix_of
from tallystick.reports.comparison.model import Breakdown, ComparedMetric, Comparison, bounds_of
from tallystick.reports.comparison.tables.document import direction, interval_plot
from tallystick.reports.comparison.thresholds import (
    LONG_NAME,
    MOST_COLOURS,
    MOST_IN_COLUMN,
    MOST_OF_MATRIX_IN_COLUMN,
    MOST_WIDE,
    MOST_WITH_TEXT,
)
from tallystick.reports.document import HeatMap, IntervalPlot, LinePlot, Measured
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import MINUS, equation, p_value_of, percent, signed

# matplotlib takes each character from the first installed font that has it
FONTS = (
    *("DejaVu Sans", "Noto Sans", "Noto Sans CJK JP", "Noto Sans CJK SC", "Source Han Sans"),
    *("IPAexGothic", "IPAGothic", "WenQuanYi Zen Hei", "Droid Sans Fallback", "Hiragino Sans"),
    *("PingFang SC", "Yu Gothic", "Microsoft YaHei", "Malgun Gothic", "Arial Unicode MS"),
    *("Noto Sans Arabic", "Noto Sans Hebrew", "Noto Sans Devanagari", "Noto Sans Thai"),
)

# distinct for colour-blind readers and in print (Okabe and Ito, 2008)
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#000000")
MARKS = ("o", "s", "^", "D", "v", "P", "X", "<", ">", "h", "*")
BLUE, ORANGE, GREY, PALE = "#0072B2", "#D55E00", "#666666", "#EEEEEE"

SETTINGS: dict[str, Any] = {
    "axes.labelsize": 7.5,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.unicode_minus": True,
    "figure.dpi": 100,
    "font.size": 8,
    "legend.frameon": False,
    "pdf.fonttype": 42,
    "savefig.dpi": 200,
    "svg.fonttype": "none",
    "svg.hashsalt": "tallystick",
    "text.parse_math": False,  # names may contain dollar signs
}

WIDTH, PAGE = 3.03, 6.3
"""Widths of plots in inches: a column, and both columns, of papers of the ACL."""


def width_for(systems: Sequence[str], fits_column: bool = True) -> float:
    """Return the width of a plot with the names of systems beside it."""
    return WIDTH if fits_column and max(map(len, systems), default=0) <= LONG_NAME else PAGE


@contextmanager
def drawing() -> Iterator[set[str]]:
    """Replace the user's settings by `SETTINGS`; at the end the set has the missing characters."""
    installed = {font.name for font in font_manager.fontManager.ttflist}
    fonts = [font for font in FONTS if font in installed] or ["sans-serif"]
    with warnings.catch_warnings(record=True) as caught, matplotlib.rc_context():
        warnings.simplefilter("always")
        matplotlib.rcdefaults()
        matplotlib.rcParams.update({**SETTINGS, "font.family": fonts})
        missing: set[str] = set()
        yield missing
    for notice in caught:
        glyph = re.match(r"Glyph (\d+) ", str(notice.message))
        if glyph:
            missing.add(chr(int(glyph[1])))
        else:
            warnings.warn_explicit(notice.message, notice.category, notice.filename, notice.lineno)


def new_figure(height: float, width: float, grid: str = "") -> tuple[Figure, Axes]:
    """Return a figure of a size in inches and its axes, with a grid along "x" or "y" if given."""
    figure = Figure(figsize=(width, height), layout="constrained")
    axes = figure.subplots()
    if grid:
        axes.grid(axis=grid, color=GREY, alpha=0.25, linewidth=0.6)
    return figure, axes


def label_systems(axes: Axes, systems: Sequence[str]) -> None:
    """Label the rows 0, 1, ... of the vertical axis with the names of systems, the first on top."""
    axes.set_yticks(range(len(systems)), [visible(system) for system in systems])
    axes.set_ylim(len(systems) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def add_legend(figure: Figure, handles: Mapping[str, Any]) -> None:
    """Write a legend above the axes."""
    longest = max(map(len, handles), default=0)
    columns = max(1, int(figure.get_figwidth() / (0.35 + 0.07 * longest)))
    # matplotlib omits labels that start with an underscore, so the names are set afterwards
    unnamed = [f"system {place}" for place in range(len(handles))]
    legend = figure.legend(
        handles.values(), unnamed, loc="outside upper center", ncols=columns, fontsize=7
    )
    for text, label in zip(legend.get_texts(), handles, strict=True):
        text.set_text(visible(label))


FILLED = ("best", "better", "worse")
FULLEST = 0.75  # the opacity on which black text is readable


def intervals_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw the score of each system as on the page; the baseline is a diamond."""
    title = f"{visible(metric.title)} with {percent(comparison.test.confidence)} interval"
    label = f"{title}\n({direction(metric)})"
    return _drawn(interval_plot(comparison, metric, title), label, diamond=comparison.baseline)


def differences_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw differences, filled if significant, with their corrected p-values to the right."""
    pairs = comparison.differences_under(metric.metric)
    plot = difference_rows(comparison, metric)
    compared = {
        row.name: between(pairs, row.name, standard_of(comparison, metric.metric, row.name))
        for row in plot.rows
    }
    beside = {
        name: equation(p_value_of(pair.adjusted_p_value, comparison.test))
        for name, pair in compared.items()
        if pair is not None and pair.adjusted_p_value is not None
    }
    called = standard_called(comparison, metric.metric)
    what = visible(f"{metric.title}: difference from {called},")
    interval = f"{percent(comparison.test.confidence)} interval ({direction(metric)})"
    return _drawn(plot, f"{what}\n{interval}", beside)


def _drawn(
    plot: IntervalPlot,
    label: str,
    beside: Mapping[str, str] = MappingProxyType({}),
    diamond: str | None = None,
) -> Figure:
    """Return the rows that have a number, with texts to the right of some."""
    rows = [row for row in plot.rows if row.value is not None]
    lowest = min((row.value for row in rows if row.value is not None), default=0.0)
    names = [row.name for row in rows]
    figure, axes = new_figure(0.7 + 0.19 * max(len(rows), 1), width_for(names), grid="x")
    for _, value in plot.lines:
        axes.axvline(value, color=GREY, linewidth=0.9)
    for place, row in enumerate(rows):
        if row.name == plot.outside:
            _arrow(axes, place, row.shown, left=row.value == lowest)
        else:
            if row.low is not None:
                axes.hlines(place, row.low, row.high, color=BLUE, linewidth=1.4)
            look = {"color": BLUE, "marker": "D" if row.name == diamond else "o", "markersize": 4.5}
            fill = BLUE if row.look in FILLED else "white"
            axes.plot([row.value], [place], markerfacecolor=fill, **look)
        if place in plot.cuts:
            axes.axhline(place - 0.5, color=GREY, linewidth=0.8, linestyle="--")
        if row.name in beside:
            axes.annotate(
                beside[row.name],
                (1.01, place),
                xycoords=axes.get_yaxis_transform(),
                fontsize=7,
                verticalalignment="center",
            )
    label_systems(axes, names)
    axes.set_xlabel(label)
    return figure


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


def matrix_plot(comparison: Comparison, metric: ComparedMetric) -> Figure:
    """Draw rows minus columns, the best systems first, coloured where significant."""
    _, rows = matrix_of(comparison, metric)
    systems = [system for system, _ in rows]
    width = width_for(systems, len(systems) <= MOST_OF_MATRIX_IN_COLUMN)
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
            _fill(axes, (column, row), 0.94, 0.94, colour)
            if len(systems) <= MOST_WITH_TEXT:
                shown = signed(cell.difference, metric.scale, digits)
                _write(axes, shown, (column, row - 0.14 * is_open), ink, 7)
                if is_open:  # the p-values of others are mostly the same few
                    p = p_value_of(cell.pair.adjusted_p_value, comparison.test)
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


def breakdown_plot(comparison: Comparison, breakdown: Breakdown, metric: ComparedMetric) -> Figure:
    """Draw the score of each system in each group; groups that are too small remain empty."""
    groups = [group.label for group in breakdown.groups]
    numbers = {
        (cell.system, cell.group): (cell.score, *bounds_of(cell.interval))
        for cell in breakdown.cells
        if cell.metric == metric.metric and cell.score is not None
    }
    plot = LinePlot(
        f"{metric.title} by {breakdown.field}",
        f"{breakdown.field} (number of segments)",
        f"{metric.title}, {percent(comparison.test.confidence)} interval",
        _lines(comparison, metric.metric, groups, numbers),
        tuple(groups),
    )
    systems = [name for name, _ in plot.lines]
    if len(systems) > MOST_COLOURS:
        digits = min(metric.scale.digits, 1 if len(groups) > MOST_WIDE else 2)
        return _heat_map(plot, digits, higher_is_better=metric.higher_is_better)
    width = width_for(systems, len(groups) * len(systems) <= MOST_IN_COLUMN)
    figure, axes = _draw_lines(plot, 2.6, width, 0.8 / max(len(systems), 2), linestyle="none")
    # long labels would overlap
    slanted = max(map(len, groups), default=0) * len(groups) > 60
    axes.set_xticks(
        range(len(groups)),
        [f"{visible(group.label)}\n({len(group.segments):,})" for group in breakdown.groups],
        rotation=30 if slanted else 0,
        horizontalalignment="right" if slanted else "center",
    )
    axes.set_xlim(-0.5, len(groups) - 0.5)
    return figure


def orders_plot(comparison: Comparison, metric: str) -> Figure:
    """Draw the precision of each system at each order of a metric, in percent."""
    precisions = [precision for precision in comparison.orders if precision.metric == metric]
    orders = sorted({precision.order for precision in precisions})
    numbers = {
        (precision.system, precision.order): (100 * precision.precision, None, None)
        for precision in precisions
        if precision.precision is not None
    }
    plot = LinePlot(
        "precision of n-grams by order, in percent",
        "order of n-grams",
        "precision, in percent",
        _lines(comparison, metric, orders, numbers),
        tuple(map(str, orders)),
    )
    systems = [name for name, _ in plot.lines]
    if len(systems) > MOST_COLOURS:
        return _heat_map(plot)
    figure, axes = _draw_lines(plot, 2.4, width_for(systems), linewidth=1.1)
    axes.set_ylim(bottom=0)
    return figure


def _lines(
    comparison: Comparison,
    metric: str,
    places: Sequence[Any],
    numbers: Mapping[tuple[str, Any], tuple[float, float | None, float | None]],
) -> tuple[tuple[str, tuple[Measured, ...]], ...]:
    """Return the numbers of each system at each place, the best system first."""
    return tuple(
        (
            system,
            tuple(
                Measured(number, *numbers[system, place])
                for number, place in enumerate(places, start=1)
                if (system, place) in numbers
            ),
        )
        for system in (score.system for score in comparison.in_order_of(metric))
    )


def _draw_lines(
    plot: LinePlot, height: float, width: float, step: float = 0.0, **look: Any
) -> tuple[Figure, Axes]:
    """Draw the numbers of each line with their intervals, the lines `step` apart."""
    figure, axes = new_figure(height, width, grid="y")
    handles = {}
    for place, (name, line) in enumerate(plot.lines):
        colour, marker = COLOURS[place % len(COLOURS)], MARKS[place % len(MARKS)]
        # the first place is at 0
        shift = step * (place - (len(plot.lines) - 1) / 2) - 1
        for dot in line:
            if dot.low is not None:
                axes.vlines(dot.x + shift, dot.low, dot.high, color=colour, linewidth=1.1)
        xs, ys = [dot.x + shift for dot in line], [dot.y for dot in line]
        [handles[name]] = axes.plot(xs, ys, markersize=3.5, **look, color=colour, marker=marker)
    add_legend(figure, handles)
    axes.set_xticks(range(len(plot.places)), plot.places)
    axes.set_xlabel(visible(plot.across))
    axes.set_ylabel(visible(plot.up))
    return figure, axes


def _heat_map(plot: LinePlot, digits: int = 1, higher_is_better: bool = True) -> Figure:
    """Draw the numbers of more lines than colours distinguish as a heat map."""
    numbers = {(name, dot.x): dot.y for name, line in plot.lines for dot in line}
    names = tuple(name for name, _ in plot.lines)
    places = range(1, len(plot.places) + 1)
    values = tuple(tuple(numbers.get((name, place)) for place in places) for name in names)
    heat = HeatMap(
        "", "", names, plot.places, values, None, digits, higher_is_better=higher_is_better
    )
    figure, axes = _grid(names, len(places), 0.8 + 0.2 * len(names), PAGE, visible(plot.title))
    for column in range(len(places)):
        for row, of_row in enumerate(values):
            fullness = heat.fullness(row, column)
            if fullness is None:
                _fill(axes, (column, row), 0.96, 0.92, PALE)
            else:
                _fill(axes, (column, row), 0.96, 0.92, BLUE, FULLEST * fullness)
                _write(axes, f"{of_row[column]:.{digits}f}", (column, row), "black", 7)
    axes.set_xticks(range(len(places)), [*map(visible, plot.places)])
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
    axes: Axes, place: tuple[int, int], width: float, height: float, colour: str, opacity: float = 1
) -> None:
    corner = (place[0] - width / 2, place[1] - height / 2)
    look = {"facecolor": colour, "alpha": opacity, "edgecolor": "none"}
    axes.add_patch(Rectangle(corner, width, height, **look))


def _write(axes: Axes, text: str, place: tuple[float, float], colour: str, size: float) -> None:
    centred = {"horizontalalignment": "center", "verticalalignment": "center"}
    axes.text(*place, text.replace("-", MINUS), color=colour, fontsize=size, **centred)
