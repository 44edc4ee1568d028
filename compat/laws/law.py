"""Laws, the subjects that are checked against them, and violations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from tallystick.compat.case import Case

Scorer = Callable[[Case], float]
"""A function from a case to its score, on the scale of the metric; NaN if undefined."""


@dataclass(frozen=True, slots=True)
class Subject:
    """A scorer and its known properties. A law that needs an unknown property does not apply.

    Attributes:
        score: Scores a case.
        perfect: The perfect score, 1 or 100; None if the scale is open, as for NIST.
        order: The highest order of n-grams.
        tolerance: The tolerance between scores that must be equal, relative to the perfect score
            or to the scores; increase it for programs that use single precision or round.
        statistics: The sums of statistics of the first case by name, such as "matches_1" and
            "totals_1"; a metric that is fitted is fitted on the references of the second case.
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
        """Return whether two scores are equal within the tolerance."""
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) and math.isnan(other)
        absolute = self.tolerance * (self.perfect or 1.0)
        return math.isclose(one, other, rel_tol=self.tolerance, abs_tol=absolute)

    def at_most(self, one: float, other: float) -> bool:
        """Return whether one score is not higher than another; True if one is undefined."""
        return not one > other or self.close(one, other)


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a law.

    Attributes:
        law: The law.
        case: The input for which it is violated.
        detail: The scores or statistics that violate it.
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
        name: Its name.
        statement: The property.
        why: The reason.
        find: A function that returns the description of a violation on a case, or None.
        domains: For each type of dialect to which the law applies, whether it follows from a
            dialect.
        tokens_only: Whether it needs tokens that a tokenizer may split; such a law does not apply
            to programs whose input is text.
    """

    name: str
    statement: str
    why: str
    find: Callable[[Subject, Case], str | None]
    domains: Mapping[type, Callable[[Any], bool]]
    tokens_only: bool = False

    def holds_for(self, dialect: object) -> bool:
        """Return whether the law follows from a dialect."""
        domain = self.domains.get(type(dialect))
        return domain is not None and domain(dialect)

    def violation(self, scorer: Scorer | Subject, case: Case) -> Violation | None:
        """Check a scorer against the law on one case, ignoring the domain of the law.

        Args:
            scorer: A function from a case to a score of order 4, 0 to 100; or a `Subject`.
            case: The input, which the law may change.

        Returns:
            The violation; None if the law holds or does not apply to this case.

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
    """Return a description of two scores that should be equal, or None."""
    one, other = subject.score(before), subject.score(after)
    if subject.close(one, other):
        return None
    return f"{one:.12g} became {other:.12g}, but should not have changed"


def lowered_score(subject: Subject, before: Case, after: Case) -> str | None:
    """Return a description of a second score that should not be lower than the first, or None."""
    one, other = subject.score(before), subject.score(after)
    if subject.at_most(one, other):
        return None
    return f"{one:.12g} became {other:.12g}, but should not have fallen"
