"""Run a program with limits of time and output, and end all processes that it started."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.errors import OptionError

MOST_OUTPUT = 2**22
"""How many bytes a program may write to its standard output, and to its standard error."""

GRACE = 0.5
"""How many seconds are waited for output after a program has ended: another process may hold its
pipe open."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of a program that ended by itself.

    Attributes:
        status: Its exit status; if negative, the number of the signal that ended it.
        output: Its standard output.
        complaints: Its standard error.
    """

    status: int
    output: str
    complaints: str


def checked_timeout(timeout: float) -> float:
    """Return a limit of time in seconds.

    Raises:
        OptionError: It is not a positive, finite number.

    >>> checked_timeout(2)
    2.0
    """
    if not isinstance(timeout, (int, float)) or not 0 < timeout < math.inf:
        raise OptionError(f"timeout is {timeout!r}; expected seconds, more than 0, such as 60")
    return float(timeout)


def run_limited(
    arguments: Sequence[str],
    folder: Path,
    *,
    timeout: float,
    standard_input: Path | None,
    environment: Mapping[str, str],
) -> Ended | Outcome:
    """Run a program until it ends, its time is up or it has written too much.

    However it ends, all processes of its process group are killed. A process that has left the
    group runs on, but is not waited for.

    Args:
        arguments: The program and its arguments.
        folder: Where it runs.
        timeout: After how many seconds it is killed.
        standard_input: The file that is its standard input; None for an empty one.
        environment: Variables set for it.

    Returns:
        How it ended, or an outcome that says why it was killed or could not be run.
    """
    with open(standard_input or os.devnull, "rb") as stdin:
        try:
            process = subprocess.Popen(
                list(arguments),
                stdin=stdin,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=folder,
                env=os.environ | dict(environment),
                start_new_session=True,
                bufsize=0,
            )
        except OSError as error:
            return failed("error", f"{arguments[0]} cannot be run: {error.strerror}")
    output, complaints = _Reader(process, process.stdout), _Reader(process, process.stderr)
    try:
        _wait(process, output, time.monotonic() + timeout)
    except subprocess.TimeoutExpired:
        return failed("timeout", f"{arguments[0]} did not end within {timeout:g} s")
    finally:
        _end(process)
        output.join(GRACE)
        complaints.join(GRACE)
    if output.overflowed or complaints.overflowed:
        return failed("nonsense", f"{arguments[0]} wrote more than {MOST_OUTPUT:,} bytes")
    return Ended(process.returncode, output.text(), complaints.text())


class _Reader(threading.Thread):
    """Reads what a program writes, and ends it where that is too much."""

    def __init__(self, process: subprocess.Popen[bytes], stream: IO[bytes] | None) -> None:
        super().__init__(daemon=True)
        self.overflowed = False
        self._process, self._stream = process, stream
        self._read = bytearray()
        self.start()

    def run(self) -> None:
        if self._stream is None:
            return
        with self._stream:
            while part := self._stream.read(2**16):
                if len(self._read) + len(part) > MOST_OUTPUT:
                    self.overflowed = True
                    _kill(self._process)
                    return
                self._read += part

    def text(self) -> str:
        return bytes(self._read).decode("utf-8", "replace")


def _wait(process: subprocess.Popen[bytes], output: _Reader, deadline: float) -> None:
    """Wait for the end of a program, which most often shows by the end of its output.

    Raises:
        subprocess.TimeoutExpired: It did not end in time.
    """
    while process.poll() is None:
        left = deadline - time.monotonic()
        if left > 0 and output.is_alive():
            output.join(min(left, 0.05))
        else:
            process.wait(max(left, 0))


def _end(process: subprocess.Popen[bytes]) -> None:
    _kill(process)
    process.wait()


def _kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program with its process group, in which others may run on after it has ended."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
    else:
        process.kill()
