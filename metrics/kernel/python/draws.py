"""Resamples drawn from the random words of NumPy's Philox."""

from __future__ import annotations

from typing import Any


def draw_counts(key: bytes, start: int, stop: int, units: int) -> bytes:
    """Return how often each unit is drawn in the resamples from `start` to `stop`, in int16 rows.

    Every resample reads its own section of the stream of NumPy's Philox with this key of 16 bytes.
    """
    import numpy as np

    words = _words(key, start, stop, units, units)
    # 53 bits make a float in [0, 1) exactly; its product with the number of units is below it
    fractions = (words[:, :units] >> np.uint64(11)).astype(np.float64) * 2.0**-53
    places = (fractions * units).astype(np.int64) + units * np.arange(stop - start)[:, np.newaxis]
    counts = np.bincount(places.ravel(), minlength=(stop - start) * units)
    return counts.astype(np.int16).tobytes()


def draw_exchanges(key: bytes, start: int, stop: int, units: int) -> bytes:
    """Return 1 for each unit that two systems exchange in a resample, else 0, in int16 rows.

    A unit takes one bit of the stream.
    """
    import numpy as np

    words = _words(key, start, stop, units, -(-units // 64))
    # the order of bytes within a word must not depend on the machine
    as_bytes = words.astype("<u8").view(np.uint8)
    bits = np.unpackbits(as_bytes, axis=1, count=units, bitorder="little")
    return bits.astype(np.int16).tobytes()


def _words(key: bytes, start: int, stop: int, units: int, words_each: int) -> Any:
    """Return at least so many random words of each resample, shape (stop - start, words)."""
    import numpy as np

    if len(key) != 16 or units < 1 or not 0 <= start <= stop:
        raise ValueError(
            "the key has 16 bytes, units is at least 1, and start is at least 0 and at most stop"
        )
    blocks = -(-words_each // 4)  # a step of Philox's counter yields four words of 64 bits
    generator: Any = np.random.Philox(key=int.from_bytes(key, "little"))
    generator.advance(blocks * start)
    return generator.random_raw((stop - start) * blocks * 4).reshape(stop - start, blocks * 4)
