"""The difference of two systems on a group of segments, which a condition names."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tallystick.errors import OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.reports.comparison.checks.condition import Worsening
from tallystick.reports.comparison.facts.orientation import between, seen_from
from tallystick.reports.comparison.model import (
    Breakdown,
    ComparedMetric,
    Comparison,
    Interval,
    TestSet,
)
from tallystick.reports.wording import counted

DOCUMENT = "document"


@dataclass(frozen=True, slots=True)
class GroupScores:
    """The scores of a system and another on a group, and the interval of their difference.

    `group` is the group as a test set, in `differing_units` of whose units the systems differ.
    """

    score: float | None
    other_score: float | None
    interval: Interval | None
    group: TestSet
    differing_units: int | None


def group_scores(
    comparison: Comparison, condition: Worsening, metric: ComparedMetric, system: str, other: str
) -> GroupScores:
    """Return the scores of two systems on the group of a condition.

    Raises:
        OptionError: There is no such group, it is too small, or the two were not compared on it.
    """
    breakdown = _breakdown(comparison, condition)
    label = _label(comparison, breakdown, condition)
    of_group = (label, metric.metric)
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
            f"{condition.group} has too few units of resampling for an interval; add 'even if not "
            "significant', or choose a larger group"
        )
    _, interval = seen_from(found, system)
    [group] = [one for one in breakdown.groups if one.label == label]
    as_test_set = replace(comparison.test_set, segments=len(group.segments), units=group.units)
    if breakdown.field == DOCUMENT:
        as_test_set = replace(as_test_set, unit="segment", units=len(group.segments))
    return GroupScores(
        scores.get(system), scores.get(other), interval, as_test_set, found.differing_units
    )


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


def _label(comparison: Comparison, breakdown: Breakdown, condition: Worsening) -> str:
    """Return the label of the group, which must be one with scores."""
    label = "" if condition.group is None else condition.group.label
    sizes = {group.label: len(group.segments) for group in breakdown.groups}
    size = sizes.get(label) or _column(comparison, breakdown.field).count(label)
    if size >= breakdown.minimum and label in sizes:
        return label
    if not size:
        raise OptionError(
            f"the condition {condition.text!r} names {label!r}, which is not a group by "
            f"{breakdown.field}{nearest(label, list(sizes))}"
        )
    why = (
        f"and scores are only given for groups of {breakdown.minimum} or more"
        if size < breakdown.minimum
        else f"but only the {len(sizes)} largest groups by {breakdown.field} have scores"
    )
    raise OptionError(
        f"the condition {condition.text!r} names {label!r}, which has "
        f"{counted(size, 'segment')}, {why}; choose a larger group, or a coarser field"
    )


def _column(comparison: Comparison, field: str) -> Sequence[str]:
    """Return the value of a field for every segment, if the comparison has texts."""
    segments = comparison.segments
    if segments is None:
        return ()
    if field == DOCUMENT:
        return segments.documents or ()
    return segments.metadata.get(field, ())
