"""A disagreement between a program and the dialect that it should equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tallystick.compat.case import Case
from tallystick.compat.implementations.implementation import program_name
from tallystick.compat.implementations.outcome import Outcome

FindingKind = Literal["number", "counts", "state", "error", "crash", "timeout", "nonsense"]

_HEADLINES = {
    "number": "gives a different score than",
    "counts": "gives different counts than",
    "state": "does not give the same result twice, unlike",
}
_FAILURES = {
    "error": "fails",
    "crash": "crashes",
    "timeout": "times out",
    "nonsense": "gives no number",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A disagreement between a program and the dialect that it should equal.

    Attributes:
        implementation: The name of the program.
        version: Its version.
        metric: The name of the metric.
        dialect: The dialect that the program should equal.
        order: The highest order of n-grams; 0 if the metric has no order.
        kind: "number" if the scores differ, "counts" if the integer statistics differ, "state" if
            the program gives a different result for the same input the second time, else the kind
            of its failure.
        case: The input.
        expected: The result of our metric under the dialect.
        found: The result of the program.
        again: The result of the second run; None if it was the same, or if there was none, as
            after a time-out.
        expression: A Python expression for the implementation.

    >>> finding = Finding(
    ...     implementation="nltk", version="3.10.4", metric="bleu", dialect="papineni2002",
    ...     order=4, kind="number", case=Case.from_lines(["a"], ["a"]),
    ...     expected=Outcome(score=0.0), found=Outcome(score=100.0),
    ...     expression="implementation_named('nltk')",
    ... )
    >>> print(str(finding).partition(">>> ")[0].rstrip())
    nltk 3.10.4 gives a different score than bleu (dialect papineni2002, order 4).
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
        given = f"hypotheses={hypotheses!r}, references={references!r}"
        if self.case.sources is not None:
            given += f", sources={[list(tokens) for tokens in self.case.sources]!r}"
        return f"{self.expression}.score({given})"

    @property
    def _headline(self) -> str:
        program = program_name(self.implementation, self.version)
        order = f", order {self.order}" if self.order else ""
        ours = f"{self.metric} (dialect {self.dialect}{order})"
        if self.kind in _FAILURES:
            defined = "is not defined" if self.expected.score is None else "gives a score"
            return f"{program} {_FAILURES[self.kind]} where {ours} {defined}."
        if self.kind == "number" and self.expected.score is None:
            return f"{program} gives a score where {ours} is not defined."
        return f"{program} {_HEADLINES[self.kind]} {ours}."

    def __str__(self) -> str:
        again = "" if self.again is None else f"then     {self.again}\n"
        return (
            f"{self._headline}\n"
            f"expected {self.expected}\n"
            f"found    {self.found}\n"
            f"{again}"
            f">>> {self.call}"
        )
