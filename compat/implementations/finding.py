"""A finding: one disagreement between a program and the dialect it should equal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tallystick.compat.case import Segment
from tallystick.compat.implementations.outcome import Outcome

FindingKind = Literal["number", "counts", "error", "crash", "timeout", "nonsense"]

_HEADLINES = {
    "number": "gives another score",
    "counts": "counts otherwise",
    "error": "ends in an error",
    "crash": "crashes",
    "timeout": "does not end",
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
        kind: "number" where the scores differ, "counts" where the integer statistics do, else how
            the program failed.
        hypotheses: The tokens of each hypothesis.
        references: For each hypothesis the tokens of each of its references.
        expected: What our metric makes of it under the dialect.
        found: What the program makes of it.
        expression: The Python expression that makes the implementation.

    >>> finding = Finding(
    ...     implementation="nltk", version="3.10.4", metric="bleu", dialect="papineni2002",
    ...     order=4, kind="number", hypotheses=(("a",),), references=((("a",),),),
    ...     expected=Outcome(score=0.0), found=Outcome(score=100.0),
    ...     expression="implementation_named('nltk')",
    ... )
    >>> print(str(finding).partition(">>> ")[0].rstrip())
    nltk 3.10.4 gives another score than bleu under the dialect papineni2002 at order 4.
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
    hypotheses: tuple[Segment, ...]
    references: tuple[tuple[Segment, ...], ...]
    expected: Outcome
    found: Outcome
    expression: str = "implementation"

    @property
    def call(self) -> str:
        """A line of Python that runs the program on the input."""
        hypotheses = [list(tokens) for tokens in self.hypotheses]
        references = [[list(tokens) for tokens in segment] for segment in self.references]
        return f"{self.expression}.score(hypotheses={hypotheses!r}, references={references!r})"

    def __str__(self) -> str:
        than = "than" if self.kind in ("number", "counts") else "unlike"
        return (
            f"{self.implementation} {self.version} {_HEADLINES[self.kind]} {than} {self.metric} "
            f"under the dialect {self.dialect} at order {self.order}.\n"
            f"expected {self.expected}\n"
            f"found    {self.found}\n"
            f">>> {self.call}"
        )
