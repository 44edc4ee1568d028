"""Run a program with limits on its time and output, and kill the processes that it started."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any

from tallystick.compat.implementations.outcome import Outcome, failed, is_number
from tallystick.errors import OptionError

MOST_OUTPUT = 2**22
"""The number of bytes that a program may write to standard output, and to standard error."""

GRACE = 0.5
"""The seconds to wait for output after the end of a program whose pipe another process holds."""

Reader = Callable[[str, Path], Any]
"""A function of a command's output and directory that returns a number or an outcome."""

_DEADLINE: ContextVar[float] = ContextVar("deadline", default=math.inf)


@contextmanager
def until(deadline: float) -> Iterator[None]:
    """Wait for no program longer than to a time, as of `time.monotonic`, whatever its limit."""
    token = _DEADLINE.set(min(deadline, _DEADLINE.get()))
    try:
        yield
    finally:
        _DEADLINE.reset(token)


def seconds_left(limit: float) -> float:
    """Return the seconds that a program may take: its limit, or those to an earlier deadline."""
    return max(0.0, min(limit, _DEADLINE.get() - time.monotonic()))


@dataclass(frozen=True, slots=True)
class Within:
    """A `Run` whose programs are ended after some seconds, if their own limits are higher."""

    run: Callable[..., Any]
    seconds: float

    def __call__(self, *given: Any) -> Any:
        """Run the program."""
        with until(time.monotonic() + self.seconds):
            return self.run(*given)


def checked_timeout(timeout: float, name: str = "timeout") -> float:
    """Return a time limit in seconds, which must be a positive, finite number."""
    if not isinstance(timeout, (int, float)) or not 0 < timeout < math.inf:
        raise OptionError(f"{name} is {timeout!r}; expected seconds, more than 0, such as 60")
    return float(timeout)


def checked_memory(memory: int | None) -> int | None:
    """Return a limit on memory in bytes, which only Linux has, or None."""
    if memory is None:
        return None
    if not isinstance(memory, int) or memory <= 0:
        raise OptionError(f"memory is {memory!r}; expected bytes, more than 0, such as {2**30}")
    if not _has_memory_limits():
        raise OptionError("memory is limited on Linux only; leave memory out")
    return memory


def _has_memory_limits() -> bool:
    try:
        import resource
    except ImportError:
        return False
    return hasattr(resource, "prlimit") and hasattr(resource, "RLIMIT_DATA")


@cache
def _most_memory() -> int | None:
    """Return half of the bytes that the machine has; None where memory cannot be limited."""
    if not _has_memory_limits():
        return None
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2


def started(
    arguments: Sequence[str],
    *,
    stdin: int | IO[bytes],
    folder: Path | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
    memory: int | None = None,
) -> subprocess.Popen[bytes] | Outcome:
    """Start a program in a process group of its own, with pipes for its output.

    Its memory is limited, by default to half of what the machine has: the data, which it fills, not
    the addresses, of which Node and Java reserve many gigabytes.
    """
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
    if memory is None:
        memory = _most_memory()
    if memory is not None:
        import resource

        limits: Any = resource  # has these on Linux only
        with suppress(ProcessLookupError):  # it has ended already
            limits.prlimit(process.pid, limits.RLIMIT_DATA, (memory, memory))
    return process


def run_command(
    arguments: Sequence[str],
    folder: Path,
    read: Reader,
    *,
    timeout: float,
    statuses: tuple[int, ...] | None = (0,),
    standard_input: Path | None = None,
    environment: Mapping[str, str] = MappingProxyType({}),
    memory: int | None = None,
) -> Any:
    """Run a command and return what `read` returns, or the outcome of a failure.

    When it has ended, its time is up or it has written too much, its process group is killed; a
    process that has left the group is not waited for.
    """
    with open(standard_input or os.devnull, "rb") as stdin:
        process = started(
            arguments, stdin=stdin, folder=folder, environment=environment, memory=memory
        )
    if isinstance(process, Outcome):
        return process
    output, errors = _Reader(process, process.stdout), _Reader(process, process.stderr)
    timeout = seconds_left(timeout)
    try:
        _wait(process, output, time.monotonic() + timeout)
    except subprocess.TimeoutExpired:
        return failed("timeout", f"{arguments[0]} did not end within {round(timeout, 2):g} s")
    finally:
        kill(process)
        process.wait()
        output.join(GRACE)
        errors.join(GRACE)
    if output.overflowed or errors.overflowed:
        return failed("nonsense", f"{arguments[0]} wrote more than {MOST_OUTPUT:,} bytes")
    status, written = process.returncode, output.text()
    if status in (statuses or (0,)):
        return read(written, folder)
    score = read(written, folder) if statuses is None and status > 0 else None
    if is_number(score):
        return Outcome(score=score, exit_status=status)
    message = _last_line(errors.text()) or _last_line(written) or "no output"
    how = f"{arguments[0]} ended with {ended_with(status)}: {message}"
    return failed("crash" if status < 0 else "error", how)


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()


class _Reader(threading.Thread):
    """Reads the output of a program, and kills the program if it writes too much."""

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
                    kill(self._process)
                    return
                self._read += part

    def text(self) -> str:
        return bytes(self._read).decode("utf-8", "replace")


def _wait(process: subprocess.Popen[bytes], output: _Reader, deadline: float) -> None:
    """Wait for the end of a program, which usually comes with the end of its output."""
    while process.poll() is None:
        left = deadline - time.monotonic()
        if left > 0 and output.is_alive():
            output.join(min(left, 0.05))
        else:
            process.wait(max(left, 0))


def kill(process: subprocess.Popen[bytes]) -> None:
    """Kill a program and its process group, whose processes may outlive the program."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            process.kill()
    else:
        process.kill()


def ended_with(status: int) -> str:
    """Return an exit status in words; a negative one is the number of a signal."""
    if status >= 0:
        return f"status {status}"
    try:
        return f"signal {signal.Signals(-status).name}"
    except ValueError:
        return f"signal {-status}"
