"""Agreement on outputs, in groups of them, and its intervals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.reports.meta_evaluation.agreement.system_level import pair_counts
from tallystick.reports.meta_evaluation.human.preferences import Preferences
from tallystick.reports.meta_evaluation.judged_set import JudgedSet, joined
from tallystick.reports.meta_evaluation.model import Estimate, Grouping, SegmentLevel, defined
from tallystick.reports.meta_evaluation.settings import Correlation, MetaSettings
from tallystick.reports.meta_evaluation.statistics import correlations
from tallystick.reports.meta_evaluation.statistics.effects import (
    Effects,
    effects_of,
    interval_of,
    mean_effects,
    ratio_effects,
)
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    Pairs,
    concordance,
    count_classes,
    count_pairs,
    count_pairs_by_column,
    kinds_of_pairs,
)


def calibrated(human: FloatArray, metric: FloatArray) -> tuple[float, float]:
    """Return the best mean accuracy over segments, and the largest difference that it ties.

    This threshold is 0 or one of the observed differences, the smallest of those that are equally
    good. It is fitted to the data on which the accuracy, NaN without pairs, is reported. Scores
    have shape (systems, segments).
    """
    known = ~(np.isnan(human) | np.isnan(metric))
    sizes = known.sum(axis=0)
    # of one pair, in the mean over segments
    weights = np.divide(2.0, sizes * (sizes - 1), out=np.zeros(len(sizes)), where=sizes > 1)
    groups = int((sizes > 1).sum())
    if groups == 0:
        return float("nan"), 0.0
    differences, gains, tied = [], [], 0.0
    for row in range(1, len(human)):
        present = known[row] & known[:row]
        of_human = (human[row] - human[:row])[present]
        of_metric = (metric[row] - metric[:row])[present]
        of_pair = np.broadcast_to(weights, present.shape)[present]
        agreed = (np.sign(of_human) == np.sign(of_metric)) & (of_human != 0)
        tied += float(of_pair[agreed].sum())
        differences.append(np.round(np.abs(of_metric), correlations.DECIMALS))
        # a pair counted as tied agrees if humans tie it, and no longer if it agreed in its order
        gains.append(of_pair * ((of_human == 0).astype(np.float64) - agreed))
    keys = np.concatenate(differences)
    order = np.argsort(keys)
    keys, steps = keys[order], np.cumsum(np.concatenate(gains)[order])
    last = np.append(keys[1:] != keys[:-1], True)  # of the pairs with the same difference
    keys, accuracies = keys[last], (tied + steps[last]) / groups
    if keys[0] != 0:  # no difference is 0, so nothing is tied at first
        keys, accuracies = np.append(0.0, keys), np.append(tied / groups, accuracies)
    best = int(np.argmax(np.round(accuracies, correlations.DECIMALS)))
    return float(accuracies[best]), float(keys[best])


@dataclass(frozen=True, slots=True, eq=False)
class Grouped:
    """The agreement of humans and a metric in groups of outputs.

    `taus` has Kendall's tau-b of each group, or NaN, and `effects` the mean of each coefficient
    with the effects of segments, of which those with outputs that are compared are `counted`.
    """

    pairs: Pairs
    taus: FloatArray
    effects: Mapping[Correlation, Effects]
    counted: BoolArray


def segment_level(
    judged: JudgedSet, settings: MetaSettings
) -> tuple[list[SegmentLevel], dict[str, dict[Grouping, Grouped]]]:
    """Return the agreement of every metric with humans on segments, and what it is computed from.

    Without human scores of segments there is none.
    """
    human = judged.human.segments
    levels: list[SegmentLevel] = []
    groups: dict[str, dict[Grouping, Grouped]] = {}
    if human is None:
        return levels, groups
    for label, scored in judged.metrics.items():
        groups[label] = groupings(judged, human, scored.segments)
        for grouping, group in groups[label].items():
            estimates = estimates_of(
                {key: joined_effects([(judged, group)], key) for key in group.effects}, settings
            )
            accuracy = threshold = None
            if grouping is Grouping.SEGMENT:
                best, threshold = calibrated(human, scored.segments)
                accuracy = Estimate(defined(best))
            elif grouping is Grouping.CHOICES:
                accuracy = estimates[Correlation.TAU_B.field].as_share
            untied = Coefficient.ACCURACY_UNTIED.of(group.pairs.summed)[0]
            levels.append(
                SegmentLevel(
                    set=judged.name,
                    metric=label,
                    grouping=grouping,
                    groups=len(group.taus),
                    undefined_groups=int(np.isnan(group.taus).sum()),
                    signature=scored.segment_signature,
                    **estimates,
                    accuracy=accuracy,
                    threshold=threshold,
                    accuracy_untied=defined(float(untied)),
                    pairs=pair_counts(group.pairs),
                )
            )
    return levels, groups


def groupings(judged: JudgedSet, human: FloatArray, metric: FloatArray) -> dict[Grouping, Grouped]:
    """Return the agreement in each grouping that a set has; scores are (systems, segments).

    Outputs of several systems are compared within segments and within systems, those of one system
    within documents, if these are known, such as several outputs for one image. Outputs between
    which humans chose are compared in these pairs alone.
    """
    places = np.arange(human.size).reshape(human.shape)
    groups: dict[Grouping, Grouped] = {}
    if judged.human.preferences is not None:
        return {Grouping.CHOICES: _of_choices(judged.human.preferences, human, metric)}
    if len(human) > 1:
        groups[Grouping.SEGMENT] = _within_segments(human, metric)
        groups[Grouping.SYSTEM] = _within(human, metric, places)
    elif judged.documents is not None:
        units = judged.units
        of_documents = (places[0, units.numbers == document] for document in range(units.number))
        groups[Grouping.DOCUMENT] = _within(human, metric, of_documents, drawn=True)
    groups[Grouping.ALL] = _within(human, metric, [places.ravel()])
    return groups


def _of_choices(choices: Preferences, human: FloatArray, metric: FloatArray) -> Grouped:
    cells = choices.rows, choices.segments
    known = ~np.isnan(human[cells] + metric[cells]).any(axis=1)
    first, second = metric[cells][known].T
    of_human, of_metric = choices.chosen[known], np.sign(first - second)

    def by_segment(each: NDArray[np.generic]) -> FloatArray:
        return np.bincount(choices.segments[known, 0], each, human.shape[1]).astype(np.float64)

    kinds = kinds_of_pairs(of_human, of_metric)
    pairs = Pairs(*(by_segment(kind).astype(np.int64) for kind in kinds))
    agreed, decided = by_segment(of_human * of_metric), by_segment(np.abs(of_human))
    taus = correlations.ratios(agreed, decided)
    undefined = mean_effects(np.full(human.shape[1], np.nan))
    effects = dict.fromkeys(Correlation, undefined)
    effects[Correlation.TAU_B] = ratio_effects(agreed, decided)
    return Grouped(pairs, taus, effects, np.sum(pairs, axis=0) > 0)


def _within_segments(human: FloatArray, metric: FloatArray) -> Grouped:
    pairs = count_pairs_by_column(human, metric)
    taus = Coefficient.TAU_B.of(pairs)
    known = ~(np.isnan(human) | np.isnan(metric)).T
    rows = [np.where(known, side.T, np.nan) for side in (human, metric)]
    values = {
        Correlation.TAU_B: taus,
        Correlation.TAU_C: Coefficient.TAU_C.of(pairs, count_classes(human, metric)),
        Correlation.SPEARMAN: correlations.pearson(*map(correlations.ranks_in_rows, rows)),
        Correlation.PEARSON: correlations.pearson(*rows),
    }
    effects = {key: mean_effects(each) for key, each in values.items()}
    return Grouped(pairs, taus, effects, np.sum(pairs, axis=0) > 0)


def _within(
    human: FloatArray, metric: FloatArray, groups: Iterable[IntArray], drawn: bool = False
) -> Grouped:
    """Compare the outputs of each group, given by their places.

    Groups that are not `drawn` again themselves are the same in all samples of their outputs.
    """
    known = ~(np.isnan(human) | np.isnan(metric)).ravel()
    of_human, of_metric = human.ravel(), metric.ravel()
    inside = [group[known[group]] for group in groups]
    sides = [(of_human[group], of_metric[group]) for group in inside]
    compared = [(*side, concordance(*side)) for side in sides]
    pairs = [count_pairs(*side) for side in compared]
    by_group = [effects_of(*side) for side in compared]
    values = {key: np.array([each[key].value for each in by_group]) for key in Correlation}
    effects = {}
    for coefficient, of_groups in values.items():
        mean = mean_effects(of_groups)
        each = np.zeros(human.size)
        for group, own, effect in zip(inside, by_group, mean.each, strict=True):
            if drawn:
                each[group] = effect / max(len(group), 1)
            else:
                each[group] = own[coefficient].each / max(np.isfinite(of_groups).sum(), 1)
        effects[coefficient] = Effects(mean.value, each.reshape(human.shape).sum(axis=0))
    counted = np.zeros(human.size, np.bool_)
    for group in inside:
        counted[group] = len(group) > 1
    return Grouped(
        Pairs(*map(np.concatenate, zip(*pairs, strict=True))),
        values[Correlation.TAU_B],
        effects,
        np.asarray(counted.reshape(human.shape).any(axis=0)),
    )


def joined_effects(
    of_sets: Sequence[tuple[JudgedSet, Grouped]], key: Correlation, *, with_value: bool = False
) -> Effects:
    """Return the mean of a coefficient over sets, with the effects of the units that count.

    Units, such as documents, without outputs that are compared would make it seem too sure. Effects
    add up to 0, or `with_value` to the coefficient.
    """
    parts = []
    for judged, group in of_sets:
        value, each = group.effects[key]
        effects, counted = (
            np.bincount(judged.units.numbers, of_segments, judged.units.number)
            for of_segments in (each, group.counted)
        )
        counts = np.minimum(counted, 1)
        if with_value:
            effects = effects + value * counts / max(counts.sum(), 1)
        parts.append((judged, np.stack([effects, counts], axis=1)))
    of_units, number = joined(parts).T
    mean = float(np.mean([group.effects[key].value for _, group in of_sets]))
    return Effects(mean, of_units[number > 0] / len(of_sets))


def estimates_of(
    effects: Mapping[Correlation, Effects], settings: MetaSettings
) -> dict[str, Estimate]:
    """Return coefficients with their intervals by their fields, from the effects of units."""
    return {
        key.field: Estimate(defined(each.value), interval_of(each, settings.confidence))
        for key, each in effects.items()
    }
