"""Laws, the subjects that are checked against them, and violations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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


class Scored(NamedTuple):
    """A case as it was scored, with its score."""

    case: Case
    score: float


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a law.

    Attributes:
        law: The law.
        case: The input of which the law made those that were scored.
        detail: The scores or statistics that violate it.
        scored: The one or two inputs that were scored, with their scores; none if statistics
            violate it.
    """

    law: Law
    case: Case
    detail: str
    scored: tuple[Scored, ...] = ()

    def __str__(self) -> str:
        inputs = [f"{score:.12g} for {case}" for case, score in self.scored] or [str(self.case)]
        return "\n".join([f"{self.law.name}: {self.detail}", self.law.statement, *inputs])


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
        scored: list[Scored] = []

        def score(given: Case) -> float:
            scored.append(Scored(given, subject.score(given)))
            return scored[-1].score

        detail = self.find(replace(subject, score=score), case)
        if detail is None:
            return None
        told = (one for one in scored[-2:] if f"{one.score:.12g}" in detail)
        return Violation(self, case, detail, tuple(told))


Find = Callable[[Subject, Case], str | None]
"""Returns the description of a violation on a case, or None."""


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


def unchanged_by(*changes: Callable[[Case], Case]) -> Find:
    """Return what finds that one of some changes of a case changes its score."""

    def find(subject: Subject, case: Case) -> str | None:
        found = (changed_score(subject, case, change(case)) for change in changes)
        return next(filter(None, found), None)

    return find
