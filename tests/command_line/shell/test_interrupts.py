"""Ctrl-C ends every command within a second, without a traceback."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from tests.command_line.conftest import Run

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name == "nt", reason="there are no such signals"),
]
# says when it begins: a busy machine may take seconds to start Python
SCRIPT = "print('begins', flush=True); from tallystick.__main__ import program; exit(program())"
PROGRAM = (sys.executable, "-c", SCRIPT)


def seconds_to_end(words: tuple[str, ...], delay: float) -> float:
    """Interrupt a command and return how long it went on."""
    with subprocess.Popen(
        [*PROGRAM, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"begins\n"
        time.sleep(delay)
        assert process.poll() is None, "the command has ended by itself"
        process.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, errors = process.communicate(timeout=60)
        ended = time.monotonic()
    assert (process.returncode, errors) == (130, b"")
    return ended - sent


LIMIT = 5  # a second on an idle machine; the work goes on for half a minute and more


def test_a_command_that_waits_for_its_input_ends() -> None:
    assert seconds_to_end(("score", "reference.txt"), 0.5) < LIMIT


@pytest.mark.parametrize("threads", ["1", "4"])
def test_a_comparison_of_many_resamples_ends(corpus: Path, tmp_path: Path, threads: str) -> None:
    lines = (corpus / "reference.txt").read_text(encoding="utf-8").split("\n")[:-1] * 200
    reference, first, second = (tmp_path / name for name in ("reference.txt", "one", "other"))
    reference.write_text("\n".join(lines) + "\n", encoding="utf-8")
    first.write_text("\n".join(reversed(lines)) + "\n", encoding="utf-8")
    second.write_text("\n".join(lines[1:] + lines[:1]) + "\n", encoding="utf-8")
    words = ("compare", str(reference), "-i", str(first), str(second), "-q", "--threads", threads)
    # the bootstrap draws all its resamples, whatever comes of them
    assert seconds_to_end((*words, "--test", "bootstrap", "--resamples", "10000000"), 0.7) < LIMIT


def test_a_score_of_one_long_line_ends(tmp_path: Path) -> None:
    text = tmp_path / "text.txt"
    text.write_text(" ".join(str(number * number % 99_991) for number in range(1_500_000)) + "\n")
    words = ("score", str(text), "-i", str(text), "-m", "bleu:order=400")
    assert seconds_to_end(words, 2) < LIMIT


def test_an_import_that_turns_an_interrupt_into_another_error_ends_quietly(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(words: list[str]) -> int:
        try:
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(5)
        except KeyboardInterrupt:
            raise ImportError("NumPy says so where it is interrupted") from None
        return 0

    monkeypatch.setattr("tallystick.command_line.shell.program.run", interrupted)
    assert run().status == 130
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_program_runs_in_other_threads_than_the_main_one(run: Run) -> None:
    statuses: list[int] = []
    thread = threading.Thread(target=lambda: statuses.append(run("--version").status))
    thread.start()
    thread.join()
    assert statuses == [0]
