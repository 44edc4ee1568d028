r"""Lines of a file as `Text`, without one Python string a line.

Only "\n" ends a line, and a "\r" directly before it belongs to the line end. Nothing else does:
U+2028, U+0085, form feeds and lone "\r" are text, and so are NUL bytes. A file may or may not end
in a line end; what follows the last one is a line only if it is not empty.
"""

from __future__ import annotations

import codecs
import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tallystick.errors import InputError, TallystickWarning
from tallystick.metrics.reading.opening import (
    BLOCK,
    STANDARD_INPUT,
    ByteFile,
    FilePath,
    display_name,
    explain_compressed,
    is_pipe,
    open_bytes,
)
from tallystick.metrics.text import Text

if TYPE_CHECKING:
    from numpy.typing import NDArray

LINE_FEED = 0x0A
CARRIAGE_RETURN = 0x0D


def read_text(path: FilePath) -> Text:
    r"""Read all lines of a file.

    A byte order mark at the very start is left out, with a warning. (sacreBLEU keeps it, as a part
    of the first token.)

    Args:
        path: A path, or "-" for standard input; .gz, .xz and .zst are decompressed.

    Returns:
        The lines without their line ends; none for an empty file.

    Raises:
        InputError: The file cannot be read, or is not UTF-8; names the line and the byte.
        MissingExtraError: The file is Zstandard and no library for that is installed.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "hypotheses.txt")
    >>> with open(path, "wb") as file:
    ...     _ = file.write(b"the cat\r\n\na dog")
    >>> list(read_text(path))
    ['the cat', '', 'a dog']
    """
    with open_bytes(path) as file:
        return split_lines(file.read(), file.name)


def stream_text(path: FilePath, lines_per_chunk: int) -> Iterator[Text]:
    r"""Read a file in chunks of lines, holding no more than one chunk in memory.

    Args:
        path: As for `read_text`.
        lines_per_chunk: Lines in every chunk, at least 1; the last chunk may have fewer.

    Returns:
        An iterator over the chunks, none of them empty.

    Raises:
        InputError: As for `read_text`, when the chunk at fault is reached; or `lines_per_chunk`
            is less than 1, at once.

    >>> import tempfile, os
    >>> path = os.path.join(tempfile.mkdtemp(), "hypotheses.txt")
    >>> with open(path, "wb") as file:
    ...     _ = file.write(b"a\nb\nc\n")
    >>> [list(chunk) for chunk in stream_text(path, 2)]
    [['a', 'b'], ['c']]
    """
    if lines_per_chunk < 1:
        raise InputError(
            f"{display_name(path)} cannot be read in chunks of {lines_per_chunk} lines; expected "
            "at least 1"
        )
    return _stream(path, lines_per_chunk)


def split_lines(data: bytes, name: str, first_line: int = 1) -> Text:
    r"""Find the lines in bytes.

    Args:
        data: UTF-8, the whole of a file or a piece of it that begins with a line.
        name: What errors call the file.
        first_line: The number of the first line; a byte order mark is one only in line 1.

    Returns:
        The lines, sharing `data`.

    Raises:
        InputError: The bytes are not UTF-8.

    >>> list(split_lines("a\u2028b\r\nc\n".encode(), "hypotheses.txt"))
    ['a\u2028b', 'c']
    """
    content = np.frombuffer(data, dtype=np.uint8)
    begin = 0
    if first_line == 1 and data.startswith(codecs.BOM_UTF8):
        begin = len(codecs.BOM_UTF8)
        warnings.warn(
            f"{name} begins with a byte order mark (EF BB BF), which is left out: it is no part "
            "of the text; save the file as UTF-8 without it",
            TallystickWarning,
            stacklevel=3,
        )
    line_feeds = _find_line_feeds(content)
    _check_utf8(data, line_feeds, name, first_line)
    rest_begin = int(line_feeds[-1]) + 1 if len(line_feeds) else begin
    has_rest = rest_begin < len(data)
    starts = np.empty(len(line_feeds) + has_rest, dtype=np.int64)
    if len(starts):
        starts[0] = begin
        starts[1:] = line_feeds[: len(starts) - 1] + 1
    ends = line_feeds
    if len(line_feeds):
        # An index of -1 (the file begins with a line feed) is harmless: such a line is empty.
        returned = (content[ends - 1] == CARRIAGE_RETURN) & (ends > starts[: len(ends)])
        ends = ends - returned
    if has_rest:
        ends = np.append(ends, np.int64(len(data)))
    return Text(data, starts, ends)


def _stream(path: FilePath, lines_per_chunk: int) -> Iterator[Text]:
    first_line = 1
    with open_bytes(path) as file:
        for data in _chunks(file, lines_per_chunk):
            text = split_lines(data, file.name, first_line)
            if len(text):
                yield text
            first_line += lines_per_chunk


def _chunks(file: ByteFile, lines_per_chunk: int) -> Iterator[bytes]:
    parts: list[bytes] = []
    missing = lines_per_chunk
    while block := file.read(BLOCK):
        cuts = np.flatnonzero(np.frombuffer(block, dtype=np.uint8) == LINE_FEED) + 1
        begin = used = 0
        while used + missing <= len(cuts):
            used += missing
            end = int(cuts[used - 1])
            parts.append(block[begin:end])
            yield b"".join(parts)
            parts, begin, missing = [], end, lines_per_chunk
        missing -= len(cuts) - used
        parts.append(block[begin:])
    rest = b"".join(parts)
    if rest:
        yield rest


def _find_line_feeds(content: NDArray[np.uint8]) -> NDArray[np.int64]:
    # Block by block the comparison stays in the cache instead of filling an array as long as the
    # file.
    found = [
        np.flatnonzero(content[begin : begin + BLOCK] == LINE_FEED) + begin
        for begin in range(0, len(content), BLOCK)
    ]
    return np.concatenate(found).astype(np.int64, copy=False) if found else np.empty(0, np.int64)


def _check_utf8(data: bytes, line_feeds: NDArray[np.int64], name: str, first_line: int) -> None:
    if data.isascii():
        return
    view = memoryview(data)
    begin = 0
    while begin < len(data):
        # Decoded piece by piece, so that no string as long as the file is made. A line feed is
        # never a part of another character, which makes it a safe place to cut.
        place = int(np.searchsorted(line_feeds, begin + BLOCK))
        end = int(line_feeds[place]) + 1 if place < len(line_feeds) else len(data)
        try:
            codecs.utf_8_decode(view[begin:end], "strict", True)
        except UnicodeDecodeError as error:
            raise _not_utf8(data, begin + error.start, line_feeds, name, first_line) from None
        begin = end


def _not_utf8(
    data: bytes, position: int, line_feeds: NDArray[np.int64], name: str, first_line: int
) -> InputError:
    if first_line == 1 and (compressed := explain_compressed(data, name)):
        return InputError(f"{name}: {compressed}")
    line = int(np.searchsorted(line_feeds, position))
    line_begin = int(line_feeds[line - 1]) + 1 if line else 0
    encoding = "WINDOWS-1252"
    if first_line == 1 and data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        encoding = "UTF-16"
    iconv = f"iconv -f {encoding} -t UTF-8"
    if name == display_name(STANDARD_INPUT):
        mend = f"convert it from the encoding it has, for example with: {iconv} | tallystick ..."
    elif is_pipe(name):
        mend = f"convert it from the encoding it has, for example by piping it through: {iconv}"
    else:
        mend = (
            "convert the file from the encoding it has, for example with: "
            f"{iconv} {name} > {name}.utf8"
        )
    return InputError(
        f"{name}, line {first_line + line:,}: byte {position - line_begin + 1:,} of the line, "
        f"0x{data[position]:02X}, is not UTF-8; {mend}"
    )
