"""All systems under one metric: intervals, differences, p-values and their correction."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError, OptionError
from tallystick.metrics.resampling.bootstrap import centred_p_value, percentile_bounds
from tallystick.metrics.resampling.correction import (
    benjamini_hochberg,
    holm,
    resamples_needed,
)
from tallystick.metrics.resampling.randomisation import (
    enumerated_p_value,
    randomisation_counts,
    stepped_down,
)
from tallystick.metrics.resampling.runs import (
    Variance,
    added,
    mean_scores,
    variances_over_runs,
)
from tallystick.metrics.resampling.settings import Settings
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.metrics.resampling.units import differing_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric

RANDOMISATION = "approximate randomisation"
BOOTSTRAP = "centred bootstrap"
TWO_LEVEL = "two-level test"


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What one metric says of several systems.

    Attributes:
        method: The test: "approximate randomisation", "centred bootstrap", or, where a system has
            several runs, "two-level test".
        resamples: How many resamples were drawn.
        scores: The score of each system, of several runs the mean, shape (systems,).
        bounds: The lower and the upper bounds of their intervals, shape (2, systems).
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of a pair's first system less that of its second, shape (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs).
        difference_errors: Their standard errors, shape (pairs,).
        difference_degrees: The degrees of freedom of these, infinite but for several runs.
        differing_units: In how many units the two have other statistics, shape (pairs,).
        p_values: Two-sided; NaN where a score is not defined; shape (pairs,).
        adjusted_p_values: The same, corrected; shape (pairs,).
        exact: Whether all exchanges were tried, shape (pairs,).
        undefined_resamples: How many resamples had no score for some system.
    """

    method: str
    resamples: int
    scores: NDArray[np.float64]
    bounds: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    pairs: tuple[tuple[int, int], ...]
    differences: NDArray[np.float64]
    difference_bounds: NDArray[np.float64]
    difference_errors: NDArray[np.float64]
    difference_degrees: NDArray[np.float64]
    differing_units: NDArray[np.int64]
    p_values: NDArray[np.float64]
    adjusted_p_values: NDArray[np.float64]
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

    Draws depend on the seed, the name of the metric and the number of units alone: what is said
    of a pair, but for the correction, does not change when other systems are added.

    Args:
        metric: The metric that made the statistics.
        runs: For each system and each of its runs the statistics of every unit, shape
            (units, columns); see `Units.sums`.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        threads: How many threads to use; the result does not depend on it.

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
        raise InputError("there is no system to compare, or one without a run; give at least one")
    several_runs = any(len(of_system) > 1 for of_system in runs)
    if several_runs and settings.correction == "max-t":
        raise OptionError(
            "the correction max-t needs resamples of every difference, but with several runs of a "
            "system differences are not resampled; choose holm, benjamini-hochberg or none"
        )
    systems = range(len(runs))
    pairs = (
        tuple((i, j) for i in systems for j in systems if i < j)
        if baseline is None
        else tuple((i, baseline) for i in systems if i != baseline)
    )
    resamples = max(
        settings.resamples,
        0
        if several_runs
        else resamples_needed(len(pairs), settings.correction, settings.significance_level),
    )
    resampled = mean_scores(
        metric,
        runs,
        resamples=resamples,
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
        resampled=resampled,
        settings=settings,
        threads=threads,
    )
    intervals = _with_runs(found) if several_runs else _percentiles(found)
    if several_runs:
        method, tested = TWO_LEVEL, _by_student(found, intervals)
    elif settings.test == "bootstrap":
        method, tested = BOOTSTRAP, _by_bootstrap(found, intervals)
    else:
        method, tested = RANDOMISATION, _by_randomisation(found, intervals)
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
        difference_errors=intervals.difference_errors,
        difference_degrees=intervals.difference_degrees,
        differing_units=found.differing_units,
        p_values=p_values,
        adjusted_p_values=_adjusted(p_values, tested.together, settings),
        exact=tested.exact,
        undefined_resamples=int(np.isnan(resampled).any(axis=1).sum()),
    )


@dataclass(frozen=True, eq=False)
class _Found:
    """Systems with their scores on the whole test set and on its resamples."""

    metric: Metric
    runs: Sequence[Sequence[NDArray[np.float64]]]
    run_scores: list[list[float]]
    pairs: tuple[tuple[int, int], ...]
    resampled: NDArray[np.float64]
    settings: Settings
    threads: int

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
    difference_errors: NDArray[np.float64]
    difference_degrees: NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class _Tested:
    """P-values of all pairs, and those stepped down where the correction is max-T."""

    p_values: NDArray[np.float64]
    together: NDArray[np.float64]
    exact: NDArray[np.bool_]


def least_p_value(differing_units: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the smallest p-value that exchanging so many units of a pair allows.

    Of the 2^k exchanges the observed one and its mirror image are always as large.

    >>> least_p_value(np.array([0, 1, 5])).tolist()
    [1.0, 1.0, 0.0625]
    """
    least: NDArray[np.float64] = np.minimum(1.0, 0.5 ** (differing_units - 1.0))
    return least


def _percentiles(found: _Found) -> _Intervals:
    numbers = range(len(found.pairs))
    bounds, errors = np.empty((2, len(numbers))), np.empty(len(numbers))
    for number in numbers:
        difference = found.resampled_difference(number)
        bounds[:, number] = percentile_bounds(difference, found.settings.confidence)
        errors[number] = _deviation(difference)
    return _Intervals(
        bounds=percentile_bounds(found.resampled, found.settings.confidence),
        errors=np.array([_deviation(of_system) for of_system in found.resampled.T]),
        difference_bounds=bounds,
        difference_errors=errors,
        difference_degrees=np.full(len(numbers), np.inf),
    )


def _with_runs(found: _Found) -> _Intervals:
    """Return intervals of Student's t; see `tallystick.metrics.resampling.runs`."""
    over_runs = variances_over_runs(found.run_scores)
    degrees = max(len(found.runs[0][0]) - 1, 1)

    def both(resampled: NDArray[np.float64], systems: Sequence[int]) -> Variance:
        over_units = Variance(_deviation(resampled) ** 2, degrees)
        return added([over_units, *(over_runs[system] for system in systems)])

    def bounds(centres: NDArray[np.float64], variances: list[Variance]) -> NDArray[np.float64]:
        outside = (1 + found.settings.confidence) / 2
        reach = [quantile(outside, one.degrees) * one.value**0.5 for one in variances]
        return np.stack([centres - reach, centres + reach])

    of_systems = [both(found.resampled[:, system], [system]) for system in range(len(found.runs))]
    of_pairs = [both(found.resampled_difference(n), pair) for n, pair in enumerate(found.pairs)]
    return _Intervals(
        bounds=bounds(found.scores, of_systems),
        errors=np.array([one.value**0.5 for one in of_systems]),
        difference_bounds=bounds(found.differences, of_pairs),
        difference_errors=np.array([one.value**0.5 for one in of_pairs]),
        difference_degrees=np.array([one.degrees for one in of_pairs]),
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
    p_values = np.maximum(p_values, least_p_value(found.differing_units))
    return _Tested(p_values, p_values, np.zeros(len(p_values), dtype=np.bool_))


def _by_bootstrap(found: _Found, intervals: _Intervals) -> _Tested:
    p_values = np.array(
        [
            centred_p_value(found.resampled_difference(number), difference)
            for number, difference in enumerate(found.differences.tolist())
        ]
    )
    p_values = np.maximum(p_values, least_p_value(found.differing_units))
    together = _max_t_of_bootstrap(found, intervals.difference_errors)
    return _Tested(p_values, together, np.zeros(len(p_values), dtype=np.bool_))


def _by_randomisation(found: _Found, intervals: _Intervals) -> _Tested:
    metric, settings, threads = found.metric, found.settings, found.threads
    resamples = len(found.resampled)
    sums = [rows for [rows] in found.runs]
    own, counts = randomisation_counts(
        metric,
        sums,
        found.pairs,
        resamples=resamples,
        seed=settings.seed,
        purpose=metric.identity.name,
        threads=threads,
        divisors=intervals.difference_errors,
    )
    p_values = (own + 1) / (resamples + 1)
    relative = _relative(found.differences, intervals.difference_errors)
    exact = np.zeros(len(p_values), dtype=np.bool_)
    for number, (i, j) in enumerate(found.pairs):
        enumerated = enumerated_p_value(metric, sums[i], sums[j], resamples, threads)
        if enumerated is not None:
            p_values[number], exact[number] = enumerated, True
    return _Tested(p_values, stepped_down(counts, relative, resamples), exact)


def _adjusted(
    p_values: NDArray[np.float64], together: NDArray[np.float64], settings: Settings
) -> NDArray[np.float64]:
    defined = ~np.isnan(p_values)
    adjusted = p_values.copy()
    if settings.correction == "holm":
        adjusted[defined] = holm(p_values[defined])
    elif settings.correction == "benjamini-hochberg":
        adjusted[defined] = benjamini_hochberg(p_values[defined])
    elif settings.correction == "max-t":
        # an exactly enumerated p-value may lie above the sampled one that was stepped down
        adjusted[defined] = np.maximum(together, p_values)[defined]
    return adjusted


def _max_t_of_bootstrap(found: _Found, errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values stepped down as in `randomisation_counts`, of centred differences."""
    relative = _relative(found.differences, errors)
    counts = np.zeros(len(found.pairs), dtype=np.int64)
    largest = np.zeros(len(found.resampled))
    for number in np.argsort(relative, kind="stable"):
        difference = found.resampled_difference(number)
        centred = np.abs(difference - np.nanmean(difference))
        scaled = centred / errors[number] if errors[number] > 0 else np.zeros_like(centred)
        largest = np.fmax(largest, np.where(np.isnan(scaled), np.inf, scaled))
        counts[number] = int((largest >= relative[number] * (1 - 1e-9)).sum())
    return stepped_down(counts, relative, len(found.resampled))


def _relative(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    sizes = np.where(np.isnan(differences), 0.0, np.abs(differences))
    return np.divide(sizes, errors, out=np.zeros_like(sizes), where=errors > 0)


def _deviation(resampled: NDArray[np.float64]) -> float:
    defined = resampled[~np.isnan(resampled)]
    return float(defined.std(ddof=1)) if len(defined) > 1 else float("nan")
