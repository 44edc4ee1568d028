"""Scores by length of the reference: one line per system."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallystick.reports.comparison.model import Breakdown, BreakdownCell, ComparedMetric, Comparison
from tallystick.reports.renderers.axis import Axis, axis_over

FIELD = "reference length"
LEFT, RIGHT, TOP = 44, 128, 14  # margins
GROUPS_WIDTH = 820
NARROW, WIDE = 64, 130  # of a group
LABEL = 14  # height


class Dot(NamedTuple):
    """The score of a system on a group, at a position from the left and from the top."""

    x: float
    y: float
    cell: BreakdownCell


@dataclass(frozen=True, slots=True)
class Line:
    """The dots of a system; a line joins those of a run."""

    system: str
    runs: tuple[tuple[Dot, ...], ...]
    label_y: float

    @property
    def dots(self) -> tuple[Dot, ...]:
        """The dots of all runs."""
        return tuple(dot for run in self.runs for dot in run)


@dataclass(frozen=True, slots=True)
class GroupPlot:
    """The plot of one metric; `place` and `number` are the indices of metric and breakdown."""

    metric: ComparedMetric
    place: int
    breakdown: Breakdown
    number: int
    xs: tuple[float, ...]  # of the groups
    shown: frozenset[str]  # labels of the groups that have a score
    axis: Axis
    lines: tuple[Line, ...]  # the best system first
    width: int
    foot: float  # y of the axis of groups


def group_plots(comparison: Comparison) -> tuple[GroupPlot, ...]:
    """Return one plot per metric if the report has groups by length."""
    for number, breakdown in enumerate(comparison.breakdowns):
        if breakdown.field == FIELD and breakdown.groups:
            return tuple(
                _plot(comparison, breakdown, number, metric, place)
                for place, metric in enumerate(comparison.metrics)
            )
    return ()


def _plot(
    comparison: Comparison, breakdown: Breakdown, number: int, metric: ComparedMetric, place: int
) -> GroupPlot:
    systems = [one.system for one in comparison.in_order_of(metric.metric)]
    foot = TOP + max(240, LABEL * len(systems))
    scores = {
        (one.system, one.group): (one, one.score)
        for one in breakdown.cells
        if one.metric == metric.metric and one.score is not None
    }
    axis = axis_over([score for _, score in scores.values()], foot, TOP)
    step = min(WIDE, max(NARROW, GROUPS_WIDTH / len(breakdown.groups)))
    xs = tuple(LEFT + step * (n + 0.5) for n in range(len(breakdown.groups)))
    lines = []
    for system in systems:
        runs: list[list[Dot]] = [[]]
        for group, x in zip(breakdown.groups, xs, strict=True):
            if (system, group.label) in scores:
                cell, score = scores[system, group.label]
                runs[-1].append(Dot(x, axis.at(score), cell))
            else:
                runs.append([])
        lines.append(tuple(tuple(run) for run in runs if run))
    ends = [runs[-1][-1].y if runs else axis.start for runs in lines]
    return GroupPlot(
        metric=metric,
        place=place,
        breakdown=breakdown,
        number=number,
        xs=xs,
        shown=frozenset(group for _, group in scores),
        axis=axis,
        lines=tuple(map(Line, systems, lines, _without_touching(ends, foot))),
        width=int(LEFT + step * len(breakdown.groups) + RIGHT),
        foot=foot,
    )


def _without_touching(ends: Sequence[float], foot: float) -> list[float]:
    """Return the y of labels that do not overlap, close to the ends of their lines."""
    ordered = sorted(range(len(ends)), key=lambda n: ends[n])
    places = list(ends)
    below = float(TOP)
    for n in ordered:
        places[n] = below = max(ends[n], below)
        below += LABEL
    above = foot
    for n in reversed(ordered):
        places[n] = above = min(places[n], above)
        above -= LABEL
    return places
