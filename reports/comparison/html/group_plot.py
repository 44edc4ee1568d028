"""Scores by length of the reference: a line for each system over the groups."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.axis import Axis, axis_over
from tallystick.reports.comparison.html.links import group_link
from tallystick.reports.comparison.html.wording import count_text, score_text, shortened
from tallystick.reports.comparison.model import Breakdown, BreakdownCell, ComparedMetric, Comparison

FIELD = "reference length"
LEFT = 44
RIGHT = 128
ROOM = 820
NARROW, WIDE = 64, 130
LABEL = 14
TOP = 14
FOOT = 46


@dataclass(frozen=True, slots=True)
class Dot:
    """A system's score on one group."""

    across: float
    down: float
    words: str


@dataclass(frozen=True, slots=True)
class Line:
    """A system's dots, and the runs of neighbouring ones that a line joins."""

    name: str
    label: str
    label_down: float
    end_down: float
    end_across: float
    paths: tuple[str, ...]
    dots: tuple[Dot, ...]


@dataclass(frozen=True, slots=True)
class Group:
    """A group under the axis."""

    across: float
    label: str
    segments: str
    link: str
    shown: bool


@dataclass(frozen=True, slots=True)
class GroupPlot:
    """The plot of one metric."""

    metric: ComparedMetric
    place: int
    axis: Axis
    groups: tuple[Group, ...]
    lines: tuple[Line, ...]
    minimum: int
    width: int
    height: int
    foot: float


def group_plots(comparison: Comparison) -> tuple[GroupPlot, ...]:
    """Lay out one plot for each metric, where the report has groups by length."""
    for n, breakdown in enumerate(comparison.breakdowns):
        if breakdown.field == FIELD and breakdown.groups:
            return tuple(
                _plot(comparison, breakdown, n, metric, place)
                for place, metric in enumerate(comparison.metrics)
            )
    return ()


def _plot(
    comparison: Comparison,
    breakdown: Breakdown,
    number: int,
    metric: ComparedMetric,
    place: int,
) -> GroupPlot:
    cells = {(one.system, one.group): one for one in breakdown.cells if one.metric == metric.metric}
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    foot = TOP + max(240, LABEL * len(systems))
    values = [one.score for one in cells.values() if one.score is not None]
    axis = axis_over(values, foot, TOP)
    step = min(WIDE, max(NARROW, ROOM / len(breakdown.groups)))
    across = [LEFT + step * (n + 0.5) for n in range(len(breakdown.groups))]
    groups = tuple(
        Group(
            across[n],
            group.label,
            count_text(len(group.segments)),
            group_link(place, number, n),
            any(
                cells[system, group.label].score is not None
                for system in systems
                if (system, group.label) in cells
            ),
        )
        for n, group in enumerate(breakdown.groups)
    )
    lines = _without_touching(
        [
            _line(
                system,
                [cells.get((system, group.label)) for group in breakdown.groups],
                across,
                axis,
                metric,
            )
            for system in systems
        ],
        foot,
    )
    return GroupPlot(
        metric,
        place,
        axis,
        groups,
        lines,
        breakdown.minimum,
        int(LEFT + step * len(groups) + RIGHT),
        foot + FOOT,
        foot,
    )


def _line(
    system: str,
    cells: list[BreakdownCell | None],
    across: list[float],
    axis: Axis,
    metric: ComparedMetric,
) -> Line:
    paths: list[list[str]] = [[]]
    dots = []
    for cell, x in zip(cells, across, strict=True):
        if cell is None or cell.score is None:
            paths.append([])
            continue
        y = axis.at(cell.score)
        paths[-1].append(f"{x:.1f},{y:.1f}")
        dots.append(Dot(x, y, f"{system}, {cell.group}: {score_text(cell.score, metric)}"))
    end = dots[-1].down if dots else axis.start
    return Line(
        name=system,
        label=shortened(system, 15),
        label_down=end,
        end_down=end,
        end_across=dots[-1].across if dots else across[-1],
        paths=tuple(" ".join(path) for path in paths if len(path) > 1),
        dots=tuple(dots),
    )


def _without_touching(lines: list[Line], foot: float) -> tuple[Line, ...]:
    ordered = sorted(range(len(lines)), key=lambda n: lines[n].end_down)
    places: dict[int, float] = {}
    below = float(TOP)
    for n in ordered:
        places[n] = below = max(lines[n].end_down, below)
        below += LABEL
    above = foot
    for n in reversed(ordered):
        places[n] = above = min(places[n], above)
        above -= LABEL
    return tuple(
        Line(
            one.name,
            one.label,
            places[n],
            one.end_down,
            one.end_across,
            one.paths,
            one.dots,
        )
        for n, one in enumerate(lines)
    )
