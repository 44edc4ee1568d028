"""Agreement on outputs, in groups of them, and its intervals."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.agreement.system_level import pair_counts
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import Estimate, Grouping, SegmentLevel, defined
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.meta_evaluation.statistics.correlations import pearson
from tallystick.reports.meta_evaluation.statistics.effects import (
    Effects,
    interval_of,
    kendall_effects,
    mean_effects,
    pearson_effects,
)
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    Pairs,
    concordance,
    count_pairs,
    count_pairs_by_column,
)

DECIMALS = 12
"""Differences are rounded, so that equal ones are equal in floating point: 0.3 - 0.2, 0.2 - 0.1."""


class Calibrated(NamedTuple):
    """The best accuracy, and the threshold that gives it.

    Attributes:
        accuracy: The mean over the groups of the share of pairs on which humans and the metric
            agree, between 0 and 1; NaN without pairs.
        threshold: The largest difference of two of the metric's scores that counts as a tie.
    """

    accuracy: float
    threshold: float


def calibrated(human: NDArray[np.float64], metric: NDArray[np.float64]) -> Calibrated:
    """Find the threshold that maximises the mean accuracy over the columns of two matrices.

    The threshold is 0 or one of the observed differences, and the smallest of those that are
    equally good. It is fitted to the data on which the accuracy is reported.

    Args:
        human: The scores of humans, shape (systems, segments); NaN where there is none.
        metric: The scores of the metric, of the same shape.

    >>> human = np.array([[1.0], [1.0], [2.0]])
    >>> calibrated(human, np.array([[0.1], [0.2], [0.9]]))
    Calibrated(accuracy=1.0, threshold=0.1)
    """
    known = ~(np.isnan(human) | np.isnan(metric))
    sizes = known.sum(axis=0)
    weights = np.divide(
        2.0, sizes * (sizes - 1), out=np.zeros(len(sizes)), where=sizes > 1
    )  # of one pair, in the mean over segments
    groups = int((sizes > 1).sum())
    if groups == 0:
        return Calibrated(float("nan"), 0.0)
    differences, gains, tied = [], [], 0.0
    for row in range(1, len(human)):
        present = known[row] & known[:row]
        of_human = (human[row] - human[:row])[present]
        of_metric = (metric[row] - metric[:row])[present]
        of_pair = np.broadcast_to(weights, present.shape)[present]
        agreed = (np.sign(of_human) == np.sign(of_metric)) & (of_human != 0)
        tied_human = of_human == 0
        tied += float(of_pair[agreed].sum())
        differences.append(np.round(np.abs(of_metric), DECIMALS))
        # a pair counted as tied agrees if humans tie it, and no longer if it agreed in its order
        gains.append(of_pair * (tied_human.astype(np.float64) - agreed))
    keys, places = np.unique(np.concatenate(differences), return_inverse=True)
    steps = np.bincount(places, np.concatenate(gains), minlength=len(keys))
    accuracies = (tied + np.cumsum(steps)) / groups
    if keys[0] != 0:  # no difference is 0, so nothing is tied at first
        keys, accuracies = np.append(0.0, keys), np.append(tied / groups, accuracies)
    best = int(np.argmax(np.round(accuracies, DECIMALS)))
    return Calibrated(float(accuracies[best]), float(keys[best]))


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """The agreement of humans and a metric in groups of outputs.

    Attributes:
        pairs: The pairs of each group.
        taus: Kendall's tau-b of each group; NaN where it is undefined.
        kendall: The mean of these, with the effects of segments.
        pearson: The mean of Pearson's correlations, with the same.
    """

    pairs: Pairs
    taus: NDArray[np.float64]
    kendall: Effects
    pearson: Effects


def segment_level(
    judged: JudgedSet, settings: MetaSettings
) -> tuple[list[SegmentLevel], dict[str, dict[Grouping, Grouped]]]:
    """Return the agreement of every metric with humans on the segments of a set.

    Without human scores of segments there is none.

    Returns:
        The agreement, and by metric what it is computed from.
    """
    human = judged.human.segments
    levels: list[SegmentLevel] = []
    groups: dict[str, dict[Grouping, Grouped]] = {}
    if human is None:
        return levels, groups
    for label, scored in judged.metrics.items():
        groups[label] = groupings(judged, human, scored.segments)
        best = calibrated(human, scored.segments)
        for grouping, found in groups[label].items():
            of_segments = grouping is Grouping.SEGMENT
            untied = Coefficient.ACCURACY_UNTIED.of(found.pairs.summed)[0]
            levels.append(
                SegmentLevel(
                    set=judged.name,
                    metric=label,
                    grouping=grouping,
                    groups=len(found.taus),
                    undefined_groups=int(np.isnan(found.taus).sum()),
                    signature=scored.segment_signature,
                    kendall=estimate_of(of_units(judged, found.kendall), settings),
                    pearson=estimate_of(of_units(judged, found.pearson), settings),
                    accuracy=Estimate(defined(best.accuracy)) if of_segments else None,
                    threshold=best.threshold if of_segments else None,
                    accuracy_untied=defined(float(untied)),
                    pairs=pair_counts(found.pairs),
                )
            )
    return levels, groups


def groupings(
    judged: JudgedSet, human: NDArray[np.float64], metric: NDArray[np.float64]
) -> dict[Grouping, Grouped]:
    """Return the agreement in each grouping that a set has; scores are (systems, segments).

    Outputs of several systems are compared within segments and within systems. Those of one system
    are compared within documents, if these are known, such as several outputs for one image.
    """
    places = np.arange(human.size).reshape(human.shape)
    found: dict[Grouping, Grouped] = {}
    if len(human) > 1:
        found[Grouping.SEGMENT] = _within_segments(human, metric)
        found[Grouping.SYSTEM] = _within(human, metric, places)
    elif judged.documents is not None:
        of_documents = [
            places[0, judged.units.numbers == one] for one in range(judged.units.number)
        ]
        found[Grouping.DOCUMENT] = _within(human, metric, of_documents, drawn=True)
    found[Grouping.ALL] = _within(human, metric, [places.ravel()])
    return found


def _within_segments(human: NDArray[np.float64], metric: NDArray[np.float64]) -> Grouped:
    """Compare the outputs for each segment."""
    pairs = count_pairs_by_column(human, metric)
    taus = Coefficient.TAU_B.of(pairs)
    return Grouped(pairs, taus, mean_effects(taus), mean_effects(pearson(human.T, metric.T)))


def _within(
    human: NDArray[np.float64],
    metric: NDArray[np.float64],
    groups: Iterable[NDArray[np.int64]],
    drawn: bool = False,
) -> Grouped:
    """Compare the outputs of each group, given by their places.

    Groups that are not `drawn` again themselves are the same in all samples of their outputs.
    """
    known = ~(np.isnan(human) | np.isnan(metric)).ravel()
    of_human, of_metric = human.ravel(), metric.ravel()
    inside = [group[known[group]] for group in groups]
    sides = [(of_human[group], of_metric[group]) for group in inside]
    compared = [(*side, concordance(*side)) for side in sides]
    pairs = [count_pairs(*one) for one in compared]
    coefficients = []
    for found in (
        [kendall_effects(*one) for one in compared],
        [pearson_effects(*side) for side in sides],
    ):
        values = np.array([one.value for one in found])
        mean = mean_effects(values)
        each = np.zeros(human.size)
        for group, one, effect in zip(inside, found, mean.each, strict=True):
            if drawn:
                each[group] = effect / max(len(group), 1)
            else:
                each[group] = one.each / max(np.isfinite(values).sum(), 1)
        coefficients.append((values, Effects(mean.value, each.reshape(human.shape).sum(axis=0))))
    (taus, kendall), (_, correlations) = coefficients
    return Grouped(
        Pairs(*map(np.concatenate, zip(*pairs, strict=True))), taus, kendall, correlations
    )


def of_units(judged: JudgedSet, effects: Effects) -> Effects:
    """Return a coefficient with the effects of the set's units, such as documents."""
    units = judged.units
    each = np.bincount(units.numbers, effects.each, units.number)
    return Effects(effects.value, each.astype(np.float64))


def estimate_of(found: Effects, settings: MetaSettings) -> Estimate:
    """Return a coefficient with its interval, from the effects of units."""
    return Estimate(defined(found.value), interval_of(found, settings.confidence))
