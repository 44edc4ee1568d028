"""The exponential function and the logarithm of every number of an array, as in `math`."""

from __future__ import annotations

import math
from array import array
from typing import Any


def exp(numbers: Any) -> bytes:
    """Return e to the power of each number, float64; infinity if it is too large."""
    return array("d", map(_exp, _float64(numbers))).tobytes()


def log(numbers: Any) -> bytes:
    """Return the natural logarithm of each number, float64; -infinity of 0, NaN below."""
    return array("d", map(_log, _float64(numbers))).tobytes()


def _float64(numbers: Any) -> array[float]:
    if memoryview(numbers).nbytes % 8:
        raise ValueError("numbers are not float64")
    return array("d", bytes(numbers))


def _exp(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def _log(number: float) -> float:
    if number > 0:
        return math.log(number)
    return -math.inf if number == 0 else math.nan
