"""Figures of a report as SVG, in the colours of the page that contains them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tallystick.reports.document import IntervalPlot, ScatterPlot
from tallystick.reports.renderers.axis import Axis, axis_over
from tallystick.reports.renderers.visible import visible

ROW, TEXT = 24, 12
NAMES, PLOT = 170, 480
WIDTH, HEIGHT = 300, 230
LEFT, BOTTOM, MARGIN = 66, 40, 12
DOT = 3.5
LETTER = 6.0  # the width of most letters of a point's name


def interval_plot(plot: IntervalPlot) -> str:
    """Return a dot with its interval for each row, and a line for what all are compared with."""
    bounds = [one for row in plot.rows for one in (row.value, row.low, row.high) if one is not None]
    axis = axis_over([*bounds, *(value for _, value in plot.lines)], NAMES, NAMES + PLOT)
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
    return _svg(plot.title, NAMES + PLOT + MARGIN, height + 3 * TEXT + 8, parts)


def scatter_plot(plot: ScatterPlot) -> str:
    """Return a dot for each point, with its name beside it where there is room."""
    across = axis_over([one.x for one in plot.points], LEFT, WIDTH - MARGIN)
    up = axis_over([one.y for one in plot.points], HEIGHT - BOTTOM, MARGIN)
    parts = [_vertical(mark.position, MARGIN, HEIGHT - BOTTOM, 0.15) for mark in across.marks]
    for mark in across.marks:
        parts.append(_text(mark.position, HEIGHT - BOTTOM + TEXT + 2, mark.label, "middle"))
    for mark in up.marks:
        parts.append(
            f'<line x1="{LEFT}" y1="{mark.position:.1f}" x2="{WIDTH - MARGIN}" '
            f'y2="{mark.position:.1f}" stroke="currentColor" stroke-opacity="0.15"/>'
        )
        parts.append(_text(LEFT - 6, mark.position + 4, mark.label, "end"))
    parts += _points(plot, across, up)
    parts.append(_text((LEFT + WIDTH) / 2, HEIGHT - 6, plot.across, "middle"))
    parts.append(
        f'<text x="12" y="{HEIGHT / 2}" transform="rotate(-90 12 {HEIGHT / 2})" font-size="{TEXT}" '
        f'text-anchor="middle" fill="currentColor">{_shown(plot.up)}</text>'
    )
    return _svg(plot.title, WIDTH, HEIGHT, parts)


def _points(plot: ScatterPlot, across: Axis, up: Axis) -> Iterable[str]:
    taken: list[tuple[float, float, float]] = []
    for one in sorted(plot.points, key=lambda point: -point.y):
        x, y = across.at(one.x), up.at(one.y)
        yield _dot(
            x, y, f"{one.name}: {plot.across} {one.x:.4g}, {plot.up} {one.y:.4g}", one.hollow
        )
        width = LETTER * len(one.name)
        left = x + 6 if x + 6 + width < WIDTH else x - 6 - width
        clear = all(
            abs(y - other) > TEXT - 2 or left > end or left + width < start
            for start, end, other in taken
        )
        if clear and left > LEFT:
            taken.append((left, left + width, y))
            yield _text(left, y + 3, one.name, "start", size=10)


def _svg(title: str, width: float, height: float, parts: Iterable[str]) -> str:
    return (
        f'<figure><figcaption>{_shown(title)}</figcaption><svg xmlns="http://www.w3.org/2000/svg" '
        f'role="img" aria-label="{_shown(title)}" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}">{"".join(parts)}</svg></figure>'
    )


def _vertical(x: float, top: float, bottom: float, opacity: float, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<line x1="{x:.1f}" y1="{top:g}" x2="{x:.1f}" y2="{bottom:g}" stroke="currentColor" '
        f'stroke-opacity="{opacity}"{dashed}/>'
    )


def _dot(x: float, y: float, title: str, hollow: bool = False) -> str:
    fill = "none" if hollow else "currentColor"
    return (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{DOT}" fill="{fill}" stroke="currentColor">'
        f"<title>{_shown(title)}</title></circle>"
    )


def _text(x: float, y: float, text: str, anchor: str, size: int = TEXT) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" '
        f'fill="currentColor">{_shown(text)}</text>'
    )


def _shown(text: str) -> str:
    return escape(visible(text))
