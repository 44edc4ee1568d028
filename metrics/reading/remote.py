"""Files that a name such as "s3://bucket/name" locates, opened by fsspec."""

from __future__ import annotations

import importlib
import os
import re
from typing import Any, BinaryIO, cast

from tallystick.errors import InputError, MissingExtraError


def is_remote(path: str | bytes | os.PathLike[Any]) -> bool:
    """Return whether the name of a file begins with a scheme, as a drive such as C: is none."""
    scheme, colon, _ = os.fsdecode(path).partition("://")
    return bool(colon) and re.fullmatch("[a-zA-Z][a-zA-Z0-9+.-]*", scheme) is not None


def file_system(name: str, **options: Any) -> tuple[Any, str]:
    """Return fsspec's file system of a remote file, and the name of the file in it."""
    try:
        fsspec = importlib.import_module("fsspec")
    except ImportError:
        raise MissingExtraError(
            f'{name}: opening it takes fsspec; install it with: pip install "tallystick[cluster]"'
        ) from None
    try:
        system, path = fsspec.url_to_fs(name, **options)
    except ImportError as error:
        raise MissingExtraError(
            f"{name}: cannot be opened: {error}, on every worker of a cluster too"
        ) from None
    except Exception as error:
        known = ", ".join(f"{one}://" for one in ("s3", "gs", "abfs", "https", "hdfs"))
        raise InputError(
            f"{name}: cannot be opened: {error}; expected a scheme that fsspec knows, such as "
            f"{known}, or the name of a file"
        ) from None
    return system, path


def open_remote(name: str) -> BinaryIO:
    """Open a remote file for reading bytes; like `open`, it raises OSError."""
    system, path = file_system(name)
    try:
        return cast("BinaryIO", _RemoteFile(system.open(path, "rb")))
    except OSError as error:
        if error.__cause__ is None or isinstance(error.__cause__, FileNotFoundError):
            raise
        raise OSError(_described(error.__cause__)) from None  # such as a lost connection
    except Exception as error:  # of the library of the scheme
        raise OSError(_described(error)) from None


class _RemoteFile:
    """A remote file all of whose errors are of class `OSError`."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def read(self, size: int) -> bytes:
        try:
            return bytes(self._file.read(size))
        except OSError:
            raise
        except Exception as error:
            raise OSError(_described(error)) from None

    def fileno(self) -> int:
        raise OSError("a remote file has no number")

    def close(self) -> None:
        self._file.close()


def _described(error: BaseException) -> str:
    return str(error) or type(error).__name__
