"""The paired approximate randomisation test.

Noreen, "Computer-Intensive Methods for Testing Hypotheses", 1989; for machine translation Riezler
and Maxwell, "On Some Pitfalls in Automatic Evaluation and Significance Testing for MT", 2005. Under
the null hypothesis, exchanging the outputs of two systems in any units changes nothing in
distribution. The p-value is the share of exchanges whose difference is at least as large as the
observed one, in either direction; the observed arrangement counts as one of them.

One draw of units serves all pairs: with M_i the sum over the drawn units for system i and T_i its
total, the sums of the pair (i, j) are M_i + T_j - M_j and M_j + T_i - M_i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.draws import in_parts, swaps
from tallystick.metrics.resampling.units import differing_units
from tallystick.metrics.resampling.weighted_sums import scores_of, weighted_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric

TIE = 1e-9
"""Relative tolerance within which two differences count as equal, because scores are rounded."""

LEAST_ENUMERATED = 2**15
"""Up to this number, all exchanges are enumerated, even if fewer resamples are requested."""

PAIRS_AT_ONCE = 16

STAGES = (2_000, 10_000)
"""Numbers of resamples after which pairs that are decided are drawn no further. The p-value is
still valid, at most any level with at most that probability: for each level there is one of these
numbers, such that a p-value at or below the level needs so few exchanges as large among them."""

ENOUGH = 400
"""A pair is decided by so many exchanges that are as large; the standard error of its p-value is
then a twentieth of it."""


def randomised_p_values(
    metric: Metric,
    sums: Sequence[NDArray[np.float64]],
    pairs: Sequence[tuple[int, int]],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return p-values from at most `resamples` random exchanges; see `STAGES`.

    `sums` are the statistics of every unit for each system, shape (units, columns). The p-value of
    a pair depends neither on the other pairs nor on the number of threads.
    """
    return within_sets([(metric, sums, purpose)], pairs, resamples, seed, threads)


def within_sets(
    sets: Sequence[tuple[Metric, Sequence[NDArray[np.float64]], str]],
    pairs: Sequence[tuple[int, int]],
    resamples: int,
    seed: int,
    threads: int,
) -> NDArray[np.float64]:
    """Return p-values of the differences of mean scores over sets, with exchanges within each set.

    `sets` are the metric, the statistics of every unit for each system, and the purpose of each.
    """
    thresholds = _thresholds(sets, pairs)
    counts = np.zeros(len(pairs), np.int64)
    p_values, open_pairs = np.ones(len(pairs)), np.flatnonzero(~np.isnan(thresholds))
    start = 0
    for stop in (*(stage for stage in STAGES if stage < resamples), resamples):
        if not len(open_pairs):
            break
        draw, numbers_each = _mean_drawing(
            sets, [pairs[pair] for pair in open_pairs.tolist()], seed
        )
        part = _counting(draw, thresholds[open_pairs], start)
        counts[open_pairs] += sum(in_parts(part, stop - start, numbers_each, threads))
        p_values[open_pairs] = (counts[open_pairs] + 1) / (stop + 1)
        open_pairs, start = open_pairs[counts[open_pairs] < ENOUGH], stop
    return p_values


def _mean_drawing(
    sets: Sequence[tuple[Metric, Sequence[NDArray[np.float64]], str]],
    pairs: Sequence[tuple[int, int]],
    seed: int,
) -> tuple[Callable[[int, int], NDArray[np.float64]], int]:
    """Return the means over sets of `_drawing`, for the systems of some pairs."""
    used = sorted({system for pair in pairs for system in pair})
    numbered = [(used.index(one), used.index(other)) for one, other in pairs]
    of_sets = [
        _drawing(metric, [sums[system] for system in used], numbered, seed, purpose)
        for metric, sums, purpose in sets
    ]

    def draw(start: int, stop: int) -> NDArray[np.float64]:
        total = of_sets[0][0](start, stop)
        for another, _ in of_sets[1:]:
            total += another(start, stop)
        return total / len(of_sets)

    return draw, max(numbers for _, numbers in of_sets)


def _counting(
    draw: Callable[[int, int], NDArray[np.float64]], thresholds: NDArray[np.float64], start: int
) -> Callable[[int, int], NDArray[np.int64]]:
    """Return a function that counts exchanges as large as the thresholds."""

    def part(first: int, last: int) -> NDArray[np.int64]:
        sizes = sizes_of(draw(start + first, start + last))
        as_large: NDArray[np.int64] = (sizes >= thresholds).sum(axis=0)
        return as_large

    return part


def randomised_differences(
    metric: Metric,
    sums: Sequence[NDArray[np.float64]],
    pairs: Sequence[tuple[int, int]],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the differences after random exchanges.

    The shape is (resamples, pairs); NaN where a score is not defined.
    """
    draw, numbers_each = _drawing(metric, sums, pairs, seed, purpose)
    found = np.empty((resamples, len(pairs)))

    def part(start: int, stop: int) -> None:
        found[start:stop] = draw(start, stop)

    in_parts(part, resamples, numbers_each, threads)
    return found


def one_sided_p_values(
    metric: Metric,
    sums: Sequence[NDArray[np.float64]],
    pairs: Sequence[tuple[int, int]],
    *,
    resamples: int,
    seed: int,
    purpose: str = "",
    threads: int = 1,
) -> NDArray[np.float64]:
    """Return the p-values of the first system of each pair being better, shape (pairs,).

    They are mid-p-values: half of the exchanges with the observed difference count, so that the
    p-values of a pair and of the same pair reversed add up to 1, whatever is tied. The observed
    arrangement is one of the exchanges. NaN for a pair in which a score is not defined.

    >>> from tallystick.metrics.given_scores.metric import GivenScores
    >>> rows = [np.array([[score, 1.0] for score in scores]) for scores in ((3, 2), (1, 2))]
    >>> one_sided_p_values(GivenScores("da"), rows, [(0, 1), (1, 0)], resamples=99, seed=1).sum()
    np.float64(1.0)
    """
    draw, numbers_each = _drawing(metric, sums, pairs, seed, purpose)
    totals = np.stack([rows.sum(axis=0) for rows in sums])
    scores = metric.formula(totals)
    direction = 1 if metric.identity.higher_is_better else -1
    first, second = np.array(pairs, np.int64).reshape(-1, 2).T
    observed = direction * (scores[first] - scores[second])
    tolerance = TIE * np.maximum(np.abs(scores[first]), np.abs(scores[second]))

    def part(start: int, stop: int) -> NDArray[np.float64]:
        found = direction * draw(start, stop)
        equal = np.abs(found - observed) <= tolerance
        counts: NDArray[np.float64] = ((found > observed + tolerance) + 0.5 * equal).sum(axis=0)
        return counts

    counts = np.sum(in_parts(part, resamples, numbers_each, threads), axis=0)
    p_values: NDArray[np.float64] = (counts + 0.5) / (resamples + 1)
    return np.where(np.isnan(observed), np.nan, p_values)


def thresholds_of(
    metric: Metric, sums: Sequence[NDArray[np.float64]], pairs: Sequence[tuple[int, int]]
) -> NDArray[np.float64]:
    """Return the least difference that counts as the observed one, shape (pairs,), or NaN."""
    return _thresholds([(metric, sums, "")], pairs)


def _thresholds(
    sets: Sequence[tuple[Metric, Sequence[NDArray[np.float64]], str]],
    pairs: Sequence[tuple[int, int]],
) -> NDArray[np.float64]:
    scores = np.mean(
        [metric.formula(np.stack([rows.sum(axis=0) for rows in sums])) for metric, sums, _ in sets],
        axis=0,
    )
    return np.array([_threshold(scores[list(pair)]) for pair in pairs], dtype=np.float64)


def sizes_of(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the sizes of differences, infinite where a score is not defined."""
    found = np.abs(differences)
    found[np.isnan(found)] = np.inf  # without a score there is no evidence of a difference
    return found


def _drawing(
    metric: Metric,
    sums: Sequence[NDArray[np.float64]],
    pairs: Sequence[tuple[int, int]],
    seed: int,
    purpose: str,
) -> tuple[Callable[[int, int], NDArray[np.float64]], int]:
    """Return a function that computes differences of resamples, and its numbers per resample.

    The differences are those of the first system of each pair less the second, NaN where a score
    is not defined.
    """
    units, columns = sums[0].shape
    add_up = weighted_sums(sums)
    totals = np.stack([rows.sum(axis=0) for rows in sums], axis=1)[..., np.newaxis]

    def draw(start: int, stop: int) -> NDArray[np.float64]:
        moved = add_up(swaps(seed, purpose, units, start, stop))
        found = np.empty((len(pairs), stop - start))
        position = 0
        for block in _blocks(pairs):
            first, second = [i for i, _ in block], [j for _, j in block]
            exchange = moved[:, first] - moved[:, second]
            one = scores_of(metric, totals[:, first] - exchange)
            other = scores_of(metric, totals[:, second] + exchange)
            found[position : position + len(block)] = one - other
            position += len(block)
        return found.T

    return draw, units + len(sums) * columns + 4 * PAIRS_AT_ONCE * columns + len(pairs)


def enumerated_p_value(
    metric: Metric,
    one: NDArray[np.float64],
    other: NDArray[np.float64],
    resamples: int,
    threads: int = 1,
) -> float | None:
    """Return the exact p-value where few units differ, else None.

    Exchanging units in which the two systems have the same statistics changes nothing. All
    exchanges of the other units are enumerated if there are no more than `resamples` or
    `LEAST_ENUMERATED`. Exchanging the complement gives the same difference with the opposite sign,
    so half of them are enough.
    """
    differs = differing_units(one, other)
    number = int(differs.sum())
    if number == 0:
        return 1.0
    ways = 2 ** (number - 1)
    if ways > max(resamples, LEAST_ENUMERATED):
        return None
    totals = np.stack([one.sum(axis=0), other.sum(axis=0)], axis=1)
    threshold = _threshold(metric.formula(totals.T))
    add_up = weighted_sums([one[differs], other[differs]])

    def part(start: int, stop: int) -> int:
        ways_of_part = np.arange(start, stop)[:, np.newaxis]
        chosen = (ways_of_part >> np.arange(number)) & 1
        moved = add_up(chosen.astype(np.int16))
        exchange = moved[:, 0] - moved[:, 1]
        found = np.abs(
            scores_of(metric, totals[:, :1] - exchange)
            - scores_of(metric, totals[:, 1:] + exchange)
        )
        return int((~(found < threshold)).sum())

    as_large = sum(in_parts(part, ways, 8 * one.shape[1] + number, threads))
    return float(as_large / ways)


def _threshold(scores: NDArray[np.float64]) -> float:
    one, other = (float(score) for score in scores)
    return abs(one - other) - TIE * max(abs(one), abs(other))


def _blocks(pairs: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    pairs = list(pairs)
    return [pairs[start : start + PAIRS_AT_ONCE] for start in range(0, len(pairs), PAIRS_AT_ONCE)]
