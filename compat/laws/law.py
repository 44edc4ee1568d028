"""What a law is, what is checked against it, and what a violation of it says."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tallystick.compat.case import Case

Scorer = Callable[[Case], float]
"""From a case to its score, on the scale of the metric; NaN where it is not defined."""


@dataclass(frozen=True, slots=True)
class Subject:
    """What is checked against the laws: a scorer, and what else is known of it.

    A law that needs something unknown says nothing.

    Attributes:
        score: Scores a case.
        perfect: The perfect score, 1 or 100; None where the scale is open, as NIST's.
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
        """Tell whether one score is not higher than another, or one of them is undefined."""
        return not one > other or self.close(one, other)


@dataclass(frozen=True, slots=True)
class Violation:
    """One violation of a law.

    Attributes:
        law: The law.
        case: The case on which it is violated.
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
        find: Looks for a violation on a case; returns what was found, or None.
        domains: By type of dialect, which conventions it follows from; it is a law of the metrics
            that have such a dialect.
        tokens_only: Whether it is about tokens that a tokenizer may split, so that it says nothing
            of a program that is given text.
    """

    name: str
    statement: str
    why: str
    find: Callable[[Subject, Case], str | None]
    domains: Mapping[type, Callable[[Any], bool]]
    tokens_only: bool = False

    def holds_for(self, dialect: object) -> bool:
        """Tell whether the law follows from these conventions, whoever has them."""
        domain = self.domains.get(type(dialect))
        return domain is not None and domain(dialect)

    def violation(self, scorer: Scorer | Subject, case: Case) -> Violation | None:
        """Check a scorer against the law on one case, whatever the law's domain.

        Args:
            scorer: A function from a case to a score from 0 to 100 of order 4, or a `Subject` that
                says more.
            case: The case; the law changes it as it needs to.

        Returns:
            The violation, or None where the law holds or has nothing to say about this case.

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
