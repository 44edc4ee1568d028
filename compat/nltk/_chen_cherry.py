"""Smoothed precisions by the formulas of Chen and Cherry (2014), section 3.

The paper is about sentences; here the formulas take the sums of a corpus. The precision of an order
without n-grams is 0, except in methods 2 and 6, whose formulas define it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise


def smoothed_precisions(
    method: int,
    matches: Sequence[int],
    totals: Sequence[int],
    length: int,
    epsilon: float,
    alpha: float,
    k: float,
) -> list[float]:
    """Return the precisions of orders 1 to N.

    Args:
        method: The number of the method in the paper; 0 for no smoothing.
        matches: Clipped matches of orders 1 to N + 1, positive for order 1.
        totals: N-grams of the hypotheses, for the same orders.
        length: The number of tokens of the hypotheses.
        epsilon: The value that replaces 0 matches in method 1.
        alpha: The weight of the prior in method 6.
        k: K of method 4.
    """
    *counts, next_count = map(float, matches)
    denominators = totals[:-1]
    if method == 2:
        return [
            _ratio(count + (order > 0), total + (order > 0))
            for order, (count, total) in enumerate(zip(counts, denominators, strict=True))
        ]
    if method == 6:
        return _interpolated(counts, denominators, alpha)
    if method == 1:
        counts = [count or epsilon for count in counts]
    elif method == 3:
        counts = _geometric(counts, 1 / 2)
    elif method in (4, 7):
        counts = _geometric(counts, math.log(length) / k)
    if method in (5, 7):
        counts = _averaged([*counts, next_count])
    return list(map(_ratio, counts, denominators))


def _ratio(count: float, total: float) -> float:
    return count / total if total else 0.0


def _geometric(counts: list[float], factor: float) -> list[float]:
    """Replace the first, second, third 0 by the first, second, third power of the factor."""
    power = 0
    smoothed = []
    for count in counts:
        power += count == 0
        smoothed.append(count or factor**power)
    return smoothed


def _averaged(counts: list[float]) -> list[float]:
    """Average each count but the last with the next one and the previous one, averaged."""
    below = counts[0] + 1
    averaged = []
    for count, above in pairwise(counts):
        below = (below + count + above) / 3
        averaged.append(below)
    return averaged


def _interpolated(counts: list[float], totals: Sequence[int], alpha: float) -> list[float]:
    precisions = list(map(_ratio, counts[:2], totals[:2]))
    for count, total in zip(counts[2:], totals[2:], strict=True):
        two_below, below = precisions[-2:]
        prior = below**2 / two_below if two_below else 0.0
        precisions.append(_ratio(count + alpha * prior, total + alpha))
    return precisions
