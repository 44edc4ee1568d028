"""What came of running an implementation: a score and what it reports besides, or a failure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

FailureKind = Literal["error", "crash", "timeout", "nonsense"]


@dataclass(frozen=True, slots=True)
class Failure:
    """How an implementation failed to give a score.

    Attributes:
        kind: "error" for an ordinary exception or exit status of the program, "crash" for a
            signal, an abort or a panic, "timeout" where it did not end in time, "nonsense" where
            what it gave is no number.
        message: What the program said, with the type of its exception first.
    """

    kind: FailureKind
    message: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.message}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an implementation made of one input.

    Attributes:
        score: The score; None where there is a failure. What an adapter returns is on its
            program's scale, what `Implementation.score` returns is on ours, 0 to 100 for BLEU.
        counts: Clipped matches of each order, where the program reports them.
        totals: N-grams of the hypotheses of each order, where it reports them.
        hypothesis_length: Tokens of all hypotheses, where it reports them.
        reference_length: Tokens of the references that were chosen, where it reports them.
        failure: Why there is no score; None where there is one.

    >>> print(Outcome(score=50.0))
    50.0
    >>> print(Outcome(failure=Failure("error", "ZeroDivisionError: division by zero")))
    error: ZeroDivisionError: division by zero
    """

    score: float | None = None
    counts: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    hypothesis_length: int | None = None
    reference_length: int | None = None
    failure: Failure | None = None

    @property
    def statistics(self) -> dict[str, int | tuple[int, ...]]:
        """The integer statistics that are reported, by name."""
        found: dict[str, int | tuple[int, ...] | None] = {
            "counts": self.counts,
            "totals": self.totals,
            "hypothesis_length": self.hypothesis_length,
            "reference_length": self.reference_length,
        }
        return {name: value for name, value in found.items() if value is not None}

    def __str__(self) -> str:
        if self.failure is not None:
            return str(self.failure)
        reported = "".join(f", {name} {value}" for name, value in self.statistics.items())
        return f"{self.score!r}{reported}"


def failed(kind: FailureKind, message: str) -> Outcome:
    """Return the outcome of a run that gave no score.

    >>> failed("timeout", "no answer within 1 s").failure
    Failure(kind='timeout', message='no answer within 1 s')
    """
    return Outcome(failure=Failure(kind, message))
