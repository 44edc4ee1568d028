"""CIDEr from sums of statistics: Vedantam et al. 2015, equations 2, 3 and 4.

    CIDEr = 10 * mean over orders of [ mean over segments of the similarities ]

The similarity of a segment and an order is the mean over its references of the cosine of two
vectors, which have an element for every n-gram: its count times the logarithm of the inverse share
of segments in whose references it occurs.
"""

from __future__ import annotations

from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.sums.elementary import exp

if TYPE_CHECKING:
    from numpy.typing import NDArray

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


def cosines(
    products: NDArray[Any], one_squares: NDArray[Any], other_squares: NDArray[Any]
) -> NDArray[Any]:
    """Divide inner products of pairs of vectors by their lengths; 0 if a vector is 0.

    All arrays have the same shape; the squares are the products of each vector with itself.
    """
    lengths = np.sqrt(one_squares) * np.sqrt(other_squares)
    defined = lengths > 0
    found: NDArray[Any] = np.where(defined, products, 0.0) / np.where(defined, lengths, 1.0)
    return found


def length_penalty(differences: NDArray[Any], sigma: float) -> NDArray[np.float64]:
    """Return the penalty of differences in length, 0 to 1, same shape.

    >>> length_penalty(np.array([0, 6]), 6).round(4).tolist()
    [1.0, 0.6065]
    """
    return exp(-(differences.astype(np.float64) ** 2) / (2 * sigma * sigma))
