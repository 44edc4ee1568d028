"""The paired bootstrap of Moses: scripts/analysis/bootstrap-hypothesis-difference-significance.pl.

The differences |d*| of resamples, centred by their own mean, are compared with |d|. Ties count and
nothing is added, so p can be 0, equal systems have p = 1, and about a tenth of true nulls are
rejected at 5%. The script sorts resampled scores as text, so the interval has wrong bounds if it
includes 10 (which NIST may do) or scores below 0.0001; this is reproduced.

The script does not set a seed; Perl chooses one for each run. The numbers are reproduced for the
seed given to Perl, such as 42 in

    perl -e 'srand(42); do shift' ./bootstrap-hypothesis-difference-significance.pl HYP1 HYP2 REF

BLEU is resampled first, and NIST with the random numbers that follow. The script's own NIST, which
counts an n-gram only once per segment, is not among our dialects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.linear_congruential import advanced, perl_state, uniform
from tallystick.compat.emulation.sums import (
    SystemResult,
    batches,
    how_often,
    scores_of,
    side_by_side,
    weighted_sums,
)
from tallystick.metrics.arguments.calls import whole_number
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.bleu.formula import columns_of
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.resampling.settings import number_of_resamples
from tallystick.metrics.sums.elementary import exp, log

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.sums import Scorer
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics

PERCENT = 100.0
"""The BLEU of the script is between 0 and 1, ours between 0 and 100."""

ADVICE = (
    ", because an order has no n-grams there; Moses' script fails then; give more or longer "
    "segments"
)


def paired_bootstrap(
    metric: Metric,
    baseline: Statistics,
    systems: Sequence[Statistics],
    resamples: int,
    *,
    seed: int,
    passes_before: int = 0,
) -> tuple[SystemResult, ...]:
    """Return the results of the baseline and of each system, as of one run of the script for each.

    p = #{ |d*| - mean |d*| >= |d| } / resamples, where d* are the differences on resamples. BLEU
    without smoothing (`bleu:dialect=multi-bleu`) equals that of the script to the last digit; other
    metrics keep their formula in the same procedure.

    Args:
        metric: The metric.
        baseline: The statistics of the first hypothesis file of the script.
        systems: The statistics of the other systems.
        resamples: The number of resamples.
        seed: The argument of `srand`.
        passes_before: The number of metrics resampled earlier in the run: 0 for BLEU, 1 for NIST.
    """
    number_of_resamples(resamples)
    whole_number("passes_before", passes_before, low=0)
    rows = side_by_side([baseline, *systems])
    segments = len(rows)
    score, scale = _scorer(metric)
    state = advanced(perl_state(seed), passes_before * resamples * segments)
    drawn = _drawn_segments(state, segments, resamples)
    resampled = np.concatenate(
        [_scores(score, weighted_sums(how_often(part), rows)) for part in drawn], axis=1
    )
    real = _scores(score, rows.sum(axis=0))
    results = []
    for index, scores in enumerate(resampled):
        p_value = None
        if index:
            differences = np.abs(scores - resampled[0])
            p_value = _p_value(differences, abs(real[index] - real[0]))
        middle, half_width = _interval(scores)
        results.append(
            SystemResult(float(real[index]) * scale, p_value, middle * scale, half_width * scale)
        )
    return tuple(results)


def _drawn_segments(state: int, segments: int, resamples: int) -> Iterator[NDArray[np.int64]]:
    """Yield the segments of every resample, several resamples at a time."""
    for number in batches(resamples, segments):
        numbers = uniform(state, number * segments) * segments
        yield numbers.astype(np.int64).reshape(number, segments)
        state = advanced(state, number * segments)


def is_own_metric(metric: Metric) -> bool:
    """Return whether the script computes this BLEU, of any order; its NIST is not one of ours."""
    if not isinstance(metric, Bleu):
        return False
    conventions = replace(
        metric.conventions,
        order=4,
        empty_hypotheses="zero",
        empty_references="normal",
        tokenize="none",
        lowercase="none",
    )
    return conventions == BleuDialect()


def _scorer(metric: Metric) -> tuple[Scorer, float]:
    """Return a function from sums to scores on the script's scale, and the factor to ours."""
    if not isinstance(metric, Bleu):
        return lambda sums: metric.formula(sums), 1.0
    if is_own_metric(metric):
        return lambda sums: _bleu(sums, metric.order), PERCENT
    return lambda sums: metric.formula(sums) / PERCENT, PERCENT


def _scores(score: Scorer, sums: NDArray[Any]) -> NDArray[np.float64]:
    return scores_of(score, sums.astype(np.float64), ADVICE)


def _bleu(sums: NDArray[np.float64], order: int) -> NDArray[np.float64]:
    """Return BLEU in the script's order of operations, 0 to 1; NaN if it divides by zero."""
    named = columns_of(BleuDialect(order=order)).split(sums)
    hypothesis, reference = named["hypothesis_length"], named["reference_length"]
    totals = named["totals"]
    with np.errstate(divide="ignore", invalid="ignore"):
        logarithms = log(named["matches"] / totals)
        exponents = np.where(hypothesis < reference, 1 - reference / hypothesis, 0.0)
    # added one by one, as in the script
    means = exp(np.cumsum(logarithms, axis=1)[:, -1] / order)
    scores: NDArray[np.float64] = exp(exponents) * means
    return np.where((totals > 0).all(axis=1), scores, np.nan)


def _p_value(differences: NDArray[np.float64], real: float) -> float:
    mean = float(np.cumsum(differences)[-1]) / len(differences)
    return int((differences - mean >= real).sum()) / len(differences)


def _interval(scores: NDArray[np.float64]) -> tuple[float, float]:
    """Return the middle and half-width of the 95% interval of scores sorted as text."""
    ordered = sorted(scores.tolist(), key="{:.15g}".format)
    outside = len(ordered) // 40
    lower, higher = ordered[outside], ordered[len(ordered) - outside - 1]
    width = higher - lower
    return lower + 0.5 * width, 0.5 * width
