"""Opening a file by name, decompressed where its name says so."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from types import TracebackType
from typing import Any, BinaryIO, TypeAlias

from tallystick.errors import InputError
from tallystick.metrics.reading.compression import COMPRESSIONS, Compression, compression_of

FilePath: TypeAlias = "str | os.PathLike[str]"

STANDARD_INPUT = "-"
FORMAT_SUFFIXES = (".txt", ".tsv", ".jsonl")
PIPES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # the last two of process substitution
MAGIC = {
    b"\x1f\x8b": (".gz", "gzip"),
    b"\xfd7zXZ\0": (".xz", "xz"),
    b"\x28\xb5\x2f\xfd": (".zst", "zstd"),
}  # how compressed files begin; what their names end in, and what decompresses them
BLOCK = 1 << 20  # bytes a read; large enough that calls cost nothing, small enough for any memory


class ByteFile:
    """A file open for reading bytes, whose every failure is an `InputError` that names it.

    Made by `open_bytes`. A context manager; standard input is left open at its end.

    Args:
        name: What errors call the file.
        source: Where the bytes come from.
        compression: How to decompress them, or None for bytes taken as they are.
        owned: Whether to close `source` at the end.
    """

    def __init__(
        self, name: str, source: BinaryIO, compression: Compression | None, owned: bool
    ) -> None:
        """Take over an open source."""
        self.name = name
        self._source = source
        self._compression = compression
        self._decompressor: Any = compression.decompressor() if compression else None
        self._owned = owned

    def read(self, size: int = -1) -> bytes:
        """Return all bytes that are left, or some, at most `size`; empty at the end of the file.

        Raises:
            InputError: The bytes cannot be read or decompressed.
        """
        if size < 0 and self._compression is not None:
            return b"".join(iter(lambda: self.read(BLOCK), b""))
        try:
            if self._compression is None:
                return self._source.read(size)
            return self._decompress(self._compression, size)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read: {error.strerror or error}") from None

    def close(self) -> None:
        """Close the file, unless it is standard input."""
        if self._owned:
            self._source.close()

    def __enter__(self) -> ByteFile:
        """Return the file itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the file."""
        self.close()

    def _decompress(self, compression: Compression, size: int) -> bytes:
        # The file classes of the libraries pass over what follows the first xz stream if it is
        # damaged, and take an empty file for gzip data; hence a loop of our own.
        while True:
            data = b""
            if self._decompressor.eof:
                data = self._decompressor.unused_data.lstrip(compression.padding)
                while not data:
                    block = self._source.read(BLOCK)
                    if not block:
                        return b""
                    data = block.lstrip(compression.padding)
                self._decompressor = compression.decompressor()
            elif self._decompressor.needs_input:
                data = self._source.read(BLOCK)
                if not data:
                    raise InputError(
                        f"{self.name}: the {compression.name} data ends before its end mark, so "
                        "the file is cut short; copy or download it again"
                    )
            try:
                piece: bytes = self._decompressor.decompress(data, size)
            except compression.error as error:
                raise InputError(
                    f"{self.name}: holds no sound {compression.name} data ({error}); if it is not "
                    "compressed, rename it, else copy or download it again"
                ) from None
            if piece:
                return piece


def open_bytes(path: FilePath) -> ByteFile:
    """Open a file for reading bytes.

    Args:
        path: A path, or "-" for standard input. A name ending in .gz, .xz or .zst is decompressed.

    Returns:
        A context manager with `read(size)`.

    Raises:
        InputError: There is no such file, it is a directory, or it may not be read.
        MissingExtraError: The name ends in .zst and no Zstandard library is installed.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "hypotheses.txt")
    >>> with open(path, "wb") as file:
    ...     _ = file.write(b"the cat")
    >>> with open_bytes(path) as file:
    ...     file.read()
    b'the cat'
    """
    name = display_name(path)
    if is_standard_input(path):
        return ByteFile(name, sys.stdin.buffer, None, owned=False)
    compression = compression_of(name)
    try:
        source = open(path, "rb")  # noqa: SIM115 (the ByteFile closes it)
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file; check the path") from None
    except IsADirectoryError:
        raise InputError(f"{name}: is a directory; expected a file") from None
    except PermissionError:
        raise InputError(f"{name}: may not be read; change its permissions") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be opened: {error}") from None
    return ByteFile(name, source, compression, owned=True)


def is_standard_input(path: FilePath) -> bool:
    """Tell whether a path means standard input.

    >>> is_standard_input("-"), is_standard_input("./-")
    (True, False)
    """
    return os.fspath(path) == STANDARD_INPUT


def display_name(path: FilePath) -> str:
    """Return what messages call a file.

    >>> display_name("-"), display_name("hypotheses.txt")
    ('standard input', 'hypotheses.txt')
    """
    return "standard input" if is_standard_input(path) else os.fsdecode(path)


def is_pipe(name: str) -> bool:
    """Tell whether what `display_name` returned is standard input or another pipe of the shell.

    >>> is_pipe("standard input"), is_pipe("/dev/fd/63"), is_pipe("hypotheses.txt")
    (True, True, False)
    """
    return name == display_name(STANDARD_INPUT) or name.startswith(PIPES)


def explain_compressed(data: bytes, name: str) -> str | None:
    """Return what is wrong if a file's text begins as compressed data does, else None.

    >>> explain_compressed(bytes.fromhex("1f8b08"), "hypotheses.txt")
    'is gzip-compressed although its name does not end in .gz; rename it or decompress it'
    >>> explain_compressed(b"the cat", "hypotheses.txt")
    """
    found = next((MAGIC[magic] for magic in MAGIC if data.startswith(magic)), None)
    if found is None:
        return None
    suffix, program = found
    kind = COMPRESSIONS[suffix]
    if is_pipe(name):
        return f"is {kind}-compressed; pipe it through {program} -dc"
    if os.path.splitext(name)[1].lower() in COMPRESSIONS:
        return f"is compressed twice, and {kind}-compressed within; decompress it once"
    return (
        f"is {kind}-compressed although its name does not end in {suffix}; rename it or "
        "decompress it"
    )


def split_name(path: FilePath) -> tuple[str, str]:
    """Return a file's name without its folder and the endings known here, and the format's ending.

    >>> split_name("systems/online-a.de-en.tsv.gz"), split_name("newstest.online-a.xz")
    (('online-a.de-en', '.tsv'), ('newstest.online-a', ''))
    """
    if is_standard_input(path):
        return display_name(path), ""
    name = os.path.basename(os.fsdecode(path))
    stem, suffix = os.path.splitext(name)
    if suffix.lower() in COMPRESSIONS:
        name = stem
        stem, suffix = os.path.splitext(name)
    return (stem, suffix.lower()) if suffix.lower() in FORMAT_SUFFIXES else (name, "")


def refuse_second_standard_input(paths: Sequence[FilePath]) -> None:
    """Refuse a list of paths that names standard input more than once.

    Raises:
        InputError: "-" stands in it twice.
    """
    uses = sum(map(is_standard_input, paths))
    if uses > 1:
        raise InputError(
            f"standard input ('-') is named {uses} times, but it can be read only once; save it "
            "to a file and name that"
        )
