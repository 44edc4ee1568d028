"""The files that a command is to write, checked before the work."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tallystick.errors import InputError, OptionError

STANDARD_OUTPUT = "-"


def check_output_files(paths: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse files that could not be written, or should not be.

    Args:
        paths: The files to be written.
        inputs: The files that are read.

    Raises:
        OptionError: A file is named twice, or is read too.
        InputError: A file's folder does not exist, or may not be written.
    """
    seen: dict[str, str] = {}
    read = {os.path.realpath(path): path for path in inputs}
    for path in paths:
        real = os.path.realpath(path)
        if real in seen:
            raise OptionError(f"{path} is to be written twice; give every output a file of its own")
        if real in read:
            raise OptionError(
                f"{path} is to be written, but it is read too, and its content would be lost; "
                "give the output another name"
            )
        seen[real] = path
        _check_writable(path)


def check_output_folder(path: str) -> None:
    """Refuse a folder that could not be written into; one that is absent may be made.

    Raises:
        InputError: It is a file, or may not be written into.
    """
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
        raise InputError(f"{path}: there is no folder {folder} to write it into; make it first")
    if not os.access(path if os.path.exists(path) else folder, os.W_OK):
        raise InputError(f"{path}: may not be written; change the permissions, or the name")
