"""Scores by length of the reference: a line for each system over the groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallystick.reports.comparison.html.axis import Axis, axis_over
from tallystick.reports.comparison.model import Breakdown, BreakdownCell, ComparedMetric, Comparison

FIELD = "reference length"
LEFT = 44
RIGHT = 128
ROOM = 820
NARROW, WIDE = 64, 130
LABEL = 14
TOP = 14


class Dot(NamedTuple):
    """A system's score on one group."""

    across: float
    down: float
    cell: BreakdownCell


@dataclass(frozen=True, slots=True)
class Line:
    """A system's dots, in runs of neighbours that a line joins, and how far down its label is."""

    system: str
    runs: tuple[tuple[Dot, ...], ...]
    label_down: float

    @property
    def dots(self) -> tuple[Dot, ...]:
        """The dots of all runs."""
        return tuple(dot for run in self.runs for dot in run)


@dataclass(frozen=True, slots=True)
class GroupPlot:
    """The plot of one metric: where each group is on the axis, and the lines.

    Attributes:
        metric: The metric.
        place: Its place among the metrics.
        breakdown: The groups.
        number: Their place among the breakdowns.
        across: Where each group is.
        shown: The labels of the groups that have a score.
        axis: The axis of scores.
        lines: A line for each system, the best first.
        width: The width of the plot.
        foot: How far down the axis of groups is.
    """

    metric: ComparedMetric
    place: int
    breakdown: Breakdown
    number: int
    across: tuple[float, ...]
    shown: frozenset[str]
    axis: Axis
    lines: tuple[Line, ...]
    width: int
    foot: float


def group_plots(comparison: Comparison) -> tuple[GroupPlot, ...]:
    """Lay out one plot for each metric, where the report has groups by length."""
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
    step = min(WIDE, max(NARROW, ROOM / len(breakdown.groups)))
    across = tuple(LEFT + step * (n + 0.5) for n in range(len(breakdown.groups)))
    lines = []
    for system in systems:
        runs: list[list[Dot]] = [[]]
        for group, x in zip(breakdown.groups, across, strict=True):
            if (system, group.label) in scores:
                cell, score = scores[system, group.label]
                runs[-1].append(Dot(x, axis.at(score), cell))
            else:
                runs.append([])
        lines.append(tuple(tuple(run) for run in runs if run))
    ends = [runs[-1][-1].down if runs else axis.start for runs in lines]
    return GroupPlot(
        metric=metric,
        place=place,
        breakdown=breakdown,
        number=number,
        across=across,
        shown=frozenset(group for _, group in scores),
        axis=axis,
        lines=tuple(map(Line, systems, lines, _without_touching(ends, foot))),
        width=int(LEFT + step * len(breakdown.groups) + RIGHT),
        foot=foot,
    )


def _without_touching(ends: Sequence[float], foot: float) -> list[float]:
    """Return how far down the labels of lines are that end there."""
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
