"""All sets together: pooled accuracies, tests of metrics against each other, clusters.

Every pair of systems has the same weight, whatever its set.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import holm
from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.power import number_needed, smallest_visible_difference
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    MetricDifference,
    ReversedOrder,
    Together,
)
from tallystick.reports.meta_evaluation.statistics.clusters import clusters
from tallystick.reports.meta_evaluation.statistics.intervals import corrected_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.model import SystemLevel
    from tallystick.reports.meta_evaluation.settings import MetaSettings
    from tallystick.reports.meta_evaluation.system_level import Agreed

TIE = 1e-9


class OverSets(NamedTuple):
    """What all sets say together.

    Attributes:
        together: The agreement of each metric over all sets, the best metric first.
        differences: The tests of all pairs of metrics.
        reversed_orders: The sets on which the order of two metrics is not that over all sets.
    """

    together: list[Together]
    differences: list[MetricDifference]
    reversed_orders: list[ReversedOrder]


def over_sets(
    sets: Sequence[JudgedSet],
    levels: Mapping[tuple[str, str], tuple[SystemLevel, Agreed]],
    settings: MetaSettings,
) -> OverSets:
    """Return the agreement over all sets, and the tests of all pairs of metrics.

    Args:
        sets: The sets.
        levels: The agreement on systems, by the names of the set and of the metric.
        settings: The settings.
    """
    agreed = {
        metric: [levels[judged.name, metric] for judged in sets] for metric in sets[0].metrics
    }
    accuracies = {
        metric: float(np.concatenate([one.pairs for _, one in found]).mean())
        for metric, found in agreed.items()
    }
    order = sorted(accuracies, key=lambda metric: -accuracies[metric])
    differences, reversed_orders = _differences(sets, order, settings)
    p_values = np.full((len(order), len(order)), np.nan)
    for one in differences:
        p_values[order.index(one.metric), order.index(one.other)] = one.adjusted_p_value
    ranks = clusters(p_values, settings.significance_level)
    return OverSets(
        [
            _together(metric, accuracies[metric], agreed[metric], rank, settings)
            for metric, rank in zip(order, ranks, strict=True)
        ],
        differences,
        reversed_orders,
    )


def _together(
    metric: str,
    accuracy: float,
    found: Sequence[tuple[SystemLevel, Agreed]],
    cluster: int,
    settings: MetaSettings,
) -> Together:
    numbers = [len(one.pairs) for _, one in found]
    resampled, twice = (
        np.average([getattr(one, name) for _, one in found], axis=0, weights=numbers)
        for name in ("resampled", "twice")
    )
    significant = [one.pairs[one.significant] for _, one in found if one.significant is not None]
    of_significant = np.concatenate(significant) if significant else np.empty(0)
    soft = [level.soft_accuracy for level, _ in found if level.soft_accuracy is not None]
    return Together(
        metric=metric,
        accuracy=Estimate(
            accuracy, corrected_interval(accuracy, resampled, twice, settings.confidence, 0.0)
        ),
        accuracy_significant=float(of_significant.mean()) if len(of_significant) else None,
        soft_accuracy=math.fsum(soft) / len(soft) if soft else None,
        cluster=cluster,
    )


def _differences(
    sets: Sequence[JudgedSet], order: Sequence[str], settings: MetaSettings
) -> tuple[list[MetricDifference], list[ReversedOrder]]:
    """Test the pairs of metrics over all sets, and on every set."""
    pairs = list(itertools.combinations(order, 2))
    if not pairs:
        return [], []
    systems = sum(len(judged.systems) for judged in sets)
    numbers = np.array([len(judged.pairs) for judged in sets])
    observed = np.zeros((len(pairs), len(sets)))
    together = np.zeros(len(pairs))
    errors = np.zeros(len(pairs))
    on_sets = np.zeros((len(pairs), len(sets)))
    for place, (one, other) in enumerate(pairs):
        total = np.zeros(settings.resamples)
        for number, judged in enumerate(sets):
            observed[place, number], exchanged = _exchanged(judged, one, other, settings)
            on_sets[place, number] = _p_value(observed[place, number], exchanged)
            total += exchanged
        together[place] = _p_value(observed[place].sum(), total)
        errors[place] = math.sqrt(float(np.mean(total**2))) / numbers.sum()
    differences = [
        MetricDifference(
            metric=one,
            other=other,
            difference=float(difference),
            p_value=float(p),
            adjusted_p_value=float(adjusted),
            systems_needed=number_needed(
                systems,
                smallest_visible_difference(error, settings.significance_level),
                float(difference),
            ),
        )
        for (one, other), difference, error, p, adjusted in zip(
            pairs,
            observed.sum(axis=1) / numbers.sum(),
            errors,
            together,
            holm(together),
            strict=True,
        )
    ]
    adjusted_on_sets = holm(on_sets.ravel()).reshape(on_sets.shape)
    below = (observed < 0) & (observed.sum(axis=1, keepdims=True) > 0)
    reversed_orders = [
        ReversedOrder(
            metric=pairs[place][0],
            other=pairs[place][1],
            set=sets[number].name,
            difference=float(observed[place, number] / numbers[number]),
            p_value=float(on_sets[place, number]),
            adjusted_p_value=float(adjusted_on_sets[place, number]),
        )
        for place, number in np.argwhere(below)
    ]
    return differences, reversed_orders


def _exchanged(
    judged: JudgedSet, one: str, other: str, settings: MetaSettings
) -> tuple[float, NDArray[np.float64]]:
    """Return by how many pairs of systems one metric agrees with humans more than the other.

    The first number is the observed one. The others, shape (resamples,), are those after random
    exchanges: the scores of the two metrics are standardised, and exchanged for the systems of each
    draw.
    """
    draws = swaps(
        settings.seed, f"metrics on {judged.name}", len(judged.systems), 0, settings.resamples
    ).astype(bool)
    first, second = judged.pairs.T
    of_human = np.sign(judged.human.systems[first] - judged.human.systems[second])
    scores = [_standardised(judged.metrics[metric].systems) for metric in (one, other)]
    moved = np.where(draws, scores[1], scores[0]), np.where(draws, *scores)
    kept, gone = ((np.sign(a[..., first] - a[..., second]) == of_human).sum(axis=-1) for a in moved)
    here, there = ((np.sign(a[first] - a[second]) == of_human).sum() for a in scores)
    return float(here - there), (kept - gone).astype(np.float64)


def _p_value(observed: float, exchanged: NDArray[np.float64]) -> float:
    """Return the two-sided p-value of the permutation test."""
    as_large = int((np.abs(exchanged) >= abs(observed) - TIE).sum())
    return (as_large + 1) / (len(exchanged) + 1)


def _standardised(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    deviation = scores.std()
    centred: NDArray[np.float64] = scores - scores.mean()
    return centred / deviation if deviation > 0 else centred
