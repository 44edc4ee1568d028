"""Agreement on systems: correlations, accuracy of pairs, and their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.resampling.bootstrap import bootstrap_scores
from tallystick.metrics.resampling.draws import draw_counts, in_parts
from tallystick.metrics.resampling.randomisation import one_sided_p_values
from tallystick.metrics.resampling.units import OneSet, Units, segments_as_units
from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.reports.comparison.model import Interval
from tallystick.reports.meta_evaluation.agreement.sensitivity import random_subsets, sensitivity
from tallystick.reports.meta_evaluation.judged_set import JudgedSet, MetricScores
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    PairCounts,
    Sensitivity,
    SystemLevel,
    defined,
)
from tallystick.reports.meta_evaluation.settings import (
    FEWEST_SYSTEMS,
    RESAMPLED_TWICE,
    RESAMPLES_OF_A_RESAMPLE,
    Draws,
    MetaSettings,
)
from tallystick.reports.meta_evaluation.statistics.correlations import (
    corrected_interval,
    outliers,
    pearson,
    percentile_interval,
    ranks_in_rows,
)
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    Pairs,
    count_pairs,
    kinds_of_pairs,
)
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import (
    resampled_p_values,
    segment_p_values,
    soft_pairwise_accuracy,
)

LOWEST = {"accuracy": 0.0}


@dataclass(frozen=True, slots=True, eq=False)
class OfMetric:
    """The agreement of a metric with humans on a set, its sensitivity, and what sets are pooled by.

    `pairs` are those on which it agrees, `resampled` their share in each resample and `twice` the
    mean share in resamples of the first ones. `significant` are the pairs under humans, and `soft`
    is the soft accuracy with the deviations of each resample; None without human scores of
    segments.
    """

    level: SystemLevel
    sensitivity: Sensitivity
    pairs: BoolArray
    resampled: FloatArray
    twice: FloatArray
    significant: BoolArray | None
    soft: FloatArray | None


class _Soft(NamedTuple):
    """The one-sided p-values of pairs, shape (pairs,), and in resamples, (resamples, pairs)."""

    p_values: FloatArray
    resampled: FloatArray


class _Human(NamedTuple):
    """Humans' side of a set: scores of systems, (resamples, systems), and p-values of pairs.

    Scores are None if they stay; without scores of segments there is nothing. The p-values of a
    metric in the place of humans are of corpora.
    """

    resampled: FloatArray | None
    p_values: FloatArray | None
    soft: _Soft | None


@dataclass(frozen=True, slots=True, eq=False)
class _Resampling:
    """The draws of a set: one of the same name resamples the same segments."""

    judged: JudgedSet
    settings: MetaSettings
    draws: Draws

    def bootstrap(self, metric: Metric, rows: NDArray[Any], units: Units) -> FloatArray:
        """Return (resamples, systems) scores; undefined if resamples do not vary."""
        if not self.judged.varies:
            return np.full((self.draws.resamples, len(rows)), np.nan)
        sums = [units.sums(system) for system in rows]
        return bootstrap_scores(metric, sums, **self.draws._asdict())

    def means(self, segments: FloatArray, units: Units) -> FloatArray:
        """Return mean scores of systems, whose segments may lack some: (resamples, systems)."""
        known = ~np.isnan(segments)
        rows = np.stack([np.where(known, segments, 0.0), known.astype(np.float64)], axis=-1)
        return self.bootstrap(GivenScores("mean"), rows, units)

    def soft(self, segments: FloatArray) -> _Soft:
        pairs, segments = self.judged.pairs, segments[:, self.judged.judged_segments]
        return _Soft(
            segment_p_values(segments, pairs, self.draws),
            resampled_p_values(self.means(segments, self.judged.judged_units), segments, pairs),
        )

    def scores(self, scored: MetricScores) -> FloatArray:
        """Return the scores of systems under a metric, a higher one better."""
        return scored.direction * self.bootstrap(scored.metric, scored.rows, self.judged.units)

    def corpus_p_values(self, scored: MetricScores) -> FloatArray:
        segments = segments_as_units(self.judged.segments)
        pairs = [(int(one), int(other)) for one, other in self.judged.pairs]
        resamples, seed, purpose, threads = self.draws
        one_set = OneSet(scored.metric, [segments.sums(system) for system in scored.rows], purpose)
        return one_sided_p_values(one_set, pairs, resamples=resamples, seed=seed, threads=threads)

    def intervals(self, scores: FloatArray) -> tuple[Interval | None, ...]:
        return tuple(percentile_interval(system, self.settings.confidence) for system in scores.T)


def system_level(
    judged: JudgedSet, settings: MetaSettings
) -> tuple[tuple[Interval | None, ...], dict[str, OfMetric]]:
    """Return the intervals of human scores, and the agreement of every metric on systems."""
    resampling = _Resampling(judged, settings, settings.draws(judged.texts))
    human, judge = judged.human, judged.judge
    intervals: tuple[Interval | None, ...] = (None,) * len(judged.systems)
    soft = resampled = p_values = None
    if human.segments is not None and judged.varies:
        soft = resampling.soft(human.segments)
    if judge is not None:
        resampled = resampling.scores(judge)
        intervals = resampling.intervals(resampled)
        p_values = resampling.corpus_p_values(judge)
    elif human.segments is not None and soft is not None:
        p_values = soft.p_values
        if human.resampled:
            resampled = resampling.means(human.segments, judged.units)  # together with metrics
            kept = human.segments[:, judged.judged_segments]
            intervals = resampling.intervals(resampling.means(kept, judged.judged_units))
    side = _Human(resampled, p_values, soft)
    subsets = random_subsets(judged, settings)
    of_metrics = {label: _of_metric(resampling, label, side, subsets) for label in judged.metrics}
    return intervals, of_metrics


def _of_metric(
    resampling: _Resampling, label: str, human: _Human, subsets: Mapping[int, NDArray[np.int16]]
) -> OfMetric:
    judged, settings = resampling.judged, resampling.settings
    scored = judged.metrics[label]
    pairs = judged.pairs
    of_human, of_metric = judged.human.systems, scored.systems
    counts = count_pairs(of_human, of_metric)
    far = outliers(of_human)
    values = coefficients(of_human[np.newaxis], of_metric[np.newaxis], pairs)
    resampled = resampling.scores(scored)
    human_resampled = human.resampled
    if human_resampled is None:
        human_resampled = np.tile(of_human, (settings.resamples, 1))
    once = coefficients(human_resampled, resampled, pairs)
    twice = resampled_twice((of_human, human_resampled), (of_metric, resampled), pairs)
    both = coefficients(human_resampled, resampled, pairs, _draws_of_systems(judged, settings))
    estimates, confidence = {}, settings.confidence
    for name, [value] in values.items():
        resamples, lowest = (once[name], twice[name]), LOWEST.get(name, -1.0)
        bounds = corrected_interval(float(value), *resamples, confidence, lowest)
        of_both = percentile_interval(both[name], confidence)
        estimates[name] = Estimate(defined(value), bounds, of_both)
    agreed = judged.order(of_human) == judged.order(of_metric)
    significant = accuracy_significant = soft = None
    if human.p_values is not None:
        level = settings.significance_level
        significant = (human.p_values <= level) | (human.p_values >= 1 - level)
        if significant.any():
            accuracy_significant = float(agreed[significant].mean())
    if judged.human.segments is not None and human.soft is not None:
        soft = _soft_accuracy(resampling, human.soft, judged.human.segments, scored.segments)
    level_of_set = SystemLevel(
        set=judged.name,
        metric=label,
        signature=scored.signature,
        scores=tuple(defined(float(score)) for score in scored.direction * of_metric),
        intervals=resampling.intervals(scored.direction * resampled),
        **estimates,
        accuracy_significant=accuracy_significant,
        soft_accuracy=None if soft is None else soft_estimate(soft, settings),
        pearson_without_outliers=(
            defined(float(pearson(of_human[~far], of_metric[~far]))) if far.any() else None
        ),
        pairs=pair_counts(counts),
    )
    of_corpora = resampling.corpus_p_values(scored)
    seen = sensitivity(judged, label, subsets, resampled, of_corpora, settings)
    accuracies = once["accuracy"], twice["accuracy"]
    return OfMetric(level_of_set, seen, agreed, *accuracies, significant, soft)


def _soft_accuracy(
    resampling: _Resampling, human: _Soft, judged: FloatArray, metric: FloatArray
) -> FloatArray:
    """Return the soft accuracy on the outputs that both scored, with deviations of resamples.

    Resamples have more noise than the set, which lowers their soft accuracy.
    """
    common = ~(np.isnan(judged) | np.isnan(metric))
    if (common != ~np.isnan(judged)).any():
        human = resampling.soft(np.where(common, judged, np.nan))
    of_metric = resampling.soft(np.where(common, metric, np.nan))
    value = soft_pairwise_accuracy(human.p_values, of_metric.p_values)
    soft = -np.abs(human.resampled - of_metric.resampled).mean(axis=1)
    return np.asarray(value + soft - soft.mean())


def soft_estimate(soft: FloatArray, settings: MetaSettings) -> Estimate:
    """Return a soft accuracy with its interval, from that of resamples about it."""
    value = min(float(soft.mean()), 1.0)
    return Estimate(defined(value), corrected_interval(value, soft, soft, settings.confidence, 0.0))


def pair_counts(pairs: Pairs) -> PairCounts:
    """Return the counts of all groups together."""
    return PairCounts(*(int(kind.sum()) for kind in pairs))


def coefficients(
    human: FloatArray, metric: FloatArray, pairs: IntArray, drawn: IntArray | None = None
) -> dict[str, FloatArray]:
    """Return every coefficient of each resample; scores have the shape (resamples, systems).

    `drawn` has the systems of each resample. A pair of a system with itself is no pair, and draws
    of fewer than three distinct systems are undefined.
    """
    first, second = pairs.T

    def part(start: int, stop: int) -> dict[str, FloatArray]:
        sides, distinct = [human[start:stop], metric[start:stop]], np.True_
        if drawn is not None:
            systems = drawn[start:stop]
            distinct = systems[:, first] != systems[:, second]
            sides = [np.take_along_axis(side, systems, axis=1) for side in sides]
        kinds = kinds_of_pairs(*(np.sign(side[:, first] - side[:, second]) for side in sides))
        counts = Pairs(*((kind & distinct).sum(axis=1) for kind in kinds))
        by_name = {
            "pearson": pearson(*sides),
            "spearman": pearson(*map(ranks_in_rows, sides)),
            "kendall": Coefficient.TAU_B.of(counts),
            "accuracy": Coefficient.ACCURACY.of(counts),
        }
        if drawn is not None:
            few = (np.diff(np.sort(systems, axis=1), axis=1) > 0).sum(axis=1) + 1 < FEWEST_SYSTEMS
            for values in by_name.values():
                values[few] = np.nan
        return by_name

    parts = in_parts(part, len(human), human.shape[1] ** 2, 1)
    return {name: np.concatenate([of_part[name] for of_part in parts]) for name in parts[0]}


def resampled_twice(
    human: tuple[FloatArray, FloatArray], metric: tuple[FloatArray, FloatArray], pairs: IntArray
) -> dict[str, FloatArray]:
    """Return the mean of every coefficient over resamples of a resample, for the first resamples.

    The deviations of scores in two resamples are added, as if scores were means of segments. Both
    sides are observed scores, and those of resamples, shape (resamples, systems).
    """
    resamples = len(human[1])
    number, again = min(RESAMPLED_TWICE, resamples), min(RESAMPLES_OF_A_RESAMPLE, resamples)

    def moved(side: tuple[FloatArray, FloatArray], resample: int) -> FloatArray:
        observed, resampled = side
        return np.asarray(resampled[:number] + (resampled[resample] - observed))

    places = range(-1, -1 - again, -1)
    drawn = [coefficients(moved(human, each), moved(metric, each), pairs) for each in places]
    return {name: np.mean([draw[name] for draw in drawn], axis=0) for name in drawn[0]}


def _draws_of_systems(judged: JudgedSet, settings: MetaSettings) -> IntArray:
    """Return the systems of resamples that draw them too, shape (resamples, systems)."""
    systems = len(judged.systems)
    drawn = draw_counts(settings.seed, f"systems of {judged.texts}", systems, 0, settings.resamples)
    chosen = np.repeat(np.tile(np.arange(systems), len(drawn)), drawn.ravel())
    return chosen.reshape(len(drawn), systems)
