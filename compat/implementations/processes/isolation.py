"""Run an implementation in a process that may crash or run forever."""

from __future__ import annotations

import multiprocessing
import os
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any, Literal

from tallystick.compat.implementations.implementation import Implementation, run_quietly
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.compat.implementations.processes import process

Start = Literal["fork", "spawn"]


def isolated(
    implementation: Implementation, timeout: float = 60.0, start: Start | None = None
) -> Implementation:
    """Return the same implementation, run in a new process for each input.

    Args:
        implementation: The implementation to run.
        timeout: The seconds after which the process is killed.
        start: How the process starts. "fork" copies this one: it is fast and any callable works,
            but a library that has started threads may hang in the copy. "spawn" starts a new
            interpreter and needs an implementation that can be pickled. The default is "fork" on
            systems that have it.

    Raises:
        OptionError: The timeout is not a positive, finite number.

    >>> import os
    >>> def stops(hypotheses, references, order):
    ...     os._exit(3)
    >>> broken = Implementation(name="broken", metric="bleu", run=stops)
    >>> print(isolated(broken).score([["a"]], [[["a"]]]))
    crash: its process ended with status 3 and no answer
    """
    method = start or ("fork" if hasattr(os, "fork") else "spawn")
    run = _InChild(implementation, process.checked_timeout(timeout), method)
    return replace(implementation, run=run, own_process=True)


@dataclass(frozen=True, slots=True)
class _InChild:
    implementation: Implementation
    timeout: float
    start: Start

    def __call__(
        self, hypotheses: list[Any], references: list[list[Any]], order: int, /, *sources: list[Any]
    ) -> Outcome:
        implementation = self.implementation.at_order(order)
        context = multiprocessing.get_context(self.start)
        receiver, sender = context.Pipe(duplex=False)
        child = context.Process(  # type: ignore[attr-defined]
            target=_answer,
            args=(sender, implementation, hypotheses, references, *sources),
            daemon=True,
        )
        try:
            child.start()
            sender.close()
            return self._wait(child, receiver)
        finally:
            if child.pid is not None:
                child.kill()
                child.join()
            receiver.close()
            sender.close()

    def _wait(self, child: Any, receiver: Connection) -> Outcome:
        timeout = process.seconds_left(self.timeout)
        if not receiver.poll(timeout):
            return failed("timeout", f"no answer within {round(timeout, 2):g} s")
        try:
            outcome: Outcome = receiver.recv()
        except EOFError:
            child.join(self.timeout)
            return failed("crash", f"its process {_end(child.exitcode)} and no answer")
        return outcome


def _answer(
    sender: Connection,
    implementation: Implementation,
    hypotheses: list[Any],
    references: list[list[Any]],
    *sources: list[Any],
) -> None:
    sender.send(run_quietly(implementation, hypotheses, references, *sources))


def _end(status: int | None) -> str:
    return f"ended with {process.ended_with(status)}" if status is not None else "stopped writing"
