"""Operations on arrays that round as those on Python numbers do.

A sum of statistics then has the same score to the last bit alone, which is computed with `math`,
and among others, on every processor. NumPy has functions of its own for some processors, and adds
eight or more numbers in another order.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


def exp(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return e to the power of each number, same shape, read-only; infinity if it is too large.

    >>> import math
    >>> exp(np.array([[0.1, 0.2]])).tolist() == [[math.exp(0.1), math.exp(0.2)]]
    True
    """
    return _of_each(kernel.exp, numbers)


def log(numbers: NDArray[Any]) -> NDArray[np.float64]:
    """Return the natural logarithm of each number, same shape, read-only.

    That of 0 is -infinity and that of a negative number NaN, without a warning.

    >>> import math
    >>> log(np.array([0.1, 0.0])).tolist() == [math.log(0.1), -math.inf]
    True
    """
    return _of_each(kernel.log, numbers)


def where(condition: Any, one: Any, other: Any) -> Any:
    """Return elements of one array where a condition holds, and of another elsewhere.

    A number stands for an array in which it is the only value, and may be returned.

    >>> where(np.array([True, False]), np.array([1.0, 2.0]), 0.0).tolist()
    [1.0, 0.0]
    """
    held = np.count_nonzero(condition)
    if held == 0:  # as usual in large corpora
        return other
    return one if held == np.size(condition) else np.where(condition, one, other)


def ratio(part: Any, whole: Any, otherwise: Any) -> Any:
    """Divide arrays, with another value where the divisor is 0.

    >>> ratio(np.array([1, 2]), np.array([4, 0]), -1.0).tolist()
    [0.25, -1.0]
    """
    undefined = whole == 0
    if not np.count_nonzero(undefined):  # as usual in large corpora
        return part / whole
    return np.where(undefined, otherwise, part / np.where(undefined, 1, whole))


def power(base: Any, exponent: Any) -> Any:
    """Raise an array to a power as Python does; NumPy rounds otherwise on some processors.

    >>> power(np.array([1.0, 4.0]), 0.5).tolist()
    [1.0, 2.0]
    """
    bases = np.asarray(base)
    powers = np.ones(bases.shape)
    others = bases != 1  # as usual
    powers[others] = [one**exponent for one in bases[others].tolist()]
    return powers


def _of_each(function: Callable[[Any], bytes], numbers: NDArray[Any]) -> NDArray[np.float64]:
    given = np.asarray(numbers, dtype=np.float64)
    if given.flags.c_contiguous:
        return np.ndarray(given.shape, np.float64, function(given))
    # in the order of memory, as NumPy computes
    axes = sorted(range(given.ndim), key=given.strides.__getitem__, reverse=True)
    found = _of_each(function, np.ascontiguousarray(given.transpose(axes)))
    return found.transpose(np.argsort(axes))
