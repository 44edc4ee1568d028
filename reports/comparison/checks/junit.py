"""Checks as test cases of JUnit XML."""

from __future__ import annotations

from tallystick.errors import TallystickError
from tallystick.reports.comparison.model import CheckedCondition, Comparison
from tallystick.reports.comparison.tables.example_segments import regressed_segments
from tallystick.reports.renderers.text import draw_block
from tallystick.reports.saving.junit import TestCase, junit

SUITE = "tallystick compare"


def render(comparison: Comparison, seconds: float | None = None) -> str:
    """Render the checks of a comparison as an XML document: a test case for each.

    One that failed has the reason, and the segments in which the system got worse.
    """
    return junit(SUITE, [_case(comparison, check) for check in comparison.checks], seconds)


def render_error(error: TallystickError, seconds: float | None = None) -> str:
    """Render a comparison that could not be made as a test case with an error."""
    case = TestCase("input", "the systems can be compared", "error", str(error), type="input")
    return junit(SUITE, [case], seconds)


def _case(comparison: Comparison, check: CheckedCondition) -> TestCase:
    against = f" against {check.against}" if check.against is not None else ""
    name = f"{check.system}{against}: {check.requirement}"
    group = check.metric or "segments"
    if check.passed:
        return TestCase(group, name, text=check.sentence)
    shown = regressed_segments(comparison, check)
    text = "\n\n".join([check.sentence, *map(draw_block, shown.blocks())])
    return TestCase(group, name, "failure", check.sentence, text, "check")
