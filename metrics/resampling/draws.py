"""Random draws that depend on the seed and their purpose alone.

Every resample has its own stretch of one Philox stream (Salmon, Moraes, Dror and Shaw, "Parallel
Random Numbers: As Easy as 1, 2, 3", SC 2011), found by its number. So draws are the same however
they are split into parts or threads, whatever else is compared, and under every version of NumPy:
the raw words of a bit generator are fixed, its distributions are not.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

WORDS_OF_A_BLOCK = 4  # what one step of Philox's counter yields, each of 64 bits


def swaps(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.bool_]:
    """Return for each resample which units two systems exchange, shape (stop - start, units).

    Args:
        seed: The seed.
        purpose: What the draws are for, such as the name of a metric.
        units: How many units there are.
        start: The number of the first resample.
        stop: The number behind the last.

    >>> swaps(1, "", 5, 2, 4).tolist() == swaps(1, "", 5, 0, 4)[2:].tolist()
    True
    """
    words = _words(seed, f"swap:{purpose}", -(-units // 64), start, stop)
    # the order of bytes within a word must not depend on the machine
    bits = np.unpackbits(words.astype("<u8").view(np.uint8), axis=1, bitorder="little")
    return bits[:, :units].astype(np.bool_)


def drawn_units(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int64]:
    """Return for each resample the units drawn with replacement, shape (stop - start, units).

    >>> drawn_units(1, "", 3, 0, 1).shape
    (1, 3)
    """
    words = _words(seed, f"draw:{purpose}", units, start, stop)[:, :units]
    # 53 bits make a float in [0, 1) exactly; its product with the number of units is below it
    fractions = (words >> np.uint64(11)).astype(np.float64) * 2.0**-53
    chosen: NDArray[np.int64] = (fractions * units).astype(np.int64)
    return chosen


def how_often(drawn: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how often each resample has each unit, shape as given.

    >>> import numpy as np
    >>> how_often(np.array([[0, 0, 2]])).tolist()
    [[2.0, 0.0, 1.0]]
    """
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
