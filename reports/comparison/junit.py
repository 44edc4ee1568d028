"""Checks as test cases of JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.errors import TallystickError
from tallystick.reports.comparison.model import CheckedCondition
from tallystick.reports.junit import TestCase, junit

SUITE = "tallystick compare"


def render(checks: Sequence[CheckedCondition], seconds: float | None = None) -> str:
    """Render checks as an XML document: a test case for each, with the reason if it failed."""
    return junit(SUITE, list(map(_case, checks)), seconds)


def render_error(error: TallystickError, seconds: float | None = None) -> str:
    """Render a comparison that could not be made as a test case with an error."""
    case = TestCase("input", "the systems can be compared", "error", str(error), type="input")
    return junit(SUITE, [case], seconds)


def _case(check: CheckedCondition) -> TestCase:
    against = f" against {check.against}" if check.against is not None else ""
    name = f"{check.system}{against}: {check.requirement}"
    group = check.metric or "segments"
    if check.passed:
        return TestCase(group, name, text=check.sentence)
    return TestCase(group, name, "failure", check.sentence, check.sentence, "check")
