"""Arrays of numbers: ascending pairs, resamples and their sums, and formulas of sums."""

from __future__ import annotations

import math
import operator as op
from array import array
from collections.abc import Callable
from itertools import combinations, starmap
from typing import Any

from tallystick.metrics.kernel.python.segments import segments_of


def ascending_pairs(numbers: Any, offsets: Any) -> bytes:
    """Count the pairs of each sequence in which the later number is greater, int64."""
    sequences = segments_of(numbers, offsets)
    return array(
        "q", [sum(starmap(op.lt, combinations(ranks, 2))) for ranks in sequences]
    ).tobytes()


def draw(key: bytes, start: int, stop: int, units: int, exchanges: bool) -> bytes:
    """Return what is drawn in the resamples from `start` to `stop`, in int16 rows.

    It is how often each unit is drawn with replacement; or, with `exchanges`, 1 for each unit that
    two systems exchange, else 0, for which a unit takes one bit. Every resample reads its own
    section of the stream of NumPy's Philox with this key of 16 bytes.
    """
    import numpy as np

    words = _words(key, start, stop, units, -(-units // 64) if exchanges else units)
    if exchanges:
        # the order of bytes within a word must not depend on the machine
        as_bytes = words.astype("<u8").view(np.uint8)
        bits = np.unpackbits(as_bytes, axis=1, count=units, bitorder="little")
        return bits.astype(np.int16).tobytes()
    # 53 bits make a float in [0, 1) exactly; its product with the number of units is below it
    fractions = (words[:, :units] >> np.uint64(11)).astype(np.float64) * 2.0**-53
    places = (fractions * units).astype(np.int64) + units * np.arange(stop - start)[:, np.newaxis]
    return np.bincount(places.ravel(), minlength=len(places) * units).astype(np.int16).tobytes()


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


def weighted_sums(numbers: Any, weights: Any, units: int) -> bytes:
    """Return the products of rows of `units` int16 with rows of weights, int32 modulo 2^32."""
    import numpy as np

    if units < 1 or any(memoryview(rows).nbytes % (2 * units) for rows in (numbers, weights)):
        raise ValueError("numbers and weights are not rows of `units` int16")
    rows = [np.frombuffer(buffer, np.int16).reshape(-1, units) for buffer in (numbers, weights)]
    # float64 adds up 2^23 units exactly, whatever their values, and BLAS is much faster than int64
    sums = rows[0].astype(np.float64) @ rows[1].T.astype(np.float64)
    return sums.astype(np.int64).astype(np.int32).tobytes()


def evaluate(steps: Any, numbers: Any, results: Any, sums: Any, rows: int) -> bytes:
    """Return results of a formula over rows of sums, float64, shape (results, rows).

    A step is four uint32: an operation, and the places of its operands. Operation 0 reads a column,
    1 a number, and others are those of `_operations`. `results` are places of steps.
    """
    import numpy as np

    constants, columns = np.frombuffer(numbers), np.frombuffer(sums)
    columns = columns.reshape(len(columns) // max(rows, 1), rows)
    operations = _operations()
    values: list[Any] = []
    with np.errstate(all="ignore"):
        for operation, *operands in np.frombuffer(steps, np.uint32).reshape(-1, 4).tolist():
            if operation < 2:
                values.append((columns, constants)[operation][operands[0]])
            else:
                values.append(operations[operation - 2](*map(values.__getitem__, operands)))
    kept = [np.broadcast_to(values[place], rows) for place in np.frombuffer(results, np.uint32)]
    return np.array(kept, np.float64).tobytes()


def _exp(number: float) -> float:
    try:
        return math.exp(number)
    except OverflowError:
        return math.inf


def _log(number: float) -> float:
    return math.log(number) if number > 0 else -math.inf if number == 0 else math.nan


def _operations() -> list[Callable[[Any, Any, Any], Any]]:
    """Return the operations on arrays, in the order of `tallystick.metrics.sums.symbols`."""
    import numpy as np

    of_two = [op.add, op.sub, op.mul, op.truediv, np.vectorize(pow, otypes=[float])]
    of_two += [op.and_, op.or_, op.eq, op.ne, op.lt, op.le, op.gt, op.ge]
    of_one = [np.logical_not, *(np.vectorize(scalar, otypes=[float]) for scalar in (_exp, _log))]
    return [
        *(lambda one, other, _, function=function: function(one, other) for function in of_two),
        *(lambda one, other, _, function=function: function(one) for function in of_one),
        np.where,
        lambda part, whole, otherwise: np.where(whole == 0, otherwise, np.divide(part, whole)),
    ]
