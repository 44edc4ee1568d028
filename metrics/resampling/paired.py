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
from tallystick.metrics.interface.metric import refuse_sums_of_parts
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, centred_p_value
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    invariant_scales,
    least_p_values,
    resamples_needed,
    stepped_down,
)
from tallystick.metrics.resampling.jackknife import (
    jackknife_variance,
    scores_without_each,
    student_bounds,
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
from tallystick.metrics.resampling.runs import Variance, added, variances_over_runs
from tallystick.metrics.resampling.settings import Correction, Method, Settings
from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.resampling.units import differing_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric

AMPLE = 10
"""So many times more resamples than a significant p-value needs are drawn by default."""

MOST_EXCHANGES = 25_000
"""No more random exchanges are drawn by default, unless a significant p-value needs them."""


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Results of several systems under one metric.

    Attributes:
        method: The test, or the name of another program's test that is emulated.
        resamples: The number of resamples of the tests, at most.
        scores: The score of each system, the mean over its runs, shape (systems,).
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
            NaN where a score is not defined.
        exact: Whether all exchanges were tried, shape (pairs,).
    """

    method: str
    resamples: int
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
    >>> from tallystick.metrics.corpus.corpus import Corpus
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
    found = _Found(metric, runs, pairs)
    intervals = _intervals(found, settings.confidence)
    resamples = 0
    if several_runs:
        method, tested = Method.TWO_LEVEL, _by_student(found, intervals)
    else:
        resamples = resamples_of_tests(settings, settings.resamples_of(found.units), len(pairs))
        if settings.test == "bootstrap":
            method, tested = Method.BOOTSTRAP, _by_bootstrap(found, settings, resamples, threads)
        else:
            method, tested = (
                Method.RANDOMISATION,
                _by_randomisation(found, settings, resamples, threads),
            )
    p_values = np.where(np.isnan(found.differences), np.nan, tested.p_values)
    return Compared(
        method=method,
        resamples=resamples,
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
        p_value_limits=_limits(p_values, tested, found.differing_units, settings.correction),
        exact=tested.exact,
    )


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


@dataclass(frozen=True, eq=False)
class _Found:
    """Systems with their scores on the whole test set and without each of its units."""

    metric: Metric
    runs: Sequence[Sequence[NDArray[np.float64]]]
    pairs: Sequence[tuple[int, int]]

    @cached_property
    def run_scores(self) -> list[list[float]]:
        return [
            [float(self.metric.formula(rows.sum(axis=0))) for rows in of_system]
            for of_system in self.runs
        ]

    @cached_property
    def without_each(self) -> list[NDArray[np.float64]]:
        """For each system the scores of its runs without each unit, shape (units, runs)."""
        flat = [rows for of_system in self.runs for rows in of_system]
        ends = np.cumsum([len(of_system) for of_system in self.runs])
        return np.split(scores_without_each(self.metric, flat), ends[:-1], axis=1)

    @property
    def units(self) -> int:
        return len(self.runs[0][0])

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        return np.array([np.mean(of_system) for of_system in self.run_scores])

    @cached_property
    def differences(self) -> NDArray[np.float64]:
        return self.between(self.scores)

    def between(self, of_systems: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the differences of each pair, over the last axis."""
        first, second = np.array(self.pairs, np.int64).reshape(-1, 2).T
        differences: NDArray[np.float64] = of_systems[..., first] - of_systems[..., second]
        return differences

    @cached_property
    def differing_units(self) -> NDArray[np.int64]:
        means = [np.mean(np.stack(list(of_system)), axis=0) for of_system in self.runs]
        differing = [int(differing_units(means[i], means[j]).sum()) for i, j in self.pairs]
        return np.array(differing, dtype=np.int64)


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Intervals of scores and differences with their standard errors; see `Compared`."""

    bounds: NDArray[np.float64]
    errors: NDArray[np.float64]
    difference_bounds: NDArray[np.float64]
    one_sided_bounds: NDArray[np.float64]
    difference_errors: NDArray[np.float64]
    difference_degrees: NDArray[np.float64]
    differing_units: NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """P-values of all pairs, and those stepped down where the correction is max-t.

    `limits` are the smallest p-values that the resamples allow, NaN where there is no such limit.
    """

    p_values: NDArray[np.float64]
    exact: NDArray[np.bool_]
    limits: NDArray[np.float64]
    together: NDArray[np.float64] | None = None


def intervals_under(
    metric: Metric,
    runs: Sequence[Sequence[NDArray[np.float64]]],
    pairs: Sequence[tuple[int, int]],
    confidence: float,
) -> Intervals:
    """Return the intervals of scores and of the differences of pairs; see `compare_under`."""
    return _intervals(_Found(metric, runs, pairs), confidence)


def _intervals(found: _Found, confidence: float) -> Intervals:
    """Return intervals of Student's t; see `tallystick.metrics.resampling.runs`.

    Units in which two systems have the same statistics say nothing about the variance of their
    difference, which has a degree of freedom less than units that differ.
    """
    scale = found.metric.identity.scale
    means = np.stack([of_runs.mean(axis=1) for of_runs in found.without_each], axis=1)
    over_runs = variances_over_runs(found.run_scores, found.without_each)
    of_systems = [
        added([Variance(value, max(found.units - 1, 1)), over_runs[system]])
        for system, value in enumerate(jackknife_variance(means).tolist())
    ]
    over_units = jackknife_variance(found.between(means)).tolist()
    of_pairs = [
        added([Variance(value, max(units - 1, 1)), *(over_runs[system] for system in pair)])
        for value, units, pair in zip(
            over_units, found.differing_units.tolist(), found.pairs, strict=True
        )
    ]
    (errors, degrees), (difference_errors, difference_degrees) = (
        np.array([(one.value**0.5, one.degrees) for one in variances]).reshape(-1, 2).T
        for variances in (of_systems, of_pairs)
    )
    of_differences = found.differences, difference_errors, difference_degrees
    return Intervals(
        bounds=student_bounds(found.scores, errors, degrees, confidence).clip(
            -math.inf if scale.low is None else scale.low,
            math.inf if scale.high is None else scale.high,
        ),
        errors=errors,
        difference_bounds=student_bounds(*of_differences, confidence),
        one_sided_bounds=student_bounds(*of_differences, 2 * confidence - 1),
        difference_errors=difference_errors,
        difference_degrees=difference_degrees,
        differing_units=found.differing_units,
    )


def _by_student(found: _Found, intervals: Intervals) -> _Tested:
    values = zip(
        found.differences.tolist(),
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
    p_values = np.maximum(p_values, least_p_values(found.differing_units))
    none = np.zeros(len(p_values), dtype=np.bool_)
    return _Tested(p_values, none, np.full(len(p_values), np.nan))


def _by_bootstrap(found: _Found, settings: Settings, resamples: int, threads: int) -> _Tested:
    resampled = found.between(
        bootstrap_scores(
            found.metric,
            [rows for [rows] in found.runs],
            resamples=resamples,
            seed=settings.seed,
            purpose=found.metric.identity.name,
            threads=threads,
        )
    )
    p_values = np.array(
        [
            centred_p_value(of_pair, observed)
            for of_pair, observed in zip(resampled.T, found.differences.tolist(), strict=True)
        ]
    )
    together = None
    if settings.correction == "max-t":

        def sizes(pair: int) -> NDArray[np.float64]:
            difference = resampled[:, pair]
            return np.nan_to_num(np.abs(difference - np.nanmean(difference)), nan=np.inf)

        # not divided by standard errors: those of the observed data favour the wrong pairs
        observed = np.abs(found.differences) * (1 - TIE)
        together = stepped_down(sizes, observed, resamples)
    return _Tested(
        p_values=np.maximum(p_values, least_p_values(found.differing_units)),
        exact=np.zeros(len(p_values), dtype=np.bool_),
        limits=np.full(len(p_values), 1 / (resamples + 1)),
        together=together,
    )


def _by_randomisation(found: _Found, settings: Settings, resamples: int, threads: int) -> _Tested:
    metric = found.metric
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
        p_values[~exact] = randomised_p_values(metric, sums, sampled, **draws)
        p_values = np.maximum(p_values, least_p_values(found.differing_units))
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
    p_values: NDArray[np.float64],
    tested: _Tested,
    differing: NDArray[np.int64],
    correction: Correction,
) -> NDArray[np.float64]:
    """Return the adjusted p-value that each pair has if its p-value is the smallest possible."""
    least = np.fmax(tested.limits, least_p_values(differing))
    limits = np.where(np.isnan(p_values), np.nan, least)
    if tested.together is not None:
        return limits
    return adjusted_limits(p_values, limits, correction)
