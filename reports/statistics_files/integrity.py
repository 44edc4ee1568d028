"""The digest of a file inside that file, so that damage is found before anything is read."""

from __future__ import annotations

import hashlib
import os
from typing import BinaryIO

from tallystick.errors import InputError, TallystickError
from tallystick.metrics.reading.opening import BLOCK, display_name

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
        with open(path, "r+b") as file:
            begin = _place_of_digest(file)
            digest = _digest(file, begin)
            file.seek(begin)
            file.write(digest)
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
    """Refuse a file that is not sealed, or has changed since."""
    name = display_name(path)
    if os.path.exists(path) and not os.path.isfile(path):
        raise InputError(f"{name}: is not a regular file; expected a file of statistics")
    try:
        with open(path, "rb") as file:
            begin = _place_of_digest(file)
            file.seek(max(begin, 0))
            sealed, digest = begin >= 0, file.read(DIGITS)
            whole = sealed and digest == _digest(file, begin)
    except OSError as error:
        raise InputError(f"{name}: cannot be read: {error.strerror or error}") from None
    if not sealed:
        raise InputError(
            f"{name}: is not a whole file of statistics; expected one that tallystick statistics "
            "wrote; if it was one, delete it and run tallystick statistics again"
        )
    if not whole:
        raise InputError(
            f"{name}: is damaged: it has changed since it was written; delete it and run "
            "tallystick statistics again"
        )


def _place_of_digest(file: BinaryIO) -> int:
    """Return where the digest begins, behind the last mark, or -1."""
    end = file.seek(0, os.SEEK_END)
    while end > 0:
        begin = max(end - BLOCK, 0)
        file.seek(begin)
        found = file.read(end - begin + len(MARK)).rfind(MARK)
        if found >= 0:
            return begin + found + len(MARK)
        end = begin
    return -1


def _digest(file: BinaryIO, begin: int) -> bytes:
    """Return the digest of everything but the digest itself, as hexadecimal digits.

    It is read and not mapped into memory: if a mapped file becomes shorter, the process ends.
    """
    found = hashlib.blake2b(digest_size=DIGITS // 2)
    file.seek(0)
    for start in range(0, begin, BLOCK):
        found.update(file.read(min(BLOCK, begin - start)))
    file.seek(begin + DIGITS)
    while block := file.read(BLOCK):
        found.update(block)
    return found.hexdigest().encode()
