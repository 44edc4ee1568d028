"""The line that shows what has been done, and for how long."""

import io
import sys
import time

import pytest

from tests.command_line.internals import output


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    # pytest replaces sys.stderr after the set-up of fixtures
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    return terminal


def test_long_work_is_shown_on_a_terminal_and_cleared(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(output, "SECONDS_OF_SILENCE", 0.0)
    with output.elapsed(lambda: "comparing", quiet=False):
        while not terminal.getvalue():
            time.sleep(0.01)
    assert terminal.getvalue() == f"{output.CLEAR}comparing, 0 s{output.CLEAR}"


@pytest.mark.parametrize("quiet", [True, False])
def test_short_or_quiet_work_shows_nothing(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    terminal = on_a_terminal(monkeypatch)
    with output.elapsed(lambda: "comparing", quiet=quiet):
        pass
    assert terminal.getvalue() == ""


def test_an_error_ends_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    with (
        pytest.raises(ValueError, match="wrong"),
        output.elapsed(lambda: "comparing", quiet=False),
    ):
        raise ValueError("wrong")
    assert terminal.getvalue() == ""


def test_what_is_counted_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_a_terminal(monkeypatch)
    monkeypatch.setattr(output, "SECONDS_OF_SILENCE", 0.05)
    with output.Progress() as counted:
        counted.advance(30_000)
        counted.advance(2_768)
        while not terminal.getvalue():
            time.sleep(0.01)
    assert terminal.getvalue() == f"{output.CLEAR}32,768 segments, 0 s{output.CLEAR}"
