"""The exact sign test."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEWEST_DIFFERING = 6
"""With fewer units that differ no sign test reaches 0.05: 2 / 2 ** 5 is above it."""


def sign_test(more: NDArray[np.int64], fewer: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return two-sided p-values of exact sign tests; units without a difference do not count.

    p = min(1, 2 P(X <= min(more, fewer))) for X binomial with more + fewer trials and chance 1/2;
    1 where no unit differs.

    Args:
        more: How many units have more, 0 or above, shape (tests,).
        fewer: How many units have fewer, same shape.

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
