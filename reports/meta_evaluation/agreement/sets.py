"""Agreement on one set, and on all together: on systems, on outputs, tests of metrics, ranks.

Every pair of systems has the same weight in the accuracy, whatever its set, and every set in the
soft accuracy and on outputs. A coefficient is compared by what each segment, or document, adds to
it, so one test serves every grouping.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from tallystick.metrics.resampling.bootstrap import percentile_bounds
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.draws import draw_counts
from tallystick.metrics.sums.arrays import FloatArray
from tallystick.reports.comparison.facts.scores_and_differences import (
    Standing,
    number_needed,
    smallest_visible_difference,
    standings,
)
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.segment_level import (
    Grouped,
    estimates_of,
    groupings,
    joined_effects,
    segment_level,
)
from tallystick.reports.meta_evaluation.agreement.system_level import (
    OfMetric,
    soft_estimate,
    system_level,
)
from tallystick.reports.meta_evaluation.judged_set import JudgedSet, joined
from tallystick.reports.meta_evaluation.model import (
    AcrossSets,
    DifferenceOnSet,
    Estimate,
    Grouping,
    MeanOfSets,
    MetricDifference,
    OnOutputs,
    OutputDifference,
    ReversedOrder,
    SegmentLevel,
    Together,
    defined,
    wins,
)
from tallystick.reports.meta_evaluation.settings import (
    FEWEST_SETS_FOR_AN_INTERVAL,
    FEWEST_SYSTEMS,
    Correlation,
    MetaSettings,
)
from tallystick.reports.meta_evaluation.statistics import between_metrics
from tallystick.reports.meta_evaluation.statistics.correlations import (
    DECIMALS,
    corrected_interval,
    pearson,
    ranks_in_rows,
)
from tallystick.reports.meta_evaluation.statistics.effects import Effects
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import mixed_p_values


class OnSet(NamedTuple):
    """A set, its weight in means over tasks, and the agreement of metrics with humans on it.

    By metric, that on pairs of systems is in `agreed`, which is empty if there are fewer than three
    systems, or not all were compared, and `groups` has what `segments` is computed from; without
    human scores of segments they are empty.
    """

    judged: JudgedSet
    weight: float
    intervals: tuple[Interval | None, ...]
    agreed: Mapping[str, OfMetric]
    segments: list[SegmentLevel]
    groups: Mapping[str, Mapping[Grouping, Grouped]]
    differences: list[DifferenceOnSet]


def on_set(judged: JudgedSet, weight: float, settings: MetaSettings) -> OnSet:
    """Compute the agreement of metrics with humans on a set."""
    intervals: tuple[Interval | None, ...] = (None,) * len(judged.systems)
    agreed: Mapping[str, OfMetric] = {}
    if len(judged.systems) >= FEWEST_SYSTEMS and judged.human.rank_systems:
        intervals, agreed = system_level(judged, settings)
    segments, groups = segment_level(judged, settings)
    differences = _differences_on_set(judged, groups, settings)
    return OnSet(judged, weight, intervals, agreed, segments, groups, differences)


def _differences_on_set(
    judged: JudgedSet, groups: Mapping[str, Mapping[Grouping, Grouped]], settings: MetaSettings
) -> list[DifferenceOnSet]:
    """Test all pairs of metrics; there are no groups without human scores of segments."""
    names = list(judged.metrics)
    pairs = np.array(list(itertools.combinations(range(len(names)), 2)), np.int64).reshape(-1, 2)
    if not len(pairs):
        return []
    williams = np.array([_williams(judged, names[one], names[other]) for one, other in pairs])
    of_pearson = of_kendall = between_metrics.Tested(*np.full((3, len(pairs)), np.nan))
    if judged.human.segments is not None and judged.human.preferences is None:
        kept = judged.judged_segments
        of_pearson = between_metrics.pearson_p_values(
            judged.human.segments[:, kept],
            np.stack([metric.segments[:, kept] for metric in judged.metrics.values()]),
            pairs,
            settings.draws(f"cells of {judged.name}"),
        )
        if len(judged.systems) > 1:
            taus = np.stack([groups[name][Grouping.SEGMENT].taus[kept] for name in names])
            draws = settings.draws(f"segments of {judged.name}")
            of_kendall = between_metrics.mean_p_values(taus, pairs, draws)
    of_williams = adjusted(williams, "holm")
    return [
        DifferenceOnSet(
            set=judged.name,
            metric=names[one],
            other=names[other],
            williams=defined(williams[place]),
            pearson=defined(of_pearson.p_values[place]),
            kendall=defined(of_kendall.p_values[place]),
            adjusted=(
                defined(of_williams[place]),
                defined(of_pearson.adjusted[place]),
                defined(of_kendall.adjusted[place]),
            ),
        )
        for place, (one, other) in enumerate(pairs)
    ]


def _williams(judged: JudgedSet, one: str, other: str) -> float:
    human = judged.human.systems
    scores = [judged.metrics[name].systems for name in (one, other)]
    r12, r13, r23 = (
        float(pearson(a, b)) for a, b in ((human, scores[0]), (human, scores[1]), tuple(scores))
    )
    p = between_metrics.williams_p_value(r12, r13, r23, len(human))
    return math.nan if p is None else p


class OverSets(NamedTuple):
    """What all sets say together: the metrics, the best first, and the tests of their pairs."""

    together: list[Together]
    differences: list[MetricDifference]
    reversed_orders: list[ReversedOrder]


def over_sets(sets: Sequence[OnSet], settings: MetaSettings) -> OverSets:
    """Return the agreement over all sets, and the tests of all pairs of metrics."""
    names = sets[0].judged.metrics
    agreed_of = {metric: [on_set.agreed[metric] for on_set in sets] for metric in names}
    accuracies = {
        metric: float(np.concatenate([own.pairs for own in of_sets]).mean())
        for metric, of_sets in agreed_of.items()
    }
    order = sorted(accuracies, key=lambda metric: -accuracies[metric])
    differences, reversed_orders = _differences([on_set.judged for on_set in sets], order, settings)
    level = settings.significance_level
    soft_wins = [
        (test.metric, test.other)[:: 1 if (test.soft_difference or 0.0) > 0 else -1]
        for test in differences
        if (test.soft_adjusted_p_value or 1.0) <= level
    ]
    by_accuracy = standings_of(order, wins(differences, level))
    by_soft = standings_of(order, soft_wins)
    together = []
    for metric, standing, of_soft in zip(order, by_accuracy, by_soft, strict=True):
        of_sets, accuracy = agreed_of[metric], accuracies[metric]
        weights = [len(own.pairs) for own in of_sets]
        resampled = np.average([own.resampled for own in of_sets], axis=0, weights=weights)
        twice = np.average([own.twice for own in of_sets], axis=0, weights=weights)
        interval = corrected_interval(accuracy, resampled, twice, settings.confidence, 0.0)
        tested = [own.pairs[own.significant] for own in of_sets if own.significant is not None]
        significant = np.concatenate([np.empty(0), *tested])
        all_soft = [own.soft for own in of_sets if own.soft is not None]
        soft = [of_set for of_set in all_soft if not np.isnan(of_set).any()]
        together.append(
            Together(
                metric=metric,
                accuracy=Estimate(accuracy, interval),
                accuracy_significant=float(significant.mean()) if len(significant) else None,
                soft_accuracy=soft_estimate(np.mean(soft, axis=0), settings) if soft else None,
                rank=standing.rank,
                soft_rank=of_soft.rank if soft else None,
                cluster=standing.cluster,
            )
        )
    return OverSets(together, differences, reversed_orders)


def standings_of(order: Sequence[str], wins: Iterable[tuple[str, ...]]) -> list[Standing]:
    """Return where each metric is, from pairs of which the first is significantly better."""
    places = [(order.index(winner), order.index(loser)) for winner, loser in wins]
    return standings(np.arange(float(len(order))), places, higher_is_better=False)


def _differences(
    sets: Sequence[JudgedSet], order: Sequence[str], settings: MetaSettings
) -> tuple[list[MetricDifference], list[ReversedOrder]]:
    pairs = list(itertools.combinations(range(len(order)), 2))
    if not pairs:
        return [], []
    draws = settings.draws("systems")
    numbers = np.array([len(judged.pairs) for judged in sets])
    effects = [_effects(judged, order, pairs) for judged in sets]
    everywhere = joined(zip(sets, effects, strict=True)) / numbers.sum()
    differences = everywhere.sum(axis=0).round(DECIMALS)
    errors = np.sqrt((everywhere**2).sum(axis=0))
    together = between_metrics.sign_tests(everywhere, draws)
    scored = [judged for judged in sets if judged.human.segments is not None]
    of_soft = [_soft_effects(judged, order, pairs) for judged in scored]
    soft = np.full((1, len(pairs)), np.nan)
    if scored:
        soft = joined(zip(scored, of_soft, strict=True)) / len(scored)
    softly = between_metrics.sign_tests(soft, draws)
    observed = np.stack([of_set.sum(axis=0) for of_set in effects], axis=1) / numbers
    below = np.argwhere((observed < 0) & (differences[:, np.newaxis] > 0))
    # set by set, the effects of its systems, and 0 for those of the others
    blocks = [
        np.pad(of_set, ((0, 0), (place * len(pairs), (len(sets) - 1 - place) * len(pairs))))
        for place, of_set in enumerate(effects)
    ]
    on_sets = between_metrics.sign_tests(joined(zip(sets, blocks, strict=True)), draws)
    return [
        MetricDifference(
            metric=order[one],
            other=order[other],
            difference=float(differences[place]),
            p_value=float(together.p_values[place]),
            adjusted_p_value=float(together.adjusted[place]),
            p_value_limit=float(together.limits[place]),
            systems_needed=number_needed(
                len(everywhere),
                smallest_visible_difference(errors[place], settings.significance_level),
                float(differences[place]),
            ),
            soft_difference=defined(soft[:, place].sum()),
            soft_adjusted_p_value=defined(softly.adjusted[place]),
        )
        for place, (one, other) in enumerate(pairs)
    ], [
        ReversedOrder(
            metric=order[pairs[place][0]],
            other=order[pairs[place][1]],
            set=sets[number].name,
            difference=float(observed[place, number]),
            p_value=float(on_sets.p_values[test]),
            adjusted_p_value=float(on_sets.adjusted[test]),
            p_value_limit=float(on_sets.limits[test]),
        )
        for place, number in below
        for test in [number * len(pairs) + place]
    ]


def _effects(
    judged: JudgedSet, order: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> FloatArray:
    """Return by how many pairs each system lets one metric agree more than another."""
    scores = [between_metrics.standardised(judged.metrics[metric].systems) for metric in order]
    human = judged.human.systems
    of_human = np.sign(human[:, np.newaxis] - human)

    def agreement(one: int, other: int) -> FloatArray:
        signs = np.sign(scores[one][:, np.newaxis] - scores[other])
        return np.asarray(signs == of_human, np.float64)

    return between_metrics.effects_of_systems(agreement, pairs)


def _soft_effects(
    judged: JudgedSet, order: Sequence[str], pairs: Sequence[tuple[int, int]]
) -> FloatArray:
    """Return these effects on the soft accuracy, on outputs that humans and all metrics scored."""
    none = np.full(next(iter(judged.metrics.values())).segments.shape, np.nan)
    human = none if judged.human.segments is None else judged.human.segments
    sides = np.stack([human, *(judged.metrics[metric].segments for metric in order)])
    human, *scores = map(
        between_metrics.standardised, np.where(np.isnan(sides).any(axis=0), np.nan, sides)
    )
    of_human = mixed_p_values(human, human)

    @cache
    def agreement(one: int, other: int) -> FloatArray:
        return np.asarray(-np.abs(mixed_p_values(scores[one], scores[other]) - of_human))

    return between_metrics.effects_of_systems(agreement, pairs) / len(judged.pairs)


def across_sets(
    accuracies: Mapping[str, Sequence[float]], settings: MetaSettings
) -> list[AcrossSets]:
    """Return the mean accuracy and the mean rank of each metric; nothing for a single set.

    Sets are resampled with the accuracies that they have: the variation between sets contains that
    of the segments within them; Davison and Hinkley, "Bootstrap Methods and Their Application",
    1997, section 3.8.
    """
    values = np.array(list(accuracies.values())).round(DECIMALS)
    if values.shape[1] < 2:
        return []
    ranks = ranks_in_rows(-values.T).T
    best = values == values.max(axis=0)
    sets = values.shape[1]
    drawn = draw_counts(settings.seed, "sets", sets, 0, settings.resamples) / sets
    return [
        AcrossSets(
            metric=metric,
            accuracy=_mean(values[place], drawn, settings),
            rank=_mean(ranks[place], drawn, settings),
            best_on=int(best[place].sum()),
            best_alone_on=int((best[place] & (best.sum(axis=0) == 1)).sum()),
        )
        for place, metric in enumerate(accuracies)
    ]


def _mean(values: FloatArray, drawn: FloatArray, settings: MetaSettings) -> MeanOfSets:
    interval = None
    if len(values) >= FEWEST_SETS_FOR_AN_INTERVAL:
        low, high = percentile_bounds(drawn @ values, settings.confidence, len(values))
        interval = Interval(float(low), float(high))
    return MeanOfSets(float(values.mean()), interval)


_Groups = Mapping[str, Mapping[Grouping, Grouped]]
"""By metric and grouping, the agreement on one set."""


class OverOutputs(NamedTuple):
    """What all sets with human scores of segments say together of outputs.

    Metrics are the best first for each grouping that all sets have, with tests of all their pairs.
    """

    metrics: list[OnOutputs]
    differences: list[OutputDifference]

    @property
    def main(self) -> list[OnOutputs]:
        """The metrics in the grouping by which they are ranked, the best first."""
        return [metric for metric in self.metrics if metric.grouping is self.metrics[-1].grouping]


def over_outputs(sets: Sequence[OnSet], settings: MetaSettings) -> OverOutputs:
    """Return the agreement over all sets with human scores of segments, and all tests."""
    scored = [(on_set.judged, on_set.groups) for on_set in sets if on_set.groups]
    judged = [(data, groups, _on_common(data, groups)) for data, groups in scored]
    over = OverOutputs([], [])
    for grouping in Grouping:
        tested = Correlation.TAU_B if grouping is Grouping.CHOICES else settings.coefficient
        if not judged or any(
            grouping not in group for _, groups, _ in judged for group in groups.values()
        ):
            continue
        own = {
            metric: [(data, groups[metric][grouping]) for data, groups, _ in judged]
            for metric in judged[0][1]
        }
        pooled = {
            metric: {each: joined_effects(of_sets, each) for each in Correlation}
            for metric, of_sets in own.items()
        }
        common = {}
        for metric in own:
            of_sets = [(data, groups[metric][grouping]) for data, _, groups in judged]
            common[metric] = joined_effects(of_sets, tested, with_value=True)
        values = {metric: round(of[tested].value, DECIMALS) for metric, of in pooled.items()}
        order = sorted(own, key=lambda metric: -np.nan_to_num(values[metric], nan=-2.0))
        differences = _differences_on_outputs(grouping, order, common, settings)
        standings = standings_of(order, wins(differences, settings.significance_level))
        over.differences.extend(differences)
        over.metrics.extend(
            OnOutputs(
                metric=metric,
                grouping=grouping,
                **estimates_of(pooled[metric], settings),
                rank=standing.rank,
                cluster=standing.cluster,
            )
            for metric, standing in zip(order, standings, strict=True)
        )
    return over


def _on_common(judged: JudgedSet, groups: _Groups) -> _Groups:
    """Return the agreement on the outputs that humans and all metrics scored."""
    human = judged.human.segments
    missing = np.isnan([metric.segments for metric in judged.metrics.values()])
    if human is None or (missing == missing[0])[:, ~np.isnan(human)].all():
        return groups
    common = np.where(missing.any(axis=0), np.nan, human)
    metrics = judged.metrics.items()
    return {label: groupings(judged, common, scored.segments) for label, scored in metrics}


def _differences_on_outputs(
    grouping: Grouping, order: Sequence[str], effects: Mapping[str, Effects], settings: MetaSettings
) -> list[OutputDifference]:
    """Test all pairs of metrics; a pair with an undefined coefficient is left out."""
    known = [metric for metric in order if not np.isnan(effects[metric].value)]
    pairs = list(itertools.combinations(known, 2))
    if not pairs:
        return []
    # the sums of these are the differences, and the squares of their deviations the variances
    added = np.stack([effects[one].each - effects[other].each for one, other in pairs], axis=1)
    tested = between_metrics.sign_tests(added, settings.draws(f"outputs of each {grouping}"))
    differences = []
    for place, (one, other) in enumerate(pairs):
        difference = round(float(added[:, place].sum()), DECIMALS)
        error = float(added[:, place].std()) * len(added) ** 0.5
        visible = smallest_visible_difference(error, settings.significance_level)
        better = (one, other) if difference >= 0 else (other, one)
        differences.append(
            OutputDifference(
                *better,
                grouping=grouping,
                difference=abs(difference),
                p_value=float(tested.p_values[place]),
                adjusted_p_value=float(tested.adjusted[place]),
                units_needed=number_needed(len(added), visible, difference),
            )
        )
    return differences
