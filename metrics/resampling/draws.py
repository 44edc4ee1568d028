"""Random draws that depend only on the seed and their purpose.

Every resample reads its own section of one Philox stream (Salmon, Moraes, Dror and Shaw, "Parallel
Random Numbers: As Easy as 1, 2, 3", SC 2011), addressed by its number. Draws therefore do not
depend on chunks, threads or the other systems of a comparison. They are also the same under every
version of NumPy, which fixes the raw words of a bit generator but not its distributions.

Draws are weights of units: how often each was drawn, or 1 where two systems exchange it.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

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
