"""Sums of statistics of resampled and swapped segments, for many systems in one product.

Statistics of several systems have the shape (segments, systems, columns), and a matrix of weights,
shape (resamples, segments), is multiplied with all of them at once. Sums of whole numbers are exact
in any order of addition: in single precision, which is twice as fast, below 2**24, and in double
precision below 2**53.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError, OptionError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.statistics import Statistics

    Scorer = Callable[[NDArray[Any]], NDArray[np.float64]]

EXACT = 2**24
"""Whole numbers up to here are exact in single precision."""

NUMBERS_AT_ONCE = 2**19
"""The number of weights in memory at a time."""


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of a program for one system.

    Attributes:
        score: The score of the whole test set, or the mean over the runs.
        p_value: The p-value against the baseline; None for the baseline itself and without a test.
        middle: The middle of the 95% interval of resampled scores, as the program prints it; None
            without resamples.
        half_width: Half the width of that interval, or None.
    """

    score: float
    p_value: float | None = None
    middle: float | None = None
    half_width: float | None = None


def check_number(name: str, number: Any, least: int = 1) -> None:
    """Reject a number of resamples that is out of range.

    Raises:
        OptionError: It is not a whole number, or below the least.
    """
    if isinstance(number, bool) or not isinstance(number, int) or number < least:
        raise OptionError(f"{name} is {number!r}; expected a whole number of {least} or more")


def side_by_side(statistics: Sequence[Statistics]) -> NDArray[Any]:
    """Stack the statistics of systems, shape (segments, systems, columns).

    Raises:
        InputError: There are no segments, or the systems differ in their number or in columns.
    """
    first = statistics[0]
    if not len(first):
        raise InputError("the first system has no segments; give the statistics of one or more")
    for number, one in enumerate(statistics[1:], start=2):
        if one.columns != first.columns:
            raise InputError(
                f"system {number} has the statistics {', '.join(one.columns)}, but the first has "
                f"{', '.join(first.columns)}; give statistics of one and the same metric"
            )
        if len(one) != len(first):
            raise InputError(
                f"system {number} has {len(one)} segments, but the first has {len(first)}; "
                "give the same segments for every system"
            )
    return np.stack([one.rows for one in statistics], axis=1)


def batches(resamples: int, segments: int, multiple: int = 1) -> Iterator[int]:
    """Yield how many resamples to draw at a time: a multiple of a number, except for the last."""
    step = max(NUMBERS_AT_ONCE // (segments * multiple), 1) * multiple
    for start in range(0, resamples, step):
        yield min(step, resamples - start)


def weighted_sums(weights: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of rows, each multiplied by its weight.

    Args:
        weights: The count of each segment, 0 or more, shape (resamples, segments).
        rows: Statistics, shape (segments, systems, columns).

    Returns:
        Shape (systems, resamples, columns); float64, or float32 if that is exact. Sums of whole
        numbers are exact below 2**53.

    >>> weighted_sums(np.array([[2, 0, 1]]), np.array([[[1]], [[10]], [[100]]])).tolist()
    [[[102.0]]]
    """
    segments, systems, columns = rows.shape
    whole = rows.dtype.kind in "iu"
    most = int(np.abs(rows).max()) * int(weights.sum(axis=1).max()) if whole else EXACT
    precision = np.float32 if most < EXACT else np.float64
    product = weights.astype(precision) @ rows.reshape(segments, -1).astype(precision)
    sums: NDArray[Any] = product.reshape(-1, systems, columns).transpose(1, 0, 2)
    return sums


def scores_of(score: Scorer, sums: NDArray[Any], advice: str) -> NDArray[np.float64]:
    """Score sums, shape (..., columns); the result has the shape (...).

    Raises:
        InputError: A score is not defined; the message ends with the advice.
    """
    scores = score(sums.reshape(-1, sums.shape[-1])).reshape(sums.shape[:-1])
    if np.isnan(scores).any():
        raise InputError(
            "the metric has no score on some of the resamples, or on the whole test set" + advice
        )
    return scores
