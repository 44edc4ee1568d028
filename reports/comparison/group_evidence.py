"""The difference of two systems on a group of segments, which a condition names."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.errors import OptionError
from tallystick.metrics.registry import nearest
from tallystick.reports.comparison.condition import Worsening
from tallystick.reports.comparison.model import (
    Breakdown,
    ComparedMetric,
    Comparison,
    Interval,
)
from tallystick.reports.comparison.orientation import between, seen_from


@dataclass(frozen=True, slots=True)
class GroupScores:
    """The scores of a system and another on a group, and the interval of their difference."""

    score: float | None
    other_score: float | None
    interval: Interval | None


def group_scores(
    comparison: Comparison, condition: Worsening, metric: ComparedMetric, system: str, other: str
) -> GroupScores:
    """Return the scores of two systems on the group of a condition.

    Raises:
        OptionError: There is no such group, it is too small, or the two were not compared on it.
    """
    breakdown = _breakdown(comparison, condition)
    of_group = (_label(breakdown, condition), metric.metric)
    scores = {
        cell.system: cell.score for cell in breakdown.cells if (cell.group, cell.metric) == of_group
    }
    differences = (one for one in breakdown.differences if (one.group, one.metric) == of_group)
    found = between(differences, system, other)
    if found is None:
        raise OptionError(
            f"the condition {condition.text!r} is about {condition.group}, on which {system} and "
            f"{other} were not compared; compare again with {other} as the baseline"
        )
    if found.interval is None and condition.significant:
        raise OptionError(
            f"the condition {condition.text!r} asks for a significant difference, but "
            f"{condition.group} has too few segments for an interval; add 'even if not "
            "significant', or choose a larger group"
        )
    _, interval = seen_from(found, system)
    return GroupScores(scores.get(system), scores.get(other), interval)


def _breakdown(comparison: Comparison, condition: Worsening) -> Breakdown:
    field = "" if condition.group is None else condition.group.field
    for one in comparison.breakdowns:
        if one.field == field:
            return one
    known = [one.field for one in comparison.breakdowns]
    others = nearest(field, known) if known else "; it has no scores by group"
    raise OptionError(
        f"the condition {condition.text!r} names the field {field!r}, by which the comparison has "
        f"no scores{others}"
    )


def _label(breakdown: Breakdown, condition: Worsening) -> str:
    label = "" if condition.group is None else condition.group.label
    known = [group.label for group in breakdown.groups]
    if label in known:
        return label
    raise OptionError(
        f"the condition {condition.text!r} names {label!r}, which is not a group by "
        f"{breakdown.field}{nearest(label, known)}"
    )
