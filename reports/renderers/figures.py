"""Figures of a report as SVG, in the colours of the page that contains them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from types import MappingProxyType

from tallystick.reports.document import (
    Figure,
    HeatMap,
    IntervalPlot,
    LinePlot,
    Measured,
    ScatterPlot,
)
from tallystick.reports.renderers.screen import screen_width, wrapped
from tallystick.reports.renderers.visible import visible
from tallystick.reports.wording import MINUS, few_digits, with_minus

ROW, TEXT = 24, 12
NAMES, PLOT = 170, 480
WIDTH, HEIGHT = 300, 230
NAMED_WIDTH = 540  # of a plot whose marks have names
SPREAD = 12  # of the intervals of lines at the same named mark
NAMES_OF_LINES = 70
SAMPLE = 22  # of a dashed line, before its name
LEFT, BOTTOM, MARGIN = 66, 40, 12
RIGHT = 20  # half of the last number of an axis is beyond its mark
DOT = 3.5
DASHES = ("", "7 3", "2 2", "8 3 2 3")  # of several lines over places with names
LETTER = 6.0  # the width of most letters of a point's name
LONGEST = 20  # letters of the name of a mark
CELL, WIDE_LETTER = 58, 7.4  # of a heat map, whose names are larger
NOTE = 12  # the height of a text below a number
COLOURS = ("#1f77b4", "#d95f02")  # of positive and negative numbers, on light and dark pages
FULLEST = 0.7  # the opacity that leaves black and white text readable
SLANT = 35  # degrees, of names of columns that are wider than a cell
SCALE_STEPS, STEP = 4, 32  # of its scale


def drawn(figure: Figure, links: Mapping[str, str] = MappingProxyType({})) -> str:
    """Return a figure as SVG, with its title and with links to further reports."""
    match figure:
        case IntervalPlot():
            return _interval_plot(figure)
        case LinePlot():
            return _line_plot(figure)
        case ScatterPlot():
            return _scatter_plot(figure)
        case HeatMap():
            return _heat_map(figure, links)


def _interval_plot(plot: IntervalPlot) -> str:
    axis = axis_over(plot.numbers, NAMES, NAMES + PLOT)
    height = ROW * (len(plot.rows) + 1)
    parts = [_vertical(mark.position, 0, height, 0.15) for mark in axis.marks]
    for mark in axis.marks:
        parts.append(_text(mark.position, height + TEXT + 4, mark.label, "middle"))
    for label, value in plot.lines:
        parts.append(_vertical(axis.at(value), 0, height, 0.7, dashes="4 3"))
        right = axis.at(value) > NAMES + PLOT / 2
        parts.append(
            _text(axis.at(value) + (-4 if right else 4), TEXT, label, "end" if right else "start")
        )
    for number, row in enumerate(plot.rows, start=1):
        y = ROW * number + ROW / 2
        parts.append(_text(NAMES - 10, y + 4, row.name, "end"))
        if row.value is None:
            continue
        if row.low is not None and row.high is not None:
            low, high = axis.at(row.low), axis.at(row.high)
            parts.append(
                f'<line x1="{low:.1f}" y1="{y}" x2="{high:.1f}" y2="{y}" stroke="currentColor" '
                'stroke-width="2" stroke-opacity="0.5"/>'
            )
        parts.append(_dot(axis.at(row.value), y, f"{row.name}: {row.value:.3f}"))
    parts.append(_text(NAMES + PLOT / 2, height + 2 * TEXT + 10, plot.label, "middle"))
    width = NAMES + PLOT + 2 * MARGIN
    return _svg(plot.title, width, height + 3 * TEXT + 8, parts, kind="intervals")


def _scatter_plot(plot: ScatterPlot) -> str:
    xs = (x for point in plot.points for x in (point.x, *(point.across or ())))
    ys = (y for point in plot.points for y in (point.y, *(point.up or ())))
    across = axis_over(xs, LEFT, WIDTH - RIGHT)
    up = axis_over(ys, HEIGHT - BOTTOM, MARGIN)
    parts = _frame(across, up, WIDTH - RIGHT)
    parts += _points(plot, across, up)
    parts += _titles(plot.across, plot.up, (LEFT + WIDTH) / 2)
    return _svg(plot.title, WIDTH, HEIGHT, parts)


def _frame(across: Axis, up: Axis, right: float, upright: bool = True) -> list[str]:
    """Return the lines and labels of the marks of both axes, those of x short unless `upright`."""
    foot = HEIGHT - BOTTOM
    parts = [
        _vertical(mark.position, MARGIN if upright else foot - 4, foot, 0.15 if upright else 0.7)
        for mark in across.marks
    ]
    below = TEXT + (2 if upright else 6)  # names are wide: clear of the number beside
    for mark in across.marks:
        parts.append(_text(mark.position, foot + below, mark.label, "middle"))
    for mark in up.marks:
        parts.append(
            f'<line x1="{LEFT}" y1="{mark.position:.1f}" x2="{right}" '
            f'y2="{mark.position:.1f}" stroke="currentColor" stroke-opacity="0.15"/>'
        )
        parts.append(_text(LEFT - 6, mark.position + 4, mark.label, "end"))
    return parts


def _titles(across: str, up: str, middle: float) -> list[str]:
    return [
        _text(middle, HEIGHT - 6, across, "middle"),
        f'<text x="12" y="{HEIGHT / 2}" transform="rotate(-90 12 {HEIGHT / 2})" font-size="{TEXT}" '
        f'text-anchor="middle" fill="currentColor">{_shown(up)}</text>',
    ]


def _line_plot(plot: LinePlot) -> str:
    """Return a line for each series; where dots would touch, the intervals are a band."""
    measured = [point for _, numbers in plot.lines for point in numbers]
    bounds = [end for row in measured for end in (row.y, row.low, row.high) if end is not None]
    several = len(plot.lines) > 1
    sampled = several and bool(plot.places)
    width = NAMED_WIDTH if plot.places else WIDTH
    beside: float = NAMES_OF_LINES if several else RIGHT
    apart, dense = 0.0, False
    if plot.places:
        # half of the last name is beyond its mark
        beside = max(beside, WIDE_LETTER / 2 * min(screen_width(plot.places[-1]), LONGEST))
        if several:
            widest = max(screen_width(name) for name, _ in plot.lines)
            beside = max(beside, LETTER * min(widest, LONGEST) + MARGIN + SAMPLE)
    right = width - beside
    if plot.places:
        across = Axis(0.5, len(plot.places) + 0.5, LEFT, right)
        across = replace(across, marks=_named_marks(across, plot.places))
        step = across.at(2) - across.at(1)
        dense = step < 2 * DOT
        apart = 0.0 if dense else min(SPREAD, step / 2) / len(plot.lines)
    else:
        across = axis_over([point.x for point in measured], LEFT, right)
    up = axis_over(bounds, HEIGHT - BOTTOM, MARGIN)
    parts = _frame(across, up, right, upright=not plot.places)
    ends = []
    for line, (name, numbers) in enumerate(plot.lines):
        shift = apart * (line - (len(plot.lines) - 1) / 2)
        places = [(across.at(point.x) + shift, up.at(point.y)) for point in numbers]
        dashes = DASHES[line % len(DASHES)] if sampled else ""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        parts.append(
            f'<polyline points="{_path(places)}" fill="none" stroke="currentColor"{dashed}/>'
        )
        if dense:
            parts += _band(numbers, places, up)
        for point, (x, y) in zip(numbers, places, strict=True):
            if point.low is not None and point.high is not None and not dense:
                parts.append(_vertical(x, up.at(point.high), up.at(point.low), 0.5, width=1.5))
            x_name = plot.places[round(point.x) - 1] if plot.places else f"{point.x:.4g}"
            label = f"{plot.across} {x_name}, {plot.up} {point.y:.3f}"
            parts.append(_dot(x, y, f"{name}: {label}" if several else label, unseen=dense))
        ends.append((places[-1][1], name, dashed))
    if several:
        parts += _names_of_lines(ends, right + 8, SAMPLE if sampled else 0)
    parts += _titles(plot.across, plot.up, (LEFT + right) / 2)
    return _svg(plot.title, width, HEIGHT, parts)


def _path(places: Iterable[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


def _band(
    numbers: Sequence[Measured], places: Sequence[tuple[float, float]], up: Axis
) -> Iterable[str]:
    """Yield the area between the bounds of the numbers that have them."""
    bounded = [
        (x, up.at(point.low), up.at(point.high))
        for point, (x, _) in zip(numbers, places, strict=True)
        if point.low is not None and point.high is not None
    ]
    if bounded:
        outline = [(x, low) for x, low, _ in bounded]
        outline += [(x, high) for x, _, high in reversed(bounded)]
        yield f'<polygon points="{_path(outline)}" fill="currentColor" fill-opacity="0.15"/>'


def _named_marks(axis: Axis, names: Sequence[str]) -> tuple[Mark, ...]:
    """Return marks with names: the last, and at equal distances as many before it as fit."""
    # the names of runs mostly differ at their ends
    shown = [name if len(name) <= LONGEST else f"…{name[1 - LONGEST :]}" for name in names]
    widest = WIDE_LETTER * max(map(screen_width, shown)) + 8
    step = max(1, math.ceil(widest / (axis.at(2) - axis.at(1))))
    return tuple(Mark(axis.at(number), shown[number - 1]) for number in range(len(names), 0, -step))


def _heat_map(plot: HeatMap, links: Mapping[str, str]) -> str:
    left = 10 + max(map(_wide, plot.rows), default=0)
    longest = WIDE_LETTER * max(map(screen_width, plot.columns), default=0)
    slanted = longest > CELL - 4
    top = 12 + longest * math.sin(math.radians(SLANT)) if slanted else ROW
    right = longest * math.cos(math.radians(SLANT)) - CELL / 2 if slanted else 0.0
    tall = ROW + NOTE * bool(plot.notes)
    width, height = left + CELL * len(plot.columns), top + tall * len(plot.rows)
    parts = []
    for number, name in enumerate(plot.columns):
        x = left + CELL * (number + 0.5)
        turned = f' transform="rotate(-{SLANT} {x:.1f} {top - 6:.1f})"' if slanted else ""
        anchor = "start" if slanted else "middle"
        parts.append(_text(x, top - 6, name, anchor, attributes=turned))
    for row, (name, values) in enumerate(zip(plot.rows, plot.values, strict=True)):
        y = top + tall * row
        parts.append(_text(left - 8, y + 16, name, "end"))
        for column, value in enumerate(values):
            mark = plot.marks.get((row, column), "")
            shown = "" if value is None else with_minus(f"{value:z.{plot.digits}f}{mark}")
            note = plot.notes.get((row, column), "")
            where = f"{name}, {plot.columns[column]}: {shown or 'undefined'} {note}".rstrip()
            x = left + CELL * column
            cell = _cell(x, y, CELL, plot.fullness(row, column), where, tall)
            cell += _text(x + CELL / 2, y + 16, shown, "middle")
            if note:
                cell += _text(x + CELL / 2, y + 16 + NOTE, note, "middle", size=9)
            report, fragment = plot.targets.get((row, column), ("", ""))
            if report in links:
                cell = f'<a href="{escape(links[report])}#{escape(fragment)}">{cell}</a>'
            parts.append(cell)
    steps = _steps(plot)
    parts += _scale(plot, steps, left, height + 10)
    wide = max(width + max(right, 0.0), left + STEP * len(steps))
    lines = wrapped(plot.label, int(wide / WIDE_LETTER)).split("\n")
    foot = height + ROW + TEXT + 14
    parts += [_text(8, foot + 16 * n, line, "start") for n, line in enumerate(lines)]
    seen = f"{plot.label}. Rows: {', '.join(plot.rows)}. Columns: {', '.join(plot.columns)}."
    return _svg(plot.title, MARGIN + wide, foot + 16 * len(lines), parts, seen)


def _wide(name: str) -> float:
    """Return the most room that a name needs: most of its capitals may be as wide as an M."""
    return WIDE_LETTER * screen_width(name) + 4 * sum(letter in "MW" for letter in name)


def _steps(plot: HeatMap) -> range:
    """Return the steps of the scale, of which the last has the full colour; none of ranks."""
    if plot.full is None:
        return range(0)
    negative = any(value is not None and value < 0 for row in plot.values for value in row)
    return range(-SCALE_STEPS if negative else 0, SCALE_STEPS + 1)


def _scale(plot: HeatMap, steps: range, left: float, top: float) -> Iterable[str]:
    full = plot.full or 1.0
    for place, step in enumerate(steps):
        value = full * step / SCALE_STEPS
        x = left + STEP * place
        yield _cell(x, top, STEP, value / full, "")
        more = ("≤ " if step < 0 else "≥ ") if abs(step) == SCALE_STEPS else ""
        yield _text(
            x + STEP / 2, top + 15, f"{more}{with_minus(few_digits(value))}", "middle", size=10
        )


def _cell(
    x: float, y: float, width: float, fullness: float | None, title: str, height: float = ROW
) -> str:
    opacity = FULLEST * abs(fullness or 0.0)
    colour = COLOURS[fullness is not None and fullness < 0]
    named = f"<title>{_shown(title)}</title>" if title else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{width}" height="{height}" fill="{colour}" '
        f'fill-opacity="{opacity:.2f}" stroke="currentColor" stroke-opacity="0.2">{named}</rect>'
    )


def _names_of_lines(
    ends: Iterable[tuple[float, str, str]], x: float, sample: float
) -> Iterable[str]:
    """Yield the names next to the ends of lines, moved apart where they would overlap."""
    lowest = -math.inf
    for y, name, dashed in sorted(ends):
        lowest = max(y + 4, lowest + TEXT)
        if sample:
            yield (
                f'<line x1="{x:.1f}" y1="{lowest - 4:.1f}" x2="{x + sample - 4:.1f}" '
                f'y2="{lowest - 4:.1f}" stroke="currentColor"{dashed}/>'
            )
        yield _text(x + sample, lowest, name, "start", size=10)


def _points(plot: ScatterPlot, across: Axis, up: Axis) -> Iterable[str]:
    taken: list[tuple[float, float, float]] = []
    for dot in sorted(plot.points, key=lambda point: -point.y):
        x, y = across.at(dot.x), up.at(dot.y)
        if dot.across is not None:
            left, right = (across.at(bound) for bound in dot.across)
            yield (
                f'<line x1="{left:.1f}" y1="{y:.1f}" x2="{right:.1f}" y2="{y:.1f}" '
                'stroke="currentColor" stroke-opacity="0.3"/>'
            )
        if dot.up is not None:
            yield _vertical(x, up.at(dot.up[1]), up.at(dot.up[0]), 0.3)
        yield _dot(
            x, y, f"{dot.name}: {plot.across} {dot.x:.4g}, {plot.up} {dot.y:.4g}", dot.hollow
        )
        width = LETTER * len(dot.name)
        for left in (x + 6, x - 6 - width):
            clear = all(
                abs(y - other) > TEXT - 2 or left > end or left + width < start
                for start, end, other in taken
            )
            if clear and LEFT < left < WIDTH - width:
                taken.append((left, left + width, y))
                foot = y + 3 if dot.across is None else y - 4  # above the line of the interval
                yield _text(left, foot, dot.name, "start", size=10)
                break


def _svg(
    title: str,
    width: float,
    height: float,
    parts: Iterable[str],
    description: str = "",
    kind: str = "",
) -> str:
    # pages enlarge the text of wide plots on narrow screens
    named = f' class="{kind}"' if kind else ""
    described = f"<desc>{_shown(description)}</desc>" if description else ""
    return (
        f"<figure><figcaption>{_shown(title)}</figcaption>"
        f'<svg{named} xmlns="http://www.w3.org/2000/svg" role="img" '
        f'aria-label="{_shown(title)}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{described}{"".join(parts)}</svg></figure>'
    )


def _vertical(
    x: float, top: float, bottom: float, opacity: float, dashes: str = "", width: float = 1
) -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    wide = f' stroke-width="{width:g}"' if width != 1 else ""
    return (
        f'<line x1="{x:.1f}" y1="{top:g}" x2="{x:.1f}" y2="{bottom:g}" stroke="currentColor" '
        f'stroke-opacity="{opacity}"{dashed}{wide}/>'
    )


def _dot(x: float, y: float, title: str, hollow: bool = False, unseen: bool = False) -> str:
    fill = 'fill="none"' if hollow else 'fill="currentColor"'
    paint = 'fill-opacity="0"' if unseen else f'{fill} stroke="currentColor"'
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" {paint}>'
        f"<title>{_shown(title)}</title></circle>"
    )


def _text(
    x: float, y: float, text: str, anchor: str, size: int = TEXT, attributes: str = ""
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="currentColor"{attributes}>{_shown(text)}</text>'
    )


def _shown(text: str) -> str:
    return escape(visible(text))


STEPS = (1, 2, 2.5, 5, 10)
SMALLEST = 1e-12
"""Values and differences below this, which come from rounding, are drawn as 0."""

ROWS = ((9, 25), (20, 20))
TIGHTEST = 17


def row_height(rows: int) -> int:
    """Return the height of a row of a plot: the more there are, the smaller it is."""
    return next((height for most, height in ROWS if rows <= most), TIGHTEST)


@dataclass(frozen=True, slots=True)
class Mark:
    """A labelled position on an axis."""

    position: float
    label: str


@dataclass(frozen=True, slots=True)
class Axis:
    """Values from `low` to `high` at positions from `start` to `end`."""

    low: float
    high: float
    start: float
    end: float
    marks: tuple[Mark, ...] = ()

    def at(self, value: float) -> float:
        """Return the position of a value."""
        share = (value - self.low) / (self.high - self.low)
        return self.start + share * (self.end - self.start)


def axis_over(values: Iterable[float], start: float, end: float, marks: int = 4) -> Axis:
    """Return an axis that contains all finite values, with about `marks` round marks.

    >>> axis = axis_over([26.1, 33.7], start=0, end=100)
    >>> [mark.label for mark in axis.marks], axis.at(axis.low), axis.at(axis.high)
    (['26', '28', '30', '32', '34'], 0.0, 100.0)
    """
    finite = [value for value in values if math.isfinite(value)] or [0.0]
    low, high = min(finite), max(finite)
    size = max(abs(low), abs(high))
    if size < SMALLEST:
        low, high, size = 0.0, 0.0, 10.0
    spread = high - low if high - low > size * SMALLEST else size / 10
    low, high = low - spread * 0.03, high + spread * 0.03
    wanted = (high - low) / marks
    magnitude: float = 10.0 ** math.floor(math.log10(wanted))
    step = min((size * magnitude for size in STEPS), key=lambda size: abs(size - wanted))
    decimals = max(
        0, -math.floor(math.log10(step)) + (step / 10 ** math.floor(math.log10(step)) == 2.5)
    )
    first = math.floor(low / step + 0.5)
    last = math.ceil(high / step - 0.5)
    axis = Axis(min(low, first * step), max(high, last * step), start, end)
    placed = tuple(
        Mark(axis.at(place * step), f"{place * step:.{decimals}f}".replace("-", MINUS))
        for place in range(first, last + 1)
    )
    return replace(axis, marks=placed)
