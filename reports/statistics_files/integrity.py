"""The digest of a file inside that file, so that damage is found before anything is read."""

from __future__ import annotations

import hashlib
import mmap
import os

from tallystick.errors import InputError, TallystickError
from tallystick.metrics.reading.opening import display_name

DIGITS = 32
MARK = b"tallystick-digest-"
PARQUET = b"PAR1"
LENGTH = 4
"""Parquet ends in its metadata, their length in so many bytes, and these letters."""
UNSEALED = MARK.decode() + "0" * DIGITS
"""What a file contains until it is sealed; `seal` replaces the zeros by the digest."""


def seal(path: str) -> None:
    """Write the digest of a file that contains `UNSEALED` in the place of the zeros."""
    try:
        with open(path, "r+b") as file, mmap.mmap(file.fileno(), 0) as content:
            begin = content.rfind(UNSEALED.encode()) + len(MARK)
            content[begin : begin + DIGITS] = _digest(content, begin)
    except OSError as error:
        raise TallystickError(f"{path}: cannot be written: {error.strerror or error}") from None


def has_seal(path: str) -> bool:
    """Return whether a file ends in the metadata of Parquet with a seal, as of statistics."""
    try:
        with open(path, "rb") as file:
            file.seek(-len(PARQUET) - LENGTH, os.SEEK_END)
            length = int.from_bytes(file.read(LENGTH), "little")
            if file.read() != PARQUET:
                return False
            file.seek(-len(PARQUET) - LENGTH - length, os.SEEK_END)
            return MARK in file.read(length)
    except OSError:  # no file, or a shorter one
        return False


def check_seal(path: str) -> None:
    """Refuse a file that is not sealed, or has changed since.

    Raises:
        InputError: The file cannot be read, is not one of statistics, or is damaged.
    """
    name = display_name(path)
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{name}: is not a regular file; expected a file of statistics")
    try:
        with (
            open(path, "rb") as file,
            mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content,
        ):
            begin = content.rfind(MARK) + len(MARK)
            sealed = begin >= len(MARK)
            whole = sealed and content[begin : begin + DIGITS] == _digest(content, begin)
    except ValueError:  # an empty file cannot be mapped
        sealed = False
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror or error}") from None
    if not sealed:
        raise InputError(
            f"{name}: is not a whole file of statistics; expected one that tallystick statistics "
            "wrote"
        )
    if not whole:
        raise InputError(
            f"{name}: is damaged: it has changed since it was written; write it again with "
            "tallystick statistics"
        )


def _digest(content: mmap.mmap, begin: int) -> bytes:
    """Return the digest of everything but the digest itself, as hexadecimal digits."""
    found = hashlib.blake2b(digest_size=DIGITS // 2)
    with memoryview(content) as view:
        found.update(view[:begin])
        found.update(view[begin + DIGITS :])
    return found.hexdigest().encode()
