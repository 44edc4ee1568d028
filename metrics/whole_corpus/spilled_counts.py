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
    """Where the keys of a part begin in the file, their counts, and their places in the part.

    Attributes:
        start: The first of the keys.
        counts: The first of the counts.
        places: The first of the places.
        bounds: The first key of each cell, uint32, with the end.
    """

    start: int
    counts: int
    places: int
    bounds: NDArray[np.uint32]


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
        columns = keys[1][places], counts[places].astype(np.int64), places.astype(np.uint32)
        start, of_counts, of_places = (self._file.append(one.tobytes()) for one in columns)
        self._parts.append(_Part(start, of_counts, of_places, bounds.astype(np.uint32)))
        return len(self._parts) - 1

    def add_up(self, threads: int = 1) -> None:
        """Add up the counts of all parts; afterwards there are no others to add."""
        ranges = list(self._ranges())
        tasks = (partial(_added_up, *self._read(*cells)) for cells in ranges)
        for cells, added in zip(ranges, run_in_turn(tasks, threads), strict=True):
            sums, distinct, lowest = added
            written = 0
            for _, counts, length in self._cells(*cells):
                self._file.write(counts, sums[written : written + length])
                written += length
            self.distinct += distinct
            self.lowest = min(self.lowest, lowest)

    def of_part(self, number: int) -> NDArray[np.int64]:
        """Return the sums of the n-grams that a part has added, after `add_up`."""
        part = self._parts[number]
        ngrams = int(part.bounds[-1])
        found = np.empty(ngrams, np.int64)
        places = np.frombuffer(self._file.read(part.places, PLACE_BYTES * ngrams), np.uint32)
        found[places] = np.frombuffer(self._file.read(part.counts, BYTES * ngrams), np.int64)
        return found

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the first of consecutive cells, and the one behind them, that fit in memory."""
        up_to = np.zeros(CELLS + 1, np.int64)
        for part in self._parts:
            up_to += part.bounds
        begin = 0
        while begin < CELLS and self._parts:
            fits = int(np.searchsorted(up_to, up_to[begin] + KEYS_IN_MEMORY, side="right")) - 1
            end = min(max(fits, begin + 1), CELLS)
            yield begin, end
            begin = end

    def _cells(self, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield for each part where its keys in some cells begin, their counts, and their size."""
        for part in self._parts:
            first, last = part.bounds[[begin, end]].tolist()
            yield part.start + BYTES * first, part.counts + BYTES * first, BYTES * (last - first)

    def _read(self, begin: int, end: int) -> tuple[bytes, bytes]:
        """Return the keys of some cells in all parts, and their counts."""
        keys, counts, sizes = zip(*self._cells(begin, end), strict=True)
        return b"".join(map(self._file.read, keys, sizes)), b"".join(
            map(self._file.read, counts, sizes)
        )


def _added_up(keys: bytes, counts: bytes) -> tuple[memoryview, int, float]:
    """Return the sum for each key, int64, and the number and the lowest of those above 0."""
    _, numbers = np.unique(np.frombuffer(keys, np.uint64), return_inverse=True)
    sums = np.bincount(numbers, weights=np.frombuffer(counts, np.int64))  # exact below 2**53
    positive = sums[sums > 0]
    of_keys = memoryview(sums.astype(np.int64)[numbers].tobytes())
    return of_keys, len(positive), float(positive.min()) if len(positive) else math.inf
