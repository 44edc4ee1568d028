"""Keys of n-grams of a whole corpus in a temporary file, so that memory stays small."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.temporary_file import TemporaryFile

CLASSES = 256
"""Keys are read again one class at a time; more classes take less memory and more reading."""
SIZES = KEY_BYTES, COUNT_BYTES = 8, 4


class Keys(NamedTuple):
    """Keys of n-grams with counts.

    Attributes:
        keys: The keys, uint64.
        counts: A count of each, uint32.
    """

    keys: bytearray
    counts: bytearray


class _Written(NamedTuple):
    """Where the keys of some streams are in the file, class by class and stream by stream.

    Attributes:
        streams: The streams.
        starts: Where the keys begin in the file, and their counts.
        bounds: The first key of every class, int64, with the end, shape (classes + 1,).
        lengths: The number of keys of each stream in every class, uint32, shape (classes, streams).
    """

    streams: tuple[Hashable, ...]
    starts: Sequence[int]
    bounds: NDArray[np.int64]
    lengths: NDArray[np.uint32]


class SpilledKeys:
    """Streams of keys with counts, which are written as they come and read again class by class.

    Raises:
        TallystickError: The temporary file cannot be written or read, in every method.

    >>> import numpy as np
    >>> with SpilledKeys() as spilled:
    ...     bounds = np.array([0, 1] + [3] * (CLASSES - 1))
    ...     keys, counts = np.array([7, 8, 9], np.uint64), np.array([1, 1, 2], np.uint32)
    ...     spilled.add({"text": (keys.tobytes(), counts.tobytes(), bounds.tobytes())})
    ...     first, second, *others = spilled.classes()
    >>> np.frombuffer(second["text"].keys, np.uint64).tolist()
    [8, 9]
    >>> np.frombuffer(second["text"].counts, np.uint32).tolist()
    [1, 2]
    """

    def __init__(self) -> None:
        self._file = TemporaryFile()
        self._written: list[_Written] = []

    def __enter__(self) -> SpilledKeys:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the file."""
        self._file.close()

    def add(self, streams: Mapping[Hashable, tuple[bytes, bytes, bytes]]) -> None:
        """Write keys behind those that are there.

        Args:
            streams: For each stream its keys, their counts and the bounds of their classes, as
                `kernel.ngram_keys` returns them.
        """
        if not streams:
            return
        bounds = np.stack([np.frombuffer(one[2], np.int64) for one in streams.values()], axis=1)
        starts = [
            self._file.append(_by_class([one[column] for one in streams.values()], bounds * size))
            for column, size in enumerate(SIZES)
        ]
        lengths = np.diff(bounds, axis=0).astype(np.uint32)
        self._written.append(_Written(tuple(streams), starts, bounds.sum(axis=1), lengths))

    def classes(self) -> Iterator[dict[Hashable, Keys]]:
        """Yield the keys of each class by stream."""
        for number in range(CLASSES):
            found: dict[Hashable, Keys] = {}
            for written in self._written:
                begin, end = written.bounds[number : number + 2].tolist()
                keys, counts = (
                    memoryview(self._file.read(start + begin * size, (end - begin) * size))
                    for start, size in zip(written.starts, SIZES, strict=True)
                )
                at = 0
                lengths = written.lengths[number].tolist()
                for stream, length in zip(written.streams, lengths, strict=True):
                    of_stream = found.setdefault(stream, Keys(bytearray(), bytearray()))
                    of_stream.keys.extend(keys[at * KEY_BYTES : (at + length) * KEY_BYTES])
                    of_stream.counts.extend(counts[at * COUNT_BYTES : (at + length) * COUNT_BYTES])
                    at += length
            yield found


def _by_class(streams: Sequence[bytes], bounds: NDArray[np.int64]) -> bytes:
    """Join streams so that the bytes of each class are together."""
    if len(streams) == 1:
        return streams[0]
    views = [memoryview(one) for one in streams]
    return b"".join(
        view[begin:end]
        for begins, ends in zip(bounds.tolist(), bounds[1:].tolist(), strict=False)
        for view, begin, end in zip(views, begins, ends, strict=True)
    )
