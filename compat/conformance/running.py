"""Running a program on many inputs within limits."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from tallystick.compat.case import Case
from tallystick.compat.implementations.implementation import Implementation
from tallystick.compat.implementations.outcome import Outcome, failed
from tallystick.errors import InputError

MOST_FAILURES = 5
"""The number of time-outs and crashes after which a program is not run again."""

HARD = frozenset({"crash", "timeout"})
"""The failures that are expensive, and defects whatever the input."""


@dataclass(slots=True)
class Runs:
    """The runs of a program: how many there may be, and how many there were.

    Attributes:
        deadline: The time, as of `time.monotonic`, after which it is not run again.
        calls: The number of its runs.
        refused: The number of inputs that it said it does not support.
        failures: The number of time-outs and crashes.
    """

    deadline: float
    calls: int = 0
    refused: int = 0
    failures: int = 0
    note: str = field(default="", init=False)

    def counted(self, implementation: Implementation) -> Implementation:
        """Return an implementation whose runs are counted, and that runs until the deadline."""
        run: Callable[..., Any] = implementation.run

        def counted(*given: Any) -> Any:
            if time.monotonic() > self.deadline:
                return failed("unsupported", "the time is up")
            self.calls += 1
            return run(*given)

        return replace(implementation, run=counted)

    def ended(self) -> bool:
        """Return whether the program must not be run again; `note` then says why."""
        if self.failures >= MOST_FAILURES:
            self.note = f"it crashed or timed out {self.failures} times, and was not run again"
        elif time.monotonic() > self.deadline:
            self.note = "the time was up before all inputs were tried"
        else:
            return False
        return True

    def outcomes(
        self, implementation: Implementation, cases: Iterable[Case]
    ) -> dict[Case, Outcome]:
        """Return the outcome of every case that a program accepts, until a limit is reached."""
        found: dict[Case, Outcome] = {}
        for case in cases:
            if self.ended():
                break
            try:
                outcome = implementation.score_case(case)
            except InputError:
                continue
            kind = outcome.failure and outcome.failure.kind
            if kind == "unsupported":
                self.refused += 1
                continue
            self.failures += kind in HARD
            found[case] = outcome
        return found
