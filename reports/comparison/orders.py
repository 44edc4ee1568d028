"""Precision by order, and lengths, of every system."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.bleu.formula import brevity_penalty
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.bleu.statistics import sums_of
from tallystick.metrics.workspace import Workspace
from tallystick.reports.comparison.model import Length, OrderPrecision
from tallystick.reports.comparison.scored_systems import ScoredSystems, counting_bleu

if TYPE_CHECKING:
    from numpy.typing import NDArray


def orders_and_lengths(
    scored: ScoredSystems, workspace: Workspace | None = None
) -> tuple[tuple[OrderPrecision, ...], tuple[Length, ...]]:
    """Count matches by order, and lengths, with the conventions of sacreBLEU's BLEU.

    Matches are clipped by the highest count in any reference of the segment, the reference length
    is that of the closest one, ties to the shorter (Papineni et al. 2002, sections 2.1 and 2.2).
    Tokens and highest order are those of `counting_bleu`.

    Args:
        scored: The systems.
        workspace: Shares the encoded references, where they are needed again.

    Returns:
        One precision for every system and order, systems outermost, and one length a system.

    >>> from tallystick.metrics.corpus import Corpus
    >>> from tallystick.reports.comparison.scored_systems import scored_systems
    >>> corpus = Corpus.from_segments(hypotheses=["a b c"], references=["a b d e"])
    >>> orders, [length] = orders_and_lengths(scored_systems({"mine": corpus}, {"bleu": Bleu()}))
    >>> [(one.clipped_matches, one.total) for one in orders], length.ratio
    ([(2, 3), (1, 2), (0, 1), (0, 0)], 0.75)
    """
    bleu = counting_bleu(scored.metrics)
    precisions: list[OrderPrecision] = []
    lengths: list[Length] = []
    for system, total in zip(scored.names, _totals(scored, bleu, workspace), strict=True):
        sums = sums_of(bleu.conventions, total)
        for order in range(1, bleu.order + 1):
            matches, ngrams = int(sums.matches[order - 1]), int(sums.totals[order - 1])
            precision = matches / ngrams if ngrams else None
            precisions.append(OrderPrecision(system, order, matches, ngrams, precision))
        hypothesis, reference = int(sums.hypothesis_length), int(sums.reference_length)
        lengths.append(
            Length(
                system=system,
                hypothesis_length=hypothesis,
                reference_length=reference,
                ratio=hypothesis / reference if reference else None,
                brevity_penalty=float(brevity_penalty(bleu.conventions, sums)),
            )
        )
    return tuple(precisions), tuple(lengths)


def _totals(
    scored: ScoredSystems, bleu: Bleu, workspace: Workspace | None
) -> list[NDArray[np.int64]]:
    for name, metric in scored.metrics.items():
        if metric is bleu:
            return [statistics.total() for statistics in scored.statistics[name]]
    workspace = workspace or Workspace()
    return [bleu.statistics(corpus, workspace).total() for corpus in scored.corpora]
