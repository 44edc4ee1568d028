"""Sums of the statistics of resampled and swapped segments, for many systems in one product.

Sums of integers are exact in any order of addition: in single precision, which is twice as fast,
below 2**24, and in double precision below 2**53.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.statistics import Statistics

    Scorer = Callable[[NDArray[Any]], NDArray[np.float64]]

EXACT = 2**24
"""Integers up to this one are exact in single precision."""

NUMBERS_AT_ONCE = 2**19
"""The number of weights in memory at a time."""


@dataclass(frozen=True, slots=True)
class SystemResult:
    """The result of a program for one system.

    Attributes:
        score: The score of the whole test set, or the mean over the runs.
        p_value: The p-value against the baseline; None for the baseline.
        middle: The middle of the 95% interval of scores; None if the program prints none.
        half_width: Half the width of that interval, or None.
    """

    score: float
    p_value: float | None = None
    middle: float | None = None
    half_width: float | None = None


def side_by_side(statistics: Sequence[Statistics]) -> NDArray[Any]:
    """Stack the statistics of systems, shape (segments, systems, columns)."""
    first = statistics[0]
    if not len(first):
        raise InputError("the first system has no segments; give the statistics of one or more")
    for number, one in enumerate(statistics[1:], start=2):
        if one.columns != first.columns:
            raise InputError(
                f"system {number} has the statistics {', '.join(one.columns)}, but the first has "
                f"{', '.join(first.columns)}; give statistics of the same metric"
            )
        if len(one) != len(first):
            raise InputError(
                f"system {number} has {len(one)} segments, but the first has {len(first)}; "
                "give the same segments for every system"
            )
    return np.stack([one.rows for one in statistics], axis=1)


def batches(resamples: int, segments: int, multiple: int = 1) -> Iterator[int]:
    """Yield numbers of resamples to draw at a time, all but the last a multiple of a number."""
    step = max(NUMBERS_AT_ONCE // (segments * multiple), 1) * multiple
    for start in range(0, resamples, step):
        yield min(step, resamples - start)


def how_often(drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the count of each segment in each resample, same shape."""
    resamples, segments = drawn.shape
    places = drawn + segments * np.arange(resamples)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=resamples * segments)
    return counts.reshape(resamples, segments).astype(np.float64)


def weighted_sums(weights: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of rows, each multiplied by its weight.

    Args:
        weights: The count of each segment, 0 or more, shape (resamples, segments).
        rows: Statistics, shape (segments, systems, columns).

    Returns:
        Shape (systems, resamples, columns); float64, or float32 if that is exact.
    """
    segments, systems, columns = rows.shape
    whole = rows.dtype.kind in "iu"
    most = int(np.abs(rows).max()) * int(weights.sum(axis=1).max()) if whole else EXACT
    precision = np.float32 if most < EXACT else np.float64
    product = weights.astype(precision) @ rows.reshape(segments, -1).astype(precision)
    sums: NDArray[Any] = product.reshape(-1, systems, columns).transpose(1, 0, 2)
    return sums


def scores_of(score: Scorer, sums: NDArray[Any], advice: str) -> NDArray[np.float64]:
    """Score sums, shape (..., columns); the advice ends the error for an undefined score."""
    scores = score(sums.reshape(-1, sums.shape[-1])).reshape(sums.shape[:-1])
    if np.isnan(scores).any():
        raise InputError(
            "the score of some resamples, or of the whole test set, is not defined" + advice
        )
    return scores
