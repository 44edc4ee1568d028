"""CIDEr from sums of statistics: Vedantam et al. 2015, equations 2, 3 and 4.

    CIDEr = 10 * mean over orders of [ mean over segments of the similarities ]

The similarity of a segment and an order is the mean over its references of the cosine of two
vectors, which have an element for every n-gram: its count times the logarithm of the inverse share
of segments in whose references it occurs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import reduce
from operator import add
from typing import Any, NamedTuple

import numpy as np

from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.sums import elementary, symbols

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


class Operations(NamedTuple):
    """Operations on numbers, or on arrays, with the same results."""

    sqrt: Callable[[Any], Any]
    exp: Callable[[Any], Any]
    ratio: Callable[[Any, Any, float], Any]


NUMBERS = Operations(math.sqrt, math.exp, symbols.ratio)
ARRAYS = Operations(np.sqrt, elementary.exp, elementary.ratio)


def similarities(
    dialect: CiderDialect,
    products: Iterable[Any],
    own_squares: Iterable[Any],
    other_squares: Iterable[Any],
    differences: Any,
    of: Operations,
) -> list[Any]:
    """Return the similarities of each order: cosines, times the penalty of other lengths.

    Args:
        dialect: The dialect.
        products: For each order the inner product of a hypothesis and a reference, a number, or
            those of many, an array.
        own_squares: The product of each hypothesis with itself; see `products`.
        other_squares: That of each reference.
        differences: The differences of their lengths, float.
        of: The operations on these.

    >>> round(similarities(CiderDialect(), [4.0], [4.0], [16.0], 6.0, NUMBERS)[0], 4)  # 0.5 / e^0.5
    0.3033
    """
    sqrt, exp, ratio = of
    penalty: Any = 1.0
    if dialect.length_penalty != "none":
        penalty = exp(-(differences**2) / (2 * dialect.sigma * dialect.sigma))
    found = [
        ratio(product, sqrt(own) * sqrt(other), 0.0) * penalty
        for product, own, other in zip(products, own_squares, other_squares, strict=True)
    ]
    if dialect.counted_orders == "four":
        found[4:] = [0.0 * one for one in found[4:]]
    return found
