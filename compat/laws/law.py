"""Laws, the subjects that are checked against them, and violations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.compat.case import Case, Segment
from tallystick.compat.implementations.implementation import Implementation, check_arguments
from tallystick.compat.implementations.outcome import Outcome
from tallystick.errors import InputError, UnsupportedError
from tallystick.metrics.interface.metric import fitted

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.interface.metric import Metric


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
    """

    score: Scorer
    perfect: float | None = 100.0
    order: int = 4
    tolerance: float = 1e-9

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
        detail: The scores that violate it.
        scored: The one or two inputs that were scored, with their scores.
    """

    law: Law
    case: Case
    detail: str
    scored: tuple[Scored, ...]

    def __str__(self) -> str:
        inputs = [f"{score:.12g} for {case}" for case, score in self.scored]
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
        told = (score for score in scored[-2:] if f"{score.score:.12g}" in detail)
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
        messages = (changed_score(subject, case, change(case)) for change in changes)
        return next(filter(None, messages), None)

    return find


UNKNOWN = "\ufffdunknown"
"""A token that does not occur in any case."""


def all_tokens(case: Case) -> list[str]:
    """Return the distinct tokens of a case, in order of first occurrence."""
    references = chain.from_iterable(case.references)
    segments = chain(case.hypotheses, references, case.sources or ())
    return list(dict.fromkeys(chain.from_iterable(segments)))


def with_references(
    case: Case, change: Callable[[Segment, tuple[Segment, ...]], tuple[Segment, ...]]
) -> Case:
    """Replace the references of every segment by a function of hypothesis and references."""
    return replace(case, references=tuple(change(*pair) for pair in case.pairs))


def with_hypotheses(case: Case, change: Callable[[Segment, tuple[Segment, ...]], Segment]) -> Case:
    """Replace every hypothesis by a function of hypothesis and references."""
    return replace(case, hypotheses=tuple(change(*pair) for pair in case.pairs))


def lengthened(case: Case, least: int) -> Case:
    """Append tokens to every hypothesis with fewer than the least number."""
    return with_hypotheses(
        case, lambda hypothesis, _: (*hypothesis, *("e",) * (least - len(hypothesis)))
    )


def appended(one: Case, other: Case) -> Case:
    """Append the segments of one case to those of another; both have sources, or neither."""
    sources = None
    if one.sources is not None and other.sources is not None:
        sources = one.sources + other.sources
    return Case(one.hypotheses + other.hypotheses, one.references + other.references, sources)


def first_references(case: Case) -> Case:
    """Keep only the first reference of every segment."""
    return with_references(case, lambda _, references: references[:1])


def relabelled(case: Case, names: Mapping[str, str]) -> Case:
    """Rename tokens."""
    return case.map(lambda tokens: [names.get(token, token) for token in tokens])


Packed = tuple["Corpus", "Workspace | None"]


def packed(case: Case) -> Packed:
    """Return the corpus of a case, and no workspace."""
    return case.corpus, None


def subject_of(metric: Metric, pack: Callable[[Case], Packed] = packed) -> Subject:
    """Return a metric as a subject of laws.

    Args:
        metric: The metric.
        pack: A function from a case to its corpus and a workspace, which may cache both for other
            metrics.

    >>> from tallystick import Bleu, Nist
    >>> from tallystick.compat.laws import law_named
    >>> case = Case.from_lines(hypotheses=["a b a"], references=["a a b"])
    >>> law_named("permute references").violation(subject_of(Bleu()), case) is None
    True
    >>> renaming = law_named("rename a token to 0")
    >>> renaming.violation(subject_of(Nist()), case).detail.rpartition(" when ")[2]
    "'w0' was renamed to '0'"
    """

    def score(case: Case) -> float:
        corpus, workspace = pack(case)
        ready = fitted(metric, [corpus.references])
        return float(ready.formula(ready.statistics(corpus, workspace).total()))

    return Subject(score, metric.identity.scale.high, order_of(metric))


def order_of(metric: Metric) -> int:
    """Return the highest order of n-grams, 1 without orders, whatever a program declares."""
    return getattr(metric, "order", 1)


def laws_for(implementation: Implementation) -> tuple[Law, ...]:
    """Return the laws that follow from the dialect of an implementation and suit its input."""
    from tallystick.compat.laws import LAWS

    dialect = getattr(implementation.our_metric(), "conventions", None)
    tokens = implementation.input == "tokens"
    return tuple(law for law in LAWS if law.holds_for(dialect) and (tokens or not law.tokens_only))


def broken_laws(
    implementation: Implementation, case: Case, laws: tuple[Law, ...] | None = None
) -> tuple[Violation, ...]:
    """Return the violations of the laws of an implementation's dialect on a case.

    Only laws that follow from its dialect and suit the form of its input are checked. If the input
    is text, the tokens of the case are replaced by words of letters, which tokenizers do not split.
    An input that the implementation does not accept, or on which it fails, is not a violation.

    Args:
        implementation: An implementation with a dialect.
        case: The input, which the laws may change.
        laws: The laws to check; all by default.

    Raises:
        UnsupportedError: The implementation does not accept this input.
        InputError: An argument has the wrong type.
        MissingExtraError: The implementation is not installed.
        OptionError: The implementation has no dialect, or its metric is unknown.

    >>> def half(hypotheses, references, order):
    ...     return 0.5
    >>> constant = Implementation(name="constant", metric="bleu", run=half, dialect="plain")
    >>> case = Case.from_lines(["a b c d"], [["a b c d e f"]])
    >>> [violation.law.name for violation in broken_laws(constant, case)][:2]
    ['identity', 'identity of a corpus']
    """
    check_arguments(implementation, case)
    metric = implementation.our_metric()
    perfect = metric.identity.scale.high
    tolerance = implementation.tolerance
    outcome = cache(implementation.score_case)  # many laws start from the same score
    subject = Subject(
        score=lambda changed: _score(outcome(changed)),
        perfect=perfect,
        order=order_of(metric),
        # twice that of one score, because two are compared
        tolerance=max(1e-9, 2 * tolerance.relative, 2 * tolerance.absolute / (perfect or 1.0)),
    )
    if implementation.input == "text":
        tokens = all_tokens(case)
        case = relabelled(case, {token: "w" + "x" * n for n, token in enumerate(tokens)})
    outcome(case)  # raises if it does not accept the unchanged case
    violations = []
    for law in laws_for(implementation):
        if laws is None or law in laws:
            with suppress(InputError):  # the case, or what it becomes, is not accepted or scored
                violations.append(law.violation(subject, case))
    return tuple(filter(None, violations))


def _score(outcome: Outcome) -> float:
    if outcome.score is None:
        raise UnsupportedError(f"this input has no score: {outcome}")
    return outcome.score
