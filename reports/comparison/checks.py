"""What came of conditions, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.metrics.arguments.wording import counted
from tallystick.reports.comparison.model import CheckedCondition


def outcome(checks: Sequence[CheckedCondition]) -> str:
    """Return a sentence on the number of failed checks, or of passed ones if none failed."""
    failed = sum(not one.passed for one in checks)
    number, word = (failed, "failed") if failed else (len(checks), "passed")
    return f"{number:,} of {counted(len(checks), 'check')} {word}."


def result(check: CheckedCondition) -> str:
    """Return what came of a condition in a word."""
    return "passed" if check.passed else "failed"


def failed_first(checks: Sequence[CheckedCondition]) -> list[CheckedCondition]:
    """Return the checks in their order, those that failed first."""
    return sorted(checks, key=lambda one: one.passed)
