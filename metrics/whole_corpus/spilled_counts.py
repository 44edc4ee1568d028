"""Counts of n-grams that are added up over the parts of a corpus, so that memory stays small."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.counting.threads import run_in_turn
from tallystick.metrics.whole_corpus.ngram_keys import CELLS, by_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.whole_corpus.temporary_file import TemporaryFile

KEYS_IN_MEMORY = 1 << 19
"""Keys are added up cell by cell, as many cells at a time as have this number of keys."""
BYTES, PLACE_BYTES = 8, 4
"""Of a key or a count, and of a place."""


class _Part(NamedTuple):
    """Where a part begins in the file: its keys, then their counts, then their places.

    Attributes:
        start: The place in the file.
        bounds: The first key of each cell, uint32, with the end.
    """

    start: int
    bounds: NDArray[np.uint32]

    @property
    def ngrams(self) -> int:
        return int(self.bounds[-1])

    @property
    def counts(self) -> int:
        return self.start + BYTES * self.ngrams


class _Sums(NamedTuple):
    """The sum of the counts of each key, int64, and properties of all sums above 0."""

    sums: memoryview
    distinct: int
    lowest: float


class SpilledCounts:
    """Counts of n-grams, by their keys, in a temporary file; their sums are returned to each part.

    Those that are added up together are recognised by the second halves of their keys: among the
    n-grams of 10 million segments of 20 words, the chance that any two are mistaken for each other
    is below 10^-4.

    Args:
        file: Where they are.

    Attributes:
        distinct: After `add_up`, the number of n-grams with a sum above 0.
        lowest: The lowest of these sums, or infinity.
        numbers: Further numbers with their counts.

    Raises:
        TallystickError: The temporary file cannot be written or read, in every method.

    >>> from tallystick.metrics.whole_corpus.temporary_file import TemporaryFile
    >>> with TemporaryFile() as file:
    ...     counts = SpilledCounts(file)
    ...     first = counts.add(np.array([[1, 2], [7, 8]], np.uint64), np.array([4, 5]))
    ...     second = counts.add(np.array([[3, 2], [9, 8]], np.uint64), np.array([1, 1]))
    ...     counts.add_up()
    ...     counts.distinct, counts.lowest, counts.of_part(second).tolist()
    (3, 1.0, [1, 6])
    """

    def __init__(self, file: TemporaryFile) -> None:
        self.distinct = 0
        self.lowest = math.inf
        self.numbers = Counter[int]()
        self._file = file
        self._parts: list[_Part] = []

    def add(self, keys: NDArray[np.uint64], counts: NDArray[np.integer]) -> int:
        """Add the counts of the distinct n-grams of a part; return its number.

        Args:
            keys: Their keys, shape (2, n-grams).
            counts: Their counts, shape (n-grams,).
        """
        places, bounds = by_cell(keys)
        start = self._file.append(keys[1][places].tobytes())
        self._file.append(counts[places].astype(np.int64).tobytes())
        self._file.append(places.astype(np.uint32).tobytes())
        self._parts.append(_Part(start, bounds.astype(np.uint32)))
        return len(self._parts) - 1

    def add_up(self, threads: int = 1) -> None:
        """Add up the counts of all parts; afterwards there are no others to add."""
        ranges = list(self._ranges())
        tasks = (partial(_added_up, *self._read(*cells)) for cells in ranges)
        for cells, found in zip(ranges, run_in_turn(tasks, threads), strict=True):
            self._write(*cells, found.sums)
            self.distinct += found.distinct
            self.lowest = min(self.lowest, found.lowest)

    def of_part(self, number: int) -> NDArray[np.int64]:
        """Return the sums of the n-grams that a part has added, after `add_up`."""
        part = self._parts[number]
        sums = np.frombuffer(self._file.read(part.counts, BYTES * part.ngrams), np.int64)
        places = self._file.read(part.counts + sums.nbytes, PLACE_BYTES * part.ngrams)
        found = np.empty_like(sums)
        found[np.frombuffer(places, np.uint32)] = sums
        return found

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the first of consecutive cells, and the one behind them, that fit in memory."""
        up_to = np.zeros(CELLS + 1, np.int64)
        for part in self._parts:
            up_to += part.bounds
        begin = 0
        while begin < CELLS:
            fits = int(np.searchsorted(up_to, up_to[begin] + KEYS_IN_MEMORY, side="right")) - 1
            end = min(max(fits, begin + 1), CELLS)
            yield begin, end
            begin = end

    def _read(self, begin: int, end: int) -> tuple[bytes, bytes]:
        """Return the keys of some cells in all parts, and their counts."""
        keys, counts = [], []
        for part, (first, length) in zip(self._parts, self._slices(begin, end), strict=True):
            keys.append(self._file.read(part.start + first, length))
            counts.append(self._file.read(part.counts + first, length))
        return b"".join(keys), b"".join(counts)

    def _write(self, begin: int, end: int, sums: memoryview) -> None:
        """Replace the counts of some cells in all parts by their sums."""
        written = 0
        for part, (first, length) in zip(self._parts, self._slices(begin, end), strict=True):
            self._file.write(part.counts + first, sums[written : written + length])
            written += length

    def _slices(self, begin: int, end: int) -> Iterator[tuple[int, int]]:
        """Yield for each part where its keys in some cells begin, and their length, in bytes."""
        for part in self._parts:
            first, last = part.bounds[[begin, end]].tolist()
            yield BYTES * first, BYTES * (last - first)


def _added_up(keys: bytes, counts: bytes) -> _Sums:
    _, numbers = np.unique(np.frombuffer(keys, np.uint64), return_inverse=True)
    sums = np.bincount(numbers, weights=np.frombuffer(counts, np.int64))  # exact below 2**53
    positive = sums[sums > 0]
    lowest = float(positive.min()) if len(positive) else math.inf
    of_keys = sums.astype(np.int64)[numbers]
    return _Sums(memoryview(of_keys.tobytes()), len(positive), lowest)
