"""The paired approximate randomisation test.

Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989; for machine translation Riezler
and Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT", 2005. Under
the null hypothesis, exchanging the outputs of two systems in any units changes nothing in
distribution. The p-value is the share of exchanges whose difference is at least as large as the
observed one, in either direction; the observed arrangement counts as one of them.

One draw of units serves all pairs: with M_i the sum over the drawn units for system i and K_i that
over the others, the sums of the pair (i, j) are K_i + M_j and K_j + M_i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.correction import as_large
from tallystick.metrics.resampling.draws import in_parts, scores_of, swaps, weighted_sums
from tallystick.metrics.resampling.units import OneSet, between, differing_units, larger

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.arrays import FloatArray, IntArray

    Pairs = Sequence[tuple[int, int]]
    Exchanges = tuple[Callable[[int, int], FloatArray], int]

TIE = 1e-9
"""Relative tolerance within which two differences count as equal, because scores are rounded."""

NUMBERS_AT_ONCE = 2**16
"""The scores of several pairs are computed together, from about so many sums."""

LEAST_ENUMERATED = 2**15
"""Up to this number, all exchanges are enumerated, even if fewer resamples are requested."""

STAGES = (2_000, 10_000)
"""Numbers of resamples after which pairs that are decided are drawn no further. The p-value is
still valid, at most any level with at most that probability: for each level there is one of these
numbers, such that a p-value at or below the level needs so few exchanges as large among them."""

ENOUGH = 400
"""A pair is decided by so many exchanges that are as large; the standard error of its p-value is
then a twentieth of it."""


def randomised_p_values(
    sets: Sequence[OneSet], pairs: Pairs, *, resamples: int, seed: int, threads: int = 1
) -> FloatArray:
    """Return p-values of differences in the mean score over sets, by exchanges within each set.

    They are from at most `resamples` random exchanges; see `STAGES`.
    """
    thresholds = thresholds_of(sets, pairs)
    counts = np.zeros(len(pairs), np.int64)
    p_values, open_pairs = np.ones(len(pairs)), np.flatnonzero(~np.isnan(thresholds))
    start = 0
    for stop in (*(stage for stage in STAGES if stage < resamples), resamples):
        if not len(open_pairs):
            break
        exchanges = _exchanges(sets, [pairs[pair] for pair in open_pairs.tolist()], seed)
        counts[open_pairs] += _counts(exchanges, thresholds[open_pairs], start, stop, threads)
        p_values[open_pairs] = (counts[open_pairs] + 1) / (stop + 1)
        open_pairs, start = open_pairs[counts[open_pairs] < ENOUGH], stop
    return p_values


def randomised_differences(
    sets: Sequence[OneSet], pairs: Pairs, *, resamples: int, seed: int, threads: int = 1
) -> FloatArray:
    """Return the differences in the mean score over sets after random exchanges within each set.

    The shape is (resamples, pairs); NaN where a score is not defined.
    """
    differences, numbers_each = _exchanges(sets, pairs, seed)
    return np.concatenate(in_parts(differences, resamples, numbers_each, threads))


def one_sided_p_values(
    one_set: OneSet, pairs: Pairs, *, resamples: int, seed: int, threads: int = 1
) -> FloatArray:
    """Return the p-values of the first system of each pair being better, shape (pairs,).

    They are mid-p-values: half of the exchanges with the observed difference count, so that the
    p-values of a pair and of the same pair reversed add up to 1, whatever is tied. The observed
    arrangement is one of the exchanges. NaN for a pair in which a score is not defined.
    """
    direction = 1 if one_set.metric.identity.higher_is_better else -1
    scores = one_set.scores
    observed, tolerance = direction * between(scores, pairs), TIE * larger(scores, pairs)
    differences, numbers_each = _exchanges([one_set], pairs, seed)

    def part(start: int, stop: int) -> FloatArray:
        gains = direction * differences(start, stop)
        equal = np.abs(gains - observed) <= tolerance
        return np.asarray(((gains > observed + tolerance) + 0.5 * equal).sum(axis=0))

    counts = np.sum(in_parts(part, resamples, numbers_each, threads), axis=0)
    return np.where(np.isnan(observed), np.nan, (counts + 0.5) / (resamples + 1))


def enumerated_p_value(one_set: OneSet, resamples: int, threads: int = 1) -> float | None:
    """Return the exact p-value of two systems where few units differ, else None.

    Exchanging equal units changes nothing, and exchanging the complement only the sign, so half of
    the exchanges of the other units are enumerated.
    """
    differs, pairs = differing_units(*one_set.sums), [(0, 1)]
    number = int(differs.sum())
    if number == 0:
        return 1.0
    ways = ways_to_exchange(number, resamples)
    if not ways:
        return None
    exchanged = partial(enumerated_exchanges, number)
    part = one_set._replace(sums=[rows[differs] for rows in one_set.sums])
    exchanges = _differences(part, one_set.totals, pairs, exchanged)
    [count] = _counts(exchanges, thresholds_of([one_set], pairs), 0, ways, threads)
    return float(count / ways)


def ways_to_exchange(units: int, resamples: int) -> int:
    """Return the number of exchanges that give other sizes, if so few are enumerated, else 0.

    Exchanging the other units instead changes the sign alone.
    """
    ways: int = 2 ** max(units - 1, 0)
    return ways if ways <= max(resamples, LEAST_ENUMERATED) else 0


def enumerated_exchanges(units: int, start: int, stop: int) -> NDArray[np.int16]:
    """Return which units are exchanged, shape (exchanges, units), between two numbers of them."""
    return ((np.arange(start, stop)[:, np.newaxis] >> np.arange(units)) & 1).astype(np.int16)


def thresholds_of(sets: Sequence[OneSet], pairs: Pairs) -> FloatArray:
    """Return the least difference that counts as the observed one, shape (pairs,), or NaN."""
    scores = np.mean([one_set.scores for one_set in sets], axis=0)
    return np.abs(between(scores, pairs)) - TIE * larger(scores, pairs)


def _counts(
    exchanges: Exchanges, thresholds: FloatArray, start: int, stop: int, threads: int
) -> IntArray:
    """Count the exchanges between two numbers whose differences reach a threshold, by pair."""
    differences, numbers_each = exchanges

    def part(first: int, last: int) -> IntArray:
        return as_large(differences(start + first, start + last), thresholds)

    return np.asarray(np.sum(in_parts(part, stop - start, numbers_each, threads), axis=0))


def _exchanges(sets: Sequence[OneSet], pairs: Pairs, seed: int) -> Exchanges:
    """Return the differences in the mean score over sets after random exchanges."""
    used = sorted({system for pair in pairs for system in pair})
    numbered = [(used.index(one), used.index(other)) for one, other in pairs]
    of_sets = []
    for one_set in sets:
        part = one_set._replace(sums=[one_set.sums[system] for system in used])
        exchanged = partial(swaps, seed, part.purpose, len(part.sums[0]))
        of_sets.append(_differences(part, part.totals, numbered, exchanged))

    def means(start: int, stop: int) -> FloatArray:
        return np.asarray(sum(of_set(start, stop) for of_set, _ in of_sets) / len(of_sets))

    return means, max(numbers_each for _, numbers_each in of_sets)


def _differences(
    one_set: OneSet,
    totals: FloatArray,
    pairs: Pairs,
    exchanged: Callable[[int, int], NDArray[np.int16]],
) -> Exchanges:
    """Return a function that computes differences after exchanges, and its numbers for each.

    They have shape (exchanges, pairs), NaN where a score is not defined. `totals` are sums over
    these units and any others; `exchanged` returns the weights of units between two numbers of
    exchanges.
    """
    metric, (units, columns) = one_set.metric, one_set.sums[0].shape
    systems, add_up = len(one_set.sums), weighted_sums(one_set.sums)
    whole = totals.T[..., np.newaxis]
    firsts, seconds = np.array(pairs, np.int64).reshape(-1, 2).T

    def differences(start: int, stop: int) -> FloatArray:
        moved = add_up(exchanged(start, stop))
        kept = whole - moved
        of_pairs = np.empty((len(pairs), stop - start))
        size = max(1, NUMBERS_AT_ONCE // ((stop - start) * columns))
        for place in range(0, len(pairs), size):
            part = slice(place, place + size)
            first, second = firsts[part], seconds[part]
            of_pairs[part] = scores_of(metric, kept[:, first] + moved[:, second])
            of_pairs[part] -= scores_of(metric, kept[:, second] + moved[:, first])
        return of_pairs.T

    numbers_each = units // 4 + 3 * systems * columns + len(pairs)  # a weight has 2 bytes
    return differences, numbers_each
