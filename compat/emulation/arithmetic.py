"""Logarithms and exponentials as the C library rounds them.

The functions of NumPy may differ from them in the last digit, depending on the processor. Scores
that the emulated programs, which call the C library, find equal would then differ.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def logarithm(values: NDArray[Any], of_zero: float) -> NDArray[np.float64]:
    """Return the natural logarithms of numbers, same shape.

    Args:
        values: The numbers.
        of_zero: The value used as the logarithm of 0.

    Raises:
        ValueError: A number is negative.

    >>> logarithm(np.array([1.0, 0.0]), -9.0).tolist()
    [0.0, -9.0]
    """
    found = np.full(values.shape, of_zero, dtype=np.float64)
    nonzero = values != 0
    found[nonzero] = list(map(math.log, values[nonzero].tolist()))
    return found


def exponential(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return e to the power of numbers, same shape.

    >>> exponential(np.array([0.0, -np.inf])).tolist()
    [1.0, 0.0]
    """
    found = np.array(list(map(math.exp, values.ravel().tolist())), dtype=np.float64)
    return found.reshape(values.shape)
