"""All systems under one metric: intervals, differences, p-values and their correction.

Over several test sets, systems are compared by the mean of their scores on the sets, which have the
same weight. Segments, or documents, are drawn and exchanged within their own set (stratified
resampling), so the sets are taken as given: intervals and p-values say what other segments of these
sets would change, not what other sets would.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.interface.metric import refuse_sums_of_parts
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, deviations
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    as_large,
    invariant_scales,
    least_p_values,
    resamples_needed,
    sizes_of,
    stepped_down,
)
from tallystick.metrics.resampling.intervals import (
    Intervals,
    intervals_over_sets,
    intervals_under,
)
from tallystick.metrics.resampling.randomisation import (
    ENOUGH,
    TIE,
    enumerated_p_value,
    randomised_differences,
    randomised_p_values,
    thresholds_of,
)
from tallystick.metrics.resampling.settings import Correction, Method, Settings
from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.resampling.units import OneSet, between

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric

AMPLE = 10
"""So many times more resamples than a significant p-value needs are drawn by default."""

MOST_EXCHANGES = 25_000
"""No more random exchanges are drawn by default, unless a significant p-value needs them."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared(Intervals):
    """Results of several systems under one metric.

    Attributes:
        method: The test, or the name of another program's test that is emulated.
        resamples: The number of resamples of the tests, at most.
        scores: The score of each system, the mean over its runs or over sets, shape (systems,).
        bounds: The lower and the upper bounds of their intervals, shape (2, systems); NaN where
            there is a single unit, or the other units have no score without one of them.
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of the first system of each pair minus that of the second, shape
            (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs); NaN as for `bounds`.
        one_sided_bounds: A one-sided lower and upper bound of each difference, each with the full
            confidence, shape (2, pairs); NaN as for `bounds`.
        difference_errors: Their standard errors, shape (pairs,).
        difference_degrees: Their degrees of freedom, shape (pairs,).
        differing_units: The number of units in which their statistics differ, shape (pairs,).
        p_values: Two-sided; NaN where a score is not defined; shape (pairs,).
        adjusted_p_values: The same, corrected; shape (pairs,).
        p_value_limits: The smallest adjusted p-value that each pair can have, by the number of
            resamples and that of differing units, given the p-values of the others, shape (pairs,);
            NaN where a score on one set is not defined.
        exact: Whether all exchanges were tried, shape (pairs,).
    """

    method: str
    resamples: int
    p_values: NDArray[np.float64]
    adjusted_p_values: NDArray[np.float64]
    p_value_limits: NDArray[np.float64]
    exact: NDArray[np.bool_]


def compare_under(
    metric: Metric,
    runs: Sequence[Sequence[NDArray[np.float64]]],
    settings: Settings,
    *,
    baseline: int | None = None,
    threads: int = 1,
) -> Compared:
    """Compare all pairs of systems, or all others with a baseline, under one metric.

    Draws depend only on the seed, the name of the metric and the number of units. Before
    correction, the result of a pair does not change when other systems are added.

    Args:
        metric: The metric that computed the statistics.
        runs: The statistics of every unit, for each run of each system, shape (units, columns); see
            `Units.sums`.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        threads: The number of threads; the result does not depend on it.

    Raises:
        InputError: There are no systems, or one has no run.
        OptionError: The correction is max-t, but a system has several runs.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> runs = [[np.array([[score, 1.0] for score in scores])] for scores in ((3, 2), (1, 2))]
    >>> compared = compare_under(GivenScores("da"), runs, Settings())
    >>> compared.differences.tolist(), compared.p_values.tolist(), compared.exact.tolist()
    ([1.0], [1.0], [True])
    """
    if not runs or not all(runs):
        raise InputError(
            "no system to compare, or a system without a run; give at least one of each"
        )
    refuse_sums_of_parts(metric, "significance test")
    several_runs = any(len(of_system) > 1 for of_system in runs)
    if several_runs and settings.correction == "max-t":
        raise OptionError(
            "the correction max-t needs resamples of every difference, but with several runs of a "
            "system differences are not resampled; choose holm, benjamini-hochberg or none"
        )
    pairs = compared_pairs(len(runs), baseline)
    intervals = intervals_under(metric, runs, pairs, settings.confidence)
    if several_runs:
        tested = _by_student(intervals)
    else:
        one_set = OneSet(metric, [rows for [rows] in runs], metric.identity.name)
        tested = _by_resamples([one_set], intervals, settings, threads)
    compared = _compared(intervals, tested, settings.correction)
    untested = np.isnan(compared.p_values)
    return replace(compared, p_value_limits=np.where(untested, np.nan, compared.p_value_limits))


def compare_over_sets(
    sets: Mapping[str, OneSet],
    settings: Settings,
    *,
    baseline: int | None = None,
    threads: int = 1,
) -> Compared:
    """Compare all pairs of systems, or all others with a baseline, over several sets.

    Args:
        sets: The statistics of the same systems on each set, by its name, on which draws depend.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        threads: The number of threads; the result does not depend on it.

    Raises:
        OptionError: The correction is max-t, or the bootstrap has a set with a single unit.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> rows = [np.array([[score, 1.0] for score in scores]) for scores in ((3, 2), (1, 2))]
    >>> sets = {name: OneSet(GivenScores("da"), rows) for name in ("a", "b")}
    >>> compared = compare_over_sets(sets, Settings(resamples=99))
    >>> compared.scores.tolist(), compared.differences.tolist(), compared.p_value_limits.tolist()
    ([2.5, 1.5], [1.0], [0.5])
    """
    if settings.correction == "max-t":
        raise OptionError(
            "the correction max-t is not available for several test sets; choose holm, "
            "benjamini-hochberg or none"
        )
    for name, one_set in sets.items():
        if settings.test == "bootstrap" and len(one_set.sums[0]) == 1:
            raise OptionError(
                f"the bootstrap cannot draw from a single segment or document, as on the test set "
                f"{name}; choose the test randomisation, or resample segments if it has several"
            )
    named = [
        one_set._replace(purpose=f"{one_set.metric.identity.name} over sets: {name}")
        for name, one_set in sets.items()
    ]
    pairs = compared_pairs(len(named[0].sums), baseline)
    intervals = intervals_over_sets(named, pairs, settings.confidence)
    tested = _by_resamples(named, intervals, settings, threads)
    return _compared(intervals, tested, settings.correction)


def near_level(compared: Compared, settings: Settings) -> NDArray[np.bool_]:
    """Return which adjusted p-values are within two standard errors of the significance level.

    The standard error is that of a share of resamples, of which at most `ENOUGH` are counted: with
    another seed such a p-value may be on the other side. Shape (pairs,); false for p-values that
    are exact or not from resamples.

    >>> from types import SimpleNamespace
    >>> compared = SimpleNamespace(
    ...     resamples=10_000,
    ...     p_values=np.array([0.012, 0.004]),
    ...     adjusted_p_values=np.array([0.048, 0.016]),
    ...     exact=np.array([False, False]),
    ... )
    >>> near_level(compared, Settings()).tolist()
    [True, False]
    """
    together = settings.correction == "max-t"
    shares = compared.adjusted_p_values if together else compared.p_values
    counts = np.clip(shares * compared.resamples, 1, ENOUGH)
    errors = compared.adjusted_p_values * np.sqrt((1 - shares) / counts)
    distances = np.abs(compared.adjusted_p_values - settings.significance_level)
    near: NDArray[np.bool_] = distances <= 2 * errors
    return near & ~compared.exact & (compared.resamples > 0)


def compared_pairs(systems: int, baseline: int | None) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the systems of each pair: all pairs, or those with a baseline.

    >>> compared_pairs(3, None), compared_pairs(3, 1)
    (((0, 1), (0, 2), (1, 2)), ((0, 1), (2, 1)))
    """
    if baseline is None:
        return tuple(combinations(range(systems), 2))
    return tuple((system, baseline) for system in range(systems) if system != baseline)


def resamples_of_tests(settings: Settings, least: int, pairs: int) -> int:
    """Return the number of resamples of tests, by default enough for corrected p-values."""
    if settings.resamples is not None:
        return settings.resamples
    needed = max(
        resamples_needed(pairs, settings.correction, settings.significance_level),
        resamples_needed(settings.comparisons_over_sets, "holm", settings.significance_level),
    )
    ample = AMPLE * needed
    if settings.test == "randomisation":
        ample = min(ample, max(needed, MOST_EXCHANGES))
    return max(least, ample)


class _Tested(NamedTuple):
    """P-values of all pairs, and those stepped down where the correction is max-t.

    `limits` are the smallest p-values that the resamples allow, NaN where there is no such limit.
    """

    method: Method
    resamples: int
    p_values: NDArray[np.float64]
    limits: NDArray[np.float64]
    exact: NDArray[np.bool_]
    together: NDArray[np.float64] | None = None


def _compared(intervals: Intervals, tested: _Tested, correction: Correction) -> Compared:
    least = least_p_values(intervals.differing_units)
    p_values = np.maximum(tested.p_values, least)
    p_values[np.isnan(intervals.differences)] = np.nan
    limits = np.fmax(tested.limits, least)
    if tested.together is None:
        adjusted_p_values = adjusted(p_values, correction)
        limits = adjusted_limits(p_values, limits, correction)
    else:
        # an exactly enumerated p-value may lie above the sampled one that was stepped down
        adjusted_p_values = np.maximum(tested.together, p_values)
    known: dict[str, Any] = {one.name: getattr(intervals, one.name) for one in fields(intervals)}
    return Compared(
        **known,
        method=tested.method,
        resamples=tested.resamples,
        p_values=p_values,
        adjusted_p_values=adjusted_p_values,
        p_value_limits=limits,
        exact=tested.exact,
    )


def _by_student(intervals: Intervals) -> _Tested:
    values = zip(
        intervals.differences.tolist(),
        intervals.difference_errors.tolist(),
        intervals.difference_degrees.tolist(),
        strict=True,
    )
    p_values = np.array(
        [
            1.0
            if difference == 0 or math.isnan(error)
            else two_sided_p_value(difference / error if error else math.inf, degrees)
            for difference, error, degrees in values
        ]
    )
    none = np.zeros(len(p_values), dtype=np.bool_)
    return _Tested(Method.TWO_LEVEL, 0, p_values, np.full(len(p_values), np.nan), none)


def _by_resamples(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, threads: int
) -> _Tested:
    least = settings.resamples_of(sum(len(one_set.sums[0]) for one_set in sets))
    resamples = resamples_of_tests(settings, least, len(intervals.pairs))
    by_test = _by_bootstrap if settings.test == "bootstrap" else _by_randomisation
    return by_test(sets, intervals, settings, resamples, threads)


def _by_bootstrap(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, resamples: int, threads: int
) -> _Tested:
    """Test by the bootstrap, over several sets with scores that vary enough within each.

    Scores of resamples of n units vary too little, by the factor sqrt((n - 1) / n). Over sets they
    are rescaled, except for their mean, as by Rao and Wu, "Resampling Inference with Complex Survey
    Data", Journal of the American Statistical Association 83, 1988, and p-values have the tails of
    Student's t instead of those of the normal distribution.
    """
    scores = np.zeros((resamples, 1))
    for metric, sums, purpose in sets:
        of_set = bootstrap_scores(
            metric, sums, resamples=resamples, seed=settings.seed, purpose=purpose, threads=threads
        )
        units = len(sums[0])
        scale = math.sqrt(units / (units - 1)) / len(sets) if len(sets) > 1 else 1.0
        scores = scores + of_set * scale
    sizes = deviations(between(scores, intervals.pairs))
    # not divided by standard errors: those of the observed data favour the wrong pairs
    thresholds = np.abs(intervals.differences) * (1 - TIE)
    p_values = (as_large(sizes, thresholds) + 1) / (resamples + 1)
    limits = np.full(len(p_values), 1 / (resamples + 1))
    if len(sets) > 1:
        p_values, limits = (
            _with_tails_of_student(of_pairs, intervals.difference_degrees)
            for of_pairs in (p_values, limits)
        )
    together = stepped_down(sizes, thresholds) if settings.correction == "max-t" else None
    exact = np.zeros(len(p_values), dtype=np.bool_)
    return _Tested(Method.BOOTSTRAP, resamples, p_values, limits, exact, together)


def _with_tails_of_student(
    p_values: NDArray[np.float64], degrees: NDArray[np.float64]
) -> NDArray[np.float64]:
    normal = NormalDist()
    both = zip(p_values.tolist(), degrees.tolist(), strict=True)
    return np.array([two_sided_p_value(normal.inv_cdf(p / 2), each) for p, each in both])


def _by_randomisation(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, resamples: int, threads: int
) -> _Tested:
    """Test by random exchanges, or by all of them where few units of a single set differ."""
    pairs, (metric, sums, _) = intervals.pairs, sets[0]
    enumerated = [
        enumerated_p_value(metric, sums[i], sums[j], resamples, threads) if len(sets) == 1 else None
        for i, j in pairs
    ]
    exact = np.array([p_value is not None for p_value in enumerated], dtype=np.bool_)
    p_values = np.array(enumerated, dtype=np.float64)  # NaN where there is none
    limits, together = np.where(exact, np.nan, 1 / (resamples + 1)), None
    draws: Any = {"resamples": resamples, "seed": settings.seed, "threads": threads}
    if settings.correction == "max-t" and pairs:
        limits[:] = 1 / (resamples + 1)
        sizes = sizes_of(randomised_differences(sets, pairs, **draws))
        thresholds = thresholds_of(sets, pairs)
        p_values = np.where(exact, p_values, (as_large(sizes, thresholds) + 1) / (resamples + 1))
        scales = invariant_scales(sizes, np.abs(intervals.differences))
        sizes /= scales
        together = stepped_down(sizes, thresholds / scales)
    else:
        sampled = [pair for pair, known in zip(pairs, exact, strict=True) if not known]
        p_values[~exact] = randomised_p_values(sets, sampled, **draws)
    return _Tested(Method.RANDOMISATION, resamples, p_values, limits, exact, together)
