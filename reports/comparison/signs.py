"""The exact sign test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_DIFFERING = 6
"""With fewer differing units, no p-value is below 0.05, because 2 / 2 ** 5 = 0.0625."""


def sign_test(more: NDArray[np.int64], fewer: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the two-sided p-values of exact sign tests from the numbers of differing units.

    p = min(1, 2 P(X <= min(more, fewer))), where X is binomial with more + fewer trials and the
    probability 1/2; ties are excluded, as usual.

    Args:
        more: The number of units in which the first system has more, shape (tests,).
        fewer: The number of units in which it has fewer, same shape.

    >>> sign_test(np.array([6, 5, 3, 0]), np.array([0, 1, 3, 0])).round(9).tolist()
    [0.03125, 0.21875, 1.0, 1.0]
    """
    trials = more + fewer
    least = np.minimum(more, fewer)
    size = int(trials.max(initial=0)) + 1
    keys, tests = np.unique(trials * size + least, return_inverse=True)
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, size)))])  # of factorials
    values = np.empty(len(keys))
    for number, key in enumerate(keys.tolist()):
        count, below = divmod(key, size)
        chosen = np.arange(below + 1)
        choices = logs[count] - logs[chosen] - logs[count - chosen]
        values[number] = 2 * np.exp(choices - count * math.log(2)).sum()
    p_values: NDArray[np.float64] = np.minimum(values, 1)[tests]
    return p_values
