"""Talk with a program that runs for long: each line written to it is answered by one line."""

from __future__ import annotations

import os
import subprocess
import threading
import weakref
from collections.abc import Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, Any

from tallystick.compat.implementations.outcome import FailureKind, Outcome, failed
from tallystick.compat.implementations.processes.process import (
    GRACE,
    MOST_OUTPUT,
    ended_with,
    kill,
    seconds_left,
    started,
)

TAIL = 1000
"""The number of characters of standard error that a message ends in."""


class Conversation:
    """A running program. It is ended when this object is collected, or with the interpreter.

    Nothing takes longer than the time limit, not even a write to a program that never reads:
    threads write and read the pipes, and a program that is late is killed with its process group.
    """

    def __init__(self, name: str, process: subprocess.Popen[bytes]) -> None:
        self._name, self._process, self._owner = name, process, os.getpid()
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._output, self._errors = _Lines(process), _Tail(process)
        _in_thread(_write, process.stdin, self._requests)
        # not a method: an object that its own finaliser holds is never collected
        self.close = weakref.finalize(self, _end, process, self._requests, self._owner)

    @classmethod
    def start(
        cls, name: str, arguments: Sequence[str], memory: int | None
    ) -> Conversation | Outcome:
        """Start a program in the current directory."""
        process = started(arguments, stdin=subprocess.PIPE, memory=memory)
        return process if isinstance(process, Outcome) else cls(name, process)

    @property
    def usable(self) -> bool:
        """Whether it can be asked: it is not closed, and this process has not been forked."""
        return self.close.alive and self._owner == os.getpid()

    def send(self, line: bytes) -> None:
        """Write a line."""
        self._output.unread = 0
        self._requests.put(line)

    def received(self, timeout: float) -> bytes | Outcome:
        """Return the next line that is read, without its end, or the outcome of a failure."""
        timeout = seconds_left(timeout)
        try:
            answer = self._output.lines.get(timeout=timeout)
        except Empty:
            seconds = max(round(timeout, 2), 0.01)  # an earlier deadline may leave no time at all
            return self.fail("timeout", f"{self._name} gave no answer within {seconds:g} s")
        except BaseException:  # Ctrl-C, after which the answer would be taken for the next one
            self.close()
            raise
        if answer is not None:
            return answer
        if self._output.overflowed:
            return self.fail("nonsense", f"{self._name} wrote more than {MOST_OUTPUT:,} bytes")
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        status = self._process.returncode
        how = "closed its output" if status is None else f"ended with {ended_with(status)}"
        return self.fail("crash", f"{self._name} {how} and gave no answer")

    def fail(self, kind: FailureKind, message: str) -> Outcome:
        """Kill the program, and return the outcome of a failure with the end of its errors."""
        kill(self._process)
        self.close()
        tail = self._errors.text()
        return failed(kind, f"{message}; its standard error ends in:\n{tail}" if tail else message)


class _Lines:
    """The lines that a program writes, without their ends; None is the last."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.lines: SimpleQueue[bytes | None] = SimpleQueue()
        self.unread = 0
        self.overflowed = False
        _in_thread(self._read, process, process.stdout)

    def _read(self, process: subprocess.Popen[bytes], stream: IO[bytes]) -> None:
        rest = b""
        with stream:
            while part := stream.read(2**16):
                self.unread += len(part)
                if self.unread > MOST_OUTPUT:
                    self.overflowed = True
                    kill(process)
                    break
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    self.lines.put(line)
        if rest and not self.overflowed:
            self.lines.put(rest)
        self.lines.put(None)


class _Tail:
    """The end of what a program writes to standard error."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._end = b""
        self._thread = _in_thread(self._read, process.stderr)

    def _read(self, stream: IO[bytes]) -> None:
        with stream:
            while part := stream.read(2**16):
                self._end = (self._end + part)[-4 * TAIL :]

    def text(self) -> str:
        self._thread.join(GRACE)
        return self._end.decode("utf-8", "replace").strip()[-TAIL:]


def _write(stream: IO[bytes], requests: SimpleQueue[bytes | None]) -> None:
    # a program that has ended is noticed at the end of its output
    with suppress(OSError), stream:
        while (line := requests.get()) is not None:
            left = memoryview(line)
            while left:
                left = left[stream.write(left) :]


def _end(process: subprocess.Popen[bytes], requests: SimpleQueue[bytes | None], owner: int) -> None:
    """Close the input of a program, at which it should end, and kill what is left of it."""
    if os.getpid() != owner:
        return
    requests.put(None)
    with suppress(subprocess.TimeoutExpired):
        process.wait(GRACE)
    kill(process)
    process.wait()


def _in_thread(target: Any, *arguments: Any) -> threading.Thread:
    thread = threading.Thread(target=target, args=arguments, daemon=True)
    thread.start()
    return thread
