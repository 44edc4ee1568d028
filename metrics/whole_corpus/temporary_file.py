"""A temporary file for what does not fit in memory."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO

from tallystick.errors import TallystickError

BYTES_IN_MEMORY = 1 << 23
"""The file is written when there is more."""


class TemporaryFile:
    """Bytes that are written and read again in any order.

    Raises:
        TallystickError: The file cannot be written or read, in every method.

    >>> with TemporaryFile() as file:
    ...     begin = file.append(b"the cat")
    ...     file.write(begin + 4, b"dog")
    ...     file.read(begin, 7)
    b'the dog'
    """

    def __init__(self) -> None:
        folder = os.environ.get("TMPDIR") or None  # if it cannot be used, Python takes another
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(  # noqa: SIM115
            BYTES_IN_MEMORY, dir=folder
        )
        self._end = 0

    def __enter__(self) -> TemporaryFile:
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
            found = self._file.read(length)
        if len(found) != length:
            raise TallystickError(f"a temporary file in {tempfile.gettempdir()} was cut off")
        return found


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
