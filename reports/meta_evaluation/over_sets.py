"""All sets together: pooled accuracies, tests of metrics against each other, clusters."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.resampling.correction import holm
from tallystick.metrics.resampling.draws import swaps
from tallystick.metrics.resampling.power import number_needed, smallest_visible_difference
from tallystick.reports.meta_evaluation.model import Estimate, MetricDifference, Together
from tallystick.reports.meta_evaluation.statistics.clusters import clusters
from tallystick.reports.meta_evaluation.statistics.intervals import percentile_interval

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.model import SystemLevel
    from tallystick.reports.meta_evaluation.settings import MetaSettings
    from tallystick.reports.meta_evaluation.system_level import Agreed

TIE = 1e-9


def together(
    sets: Sequence[JudgedSet],
    levels: Mapping[tuple[str, str], tuple[SystemLevel, Agreed]],
    settings: MetaSettings,
) -> tuple[list[Together], list[MetricDifference]]:
    """Return the agreement over all sets, the best metric first, and the tests of all pairs.

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
    differences = _differences(sets, order, accuracies, settings)
    p_values = np.full((len(order), len(order)), np.nan)
    for one in differences:
        p_values[order.index(one.metric), order.index(one.other)] = one.adjusted_p_value
    ranks = clusters(p_values, settings.significance_level)
    return [
        _together(metric, accuracies[metric], agreed[metric], rank, settings)
        for metric, rank in zip(order, ranks, strict=True)
    ], differences


def _together(
    metric: str,
    accuracy: float,
    found: Sequence[tuple[SystemLevel, Agreed]],
    cluster: int,
    settings: MetaSettings,
) -> Together:
    numbers = [len(one.pairs) for _, one in found]
    resampled = np.average([one.resampled for _, one in found], axis=0, weights=numbers)
    significant = [one.pairs[one.significant] for _, one in found if one.significant is not None]
    of_significant = np.concatenate(significant) if significant else np.empty(0)
    soft = [level.soft_accuracy for level, _ in found if level.soft_accuracy is not None]
    return Together(
        metric=metric,
        accuracy=Estimate(accuracy, percentile_interval(resampled, settings.confidence)),
        accuracy_significant=float(of_significant.mean()) if len(of_significant) else None,
        soft_accuracy=math.fsum(soft) / len(soft) if soft else None,
        cluster=cluster,
    )


def _differences(
    sets: Sequence[JudgedSet],
    order: Sequence[str],
    accuracies: Mapping[str, float],
    settings: MetaSettings,
) -> list[MetricDifference]:
    pairs = list(itertools.combinations(order, 2))
    if not pairs:
        return []
    draws = [
        swaps(
            settings.seed, f"metrics on {judged.name}", len(judged.systems), 0, settings.resamples
        ).astype(bool)
        for judged in sets
    ]
    tests = [_exchanged(sets, draws, one, other) for one, other in pairs]
    p_values = np.array([one.p_value for one in tests])
    systems = sum(len(judged.systems) for judged in sets)
    return [
        MetricDifference(
            metric=one,
            other=other,
            difference=accuracies[one] - accuracies[other],
            p_value=float(p),
            adjusted_p_value=float(adjusted),
            systems_needed=number_needed(
                systems,
                smallest_visible_difference(test.standard_error, settings.significance_level),
                accuracies[one] - accuracies[other],
            ),
        )
        for (one, other), test, p, adjusted in zip(
            pairs, tests, p_values, holm(p_values), strict=True
        )
    ]


class _Exchanged(NamedTuple):
    """A two-sided p-value, and the standard error of the difference in accuracy."""

    p_value: float
    standard_error: float


def _exchanged(
    sets: Sequence[JudgedSet], draws: Sequence[NDArray[np.bool_]], one: str, other: str
) -> _Exchanged:
    """Return the result of the permutation test that exchanges systems.

    In each set the scores of the two metrics are standardised, and exchanged for the systems of
    each draw, shape (resamples, systems).
    """
    resamples = len(draws[0])
    differences = np.zeros(resamples)
    observed = 0.0
    for judged, exchanged in zip(sets, draws, strict=True):
        first, second = judged.pairs.T
        of_human = np.sign(judged.human.systems[first] - judged.human.systems[second])
        scores = [_standardised(judged.metrics[metric].systems) for metric in (one, other)]
        moved = np.where(exchanged, scores[1], scores[0]), np.where(exchanged, *scores)
        kept, gone = (
            (np.sign(a[..., first] - a[..., second]) == of_human).sum(axis=-1) for a in moved
        )
        differences += kept - gone
        here, there = ((np.sign(a[first] - a[second]) == of_human).sum() for a in scores)
        observed += float(here - there)
    as_large = int((np.abs(differences) >= abs(observed) - TIE).sum())
    pairs = sum(len(judged.pairs) for judged in sets)
    error = math.sqrt(float(np.mean(differences**2))) / pairs
    return _Exchanged((as_large + 1) / (resamples + 1), error)


def _standardised(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    deviation = scores.std()
    centred: NDArray[np.float64] = scores - scores.mean()
    return centred / deviation if deviation > 0 else centred
