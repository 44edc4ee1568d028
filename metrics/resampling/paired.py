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
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.interface.metric import Metric, refuse_sums_of_parts
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, deviations
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    as_large,
    invariant_scales,
    least_p_values,
    resamples_needed,
    stepped_down,
)
from tallystick.metrics.resampling.intervals import (
    Intervals,
    intervals_over_sets,
    intervals_under,
    tails_of_student,
)
from tallystick.metrics.resampling.randomisation import (
    ENOUGH,
    TIE,
    enumerated_p_value,
    randomised_differences,
    randomised_p_values,
    thresholds_of,
)
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.metrics.resampling.units import OneSet, between, score_differences

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray


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
        without_each: Over several sets, the intervals over the others without each one.
    """

    method: str
    resamples: int
    p_values: FloatArray
    adjusted_p_values: FloatArray
    p_value_limits: FloatArray
    exact: BoolArray
    without_each: Sequence[Intervals] = ()


def compare_under(
    metric: Metric,
    runs: Sequence[Sequence[FloatArray]],
    settings: Settings,
    *,
    baseline: int | None = None,
    pairs: Sequence[tuple[int, int]] | None = None,
    threads: int = 1,
) -> Compared:
    """Compare all pairs of systems, all others with a baseline, or given pairs, under one metric.

    Draws depend only on the seed, the name of the metric and the number of units. Before
    correction, the result of a pair does not change when other systems are added.

    Args:
        metric: The metric that computed the statistics.
        runs: The statistics of every unit, for each run of each system, shape (units, columns); see
            `Units.sums`.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        pairs: The numbers of the systems of each pair, if only these are compared.
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
    if pairs is None:
        pairs = compared_pairs(len(runs), baseline)
    intervals = intervals_under(metric, runs, pairs, settings.confidence)
    if several_runs:
        compared = _by_student(intervals, settings)
    else:
        one_set = OneSet(metric, [rows for [rows] in runs], metric.identity.name)
        compared = _by_resamples([one_set], intervals, settings, threads)
    untested = np.isnan(compared.p_values)
    return replace(compared, p_value_limits=np.where(untested, np.nan, compared.p_value_limits))


def compare_over_sets(
    sets: Mapping[str, OneSet], settings: Settings, *, baseline: int | None = None, threads: int = 1
) -> Compared:
    """Compare all pairs of systems, or all others with a baseline, over sets by their names.

    Draws depend on these names. The correction max-t, and the bootstrap of a set with a single
    unit, are refused.
    """
    if settings.correction == "max-t":
        raise OptionError(
            "the correction max-t is not available for several test sets; choose holm, "
            "benjamini-hochberg or none"
        )
    named = []
    for name, one_set in sets.items():
        if settings.test == "bootstrap" and len(one_set.sums[0]) == 1:
            raise OptionError(
                f"the bootstrap cannot draw from a single segment or document, as on the test set "
                f"{name}; choose the test randomisation, or resample segments if it has several"
            )
        named.append(one_set._replace(purpose=f"{one_set.metric.identity.name} over sets: {name}"))
    pairs = compared_pairs(len(named[0].sums), baseline)
    intervals, without_each = intervals_over_sets(named, pairs, settings.confidence)
    return replace(_by_resamples(named, intervals, settings, threads), without_each=without_each)


def with_scores(compared: Compared, scores: FloatArray) -> Compared:
    """Return results with scores that were computed from segments, shape (systems,).

    Sums of units that are no whole numbers can differ in the last bits from those of segments.
    An interval without width is the score itself.
    """
    differences = score_differences(scores, compared.pairs)
    exact = compared.difference_errors == 0
    return replace(
        compared,
        scores=scores,
        bounds=np.where(compared.standard_errors == 0, scores, compared.bounds),
        differences=differences,
        difference_bounds=np.where(exact, differences, compared.difference_bounds),
        one_sided_bounds=np.where(exact, differences, compared.one_sided_bounds),
    )


def near_level(compared: Compared, settings: Settings) -> BoolArray:
    """Return which adjusted p-values are within two standard errors of the significance level.

    With another seed such a p-value may be on the other side. The error is that of a share of
    resamples, of which at most `ENOUGH` are counted; exact p-values have none.
    """
    together = settings.correction == "max-t"
    shares = compared.adjusted_p_values if together else compared.p_values
    counts = np.clip(shares * compared.resamples, 1, ENOUGH)
    errors = compared.adjusted_p_values * np.sqrt((1 - shares) / counts)
    distances = np.abs(compared.adjusted_p_values - settings.significance_level)
    near: BoolArray = distances <= 2 * errors
    return near & ~compared.exact & (compared.resamples > 0)


def compared_pairs(systems: int, baseline: int | None) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the systems of each pair: all pairs, or those with a baseline."""
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


def _compared(
    intervals: Intervals,
    settings: Settings,
    method: Method,
    resamples: int,
    p_values: FloatArray,
    limits: FloatArray | float,
    together: FloatArray | None = None,
    exact: BoolArray | None = None,
) -> Compared:
    """Return intervals together with p-values, corrected.

    `limits` are the smallest p-values that the resamples allow, NaN where there is no such limit;
    `together` are p-values stepped down, where the correction is max-t.
    """
    least = least_p_values(intervals.differing_units)
    p_values = np.where(np.isnan(intervals.differences), np.nan, np.maximum(p_values, least))
    limits = np.fmax(limits, least)
    if together is None:
        adjusted_p_values = adjusted(p_values, settings.correction)
        limits = adjusted_limits(p_values, limits, settings.correction)
    else:
        # an exactly enumerated p-value may lie above the sampled one that was stepped down
        adjusted_p_values = np.maximum(together, p_values)
    known: Any = {member.name: getattr(intervals, member.name) for member in fields(intervals)}
    return Compared(
        **known,
        method=method,
        resamples=resamples,
        p_values=p_values,
        adjusted_p_values=adjusted_p_values,
        p_value_limits=limits,
        exact=np.zeros(len(p_values), np.bool_) if exact is None else exact,
    )


def _by_student(intervals: Intervals, settings: Settings) -> Compared:
    differences, errors = intervals.differences, intervals.difference_errors
    equal = (differences == 0) | np.isnan(errors)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(equal, 0.0, differences / errors)
    p_values = tails_of_student(t, np.where(equal, np.inf, intervals.difference_degrees))
    return _compared(intervals, settings, Method.TWO_LEVEL, 0, p_values, np.nan)


def _by_resamples(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, threads: int
) -> Compared:
    least = settings.resamples_of(sum(len(one_set.sums[0]) for one_set in sets))
    resamples = resamples_of_tests(settings, least, len(intervals.pairs))
    draws: Any = {"resamples": resamples, "seed": settings.seed, "threads": threads}
    if settings.test == "bootstrap":
        return _by_bootstrap(sets, intervals, settings, draws)
    return _by_randomisation(sets, intervals, settings, draws)


def _by_bootstrap(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, draws: Any
) -> Compared:
    """Test by the bootstrap, over several sets with scores that vary enough within each.

    Scores of resamples of n units vary too little, by the factor sqrt((n - 1) / n). Over sets they
    are rescaled, except for their mean, as by Rao and Wu, "Resampling Inference with Complex Survey
    Data", Journal of the American Statistical Association 83, 1988, and p-values have the tails of
    Student's t instead of those of the normal distribution.
    """
    resamples, several = draws["resamples"], len(sets) > 1
    scores = np.zeros((resamples, 1))
    for metric, sums, purpose in sets:
        units = len(sums[0])
        of_set = bootstrap_scores(metric, sums, purpose=purpose, **draws)
        scale = math.sqrt(units / (units - 1)) if several else 1.0
        scores = scores + of_set * scale / len(sets)
    drawn = deviations(between(scores, intervals.pairs))
    # not divided by standard errors: those of the observed data favour the wrong pairs
    thresholds = np.abs(intervals.differences) * (1 - TIE)
    p_values = (as_large(drawn, thresholds) + 1) / (resamples + 1)
    limits = np.full(len(p_values), 1 / (resamples + 1))
    if several:
        normal = np.vectorize(NormalDist().inv_cdf, otypes=[np.float64])
        p_values, limits = (
            tails_of_student(normal(share / 2), intervals.difference_degrees)
            for share in (p_values, limits)
        )
    together = stepped_down(drawn, thresholds) if settings.correction == "max-t" else None
    return _compared(intervals, settings, Method.BOOTSTRAP, resamples, p_values, limits, together)


def _by_randomisation(
    sets: Sequence[OneSet], intervals: Intervals, settings: Settings, draws: Any
) -> Compared:
    """Test by random exchanges, or by all of them where few units of a single set differ."""
    pairs, (metric, sums, _) = intervals.pairs, sets[0]
    resamples, threads = draws["resamples"], draws["threads"]
    enumerated: list[float | None] = [None] * len(pairs)
    if len(sets) == 1:
        of_pairs = (OneSet(metric, [sums[i], sums[j]]) for i, j in pairs)
        enumerated = [enumerated_p_value(two, resamples, threads) for two in of_pairs]
    exact = np.array([p_value is not None for p_value in enumerated], dtype=np.bool_)
    p_values = np.array(enumerated, dtype=np.float64)  # NaN where there is none
    limits, together = np.where(exact, np.nan, 1 / (resamples + 1)), None
    if settings.correction == "max-t" and pairs:
        limits[:] = 1 / (resamples + 1)
        drawn, thresholds = randomised_differences(sets, pairs, **draws), thresholds_of(sets, pairs)
        p_values = np.where(exact, p_values, (as_large(drawn, thresholds) + 1) / (resamples + 1))
        scales = invariant_scales(drawn, intervals.differences)
        drawn /= scales
        together = stepped_down(drawn, thresholds / scales)
    else:
        sampled = [pair for pair, known in zip(pairs, exact, strict=True) if not known]
        p_values[~exact] = randomised_p_values(sets, sampled, **draws)
    method = Method.RANDOMISATION
    return _compared(intervals, settings, method, resamples, p_values, limits, together, exact)
