"""The check of a program, and the replay of vectors, as test cases of JUnit XML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tallystick.compat.conformance.check import Verdict
from tallystick.reports.conformance.check import CheckReport, case_lines
from tallystick.reports.saving.junit import TestCase, junit

if TYPE_CHECKING:
    from tallystick.compat.expected import Expectation
    from tallystick.reports.conformance.vectors import ReplayReport


def render_check(report: CheckReport, digits: int | None = None) -> str:
    """Render a check as an XML document: a test case for each problem, and one for each law."""
    return junit("tallystick check", tuple(_of_check(report)), report.check.seconds)


def render_replay(report: ReplayReport, digits: int | None = None) -> str:
    """Render a replay as an XML document: a test case for each vector, and one for the digest."""
    return junit("tallystick vectors replay", tuple(_of_replay(report)))


def _of_check(report: CheckReport) -> Iterator[TestCase]:
    check, expectation = report.check, report.expectation
    expected = {} if expectation is None else expectation.expected
    scores, laws = (f"{check.implementation}.{group}" for group in ("scores", "laws"))
    if check.verdict is Verdict.NOT_RUN:
        yield TestCase(scores, "run", "error", check.note)
        return
    if not check.problems:
        yield TestCase(scores, f"{check.inputs} inputs have the scores of the convention")
    for problem in check.problems:
        if problem.name in expected:
            yield TestCase(scores, problem.name, "skipped", _as_expected(expected[problem.name]))
            continue
        message = f"{problem.name}, on {problem.inputs} of {check.inputs} inputs"
        evidence = [] if problem.location is None else [problem.location.evidence]
        text = "\n".join([*evidence, str(problem.finding)])
        yield TestCase(scores, problem.name, "failure", message, text, "scores")
    broken = {violation.law.name: violation for violation in check.violations}
    for law in check.laws:
        violation = broken.get(law.name)
        reason = expected.get(f"law: {law.name}")
        if violation is None:
            yield TestCase(laws, law.name)
        elif reason is not None:
            yield TestCase(laws, law.name, "skipped", _as_expected(reason))
        else:
            yield TestCase(laws, law.name, "failure", violation.detail, str(violation), "laws")
    yield from _not_found(f"{check.implementation}.expected", expectation)


def _as_expected(reason: str) -> str:
    return f"expected: {reason}"


def _not_found(group: str, expectation: Expectation | None) -> Iterator[TestCase]:
    if expectation is not None:
        for name, remedy in zip(expectation.gone, expectation.remedies, strict=True):
            yield TestCase(group, name, "failure", remedy, type="expected")


def _of_replay(report: ReplayReport) -> Iterator[TestCase]:
    replay = report.replay
    group = f"{replay.implementation}.{replay.results}"
    if replay.note or not replay.compared:
        note = replay.note or "no case could be compared"
        yield TestCase(group, "run", "error", note)
    if replay.intact:
        yield TestCase(group, "digest")
    else:
        message = f"{report.file or 'the file'} was changed after it was written"
        yield TestCase(group, "digest", "failure", message, type="digest")
    expectation = report.expectation
    expected = {} if expectation is None else expectation.expected
    drift = {changed.vector.id: changed for changed in replay.drift}
    skipped = {vector.id for vector in replay.skipped}
    for vector in replay.vectors:
        name = f"{vector.id}: {vector.tests}" if vector.tests else vector.id
        if vector.id in drift:
            changed, cause = drift[vector.id], replay.cause_of.get(vector.id, "")
            if cause in expected:
                yield TestCase(group, name, "skipped", _as_expected(expected[cause]))
                continue
            results = f"recorded {changed.recorded}, now {changed.now}"
            message = f"{cause}: {results}" if cause else results
            text = "\n".join(f"{label}: {line}" for label, line in case_lines(vector.case))
            yield TestCase(group, name, "failure", message, text, "drift")
        elif vector.id in skipped:
            yield TestCase(group, name, "skipped", "no recorded result, or not supported")
        else:
            yield TestCase(group, name)
    yield from _not_found(f"{group}.expected", expectation)
