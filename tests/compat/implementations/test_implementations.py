"""Implementations: their declarations, failures and plug-ins."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tallystick import InputError, MissingExtraError, OptionError, PluginError
from tallystick.compat import Outcome, implementation_named, isolated
from tallystick.metrics import BleuDialect
from tests.compat.internals import BUILT_IN, IMPLEMENTATIONS, ended_with
from tests.compat.samples import run_alone

from .starting import failure, giving, of, raising

ONE = ([["a", "b"]], [[["a", "c"]]])


def test_scores_are_returned_on_our_scale() -> None:
    assert giving(0.25).score(*ONE).score == 25
    assert giving(25, scale=100).score(*ONE).score == 25
    assert giving(7.5, metric="nist").score(*ONE).score == 7.5


@pytest.mark.parametrize("number", [0.5, np.float64(0.5), np.array(0.5)])
def test_numbers_of_any_kind_are_scores(number: object) -> None:
    assert giving(number).score(*ONE).score == 50


@pytest.mark.parametrize(
    "answer", ["abc", "0.5", None, float("nan"), float("inf"), True, 1j, [], [0.5]]
)
def test_a_result_that_is_not_a_number_is_nonsense(answer: object) -> None:
    message = f"it gave {answer!r}, which is not a number"
    assert failure(giving(answer).score(*ONE)) == ("nonsense", message)
    assert failure(giving(Outcome(score=float("nan"))).score(*ONE))[0] == "nonsense"


class Panic(BaseException):
    """An exception outside `Exception`, like a panic in Rust."""


@pytest.mark.parametrize(
    ("error", "kind"),
    [(KeyError("a"), "error"), (Panic("out of bounds"), "crash"), (SystemExit(1), "crash")],
)
def test_an_ordinary_exception_is_an_error_and_any_other_a_crash(
    error: BaseException, kind: str
) -> None:
    assert failure(raising(error).score(*ONE)) == (kind, f"{type(error).__name__}: {error}")


def test_an_interrupt_from_the_keyboard_is_raised() -> None:
    with pytest.raises(KeyboardInterrupt):
        raising(KeyboardInterrupt()).score(*ONE)


def test_a_program_cannot_modify_the_input_of_the_caller() -> None:
    def run(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
        hypotheses[0].clear()
        references.clear()
        return 1.0

    hypotheses, references = [["a", "b"]], [[["a", "c"]]]
    of(run).score(hypotheses, references)
    assert (hypotheses, references) == ONE


ONE_EACH, EQUAL, LINES = {"references": "one"}, {"ragged": False}, {"input": "text"}


@pytest.mark.parametrize(
    ("declared", "hypotheses", "references", "message"),
    [
        (ONE_EACH, [["a"]], [[["a"], ["b"]]], "tested takes one reference per segment.* has 2"),
        (EQUAL, [["a"]] * 2, [[["a"]], [["a"]] * 2], "takes the same number of references"),
        (LINES, [["a\n"]], [[["a"]]], r"a token contains a line end: 'a\\n'"),
        ({}, ["a b"], [[["a"]]], "'a b' is a string; expected a tuple of tokens"),
        ({}, "a b", [[["a"]]], "got the string 'a b'; expected a list of token lists"),
        ({}, [["a"]], [["a b"]], "'a b' is a string; expected a tuple of tokens"),
        ({}, [["a"]], [], "1 hypotheses but references for 0 segments"),
        ({}, [["a"]], [[]], "segment 1 has no reference"),
    ],
)
def test_input_that_a_program_does_not_take_is_refused(
    declared: dict[str, Any], hypotheses: Any, references: Any, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        giving(1, **declared).score(hypotheses, references)


def test_the_order_is_passed_to_the_program_if_it_accepts_it() -> None:
    asked = of(lambda hypotheses, references, order: order, scale=100)
    assert asked.at_order(2).score(*ONE).score == 2
    with pytest.raises(OptionError, match="order is 9, but tested accepts 1, 2, 3, 4; give"):
        asked.at_order(9)


# in a separate process


def loop_for_ever(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    while True:
        time.sleep(0.01)


def abort(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    import faulthandler

    faulthandler.disable()  # keeps the child's dump out of the tests' output
    os.abort()


def leave(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    os._exit(7)


def half(hypotheses: list[Any], references: list[list[Any]], order: int) -> float:
    return 0.5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals are named where there is fork")
@pytest.mark.parametrize(("run", "end"), [(abort, "signal SIGABRT"), (leave, "status 7")])
def test_the_end_of_a_process_is_a_crash_that_names_signal_or_status(run: Any, end: str) -> None:
    message = f"its process ended with {end} and no answer"
    assert failure(isolated(of(run)).score(*ONE)) == ("crash", message)


def test_an_endless_loop_is_a_timeout() -> None:
    start = time.monotonic()
    assert failure(isolated(of(loop_for_ever), timeout=0.2).score(*ONE)) == (
        "timeout",
        "no answer within 0.2 s",
    )
    assert time.monotonic() - start < 10


def test_a_process_returns_the_outcome_of_the_program() -> None:
    declared = of(half, scale=1, order=3)
    assert isolated(declared).score(*ONE) == declared.score(*ONE)
    assert isolated(raising(KeyError("a"))).score(*ONE) == raising(KeyError("a")).score(*ONE)
    assert failure(isolated(giving("abc")).score(*ONE))[0] == "nonsense"


def test_a_new_interpreter_returns_the_same_outcome() -> None:
    implementation = implementation_named("nltk")
    if implementation.missing():
        pytest.skip(str(implementation.missing()))
    fresh = isolated(implementation, start="spawn")
    assert fresh.score(*ONE) == implementation.score(*ONE)


def test_a_timeout_of_zero_is_refused() -> None:
    with pytest.raises(OptionError, match="timeout is 0"):
        isolated(of(half), timeout=0)


# by name


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_built_in_implementation_does_not_need_its_program(name: str) -> None:
    implementation = implementation_named(name)
    assert implementation.name == name
    assert implementation.version()
    missing = implementation.missing()
    if missing is not None:
        ways = ("pip install", "apt-get install", "npm install", "fetch it from", "set ", "nltk.")
        assert any(way in missing for way in ways)
        with pytest.raises(MissingExtraError, match=r"install|fetch|set"):
            implementation.score(*ONE)


def test_an_implementation_is_found_without_importing_its_program() -> None:
    done = run_alone(
        "from tallystick.compat import implementation_named\n"
        f"[implementation_named(name) for name in {list(BUILT_IN)}]\n"
        "print({'nltk', 'sacrebleu', 'bleuscore', 'evaluate', 'torch'} & set(sys.modules))"
    )
    assert done.stdout == "set()\n"


PLUG_IN = """
from tallystick.compat import Implementation

def run(hypotheses, references, order):
    return 0.5

whole = Implementation(name="whole", metric="bleu", run=run)

def made():
    return Implementation(name="made", metric="bleu", run=run)

def fails():
    raise RuntimeError("no licence")

def nothing():
    return None

number = 5
misnamed = whole
"""


@pytest.fixture
def plug_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put a distribution on the path that registers implementations, most of them broken."""
    (tmp_path / "plug_in_of_implementations.py").write_text(PLUG_IN)
    folder = tmp_path / "example_plug_in-1.5.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: example-plug-in\nVersion: 1.5\n")
    names = ["whole", "made", "fails", "nothing", "number", "misnamed", "vanished"]
    lines = [f"{name} = plug_in_of_implementations:{name}" for name in names]
    (folder / "entry_points.txt").write_text(
        "[tallystick.implementations]\n" + "\n".join(lines) + "\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delenv("TALLYSTICK_DISABLE_PLUGINS", raising=False)


@pytest.mark.usefixtures("plug_in")
def test_a_plug_in_adds_implementations() -> None:
    assert {"whole", "made", "nltk"} <= set(IMPLEMENTATIONS)
    assert implementation_named("whole").score(*ONE).score == 50
    assert implementation_named("made").score(*ONE).score == 50


@pytest.mark.usefixtures("plug_in")
@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("fails", "cannot be made: RuntimeError: no licence"),
        ("nothing", "makes an object of type NoneType; expected an Implementation"),
        ("number", "is of type int; expected an Implementation"),
        ("misnamed", "has the name 'whole'; expected the name under which it is registered"),
        ("vanished", "cannot be loaded from 'plug_in_of_implementations:vanished'"),
    ],
)
def test_a_broken_plug_in_is_named(name: str, message: str) -> None:
    with pytest.raises(PluginError, match=message) as caught:
        implementation_named(name)
    assert name in str(caught.value)
    assert "example-plug-in 1.5" in str(caught.value)
    assert implementation_named("nltk").name == "nltk"


def test_signals_have_names() -> None:
    assert ended_with(-int(signal.SIGTERM)) == "signal SIGTERM"
    assert ended_with(-250) == "signal 250"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("references", "many", "references is 'many'; expected"),
        ("input", "tokenz", "input is 'tokenz'; expected"),
        ("dialect", BleuDialect(), r"dialect is BleuDialect.*expected the name"),
    ],
)
def test_an_invalid_declaration_is_refused(name: str, value: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        giving(0.5, **{name: value})
