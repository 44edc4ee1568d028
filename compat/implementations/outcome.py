"""The result of running an implementation: a score and its statistics, or a failure."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

FailureKind = Literal["error", "crash", "timeout", "nonsense", "unsupported"]


@dataclass(frozen=True, slots=True)
class Failure:
    """Why an implementation gave no score.

    Attributes:
        kind: "error" for an ordinary exception or exit status, "crash" for a signal, an abort or a
            panic, "timeout" if the program did not end in time, "nonsense" if its result is not a
            number; "unsupported" if the program says that it does not compute this, or is not run
            any more after many crashes, so that the input says nothing about it.
        message: The program's message, after the type of its exception.
    """

    kind: FailureKind
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of an implementation on one input.

    Attributes:
        score: The score; None if the program failed. `Run` returns it on the scale of the program,
            `Implementation.score` on the scale of our metric.
        failure: Why there is no score; None if there is one.
        statistics: The integers that the program also reports, under the names in our scores'
            details. For BLEU these are `counts`, the clipped matches of each order, `totals`, the
            n-grams of the hypotheses of each order, `hypothesis_length` and `reference_length`.
        exit_status: That of a command that printed its score and still reported a failure; else 0.

    >>> print(Outcome(score=50.0, statistics={"hypothesis_length": 7}))
    50.0, hypothesis_length 7
    >>> print(Outcome(failure=Failure("error", "ZeroDivisionError: division by zero")))
    error: ZeroDivisionError: division by zero
    """

    score: float | None = None
    failure: Failure | None = None
    statistics: Mapping[str, int | tuple[int, ...]] = field(default_factory=dict)
    exit_status: int = 0

    def __str__(self) -> str:
        if self.failure is not None:
            return str(self.failure)
        reported = "".join(f", {name} {value}" for name, value in self.statistics.items())
        status = f", exit status {self.exit_status}" if self.exit_status else ""
        return f"{self.score!r}{reported}{status}"


def failed(kind: FailureKind, message: str) -> Outcome:
    """Return the outcome of a run that gave no score."""
    return Outcome(failure=Failure(kind, message))


def is_count(value: object) -> bool:
    """Return whether a value is a statistic: a whole number, or a list or tuple of them."""
    return all(
        type(number) is int for number in (value if isinstance(value, (list, tuple)) else [value])
    )


def frozen(value: Any) -> Any:
    """Return a value of JSON with a tuple for a list."""
    return tuple(value) if isinstance(value, list) else value


def is_number(value: object) -> bool:
    """Return whether a result is a finite number, such as a float or a tensor of one element."""
    # NumPy's numbers and tensors of one element have __float__, strings do not
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        return False
    try:
        return math.isfinite(float(value))
    except (TypeError, ValueError, OverflowError, RuntimeError):
        return False
