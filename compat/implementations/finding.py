"""A finding: one disagreement between a program and the dialect that it should equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tallystick.compat.case import Case
from tallystick.compat.implementations.outcome import Outcome

FindingKind = Literal["number", "counts", "state", "error", "crash", "timeout", "nonsense"]

_HEADLINES = {
    "number": "gives a different score",
    "counts": "gives different counts",
    "state": "does not give the same result twice, other",
    "error": "fails",
    "crash": "crashes",
    "timeout": "times out",
    "nonsense": "gives no number",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One disagreement.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        metric: The metric.
        dialect: The dialect it should equal.
        order: The highest order of n-grams.
        kind: "number" where the scores differ, "counts" where the integer statistics do, "state"
            where the program gives another result when it is given the same input again, else how
            it failed.
        case: The input.
        expected: The result of our metric under the dialect.
        found: The result of the program.
        again: Its result when it was given the input a second time; None if that was the same, or
            not tried, as after a time-out.
        expression: The Python expression that makes the implementation.

    >>> finding = Finding(
    ...     implementation="nltk", version="3.10.4", metric="bleu", dialect="papineni2002",
    ...     order=4, kind="number", case=Case.from_lines(["a"], ["a"]),
    ...     expected=Outcome(score=0.0), found=Outcome(score=100.0),
    ...     expression="implementation_named('nltk')",
    ... )
    >>> print(str(finding).partition(">>> ")[0].rstrip())
    nltk 3.10.4 gives a different score than bleu under the dialect papineni2002 at order 4.
    expected 0.0
    found    100.0
    >>> finding.call
    "implementation_named('nltk').score(hypotheses=[['a']], references=[[['a']]])"
    """

    implementation: str
    version: str
    metric: str
    dialect: str
    order: int
    kind: FindingKind
    case: Case
    expected: Outcome
    found: Outcome
    again: Outcome | None = None
    expression: str = "implementation"

    @property
    def call(self) -> str:
        """A line of Python that runs the program on the input."""
        hypotheses = [list(tokens) for tokens in self.case.hypotheses]
        references = [[list(tokens) for tokens in segment] for segment in self.case.references]
        return f"{self.expression}.score(hypotheses={hypotheses!r}, references={references!r})"

    def __str__(self) -> str:
        than = "than" if self.kind in ("number", "counts", "state") else "unlike"
        again = "" if self.again is None else f"then     {self.again}\n"
        return (
            f"{self.implementation} {self.version} {_HEADLINES[self.kind]} {than} {self.metric} "
            f"under the dialect {self.dialect} at order {self.order}.\n"
            f"expected {self.expected}\n"
            f"found    {self.found}\n"
            f"{again}"
            f">>> {self.call}"
        )
