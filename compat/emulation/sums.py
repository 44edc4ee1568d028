"""Sums of the statistics of resampled and swapped segments, for many systems in one product.

Sums of integers are exact in any order of addition: in single precision, which is twice as fast,
below 2**24, and in double precision below 2**53.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.sums.statistics import Statistics

EXACT = 2**24
"""Integers up to this one are exact in single precision."""

NUMBERS_AT_ONCE = 2**19
"""The number of weights in memory at a time."""

BITS_IN_A_DRAW = 32
"""Random booleans are bits of 32-bit numbers; a call discards the unused bits of the last one."""


def side_by_side(statistics: Sequence[Statistics]) -> NDArray[Any]:
    """Stack the statistics of systems, shape (segments, systems, columns)."""
    first = statistics[0]
    if not len(first):
        raise InputError("the first system has no segments; give the statistics of one or more")
    for number, other in enumerate(statistics[1:], start=2):
        if other.columns != first.columns:
            raise InputError(
                f"system {number} has the statistics {', '.join(other.columns)}, but the first has "
                f"{', '.join(first.columns)}; give statistics of the same metric"
            )
        if len(other) != len(first):
            raise InputError(
                f"system {number} has {len(other)} segments, but the first has {len(first)}; "
                "give the same segments for every system"
            )
    return np.stack([system.rows for system in statistics], axis=1)


def bootstrap_sums(
    rows: NDArray[Any], resamples: int, generator: np.random.Generator
) -> NDArray[Any]:
    """Return the sums of segments drawn with replacement, as sacreBLEU draws and adds them.

    Rows have the shape (segments, systems, columns), and all systems get the same segments. Sums
    have the shape (systems, resamples, columns), float32, with the rounding errors of sacreBLEU.
    """
    sums = []
    for drawn in drawn_segments(generator, len(rows), resamples):
        weights = _how_often(drawn)
        of_systems = _weighted_sums(weights, rows)
        exact = rows.dtype.kind in "iu" and (
            of_systems.dtype == np.float32 or _weighted_sums(weights, np.abs(rows)).max() < EXACT
        )
        sums.append(of_systems.astype(np.float32) if exact else _added_one_by_one(rows, drawn))
    return np.concatenate(sums, axis=1)


def drawn_segments(
    generator: np.random.Generator, segments: int, resamples: int
) -> Iterator[NDArray[np.int64]]:
    """Yield the segments of every resample, several resamples at a time, as if drawn at once."""
    for number in _batches(resamples, segments):
        yield generator.choice(segments, size=(number, segments))


def swapped_sums(
    rows: NDArray[Any], trials: int, generator: np.random.Generator
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the sums of both sides after swaps, shape (systems - 1, trials, columns) each."""
    segments = len(rows)
    totals = rows.sum(axis=0)
    both = totals[:1] + totals[1:]
    from_baseline = rows[:, :1] - rows[:, 1:]
    parts = []
    for number in _batches(trials, segments, BITS_IN_A_DRAW):
        kept = generator.integers(2, size=(number, segments), dtype=bool)
        parts.append(_weighted_sums(kept, from_baseline).astype(rows.dtype))
    one = np.concatenate(parts, axis=1) + totals[1:, np.newaxis]
    return one, both[:, np.newaxis] - one


def _batches(resamples: int, segments: int, multiple: int = 1) -> Iterator[int]:
    """Yield numbers of resamples to draw at a time, all but the last a multiple of a number."""
    step = max(NUMBERS_AT_ONCE // (segments * multiple), 1) * multiple
    for start in range(0, resamples, step):
        yield min(step, resamples - start)


def _how_often(drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the count of each segment in each resample, same shape."""
    resamples, segments = drawn.shape
    places = drawn + segments * np.arange(resamples)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=resamples * segments)
    return counts.reshape(resamples, segments).astype(np.float64)


def _weighted_sums(weights: NDArray[Any], rows: NDArray[Any]) -> NDArray[Any]:
    """Return the sums of rows by weights of 0 or more, shape (resamples, segments).

    Their shape is (systems, resamples, columns); float64, or float32 if that is exact.
    """
    segments, systems, columns = rows.shape
    whole = rows.dtype.kind in "iu"
    most = int(np.abs(rows).max()) * int(weights.sum(axis=1).max()) if whole else EXACT
    precision = np.float32 if most < EXACT else np.float64
    product = weights.astype(precision) @ rows.reshape(segments, -1).astype(precision)
    sums: NDArray[Any] = product.reshape(-1, systems, columns).transpose(1, 0, 2)
    return sums


def _added_one_by_one(rows: NDArray[Any], drawn: NDArray[np.int64]) -> NDArray[Any]:
    systems = []
    for system in range(rows.shape[1]):
        single = rows[:, system].astype(np.float32)
        systems.append(np.stack([single[chosen].sum(0) for chosen in drawn]))
    return np.stack(systems)
