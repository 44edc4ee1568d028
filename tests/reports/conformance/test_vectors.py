"""Replays of vectors and explanations of scores as reports, and results in notebooks and files."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import tallystick
from tallystick.compat import Case, Outcome, Replay, Tolerance, Vector, expectation, explain
from tallystick.compat.implementations.outcome import failed
from tallystick.compat.vectors.replay import Drift, DriftCause
from tallystick.compat.vectors.vectors import Origin
from tallystick.metrics import Corpus
from tallystick.reports import render
from tallystick.reports.conformance.explanation import ExplanationReport, Files
from tallystick.reports.conformance.vectors import ReplayReport
from tests.reports.schemas import assert_follows_schema

from . import test_check

CASE = Case.from_lines(["a <b>", ""], [["a \x1b", "c"], "d"])
EQUAL, HIGHER, CRASHED, LEFT = (Vector(name, CASE, tests=f"of {name}") for name in "abcd")
SAME = Outcome(score=1.0, statistics={"counts": (2, 1)})
LOWER = Drift(HIGHER, SAME, Outcome(score=0.5))
GONE = Drift(CRASHED, SAME, failed("crash", "out of\nmemory"))
DRIFTED = Replay(
    implementation="mine",
    version="2",
    metric="bleu",
    results="papineni2002",
    origin=Origin("paper"),
    vectors=(EQUAL, HIGHER, CRASHED, LEFT),
    skipped=(LEFT,),
    rounded=0,
    largest=0.5,
    drift=(LOWER, GONE),
    tolerance=Tolerance(),
    intact=True,
    causes=(DriftCause("scores differ", (LOWER,)), DriftCause("mine 2 crashes", (GONE,))),
)
EQUALS = replace(DRIFTED, drift=(), causes=(), vectors=(EQUAL,), skipped=())
CORPUS = Corpus.from_segments(
    hypotheses=["the cat is on the mat"], references=["The cat sat on the mat"]
)
EXPLAINED = explain(CORPUS, "0.3247", ["bleu"], most_odd=0)
RESULTS = (
    test_check.DIFFERS,
    test_check.FOUND,
    DRIFTED,
    EXPLAINED,
    explain(CORPUS, "99.99", ["bleu"], most_odd=0),
)


EXPECTED = expectation(["scores differ", "mine 2 crashes"], {"scores *": "rounded", "x": "y"}, "f")


@pytest.mark.parametrize(
    "report",
    [
        ReplayReport(DRIFTED, "bleu"),
        ReplayReport(EQUALS, "bleu"),
        ReplayReport(DRIFTED, "bleu", expectation=EXPECTED),
    ],
)
def test_the_json_of_a_replay_follows_its_schema(report: ReplayReport) -> None:
    assert_follows_schema(report)


@pytest.mark.parametrize("number", ["0.38", "99.99"])
def test_the_json_of_an_explanation_follows_its_schema(number: str) -> None:
    explanation = explain(CORPUS, number, ["bleu"], most_odd=1)
    assert_follows_schema(ExplanationReport(explanation, Files("mine.txt", ("reference.txt",))))


def test_causes_are_shown_with_their_smallest_case_and_not_every_case() -> None:
    many = DriftCause("scores differ", (LOWER,) * 30)
    text = str(render(ReplayReport(replace(DRIFTED, causes=(many,))), "text"))
    assert text.count("recorded: 1.0, counts (2, 1)\n") == 1
    assert "1. scores differ  on 30 cases\n" in text
    assert "and 25 more, which other formats show (-f csv)\n" in text


def test_every_case_has_its_cause_in_a_table() -> None:
    rows = str(render(ReplayReport(DRIFTED), "csv")).splitlines()
    assert [row.rpartition(",")[2] for row in rows] == ["cause", "scores differ", "mine 2 crashes"]


def suite_of(replayed: Replay) -> ElementTree.Element:
    [suite] = ElementTree.fromstring(render(ReplayReport(replayed, "bleu"), "junit"))
    return suite


def test_every_vector_is_a_test_case_that_passed_failed_or_was_skipped() -> None:
    suite = suite_of(DRIFTED)
    tags = {case.get("name"): [child.tag for child in case] for case in suite}
    assert tags == {
        "digest": [],
        "a: of a": [],
        "b: of b": ["failure"],
        "c: of c": ["failure"],
        "d: of d": ["skipped"],
    }
    assert {case.get("classname") for case in suite} == {
        "tallystick vectors replay.mine.papineni2002"
    }
    counts = [suite.get(name) for name in ("tests", "failures", "errors", "skipped")]
    assert counts == ["5", "2", "0", "1"]


def test_a_failure_has_its_cause_both_results_and_the_input() -> None:
    failure = suite_of(DRIFTED).find("testcase/failure")
    assert failure is not None
    assert failure.get("message") == "scores differ: recorded 1.0, counts (2, 1), now 0.5"
    lines = str(failure.text).split("\n")
    assert lines == [
        "hypothesis: 'a <b>'",
        r"reference: 'a \x1b'",
        "reference: 'c'",
        "hypothesis: ''",
        "reference: 'd'",
    ]


def test_what_is_expected_is_skipped_and_what_is_gone_fails() -> None:
    [suite] = ElementTree.fromstring(
        render(ReplayReport(DRIFTED, "bleu", expectation=EXPECTED), "junit")
    )
    tags = {case.get("name"): [child.tag for child in case] for case in suite}
    assert (tags["b: of b"], tags["c: of c"], tags["x"]) == (
        ["skipped"],
        ["failure"],
        ["failure"],
    )


def test_a_file_that_was_changed_is_a_failure() -> None:
    suite = suite_of(replace(EQUALS, intact=False))
    assert [case.get("name") for case in suite if case.find("failure") is not None] == ["digest"]


@pytest.mark.parametrize(
    ("replayed", "message"),
    [
        (replace(EQUALS, skipped=(EQUAL,)), "no case could be compared"),
        (replace(EQUALS, note="it crashed"), "it crashed"),
    ],
)
def test_a_program_that_was_not_run_on_all_vectors_is_an_error(
    replayed: Replay, message: str
) -> None:
    error = suite_of(replayed).find("testcase/error")
    assert error is not None
    assert error.get("message") == message


@pytest.mark.parametrize("result", RESULTS, ids=lambda result: result.headline)
def test_a_result_shows_its_headline_in_a_notebook(result: Any) -> None:
    page = result._repr_html_()
    assert page.startswith('<div dir="ltr"><p><strong><bdi>')
    assert page == tallystick.render(result, "notebook")
    assert " ".join(str(result).split()).startswith(result.headline)


def test_markup_in_a_result_is_text_in_a_notebook() -> None:
    page = test_check.DIFFERS._repr_html_()
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_result_is_written_to_files(tmp_path: Path) -> None:
    tallystick.write_report(RESULTS[0], tmp_path / "check.json", tmp_path / "check.xml")
    assert json.loads((tmp_path / "check.json").read_text("utf-8"))["verdict"] == "differs"
    assert "<testsuites " in (tmp_path / "check.xml").read_text("utf-8")


def test_an_explanation_prints_its_settings() -> None:
    # (4/6 * 2/5 * 1/4 * 1/6) ** (1/4), of which the last precision is smoothed
    assert "1. 0.324668\n    the score of bleu" in str(EXPLAINED)
