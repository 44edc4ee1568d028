"""Metrics of this package as subjects of laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.laws.law import Subject
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
