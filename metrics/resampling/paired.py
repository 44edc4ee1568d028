"""All systems under one metric: intervals, differences, p-values and their correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.metric import refuse_sums_of_parts
from tallystick.metrics.resampling.bootstrap import (
    centred_p_value,
    expanded_tail,
    percentile_bounds,
    percentiles,
)
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    least_p_values,
    resamples_needed,
)
from tallystick.metrics.resampling.randomisation import (
    ENOUGH,
    TIE,
    enumerated_p_value,
    randomised_differences,
    randomised_p_values,
    sizes_of,
    thresholds_of,
)
from tallystick.metrics.resampling.runs import (
    Variance,
    added,
    resampled_scores,
    variances_over_runs,
)
from tallystick.metrics.resampling.settings import Correction, Method, Settings
from tallystick.metrics.resampling.step_down import invariant_scales, stepped_down
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.metrics.resampling.units import differing_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric

FEWEST_FOR_PERCENTILES = 10
"""With fewer units even expanded percentile intervals of differences are too narrow, and Student's
t is used instead: over 5 documents of WMT22, 95% intervals covered the difference in 90%
(percentiles) and 95% (Student's t) of 1,500 simulated test sets."""

AMPLE = 10
"""So many times more resamples than a significant p-value needs are drawn by default."""

MOST_EXCHANGES = 25_000
"""No more random exchanges are drawn for that, because the p-values of larger differences have a
bound that does not depend on their number."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Results of several systems under one metric.

    Attributes:
        method: The test, or the name of another program's test that is emulated.
        resamples: The number of resamples of the tests, at most.
        interval_resamples: The number of resamples of the intervals.
        scores: The score of each system, the mean over its runs, shape (systems,).
        bounds: The lower and the upper bounds of their intervals, shape (2, systems); NaN where
            there is a single unit.
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of the first system of each pair minus that of the second, shape
            (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs); NaN as for `bounds`.
        one_sided_bounds: A one-sided lower and upper bound of each difference, each with the full
            confidence, shape (2, pairs); NaN as for `bounds`.
        difference_errors: Their standard errors, shape (pairs,).
        difference_degrees: Their degrees of freedom, infinite unless there are several runs.
        differing_units: The number of units in which their statistics differ, shape (pairs,).
        p_values: Two-sided; NaN where a score is not defined; shape (pairs,).
        adjusted_p_values: The same, corrected; shape (pairs,).
        p_value_limits: The smallest adjusted p-value that the number of resamples allows each pair,
            given the p-values of the others, shape (pairs,). An adjusted p-value equal to it is an
            upper bound. NaN where the p-value is not that of resamples.
        exact: Whether all exchanges were tried, shape (pairs,).
        undefined_resamples: The number of resamples without a score for some system.
    """

    method: str
    resamples: int
    interval_resamples: int
    scores: NDArray[np.float64]
    bounds: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    pairs: tuple[tuple[int, int], ...]
    differences: NDArray[np.float64]
    difference_bounds: NDArray[np.float64]
    one_sided_bounds: NDArray[np.float64]
    difference_errors: NDArray[np.float64]
    difference_degrees: NDArray[np.float64]
    differing_units: NDArray[np.int64]
    p_values: NDArray[np.float64]
    adjusted_p_values: NDArray[np.float64]
    p_value_limits: NDArray[np.float64]
    exact: NDArray[np.bool_]
    undefined_resamples: int


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

    >>> from tallystick.metrics.bleu.metric import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> references = ["a b c d e", "f g h i"]
    >>> rows = [
    ...     Bleu().statistics(Corpus.from_segments(hypotheses=one, references=references)).rows
    ...     for one in (["a b c d e", "f g h i"], ["a b c d x", "f g h i"])
    ... ]
    >>> found = compare_under(Bleu(), [[one.astype(float)] for one in rows], Settings())
    >>> found.p_values.tolist(), found.exact.tolist()
    ([1.0], [True])
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
    of_intervals = settings.resamples_of(len(runs[0][0]))
    resamples = (
        of_intervals if several_runs else resamples_of_tests(settings, of_intervals, len(pairs))
    )
    if settings.test == "bootstrap":
        of_intervals = resamples
    resampled_runs = resampled_scores(
        metric,
        runs,
        resamples=of_intervals,
        seed=settings.seed,
        purpose=metric.identity.name,
        threads=threads,
    )
    found = _Found(
        metric=metric,
        runs=runs,
        run_scores=[
            [float(metric.formula(rows.sum(axis=0))) for rows in of_system] for of_system in runs
        ],
        pairs=pairs,
        resampled_runs=resampled_runs,
        settings=settings,
        threads=threads,
    )
    if several_runs:
        method, intervals = Method.TWO_LEVEL, _with_runs(found)
        tested = _by_student(found, intervals)
    elif settings.test == "bootstrap":
        method = Method.BOOTSTRAP
        intervals = _percentiles(found)
        tested = _by_bootstrap(found, intervals)
    else:
        method, intervals = Method.RANDOMISATION, _percentiles(found)
        tested = _by_randomisation(found, resamples)
    p_values = np.where(np.isnan(found.differences), np.nan, tested.p_values)
    return Compared(
        method=method,
        resamples=resamples,
        interval_resamples=of_intervals,
        scores=found.scores,
        bounds=intervals.bounds,
        standard_errors=intervals.errors,
        pairs=pairs,
        differences=found.differences,
        difference_bounds=intervals.difference_bounds,
        one_sided_bounds=intervals.one_sided_bounds,
        difference_errors=intervals.difference_errors,
        difference_degrees=intervals.difference_degrees,
        differing_units=found.differing_units,
        p_values=p_values,
        adjusted_p_values=_adjusted(p_values, tested.together, settings.correction),
        p_value_limits=_limits(p_values, tested, settings.correction),
        exact=tested.exact,
        undefined_resamples=int(np.isnan(found.resampled).any(axis=1).sum()),
    )


def near_level(compared: Compared, settings: Settings) -> NDArray[np.bool_]:
    """Return which adjusted p-values are within two standard errors of the significance level.

    The standard error is that of a share of resamples, of which at most `ENOUGH` are counted: with
    another seed such a p-value may be on the other side. Shape (pairs,); false for p-values that
    are exact, bounds, or not from resamples.

    >>> from types import SimpleNamespace
    >>> compared = SimpleNamespace(
    ...     resamples=10_000,
    ...     p_values=np.array([0.012, 0.004]),
    ...     adjusted_p_values=np.array([0.048, 0.016]),
    ...     p_value_limits=np.array([0.0004, 0.0003]),
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
    return near & (compared.adjusted_p_values > compared.p_value_limits)


def compared_pairs(systems: int, baseline: int | None) -> tuple[tuple[int, int], ...]:
    """Return the numbers of the systems of each pair: all pairs, or those with a baseline.

    >>> compared_pairs(3, None), compared_pairs(3, 1)
    (((0, 1), (0, 2), (1, 2)), ((0, 1), (2, 1)))
    """
    if baseline is None:
        return tuple(combinations(range(systems), 2))
    return tuple((system, baseline) for system in range(systems) if system != baseline)


def resamples_of_tests(settings: Settings, of_intervals: int, pairs: int) -> int:
    """Return the number of resamples of tests, by default enough for corrected p-values."""
    needed = resamples_needed(pairs, settings.correction, settings.significance_level)
    if settings.resamples is not None:
        return settings.resamples
    ample = AMPLE * needed
    if settings.test == "randomisation":
        ample = min(ample, max(needed, MOST_EXCHANGES))
    return max(of_intervals, ample)


@dataclass(frozen=True, eq=False)
class _Found:
    """Systems with their scores on the whole test set and on its resamples."""

    metric: Metric
    runs: Sequence[Sequence[NDArray[np.float64]]]
    run_scores: list[list[float]]
    pairs: tuple[tuple[int, int], ...]
    resampled_runs: list[NDArray[np.float64]]
    settings: Settings
    threads: int

    @cached_property
    def resampled(self) -> NDArray[np.float64]:
        return np.stack([of_system.mean(axis=1) for of_system in self.resampled_runs], axis=1)

    @property
    def units(self) -> int:
        return len(self.runs[0][0])

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        return np.array([np.mean(of_system) for of_system in self.run_scores])

    @cached_property
    def differences(self) -> NDArray[np.float64]:
        return self.scores[[i for i, _ in self.pairs]] - self.scores[[j for _, j in self.pairs]]

    @cached_property
    def differing_units(self) -> NDArray[np.int64]:
        means = [np.mean(np.stack(list(of_system)), axis=0) for of_system in self.runs]
        differing = [int(differing_units(means[i], means[j]).sum()) for i, j in self.pairs]
        return np.array(differing, dtype=np.int64)

    def resampled_difference(self, number: int) -> NDArray[np.float64]:
        i, j = self.pairs[number]
        difference: NDArray[np.float64] = self.resampled[:, i] - self.resampled[:, j]
        return difference


@dataclass(frozen=True, slots=True, eq=False)
class _Intervals:
    bounds: NDArray[np.float64]
    errors: NDArray[np.float64]
    difference_bounds: NDArray[np.float64]
    one_sided_bounds: NDArray[np.float64]
    difference_errors: NDArray[np.float64]
    difference_degrees: NDArray[np.float64]
    centred_p_values: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """P-values of all pairs, and those stepped down where the correction is max-t.

    `limits` are the smallest p-values that the resamples allow, NaN where there is no such limit.
    """

    p_values: NDArray[np.float64]
    exact: NDArray[np.bool_]
    limits: NDArray[np.float64]
    together: NDArray[np.float64] | None = None


def _percentiles(found: _Found) -> _Intervals:
    confidence, units = found.settings.confidence, found.units
    numbers = range(len(found.pairs))
    bounds, one_sided = np.empty((2, len(numbers))), np.empty((2, len(numbers)))
    errors, centred = np.empty(len(numbers)), np.full(len(numbers), np.nan)
    two_sided = 2 * confidence - 1  # each of its bounds is one-sided with the confidence
    tail, one_tail = (expanded_tail(both, max(units, 2)) for both in (confidence, two_sided))
    for number, observed in enumerate(found.differences.tolist()):
        difference = found.resampled_difference(number)
        errors[number] = _deviation(difference)
        if units < FEWEST_FOR_PERCENTILES:
            bounds[:, number] = _student_bounds(observed, errors[number], confidence, units)
            one_sided[:, number] = _student_bounds(observed, errors[number], two_sided, units)
        else:
            shares = [tail, 1 - tail, one_tail, 1 - one_tail]
            bounds[:, number], one_sided[:, number] = percentiles(difference, shares).reshape(2, 2)
        if found.settings.test == "bootstrap":
            centred[number] = centred_p_value(difference, observed)
    return _Intervals(
        bounds=percentile_bounds(found.resampled, confidence, units),
        errors=np.array([_deviation(of_system) for of_system in found.resampled.T]),
        difference_bounds=bounds,
        one_sided_bounds=one_sided,
        difference_errors=errors,
        difference_degrees=np.full(len(numbers), np.inf),
        centred_p_values=centred,
    )


def _student_bounds(
    observed: float, error: float, confidence: float, units: int
) -> NDArray[np.float64]:
    if units < 2:
        return np.full(2, np.nan)
    # the bootstrap's variance is that of the plug-in estimate, divided by n instead of n - 1
    reach = quantile((1 + confidence) / 2, units - 1) * error * math.sqrt(units / (units - 1))
    return np.array([observed - reach, observed + reach])


def _with_runs(found: _Found) -> _Intervals:
    """Return intervals of Student's t; see `tallystick.metrics.resampling.runs`."""
    over_runs = variances_over_runs(found.run_scores, found.resampled_runs)
    degrees = max(found.units - 1, 1)
    confidence = found.settings.confidence

    def both(resampled: NDArray[np.float64], systems: Sequence[int]) -> Variance:
        over_units = Variance(_deviation(resampled) ** 2, degrees)
        return added([over_units, *(over_runs[system] for system in systems)])

    def bounds(
        centres: NDArray[np.float64], variances: list[Variance], outside: float
    ) -> NDArray[np.float64]:
        if found.units < 2:
            return np.full((2, len(centres)), np.nan)
        reach = [quantile(outside, one.degrees) * one.value**0.5 for one in variances]
        return np.stack([centres - reach, centres + reach])

    of_systems = [both(found.resampled[:, system], [system]) for system in range(len(found.runs))]
    of_pairs = [both(found.resampled_difference(n), pair) for n, pair in enumerate(found.pairs)]
    return _Intervals(
        bounds=bounds(found.scores, of_systems, (1 + confidence) / 2),
        errors=np.array([one.value**0.5 for one in of_systems]),
        difference_bounds=bounds(found.differences, of_pairs, (1 + confidence) / 2),
        one_sided_bounds=bounds(found.differences, of_pairs, confidence),
        difference_errors=np.array([one.value**0.5 for one in of_pairs]),
        difference_degrees=np.array([one.degrees for one in of_pairs]),
        centred_p_values=np.full(len(of_pairs), np.nan),
    )


def _by_student(found: _Found, intervals: _Intervals) -> _Tested:
    values = zip(
        found.differences.tolist(),
        intervals.difference_errors.tolist(),
        intervals.difference_degrees.tolist(),
        strict=True,
    )
    p_values = np.array(
        [
            1.0
            if difference == 0
            else two_sided_p_value(difference / error if error else math.inf, degrees)
            for difference, error, degrees in values
        ]
    )
    p_values = np.maximum(p_values, least_p_values(found.differing_units))
    none = np.zeros(len(p_values), dtype=np.bool_)
    return _Tested(p_values, none, np.full(len(p_values), np.nan))


def _by_bootstrap(found: _Found, intervals: _Intervals) -> _Tested:
    least = least_p_values(found.differing_units)
    p_values = np.maximum(intervals.centred_p_values, least)
    together = None
    if found.settings.correction == "max-t":

        def sizes(pair: int) -> NDArray[np.float64]:
            difference = found.resampled_difference(pair)
            return np.nan_to_num(np.abs(difference - np.nanmean(difference)), nan=np.inf)

        # not divided by standard errors: those of the observed data favour the wrong pairs
        observed = np.abs(found.differences) * (1 - TIE)
        together = stepped_down(sizes, observed, len(found.resampled))
    limits = np.full(len(p_values), 1 / (len(found.resampled) + 1))
    return _Tested(p_values, np.zeros(len(p_values), dtype=np.bool_), limits, together)


def _by_randomisation(found: _Found, resamples: int) -> _Tested:
    metric, settings, threads = found.metric, found.settings, found.threads
    sums = [rows for [rows] in found.runs]
    enumerated = [
        enumerated_p_value(metric, sums[i], sums[j], resamples, threads) for i, j in found.pairs
    ]
    exact = np.array([one is not None for one in enumerated], dtype=np.bool_)
    p_values = np.array([math.nan if one is None else one for one in enumerated], dtype=np.float64)
    draws = _Draws(
        resamples=resamples, seed=settings.seed, purpose=metric.identity.name, threads=threads
    )
    limits = np.where(exact, np.nan, 1 / (resamples + 1))
    together = None
    if settings.correction == "max-t":
        limits[:] = 1 / (resamples + 1)
        sizes = sizes_of(randomised_differences(metric, sums, found.pairs, **draws))
        thresholds = thresholds_of(metric, sums, found.pairs)
        counts = (sizes >= thresholds).sum(axis=0)
        scales = invariant_scales(sizes, np.abs(found.differences))
        together = stepped_down(
            lambda pair: sizes[:, pair] / scales[pair], thresholds / scales, resamples
        )
        p_values = np.where(exact, p_values, (counts + 1) / (resamples + 1))
    elif not exact.all():
        sampled = [pair for pair, known in zip(found.pairs, exact, strict=True) if not known]
        tested = randomised_p_values(metric, sums, sampled, **draws)
        least = least_p_values(found.differing_units[~exact])
        p_values[~exact] = np.maximum(tested.p_values, least)
        limits[~exact] = np.where(tested.none_as_large, p_values[~exact], limits[~exact])
    return _Tested(p_values, exact, limits, together)


class _Draws(TypedDict):
    resamples: int
    seed: int
    purpose: str
    threads: int


def _adjusted(
    p_values: NDArray[np.float64], together: NDArray[np.float64] | None, correction: Correction
) -> NDArray[np.float64]:
    if together is None:
        return adjusted(p_values, correction)
    # an exactly enumerated p-value may lie above the sampled one that was stepped down
    return np.maximum(together, p_values)


def _limits(
    p_values: NDArray[np.float64], tested: _Tested, correction: Correction
) -> NDArray[np.float64]:
    """Return the adjusted p-value that each pair has if its p-value is the smallest possible."""
    found = np.where(np.isnan(p_values), np.nan, tested.limits)
    if tested.together is not None:
        return found
    return adjusted_limits(p_values, found, correction)


def _deviation(resampled: NDArray[np.float64]) -> float:
    defined = resampled[~np.isnan(resampled)]
    return float(defined.std(ddof=1)) if len(defined) > 1 else float("nan")
