"""Scores by groups of segments, as tables with a row per system."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.facts.orientation import sign_beside_zero, standard_of
from tallystick.reports.comparison.model import (
    Breakdown,
    BreakdownGroup,
    ComparedMetric,
    Comparison,
    Interval,
)

TINTS = 4
MOST_COLUMNS = 12
"""Tables with more columns are printed only if they are chosen."""


@dataclass(frozen=True, slots=True)
class GroupCell:
    """The score of a system on a group, and its difference from the standard.

    `tint` is the size of the difference, from 0 to `TINTS` for the largest of the table.
    """

    score: float | None
    interval: Interval | None
    difference: float | None = None
    bounds: Interval | None = None  # of the difference
    sign: str = "none"
    side: str = ""  # "better" or "worse", for the tint
    tint: int = 0


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The scores under one metric; `place` and `number` are the indices of metric and breakdown."""

    metric: ComparedMetric
    place: int
    breakdown: Breakdown
    number: int
    standard: str
    columns: tuple[tuple[int, BreakdownGroup], ...]  # the groups with scores, with their indices
    rows: tuple[tuple[str, tuple[GroupCell, ...]], ...]

    @property
    def is_wide(self) -> bool:
        """Whether the table has too many columns for paper."""
        return len(self.columns) > MOST_COLUMNS


def group_tables(comparison: Comparison) -> tuple[GroupTable, ...]:
    """Return a table for each breakdown and metric, in this order."""
    return tuple(
        _table(comparison, breakdown, number, metric, place)
        for number, breakdown in enumerate(comparison.breakdowns)
        for place, metric in enumerate(comparison.metrics)
    )


def _table(
    comparison: Comparison, breakdown: Breakdown, number: int, metric: ComparedMetric, place: int
) -> GroupTable:
    scores = {
        (one.system, one.group): one
        for one in breakdown.cells
        if one.metric == metric.metric and one.score is not None
    }
    differences = {
        (one.system, one.group): one
        for one in breakdown.differences
        if one.metric == metric.metric and one.difference is not None
    }
    largest = max((abs(one.difference or 0) for one in differences.values()), default=0) or 1
    direction = 1 if metric.higher_is_better else -1

    def cell(system: str, group: str) -> GroupCell:
        found, difference = scores.get((system, group)), differences.get((system, group))
        if found is None:
            return GroupCell(None, None)
        if difference is None or difference.difference is None:
            return GroupCell(found.score, found.interval)
        return GroupCell(
            found.score,
            found.interval,
            difference.difference,
            difference.interval,
            sign_beside_zero(difference.interval, metric.higher_is_better),
            "better" if direction * difference.difference > 0 else "worse",
            round(TINTS * abs(difference.difference) / largest),
        )

    shown = {group for _, group in scores}
    columns = [one for one in enumerate(breakdown.groups) if one[1].label in shown]
    return GroupTable(
        metric=metric,
        place=place,
        breakdown=breakdown,
        number=number,
        standard=standard_of(comparison, metric.metric),
        columns=tuple(columns),
        rows=tuple(
            (one.system, tuple(cell(one.system, group.label) for _, group in columns))
            for one in comparison.in_order_of(metric.metric)
        ),
    )
