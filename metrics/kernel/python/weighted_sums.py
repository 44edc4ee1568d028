"""Weighted sums of small whole numbers: a product of two matrices without rounding."""

from __future__ import annotations

from typing import Any


def weighted_sums(numbers: Any, weights: Any, units: int) -> bytes:
    """Return the sum of the products of each row of numbers with each row of weights, int32.

    Rows are `units` int16. The shape is (rows of numbers, rows of weights). Sums that do not fit
    into 32 bits are taken modulo 2^32.
    """
    import numpy as np

    if units < 1 or any(memoryview(rows).nbytes % (2 * units) for rows in (numbers, weights)):
        raise ValueError("numbers and weights are not rows of `units` int16")
    rows = [np.frombuffer(one, np.int16).reshape(-1, units) for one in (numbers, weights)]
    # float64 adds up 2^23 units exactly, whatever their values, and BLAS is much faster than int64
    sums = rows[0].astype(np.float64) @ rows[1].T.astype(np.float64)
    return sums.astype(np.int64).astype(np.int32).tobytes()
