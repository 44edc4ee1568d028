"""Logarithms and exponentials as the C library rounds them, which the emulated programs call.

The functions of NumPy may differ in the last digit, depending on the processor. Scores that are
equal in the emulated programs would then differ.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def logarithm(values: NDArray[Any], of_zero: float) -> NDArray[np.float64]:
    """Return the natural logarithms of numbers, and `of_zero` for 0."""
    found = np.full(values.shape, of_zero, dtype=np.float64)
    nonzero = values != 0
    found[nonzero] = list(map(math.log, values[nonzero].tolist()))
    return found


def exponential(values: NDArray[Any]) -> NDArray[np.float64]:
    """Return e to the power of numbers."""
    found = np.array(list(map(math.exp, values.ravel().tolist())), dtype=np.float64)
    return found.reshape(values.shape)
