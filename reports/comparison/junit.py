"""Verdicts as test cases of JUnit XML."""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.reports.comparison.guard import Verdict
from tallystick.reports.junit import TestCase, junit


def render(verdicts: Sequence[Verdict]) -> str:
    """Render verdicts as an XML document: a test case for each, with the reason if it failed."""
    return junit("tallystick compare", list(map(_case, verdicts)))


def _case(verdict: Verdict) -> TestCase:
    against = f"{verdict.system} against {verdict.other}"
    name = f"{against}: fails if {verdict.condition.text}"
    if verdict.passed:
        return TestCase(verdict.metric, name, text=verdict.sentence)
    return TestCase(verdict.metric, name, "failure", verdict.sentence, verdict.sentence, "worse")
