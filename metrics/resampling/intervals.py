"""Intervals of scores and differences: their standard errors, and the bounds of Student's t.

The variance over the units of a test set is the jackknife's, from the scores without each unit:
Tukey, "Bias and Confidence in Not-Quite Large Samples", Annals of Mathematical Statistics 29, 1958;
Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 11.

Systems with several training runs have two sources of variance, the choice of the test set and the
random seeds of training; see Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for
Statistical Machine Translation: Controlling for Optimizer Instability", ACL 2011. There are
thousands of segments but few runs, and resampling cannot estimate the variance of a few runs: two
runs drawn from two give only three different means. The variance over runs is estimated from their
scores. The sum of the two is referred to Student's t with the degrees of freedom of Welch, "The
Generalization of 'Student's' Problem When Several Different Population Variances Are Involved",
Biometrika 34, 1947, and Satterthwaite, "An Approximate Distribution of Estimates of Variance
Components", Biometrics Bulletin 2, 1946. The variances within several sets are added up, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.interface.metric import Metric, refuse_sums_of_parts
from tallystick.metrics.resampling.draws import scores_of
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.metrics.resampling.units import (
    ROUNDED,
    OneSet,
    between,
    differing_units,
    larger,
    score_differences,
)

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray


tails_of_student = np.vectorize(two_sided_p_value, otypes=[np.float64])
"""Two-sided p-values of Student's t, given arrays of t and of degrees of freedom."""

FEWEST_TO_SUBTRACT = 3
"""With two runs, the remaining variance is so uncertain that the test rejects 8% of true null
hypotheses instead of 5%."""


@dataclass(frozen=True, slots=True, eq=False)
class Intervals:
    """Scores and differences of systems with their intervals; see `Compared`."""

    scores: FloatArray
    bounds: FloatArray
    standard_errors: FloatArray
    pairs: tuple[tuple[int, int], ...]
    differences: FloatArray
    difference_bounds: FloatArray
    one_sided_bounds: FloatArray
    difference_errors: FloatArray
    difference_degrees: FloatArray
    differing_units: IntArray


@dataclass(frozen=True, slots=True)
class Variance:
    """An estimated variance of a mean, and what was subtracted from it because it is known."""

    value: float
    degrees: float
    known: float = 0.0


def intervals_under(
    metric: Metric,
    runs: Sequence[Sequence[FloatArray]],
    pairs: Sequence[tuple[int, int]],
    confidence: float,
) -> Intervals:
    """Return the intervals of scores and of the differences of pairs; see `compare_under`."""
    run_scores = [
        [float(metric.formula(rows.sum(axis=0))) for rows in of_system] for of_system in runs
    ]
    without_each = [scores_without_each(OneSet(metric, of_system)) for of_system in runs]
    over_runs = variances_over_runs(run_scores, without_each)
    mean_rows = [np.mean(np.stack(list(of_system)), axis=0) for of_system in runs]
    means = np.stack([of_runs.mean(axis=1) for of_runs in without_each], axis=1)
    over_units, own_degrees, differing = _over_units(means, mean_rows, pairs)
    members = [*((system,) for system in range(len(runs))), *pairs]
    estimates = [
        added([Variance(value, own), *(over_runs[system] for system in systems)])
        for systems, value, own in zip(members, over_units, own_degrees, strict=True)
    ]
    errors, degrees = np.array(
        [(estimate.value**0.5, estimate.degrees) for estimate in estimates]
    ).T
    scores = np.array([np.mean(of_system) for of_system in run_scores])
    return _of_student(metric, scores, pairs, errors, degrees, differing, confidence)


def intervals_over_sets(
    sets: Sequence[OneSet], pairs: Sequence[tuple[int, int]], confidence: float
) -> tuple[Intervals, list[Intervals]]:
    """Return the intervals over all sets, and over the others without each of several in turn."""
    spreads = [
        (np.array(of_set.scores), *_over_units(scores_without_each(of_set), of_set.sums, pairs))
        for of_set in sets
    ]
    others = [[*spreads[:place], *spreads[place + 1 :]] for place in range(len(sets))]
    every, *without_each = (
        _mean(sets, chosen, pairs, confidence) for chosen in (spreads, *filter(None, others))
    )
    return every, without_each


def intervals_of_other_sets(
    differences: FloatArray, confidence: float
) -> tuple[FloatArray, FloatArray]:
    """Return intervals and p-values of mean differences over sets of which these are a sample.

    They are those of Student's t test of paired samples, whose units are the sets: "Student", "The
    Probable Error of a Mean", Biometrika 6, 1908. What varies within a set is part of what varies
    between sets. From shape (sets, pairs) it returns the bounds, shape (2, pairs), and two-sided
    p-values; NaN where a difference is not defined.
    """
    sets, pairs = differences.shape
    means, errors = differences.mean(axis=0), differences.std(axis=0, ddof=1) / math.sqrt(sets)
    degrees = np.full(pairs, sets - 1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = np.where(means == 0, 0.0, means / errors)
        return student_bounds(means, errors, degrees, confidence), tails_of_student(t, degrees)


def _mean(
    sets: Sequence[OneSet],
    spreads: Sequence[tuple[Any, ...]],
    pairs: Sequence[tuple[int, int]],
    confidence: float,
) -> Intervals:
    """Return the intervals of means over sets, with Welch's degrees of freedom.

    Satterthwaite's would be too few where each variance is estimated from few units.
    """
    scores, variances, degrees, differing = (np.array(part) for part in zip(*spreads, strict=True))
    total = variances.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        welch = total**2 / (variances**2 / (degrees + 2)).sum(axis=0) - 2
    return _of_student(
        sets[0].metric,
        scores.mean(axis=0),
        pairs,
        np.sqrt(total) / len(spreads),
        np.where(total > 0, np.minimum(welch, degrees.sum(axis=0)), np.inf),
        differing.sum(axis=0),
        confidence,
    )


def _over_units(
    without_each: FloatArray, rows: Sequence[FloatArray], pairs: Sequence[tuple[int, int]]
) -> tuple[list[float], list[int], IntArray]:
    """Return variances and degrees of systems and then of pairs, and how many units differ.

    Units without anything to score, such as unjudged segments, do not count. Those in which two
    systems have the same statistics add no degree of freedom to their difference.
    """
    differing = [int(differing_units(rows[i], rows[j]).sum()) for i, j in pairs]
    scored = np.stack([of_system.any(axis=1) for of_system in rows], axis=1)
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    sizes = np.abs(without_each).max(axis=0)
    of_systems = jackknife_variance(without_each, sizes, scored).tolist()
    of_pairs = jackknife_variance(
        between(without_each, pairs), larger(sizes, pairs), scored[:, first] | scored[:, second]
    ).tolist()
    degrees = [max(number - 1, 1) for number in (*scored.sum(axis=0).tolist(), *differing)]
    return [*of_systems, *of_pairs], degrees, np.array(differing, dtype=np.int64)


def _of_student(
    metric: Metric,
    scores: FloatArray,
    pairs: Sequence[tuple[int, int]],
    errors: FloatArray,
    degrees: FloatArray,
    differing: IntArray,
    confidence: float,
) -> Intervals:
    scale, systems = metric.identity.scale, len(scores)
    low = -math.inf if scale.low is None else scale.low
    high = math.inf if scale.high is None else scale.high
    lowest, highest = low - high, high - low
    differences = score_differences(scores, pairs)
    of_differences = differences, errors[systems:], degrees[systems:]
    return Intervals(
        scores=scores,
        bounds=student_bounds(scores, errors[:systems], degrees[:systems], confidence).clip(
            low, high
        ),
        standard_errors=errors[:systems],
        pairs=tuple(pairs),
        differences=differences,
        difference_bounds=student_bounds(*of_differences, confidence).clip(lowest, highest),
        one_sided_bounds=student_bounds(*of_differences, 2 * confidence - 1).clip(lowest, highest),
        difference_errors=errors[systems:],
        difference_degrees=degrees[systems:],
        differing_units=differing,
    )


def scores_without_each(one_set: OneSet) -> FloatArray:
    """Return the scores of systems without each unit in turn, shape (units, systems), or NaN."""
    refuse_sums_of_parts(one_set.metric, "jackknife")
    of_others = ((rows.sum(axis=0) - rows).T.copy() for rows in one_set.sums)
    scores = [scores_of(one_set.metric, others).astype(np.float64) for others in of_others]
    return np.stack(scores, axis=1)


def jackknife_variance(
    without_each: FloatArray, sizes: FloatArray | float = 0.0, counted: BoolArray | bool = True
) -> FloatArray:
    """Return the variances of numbers that are known without each unit, over the first axis.

    They are NaN where a number is not defined, or where a single unit is `counted`, and 0 where
    numbers that were computed from others of these sizes differ by no more than rounding errors.
    """
    units = np.broadcast_to(counted, without_each.shape).sum(axis=0)
    too_few = units < 2
    variances = (units - 1) * without_each.var(axis=0, where=counted | too_few)
    same = np.ptp(without_each, axis=0) <= ROUNDED * sizes
    return np.where(too_few, np.nan, np.where(same, 0.0, variances))


def variances_over_runs(
    run_scores: Sequence[Sequence[float]], without_each: Sequence[FloatArray]
) -> list[Variance]:
    """Return the variance of each system's mean score over training runs.

    Runs do well on different segments, so part of the variance of their scores is due to the choice
    of segments, which the variance of the mean score over the test set already includes. With three
    runs or more this part is estimated by the jackknife, from scores without each unit, shape
    (units, runs), and subtracted, as in generalisability theory; see Owen, "The Pigeonhole
    Bootstrap", The Annals of Applied Statistics 1, 2007. A system with a single run is assumed to
    have the average variance of those with several; if all have a single run, it is taken to be 0.
    """
    several = [scores for scores in run_scores if len(scores) > 1]
    if not several:
        return [Variance(0.0, math.inf)] * len(run_scores)
    pooled_degrees = sum(len(scores) - 1 for scores in several)
    squares = math.fsum((len(scores) - 1) * float(np.var(scores, ddof=1)) for scores in several)
    pooled = Variance(squares / pooled_degrees, pooled_degrees)
    return [
        _over_runs(scores, of_system) if len(scores) > 1 else pooled
        for scores, of_system in zip(run_scores, without_each, strict=True)
    ]


def _over_runs(scores: Sequence[float], without_each: FloatArray) -> Variance:
    runs = len(scores)
    estimate = float(np.var(scores, ddof=1)) / runs
    of_their_own = without_each - without_each.mean(axis=1, keepdims=True)
    of_segments = float(jackknife_variance(of_their_own).sum()) / (runs - 1) / runs
    if runs < FEWEST_TO_SUBTRACT or math.isnan(of_segments):
        return Variance(estimate, runs - 1)
    known = min(of_segments, estimate)
    return Variance(estimate - known, runs - 1, known)


def added(variances: Sequence[Variance]) -> Variance:
    """Return the sum of independent variances, with Welch's and Satterthwaite's degrees."""
    value = math.fsum(variance.value for variance in variances)
    if value == 0:
        return Variance(0.0, math.inf)
    # subtracting a known value does not change the uncertainty of an estimate
    shares = math.fsum(
        ((term.value + term.known) / value) ** 2 / term.degrees for term in variances
    )
    return Variance(value, 1 / shares)


def student_bounds(
    centres: FloatArray, errors: FloatArray, degrees: FloatArray, confidence: float
) -> FloatArray:
    """Return the bounds of two-sided intervals of Student's t, shape (2, numbers).

    Bounds are NaN where an error is, and where the degrees of freedom are so few that there are
    none.
    """
    known = np.where(np.isnan(errors), np.inf, degrees)
    quantiles = np.array([quantile((1 + confidence) / 2, degree) for degree in known.tolist()])
    reach = errors * np.where(np.isinf(quantiles), np.nan, quantiles)
    return np.stack([centres - reach, centres + reach])
