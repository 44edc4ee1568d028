"""Random draws that depend only on the seed and their purpose.

Every resample reads its own section of one Philox stream (Salmon, Moraes, Dror and Shaw, "Parallel
Random Numbers: As Easy as 1, 2, 3", SC 2011), addressed by its number. Draws therefore do not
depend on chunks, threads or the other systems of a comparison. They are also the same under every
version of NumPy, which fixes the raw words of a bit generator but not its distributions.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS_OF_A_BLOCK = 4  # 64-bit words that one step of Philox's counter yields


def swaps(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.bool_]:
    """Return the units that two systems exchange in each resample, shape (stop - start, units)."""
    words = _words(seed, f"swap:{purpose}", -(-units // 64), start, stop)
    # the order of bytes within a word must not depend on the machine
    bits = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits[:, :units].astype(np.bool_)


def drawn_units(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int64]:
    """Return the units drawn with replacement for each resample, shape (stop - start, units)."""
    words = _words(seed, f"draw:{purpose}", units, start, stop)[:, :units]
    # 53 bits make a float in [0, 1) exactly; its product with the number of units is below it
    fractions = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    chosen: NDArray[np.int64] = (fractions * units).astype(np.int64)
    return chosen


def how_often(drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return the count of each unit in each resample, same shape."""
    resamples, units = drawn.shape
    places = drawn + units * np.arange(resamples)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=resamples * units)
    return counts.reshape(resamples, units).astype(np.float64)


def _words(seed: int, purpose: str, words: int, start: int, stop: int) -> NDArray[np.uint64]:
    digest = hashlib.sha256(f"tallystick:{seed}:{purpose}".encode()).digest()
    blocks = -(-words // WORDS_OF_A_BLOCK)
    generator: Any = np.random.Philox(key=int.from_bytes(digest[:16], "little"))
    generator.advance(blocks * start)
    raw: NDArray[np.uint64] = generator.random_raw((stop - start) * blocks * WORDS_OF_A_BLOCK)
    return raw.reshape(stop - start, blocks * WORDS_OF_A_BLOCK)
