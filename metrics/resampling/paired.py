"""All systems under one metric: intervals, differences, p-values and their correction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError
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
from tallystick.metrics.resampling.runs import two_level_scores
from tallystick.metrics.resampling.settings import Settings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.metric import Metric

RANDOMISATION = "approximate randomisation"
BOOTSTRAP = "centred bootstrap"
TWO_LEVEL = "two-level bootstrap"


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """What one metric says of several systems.

    Attributes:
        method: The test: "approximate randomisation", "centred bootstrap", or, where a system has
            several runs, "two-level bootstrap".
        resamples: How many resamples were drawn.
        scores: The score of each system, of several runs the mean, shape (systems,).
        bounds: The lower and the upper bounds of their intervals, shape (2, systems).
        standard_errors: Shape (systems,).
        pairs: The numbers of the two systems of each pair.
        differences: The score of a pair's first system less that of its second, shape (pairs,).
        difference_bounds: The bounds of their intervals, shape (2, pairs).
        difference_errors: Their standard errors, shape (pairs,).
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
    p_values: NDArray[np.float64]
    adjusted_p_values: NDArray[np.float64]
    exact: NDArray[np.bool_]
    undefined_resamples: int


def compare_under(
    metric: Metric,
    runs: Sequence[Sequence[NDArray[np.float64]]],
    names: Sequence[str],
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
        names: The systems' names.
        settings: The test, the number of resamples, the seed, levels and the correction.
        baseline: The number of the system that all others are compared with; None for all pairs.
        threads: How many threads to use; the result does not depend on it.

    Raises:
        InputError: There are no systems, or one has no run.

    >>> from tallystick.metrics.bleu import Bleu
    >>> from tallystick.metrics.corpus import Corpus
    >>> references = ["a b c d e", "f g h i"]
    >>> rows = [
    ...     Bleu().statistics(Corpus.from_segments(hypotheses=one, references=references)).rows
    ...     for one in (["a b c d e", "f g h i"], ["a b c d x", "f g h i"])
    ... ]
    >>> found = compare_under(Bleu(), [[one.astype(float)] for one in rows], ["a", "b"], Settings())
    >>> found.p_values.tolist(), found.exact.tolist()
    ([1.0], [True])
    """
    if not runs or not all(runs):
        raise InputError("there is no system to compare, or one without a run; give at least one")
    systems = range(len(runs))
    pairs = (
        tuple((i, j) for i in systems for j in systems if i < j)
        if baseline is None
        else tuple((i, baseline) for i in systems if i != baseline)
    )
    several_runs = any(len(of_system) > 1 for of_system in runs)
    resamples = max(
        settings.resamples,
        resamples_needed(len(pairs), settings.correction, settings.significance_level),
    )
    scores = np.array(
        [
            np.mean([float(metric.formula(rows.sum(axis=0))) for rows in of_system])
            for of_system in runs
        ]
    )
    resampled = two_level_scores(
        metric,
        runs,
        names,
        resamples=resamples,
        seed=settings.seed,
        purpose=metric.name,
        threads=threads,
    )
    first, second = [i for i, _ in pairs], [j for _, j in pairs]
    differences = scores[first] - scores[second]
    difference_bounds, errors = np.empty((2, len(pairs))), np.empty(len(pairs))
    by_bootstrap = np.empty(len(pairs))
    for number, (i, j) in enumerate(pairs):
        resampled_difference = resampled[:, i] - resampled[:, j]
        difference_bounds[:, number] = percentile_bounds(resampled_difference, settings.confidence)
        errors[number] = _deviation(resampled_difference)
        by_bootstrap[number] = centred_p_value(resampled_difference, differences[number])
    exact = np.zeros(len(pairs), dtype=np.bool_)
    if several_runs or settings.test == "bootstrap":
        method = TWO_LEVEL if several_runs else BOOTSTRAP
        p_values = by_bootstrap
        together = _max_t_of_bootstrap(resampled, pairs, differences, errors)
    else:
        method = RANDOMISATION
        sums = [rows for [rows] in runs]
        own, counts = randomisation_counts(
            metric,
            sums,
            pairs,
            resamples=resamples,
            seed=settings.seed,
            purpose=metric.name,
            threads=threads,
            divisors=errors,
        )
        p_values = (own + 1) / (resamples + 1)
        together = stepped_down(counts, _relative(differences, errors), resamples)
        for number, (i, j) in enumerate(pairs):
            enumerated = enumerated_p_value(metric, sums[i], sums[j], resamples, threads)
            if enumerated is not None:
                p_values[number], exact[number] = enumerated, True
    p_values = np.where(np.isnan(differences), np.nan, p_values)
    return Compared(
        method=method,
        resamples=resamples,
        scores=scores,
        bounds=percentile_bounds(resampled, settings.confidence),
        standard_errors=np.array([_deviation(resampled[:, i]) for i in systems]),
        pairs=pairs,
        differences=differences,
        difference_bounds=difference_bounds,
        difference_errors=errors,
        p_values=p_values,
        adjusted_p_values=_adjusted(p_values, together, settings),
        exact=exact,
        undefined_resamples=int(np.isnan(resampled).any(axis=1).sum()),
    )


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


def _max_t_of_bootstrap(
    resampled: NDArray[np.float64],
    pairs: Sequence[tuple[int, int]],
    differences: NDArray[np.float64],
    errors: NDArray[np.float64],
) -> NDArray[np.float64]:
    """Return p-values stepped down as in `randomisation_counts`, of centred differences."""
    relative = _relative(differences, errors)
    rising = np.argsort(relative, kind="stable")
    counts = np.zeros(len(pairs), dtype=np.int64)
    largest = np.zeros(len(resampled))
    for number in rising:
        i, j = pairs[number]
        difference = resampled[:, i] - resampled[:, j]
        centred = np.abs(difference - np.nanmean(difference))
        scaled = centred / errors[number] if errors[number] > 0 else np.zeros_like(centred)
        largest = np.fmax(largest, np.where(np.isnan(scaled), np.inf, scaled))
        counts[number] = int((largest >= relative[number] * (1 - 1e-9)).sum())
    return stepped_down(counts, relative, len(resampled))


def _relative(differences: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    sizes = np.where(np.isnan(differences), 0.0, np.abs(differences))
    return np.divide(sizes, errors, out=np.zeros_like(sizes), where=errors > 0)


def _deviation(resampled: NDArray[np.float64]) -> float:
    defined = resampled[~np.isnan(resampled)]
    return float(defined.std(ddof=1)) if len(defined) > 1 else float("nan")
