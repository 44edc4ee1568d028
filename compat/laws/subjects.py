"""The metrics of this package as subjects of the laws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.laws.law import Subject

if TYPE_CHECKING:
    from tallystick.metrics.bleu.metric import Bleu
    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.workspace import Workspace

Packed = tuple["Corpus", "Workspace | None"]


def packed(case: Case) -> Packed:
    """Pack a case for scoring, with nothing kept of it."""
    return case.corpus, None


def bleu_subject(bleu: Bleu, pack: Callable[[Case], Packed] = packed) -> Subject:
    """Hold BLEU to the laws.

    Args:
        bleu: The metric.
        pack: From a case to its corpus and a workspace; one that remembers saves counting the same
            case again for other conventions.

    >>> from tallystick import Bleu
    >>> from tallystick.compat.laws import law_named
    >>> case = Case.from_lines(hypotheses=["a b c d e"], references=["a b c d"])
    >>> law_named("permute references").violation(bleu_subject(Bleu()), case) is None
    True
    """

    def sums(case: Case) -> Any:
        return bleu.statistics(*pack(case)).total()

    return Subject(
        score=lambda case: float(bleu.formula(sums(case))),
        perfect=100.0,
        order=bleu.conventions.order,
        statistics=lambda case, _: dict(zip(bleu.columns, sums(case).tolist(), strict=True)),
        formula=lambda named: float(bleu.formula(_in_order(named, bleu.columns))),
    )


def nist_subject(nist: Nist) -> Subject:
    """Hold NIST to the laws.

    Args:
        nist: The metric.

    >>> from tallystick import Nist
    >>> from tallystick.compat.laws import law_named
    >>> case = Case.from_lines(hypotheses=["a b a"], references=["a a b"])
    >>> renaming = law_named("rename a token to 0")
    >>> renaming.violation(nist_subject(Nist()), case).detail.rpartition(" when ")[2]
    "'w0' was called '0'"
    >>> renaming.violation(nist_subject(Nist(dialect="doddington")), case) is None
    True
    """

    def sums(case: Case, fitted_on: Case) -> Any:
        fitted = nist.fit([fitted_on.corpus.references])
        return fitted.statistics(case.corpus).total()

    return Subject(
        score=lambda case: float(nist.formula(sums(case, case))),
        perfect=None,
        order=nist.order,
        statistics=lambda case, fitted_on: dict(
            zip(nist.columns, sums(case, fitted_on).tolist(), strict=True)
        ),
        formula=lambda named: float(nist.formula(_in_order(named, nist.columns))),
        information=lambda case: dict(nist.information_weights([case.corpus.references]).items()),
    )


def _in_order(named: Mapping[str, float], columns: tuple[str, ...]) -> Any:
    return np.array([named[column] for column in columns])
