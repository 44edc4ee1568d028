"""Keys of n-grams of a whole corpus in a temporary file, so that memory stays small."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.whole_corpus.temporary_file import TemporaryFile

CLASS_BITS = 8
CLASSES = 1 << CLASS_BITS
"""Keys are read again one class at a time; more classes take less memory and more reading."""
KEYS_IN_MEMORY = 1 << 23
"""A class with more keys is divided."""
KEY_BITS = 64
SIZES = KEY_BYTES, COUNT_BYTES = 8, 4


class Keys(NamedTuple):
    """Keys of n-grams with counts.

    Attributes:
        keys: The keys, uint64.
        counts: A count of each, uint32.
    """

    keys: bytearray | memoryview
    counts: bytearray | memoryview


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

    Args:
        classes: The number of classes.
        divides: Whether classes of more than `KEYS_IN_MEMORY` keys are divided.

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

    def __init__(self, classes: int = CLASSES, divides: bool = True) -> None:
        self._classes = classes
        self._divides = divides
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
        """Yield the keys of each class by stream; large classes are divided by bits of the keys."""
        for number in range(self._classes):
            keys = sum(int(written.lengths[number].sum()) for written in self._written)
            if keys <= KEYS_IN_MEMORY or not self._divides:
                yield _merged(self._of_class(number))
                continue
            bits = min((keys // KEYS_IN_MEMORY).bit_length(), CLASS_BITS)
            with SpilledKeys(1 << bits, divides=False) as divided:
                for streams in _batches(self._of_class(number)):
                    divided.add({name: _divided(one, bits) for name, one in streams.items()})
                yield from divided.classes()

    def _of_class(self, number: int) -> Iterator[dict[Hashable, Keys]]:
        """Yield the keys of a class by stream, as they were added."""
        for written in self._written:
            begin, end = written.bounds[number : number + 2].tolist()
            keys, counts = (
                memoryview(self._file.read(start + begin * size, (end - begin) * size))
                for start, size in zip(written.starts, SIZES, strict=True)
            )
            bounds = accumulate(written.lengths[number].tolist(), initial=0)
            yield {
                stream: Keys(
                    keys[first * KEY_BYTES : last * KEY_BYTES],
                    counts[first * COUNT_BYTES : last * COUNT_BYTES],
                )
                for stream, (first, last) in zip(written.streams, pairwise(bounds), strict=True)
            }


def _merged(parts: Iterable[dict[Hashable, Keys]]) -> dict[Hashable, Keys]:
    found: dict[Hashable, tuple[bytearray, bytearray]] = {}
    for streams in parts:
        for stream, one in streams.items():
            keys, counts = found.setdefault(stream, (bytearray(), bytearray()))
            keys += one.keys
            counts += one.counts
    return {stream: Keys(*one) for stream, one in found.items()}


def _batches(parts: Iterable[dict[Hashable, Keys]]) -> Iterator[dict[Hashable, Keys]]:
    """Merge parts as long as they fit in memory, because small ones are slow to read again."""
    batch: list[dict[Hashable, Keys]] = []
    size = 0
    for part in parts:
        size += sum(len(one.keys) for one in part.values()) // KEY_BYTES
        batch.append(part)
        if size > KEYS_IN_MEMORY // 2:
            yield _merged(batch)
            batch, size = [], 0
    yield _merged(batch)


def _divided(one: Keys, bits: int) -> tuple[bytes, bytes, bytes]:
    """Return keys with counts by their highest bits."""
    keys, counts = np.frombuffer(one.keys, np.uint64), np.frombuffer(one.counts, np.uint32)
    classes = highest_bits(keys) >> (CLASS_BITS - bits)
    places = np.argsort(classes, kind="stable")
    bounds = np.searchsorted(classes[places], np.arange((1 << bits) + 1))
    return keys[places].tobytes(), counts[places].tobytes(), bounds.astype(np.int64).tobytes()


def highest_bits(keys: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return the bits of keys by which a large class is divided."""
    return (keys >> np.uint64(KEY_BITS - CLASS_BITS)).astype(np.uint8)


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
