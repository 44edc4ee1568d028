"""The conformance suite as pytest runs it."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from tallystick.compat import Case, Implementation, conformance_suite
from tallystick.compat.conformance import suite
from tallystick.errors import OptionError
from tests.compat.conformance.naive import naive_bleu

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


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the suite of a BLEU in this process, without other plug-ins."""

    def run(
        bleu: str, *names: str, expected: dict[str, str] | None = None, options: Sequence[str] = ()
    ) -> Recorder:
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


TIE = "case: 'a b c d e f' against 'a b c d' and 'a b c d e f g h'"
REVERSED = "case: 'a b c d e f' against 'a b c d e f g h' and 'a b c d'"
ONE = "case: 'a a b c d' against 'a b c d'"
LENGTHS = "case: 'a b c d' against 'a b c d x' and 'a b'"
VECTOR = "vector: mean-length-not-whole"
LONG = "drawn inputs: long"
DRAWN = "drawn inputs: 3 of 10"
MORE = "drawn inputs: 2 of 10"


def test_laws_inputs_in_both_orders_and_drawn_ones_are_tests_of_their_own(run: Run) -> None:
    found = run("", "law: identity", "vector: identity", ONE, TIE, REVERSED, DRAWN, LONG)
    assert set(found.outcomes.values()) == {"passed"}


def test_a_failure_shows_the_cause_and_the_input_with_both_results(run: Run) -> None:
    # the length of the closest reference is 5, the mean 3.5
    found = run("length=mean", ONE, LENGTHS, VECTOR, MORE, "law: duplicate a reference")
    assert found.outcomes == {
        ONE: "passed",
        LENGTHS: "failed",
        VECTOR: "failed",
        MORE: "failed",
        "law: duplicate a reference": "failed",
    }
    assert "expected 77.88" in found.messages[LENGTHS]  # 100 exp(1 - 5 / 4)
    assert "found    100.0" in found.messages[LENGTHS]
    first, second, *_ = found.messages[VECTOR].splitlines()
    assert (first, second.partition(",")[0]) == (AVERAGE, "the closest reference length")
    assert found.messages[MORE].startswith(AVERAGE)
    assert ">>> mine.score(hypotheses=" in found.messages[MORE]


CONFORMS = "conforms"


def test_one_fault_is_one_failure_whose_first_line_is_the_cause(run: Run) -> None:
    law = "law: duplicate a reference"
    found = run("length=mean", CONFORMS, ONE, LENGTHS, VECTOR, MORE, LONG, law)
    explained = dict.fromkeys((LENGTHS, VECTOR, MORE, LONG, law), "skipped")
    assert found.outcomes == {CONFORMS: "failed", ONE: "passed", **explained}
    assert found.messages[CONFORMS].splitlines()[0] == AVERAGE
    assert all(f"explained by: {AVERAGE}" in found.messages[name] for name in explained)


def test_several_faults_are_one_failure_that_counts_them(run: Run) -> None:
    found = run("length=failing", CONFORMS, TIE, ONE, LENGTHS)
    skipped = {ONE: "skipped", LENGTHS: "skipped"}
    assert found.outcomes == {CONFORMS: "failed", TIE: "passed", **skipped}
    first, *others = found.messages[CONFORMS].splitlines()
    assert first == f"{AVERAGE} (and 1 more problem)"
    assert "it ends with an error" in others
    assert "explained by: it ends with an error" in found.messages[ONE]


def test_a_problem_without_a_known_cause_explains_other_scores(run: Run) -> None:
    found = run("length=odd", CONFORMS, LENGTHS, MORE)
    assert found.outcomes == {CONFORMS: "failed", LENGTHS: "skipped", MORE: "skipped"}
    assert "differs in an unknown way" in found.messages[LENGTHS]


def test_a_test_that_is_expected_to_fail_is_not_skipped(run: Run) -> None:
    found = run(
        "length=mean", CONFORMS, LENGTHS, VECTOR, expected={CONFORMS: "x", "case: *x*": "x"}
    )
    assert found.outcomes == {CONFORMS: "xfailed", LENGTHS: "xfailed", VECTOR: "skipped"}


def test_drawn_inputs_are_shown_reduced(run: Run) -> None:
    found = run("length=mean", LONG)
    assert found.outcomes == {LONG: "failed"}
    assert len(found.messages[LONG]) < 1000


def test_a_problem_that_is_expected_is_no_failure_of_any_test(run: Run) -> None:
    shown = f"expected: {AVERAGE}"
    law = "law: duplicate a reference"
    names = (ONE, LENGTHS, LONG, law, shown)
    found = run("length=mean", *names, expected={AVERAGE: "as in our paper"})
    assert found.outcomes == {
        ONE: "passed",
        LENGTHS: "xfailed",
        LONG: "xfailed",
        law: "xfailed",
        shown: "passed",
    }


def test_a_problem_that_is_expected_but_not_found_is_a_failure(run: Run) -> None:
    shown = f"expected: {AVERAGE}"
    found = run("", shown, expected={AVERAGE: "as in our paper"})
    assert found.outcomes == {shown: "failed"}


def test_a_test_that_is_expected_to_fail_but_passes_is_a_failure(run: Run) -> None:
    found = run("", ONE, TIE, expected={"case: 'a a b c d' * 'a b c d'": "not yet"})
    assert found.outcomes == {ONE: "failed", TIE: "passed"}
    assert "XPASS(strict)" in found.messages[ONE]


def test_another_implementation_can_be_tested_in_its_place(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(target: str, metric: str) -> Implementation:
        assert (target, metric) == ("node bleu.js", "bleu:dialect=papineni2002,order=4")
        return Implementation(name="other", metric="bleu", run=fails, dialect="papineni2002")

    def fails(*given: object) -> float:
        raise ValueError("no score")

    monkeypatch.setattr(suite, "implementation_given", other)
    found = run("", ONE, options=["--tallystick-impl=node bleu.js"])
    assert found.outcomes == {ONE: "failed"}
    assert "other fails where" in found.messages[ONE]


def test_a_program_that_crashes_fails_the_test_of_whether_it_answers(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crashes(*given: object) -> float:
        raise SystemExit("stopped")

    other = Implementation(name="other", metric="bleu", run=crashes, dialect="papineni2002")
    monkeypatch.setattr(suite, "implementation_given", lambda target, metric: other)
    found = run("", "answers", options=["--tallystick-impl=x"])
    assert found.outcomes == {"answers": "failed"}
    assert "gives crash: SystemExit: stopped; so do 4 more inputs" in found.messages["answers"]


def test_options_choose_the_drawn_inputs(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[tuple[int, int]] = []

    def recorded(implementation: Implementation, examples: int, seed: int) -> list[Case]:
        drawn.append((examples, seed))
        return []

    monkeypatch.setattr(suite, "inputs_of_check", recorded)
    run("", DRAWN, options=["--tallystick-examples=7", "--tallystick-seed=3"])
    assert drawn == [(7, 3)]


def test_an_expected_failure_that_names_nothing_is_refused() -> None:
    mine = Implementation(name="mine", metric="bleu", run=naive_bleu(), dialect="papineni2002")
    with pytest.raises(OptionError, match=r"no test and no problem is named 'law: identiy'.*law: "):
        conformance_suite(mine, expected_failures={"law: identiy": "x"})
