"""MultEval 0.5.1: approximate randomisation against a baseline.

Clark, Dyer, Lavie and Smith, "Better Hypothesis Testing for Statistical Machine Translation:
Controlling for Optimizer Instability", ACL 2011. The randomisation swaps segments between systems
and permutes the runs of each segment. It treats runs as data, so several runs with one difference
count as more evidence. It counts only strictly greater differences, so a copy of the baseline is
"significantly different" from it. With three or more runs the two sides are swapped differently:
some segments are on both sides and others on neither. All this is reproduced.

MultEval does not set a seed: its generators (`java.util.Random`), one for swaps and one for
permutations, are seeded by the clock and shared by all systems. The numbers are reproduced for
given seeds and one thread (`--threads 1`); several threads draw in any order and may lose counts.
Scores agree with Java's except for the last digits, because Java has another logarithm. MultEval
computes a p-value for one run of each system, but does not print it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.linear_congruential import advanced, below, booleans, java_state
from tallystick.compat.emulation.sums import (
    SystemResult,
    batches,
    scores_of,
    side_by_side,
    weighted_sums,
)
from tallystick.errors import InputError
from tallystick.metrics.bleu.dialect import BleuDialect
from tallystick.metrics.bleu.formula import columns_of
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.resampling.settings import number_of_resamples
from tallystick.metrics.sums.elementary import exp, log
from tallystick.metrics.sums.statistics import concatenate

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.sums import Scorer
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.statistics import Statistics

JBLEU = BleuDialect(smooth="exp", missing_order="neutral")
"""The dialect of MultEval's BLEU, except that an empty segment there has one token."""

ADVICE = "; give more segments, or a metric that always has one, such as bleu:dialect=jbleu"


def randomisation(
    metric: Metric,
    baseline: Sequence[Statistics],
    systems: Sequence[Sequence[Statistics]],
    shuffles: int,
    *,
    seed: int,
    permutation_seed: int | None = None,
) -> tuple[SystemResult, ...]:
    """Return the results of the baseline and of each system, pooling the runs of each.

    p = (1 + #{ |d*| > |d| }) / (1 + shuffles), where d* are the differences after random swaps.

    Args:
        metric: The metric.
        baseline: The statistics of the runs of the baseline.
        systems: The statistics of as many runs of each other system.
        shuffles: The number of random swaps of the whole test set.
        seed: The seed of the generator of swaps.
        permutation_seed: The seed of the generator of permutations, used if systems have several
            runs; `seed` + 1 by default.
    """
    number_of_resamples(shuffles, name="shuffles")
    score = _scorer(metric)
    runs = [_runs(of_system, len(baseline)) for of_system in (baseline, *systems)]
    results = []
    state = java_state(seed)
    permutation_state = java_state(seed + 1 if permutation_seed is None else permutation_seed)
    of_baseline = side_by_side(runs[0])
    baseline_score = float(_scores(score, concatenate(runs[0]).rows.sum(axis=0)))
    for number, of_system in enumerate(runs):
        rows = side_by_side(of_system)
        run_scores = _scores(score, rows.sum(axis=0))
        p_value = None
        if number:
            side_by_side([runs[0][0], of_system[0]])
            own_score = float(_scores(score, concatenate(of_system).rows.sum(axis=0)))
            draws = _shufflings(len(rows), len(of_system), shuffles, state, permutation_state)
            greater = 0
            for one_swap, other_swap, *states in draws:
                one, other = (
                    _scores(score, _swapped_sums(of_baseline, rows, swap))
                    for swap in (one_swap, other_swap)
                )
                greater += int((np.abs(one - other) > abs(baseline_score - own_score)).sum())
                state, permutation_state = states
            p_value = (greater + 1) / (shuffles + 1)
        results.append(SystemResult(_mean(run_scores), p_value))
    return tuple(results)


def _mean(scores: NDArray[np.float64]) -> float:
    """Return the mean, summed from left to right as in Java."""
    return float(np.cumsum(scores)[-1]) / len(scores)


def _runs(runs: Sequence[Statistics], expected: int) -> Sequence[Statistics]:
    if len(runs) != expected or not expected:
        raise InputError(
            f"a system has {len(runs)} runs, but the baseline has {expected}; give the same number "
            "of runs of every system, at least one"
        )
    return runs


def _shufflings(
    segments: int, runs: int, shuffles: int, state: int, permutation_state: int
) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_], int, int]]:
    """Yield swaps, several shuffles at a time.

    Yields:
        For the first and for the second side, whether a segment of a run comes from the system
        instead of the baseline, shape (shuffles, segments, runs); and the states of both generators
        after these draws.
    """
    for number in batches(shuffles, segments * runs):
        draws = number * runs * segments
        swaps = booleans(state, draws).reshape(number, runs, segments)
        state = advanced(state, draws)
        if runs == 1:
            one = swaps.swapaxes(1, 2)
            yield one, ~one, state, permutation_state
            continue
        permutation, permutation_state = _permutations(number, runs, segments, permutation_state)
        inverse = permutation.argsort(axis=1)
        one = np.take_along_axis(swaps, inverse, axis=1)
        other = ~np.take_along_axis(swaps, permutation, axis=1)
        yield one.swapaxes(1, 2), other.swapaxes(1, 2), state, permutation_state


def _permutations(
    number: int, runs: int, segments: int, state: int
) -> tuple[NDArray[np.int64], int]:
    """Return permutations of runs, shape (shuffles, runs, segments), and the next state."""
    permutation = np.tile(np.arange(runs)[:, np.newaxis], (number, 1, segments))
    bounds = np.tile(np.arange(runs, 1, -1), number * segments)
    chosen, state = below(state, bounds)
    chosen = chosen.reshape(number, segments, runs - 1)
    for index in range(runs - 1):
        last = runs - 1 - index
        place = chosen[:, np.newaxis, :, index]
        other = np.take_along_axis(permutation, place, axis=1)
        np.put_along_axis(permutation, place, permutation[:, last : last + 1], axis=1)
        permutation[:, last : last + 1] = other
    return permutation, state


def _swapped_sums(
    baseline: NDArray[Any], system: NDArray[Any], swaps: NDArray[np.bool_]
) -> NDArray[Any]:
    """Return the sums over all runs of one side, shape (shuffles, columns)."""
    difference = (system - baseline).reshape(-1, 1, baseline.shape[-1])
    [sums] = weighted_sums(swaps.reshape(len(swaps), -1), difference)
    summed: NDArray[Any] = sums.astype(baseline.dtype) + baseline.sum(axis=(0, 1))
    return summed


def is_own_metric(metric: Metric) -> bool:
    """Return whether MultEval computes this BLEU."""
    if not isinstance(metric, Bleu):
        return False
    return replace(metric.conventions, tokenize="none", lowercase="none") == JBLEU


def _scorer(metric: Metric) -> Scorer:
    return _jbleu if is_own_metric(metric) else metric.formula


def _scores(score: Scorer, sums: NDArray[Any]) -> NDArray[np.float64]:
    return scores_of(score, sums.astype(np.float64), ADVICE)


def _jbleu(sums: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return BLEU in jBLEU's order of operations, 0 to 100."""
    named = columns_of(JBLEU).split(sums)
    hypothesis, reference = named["hypothesis_length"], named["reference_length"]
    matches, totals = named["matches"], named["totals"]
    missing, unmatched = totals == 0, (totals != 0) & (matches == 0)
    smoothed = 1 / (2.0 ** np.cumsum(unmatched, axis=1) * np.where(missing, 1, totals))
    precisions = np.where(unmatched, smoothed, matches / np.where(missing, 1, totals))
    weighted = log(np.where(missing, 1.0, precisions)) * 0.25
    with np.errstate(divide="ignore", invalid="ignore"):
        exponents = np.where(hypothesis < reference, 1 - reference / hypothesis, 0.0)
    scores = exp(exponents) * exp(np.cumsum(weighted, axis=1)[:, -1])
    return np.minimum(scores, 1.0) * 100
