"""Resamples in chunks, which bounds their memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from tallystick.metrics.counting.threads import MOST_THREADS, run_in_threads

Part = TypeVar("Part")

NUMBERS_OF_A_PART = 2**20  # of 8 bytes each; the temporaries of a formula take a few times that


def in_parts(
    function: Callable[[int, int], Part], resamples: int, numbers_each: int, threads: int
) -> list[Part]:
    """Call a function with the first resample of each part and one past the last, in threads.

    `numbers_each` is how many numbers the function keeps in memory for each resample.

    >>> in_parts(lambda start, stop: stop - start, 5, NUMBERS_OF_A_PART // 2, 1)
    [2, 2, 1]
    """
    of_a_thread = -(-resamples // min(threads, MOST_THREADS))
    size = max(1, min(NUMBERS_OF_A_PART // numbers_each, of_a_thread))

    def task(start: int) -> Callable[[], Part]:
        return lambda: function(start, min(start + size, resamples))

    return run_in_threads([task(start) for start in range(0, resamples, size)], threads)
