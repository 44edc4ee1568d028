"""The conformance suite as pytest runs it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tallystick.compat import Check, Implementation, check
from tallystick.compat.conformance import suite
from tests.compat.conformance.naive import mean, naive_bleu

pytestmark = pytest.mark.slow

AVERAGE = "reference_length is average instead of closest"

FILE = """
from tallystick.compat import Implementation, conformance_suite
from tests.compat.conformance.naive import closest, failing, mean, naive_bleu, odd

mine = Implementation(name="mine", metric="bleu", run=naive_bleu({bleu}), dialect="papineni2002")
test_mine = conformance_suite(mine, expected_failures={expected!r}, examples=20)
"""


class Recorder:
    """The outcomes of tests by their ids, with the reports."""

    def __init__(self) -> None:
        self.outcomes: dict[str, str] = {}
        self.messages: dict[str, str] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        name = report.nodeid.partition("[")[2].removesuffix("]")
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[name] = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            self.messages[name] = str(report.longrepr)


Run = Callable[..., Recorder]


@pytest.fixture(scope="module")
def checks() -> dict[str, Check]:
    """The checks of each BLEU, which several tests look at."""
    return {}


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, checks: dict[str, Check]) -> Run:
    """Run the suite of a BLEU in this process, without other plug-ins."""

    def run(
        bleu: str, *names: str, expected: dict[str, str] | None = None, options: Sequence[str] = ()
    ) -> Recorder:
        def once(implementation: Implementation, **limits: int) -> Check:
            if bleu not in checks:
                checks[bleu] = check(implementation, **limits)
            return checks[bleu]

        if not options:
            monkeypatch.setattr(suite, "check", once)
        file = tmp_path / f"{tmp_path.name}.py"  # modules are cached by their names
        file.write_text(FILE.format(bleu=bleu, expected=expected or {}), encoding="utf-8")
        monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        without = (
            *("cacheprovider", "faulthandler", "terminal", "capture", "logging"),
            "unraisableexception",  # it collects garbage ten times at the end of each run
        )
        recorder = Recorder()
        arguments = [
            *("-p", "_tallystick_pytest", "-c", os.devnull, "--rootdir", str(tmp_path)),
            # else all that other tests left in the folders above is looked at
            *("--confcutdir", str(tmp_path)),
            *(f"-pno:{name}" for name in without),
            *("--import-mode=importlib", *options),
            *(f"{file}::test_mine[{name}]" for name in names),
        ]
        pytest.main(arguments, plugins=[recorder])
        assert sorted(recorder.outcomes) == sorted(names)
        return recorder

    return run


CONFORMS = "conforms"
LAW = "law: duplicate a reference"
RIGHT = "vector: identity"
VECTOR = "vector: mean-length-not-whole"


def test_problems_laws_and_vectors_are_tests(run: Run) -> None:
    tried = run("", CONFORMS, "law: identity", RIGHT, VECTOR)
    assert set(tried.outcomes.values()) == {"passed"}


def test_a_failure_shows_the_cause_and_the_input_with_both_results(run: Run) -> None:
    # the length of the closest reference is 10, the mean 9.5
    tried = run("length=mean", RIGHT, VECTOR, LAW)
    assert tried.outcomes == {RIGHT: "passed", VECTOR: "failed", LAW: "failed"}
    first, second, *_ = tried.messages[VECTOR].splitlines()
    assert (first, second.partition(",")[0]) == (AVERAGE, "the closest reference length")
    assert "expected" in tried.messages[VECTOR]
    assert ">>> mine.score(hypotheses=" in tried.messages[VECTOR]


def test_one_fault_is_one_failure_whose_first_line_is_the_cause(run: Run) -> None:
    tried = run("length=mean", CONFORMS, RIGHT, VECTOR, LAW)
    explained = dict.fromkeys((VECTOR, LAW), "skipped")
    assert tried.outcomes == {CONFORMS: "failed", RIGHT: "passed", **explained}
    assert tried.messages[CONFORMS].splitlines()[0] == AVERAGE
    assert all(f"explained by: {AVERAGE}" in tried.messages[name] for name in explained)


def test_several_faults_are_one_failure_that_counts_them(run: Run) -> None:
    tried = run("length=failing", CONFORMS, VECTOR)
    assert tried.outcomes == {CONFORMS: "failed", VECTOR: "skipped"}
    first, *others = tried.messages[CONFORMS].splitlines()
    assert first == f"{AVERAGE} (and 1 more problem)"
    assert "it ends with an error" in others


def test_a_problem_without_a_known_cause_explains_other_scores(
    run: Run, checks: dict[str, Check]
) -> None:
    averages = naive_bleu(length=mean)
    program = Implementation(name="mine", metric="bleu", run=averages, dialect="papineni2002")
    result = check(program, examples=1)
    [problem] = result.problems
    unknown = replace(problem, name="it differs in an unknown way", cause=None)
    checks["length=odd"] = replace(result, problems=(unknown,))
    recorder = run("length=odd", CONFORMS, VECTOR)
    assert recorder.outcomes == {CONFORMS: "failed", VECTOR: "skipped"}
    assert "differs in an unknown way" in recorder.messages[VECTOR]


def test_a_test_that_is_expected_to_fail_is_not_skipped(run: Run) -> None:
    tried = run("length=mean", CONFORMS, VECTOR, LAW, expected={CONFORMS: "x", "vector: *": "x"})
    assert tried.outcomes == {CONFORMS: "xfailed", VECTOR: "xfailed", LAW: "skipped"}


def test_a_problem_that_is_expected_is_no_failure_of_any_test(run: Run) -> None:
    for name in (AVERAGE, "reference_length is *"):
        tried = run("length=mean", CONFORMS, RIGHT, VECTOR, LAW, expected={name: "as in our paper"})
        others = dict.fromkeys((VECTOR, LAW), "xfailed")
        assert tried.outcomes == {CONFORMS: "passed", RIGHT: "passed", **others}


@pytest.mark.parametrize("name", [AVERAGE, "law: identiy"])
def test_what_is_expected_but_not_found_is_a_failure(run: Run, name: str) -> None:
    tried = run("", CONFORMS, expected={name: "as in our paper"})
    assert tried.outcomes == {CONFORMS: "failed"}
    assert f"'{name}' was not found: delete this entry" in tried.messages[CONFORMS]


def test_a_test_that_is_expected_to_fail_but_passes_is_a_failure(run: Run) -> None:
    tried = run("", RIGHT, VECTOR, expected={"vector: ident*": "not yet"})
    assert tried.outcomes == {RIGHT: "failed", VECTOR: "passed"}
    assert "XPASS(strict)" in tried.messages[RIGHT]


def test_another_implementation_can_be_tested_in_its_place(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(target: str, metric: str) -> Implementation:
        assert (target, metric) == ("node bleu.js", "bleu:dialect=papineni2002,order=4")
        return Implementation(name="other", metric="bleu", run=fails, dialect="papineni2002")

    def fails(*given: object) -> float:
        raise ValueError("no score")

    monkeypatch.setattr(suite, "implementation_given", other)
    tried = run("", CONFORMS, RIGHT, options=["--tallystick-impl=node bleu.js"])
    assert set(tried.outcomes.values()) == {"failed"}
    assert "it failed on every input, first with error: ValueError" in tried.messages[CONFORMS]
    assert "other fails where" in tried.messages[RIGHT]


def test_options_choose_the_drawn_inputs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[dict[str, int]] = []

    def recorded(implementation: Implementation, **limits: int) -> Check:
        drawn.append(limits)
        return check(implementation, examples=1)

    monkeypatch.setattr(suite, "check", recorded)
    run("", CONFORMS, options=["--tallystick-examples=7", "--tallystick-seed=3"])
    assert drawn == [{"examples": 7, "seed": 3}]
