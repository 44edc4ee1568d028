"""The functions of resampling, which tests compare with definitions, and statistics for them."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics import Bleu, Corpus, Metric, segments_as_units
from tallystick.metrics.resampling import student
from tallystick.metrics.resampling.bootstrap import deviations, percentile_bounds
from tallystick.metrics.resampling.correction import (
    adjusted,
    as_large,
    invariant_scales,
    least_p_values,
    resamples_needed,
    stepped_down,
)
from tallystick.metrics.resampling.draws import (
    draw_counts,
    normals,
    permutations,
    scores_of,
    swaps,
    weighted_sums,
)
from tallystick.metrics.resampling.intervals import (
    Variance,
    added,
    intervals_of_other_sets,
    intervals_over_sets,
    jackknife_variance,
    scores_without_each,
    variances_over_runs,
)
from tallystick.metrics.resampling.paired import compare_over_sets, near_level, resamples_of_tests
from tallystick.metrics.resampling.randomisation import (
    TIE,
    enumerated_p_value,
    one_sided_p_values,
    randomised_differences,
    randomised_p_values,
    thresholds_of,
)
from tallystick.metrics.resampling.settings import Correction, TestName, our_spelling
from tallystick.metrics.resampling.student import quantile, two_sided_p_value
from tallystick.metrics.resampling.units import OneSet, differing_units

Rows: TypeAlias = NDArray[np.float64]


def bleu_rows(hypotheses: list[str], references: list[str]) -> Rows:
    """Return the statistics of every segment under BLEU."""
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return segments_as_units(len(corpus)).sums(Bleu().statistics(corpus).rows)


def exchange_counts(
    metric: Metric, sums: Any, pairs: Any, purpose: str = "", **draws: Any
) -> NDArray[np.int64]:
    """Count the random exchanges with a difference at least as large as the observed one."""
    sets = [OneSet(metric, sums, purpose)]
    sizes = np.abs(randomised_differences(sets, pairs, **draws))
    counts: NDArray[np.int64] = (~(sizes < thresholds_of(sets, pairs))).sum(axis=0)
    return counts


def difference_after(own: Rows, other: Rows, exchanged: Any, metric: Any = None) -> float:
    """Return the difference of the scores of two systems of which some units are exchanged."""
    metric, chosen = metric or Bleu(), np.asarray(exchanged)[:, np.newaxis]
    sides = np.where(chosen, other, own), np.where(chosen, own, other)
    first, second = (float(metric.formula(rows.sum(axis=0))) for rows in sides)
    return first - second


def scores_without_one_by_one(rows: Rows, metric: Any = None) -> list[float]:
    """Return the scores without each unit, from the sums of all the others."""
    metric = metric or Bleu()
    return [
        float(metric.formula(np.delete(rows, unit, axis=0).sum(axis=0)))
        for unit in range(len(rows))
    ]


def centred_p_value(resampled: Any, observed: float) -> float:
    """Return the p-value of a difference from its centred bootstrap distribution."""
    drawn = deviations(np.array(resampled, dtype=np.float64)[:, np.newaxis])
    [count] = as_large(drawn, abs(observed) * (1 - TIE))
    return float((count + 1) / (len(resampled) + 1))


def random_rows(seed: int, units: int, quality: float = 0.6) -> Rows:
    """Return statistics as BLEU might have them of systems of like quality."""
    generator: Any = np.random.default_rng(seed)
    lengths = generator.integers(4, 30, units)
    totals = np.stack([lengths - order for order in range(4)], axis=1)
    shares = quality ** np.arange(1, 5) * generator.uniform(0.7, 1.3, (units, 1))
    matches = generator.binomial(totals, np.clip(shares, 0, 1))
    columns = [lengths, generator.integers(4, 30, units), *matches.T, *totals.T]
    return np.stack(columns, axis=1).astype(np.float64)
