"""Random draws that depend only on the seed and their purpose, in chunks of resamples.

Every resample reads its own section of one Philox stream (Salmon, Moraes, Dror and Shaw, "Parallel
Random Numbers: As Easy as 1, 2, 3", SC 2011), addressed by its number. Draws therefore do not
depend on chunks, threads or the other systems of a comparison. They are also the same under every
version of NumPy, which fixes the raw words of a bit generator but not its distributions.

Draws are weights of units: how often each was drawn, or 1 where two systems exchange it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.metrics.counting.threads import MOST_THREADS, run_in_threads
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


def swaps(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int16]:
    """Return 1 for units that two systems exchange in a resample, shape (stop - start, units)."""
    exchanged = kernel.draw_exchanges(_key(seed, f"swap:{purpose}"), start, stop, units)
    return np.frombuffer(exchanged, np.int16).reshape(stop - start, units)


def draw_counts(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int16]:
    """Count how often each unit is drawn with replacement, shape (stop - start, units)."""
    counts = kernel.draw_counts(_key(seed, f"draw:{purpose}"), start, stop, units)
    return np.frombuffer(counts, np.int16).reshape(stop - start, units)


def permutations(seed: int, purpose: str, units: int, number: int) -> NDArray[np.int64]:
    """Return the places of units in random orders, shape (number, units).

    >>> np.sort(permutations(1, "example", 4, 2)).tolist()
    [[0, 1, 2, 3], [0, 1, 2, 3]]
    """
    key = int.from_bytes(_key(seed, f"order:{purpose}"), "little")
    words = np.random.Philox(key=key).random_raw(number * units).reshape(number, units)
    places: NDArray[np.int64] = words.argsort(axis=1).argsort(axis=1)
    return places


def _key(seed: int, purpose: str) -> bytes:
    return hashlib.sha256(f"tallystick:{seed}:{purpose}".encode()).digest()[:16]


Part = TypeVar("Part")

NUMBERS_OF_A_PART = 2**20  # of 8 bytes each; the temporaries of a formula take a few times that


def in_parts(
    function: Callable[[int, int], Part], resamples: int, numbers_each: int, threads: int
) -> list[Part]:
    """Call a function with the first resample of each part and one past the last, in threads.

    Parts bound the memory of the resamples.
    `numbers_each` is how many numbers the function keeps in memory for each resample.

    >>> in_parts(lambda start, stop: stop - start, 5, NUMBERS_OF_A_PART // 2, 1)
    [2, 2, 1]
    """
    of_a_thread = -(-resamples // min(threads, MOST_THREADS))
    size = max(1, min(NUMBERS_OF_A_PART // numbers_each, of_a_thread))

    def task(start: int) -> Callable[[], Part]:
        return lambda: function(start, min(start + size, resamples))

    return run_in_threads([task(start) for start in range(0, resamples, size)], threads)
