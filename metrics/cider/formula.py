"""CIDEr from sums of statistics: Vedantam et al. 2015, equations 2, 3 and 4.

    CIDEr = 10 * mean over orders of [ mean over segments of the similarities ]

The similarity of a segment and an order is the mean over its references of the cosine of two
vectors, which have an element for every n-gram: its count times the logarithm of the inverse share
of segments in whose references it occurs.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, reduce
from operator import add
from typing import Any

import numpy as np

from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula
from tallystick.metrics.sums.symbols import exp, ratio

PERFECT = 10.0
"""The factor with which the paper and all programs multiply."""


def cider(similarities: Any, segments: Any) -> Any:
    """Compute CIDEr, shape (...,), 0 to 10.

    Args:
        similarities: Sums of the similarities of each order, shape (..., orders), or a list.
        segments: The number of segments, shape (...,), or a number.

    >>> cider(np.array([1.5, 0.5]), np.array(2)).tolist()
    5.0
    """
    by_order = similarities if isinstance(similarities, list) else np.moveaxis(similarities, -1, 0)
    return PERFECT * reduce(add, by_order) / (len(by_order) * segments)


@lru_cache(maxsize=64)
def similarities_of(dialect: CiderDialect) -> SumFormula:
    """Return the similarities of each order: cosines, times the penalty of other lengths.

    For each order they read the inner product of a hypothesis and a reference, and the square root
    of that of each with itself; and the difference of their lengths.
    """

    def text(sums: Mapping[str, Any]) -> tuple[Any, ...]:
        penalty: Any = 1.0
        if dialect.length_penalty != "none":
            difference = sums["difference"]
            squared = difference * difference
            penalty = exp(-1 * squared / (2 * dialect.sigma * dialect.sigma))
        found = [
            ratio(product, own * other) * penalty
            for product, own, other in zip(
                sums["products"], sums["own"], sums["others"], strict=True
            )
        ]
        if dialect.counted_orders == "four":
            found[4:] = [0.0 * one for one in found[4:]]
        return tuple(found)

    blocks = ((name, dialect.order) for name in ("products", "own", "others"))
    return SumFormula(Columns(*blocks, "difference"), text)
