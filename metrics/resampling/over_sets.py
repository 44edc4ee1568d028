"""Systems compared over several test sets, by the mean of their scores on the sets.

Every set has the same weight. Segments, or documents, are drawn and exchanged within their own set
(stratified resampling), so the sets are taken as given: intervals and p-values say what other
segments of these sets would change, not what other sets would.

The jackknife variances within the sets are added up, with the degrees of freedom of Welch, "The
Generalization of 'Student's' Problem When Several Different Population Variances Are Involved",
Biometrika 34, 1947. Scores of resamples of n units vary too little, by the factor sqrt((n - 1) /
n): the bootstrap test rescales them, as Rao and Wu, "Resampling Inference with Complex Survey
Data", Journal of the American Statistical Association 83, 1988.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.resampling.bootstrap import bootstrap_scores, centred_p_value
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    least_p_values,
)
from tallystick.metrics.resampling.jackknife import (
    jackknife_variance,
    scores_without_each,
    student_bounds,
)
from tallystick.metrics.resampling.paired import compared_pairs, resamples_of_tests
from tallystick.metrics.resampling.randomisation import within_sets
from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.resampling.units import differing_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.settings import Settings


@dataclass(frozen=True, slots=True, eq=False)
class OneSet:
    """The statistics of several systems on one set.

    Attributes:
        metric: The metric, fitted to the set.
        sums: For each system the statistics of every unit, shape (units, columns); see
            `Units.sums`.
    """

    metric: Metric
    sums: Sequence[NDArray[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class OverSets:
    """Mean scores over sets and their differences, with intervals and p-values.

    Attributes:
        resamples: The number of resamples of the tests, at most.
        scores: The mean scores, shape (systems,); NaN if one is not defined.
        bounds: The bounds of their intervals, shape (2, systems); NaN where a set has a single
            unit, or its other units have no score without one of them.
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of the first system of each pair minus that of the second, shape
            (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs); NaN as for `bounds`.
        p_values: Two-sided; NaN where a score is not defined; shape (pairs,).
        adjusted_p_values: The same, corrected for the number of pairs; shape (pairs,).
        p_value_limits: The smallest adjusted p-value that each pair can have, by the number of
            resamples and that of differing units, given the p-values of the others, shape (pairs,).
    """

    resamples: int
    scores: NDArray[np.float64]
    bounds: NDArray[np.float64]
    standard_errors: NDArray[np.float64]
    pairs: tuple[tuple[int, int], ...]
    differences: NDArray[np.float64]
    difference_bounds: NDArray[np.float64]
    p_values: NDArray[np.float64]
    adjusted_p_values: NDArray[np.float64]
    p_value_limits: NDArray[np.float64]


def compare_over_sets(
    sets: Mapping[str, OneSet],
    settings: Settings,
    *,
    baseline: int | None = None,
    threads: int = 1,
) -> OverSets:
    """Compare all pairs of systems, or all others with a baseline, over several sets.

    Args:
        sets: The statistics of the same systems on each set, by its name, on which draws depend.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        threads: The number of threads; the result does not depend on it.

    Raises:
        OptionError: The correction is max-t, or the bootstrap has a set with a single unit.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> from tallystick.metrics.resampling.settings import Settings
    >>> rows = [np.array([[score, 1.0] for score in scores]) for scores in ((3, 2), (1, 2))]
    >>> found = compare_over_sets({"a": OneSet(GivenScores("da"), rows)}, Settings(resamples=99))
    >>> found.scores.tolist(), found.differences.tolist(), found.p_values.tolist()
    ([2.5, 1.5], [1.0], [1.0])
    """
    if settings.correction == "max-t":
        raise OptionError(
            "the correction max-t is not available for several test sets; choose holm, "
            "benjamini-hochberg or none"
        )
    systems = len(next(iter(sets.values())).sums)
    pairs = compared_pairs(systems, baseline)
    least = settings.resamples_of(sum(len(one.sums[0]) for one in sets.values()))
    resamples = resamples_of_tests(settings, least, len(pairs))
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    scores = np.mean(
        [one.metric.formula(np.stack([rows.sum(axis=0) for rows in one.sums])) for one in
         sets.values()],
        axis=0,
    )  # fmt: skip
    differences = scores[first] - scores[second]
    variances, degrees, differing = [], [], np.zeros(len(pairs), np.int64)
    for one in sets.values():
        without_each = scores_without_each(one.metric, one.sums)
        of_pairs = jackknife_variance(without_each[:, first] - without_each[:, second])
        variances.append([*jackknife_variance(without_each), *of_pairs])
        units = [int(differing_units(one.sums[i], one.sums[j]).sum()) for i, j in pairs]
        differing += units
        degrees.append([*[len(one.sums[0]) - 1] * systems, *(number - 1 for number in units)])
    errors, of_means = _of_means(np.array(variances), np.array(degrees).clip(1))
    values = np.concatenate([scores, differences])
    bounds = student_bounds(values, errors, of_means, settings.confidence)
    scale = next(iter(sets.values())).metric.identity.scale
    limits = np.full(len(pairs), 1 / (resamples + 1))
    if settings.test == "bootstrap":
        resampled = _rescaled(sets, resamples, settings.seed, threads)
        shares = [
            centred_p_value(resampled[:, i] - resampled[:, j], difference)
            for (i, j), difference in zip(pairs, differences.tolist(), strict=True)
        ]
        p_values = _by_student(shares, of_means[systems:])
        limits = _by_student(limits, of_means[systems:])
    else:
        p_values = within_sets(
            [(one.metric, one.sums, _purpose(one, name)) for name, one in sets.items()],
            pairs,
            resamples,
            settings.seed,
            threads,
        )
    limits = np.maximum(limits, least_p_values(differing))
    p_values = np.where(np.isnan(differences), np.nan, np.maximum(p_values, limits))
    return OverSets(
        resamples=resamples,
        scores=scores,
        bounds=bounds[:, :systems].clip(
            -math.inf if scale.low is None else scale.low,
            math.inf if scale.high is None else scale.high,
        ),
        standard_errors=errors[:systems],
        pairs=pairs,
        differences=differences,
        difference_bounds=bounds[:, systems:],
        p_values=p_values,
        adjusted_p_values=adjusted(p_values, settings.correction),
        p_value_limits=adjusted_limits(p_values, limits, settings.correction),
    )


def _of_means(
    variances: NDArray[np.float64], degrees: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the standard errors of means over sets, and Welch's degrees of freedom.

    Both have the shape (sets, numbers). Satterthwaite's degrees would be too few where each
    variance is estimated from few units.
    """
    total = variances.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        of_means = total**2 / (variances**2 / (degrees + 2)).sum(axis=0) - 2
    return (
        np.sqrt(total) / len(variances),
        np.where(total > 0, np.minimum(of_means, degrees.sum(axis=0)), np.inf),
    )


def _rescaled(
    sets: Mapping[str, OneSet], resamples: int, seed: int, threads: int
) -> NDArray[np.float64]:
    """Return mean scores of resamples that vary enough within each set, except for their mean."""
    draws: Any = {"resamples": resamples, "seed": seed, "threads": threads}
    total = np.zeros((resamples, 1))
    for name, one in sets.items():
        units = len(one.sums[0])
        if units == 1:
            raise OptionError(
                f"the bootstrap cannot draw from a single segment or document, as on the test set "
                f"{name}; choose the test randomisation, or resample segments if it has several"
            )
        scores = bootstrap_scores(one.metric, one.sums, purpose=_purpose(one, name), **draws)
        total = total + scores * math.sqrt(units / (units - 1)) / len(sets)
    return total


def _by_student(shares: Iterable[float], degrees: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p-values with the tails of Student's t instead of those of the normal distribution."""
    normal = NormalDist()
    both = zip(shares, degrees.tolist(), strict=True)
    return np.array([two_sided_p_value(normal.inv_cdf(p / 2), each) for p, each in both])


def _purpose(one: OneSet, name: str) -> str:
    return f"{one.metric.identity.name} over sets: {name}"
