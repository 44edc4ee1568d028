"""Agreement on segments, in three groupings, and its intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.resampling.draws import draw_counts
from tallystick.reports.meta_evaluation.agreement.system_level import pair_counts
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import Estimate, SegmentLevel, defined
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.meta_evaluation.statistics.correlations import pearson, percentile_interval
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    Pairs,
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
    """Scores of humans and a metric in groups, and the coefficients of each group."""

    pairs: Pairs
    kendall: NDArray[np.float64]
    pearson: NDArray[np.float64]


def segment_level(
    judged: JudgedSet, settings: MetaSettings
) -> tuple[list[SegmentLevel], dict[str, NDArray[np.float64]]]:
    """Return the agreement of every metric with humans on the segments of a set.

    Without human scores of segments there is none.

    Returns:
        The agreement, and by metric Kendall's tau-b within each segment.
    """
    human = judged.human.segments
    levels: list[SegmentLevel] = []
    within: dict[str, NDArray[np.float64]] = {}
    if human is None:
        return levels, within
    for label, scored in judged.metrics.items():
        groupings = _groupings(human, scored.segments)
        within[label] = groupings["segment"].kendall
        best = calibrated(human, scored.segments)
        for grouping, found in groupings.items():
            of_segments = grouping == "segment"  # which are drawn again
            untied = Coefficient.ACCURACY_UNTIED.of(found.pairs.summed)[0]
            levels.append(
                SegmentLevel(
                    set=judged.name,
                    metric=label,
                    grouping=grouping,
                    groups=len(found.kendall),
                    undefined_groups=int(np.isnan(found.kendall).sum()),
                    kendall=_mean(judged, found.kendall, settings if of_segments else None),
                    pearson=_mean(judged, found.pearson, settings if of_segments else None),
                    accuracy=Estimate(defined(best.accuracy)) if of_segments else None,
                    threshold=best.threshold if of_segments else None,
                    accuracy_untied=defined(float(untied)),
                    pairs=pair_counts(found.pairs),
                )
            )
    return levels, within


def _groupings(human: NDArray[np.float64], metric: NDArray[np.float64]) -> dict[str, Grouped]:
    known = ~(np.isnan(human) | np.isnan(metric))
    everything = count_pairs(human[known], metric[known])
    correlation = np.atleast_1d(pearson(human.ravel(), metric.ravel()))
    return {
        "segment": _grouped(human, metric),
        "system": _grouped(human.T, metric.T),
        "none": Grouped(everything, Coefficient.TAU_B.of(everything), correlation),
    }


def _grouped(human: NDArray[np.float64], metric: NDArray[np.float64]) -> Grouped:
    """Compare the rows of two matrices within each column."""
    counts = count_pairs_by_column(human, metric)
    return Grouped(counts, Coefficient.TAU_B.of(counts), pearson(human.T, metric.T))


def _mean(
    judged: JudgedSet, groups: NDArray[np.float64], settings: MetaSettings | None
) -> Estimate:
    """Return the mean of the defined groups; with settings the groups are segments, drawn again."""
    known = ~np.isnan(groups)
    if not known.any():
        return Estimate(None)
    value = float(groups[known].mean())
    if settings is None:
        return Estimate(value)
    rows = np.stack([np.where(known, groups, 0.0), known.astype(np.float64)], axis=1)
    units = judged.units.sums(rows)
    drawn = draw_counts(settings.seed, judged.name, len(units), 0, settings.resamples)
    sums, numbers = (drawn.astype(np.float64) @ units).T
    means = np.divide(sums, numbers, out=np.full(len(sums), np.nan), where=numbers > 0)
    return Estimate(value, percentile_interval(means, settings.confidence))
