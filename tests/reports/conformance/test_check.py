"""Checks and identifications as pages, JUnit XML, JSON and text."""

import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import pytest

from tallystick import Bleu
from tallystick.compat import (
    Case,
    Check,
    Failure,
    Finding,
    Identification,
    Outcome,
    Verdict,
    Violation,
    law_named,
)
from tallystick.compat.conformance.causes import Cause
from tallystick.compat.conformance.identification import Answer, Nearest, OpenAxis, Twin
from tallystick.compat.conformance.location import Location
from tallystick.compat.conformance.precision import Precision
from tallystick.compat.conformance.problems import Problem
from tallystick.compat.conformance.setting import Setting
from tallystick.compat.laws import Scored
from tallystick.reports import Table, render
from tallystick.reports.conformance.check import CheckReport, case_lines, side_by_side
from tallystick.reports.conformance.identification import IdentificationReport
from tests.reports.rendering import Page
from tests.reports.schemas import assert_follows_schema

CLAIM = Setting(Bleu(dialect="papineni2002"))
CASE = Case.from_lines(["a b a c"], [["a b d", "a"]])
HOSTILE = Case.from_lines(["<script>alert(1)</script>\x1b[1m"], ["x"])


def finding(case: Case, outcome: Outcome) -> Finding:
    return Finding(
        implementation="mine",
        version="1.2",
        metric="bleu",
        dialect="papineni2002",
        order=2,
        kind="number",
        case=case,
        expected=Outcome(score=50.0, statistics={"counts": (2, 1)}),
        found=outcome,
    )


LAW, REVERSAL = law_named("identity"), law_named("reverse tokens")
REVERSED = CASE.map(lambda tokens: tokens[::-1])
DIFFERS = Check(
    implementation="mine",
    version="1.2",
    claimed=CLAIM,
    verdict=Verdict.DIFFERS,
    seed=1,
    scale=1.0,
    inputs=300,
    calls=900,
    laws=(LAW, REVERSAL),
    seconds=1.25,
    problems=(
        Problem(
            "reference_length is average instead of closest",
            finding(CASE, Outcome(score=60.0)),
            inputs=7,
            cause=Cause(CLAIM.with_axis("reference_length", "average"), (0, 1)),
        ),
        Problem("it crashes", finding(HOSTILE, Outcome(failure=Failure("crash", "<&>\x00"))), 1),
    ),
    violations=(
        Violation(LAW, CASE, "the score is 0", (Scored(CASE, 0.0),)),
        Violation(REVERSAL, CASE, "50 became 0", (Scored(CASE, 50.0), Scored(REVERSED, 0.0))),
    ),
)
LOCATED = replace(
    DIFFERS.problems[0],
    cause=Cause(
        None,
        (0, 1),
        location=Location(
            "brevity penalty", "hypotheses are shorter than their references", (7, 7), (1, 40)
        ),
    ),
)
UNEXPLAINED = replace(DIFFERS, problems=(LOCATED,))
CONFORMS = replace(DIFFERS, verdict=Verdict.CONFORMS, problems=(), violations=())
NOT_RUN = replace(CONFORMS, verdict=Verdict.NOT_RUN, inputs=0, laws=(), note="no module named x")
ANSWER = Answer(CASE, 0.5, float("nan"))
FOUND = Identification(
    implementation="mine",
    version="unknown",
    found=CLAIM,
    scale=100.0,
    precision=Precision(decimals=2),
    programs=("papineni2002",),
    twins=(Twin("sacrebleu", ("tokenize",), "the program takes tokens"),),
    nearest=Nearest("papineni2002", (), 190),
    sure=(("order", "4"),),
    open=(OpenAxis("clip", ("max", "sum"), "it takes one reference"),),
    questions=(ANSWER,),
    checks=200,
    contradiction=None,
    unexplained=False,
    changed=None,
    failures=(CASE,),
    seconds=2.0,
)
UNKNOWN = replace(FOUND, found=None, programs=(), twins=(), contradiction=ANSWER, sure=(), open=())
CHANGED = replace(UNKNOWN, contradiction=None, changed=ANSWER)


@pytest.mark.parametrize("check", [DIFFERS, UNEXPLAINED, CONFORMS, NOT_RUN])
def test_the_json_of_a_check_follows_its_schema(check: Check) -> None:
    assert_follows_schema(CheckReport(check))


@pytest.mark.parametrize("identification", [FOUND, UNKNOWN, CHANGED])
def test_the_json_of_an_identification_follows_its_schema(identification: Identification) -> None:
    assert_follows_schema(IdentificationReport(identification))


def test_problems_and_laws_are_test_cases_of_junit() -> None:
    root = ElementTree.fromstring(render(CheckReport(DIFFERS), "junit"))
    [suite] = root
    cases = suite.findall("testcase")
    failed = [case.get("name") for case in cases if case.find("failure") is not None]
    names = ["reference_length is average instead of closest", "it crashes"]
    assert failed == [*names, "identity", "reverse tokens"]
    counts = ("tests", "failures", "errors", "skipped", "time")
    assert [suite.get(name) for name in counts] == [str(len(cases)), "4", "0", "0", "1.250"]
    failure = cases[0].find("failure")
    assert failure is not None
    assert str(failure.get("message")).endswith(", on 7 of 300 inputs")
    assert ".score(hypotheses=[['a', 'b', 'a', 'c']]" in str(failure.text)
    crash = cases[1].find("failure")
    assert crash is not None
    assert r"<&>\x00" in str(crash.text)


@pytest.mark.parametrize("format", ["text", "markdown", "html", "junit"])
def test_the_evidence_of_a_component_is_shown(format: str) -> None:
    shown = str(render(CheckReport(UNEXPLAINED), format))
    assert "Of 7 inputs on which it differs, with reversed and reduced ones, 7 are" in shown


@pytest.mark.parametrize("format", ["text", "html"])
def test_a_broken_law_is_shown_on_the_inputs_that_were_scored(format: str) -> None:
    shown = " ".join(unescape(str(render(CheckReport(DIFFERS), format))).split())
    first, second = "'a b a c' against 'a b d' and 'a'", "'c a b a' against 'd b a' and 'a'"
    assert f"reverse tokens: 50 became 0 (50 for {first}; then 0 for {second})" in shown
    assert f"identity: the score is 0 (0 for {first})" in shown


def test_what_conforms_has_no_failure_and_what_could_not_be_run_an_error_in_junit() -> None:
    [suite] = ElementTree.fromstring(render(CheckReport(CONFORMS), "junit"))
    assert suite.find("testcase/*") is None
    assert suite.get("failures") == "0"
    [suite] = ElementTree.fromstring(render(CheckReport(NOT_RUN), "junit"))
    [[error]] = suite
    assert (error.tag, error.get("message")) == ("error", "no module named x")
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "0", "1")


def test_matching_ngrams_are_marked_side_by_side() -> None:
    texts, ngrams = side_by_side(CASE, 2)
    assert texts.rows == (("a b a c", "a b d", "a"),)
    # "a b" and "a" of the hypothesis; "a b" of one reference and "a" of the other
    assert texts.marks == {(0, 0): ((0, 3), (4, 5)), (0, 1): ((0, 3),), (0, 2): ((0, 1),)}
    assert ngrams.rows == (
        ("a", "2", "1", "1"),
        ("b", "1", "1", "0"),
        ("c", "1", "0", "0"),
        ("a b", "1", "1", "0"),
        ("b a", "1", "0", "0"),
        ("a c", "1", "0", "0"),
        ("d", "0", "1", "0"),
        ("b d", "0", "1", "0"),
    )


def test_segments_with_fewer_references_leave_cells_empty() -> None:
    texts, ngrams = side_by_side(Case.from_lines(["a", "b"], [["a", "c"], "b"]), 1)
    assert texts.rows == (("a", "a", "c"), ("b", "b", ""))
    assert ngrams.rows == (("1", "a", "1", "1", "0"), ("1", "c", "0", "0", "1"))


def test_a_large_input_is_not_shown_side_by_side() -> None:
    assert side_by_side(Case.from_lines(["a " * 200 + "a"], ["a"]), 4) == []


def test_a_format_for_a_small_space_has_no_tables_of_ngrams() -> None:
    tables = [block for block in CheckReport(DIFFERS).document() if isinstance(block, Table)]
    assert all(table.detail for table in tables)
    assert "side by side" not in str(render(CheckReport(DIFFERS), "text"))


def test_a_page_shows_matches_in_bold_and_underlined_and_runs_nothing() -> None:
    page = str(render(CheckReport(DIFFERS), "html"))
    kinds = Page(page).kinds
    assert re.findall("<mark><u><b>(.*?)</b>", page)[:4] == ["a b", "a", "a b", "a"]
    assert "script" not in kinds
    assert kinds.count("h1") == 1
    assert re.search(r"<title>mine 1\.2 does not conform to", page)
    assert "default-src 'none'; style-src 'sha256-" in unescape(page)
    assert "script-src" not in page
    assert "style=" not in page
    assert "\x1b" not in page


def test_results_print_as_their_reports() -> None:
    shown = str(DIFFERS)
    assert shown.startswith("mine 1.2 does not conform to bleu:dialect=papineni2002: ")
    assert "1. reference_length is average instead of closest  on 7 inputs" in shown
    assert str(NOT_RUN).startswith("mine 1.2 could not be run.\n")
    shown = str(FOUND)
    assert shown.startswith("mine computes bleu:dialect=papineni2002, the convention of papineni")
    assert "max or sum" in shown
    assert str(UNKNOWN).startswith("mine follows no known convention.\n")


def test_texts_that_only_look_alike_are_written_as_ascii() -> None:
    alike = Case.from_lines(["a e\u0301"], ["a \u00e9"])
    assert case_lines(alike) == [("hypothesis", r"'a e\u0301'"), ("reference", r"'a \xe9'")]
    other = Case.from_lines(["a \u00e9"], ["a e"])
    assert case_lines(other) == [("hypothesis", "'a \u00e9'"), ("reference", "'a e'")]


def test_failures_are_counted_where_no_convention_is_found() -> None:
    failing = replace(UNKNOWN, failures=(CASE, REVERSED))
    shown = str(render(IdentificationReport(failing), "text"))
    assert "answers; 2 of them are failures" in shown
    assert "it fails on 2 inputs, such as one, to which the nearest known program gives" in shown
