"""Agreement on systems: correlations, accuracy of pairs, and their intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypedDict

import numpy as np

from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.resampling.bootstrap import bootstrap_scores
from tallystick.metrics.resampling.draws import draw_counts
from tallystick.metrics.resampling.randomisation import one_sided_p_values
from tallystick.metrics.resampling.units import OneSet, segments_as_units
from tallystick.reports.meta_evaluation.agreement.sensitivity import sensitivity
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    PairCounts,
    Sensitivity,
    SystemLevel,
    defined,
)
from tallystick.reports.meta_evaluation.statistics.correlations import (
    pearson,
    ranks_in_rows,
    spearman,
)
from tallystick.reports.meta_evaluation.statistics.intervals import (
    corrected_interval,
    percentile_interval,
)
from tallystick.reports.meta_evaluation.statistics.outliers import outliers
from tallystick.reports.meta_evaluation.statistics.pairs import Coefficient, Pairs, count_pairs
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import (
    resampled_p_values,
    segment_p_values,
    soft_pairwise_accuracy,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.comparison.model import Interval
    from tallystick.reports.meta_evaluation.judged_set import JudgedSet
    from tallystick.reports.meta_evaluation.settings import MetaSettings

FEWEST_SYSTEMS = 3
"""Fewer distinct systems in a resample define no correlation worth the name."""

RESAMPLED_TWICE = 400
RESAMPLES_OF_A_RESAMPLE = 12
"""So many resamples are resampled again, so often: they only give a standard deviation."""

LOWEST = {"accuracy": 0.0}

CELLS_AT_ONCE = 1_000_000
"""Resamples are computed in parts of so many pairs, which bounds memory."""


@dataclass(frozen=True, slots=True, eq=False)
class Agreed:
    """Which pairs of a set a metric orders as humans do, for pooling over sets.

    Attributes:
        pairs: Whether it agrees on each pair, shape (pairs,).
        resampled: The share of pairs on which it agrees in each resample, shape (resamples,).
        twice: For the first resamples, the mean share in resamples of them.
        significant: Which pairs are significant under humans, shape (pairs,); None without human
            scores of segments.
        soft: The soft accuracy of the set with the deviations of each resample, shape (resamples,);
            None without these.
    """

    pairs: NDArray[np.bool_]
    resampled: NDArray[np.float64]
    twice: NDArray[np.float64]
    significant: NDArray[np.bool_] | None
    soft: NDArray[np.float64] | None


@dataclass(frozen=True, slots=True, eq=False)
class _Resampling:
    """The draws of a set: one of the same name resamples the same segments."""

    judged: JudgedSet
    settings: MetaSettings
    threads: int

    def bootstrap(self, metric: Metric, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Return the scores of systems from statistics of segments, (resamples, systems)."""
        sums = [self.judged.units.sums(one) for one in rows]
        return bootstrap_scores(metric, sums, purpose=self.judged.name, **self._draws())

    def means(self, segments: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean scores of systems, whose segments may lack some: (resamples, systems)."""
        known = ~np.isnan(segments)
        rows = np.stack([np.where(known, segments, 0.0), known.astype(np.float64)], axis=-1)
        return self.bootstrap(GivenScores("mean"), rows)

    def soft(self, segments: NDArray[np.float64]) -> _Soft:
        """Return the one-sided p-values of pairs from scores of segments, and those of resamples.

        The shapes are (pairs,) and (resamples, pairs).
        """
        pairs = self.judged.pairs
        purpose = self.judged.name
        p_values = segment_p_values(segments, pairs, purpose=purpose, **self._draws())
        return p_values, resampled_p_values(self.means(segments), segments, pairs)

    def corpus_p_values(self, metric: Metric, rows: NDArray[Any]) -> NDArray[np.float64]:
        """Return the one-sided p-values of pairs from statistics of segments."""
        segments = segments_as_units(self.judged.segments)
        pairs = [(int(one), int(other)) for one, other in self.judged.pairs]
        one_set = OneSet(metric, [segments.sums(one) for one in rows], self.judged.name)
        return one_sided_p_values(one_set, pairs, **self._draws())

    def _draws(self) -> _Draws:
        return {
            "resamples": self.settings.resamples,
            "seed": self.settings.seed,
            "threads": self.threads,
        }


_Soft = tuple["NDArray[np.float64]", "NDArray[np.float64]"]


class _Draws(TypedDict):
    resamples: int
    seed: int
    threads: int


@dataclass(frozen=True, slots=True, eq=False)
class _Human:
    """Humans' side of a set.

    Attributes:
        resampled: The scores of the systems in each resample, shape (resamples, systems).
        p_values: The one-sided p-value of each pair; None without scores of segments. Those of a
            metric in the place of humans are of corpora.
        soft: `_Resampling.soft` of their segments; None without scores of segments.
    """

    resampled: NDArray[np.float64]
    p_values: NDArray[np.float64] | None
    soft: _Soft | None


def system_level(
    judged: JudgedSet, settings: MetaSettings, threads: int = 1
) -> list[tuple[SystemLevel, Agreed, Sensitivity]]:
    """Return the agreement of every metric with humans on the systems of a set.

    With it come what is pooled over sets, and the metric's sensitivity.
    """
    resampling = _Resampling(judged, settings, threads)
    human = _human(resampling)
    return [_of_metric(resampling, label, human) for label in judged.metrics]


def human_intervals(
    judged: JudgedSet, settings: MetaSettings, threads: int = 1
) -> tuple[Interval | None, ...]:
    """Return the interval of each system's human score; None if it is not resampled."""
    resampled = _human_scores(_Resampling(judged, settings, threads))
    if resampled is None:
        return (None,) * len(judged.systems)
    return _intervals(resampled, settings)


def _intervals(
    resampled: NDArray[np.float64], settings: MetaSettings
) -> tuple[Interval | None, ...]:
    return tuple(percentile_interval(one, settings.confidence) for one in resampled.T)


def _human(resampling: _Resampling) -> _Human:
    human, judge = resampling.judged.human, resampling.judged.judge
    resampled = _human_scores(resampling)
    if resampled is None:
        resampled = np.tile(human.systems, (resampling.settings.resamples, 1))
    p_values = None
    if judge is not None:
        p_values = resampling.corpus_p_values(judge.metric, judge.rows)
    soft = None if human.segments is None else resampling.soft(human.segments)
    return _Human(resampled, p_values if soft is None or judge is not None else soft[0], soft)


def _human_scores(resampling: _Resampling) -> NDArray[np.float64] | None:
    """Return the human scores in each resample, (resamples, systems); None if they stay."""
    human, judge = resampling.judged.human, resampling.judged.judge
    if judge is not None:
        return judge.direction * resampling.bootstrap(judge.metric, judge.rows)
    if human.segments is None or not human.resampled:
        return None
    return resampling.means(human.segments)


def _of_metric(
    resampling: _Resampling, label: str, human: _Human
) -> tuple[SystemLevel, Agreed, Sensitivity]:
    judged, settings = resampling.judged, resampling.settings
    scored = judged.metrics[label]
    pairs = judged.pairs
    of_human, of_metric = judged.human.systems, scored.systems
    counts = count_pairs(of_human, of_metric)
    far = outliers(of_human)
    values = {
        "pearson": float(pearson(of_human, of_metric)),
        "spearman": spearman(of_human, of_metric),
        "kendall": float(Coefficient.TAU_B.of(counts)[0]),
        "accuracy": float(Coefficient.ACCURACY.of(counts)[0]),
    }
    resampled = scored.direction * resampling.bootstrap(scored.metric, scored.rows)
    found = coefficients(human.resampled, resampled, pairs)
    twice = resampled_twice((of_human, human.resampled), (of_metric, resampled), pairs)
    both = coefficients(human.resampled, resampled, pairs, _draws_of_systems(judged, settings))
    estimates = {
        name: Estimate(
            defined(value),
            corrected_interval(
                value, found[name], twice[name], settings.confidence, LOWEST.get(name, -1.0)
            ),
            percentile_interval(both[name], settings.confidence),
        )
        for name, value in values.items()
    }
    agreed = np.sign(of_human[pairs[:, 0]] - of_human[pairs[:, 1]]) == np.sign(
        of_metric[pairs[:, 0]] - of_metric[pairs[:, 1]]
    )
    of_corpora = resampling.corpus_p_values(scored.metric, scored.rows)
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
        intervals=_intervals(scored.direction * resampled, settings),
        **estimates,
        accuracy_significant=accuracy_significant,
        soft_accuracy=None if soft is None else soft_estimate(soft, settings),
        pearson_without_outliers=(
            defined(float(pearson(of_human[~far], of_metric[~far]))) if far.any() else None
        ),
        pairs=pair_counts(counts),
    )
    return (
        level_of_set,
        Agreed(agreed, found["accuracy"], twice["accuracy"], significant, soft),
        sensitivity(judged, label, resampled, of_corpora, settings),
    )


def _soft_accuracy(
    resampling: _Resampling,
    human: _Soft,
    judged: NDArray[np.float64],
    metric: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return the soft accuracy on the outputs that both scored, with deviations of resamples.

    Resamples have more noise than the set, which lowers their soft accuracy; their mean is that of
    the set here.
    """
    common = ~(np.isnan(judged) | np.isnan(metric))
    if (common != ~np.isnan(judged)).any():
        human = resampling.soft(np.where(common, judged, np.nan))
    of_metric = resampling.soft(np.where(common, metric, np.nan))
    value = soft_pairwise_accuracy(human[0], of_metric[0])
    soft = -np.abs(human[1] - of_metric[1]).mean(axis=1)
    return np.asarray(value + soft - soft.mean())


def soft_estimate(soft: NDArray[np.float64], settings: MetaSettings) -> Estimate:
    """Return a soft accuracy with its interval, from that of resamples about it."""
    value = min(float(soft.mean()), 1.0)
    return Estimate(defined(value), corrected_interval(value, soft, soft, settings.confidence, 0.0))


def pair_counts(pairs: Pairs) -> PairCounts:
    """Return the counts of all groups together."""
    return PairCounts(*(int(one.sum()) for one in pairs))


def coefficients(
    human: NDArray[np.float64],
    metric: NDArray[np.float64],
    pairs: NDArray[np.int64],
    drawn: NDArray[np.int64] | None = None,
) -> dict[str, NDArray[np.float64]]:
    """Return every coefficient of each resample; scores have the shape (resamples, systems).

    `drawn` has the systems of each resample, of the same shape. A pair of a system with itself is
    no pair, and draws of fewer than three distinct systems are undefined.
    """
    step = max(1, CELLS_AT_ONCE // human.shape[1] ** 2)
    parts = [
        _of_part(
            human[start : start + step],
            metric[start : start + step],
            pairs,
            None if drawn is None else drawn[start : start + step],
        )
        for start in range(0, len(human), step)
    ]
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def _of_part(
    human: NDArray[np.float64],
    metric: NDArray[np.float64],
    pairs: NDArray[np.int64],
    drawn: NDArray[np.int64] | None,
) -> dict[str, NDArray[np.float64]]:
    first, second = pairs.T
    distinct: NDArray[np.bool_] | bool = True
    if drawn is not None:
        distinct = drawn[:, first] != drawn[:, second]
        human, metric = (np.take_along_axis(one, drawn, axis=1) for one in (human, metric))
    of_human = np.sign(human[:, first] - human[:, second])
    of_metric = np.sign(metric[:, first] - metric[:, second])
    product = of_human * of_metric
    human_tie, metric_tie = of_human == 0, of_metric == 0
    kinds = (
        product > 0,
        product < 0,
        human_tie & ~metric_tie,
        metric_tie & ~human_tie,
        human_tie & metric_tie,
    )
    counts = Pairs(*((kind & distinct).sum(axis=1) for kind in kinds))
    found = {
        "pearson": pearson(human, metric),
        "spearman": pearson(ranks_in_rows(human), ranks_in_rows(metric)),
        "kendall": Coefficient.TAU_B.of(counts),
        "accuracy": Coefficient.ACCURACY.of(counts),
    }
    if drawn is not None:
        ordered = np.sort(drawn, axis=1)
        few = (np.diff(ordered, axis=1) > 0).sum(axis=1) + 1 < FEWEST_SYSTEMS
        for values in found.values():
            values[few] = np.nan
    return found


def resampled_twice(
    human: tuple[NDArray[np.float64], NDArray[np.float64]],
    metric: tuple[NDArray[np.float64], NDArray[np.float64]],
    pairs: NDArray[np.int64],
) -> dict[str, NDArray[np.float64]]:
    """Return the mean of every coefficient over resamples of a resample, for the first resamples.

    The deviations of scores in two resamples are added, as if scores were means of segments. Both
    sides are observed scores, shape (systems,), and those of resamples, shape (resamples, systems).
    """
    (of_human, human_resampled), (of_metric, metric_resampled) = human, metric
    number = min(RESAMPLED_TWICE, len(human_resampled))
    again = range(-1, -1 - min(RESAMPLES_OF_A_RESAMPLE, len(human_resampled)), -1)
    found = [
        coefficients(
            human_resampled[:number] + (human_resampled[one] - of_human),
            metric_resampled[:number] + (metric_resampled[one] - of_metric),
            pairs,
        )
        for one in again
    ]
    return {name: np.mean([one[name] for one in found], axis=0) for name in found[0]}


def _draws_of_systems(judged: JudgedSet, settings: MetaSettings) -> NDArray[np.int64]:
    """Return the systems of resamples that draw them too, shape (resamples, systems)."""
    systems = len(judged.systems)
    drawn = draw_counts(settings.seed, f"systems of {judged.name}", systems, 0, settings.resamples)
    chosen = np.repeat(np.tile(np.arange(systems), len(drawn)), drawn.ravel())
    return chosen.reshape(len(drawn), systems)
