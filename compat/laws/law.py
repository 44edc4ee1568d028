"""What a law is, what is held to it, and what a breach of it says."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from tallystick.compat.case import Case
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.nist.dialect import NistDialect

Scorer = Callable[[Case], float]
"""From a case to its score, on the scale of the metric; NaN where it is not defined."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is held to the laws: a scorer, and as much as it tells beside the score.

    A law that needs what a subject does not tell says nothing about it.

    Attributes:
        score: Scores a case.
        perfect: What a perfect BLEU is called, 1 or 100; None where the scale is open, as NIST's.
        order: The highest order of n-grams.
        tolerance: How far apart two scores that must be equal may be, relative to the perfect one
            or to themselves; raise it for programs that compute in single precision or round.
        statistics: The sums of statistics of the first case by name, such as "matches_1" and
            "totals_1", where whatever is fitted on references is fitted on those of the second.
        formula: The score of such sums.
        information: NIST's information weight of every n-gram of the references of a case.
    """

    score: Scorer
    perfect: float | None = 100.0
    order: int = 4
    tolerance: float = 1e-9
    statistics: Callable[[Case, Case], Mapping[str, float]] | None = None
    formula: Callable[[Mapping[str, float]], float] | None = None
    information: Callable[[Case], Mapping[tuple[str, ...], float]] | None = None

    def close(self, one: float, other: float) -> bool:
        """Tell whether two scores are equal as far as the subject's digits go."""
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        absolute = self.tolerance * (self.perfect or 1.0)
        return math.isclose(one, other, rel_tol=self.tolerance, abs_tol=absolute)

    def at_most(self, one: float, other: float) -> bool:
        """Tell whether one score is no higher than another, or one of them is not defined."""
        return not one > other or self.close(one, other)


@dataclass(frozen=True, slots=True)
class Violation:
    """One breach of a law.

    Attributes:
        law: The law.
        case: The case that breaks it.
        detail: What was found, and what the law demands.
    """

    law: Law
    case: Case
    detail: str

    def __str__(self) -> str:
        return f"{self.law.name}: {self.detail}\n{self.law.statement}\n{self.case}"


@dataclass(frozen=True, slots=True)
class Law:
    """A property that follows from the formula of a metric.

    Attributes:
        name: What it is called.
        statement: What holds.
        why: Why it must hold.
        find: Looks for a breach on a case; returns what was found, or None.
        bleu: For which conventions of BLEU it follows; None if it is no law of BLEU.
        nist: For which conventions of NIST it follows; None if it is no law of NIST.
    """

    name: str
    statement: str
    why: str
    find: Callable[[Subject, Case], str | None]
    bleu: Callable[[BleuDialect], bool] | None = None
    nist: Callable[[NistDialect], bool] | None = None

    @property
    def metrics(self) -> tuple[Literal["bleu", "nist"], ...]:
        """The metrics that it is a law of."""
        bleu: tuple[Literal["bleu"], ...] = () if self.bleu is None else ("bleu",)
        nist: tuple[Literal["nist"], ...] = () if self.nist is None else ("nist",)
        return bleu + nist

    def holds_for(self, dialect: BleuDialect | NistDialect) -> bool:
        """Tell whether the law follows from these conventions, whoever has them."""
        if isinstance(dialect, BleuDialect):
            return self.bleu is not None and self.bleu(dialect)
        return self.nist is not None and self.nist(dialect)

    def violation(self, scorer: Scorer | Subject, case: Case) -> Violation | None:
        """Hold a scorer to the law on one case, whatever the law's domain.

        Args:
            scorer: A function from a case to a score from 0 to 100 of order 4, or a `Subject` that
                says more.
            case: The case; the law changes it as it needs to.

        Returns:
            The breach, or None where the law holds or has nothing to say about this case.

        >>> from tallystick.compat.laws import law_named
        >>> reversal = law_named("reverse tokens")
        >>> def first_tokens(case):
        ...     return 100.0 * (case.hypotheses[0][0] == case.references[0][0][0])
        >>> case = Case.from_lines(hypotheses=["a b"], references=["a c"])
        >>> print(reversal.violation(first_tokens, case).detail)
        100 became 0, but should not have changed
        """
        subject = scorer if isinstance(scorer, Subject) else Subject(scorer)
        detail = self.find(subject, case)
        return None if detail is None else Violation(self, case, detail)


def changed_score(subject: Subject, before: Case, after: Case) -> str | None:
    """Find whether a change of the case changed the score, which it should not.

    >>> case = Case.from_lines(hypotheses=["a"], references=["a"])
    >>> changed_score(Subject(lambda case: 50.0), case, case) is None
    True
    """
    one, other = subject.score(before), subject.score(after)
    if subject.close(one, other):
        return None
    return f"{one:.12g} became {other:.12g}, but should not have changed"


def lowered_score(subject: Subject, before: Case, after: Case) -> str | None:
    """Find whether a change of the case lowered the score, which it should not.

    >>> case = Case.from_lines(hypotheses=["a"], references=["a"])
    >>> lowered_score(Subject(lambda case: 50.0), case, case) is None
    True
    """
    one, other = subject.score(before), subject.score(after)
    if subject.at_most(one, other):
        return None
    return f"{one:.12g} became {other:.12g}, but should not have fallen"
