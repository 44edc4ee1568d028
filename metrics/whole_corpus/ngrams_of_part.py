"""What the n-grams of a part of a corpus contribute to sums of their weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Coefficients(NamedTuple):
    """The factors of log2(count) in sums of weights, for the n-grams of a part; others are 0.

    Attributes:
        places: The place of the n-gram among those of the part.
        orders: The order to whose sum it contributes, same shape.
        coefficients: The factor, int64, same shape.
    """

    places: NDArray[np.int64]
    orders: NDArray[np.int64]
    coefficients: NDArray[np.int64]
