"""A temporary file for what does not fit in memory."""

from __future__ import annotations

import os
import tempfile
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
        self.close()

    def close(self) -> None:
        """Delete the file."""
        self._file.close()

    def append(self, written: bytes | memoryview) -> int:
        """Write at the end, and return where that was."""
        begin = self._end
        self.write(begin, written)
        return begin

    def write(self, begin: int, written: bytes | memoryview) -> None:
        """Write at a place, which may be behind the end."""
        try:
            self._file.seek(begin)
            self._file.write(written)
        except OSError as error:
            raise _failed("written", error) from None
        self._end = max(self._end, begin + len(written))

    def read(self, begin: int, length: int) -> bytes:
        """Read what was written at a place."""
        try:
            self._file.seek(begin)
            found = self._file.read(length)
        except OSError as error:
            raise _failed("read", error) from None
        if len(found) != length:
            raise TallystickError(f"a temporary file in {tempfile.gettempdir()} was cut off")
        return found


def _failed(what: str, error: OSError) -> TallystickError:
    folder = (
        os.environ.get("TMPDIR") or tempfile.tempdir or "TMPDIR"
    )  # None if no folder can be written to
    return TallystickError(
        f"a temporary file in {folder!s} cannot be {what}: "
        f"{error.strerror or error}; it has the n-grams of the corpus, 1 to 3 kB for a segment of "
        "20 words; set TMPDIR to a folder that can be written to and has more room"
    )
