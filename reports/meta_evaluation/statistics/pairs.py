"""Counts of concordant, discordant and tied pairs, and the coefficients that they define.

A pair is two outputs that a human and a metric both scored. It is concordant if both order it in
the same way, discordant if they order it in opposite ways, and tied if one or both give its two
outputs the same score. All coefficients of Kendall's family are functions of these counts, which
differ only in what they do with ties.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
from tallystick.reports.meta_evaluation.statistics.correlations import ratios


class Pairs(NamedTuple):
    """Numbers of pairs as in `PairCounts`, each with one entry for every group of scores."""

    concordant: IntArray
    discordant: IntArray
    tied_human: IntArray
    tied_metric: IntArray
    tied_both: IntArray

    @property
    def summed(self) -> Pairs:
        """The counts of all groups together, each of shape (1,)."""
        return Pairs(*(np.atleast_1d(count.sum()) for count in self))


class Coefficient(Enum):
    """A coefficient of agreement between two orders, by its usual name.

    C, D, T_h, T_m and T_hm are the fields of `Pairs`, and N is their sum. Deutsch, Foster and
    Freitag, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
    Calibration", EMNLP 2023, table 2, describe all but the first and the last; those with numbers
    are of the years of WMT's metrics tasks.
    """

    TAU_A = "tau-a"
    """(C - D) / N; Kendall, "A New Measure of Rank Correlation", Biometrika 30, 1938."""
    TAU_B = "tau-b"
    """(C - D) / sqrt((C + D + T_h) (C + D + T_m)); Kendall, Biometrika 33, 1945."""
    TAU_C = "tau-c"
    """2 (C - D) / (n^2 (k - 1) / k), n outputs in k classes; Stuart, Biometrika 40, 1953."""
    TAU_10 = "tau-10"
    """(C - D - T_m) / (C + D + T_m), of relative rankings: what the metric ties is an error."""
    TAU_13 = "tau-13"
    """(C - D) / (C + D)."""
    TAU_14 = "tau-14"
    """(C - D) / (C + D + T_m)."""
    TAU_23 = "tau-23"
    """(C + T_hm - D - T_h - T_m) / N."""
    ACCURACY = "acc-eq"
    """(C + T_hm) / N, the pairwise accuracy with ties; also acc23."""
    ACCURACY_UNTIED = "acc-untied"
    """C / (C + D), the accuracy on pairs that neither ties."""

    def of(self, pairs: Pairs, classes: IntArray | int = 0) -> FloatArray:
        """Return the coefficient of each group; NaN where it is undefined, as without pairs.

        Tau-c is undefined without the `count_classes` of each group.
        """
        counts = np.array(pairs, np.float64)
        if self is Coefficient.TAU_C:
            outputs = (1 + np.sqrt(1 + 8 * counts.sum(axis=0))) / 2
            above, below = counts[0] - counts[1], outputs**2 * (1 - 1 / np.maximum(classes, 1)) / 2
        else:
            above, *factors = (np.array(form) @ counts for form in FORMS[self])
            below = np.sqrt(factors[0] * factors[-1])
        return ratios(above, below)


FORMS = {
    Coefficient.TAU_A: ((1, -1, 0, 0, 0), (1, 1, 1, 1, 1)),
    Coefficient.TAU_B: ((1, -1, 0, 0, 0), (1, 1, 1, 0, 0), (1, 1, 0, 1, 0)),
    Coefficient.TAU_10: ((1, -1, 0, -1, 0), (1, 1, 0, 1, 0)),
    Coefficient.TAU_13: ((1, -1, 0, 0, 0), (1, 1, 0, 0, 0)),
    Coefficient.TAU_14: ((1, -1, 0, 0, 0), (1, 1, 0, 1, 0)),
    Coefficient.TAU_23: ((1, -1, -1, -1, 1), (1, 1, 1, 1, 1)),
    Coefficient.ACCURACY: ((1, 0, 0, 0, 1), (1, 1, 1, 1, 1)),
    Coefficient.ACCURACY_UNTIED: ((1, 0, 0, 0, 0), (1, 1, 0, 0, 0)),
}
"""The weights of the fields of `Pairs` above the line and below it, where the geometric mean of two
sums counts."""


def count_pairs(
    human: NDArray[np.generic], metric: NDArray[np.generic], surplus: IntArray | None = None
) -> Pairs:
    """Count the pairs of one group, without NaN, in time O(n log n).

    `surplus` is their `concordance`, if it is known.
    """
    by_human, by_metric = (np.unique(scores, return_inverse=True)[1] for scores in (human, metric))
    cells = by_human.astype(np.int64) * (len(by_metric) + 1) + by_metric
    human_ties, metric_ties, both = (_tied(values) for values in (by_human, by_metric, cells))
    ties = human_ties + metric_ties - both
    total = len(human) * (len(human) - 1) // 2
    each = concordance(by_human, by_metric) if surplus is None else surplus
    untied, more = total - ties, int(each.sum()) // 2
    concordant, discordant = (untied + more) // 2, (untied - more) // 2
    counts = (concordant, discordant, human_ties - both, metric_ties - both, both)
    return Pairs(*(np.array([count], np.int64) for count in counts))


def concordance(one: NDArray[np.generic], other: NDArray[np.generic]) -> IntArray:
    """Return for each output its concordant pairs less its discordant ones, in time O(n log n).

    >>> concordance(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2])).tolist()
    [3, -1, 0, 0]
    """
    values, ranks = (
        np.unique(side, return_inverse=True)[1].astype(np.int64) for side in (one, other)
    )
    if values.max(initial=0) < ranks.max(initial=0):
        values, ranks = ranks, values  # either order gives the same, and few ranks have few bits
    n = len(ranks)
    order = np.lexsort((ranks, values))
    values, ranks = values[order], ranks[order]
    first, stop = _runs(values)
    # lower outputs less higher ones: among those before each one's ties, in these, and everywhere
    below, equal = _below(ranks, first)
    before = 2 * below + equal - first
    inside = sum(_runs(values * n + ranks)) - first - stop
    sizes = np.bincount(ranks)
    everywhere = (2 * np.cumsum(sizes) - sizes)[ranks] - n
    differences = np.empty(n, np.int64)
    differences[order] = 2 * before + inside - everywhere
    return differences


def count_pairs_by_column(human: FloatArray, metric: FloatArray) -> Pairs:
    """Count the pairs within each column of two matrices, such as those of each segment."""
    rows, columns = human.shape
    counts = np.zeros((5, columns), np.int64)
    known = ~(np.isnan(human) | np.isnan(metric))
    for row in range(1, rows):
        with np.errstate(invalid="ignore"):
            of_human = np.sign(human[row] - human[:row])
            of_metric = np.sign(metric[row] - metric[:row])
        present = known[row] & known[:row]
        for place, kind in enumerate(kinds_of_pairs(of_human, of_metric)):
            counts[place] += (kind & present).sum(axis=0)
    return Pairs(*counts)


def count_classes(human: FloatArray, metric: FloatArray) -> IntArray:
    """Return the smaller number of different scores, of humans or the metric, in each column."""
    missing = np.isnan(human) | np.isnan(metric)
    sides = np.sort([np.where(missing, np.nan, scores) for scores in (human, metric)], axis=1)
    different = (np.diff(sides, axis=1) > 0).sum(axis=1) + 1
    return np.asarray(different.min(axis=0) * ~missing.all(axis=0), np.int64)


def kinds_of_pairs(human: FloatArray, metric: FloatArray) -> tuple[BoolArray, ...]:
    """Return which pairs are of each kind of `Pairs`, from the signs of their differences."""
    product = human * metric
    human_tie, metric_tie = human == 0, metric == 0
    return (
        product > 0,
        product < 0,
        human_tie & ~metric_tie,
        metric_tie & ~human_tie,
        human_tie & metric_tie,
    )


def _tied(values: IntArray) -> int:
    _, sizes = np.unique(values, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _runs(values: IntArray) -> tuple[IntArray, IntArray]:
    """Return where the equal values around each one begin, and one past their end."""
    starts = np.flatnonzero(np.diff(values, prepend=-1))
    sizes = np.diff(starts, append=len(values))
    return np.repeat(starts, sizes), np.repeat(starts + sizes, sizes)


def _below(values: IntArray, stops: IntArray) -> tuple[IntArray, IntArray]:
    """Return how many of the first `stops` values are below each value, and how many are equal.

    Values are sorted bit by bit, from the highest one, those without the bit first. At each bit,
    the values that begin like the given one are a range; where this has the bit, those of the range
    without it are below.
    """
    given, first, below = values, np.zeros_like(stops), np.zeros_like(stops)
    for bit in reversed(range(int(values.max(initial=0)).bit_length())):
        has_bit = (values >> bit) & 1 == 1
        zeros = np.append(0, np.cumsum(~has_bit))
        given_has_bit = (given >> bit) & 1 == 1
        start, end = zeros[first], zeros[stops]
        below += np.where(given_has_bit, end - start, 0)
        first = np.where(given_has_bit, zeros[-1] + first - start, start)
        stops = np.where(given_has_bit, zeros[-1] + stops - end, end)
        values = np.concatenate([values[~has_bit], values[has_bit]])
    return below, stops - first
