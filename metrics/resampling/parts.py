"""Resamples in chunks, which bounds the memory that they take."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tallystick.metrics.threads import run_in_threads

Part = TypeVar("Part")

NUMBERS_OF_A_PART = 2**20  # of 8 bytes each; the temporaries of a formula take a few times that


def in_parts(
    function: Callable[[int, int], Part], resamples: int, numbers_each: int, threads: int
) -> list[Part]:
    """Call a function with the first and the last resample of each part; return all results.

    Args:
        function: Takes the number of the first resample and one past that of the last.
        resamples: The number of resamples.
        numbers_each: How many numbers the function keeps in memory for each resample.
        threads: How many parts may be processed at once.

    >>> in_parts(lambda start, stop: stop - start, 5, NUMBERS_OF_A_PART // 2, 1)
    [2, 2, 1]
    """
    size = max(1, min(NUMBERS_OF_A_PART // numbers_each, -(-resamples // threads)))

    def task(start: int) -> Callable[[], Part]:
        return lambda: function(start, min(start + size, resamples))

    return run_in_threads([task(start) for start in range(0, resamples, size)], threads)
