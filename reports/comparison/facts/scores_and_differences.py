"""Scores and differences from the results of resampling: margins, ranks, clusters and power."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.interface.spec import named
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.intervals import tails_of_student
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.reports.comparison.checks.condition import metric_called, refuse_off_scale
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Difference,
    Equivalence,
    Interval,
    SystemScore,
    TestSet,
)
from tallystick.reports.comparison.thresholds import FEWEST_TO_SEE, POWER
from tallystick.reports.scores import number_or_none, plain_details
from tallystick.reports.wording import are_equal

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.identity import Scale
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.intervals import Intervals
    from tallystick.metrics.resampling.paired import Compared
    from tallystick.metrics.resampling.settings import Correction, Settings
    from tallystick.metrics.scoring.scoring import Scored
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.reports.comparison_over_sets.model import DifferenceOverSets, MeanScore

Differing: TypeAlias = "Mapping[tuple[str, str], tuple[int | None, bool]]"
"""For every two systems, the number of segments in which the texts of their first runs differ, None
if they are not known, and whether any runs differ."""

Pair = TypeVar("Pair", bound="Difference | DifferenceOverSets")
Score = TypeVar("Score", bound="SystemScore | MeanScore")


def differences_of(
    metric: ComparedMetric,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    compared: Compared,
    settings: Settings,
    *,
    differing: Differing,
    test_set: TestSet,
) -> tuple[Difference, ...]:
    """Return the differences of all compared pairs under one metric."""
    differences = []
    level, pairs = settings.significance_level, len(compared.pairs)
    for number, (i, j) in enumerate(compared.pairs):
        fields = of_pair(metric, names, compared, number, level)
        difference, adjusted = fields["difference"], fields["adjusted_p_value"]
        error = number_or_none(compared.difference_errors[number])
        differing_units = int(compared.differing_units[number])
        degrees, limit = float(compared.difference_degrees[number]), fields["p_value_limit"]
        blind = differing_units < FEWEST_TO_SEE or (limit is not None and limit > level)
        visible = corrected = needed = None
        if error is not None and not blind:
            visible = smallest_visible_difference(error, level, degrees)
            if settings.correction == "holm" and pairs > 1:
                corrected = smallest_visible_difference(error, level / pairs, degrees)
            # more segments do not reduce the variance between training runs
            if difference is not None and len(systems[i]) + len(systems[j]) == 2:
                needed = segments_needed(test_set, differing_units, error, difference, level)
        differing_segments, any_differs = differing[names[i], names[j]]
        differences.append(
            Difference(
                **fields,
                standard_error=error,
                significant=adjusted is not None and adjusted <= level,
                exact=bool(compared.exact[number]),
                differing_segments=differing_segments,
                identical_output=not any_differs,
                smallest_visible_difference=visible,
                segments_needed=needed,
                corrected_visible_difference=corrected,
                one_sided_bounds=interval_or_none(compared.one_sided_bounds[:, number]),
                differing_units=differing_units,
            )
        )
    return tuple(differences)


def of_pair(
    metric: ComparedMetric, names: Sequence[str], compared: Compared, number: int, level: float
) -> dict[str, Any]:
    """Return the fields of a difference that it has on one set and over several."""
    pair = names[compared.pairs[number][0]], names[compared.pairs[number][1]]
    difference = number_or_none(compared.differences[number])
    adjusted = number_or_none(compared.adjusted_p_values[number])
    return {
        "metric": metric.metric,
        "system": pair[0],
        "other": pair[1],
        "difference": difference,
        "interval": interval_or_none(compared.difference_bounds[:, number]),
        "p_value": number_or_none(compared.p_values[number]),
        "adjusted_p_value": adjusted,
        "p_value_limit": number_or_none(compared.p_value_limits[number]),
        "better": better_of(metric, pair, difference, adjusted, level),
    }


def better_of(
    metric: ComparedMetric,
    pair: tuple[str, str],
    difference: float | None,
    adjusted_p_value: float | None,
    level: float,
) -> str | None:
    """Return the system of a pair that is significantly better, or None.

    Emulated tests can call identical systems significantly different; neither is better.
    """
    # also None if the p-value is NaN
    if not difference or adjusted_p_value is None or not adjusted_p_value <= level:
        return None
    return pair[0] if (difference > 0) == metric.higher_is_better else pair[1]


def scores_of(
    metric: ComparedMetric,
    systems: Sequence[Sequence[Scored]],
    names: Sequence[str],
    compared: Compared,
    differences: Sequence[Difference],
) -> tuple[SystemScore, ...]:
    """Return the score of every system with its interval, rank and cluster."""
    return tuple(
        SystemScore(
            **fields,
            best=best,
            run_scores=tuple(map(number_or_none, scores)) if len(runs) > 1 else (),
            run_deviation=number_or_none(np.std(scores, ddof=1)) if len(runs) > 1 else None,
            details=plain_details(runs[0].score.details),
        )
        for runs, (fields, best) in zip(
            systems, of_systems(metric, names, compared, differences), strict=True
        )
        for scores in [[run.score.score for run in runs]]
    )


def of_systems(
    metric: ComparedMetric,
    names: Sequence[str],
    compared: Compared,
    differences: Sequence[Difference | DifferenceOverSets],
) -> Iterator[tuple[dict[str, Any], bool]]:
    """Yield the fields of a score that it has on one set and over several, and if it is best."""
    numbers = {name: number for number, name in enumerate(names)}
    wins = [
        (numbers[pair.better], numbers[pair.other if pair.better == pair.system else pair.system])
        for pair in differences
        if pair.better is not None
    ]
    places = standings(compared.scores, wins, higher_is_better=metric.higher_is_better)
    for number, (name, place) in enumerate(zip(names, places, strict=True)):
        fields = {
            "metric": metric.metric,
            "system": name,
            "score": number_or_none(compared.scores[number]),
            "interval": interval_or_none(compared.bounds[:, number]),
            "standard_error": number_or_none(compared.standard_errors[number]),
            "rank": place.rank,
            "cluster": place.cluster,
        }
        yield fields, place.best


def interval_or_none(bounds: NDArray[Any]) -> Interval | None:
    """Return the interval of two bounds, or None if one is not a number."""
    low, high = number_or_none(bounds[0]), number_or_none(bounds[1])
    return None if low is None or high is None else Interval(low, high)


def one_sided_p_values(compared: Intervals, margin: float | FloatArray) -> FloatArray:
    """Return the p-values against differences of -margin or less, and of margin or more.

    They are those of Student's t with the jackknife's standard error of the difference, shape (2,
    pairs), NaN where it is not known: Schuirmann, "A Comparison of the Two One-Sided Tests
    Procedure and the Power Approach for Assessing the Equivalence of Average Bioavailability",
    Journal of Pharmacokinetics and Biopharmaceutics 15, 1987.
    """
    within = np.stack([margin + compared.differences, margin - compared.differences])
    with np.errstate(divide="ignore", invalid="ignore"):
        t = within / compared.difference_errors
    tails = np.full(t.shape, np.nan)
    known = ~np.isnan(t)
    degrees = np.broadcast_to(compared.difference_degrees, t.shape)
    tails[known] = tails_of_student(t[known], degrees[known]) / 2
    return np.where(t < 0, 1 - tails, tails)


def corrected(p_values: FloatArray, correction: Correction) -> FloatArray:
    """Return p-values corrected as those of differences, or by Holm's method instead of max-t."""
    return adjusted(p_values, "holm" if correction == "max-t" else correction)


def non_inferiority_p_values(
    against: FloatArray, pairs: Sequence[tuple[int, int]], systems: int, *, higher: bool
) -> FloatArray:
    """Return for each system the p-value against another that is better by the margin or more.

    It is the largest of those of its pairs: an intersection-union test; Berger, "Multiparameter
    Hypothesis Testing and Acceptance Sampling", Technometrics 24, 1982. `against` is what
    `one_sided_p_values` returned. NaN where a p-value is, or for a system without pairs.
    """
    too_low, too_high = against if higher else against[::-1]
    largest = np.full(systems, -np.inf)
    for (system, other), low, high in zip(pairs, too_low, too_high, strict=True):
        largest[[system, other]] = np.maximum(largest[[system, other]], [low, high])
    return np.where(np.isinf(largest), np.nan, largest)


def with_margins(
    settings: Settings, metrics: Mapping[str, Metric], systems: Collection[str]
) -> Settings:
    """Return settings with margins by the names of metrics in the report, however given."""
    if settings.margins and len(systems) < 2:
        raise OptionError(
            f"a margin is for the difference of two systems, but {', '.join(systems)} is the only "
            "one; give another system, or no margin"
        )
    if not settings.margins:
        return settings
    titles = {label: named(metric).name for label, metric in metrics.items()}
    scales = {label: metric.identity.scale for label, metric in metrics.items()}
    return replace(settings, margins=margins_by_label(settings.margins, titles, scales))


def margins_by_label(
    margins: Mapping[str, float], titles: Mapping[str, str], scales: Mapping[str, Scale]
) -> Mapping[str, float]:
    """Return margins by the names of metrics in the report, whose titles and scales are given."""
    by_label = {}
    for name, margin in margins.items():
        what = f"the margin of {name!r}"
        label = metric_called(name, list(titles), titles, what)
        refuse_off_scale(what, margin, scales[label], is_change=True)
        by_label[label] = margin
    return by_label


def with_equivalence(
    metric: ComparedMetric,
    differences: Sequence[Pair],
    scores: Sequence[Score],
    compared: Compared,
    settings: Settings,
    standards: Collection[str | None],
) -> tuple[tuple[Pair, ...], tuple[Score, ...]]:
    """Return the differences and scores under a metric with tests of its margin, if it has one.

    No p-value of not being worse is given for `standards`, with which others are compared.
    """
    if metric.margin is None:
        return tuple(differences), tuple(scores)
    against = one_sided_p_values(compared, metric.margin)
    of_pairs = corrected(against.max(axis=0, initial=0.0), settings.correction)
    of_systems = non_inferiority_p_values(
        against, compared.pairs, len(scores), higher=metric.higher_is_better
    )
    of_systems[[score.system in standards for score in scores]] = np.nan
    of_systems = corrected(of_systems, settings.correction)
    return (
        tuple(
            replace(pair, equivalence=equivalence_of(low, high, p_value, settings))
            for pair, low, high, p_value in zip(differences, *against, of_pairs, strict=True)
        ),
        tuple(
            replace(score, non_inferiority_p_value=number_or_none(of_systems[system]))
            for system, score in enumerate(scores)
        ),
    )


def equivalence_of(
    low: float, high: float, p_value: float, settings: Settings
) -> Equivalence | None:
    """Return the tests of a margin, of which the corrected p-value is given; None if it is NaN."""
    if np.isnan(p_value):
        return None
    equivalent = bool(p_value <= settings.significance_level)
    return Equivalence(float(low), float(high), float(p_value), equivalent)


class Standing(NamedTuple):
    """The best and the worst rank that a system may have, and its cluster; 1 is the best."""

    rank: tuple[int, int]
    cluster: int
    best: bool


def average_ranks(values: FloatArray) -> FloatArray:
    """Return ranks from 1 up; ties get the mean of their ranks."""
    _, places, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks: FloatArray = (ends - (counts - 1) / 2)[places]
    return ranks


def standings(
    scores: FloatArray, wins: Iterable[tuple[int, int]], *, higher_is_better: bool
) -> list[Standing]:
    """Return where each system is; of each pair of `wins` the first is significantly better.

    The ranks of a system are 1 plus the number of systems that are significantly better, and the
    number of systems minus that of the worse ones. A cluster ends where every system above is
    significantly better than every system below, as in the tables of the Conference on Machine
    Translation.
    """
    systems = len(scores)
    better = np.zeros((systems, systems), dtype=np.bool_)
    for winner, loser in wins:
        better[winner, loser] = True
    goodness = np.where(np.isnan(scores), -np.inf, scores if higher_is_better else -scores)
    best = [score > -np.inf and are_equal(score, goodness.max()) for score in goodness]
    order = sorted(range(systems), key=lambda system: -goodness[system])
    cluster, clusters = 1, [1] * systems
    for position, system in enumerate(order):
        if position and better[np.ix_(order[:position], order[position:])].all():
            cluster += 1
        clusters[system] = cluster
    above, below = better.sum(axis=0).tolist(), better.sum(axis=1).tolist()
    return [
        Standing((1 + above[system], systems - below[system]), clusters[system], bool(best[system]))
        for system in range(systems)
    ]


def smallest_visible_difference(
    standard_error: float, significance_level: float, degrees: float = math.inf
) -> float:
    """Return the minimum difference that a two-sided test detects with a power of 80%.

    The sum of the quantiles of the level and of the power, of the normal distribution or of
    Student's t, times the standard error of the difference; see Cohen, "Statistical Power Analysis
    for the Behavioral Sciences", 1988.
    """
    of_level = quantile(1 - significance_level / 2, degrees)
    return (of_level + quantile(POWER, degrees)) * standard_error


def number_needed(number: int, visible: float, difference: float) -> int | None:
    """Return how many segments, or systems, detect a difference if `number` detect `visible`."""
    if difference == 0:
        return None
    return math.ceil(number * (visible / difference) ** 2)


def power_of(
    difference: float, standard_error: float, significance_level: float, degrees: float = math.inf
) -> float:
    """Return the chance, 0 to 1, that a two-sided test finds a true difference.

    It is 80% for `smallest_visible_difference`, whose approximation it shares.
    """
    shift = abs(difference) / standard_error
    critical = quantile(1 - significance_level / 2, degrees)
    return _below(shift - critical, degrees) + _below(-shift - critical, degrees)


def exaggeration(
    difference: float, standard_error: float, significance_level: float, degrees: float = math.inf
) -> float | None:
    """Return how many times as large as a true difference significant ones are on average.

    The error of type M of Gelman and Carlin, "Beyond Power Calculations", Perspectives on
    Psychological Science 9, 2014, in the closed form of Lu, Qiu and Deng, "A Note on Type S/M
    Errors in Hypothesis Testing", British Journal of Mathematical and Statistical Psychology 72,
    2019, for normally distributed differences. None for a difference of 0, or if none is
    significant.
    """
    if difference == 0:
        return None
    normal, shift = NormalDist(), abs(difference) / standard_error
    critical = quantile(1 - significance_level / 2, degrees)
    above, below = normal.cdf(shift - critical), normal.cdf(-shift - critical)
    densities = normal.pdf(shift - critical) + normal.pdf(-shift - critical)
    power = above + below
    return (above - below + densities / shift) / power if power else None


def fewest_differing(level: float) -> int:
    """Return how many units must differ before a test at a level shows a difference reliably.

    Exchanging k units gives no p-value below 2 / 2^k.
    """
    return max(FEWEST_TO_SEE, 1 + math.ceil(-math.log2(level)))


def segments_needed(
    pilot: TestSet, differing: int, standard_error: float, difference: float, level: float
) -> int | None:
    """Return approximately how many segments detect a difference with a power of 80%; None for 0.

    The standard error and the number of `differing` units are those of a pilot. The degrees of
    freedom are those of the units needed, of which at least `fewest_differing` differ.
    """
    units = pilot.units

    def enough(number: int, degrees: float = math.inf) -> int:
        visible = smallest_visible_difference(standard_error, level, degrees)
        return max(number, number_needed(units, visible, difference) or 0)

    def degrees(number: int) -> float:
        return differing * number / units - 1

    if difference == 0:
        return None
    low = enough(math.ceil(fewest_differing(level) * units / differing))
    high = enough(low, degrees(low))
    needed = low + bisect_left(
        range(low, high), True, key=lambda number: enough(number, degrees(number)) == number
    )
    return math.ceil(needed * pilot.segments / units)


def _below(t: float, degrees: float) -> float:
    """Return the probability of a value of Student's t below `t`."""
    tail = two_sided_p_value(t, degrees) / 2
    return tail if t < 0 else 1 - tail
