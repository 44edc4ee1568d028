"""Metrics of this package, and programs, as subjects of laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.implementations.implementation import Implementation, check_arguments
from tallystick.compat.implementations.outcome import Outcome
from tallystick.compat.laws.changes import all_tokens, relabelled
from tallystick.compat.laws.law import Law, Subject, Violation
from tallystick.errors import InputError, UnsupportedError
from tallystick.metrics.interface.metric import fitted

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.interface.metric import Metric

Packed = tuple["Corpus", "Workspace | None"]


def packed(case: Case) -> Packed:
    """Return the corpus of a case, and no workspace."""
    return case.corpus, None


def subject_of(metric: Metric, pack: Callable[[Case], Packed] = packed) -> Subject:
    """Return a metric as a subject of laws, with all its properties.

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

    def sums(case: Case, fitted_on: Case) -> Mapping[str, float]:
        corpus, workspace = pack(case)
        fitting = corpus if fitted_on is case else pack(fitted_on)[0]
        ready = fitted(metric, [fitting.references])
        statistics = ready.statistics(corpus, workspace)
        return dict(zip(statistics.columns, statistics.total().tolist(), strict=True))

    def formula(named: Mapping[str, float]) -> float:
        return float(metric.formula(np.array(list(named.values()))))

    known: Any = metric
    weights = getattr(known, "information_weights", None)
    return Subject(
        score=lambda case: formula(sums(case, case)),
        perfect=metric.identity.scale.high,
        order=getattr(known, "order", 1),
        statistics=sums,
        formula=formula,
        information=weights and (lambda case: dict(weights([case.corpus.references]).items())),
    )


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
    from tallystick.compat.laws import LAWS

    check_arguments(implementation, case)
    metric = implementation.our_metric()
    dialect = getattr(metric, "conventions", None)
    perfect = metric.identity.scale.high
    tolerance = implementation.tolerance
    outcome = cache(implementation.score_case)  # many laws start from the same score
    subject = Subject(
        score=lambda changed: _score(outcome(changed)),
        perfect=perfect,
        order=getattr(metric, "order", implementation.order),
        # twice that of one score, because two are compared
        tolerance=max(1e-9, 2 * tolerance.relative, 2 * tolerance.absolute / (perfect or 1.0)),
    )
    given_text = implementation.input == "text"
    if given_text:
        tokens = all_tokens(case)
        case = relabelled(case, {token: "w" + "x" * n for n, token in enumerate(tokens)})
    outcome(case)  # raises if it does not accept the unchanged case
    checked = (
        _violation(law, subject, case)
        for law in (LAWS if laws is None else laws)
        if law.holds_for(dialect) and not (given_text and law.tokens_only)
    )
    return tuple(violation for violation in checked if violation is not None)


def _violation(law: Law, subject: Subject, case: Case) -> Violation | None:
    try:
        return law.violation(subject, case)
    except InputError:
        return None  # the case, or what it becomes, is not accepted or has no score


def _score(outcome: Outcome) -> float:
    if outcome.score is None:
        raise UnsupportedError(f"this input has no score: {outcome}")
    return outcome.score
