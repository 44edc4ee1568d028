"""The supported compressions, each loaded only when a file needs it."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from tallystick.errors import MissingExtraError

COMPRESSIONS = {".gz": "gzip", ".xz": "xz", ".zst": "Zstandard"}


class Compression(NamedTuple):
    """A decompressor like `lzma.LZMADecompressor`, with the exception it raises for damaged data.

    `padding` is the byte that may pad the file after the data, or empty.
    """

    name: str
    decompressor: Callable[[], Any]
    error: type[Exception]
    padding: bytes


def compression_of(name: str) -> Compression | None:
    """Return the compression indicated by the name of a file, or None.

    >>> compression_of("a.txt.GZ").name
    'gzip'
    """
    suffix = os.path.splitext(name)[1].lower()
    kind = COMPRESSIONS.get(suffix)
    if kind == "gzip":
        return Compression(kind, _GzipDecompressor, importlib.import_module("zlib").error, b"\0")
    if kind == "xz":
        lzma = importlib.import_module("lzma")
        # by default it also takes the older format, which has no checksums and so NULs too
        decompressor = partial(lzma.LZMADecompressor, format=lzma.FORMAT_XZ)
        return Compression(kind, decompressor, lzma.LZMAError, b"\0")
    if kind == "Zstandard":
        library = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
        try:
            zstd = importlib.import_module(library)
        except ImportError:
            raise MissingExtraError(
                f"{name}: reading Zstandard files requires {library}, which is not installed; run "
                'pip install "tallystick[zstd]", or decompress the file first'
            ) from None
        return Compression(kind, zstd.ZstdDecompressor, zstd.ZstdError, b"")
    return None


class _GzipDecompressor:
    """zlib's decompressor with the interface of those of lzma and Zstandard."""

    def __init__(self) -> None:
        self._decompressor = importlib.import_module("zlib").decompressobj(wbits=31)
        self._full = False

    @property
    def eof(self) -> bool:
        return bool(self._decompressor.eof)

    @property
    def unused_data(self) -> bytes:
        return bytes(self._decompressor.unused_data)

    @property
    def needs_input(self) -> bool:
        # After a piece of maximum size, more output can follow although all input is consumed.
        return not self._full and not self._decompressor.unconsumed_tail

    def decompress(self, data: bytes, size: int) -> bytes:
        piece = self._decompressor.decompress(self._decompressor.unconsumed_tail + data, size)
        self._full = len(piece) == size
        return bytes(piece)
