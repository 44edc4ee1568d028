"""Checks of the files that a command writes, before the work."""

from __future__ import annotations

import os
import stat
from collections.abc import Hashable, Sequence

from tallystick.errors import InputError, OptionError


def check_output_files(paths: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse outputs that cannot be written, or are named twice or as inputs, even by links."""
    seen: set[Hashable] = set()
    read = {identity for path in inputs for identity in _identities(path)}
    for path in paths:
        identities = _identities(path)
        if not seen.isdisjoint(identities):
            raise OptionError(f"{path} is an output twice; give every output a separate file")
        if not read.isdisjoint(identities):
            raise OptionError(
                f"{path} is both input and output, and its content would be lost; "
                "give the output another name"
            )
        seen.update(identities)
        _check_writable(path)


def _identities(path: str) -> set[Hashable]:
    """Return what two names of one file share: its location and, if it exists, its id."""
    real = os.path.realpath(path)
    try:
        found = os.stat(real)
    except OSError:
        return {real}
    if not stat.S_ISREG(found.st_mode):
        return {real}
    return {real, (found.st_dev, found.st_ino)}


def check_output_folder(path: str) -> None:
    """Refuse a folder that cannot be written into; a missing one may be created."""
    existing = os.path.abspath(path)
    while not os.path.lexists(existing):
        existing = os.path.dirname(existing)
    if not os.path.isdir(existing):
        raise InputError(f"{path}: {existing} is a file; expected a folder, or a free name")
    if not os.access(existing, os.W_OK):
        raise InputError(f"{path}: {existing} may not be written into; choose another folder")


def _check_writable(path: str) -> None:
    if os.path.isdir(path):
        raise InputError(f"{path}: is a directory; expected the name of a file to write")
    folder = os.path.dirname(path) or os.curdir
    if not os.path.isdir(folder):
        raise InputError(f"{path}: there is no folder {folder}; create it first")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError(f"{path}: may not be written; change the permissions, or the name")
