"""Conditions checked on a comparison, as `tallystick compare --fail-if` does it."""

from __future__ import annotations

from collections.abc import Mapping

from tallystick.reports import CheckedCondition, Comparison
from tallystick.reports.comparison.checks.condition import parse_condition
from tallystick.reports.comparison.checks.guard import checks


def checked(
    comparison: Comparison, *conditions: str, against: Mapping[str, str] | None = None
) -> tuple[CheckedCondition, ...]:
    """Return what came of conditions on systems against the baseline, or against others."""
    given = [parse_condition(one) for one in conditions]
    return tuple(checks(comparison, given, against or comparison.opponents))
