"""Open a file for reading bytes, decompressed according to its name."""

from __future__ import annotations

import importlib
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, BinaryIO, NamedTuple, TypeAlias, cast

from tallystick.errors import InputError, MissingExtraError, TallystickError


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
        known = ", ".join(f"{scheme}://" for scheme in ("s3", "gs", "abfs", "https", "hdfs"))
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


COMPRESSIONS = {".gz": "gzip", ".xz": "xz", ".zst": "Zstandard"}


class Compression(NamedTuple):
    """A decompressor like `lzma.LZMADecompressor`, with the exception it raises for damaged data.

    `padding` may follow the data, or is empty; `magic` is what the data begins with.
    """

    name: str
    magic: bytes
    decompressor: Callable[[], Any]
    error: type[Exception]
    padding: bytes


def compression_of(name: str) -> Compression | None:
    """Return the compression indicated by the name of a file, or None."""
    suffix = os.path.splitext(name)[1].lower()
    kind = COMPRESSIONS.get(suffix)
    magic = next((magic for magic, (ending, _) in MAGIC.items() if ending == suffix), b"")
    if kind == "gzip":
        return Compression(
            kind, magic, _GzipDecompressor, importlib.import_module("zlib").error, b"\0"
        )
    if kind == "xz":
        lzma = importlib.import_module("lzma")
        # by default it also takes the older format, which has no checksums and so NULs too
        decompressor = partial(lzma.LZMADecompressor, format=lzma.FORMAT_XZ)
        return Compression(kind, magic, decompressor, lzma.LZMAError, b"\0")
    if kind == "Zstandard":
        library = "compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd"
        try:
            zstd = importlib.import_module(library)
        except ImportError:
            raise MissingExtraError(
                f"{name}: reading Zstandard files requires {library}, which is not installed; run "
                'pip install "tallystick[zstd]", or decompress the file first'
            ) from None
        return Compression(kind, magic, zstd.ZstdDecompressor, zstd.ZstdError, b"")
    return None


class _GzipDecompressor:
    """zlib's decompressor with the interface of those of lzma and Zstandard."""

    def __init__(self) -> None:
        self._decompressor = importlib.import_module("zlib").decompressobj(wbits=31)
        self._full = False

    def __getattr__(self, name: str) -> Any:
        return getattr(self._decompressor, name)

    @property
    def needs_input(self) -> bool:
        # After a piece of maximum size, more output can follow although all input is consumed.
        return not self._full and not self._decompressor.unconsumed_tail

    def decompress(self, data: bytes, size: int) -> bytes:
        piece = self._decompressor.decompress(self._decompressor.unconsumed_tail + data, size)
        self._full = len(piece) == size
        return bytes(piece)


FilePath: TypeAlias = "str | os.PathLike[str]"

STANDARD_INPUT = "-"
FORMAT_SUFFIXES = (
    *(".txt", ".trn", ".tsv", ".csv", ".jsonl", ".json", ".parquet", ".fairseq"),
    *(".xml", ".sgm", ".sgml"),
)
PIPES = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")  # the last two for process substitution
MAGIC = {
    b"\x1f\x8b": (".gz", "gzip -dc"),
    b"\xfd7zXZ\0": (".xz", "xz -dc"),
    b"\x28\xb5\x2f\xfd": (".zst", "zstd -dc"),
    b"BZh": (".bz2", "bzip2 -dc"),
    b"PK\x03\x04": (".zip", "funzip"),
}  # first bytes of compressed files, with their ending and the program that decompresses them
DECOMPRESS = {".bz2": "bzip2 -dk", ".zip": "unzip"}  # unsupported, with remedy
UNOPENED = {
    FileNotFoundError: ": there is no such file; check the path",
    IsADirectoryError: " is a directory; expected a file",
    PermissionError: " may not be read; change its permissions",
}
LONGEST_LINE = 1 << 26
"""In bytes. A longer line means a damaged or malicious file, which could fill the memory."""
BLOCK = 1 << 20  # bytes per read

State: TypeAlias = "tuple[int, int, int, int]"
"""Device, inode, size and time of the last change of a file: if one differs, so may the text."""


class ByteFile:
    """A file open for reading bytes; every failure is an `InputError` that names the file."""

    def __init__(
        self, name: str, source: BinaryIO, compression: Compression | None, owned: bool
    ) -> None:
        self.name = name
        self._source = source
        self._compression = compression
        self._decompressor: Any = compression.decompressor() if compression else None
        self._begins = b""  # the first bytes that the decompressor got
        self._ended = False  # whether compressed data has ended before these
        self._owned = owned
        self._state = self._state_now()

    def read(self, size: int = -1) -> bytes:
        """Return at most `size` of the remaining bytes, or all of them; empty at the end."""
        if size < 0 and (self._compression is not None or self._state is None):
            return b"".join(self.blocks())
        try:
            if self._compression is None:
                data = self._source.read(size)
            else:
                data = self._decompress(self._compression, size)
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read: {error.strerror or error}") from None
        if (size < 0 or not data) and self._state_now() != self._state:
            raise self._changed()
        return data

    def refuse_other_state(self, states: dict[str, State | None]) -> None:
        """Refuse a file that has changed since it was first read, and remember it otherwise."""
        if states.setdefault(self.name, self._state) != self._state:
            raise self._changed()

    def blocks(self) -> Iterator[bytes]:
        """Yield the remaining bytes in blocks; no line may be longer than `LONGEST_LINE`."""
        behind = 0  # bytes since the last line feed
        while block := self.read(BLOCK):
            first = block.find(b"\n")
            if behind + (len(block) if first < 0 else first) > LONGEST_LINE:
                raise too_long(self.name)
            behind = len(block) - 1 - block.rfind(b"\n") + (behind if first < 0 else 0)
            yield block

    def __enter__(self) -> ByteFile:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._owned:
            self._source.close()

    def _state_now(self) -> State | None:
        """Return the state of a regular file, and None for anything else."""
        if not self._owned:
            return None
        try:
            now = os.fstat(self._source.fileno())
        except OSError:  # it is remote
            return None
        regular = stat.S_ISREG(now.st_mode)
        return (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns) if regular else None

    def _changed(self) -> InputError:
        return InputError(
            f"{self.name}: has changed while it was read; run this again when nothing writes to it"
        )

    def _decompress(self, compression: Compression, size: int) -> bytes:
        # The file classes of the libraries ignore damaged data after the first xz stream and accept
        # an empty file as gzip data, hence this loop.
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
                self._begins, self._ended = b"", True
            elif self._decompressor.needs_input:
                data = self._source.read(BLOCK)
                if not data:
                    raise InputError(
                        f"{self.name}: the {compression.name} data ends before its end mark, so "
                        "the file is cut short; copy or download it again"
                    )
            self._begins = self._begins or data[: len(compression.magic)]
            try:
                piece: bytes = self._decompressor.decompress(data, size)
            except compression.error as error:
                raise self._damaged(compression, error) from None
            if piece:
                return piece

    def _damaged(self, compression: Compression, error: Exception) -> InputError:
        again = "copy or download it again"
        if self._begins == compression.magic:
            problem = f"the {compression.name} data is damaged ({error}); {again}"
        elif self._ended:
            problem = f"other data follows the {compression.name} data; remove it, or {again}"
        else:
            problem = (
                f"contains no {compression.name} data ({error}); if it is not compressed, rename "
                f"it, else {again}"
            )
        return InputError(f"{self.name}: {problem}")


def open_bytes(path: FilePath) -> ByteFile:
    """Open a file, or standard input ("-"), decompressed if its name ends in .gz, .xz or .zst."""
    name = display_name(path)
    if is_standard_input(path):
        if sys.stdin is None:
            raise InputError(
                "standard input is closed, so nothing can be read from it; name a file, or "
                "redirect one with: < FILE"
            )
        return ByteFile(name, sys.stdin.buffer, None, owned=False)
    suffix = os.path.splitext(name)[1].lower()
    if suffix in DECOMPRESS:
        raise InputError(
            f"{name}: {suffix} files are not read; decompress it first, for example with: "
            f"{DECOMPRESS[suffix]} {name}"
        )
    compression = compression_of(name)
    try:
        # the ByteFile closes it
        source = open_remote(name) if is_remote(path) else open(path, "rb")  # noqa: SIM115
    except TallystickError:
        raise
    except (OSError, ValueError) as error:
        raise not_opened(name, error) from None
    return ByteFile(name, source, compression, owned=True)


def not_opened(name: str, error: Exception) -> InputError:
    """Return the error that names a file that could not be opened, and says why."""
    known = (what for kind, what in UNOPENED.items() if isinstance(error, kind))
    return InputError(f"{name}{next(known, f': cannot be opened: {error}')}")


def is_standard_input(path: FilePath) -> bool:
    """Return whether a path means standard input."""
    return os.fspath(path) == STANDARD_INPUT


def can_be_read_again(path: FilePath) -> bool:
    """Return whether a path is not standard input or another pipe, which can be read only once."""
    return not is_standard_input(path) and (is_remote(path) or os.path.isfile(path))


def display_name(path: FilePath) -> str:
    """Return the name of a file in messages."""
    return "standard input" if is_standard_input(path) else os.fsdecode(path) or "''"


def is_pipe(name: str) -> bool:
    """Return whether a name from `display_name` is standard input or another pipe of the shell."""
    return name == display_name(STANDARD_INPUT) or name.startswith(PIPES)


def explain_compressed(data: bytes, name: str) -> str | None:
    """Return what is wrong if text begins like compressed data, else None."""
    compression = next((MAGIC[magic] for magic in MAGIC if data.startswith(magic)), None)
    if compression is None:
        return None
    suffix, program = compression
    kind = COMPRESSIONS.get(suffix, suffix.lstrip("."))
    if is_pipe(name):
        return f"is {kind}-compressed; pipe it through {program}"
    if suffix in DECOMPRESS:
        return f"is {kind}-compressed, which is not read; decompress it with {DECOMPRESS[suffix]}"
    if os.path.splitext(name)[1].lower() in COMPRESSIONS:
        return f"is compressed twice, and {kind}-compressed within; decompress it once"
    return (
        f"is {kind}-compressed although its name does not end in {suffix}; rename it or "
        "decompress it"
    )


def too_long(name: str) -> InputError:
    """Return the error for a file with a line that is longer than `LONGEST_LINE`."""
    return InputError(
        f"{name}: a line is longer than {LONGEST_LINE >> 20} MiB; check that the file is text with "
        "one segment per line"
    )


def split_name(path: FilePath) -> tuple[str, str]:
    """Return the name without folder and known endings, and the ending of the format.

    >>> split_name("systems/online-a.de-en.tsv.gz"), split_name("newstest.online-a.xz")
    (('online-a.de-en', '.tsv'), ('newstest.online-a', ''))
    """
    if is_standard_input(path):
        return display_name(path), ""
    name = uncompressed_name(path)
    stem, suffix = os.path.splitext(name)
    return (stem, suffix.lower()) if suffix.lower() in FORMAT_SUFFIXES else (name, "")


def uncompressed_name(path: FilePath) -> str:
    """Return the name of a file without folder and the ending of its compression."""
    name = os.path.basename(os.fsdecode(path))
    stem, suffix = os.path.splitext(name)
    return stem if suffix.lower() in COMPRESSIONS else name


def refuse_second_standard_input(paths: Sequence[FilePath]) -> None:
    """Refuse a list of paths that names standard input more than once."""
    uses = sum(map(is_standard_input, paths))
    if uses > 1:
        raise InputError(
            f"standard input ('-') is named {uses} times, but it can be read only once; save it "
            "to a file and name that"
        )
