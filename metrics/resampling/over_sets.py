"""Systems compared over several test sets, by the mean of their scores on the sets.

Every set has the same weight. Segments, or documents, are drawn and exchanged within their own set
(stratified resampling), so the sets are taken as given: intervals and p-values say what other
segments of these sets would change, not what other sets would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import OptionError
from tallystick.metrics.resampling.bootstrap import (
    bootstrap_scores,
    centred_p_value,
    percentile_bounds,
)
from tallystick.metrics.resampling.correction import (
    adjusted,
    adjusted_limits,
    least_p_values,
)
from tallystick.metrics.resampling.paired import compared_pairs, resamples_of_tests
from tallystick.metrics.resampling.randomisation import within_sets
from tallystick.metrics.resampling.units import differing_units

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric
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
        interval_resamples: The number of resamples of the intervals.
        scores: The mean scores, shape (systems,); NaN if one is not defined.
        bounds: The bounds of their intervals, shape (2, systems).
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of the first system of each pair minus that of the second, shape
            (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs).
        p_values: Two-sided; NaN where a score is not defined; shape (pairs,).
        adjusted_p_values: The same, corrected for the number of pairs; shape (pairs,).
        p_value_limits: The smallest adjusted p-value that the number of resamples allows each pair,
            shape (pairs,).
    """

    resamples: int
    interval_resamples: int
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
        OptionError: The correction is max-t.

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
    of_intervals = settings.resamples_of(sum(len(one.sums[0]) for one in sets.values()))
    resamples = resamples_of_tests(settings, of_intervals, len(pairs))
    if settings.test == "bootstrap":
        of_intervals = resamples
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    scores = np.mean(
        [one.metric.formula(np.stack([rows.sum(axis=0) for rows in one.sums])) for one in
         sets.values()],
        axis=0,
    )  # fmt: skip
    resampled = np.zeros((of_intervals, systems))
    units = 1
    differing = np.zeros(len(pairs), np.int64)
    for name, one in sets.items():
        resampled += bootstrap_scores(
            one.metric,
            one.sums,
            resamples=of_intervals,
            seed=settings.seed,
            purpose=_purpose(one, name),
            threads=threads,
        )
        units += len(one.sums[0]) - 1  # degrees of freedom add up
        differing += [int(differing_units(one.sums[i], one.sums[j]).sum()) for i, j in pairs]
    resampled /= len(sets)
    differences = scores[first] - scores[second]
    of_pairs = resampled[:, first] - resampled[:, second]
    if settings.test == "bootstrap":
        p_values = np.array(
            [centred_p_value(*one) for one in zip(of_pairs.T, differences, strict=True)]
        )
    else:
        p_values = within_sets(
            [(one.metric, one.sums, _purpose(one, name)) for name, one in sets.items()],
            pairs,
            resamples,
            settings.seed,
            threads,
        )
    least = least_p_values(differing)
    p_values = np.where(np.isnan(differences), np.nan, np.maximum(p_values, least))
    limits = np.maximum(least, 1 / (resamples + 1))
    return OverSets(
        resamples=resamples,
        interval_resamples=of_intervals,
        scores=scores,
        bounds=percentile_bounds(resampled, settings.confidence, units),
        standard_errors=resampled.std(axis=0, ddof=1),
        pairs=pairs,
        differences=differences,
        difference_bounds=percentile_bounds(of_pairs, settings.confidence, units),
        p_values=p_values,
        adjusted_p_values=adjusted(p_values, settings.correction),
        p_value_limits=adjusted_limits(p_values, limits, settings.correction),
    )


def _purpose(one: OneSet, name: str) -> str:
    return f"{one.metric.identity.name} over sets: {name}"
