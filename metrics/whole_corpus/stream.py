"""The sums of a corpus that is read once, with the counts of n-grams in a temporary file.

Counts are added up over all parts, so that memory stays small.
"""

from __future__ import annotations

import math
import os
import pickle
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import IO, TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np

from tallystick.errors import TallystickError
from tallystick.metrics.counting.workspace import Workspace, run_in_turn
from tallystick.metrics.sums.statistics import Total, Totals
from tallystick.metrics.whole_corpus.ngram_keys import CELLS, by_cell, summed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting

SEGMENTS_IN_A_PART = 8_192
"""Blocks are divided, so that the n-grams of a part fit the caches and threads have some."""

KEYS_IN_MEMORY = 1 << 19
"""Keys are added up cell by cell, as many cells at a time as have this number of keys."""

BYTES_IN_MEMORY = 1 << 23
"""The file is written when there is more."""


class TemporaryFile:
    """Bytes in a temporary file that are written and read again in any order."""

    def __init__(self) -> None:
        folder = os.environ.get("TMPDIR") or None  # if it cannot be used, Python takes another
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            BYTES_IN_MEMORY, dir=folder
        )
        self._end = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.close()

    def append(self, written: bytes | memoryview) -> int:
        """Write at the end, and return where that was."""
        begin = self._end
        self.write(begin, written)
        return begin

    def write(self, begin: int, written: bytes | memoryview) -> None:
        """Write at a place, which may be behind the end."""
        with _refused("written"):
            self._file.seek(begin)
            self._file.write(written)
        self._end = max(self._end, begin + len(written))

    def read(self, begin: int, length: int) -> bytes:
        """Read what was written at a place."""
        with _refused("read"):
            self._file.seek(begin)
            data = self._file.read(length)
        if len(data) != length:
            raise TallystickError(f"a temporary file in {tempfile.gettempdir()} was cut off")
        return data


@contextmanager
def _refused(what: str) -> Iterator[None]:
    """Say where the file is that cannot be written or read, and how to have another."""
    try:
        yield
    except OSError as error:
        # the folder is None if no folder can be written to
        folder = os.environ.get("TMPDIR") or tempfile.tempdir or "TMPDIR"
        raise TallystickError(
            f"a temporary file in {folder!s} cannot be {what}: {error.strerror or error}; it has "
            "the n-grams of the corpus, 1 to 3 kB for a segment of 20 words; set TMPDIR to a "
            "folder that can be written to and has more room"
        ) from None


_BYTES = 8
"""Of the second half of a key, and of a count."""


class _Part(NamedTuple):
    """Where keys, counts and places of a part are; `bounds` has the first n-gram of each cell."""

    start: int
    bounds: NDArray[np.uint32]

    @property
    def counts(self) -> int:
        """The first count in the file."""
        return self.start + _BYTES * int(self.bounds[-1])


class SpilledCounts:
    """Counts of n-grams, by their keys, in a temporary file; their sums are returned to each part.

    Those that are added up together are recognised by the second halves of their keys: among the
    n-grams of 10 million segments of 20 words, the chance that any two are mistaken for each other
    is below 10^-4. After `add_up`, `distinct` is the number of sums above 0, `lowest` the lowest.
    """

    def __init__(self, file: TemporaryFile) -> None:
        self.distinct = 0
        self.lowest = math.inf
        self.numbers = Counter[int]()
        self._file = file
        self._parts: list[_Part] = []

    def add(self, keys: NDArray[np.uint64], counts: NDArray[np.integer]) -> int:
        """Add the counts of the distinct n-grams of a part; return its number."""
        places, bounds = by_cell(keys)
        columns = keys[1][places], counts[places].astype(np.int64), places.astype(np.uint32)
        start = self._file.append(b"".join(column.tobytes() for column in columns))
        self._parts.append(_Part(start, bounds.astype(np.uint32)))
        return len(self._parts) - 1

    def add_up(self, threads: int = 1) -> None:
        """Add up the counts of all parts; afterwards there are no others to add."""
        ranges = list(self._ranges())
        tasks = (partial(_added_up, *self._read(*cells)) for cells in ranges)
        for cells, (sums, distinct, lowest) in zip(
            ranges, run_in_turn(tasks, threads), strict=True
        ):
            written = 0
            for _, counts, length in self._slices(*cells):
                self._file.write(counts, sums[written : written + length])
                written += length
            self.distinct += distinct
            self.lowest = min(self.lowest, lowest)

    def of_part(self, number: int) -> IntArray:
        """Return the sums of the n-grams that a part has added, after `add_up`."""
        part = self._parts[number]
        ngrams = int(part.bounds[-1])
        read = self._file.read(part.counts, (_BYTES + 4) * ngrams)
        sums = np.empty(ngrams, np.int64)
        places = np.frombuffer(read, np.uint32, offset=_BYTES * ngrams)
        sums[places] = np.frombuffer(read, np.int64, ngrams)
        return sums

    def _ranges(self) -> Iterator[tuple[int, int]]:
        """Yield the first of consecutive cells, and the one behind them, that fit in memory."""
        up_to = sum((part.bounds for part in self._parts), np.zeros(CELLS + 1, np.int64))
        begin = 0
        while begin < CELLS and self._parts:
            fits = int(np.searchsorted(up_to, up_to[begin] + KEYS_IN_MEMORY, side="right")) - 1
            end = min(max(fits, begin + 1), CELLS)
            yield begin, end
            begin = end

    def _slices(self, begin: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield for each part where its keys in some cells begin, their counts, and their size."""
        for part in self._parts:
            first, last = (_BYTES * part.bounds[[begin, end]].astype(np.int64)).tolist()
            yield part.start + first, part.counts + first, last - first

    def _read(self, begin: int, end: int) -> tuple[bytes, bytes]:
        """Return the keys of some cells in all parts, and their counts."""
        slices = list(self._slices(begin, end))
        return (
            b"".join(self._file.read(keys, size) for keys, _, size in slices),
            b"".join(self._file.read(counts, size) for _, counts, size in slices),
        )


def _added_up(keys: bytes, counts: bytes) -> tuple[memoryview, int, float]:
    """Return the sum for each key, int64, and the number and the lowest of those above 0."""
    _, numbers, sums = summed(np.frombuffer(keys, np.uint64), np.frombuffer(counts, np.int64))
    positive = sums[sums > 0]
    lowest = float(positive.min()) if len(positive) else math.inf
    return memoryview(sums[numbers].tobytes()), len(positive), lowest


class _Kept(NamedTuple):
    """A part of a system: its n-grams in the counts, and where the rest is in the file."""

    system: str
    ngrams: int
    begin: int
    length: int


class Stream:
    """The sums of systems on a corpus that is read once, with a temporary file."""

    def __init__(self, counting: NgramCounting) -> None:
        self._counting = counting
        self._file = TemporaryFile()
        self._counts = defaultdict[str, SpilledCounts](partial(SpilledCounts, self._file))
        self._parts: list[_Kept] = []
        self._references: References | None = None
        self._of_first: list[int] = []  # the n-grams in the counts, by part of the references
        self._segments = Counter[str]()
        self._threads = 1
        self._totals = Totals()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._file.__exit__()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        counts = self._counts_of(system)
        if is_first := corpus.references is not self._references:
            self._references, self._of_first = corpus.references, []
        starts = range(0, len(corpus), SEGMENTS_IN_A_PART)  # threads do not change the sums
        tasks = (
            partial(
                self._counting.of_system,
                corpus.slice(start, start + SEGMENTS_IN_A_PART),
                self._segments[system] + start,
                is_first,
            )
            for start in starts
        )
        for place, part in enumerate(run_in_turn(tasks, self._threads)):
            number = self._of_first[place] if part.ngrams is None else counts.add(*part.ngrams)
            if is_first:
                self._of_first.append(number)
            counts.numbers.update(part.numbers)
            written = pickle.dumps(part.kept, pickle.HIGHEST_PROTOCOL)
            self._parts.append(_Kept(system, number, self._file.append(written), len(written)))
        self._segments[system] += len(corpus)

    def total(self, system: str) -> Total:
        """Return the sum of all parts of a system, after the last part."""
        if self._parts and not self._totals:
            for counts in self._counts.values():
                counts.add_up(self._threads)
            tasks = (partial(self._counting.total, *self._read(part)) for part in self._parts)
            for part, total in zip(self._parts, run_in_turn(tasks, self._threads), strict=True):
                self._totals.add(part.system, total)
        return self._totals[system]

    def _counts_of(self, system: str) -> SpilledCounts:
        return self._counts[system if self._counting.of_each_system else ""]

    def _read(self, part: _Kept) -> tuple[Any, IntArray, SpilledCounts]:
        """Return what was kept of a part, and the counts of its n-grams in the whole corpus."""
        counts = self._counts_of(part.system)
        kept = pickle.loads(self._file.read(part.begin, part.length))
        return kept, counts.of_part(part.ngrams), counts
