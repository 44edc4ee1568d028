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
    cells = by_human.astype(np.int64) * (len(by_metric) + 1) + by_metric
    human_ties, metric_ties, both = (_tied(one) for one in (by_human, by_metric, cells))
    ties = human_ties + metric_ties - both
    total = len(human) * (len(human) - 1) // 2
    untied, surplus = total - ties, int(concordance(by_human, by_metric).sum()) // 2
    concordant, discordant = (untied + surplus) // 2, (untied - surplus) // 2
    found = (concordant, discordant, human_ties - both, metric_ties - both, both)
    return Pairs(*(np.array([one], np.int64) for one in found))


def concordance(one: NDArray[np.generic], other: NDArray[np.generic]) -> NDArray[np.int64]:
    """Return for each output its concordant pairs less its discordant ones, in time O(n log n).

    Args:
        one: Scores, shape (outputs,), without NaN.
        other: Other scores of the same outputs, without NaN.

    >>> concordance(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2])).tolist()
    [3, -1, 0, 0]
    """
    n = len(one)
    order = np.argsort(one, kind="stable")
    ranks = np.unique(other[order], return_inverse=True)[1]
    first, stop = (np.searchsorted(one[order], one[order], side) for side in ("left", "right"))
    stops = np.concatenate([first, first, stop, stop, np.full(2 * n, n)])
    below = _below(ranks, stops, np.tile(np.concatenate([ranks, ranks + 1]), 3))
    # among the first outputs, those with lower scores less those with higher ones
    lower, to_stop, everywhere = below.reshape(3, 2, n).sum(axis=1) - [first, stop, np.full(n, n)]
    found = np.empty(n, np.int64)
    found[order] = lower - (everywhere - to_stop)
    return found


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


def _below(
    values: NDArray[np.int64], stops: NDArray[np.int64], limits: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return how many of the first `stops` values are below `limits`, for each pair of these.

    Values are sorted bit by bit, from the highest one, those without the bit first. At each bit,
    the values that begin like a limit are a range; where the limit has the bit, those of the range
    without it are below.
    """
    first, found = np.zeros_like(stops), np.zeros_like(stops)
    highest = max(int(values.max(initial=0)), int(limits.max(initial=0)))
    for bit in reversed(range(highest.bit_length())):
        has_bit = (values >> bit) & 1 == 1
        zeros = np.append(0, np.cumsum(~has_bit))
        limit_has_bit = (limits >> bit) & 1 == 1
        start, end = zeros[first], zeros[stops]
        found += np.where(limit_has_bit, end - start, 0)
        first = np.where(limit_has_bit, zeros[-1] + first - start, start)
        stops = np.where(limit_has_bit, zeros[-1] + stops - end, end)
        values = np.concatenate([values[~has_bit], values[has_bit]])
    return found
