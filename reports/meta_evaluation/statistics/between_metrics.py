"""Tests of whether two metrics agree with humans equally well.

Williams' test compares Pearson's correlations of one vector. The permutation tests exchange the
standardised scores of the two metrics; Deutsch, Dror and Roth, "A Statistical Analysis of
Summarization Evaluation Metrics Using Resampling Methods", TACL 9, 2021. What is exchanged decides
to what the result generalises. The observed arrangement is one of the exchanges.

All pairs of metrics are corrected together by the step-down max-t procedure, with the same
exchanges for all pairs, so that more metrics do not need more resamples.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.resampling.draws import in_parts, swaps
from tallystick.metrics.resampling.randomisation import enumerated_exchanges, ways_to_exchange
from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.reports.meta_evaluation.settings import FEWEST_FOR_WILLIAMS, Draws

TIE = 1e-9


class Tested(NamedTuple):
    """Two-sided p-values of tests, and corrected for all of them; NaN where one is undefined.

    `limits` are the smallest corrected p-values that the tests could have.
    """

    p_values: FloatArray
    adjusted: FloatArray
    limits: FloatArray


def _tested(
    sizes: Callable[[int, int], FloatArray],
    observed: FloatArray,
    reach: FloatArray,
    draws: Draws,
    numbers_each: int,
    ways: int = 0,
) -> Tested:
    """Test statistics together by the step-down max-t procedure, in parts of the resamples.

    `tallystick.metrics.resampling.correction` is the same with all resamples in memory. `sizes`
    returns the statistics of the resamples between two numbers, shape (resamples, tests), on one
    scale; `reach` has the largest ones that could be observed. The resamples are all `ways` to
    exchange, of which the observed arrangement is one, unless these are 0.
    """
    resamples = ways or draws.resamples
    undefined = np.isnan(observed)
    thresholds = np.where(undefined, 0.0, np.abs(observed)) - TIE
    rising = np.argsort(thresholds)

    def part(start: int, stop: int) -> tuple[NDArray[Any], ...]:
        absolute = np.where(undefined, 0.0, np.abs(sizes(start, stop)))
        absolute[np.isnan(absolute)] = np.inf  # without a coefficient there is no evidence
        largest = np.maximum.accumulate(absolute[:, rising], axis=1)
        as_large = (absolute >= thresholds).sum(axis=0)
        return as_large, (largest >= thresholds[rising]).sum(axis=0), largest[:, -1]

    parts = in_parts(part, resamples, numbers_each + 4 * len(observed), draws.threads)
    alone, stepped = (np.sum([of_part[kind] for of_part in parts], axis=0) for kind in (0, 1))
    stepped[rising] = np.maximum.accumulate(stepped[::-1])[::-1]
    largest = np.sort(np.concatenate([of_part[2] for of_part in parts]))
    counts = np.stack([alone, stepped, resamples - np.searchsorted(largest, reach - TIE)])
    observed_too = 0 if ways else 1
    p_values = (counts + observed_too) / (resamples + observed_too)
    return Tested(*np.where(undefined, np.nan, p_values))


def sign_tests(effects: FloatArray, draws: Draws) -> Tested:
    """Test whether sums of effects, (units, tests), differ from 0, by reversing random signs.

    All signs of few units with effects are enumerated. Limits are the p-values if the effects of
    all units had one sign.
    """
    scales = np.sqrt((effects**2).sum(axis=0))
    scaled = effects / np.where(scales > 0, scales, 1.0)
    total = scaled.sum(axis=0)
    used = scaled[np.nan_to_num(scaled).any(axis=1)]
    ways = ways_to_exchange(len(used), draws.resamples)

    def sizes(start: int, stop: int) -> FloatArray:
        if ways:
            return np.asarray(total - 2 * (enumerated_exchanges(len(used), start, stop) @ used))
        draw = swaps(draws.seed, draws.purpose, len(scaled), start, stop).astype(np.float64)
        return np.asarray(total - 2 * (draw @ scaled))

    reach = np.abs(scaled).sum(axis=0)
    return _tested(sizes, total, reach, draws, len(scaled), ways)


def effects_of_systems(
    agreement: Callable[[int, int], FloatArray], pairs: Sequence[tuple[int, int]]
) -> FloatArray:
    """Return what each system adds to the difference of metrics' agreement, (systems, pairs).

    The agreement is a sum over pairs of systems; `agreement` returns its terms if one metric scores
    the first system and another the second. Exchanging the scores of the two metrics for some
    systems (PERM-SYSTEMS) changes the difference of their sums by exactly twice the effects of
    these systems: what depends on both systems of a pair is the same for both metrics.
    """
    effects = []
    for one, other in pairs:
        mixed = agreement(one, other)
        both = agreement(one, one) - agreement(other, other)
        effects.append((both + mixed - mixed.T).sum(axis=1) / 2)
    return np.array(effects).T


def williams_p_value(r12: float, r13: float, r23: float, systems: int) -> float | None:
    """Return the two-sided p-value of Williams' test; None where it is undefined.

    It is undefined for fewer than 4 systems, and for correlations that no three vectors, of humans
    and two metrics, can have. Williams, "The Comparison of Regression Variables", JRSS B 21, 1959;
    Graham and Baldwin, "Testing for Significance of Increased Correlation with Human Judgment",
    EMNLP 2014.
    """
    if systems < FEWEST_FOR_WILLIAMS or any(math.isnan(r) for r in (r12, r13, r23)):
        return None
    k = 1 - r12**2 - r13**2 - r23**2 + 2 * r12 * r13 * r23
    mean = (r12 + r13) / 2
    below = 2 * k * (systems - 1) / (systems - 3) + mean**2 * (1 - r23) ** 3
    if k < 0 or below <= 0:
        return 1.0 if r12 == r13 else None
    t = (r12 - r13) * math.sqrt((systems - 1) * (1 + r23) / below)
    return two_sided_p_value(t, systems - 3)


def pearson_p_values(
    human: FloatArray, metrics: FloatArray, pairs: IntArray, draws: Draws
) -> Tested:
    """Test the differences of pairs of metrics in Pearson's correlation over all outputs.

    Each score of a system for a segment is exchanged by itself: PERM-BOTH of mt-metrics-eval.
    Outputs that humans or any metric did not score do not count.
    """
    of_human, scores, known = _cells(human, metrics)
    cells = int(known.sum())
    # of each metric the scores, their squares and their products with those of humans
    parts = np.stack([scores, scores**2, of_human * scores], axis=1)
    totals = parts.sum(axis=(2, 3))
    by_cell = parts.reshape(-1, known.size).T
    first, second = pairs.T
    with np.errstate(invalid="ignore", divide="ignore"):
        each = _correlations(totals, cells)
    scales = exchange_scales(human, metrics, pairs)
    scales = np.where(scales > TIE, scales, 1.0)

    def sizes(start: int, stop: int) -> FloatArray:
        draw = swaps(draws.seed, draws.purpose, known.size, start, stop).astype(np.float64)
        sums = (draw @ by_cell).reshape(stop - start, len(metrics), 3)
        moved = sums[:, second] - sums[:, first]
        with np.errstate(invalid="ignore", divide="ignore"):
            kept = _correlations(totals[first] + moved, cells)
            return (kept - _correlations(totals[second] - moved, cells)) / scales

    observed = (each[first] - each[second]) / scales
    reach = np.full(len(pairs), np.inf)
    return _tested(sizes, observed, reach, draws, known.size + 6 * len(pairs))


def exchange_scales(human: FloatArray, metrics: FloatArray, pairs: IntArray) -> FloatArray:
    """Return the deviations of differences of Pearson's correlations, shape (pairs,).

    They are those under exchanges of single scores, to the first order in the effects of cells.
    """
    of_human, scores, known = _cells(human, metrics)
    cells = max(int(known.sum()), 1)
    each = (of_human * scores).sum(axis=(1, 2)) / cells
    scales = []
    for one, other in pairs:
        sums = (each[one] + each[other]) / 4 * (scores[one] + scores[other])
        effects = (scores[one] - scores[other]) * (of_human - sums)
        scales.append(np.linalg.norm(effects) / cells)
    return np.array(scales)


def _cells(human: FloatArray, metrics: FloatArray) -> tuple[FloatArray, FloatArray, BoolArray]:
    """Return standardised scores of cells that all scored, 0 elsewhere, and these cells."""
    known = ~(np.isnan(human) | np.isnan(metrics).any(axis=0))
    of_human, *scores = (
        np.nan_to_num(standardised(np.where(known, side, np.nan))) for side in (human, *metrics)
    )
    return of_human, np.stack(scores), known


def mean_p_values(groups: FloatArray, pairs: IntArray, draws: Draws) -> Tested:
    """Test the differences of pairs of metrics in the mean coefficient of segments.

    The scores of whole segments are exchanged (PERM-INPUTS), which exchanges the coefficients
    within them, shape (metrics, segments). Those in which either is undefined do not count.
    """
    differences = (groups[pairs[:, 0]] - groups[pairs[:, 1]]).T
    known = ~np.isnan(differences)
    tested = sign_tests(np.where(known, differences, 0.0), draws)
    return Tested(*np.where(known.any(axis=0), tested, np.nan))


def standardised(scores: FloatArray) -> FloatArray:
    """Return scores less their mean, over their deviation if there is any; NaN stays NaN."""
    known = scores[~np.isnan(scores)]
    if not len(known) or np.ptp(known) == 0:
        return scores * 0.0
    return np.asarray((scores - known.mean()) / known.std())


def _correlations(sums: FloatArray, cells: int) -> FloatArray:
    """Return correlations from the sums of scores, of squares and of products with humans."""
    mean = sums[..., 0] / cells
    return np.asarray((sums[..., 2] / cells) / np.sqrt(sums[..., 1] / cells - mean**2))
