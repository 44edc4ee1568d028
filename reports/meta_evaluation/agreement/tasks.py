"""Tasks, as in the tables of WMT's metrics tasks: statistics on sets, their weighted mean, ranks.

A rank is that of WMT23 to WMT25: going down from the best metric, a new rank begins where some
metric of the current one is significantly better, one-sided and without a correction. The null
distribution of a difference is that of exchanges between two metrics: of the scores of systems
(correlations and accuracies of systems), of single scores (soft accuracy, Pearson's correlation of
all outputs), of the orders of pairs (acc-t, darr), or of segments (everything else). Sums of so
many terms as those of outputs are drawn from the normal distribution.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.resampling.draws import normals, swaps
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.meta_evaluation.agreement.segment_level import calibrated
from tallystick.reports.meta_evaluation.agreement.sets import OnSet
from tallystick.reports.meta_evaluation.model import Grouping, Task, defined
from tallystick.reports.meta_evaluation.settings import Correlation, MetaSettings
from tallystick.reports.meta_evaluation.statistics.between_metrics import (
    TIE,
    exchange_scales,
    standardised,
)
from tallystick.reports.meta_evaluation.statistics.correlations import (
    DECIMALS,
    pearson,
    ranks_in_rows,
)
from tallystick.reports.meta_evaluation.statistics.pairs import (
    Coefficient,
    count_classes,
    count_pairs_by_column,
)
from tallystick.reports.meta_evaluation.statistics.soft_accuracy import (
    CLOSE,
    mixed_p_values,
    normal_p_values,
)

ACCURACY, SOFT, CALIBRATED, DARR = "accuracy", "soft-accuracy", "acc-t", "darr"
LEAST_DIFFERENCE = 25.0
"""Direct assessments that differ by so many points rank two outputs; Bojar and others, WMT 2017."""

COEFFICIENTS = tuple(coefficient.value for coefficient in Coefficient)
OF_SYSTEMS = (ACCURACY, "pearson", "spearman", *COEFFICIENTS)
OF_OUTPUTS = (
    CALIBRATED,
    DARR,
    *(f"{name}/segment" for name in ("pearson", *COEFFICIENTS)),
    *(f"{name}/{level}" for name in ("pearson", "tau-b") for level in ("system", "all")),
)
STATISTICS = (SOFT, *OF_SYSTEMS, *OF_OUTPUTS)


class _Result(NamedTuple):
    """A statistic of each metric, or NaN, and differences under exchanges, (resamples, pairs)."""

    values: FloatArray
    exchanged: FloatArray


def check_statistics(names: Sequence[str]) -> None:
    """Refuse statistics that are unknown or repeated."""
    for place, name in enumerate(names):
        if name not in STATISTICS:
            raise OptionError(f"there is no statistic {name!r}{nearest(name, [*STATISTICS])}")
        if name in names[:place]:
            raise OptionError(f"the statistic {name} is given twice; give each once")


def tasks(sets: Sequence[OnSet], settings: MetaSettings) -> list[Task]:
    """Return the weighted mean of all tasks, and each task; nothing without statistics.

    Each statistic is a task on each set. The pairwise accuracy is one task of all sets, with the
    weight of all of them. In the mean, statistics from -1 to 1 count as from 0 to 1.
    """
    if not settings.statistics:
        return []
    metrics = list(sets[0].judged.metrics)
    pairs = np.stack(np.triu_indices(len(metrics), 1), axis=1)
    results: list[tuple[str, str | None, float, _Result]] = []
    for name in settings.statistics:
        of_sets = [_result(on_set, name, pairs, settings) for on_set in sets]
        if name == ACCURACY:
            pooled = _mean(of_sets, [len(on_set.judged.pairs) for on_set in sets])
            results.append((name, None, sum(on_set.weight for on_set in sets), pooled))
        else:
            results += [
                (name, on_set.judged.name, on_set.weight, result)
                for on_set, result in zip(sets, of_sets, strict=True)
            ]
    weights = np.array([weight for _, _, weight, _ in results])
    moved = [
        result if "acc" in name else _Result((result.values + 1) / 2, result.exchanged / 2)
        for name, _, _, result in results
    ]
    average = ("average", None, weights.sum(), _mean(moved, weights))
    return [
        Task(
            statistic=name,
            set=of_set,
            weight=float(weight / weights.sum()),
            values=dict(zip(metrics, map(defined, result.values), strict=True)),
            ranks=dict(zip(metrics, _ranks(result, pairs, settings), strict=True)),
        )
        for name, of_set, weight, result in [average, *results]
    ]


def assigned_ranks(p_values: FloatArray, level: float) -> list[int]:
    """Return the ranks of metrics from the best one to the worst, as WMT assigns them.

    `p_values` are one-sided, of each metric being better than each later one.
    """
    first, ranks = 0, [1] * len(p_values)
    for place in range(1, len(p_values)):
        new = (p_values[first:place, place] <= level).any()
        first, ranks[place] = (place if new else first), ranks[place - 1] + int(new)
    return ranks


def _ranks(result: _Result, pairs: IntArray, settings: MetaSettings) -> list[int]:
    order = np.argsort(-result.values, kind="stable")  # undefined ones are last
    p_values = np.ones((len(order), len(order)))
    first, second = pairs.T
    difference = result.values[first] - result.values[second]
    for sign, at in ((1.0, (first, second)), (-1.0, (second, first))):
        smaller = sign * result.exchanged < sign * difference - TIE
        p_values[at] = 1 - smaller.sum(axis=0) / (settings.resamples + 1)
        p_values[at] *= ~np.isnan(difference)  # what is undefined is worse
    ranks = assigned_ranks(p_values[np.ix_(order, order)], settings.significance_level)
    return [ranks[place] for place in np.argsort(order)]


def _mean(results: Sequence[_Result], weights: Sequence[float] | FloatArray) -> _Result:
    parts = zip(*results, strict=True)
    return _Result(*(np.average(part, axis=0, weights=weights) for part in parts))


def _result(on_set: OnSet, name: str, pairs: IntArray, settings: MetaSettings) -> _Result:
    judged, agreed, groups = on_set.judged, on_set.agreed, on_set.groups
    human = judged.human.segments
    if name not in OF_OUTPUTS and not agreed:
        raise InputError(f"{judged.name} has too few systems for the statistic {name}")
    if name not in OF_SYSTEMS and human is None:
        raise InputError(f"{judged.name} has no human scores of segments for the statistic {name}")
    if name in OF_OUTPUTS and judged.human.preferences is not None:
        raise InputError(f"{judged.name} has choices, not human scores, for the statistic {name}")
    first, second = pairs.T
    purpose = f"{name} of {judged.name}"
    if human is None or name in OF_SYSTEMS:
        scores = np.stack([standardised(metric.systems) for metric in judged.metrics.values()])
        swapped = swaps(settings.seed, purpose, len(judged.systems), 0, settings.resamples) == 1
        exchanged = [
            _of_systems(name, judged.human.systems, np.where(swapped, scores[other], scores[one]))
            - _of_systems(name, judged.human.systems, np.where(swapped, scores[one], scores[other]))
            for one, other in pairs
        ]
        differences = np.reshape(exchanged, (len(pairs), settings.resamples)).T
        return _Result(_of_systems(name, judged.human.systems, scores), differences)
    scores = np.stack([metric.segments for metric in judged.metrics.values()])
    human = np.where(np.isnan(scores).any(axis=0), np.nan, human)
    if name == SOFT:
        soft = [agreed[metric].soft for metric in judged.metrics]
        values = np.array([np.nan if accuracy is None else accuracy.mean() for accuracy in soft])
        return _Result(values, _soft_exchanged(human, scores, pairs, settings, purpose))
    base, _, level = name.partition("/")
    if name in (CALIBRATED, DARR):
        values, scales = _of_orders(human, scores, pairs, name)
    elif level == Grouping.SEGMENT:
        each = np.stack([_of_segments(base, human, metric) for metric in scores])
        defined_in = (~np.isnan(each)).sum(axis=1, keepdims=True)
        added = np.nan_to_num(each) / np.maximum(defined_in, 1)
        values = np.where(defined_in[:, 0] > 0, added.sum(axis=1), np.nan)
        scales = np.linalg.norm(added[first] - added[second], axis=1)
    else:
        kind = Grouping.ALL if level == "all" else Grouping.SYSTEM
        of = [groups[metric][kind] for metric in judged.metrics]
        correlation = Correlation.PEARSON if base == "pearson" else Correlation.TAU_B
        effects = [group.effects[correlation] for group in of]
        values = np.array([effect.value for effect in effects])
        added = np.stack(
            [
                effect.each + effect.value * group.counted / max(group.counted.sum(), 1)
                for effect, group in zip(effects, of, strict=True)
            ]
        )
        scales = np.linalg.norm(added[first] - added[second], axis=1)
        if name == "pearson/all":
            scales = exchange_scales(human, scores, pairs)
    drawn = normals(settings.seed, purpose, (settings.resamples, len(pairs)))
    return _Result(values, drawn * scales)


def _of_systems(name: str, human: FloatArray, metric: FloatArray) -> FloatArray:
    """Return a statistic of each row of a metric's scores, (rows, systems)."""
    human = np.broadcast_to(human, metric.shape)
    if name == "spearman":
        return pearson(ranks_in_rows(human), ranks_in_rows(metric))
    return _of_segments("acc-eq" if name == ACCURACY else name, human.T, metric.T)


def _of_segments(name: str, human: FloatArray, metric: FloatArray) -> FloatArray:
    """Return a statistic within each segment; scores are (systems, segments)."""
    if name == "pearson":
        return pearson(human.T, metric.T)
    return Coefficient(name).of(count_pairs_by_column(human, metric), count_classes(human, metric))


def _of_orders(
    human: FloatArray, scores: FloatArray, pairs: IntArray, name: str
) -> tuple[FloatArray, FloatArray]:
    """Return the share of pairs ordered as by humans, and the deviations of exchanged orders.

    After tie calibration it is the mean over segments. Relative rankings of all segments count
    alike, those that the metric ties as errors; their coefficient is twice the share, less 1.
    """
    sizes = (~np.isnan(human)).sum(axis=0)
    with np.errstate(divide="ignore"):
        weights = 2 / (sizes * (sizes - 1.0)) / max((sizes > 1).sum(), 1)
    thresholds, least = [calibrated(human, metric)[1] for metric in scores], 0.0
    if name == DARR:
        thresholds, least, weights = [0.0] * len(scores), LEAST_DIFFERENCE, np.ones(len(sizes))
    shares, products, total = np.zeros(len(scores)), np.zeros((len(scores),) * 2), 0.0
    for one, other in itertools.combinations(range(len(human)), 2):
        of_human = human[one] - human[other]
        known = np.abs(of_human) >= least
        differences = np.round(scores[:, one, known] - scores[:, other, known], DECIMALS)
        differences[np.abs(differences) <= np.reshape(thresholds, (-1, 1))] = 0.0
        agreed = (np.sign(differences) == np.sign(of_human[known])) * weights[known]
        shares, products = shares + agreed.sum(axis=1), products + agreed @ agreed.T
        total += weights[known].sum()
    if total == 0:
        raise InputError(
            f"the statistic {name} compares outputs for a segment whose human scores differ by at "
            f"least {least:g}; there are none, perhaps because they are not the raw ones"
        )
    squares = np.diag(products)[pairs].sum(axis=1) - 2 * products[tuple(pairs.T)]
    scales = np.sqrt(np.maximum(squares, 0.0)) / total
    return (2 * shares / total - 1, 2 * scales) if name == DARR else (shares / total, scales)


def _soft_exchanged(
    human: FloatArray, scores: FloatArray, pairs: IntArray, settings: MetaSettings, purpose: str
) -> FloatArray:
    """Return the differences of two metrics' soft accuracies if single scores are exchanged.

    Exchanges change the sums of systems; the standard errors of differences are the expected ones.
    """
    first, second = np.triu_indices(len(human), 1)
    of_human = mixed_p_values(human, human)[first, second]
    known = ~np.isnan(human) * 1.0
    sides = [np.nan_to_num(standardised(np.where(known > 0, metric, np.nan))) for metric in scores]
    drawn = normals(settings.seed, purpose, (settings.resamples, len(human)))
    exchanged = np.empty((settings.resamples, len(pairs)))
    for place, (one, other) in enumerate(pairs):
        middle, half = (sides[one] + sides[other]) / 2, (sides[one] - sides[other]) / 2
        largest = (middle**2 + half**2) @ known.T
        largest = largest + largest.T
        squares = largest - 2 * middle @ middle.T
        errors = np.sqrt(np.where(squares > CLOSE * largest, squares, 0.0))[first, second]
        differences = (middle @ known.T - known @ middle.T)[first, second]
        reach = np.sqrt(half**2 @ known.T)
        moved = drawn[:, first] * reach[first, second] - drawn[:, second] * reach[second, first]
        kept, gone = (
            np.abs(normal_p_values(side, np.broadcast_to(errors, side.shape)) - of_human)
            for side in (differences + moved, differences - moved)
        )
        exchanged[:, place] = (gone - kept).mean(axis=1)
    return exchanged
