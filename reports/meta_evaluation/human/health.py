"""How far the human scores can be trusted: their number, and their agreement with themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import swaps
from tallystick.reports.meta_evaluation.model import HumanHealth, defined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.meta_evaluation.human.alignment import Join
    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.settings import MetaSettings


def human_health(
    judged: JudgedSet, joins: list[Join], settings: MetaSettings
) -> HumanHealth | None:
    """Return what the human scores of segments say about themselves; None without any."""
    human = judged.human
    if human.segments is None or human.judgements is None:
        return None
    judgements = human.judgements[human.judgements > 0]
    return HumanHealth(
        set=judged.name,
        judged_cells=float((~np.isnan(human.segments)).mean()),
        judgements=float(judgements.mean()) if len(judgements) else None,
        split_half=_split_half(human.segments, judged.pairs, judged.name, settings),
        other_scores=_other_scores(judged),
        joins={one.name: defined(one.correlation) for one in joins},
    )


def _split_half(
    scores: NDArray[np.float64], pairs: NDArray[np.int64], name: str, settings: MetaSettings
) -> float | None:
    """Return the mean share of pairs of systems that two random halves order alike.

    Human scores of all segments have less noise than those of half of them, so this is no upper
    bound of the accuracy of a metric.
    """
    known = ~np.isnan(scores)
    values = np.where(known, scores, 0.0)
    drawn = swaps(settings.seed, f"halves of {name}", scores.shape[1], 0, settings.resamples)
    halves = []
    for half in (drawn, 1 - drawn):
        weights = half.astype(np.float64)
        numbers = weights @ known.T
        means = np.divide(
            weights @ values.T, numbers, out=np.full(numbers.shape, np.nan), where=numbers > 0
        )
        halves.append(np.sign(means[:, pairs[:, 0]] - means[:, pairs[:, 1]]))
    alike = (halves[0] == halves[1]).astype(np.float64)
    alike[np.isnan(halves[0]) | np.isnan(halves[1])] = np.nan
    return None if np.isnan(alike).all() else float(np.nanmean(alike))


def _other_scores(judged: JudgedSet) -> float | None:
    """Return the share of pairs that the other human scores order alike, if there are any."""
    other = judged.other_human
    if other is None:
        return None
    signs = [judged.order(one) for one in (judged.human.systems, other.systems)]
    known = ~np.isnan(signs[1])
    return float((signs[0] == signs[1])[known].mean()) if known.any() else None
