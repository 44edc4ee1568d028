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


class Pairs(NamedTuple):
    """Numbers of pairs, each an array with one entry for every group of scores.

    Attributes:
        concordant: Pairs that humans and the metric order in the same way.
        discordant: Pairs that they order in opposite ways.
        tied_human: Pairs that only humans tie.
        tied_metric: Pairs that only the metric ties.
        tied_both: Pairs that both tie.
    """

    concordant: NDArray[np.int64]
    discordant: NDArray[np.int64]
    tied_human: NDArray[np.int64]
    tied_metric: NDArray[np.int64]
    tied_both: NDArray[np.int64]

    @property
    def summed(self) -> Pairs:
        """The counts of all groups together, each of shape (1,)."""
        return Pairs(*(np.atleast_1d(one.sum()) for one in self))


class Coefficient(Enum):
    """A coefficient of agreement between two orders, by its usual name.

    C, D, T_h, T_m and T_hm are the fields of `Pairs`, and N is their sum. Deutsch, Foster and
    Freitag, "Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
    Calibration", EMNLP 2023, table 2, describe all but the first.
    """

    TAU_A = "tau-a"
    """(C - D) / N; Kendall, "A New Measure of Rank Correlation", Biometrika 30, 1938."""
    TAU_B = "tau-b"
    """(C - D) / sqrt((C + D + T_h) (C + D + T_m)); Kendall, Biometrika 33, 1945."""
    ACCURACY = "acc-eq"
    """(C + T_hm) / N, the pairwise accuracy with ties; Deutsch and others 2023."""
    ACCURACY_UNTIED = "acc-untied"
    """C / (C + D), the accuracy on pairs that neither ties."""

    def of(self, pairs: Pairs) -> NDArray[np.float64]:
        """Return the coefficient of each group; NaN where it is undefined, as without pairs.

        >>> pairs = count_pairs(np.array([1, 1, 2, 3, 3, 4, 5, 5]),
        ...                     np.array([1, 2, 2, 5, 4, 3, 9, 9]))
        >>> [round(float(Coefficient(name).of(pairs)[0]), 4) for name in ("tau-b", "acc-eq")]
        [0.7845, 0.8214]
        """
        c, d, h, m, both = (np.asarray(one, np.float64) for one in pairs)
        total = c + d + h + m + both
        match self:
            case Coefficient.TAU_A:
                above, below = c - d, total
            case Coefficient.TAU_B:
                above, below = c - d, np.sqrt((c + d + h) * (c + d + m))
            case Coefficient.ACCURACY:
                above, below = c + both, total
            case Coefficient.ACCURACY_UNTIED:
                above, below = c, c + d
        return np.divide(above, below, out=np.full_like(total, np.nan), where=below > 0)


def count_pairs(human: NDArray[np.generic], metric: NDArray[np.generic]) -> Pairs:
    """Count the pairs of one group, in time O(n log n).

    Args:
        human: The scores of humans, shape (n,), without NaN.
        metric: The scores of the metric, shape (n,), without NaN.

    >>> [int(one[0]) for one in count_pairs(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2]))]
    [3, 2, 0, 0, 1]
    """
    by_human, by_metric = (np.unique(one, return_inverse=True)[1] for one in (human, metric))
    order = np.lexsort((by_metric, by_human))
    cells = by_human.astype(np.int64) * (len(by_metric) + 1) + by_metric
    discordant = _inversions(by_metric[order])
    human_ties, metric_ties, both = (_tied(one) for one in (by_human, by_metric, cells))
    ties = human_ties + metric_ties - both
    total = len(human) * (len(human) - 1) // 2
    found = (total - ties - discordant, discordant, human_ties - both, metric_ties - both, both)
    return Pairs(*(np.array([one], np.int64) for one in found))


def count_pairs_by_column(human: NDArray[np.float64], metric: NDArray[np.float64]) -> Pairs:
    """Count the pairs within each column of two matrices, such as those of each segment.

    Args:
        human: The scores of humans, shape (rows, columns); NaN where there is none.
        metric: The scores of the metric, of the same shape.

    >>> counts = count_pairs_by_column(np.array([[1.0, 2], [2, 1]]), np.array([[5.0, 5], [6, 6]]))
    >>> counts.concordant.tolist(), counts.discordant.tolist()
    ([1, 0], [0, 1])
    """
    rows, columns = human.shape
    found = np.zeros((5, columns), np.int64)
    known = ~(np.isnan(human) | np.isnan(metric))
    for row in range(1, rows):
        with np.errstate(invalid="ignore"):
            of_human = np.sign(human[row] - human[:row])
            of_metric = np.sign(metric[row] - metric[:row])
        present = known[row] & known[:row]
        for place, kind in enumerate(kinds_of_pairs(of_human, of_metric)):
            found[place] += (kind & present).sum(axis=0)
    return Pairs(*found)


def kinds_of_pairs(
    human: NDArray[np.float64], metric: NDArray[np.float64]
) -> tuple[NDArray[np.bool_], ...]:
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


def _tied(values: NDArray[np.int64]) -> int:
    _, sizes = np.unique(values, return_counts=True)
    return int((sizes * (sizes - 1) // 2).sum())


def _inversions(ranks: NDArray[np.int64]) -> int:
    """Count the pairs of places i < j with ranks[i] > ranks[j].

    The ranks are sorted bit by bit, from the highest one. Two ranks that first differ in a bit are
    in one group when it is sorted, and inverted if the one with the bit comes first.
    """
    found = 0
    for bit in reversed(range(int(ranks.max(initial=0)).bit_length())):
        ones = (ranks >> bit) & 1
        group = ranks >> (bit + 1)
        before = np.cumsum(ones) - ones
        starts = np.flatnonzero(np.diff(group, prepend=-1))
        sizes = np.diff(np.append(starts, len(ranks)))
        within = before - np.repeat(before[starts], sizes)
        found += int(within[ones == 0].sum())
        ranks = ranks[np.argsort(ranks >> bit, kind="stable")]
    return found
