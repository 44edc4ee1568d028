"""Programs that hang, crash, take memory or print, and the limits within which they are run."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from tallystick.compat import Case, Implementation, Limits, check, identify
from tallystick.compat.conformance import thresholds
from tallystick.compat.conformance.running import Runs
from tallystick.compat.conformance.thresholds import SHORT
from tallystick.compat.implementations.processes.python_process import python_function
from tallystick.errors import MissingExtraError

MISBEHAVING = """
import time

def mean(hyps, refs):
    return sum(h in r for h, r in zip(hyps, refs)) / len(hyps)

def slow_on_long(hyps, refs):
    time.sleep(60 if len(hyps[0]) > 200 else 0)
    return mean(hyps, refs)

def hangs_on_empty(hyps, refs, score=mean):
    while [] in hyps:
        time.sleep(1)
    return score(hyps, refs)

def right_but_hangs_on_empty(hyps, refs):
    from tests.compat.conformance.naive import naive_bleu
    return hangs_on_empty(hyps, refs, lambda *given: naive_bleu()(*given, 4))

def refuses_several_references(hyps, refs):
    from tests.compat.conformance.naive import naive_bleu
    if any(len(given) > 1 for given in refs):
        raise NotImplementedError("one reference only")
    return naive_bleu()(hyps, refs, 4)

def without_shifts(hyps, refs):
    from tallystick import wer
    return wer(hypotheses=hyps, references=refs).score / 100 if any(refs) else 0.0
"""

SMALL, EMPTY = Case.from_lines(["a"], ["a"]), Case.from_lines([""], ["a"])
LATER = Case.from_lines(["", "a"], ["a", "a"])
LONG = Case.from_lines(["a " * SHORT + "a"], ["a"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("misbehaving")
    (folder / "misbehaving.py").write_text(MISBEHAVING)
    return folder


def made(folder: Path, function: str, timeout: float = 10) -> Implementation:
    return python_function(
        f"{folder}/misbehaving.py:{function}",
        metric="bleu",
        shape="(hyps.tokens, refs.tokens)",
        dialect="papineni2002",
        limits=Limits(timeout),
    )


def test_a_long_input_that_takes_too_long_is_left_out_and_no_failure(folder: Path) -> None:
    runs = Runs(time.monotonic() + 30, for_long=0.2)
    outcomes = runs.outcomes_by_size(made(folder, "slow_on_long"), [LONG, SMALL])
    assert list(outcomes) == [SMALL]
    assert (runs.failures, runs.refused) == (0, 0)
    assert runs.note == (
        "long inputs take much time, so those of 204 tokens and more were left out"
    )


def test_a_short_input_without_an_answer_is_left_out_and_counted(folder: Path) -> None:
    runs = Runs(time.monotonic() + 30, for_long=0.1)
    outcomes = runs.outcomes(made(folder, "hangs_on_empty", timeout=1), [EMPTY, SMALL])
    assert list(outcomes) == [SMALL]
    assert (runs.late, runs.failures, runs.refused) == ([EMPTY], 1, 0)


def test_a_run_that_the_deadline_ends_says_nothing_about_its_input(folder: Path) -> None:
    program = made(folder, "hangs_on_empty")
    program.score_case(SMALL)
    runs = Runs(time.monotonic() + 0.2)
    assert runs.outcomes(runs.counted(program), [SMALL, EMPTY]).keys() == {SMALL}
    assert (runs.calls, runs.failures, runs.refused) == (2, 0, 0)
    assert runs.ended()
    assert runs.note == "the time was up before all inputs were tried"


def test_inputs_on_which_a_program_hangs_are_left_out_and_named(folder: Path) -> None:
    result = check(made(folder, "right_but_hangs_on_empty", timeout=0.6), examples=1, seconds=8)
    assert "on the inputs that it answered in time" in result.headline
    assert result.late
    assert all(() in case.hypotheses for case in result.late)
    assert result.seconds < 12


def test_inputs_that_a_function_does_not_implement_are_left_out_and_counted(folder: Path) -> None:
    result = check(made(folder, "refuses_several_references"), examples=20)
    assert result, str(result)
    assert result.refused > result.inputs / 10
    called = made(folder, "refuses_several_references")
    outcome = called.score_case(Case.from_lines(["a"], [["a", "b"]]))
    assert str(outcome) == "unsupported: NotImplementedError: one reference only"


def test_a_change_that_is_slow_to_compute_does_not_extend_the_time(folder: Path) -> None:
    program = python_function(
        f"{folder}/misbehaving.py:without_shifts",
        metric="ter",
        shape="(hyps.tokens, ref.tokens)",
        dialect="pyter",
    )
    result = check(program, examples=200, seconds=10)
    assert result.problems
    assert result.seconds < 15


def test_a_program_that_was_late_is_given_less_time(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(thresholds, "PATIENCE", 0.1)
    runs = Runs(time.monotonic() + 30)
    program = runs.counted(made(folder, "hangs_on_empty", timeout=3))
    outcomes = [program.score_case(case) for case in (SMALL, EMPTY, LATER)]
    first, again = re.findall(r"gave no answer within (\S+) s", " ".join(map(str, outcomes)))
    assert first == "3"
    assert 0 < float(again) < 3


def test_a_program_that_is_not_installed_is_refused_before_it_runs() -> None:
    mine = Implementation(
        name="mine", metric="bleu", run=lambda *_: 0.5, find_missing=lambda: "mine is not here"
    )
    with pytest.raises(MissingExtraError, match="mine is not here"):
        identify(mine)
