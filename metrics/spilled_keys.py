"""Keys of n-grams of a whole corpus in a temporary file, so that memory stays small."""

from __future__ import annotations

import tempfile
from collections.abc import Hashable, Iterator, Sequence
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tallystick.errors import TallystickError

CLASSES = 256
"""Keys are read again one class at a time; more classes take less memory and more reading."""
BYTES_IN_MEMORY = 1 << 25
"""The file is written when there is more."""


class _Written(NamedTuple):
    """Where the keys of some streams are in the file.

    Attributes:
        streams: The streams.
        bounds: The start of the keys of every class in the file, in keys, int64, with the end.
        lengths: The number of keys of each stream in every class, uint32, shape (classes, streams).
    """

    streams: tuple[Hashable, ...]
    bounds: NDArray[np.int64]
    lengths: NDArray[np.uint32]


class SpilledKeys:
    """Streams of keys, which are written as they come and read again class by class.

    Raises:
        TallystickError: The temporary file cannot be written or read, in every method.

    >>> import numpy as np
    >>> with SpilledKeys() as spilled:
    ...     bounds = np.array([0, 1] + [3] * (CLASSES - 1))
    ...     spilled.add({"text": (np.array([7, 8, 9], np.uint64).tobytes(), bounds.tobytes())})
    ...     first, second, *others = spilled.classes()
    >>> np.frombuffer(second["text"], np.uint64).tolist()
    [8, 9]
    """

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(BYTES_IN_MEMORY)  # noqa: SIM115
        self._written: list[_Written] = []
        self._number = 0

    def __enter__(self) -> SpilledKeys:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        """Delete the file."""
        self._file.close()

    def add(self, streams: dict[Hashable, tuple[bytes, bytes]]) -> None:
        """Write keys behind those that are there.

        Args:
            streams: For each stream its keys and the bounds of their classes, as
                `kernel.ngram_keys` returns them.
        """
        if not streams:
            return
        bounds = np.stack(
            [np.frombuffer(of_classes, np.int64) for _, of_classes in streams.values()], axis=1
        )
        try:
            self._file.write(_by_class([keys for keys, _ in streams.values()], bounds))
        except OSError as error:
            raise _failed("written", error) from None
        starts = self._number + bounds.sum(axis=1)
        lengths = np.diff(bounds, axis=0).astype(np.uint32)
        self._written.append(_Written(tuple(streams), starts, lengths))
        self._number = int(starts[-1])

    def classes(self) -> Iterator[dict[Hashable, bytes]]:
        """Yield the keys of each class by stream."""
        for number in range(CLASSES):
            pieces: dict[Hashable, list[memoryview]] = {}
            for written in self._written:
                begin, end = written.bounds[number : number + 2].tolist()
                keys = memoryview(self._read(8 * begin, 8 * (end - begin)))
                ends = (8 * np.cumsum(written.lengths[number], dtype=np.int64)).tolist()
                for stream, start, stop in zip(written.streams, [0, *ends], ends, strict=False):
                    pieces.setdefault(stream, []).append(keys[start:stop])
            yield {stream: b"".join(of_stream) for stream, of_stream in pieces.items()}

    def _read(self, begin: int, length: int) -> bytes:
        try:
            self._file.seek(begin)
            found = self._file.read(length)
        except OSError as error:
            raise _failed("read", error) from None
        if len(found) != length:
            raise TallystickError(f"a temporary file in {tempfile.gettempdir()} was cut off")
        return found


def _by_class(streams: Sequence[bytes], bounds: NDArray[np.int64]) -> bytes:
    """Join streams so that the keys of each class are together."""
    if len(streams) == 1:
        return streams[0]
    views = [memoryview(keys).cast("Q") for keys in streams]
    return b"".join(
        view[begin:end]
        for begins, ends in zip(bounds.tolist(), bounds[1:].tolist(), strict=False)
        for view, begin, end in zip(views, begins, ends, strict=True)
    )


def _failed(what: str, error: OSError) -> TallystickError:
    return TallystickError(
        f"a temporary file in {tempfile.gettempdir()} cannot be {what}: "
        f"{error.strerror or error}; it has the n-grams of the corpus, about 1 kB for a segment of "
        "20 words; set TMPDIR to a folder with more room"
    )
