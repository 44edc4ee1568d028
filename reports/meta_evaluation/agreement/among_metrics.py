"""Agreement of metrics with each other, and pairs of systems on which they contradict humans."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.meta_evaluation.model import DisputedPair, MetricAgreement, defined
from tallystick.reports.meta_evaluation.statistics.pairs import Coefficient, Pairs, count_pairs

if TYPE_CHECKING:
    from tallystick.reports.meta_evaluation.agreement.system_level import Agreed
    from tallystick.reports.meta_evaluation.judged_set import JudgedSet


def agreement_among_metrics(
    sets: Sequence[JudgedSet], metrics: Sequence[str]
) -> list[MetricAgreement]:
    """Return how far the metrics of each pair order the systems of all sets alike."""
    found = []
    for one, other in itertools.combinations(metrics, 2):
        counts = [
            count_pairs(judged.metrics[one].systems, judged.metrics[other].systems)
            for judged in sets
        ]
        pooled = Pairs(*(np.sum(kind, axis=0) for kind in zip(*counts, strict=True)))
        accuracy, kendall = (
            defined(float(coefficient.of(pooled)[0]))
            for coefficient in (Coefficient.ACCURACY, Coefficient.TAU_B)
        )
        found.append(MetricAgreement(one, other, accuracy, kendall))
    return found


def disputed_pairs(
    sets: Sequence[JudgedSet],
    agreed: Mapping[tuple[str, str], Agreed],
    metrics: Sequence[str],
) -> list[DisputedPair]:
    """Return the pairs of systems that more than half of the metrics order unlike humans.

    Those on which most metrics contradict humans come first, and of these the ones that are
    significant under humans, with the largest differences.
    """
    found = []
    for judged in sets:
        human = judged.differences(judged.human.systems)
        orders = np.stack([judged.order(judged.metrics[one].systems) for one in metrics])
        contradicts = orders == -np.sign(human)
        contradicts &= human != 0
        significant = agreed[judged.name, metrics[0]].significant
        spread = judged.human.systems.std() or 1.0
        for place in np.flatnonzero(contradicts.sum(axis=0) * 2 > len(metrics)):
            pair = judged.pairs[place] if human[place] > 0 else judged.pairs[place][::-1]
            found.append(
                DisputedPair(
                    set=judged.name,
                    better=judged.systems[pair[0]],
                    worse=judged.systems[pair[1]],
                    difference=float(abs(human[place]) / spread),
                    significant=None if significant is None else bool(significant[place]),
                    metrics=tuple(itertools.compress(metrics, contradicts[:, place])),
                )
            )
    return sorted(found, key=lambda one: (-len(one.metrics), not one.significant, -one.difference))
