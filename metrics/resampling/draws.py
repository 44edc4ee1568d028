"""Random draws that depend only on the seed and their purpose, and sums of what is drawn.

Every resample reads its own section of one Philox stream (Salmon, Moraes, Dror and Shaw, "Parallel
Random Numbers: As Easy as 1, 2, 3", SC 2011), addressed by its number. Draws therefore do not
depend on chunks, threads or the other systems of a comparison. They are also the same under every
version of NumPy, which fixes the raw words of a bit generator but not its distributions.

Draws are weights of units: how often each was drawn, or 1 where two systems exchange it. Statistics
whose sums are exact (see `Units.sums`) are whole multiples of a power of two. They are split into
digits so small that every weighted sum of digits fits into 32 bits. The kernel adds them up as
whole numbers: faster than in floating point, and without a library of linear algebra that starts
threads of its own. Other statistics are multiplied as they are, and so are all without the compiled
kernel, whose twin would be slower.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from tallystick.metrics.counting.workspace import MOST_THREADS, run_in_threads
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.sums.arrays import FloatArray, IntArray

    WeightedSums = Callable[[NDArray[np.int16]], FloatArray]

Part = TypeVar("Part")

NUMBERS_OF_A_PART = 2**20  # of 8 bytes each; the temporaries of a formula take a few times that

BITS_OF_A_DIGIT = 15  # of int16
BITS_OF_A_SUM = 31  # of int32
BITS_OF_A_FLOAT = 53


def swaps(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int16]:
    """Return 1 for units that two systems exchange in a resample, shape (stop - start, units)."""
    exchanged = kernel.draw(_key(seed, f"swap:{purpose}"), start, stop, units, True)
    return np.frombuffer(exchanged, np.int16).reshape(stop - start, units)


def draw_counts(seed: int, purpose: str, units: int, start: int, stop: int) -> NDArray[np.int16]:
    """Count how often each unit is drawn with replacement, shape (stop - start, units)."""
    counts = kernel.draw(_key(seed, f"draw:{purpose}"), start, stop, units, False)
    return np.frombuffer(counts, np.int16).reshape(stop - start, units)


def permutations(seed: int, purpose: str, units: int, number: int) -> IntArray:
    """Return the places of units in random orders, shape (number, units)."""
    key = int.from_bytes(_key(seed, f"order:{purpose}"), "little")
    words = np.random.Philox(key=key).random_raw(number * units).reshape(number, units)
    places: IntArray = words.argsort(axis=1).argsort(axis=1)
    return places


def normals(seed: int, purpose: str, shape: tuple[int, ...]) -> FloatArray:
    """Return standard normal numbers, by the method of Box and Muller."""
    key = int.from_bytes(_key(seed, f"normal:{purpose}"), "little")
    words = np.random.Philox(key=key).random_raw((2, *shape))
    one, other = ((words >> np.uint64(11)) + 0.5) * 2.0**-53  # between 0 and 1
    return np.asarray(np.sqrt(-2 * np.log(one)) * np.cos(2 * np.pi * other))


def _key(seed: int, purpose: str) -> bytes:
    return hashlib.sha256(f"tallystick:{seed}:{purpose}".encode()).digest()[:16]


def in_parts(
    function: Callable[[int, int], Part], resamples: int, numbers_each: int, threads: int
) -> list[Part]:
    """Call a function with the first resample of each part and one past the last, in threads.

    Parts bound memory: the function keeps `numbers_each` numbers for each resample.
    """
    of_a_thread = -(-resamples // min(threads, MOST_THREADS))
    size = max(1, min(NUMBERS_OF_A_PART // numbers_each, of_a_thread))
    starts = range(0, resamples, size)
    tasks = [partial(function, start, min(start + size, resamples)) for start in starts]
    return run_in_threads(tasks, threads)


def weighted_sums(sums: Sequence[FloatArray]) -> WeightedSums:
    """Return a function from weights to the sums of all systems.

    It takes weights of shape (resamples, units), 0 or more, in each row at most as many in total as
    there are units, and returns shape (columns, systems, resamples), which makes formulas fast.
    Sums are exact if float64 holds the sums of all units, and otherwise rounded.
    """
    units, columns = sums[0].shape
    exact = [whole for whole in map(_whole_numbers, sums) if whole is not None]
    if len(exact) < len(sums) or kernel.ACTIVE == "python":
        joined = np.stack(sums, axis=-1).reshape(units, -1)

        def multiply(weights: NDArray[np.int16]) -> FloatArray:
            totals = (weights.astype(np.float64) @ joined).T
            return np.ascontiguousarray(totals).reshape(columns, len(sums), len(weights))

        return multiply
    numbers = np.stack([whole for whole, _ in exact], axis=1).reshape(-1, units)
    exponents = np.stack([of_columns for _, of_columns in exact], axis=1).ravel()
    bits = min(BITS_OF_A_DIGIT, BITS_OF_A_SUM - units.bit_length())
    places: dict[bytes, int] = {}  # systems have columns in common
    levels: list[tuple[IntArray, list[int], FloatArray]] = []
    chosen = np.arange(len(numbers))
    while len(chosen):
        digits = (numbers[chosen] & (2**bits - 1)).astype(np.int16)
        at = [places.setdefault(digit.tobytes(), len(places)) for digit in digits]
        values = np.ldexp(1.0, exponents[chosen] + bits * len(levels))
        levels.append((chosen, at, values[:, np.newaxis]))
        numbers >>= bits
        chosen = np.flatnonzero(numbers.any(axis=1))
    packed = b"".join(places)

    def add_up(weights: NDArray[np.int16]) -> FloatArray:
        of_digits = np.frombuffer(kernel.weighted_sums(packed, weights, units), np.int32)
        of_digits = of_digits.reshape(len(places), len(weights))
        totals = np.zeros((len(numbers), len(weights)))
        for of_level, at, values in levels:
            totals[of_level] += of_digits[at] * values
        return totals.reshape(columns, len(sums), len(weights))

    return add_up


def scores_of(metric: Metric, sums: FloatArray) -> FloatArray:
    """Return the scores of sums with the columns first, shape (columns, ...), or NaN."""
    with np.errstate(divide="ignore", invalid="ignore"):  # a resample may lack all that counts
        return metric.formula(np.moveaxis(sums, 0, -1))


def _whole_numbers(rows: FloatArray) -> tuple[IntArray, IntArray] | None:
    """Return columns as whole numbers, (columns, units), times powers of two, or None.

    None where float64 does not hold the sums of these numbers.
    """
    if not (np.isfinite(rows).all() and (rows >= 0).all()):
        return None
    of_columns = np.ascontiguousarray(rows.T)
    fractions, exponents = np.frexp(of_columns)
    significands = np.ldexp(fractions, BITS_OF_A_FLOAT).astype(np.int64)
    _, lowest_bits = np.frexp((significands & -significands).astype(np.float64))
    lowest = exponents - BITS_OF_A_FLOAT + lowest_bits - 1
    _, highest = np.frexp(of_columns.max(axis=1) * len(rows))
    least = np.where(significands, lowest, highest[:, np.newaxis]).min(axis=1)
    if (highest - least > BITS_OF_A_FLOAT).any():
        return None
    return np.ldexp(of_columns, -least[:, np.newaxis]).astype(np.int64), least.astype(np.int64)
