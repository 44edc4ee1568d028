r"""Lines of a file as `Text`, without creating a Python string per line.

Only "\n" ends a line, and a "\r" directly before it belongs to the line end. All other characters
are text, including U+2028, U+0085, form feeds and lone "\r". The last line end of a file is
optional: text after it is a line only if it is not empty. NUL bytes are refused: they come from
UTF-16 and UTF-32, which would otherwise be scored as other characters.
"""

from __future__ import annotations

import codecs
from array import array
from collections.abc import Iterator
from io import BytesIO
from itertools import accumulate
from typing import TYPE_CHECKING

from tallystick.errors import InputError, warn
from tallystick.metrics.corpus.text import Text, arrays_pay
from tallystick.metrics.reading.opening import (
    BLOCK,
    LONGEST_LINE,
    STANDARD_INPUT,
    ByteFile,
    FilePath,
    State,
    display_name,
    explain_compressed,
    is_pipe,
    open_bytes,
    too_long,
)

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import IntArray

LINE_FEED = 0x0A
CARRIAGE_RETURN = 0x0D
WIDE_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}  # longer marks first: that of UTF-32LE begins with that of UTF-16LE
SAMPLE = 1 << 14  # bytes, a multiple of 4
MOST = 0.9  # the share of NULs at a byte position that indicates four bytes per character


def read_text(path: FilePath) -> Text:
    """Return the lines of a file, or of standard input ("-"), without their line ends.

    A byte order mark at the start is removed with a warning; sacreBLEU keeps it.
    """
    with open_bytes(path) as file:
        return split_lines(file.read(), file.name)


def stream_text(
    path: FilePath,
    lines_per_chunk: int | None,
    states: dict[str, State | None] | None = None,
) -> Iterator[Text]:
    """Read a file in non-empty chunks of lines, with at most one chunk in memory.

    A file that is read several times with the same `states` must not change.
    """
    if lines_per_chunk is not None and lines_per_chunk < 1:
        raise InputError(
            f"{display_name(path)} cannot be read in chunks of {lines_per_chunk} lines; expected "
            "at least 1"
        )
    return _stream(path, lines_per_chunk, {} if states is None else states)


def split_lines(data: bytes, name: str, first_line: int = 1) -> Text:
    """Return the lines in UTF-8 bytes that start at the beginning of line `first_line`."""
    begin = 0
    if first_line == 1 and data.startswith(codecs.BOM_UTF8):
        begin = len(codecs.BOM_UTF8)
        warn(
            f"{name} begins with a byte order mark (EF BB BF), which is left out: it is not part "
            "of the text; save the file as UTF-8 without it"
        )
    _check_text(data, name, first_line)
    bounds = line_bounds if arrays_pay(data.count(b"\n")) else few_line_bounds
    text = Text(data, *bounds(data, begin))
    if len(data) > LONGEST_LINE and (text.ends - text.starts).max() > LONGEST_LINE:
        raise too_long(name)
    return text


def few_line_bounds(data: bytes, begin: int) -> tuple[memoryview, memoryview]:
    """Return where lines start and end, as `line_bounds` does, without arrays."""
    lines = BytesIO(data[begin:]).readlines()
    lengths = list(map(len, lines))
    starts = array("q", accumulate(lengths, initial=begin))
    starts.pop()
    ends = array("q", accumulate(lengths, initial=begin - 1))[1:]
    if lines and not lines[-1].endswith(b"\n"):
        ends[-1] += 1
    if b"\r\n" in data:
        for number, line in enumerate(lines):
            ends[number] -= line.endswith(b"\r\n")
    return memoryview(starts), memoryview(ends)


def line_bounds(data: bytes, begin: int) -> tuple[IntArray, IntArray]:
    """Return the byte offsets where lines start and end; `begin` is where the first one starts."""
    import numpy as np

    content = np.frombuffer(data, dtype=np.uint8)
    # In blocks the comparison stays in the cache and does not fill an array as long as the file.
    in_blocks = [
        np.flatnonzero(content[start : start + BLOCK] == LINE_FEED) + start
        for start in range(0, len(content), BLOCK)
    ]
    line_feeds = np.concatenate(in_blocks or [np.empty(0, np.intp)]).astype(np.int64, copy=False)
    has_rest = begin < len(data) and not data.endswith(b"\n")
    starts = np.empty(len(line_feeds) + has_rest, dtype=np.int64)
    starts[:1] = begin
    starts[1:] = line_feeds[: len(starts) - 1] + 1
    # An index of -1 (the file begins with a line feed) is harmless: such a line is empty.
    returned = content[line_feeds - 1] == CARRIAGE_RETURN
    ends = line_feeds - (returned & (line_feeds > starts[: len(line_feeds)]))
    return starts, np.append(ends, np.int64(len(data))) if has_rest else ends


def _stream(
    path: FilePath, lines_per_chunk: int | None, states: dict[str, State | None]
) -> Iterator[Text]:
    first_line = 1
    with open_bytes(path) as file:
        file.refuse_other_state(states)
        for data in _chunks(file, lines_per_chunk):
            text = split_lines(data, file.name, first_line)
            if len(text):
                yield text
            first_line += len(text)


def _chunks(file: ByteFile, lines_per_chunk: int | None) -> Iterator[bytes]:
    if lines_per_chunk is None:
        yield file.read()
        return
    parts: list[bytes] = []
    missing = lines_per_chunk
    for block in file.blocks():
        begin = 0
        line_feeds = block.count(b"\n")
        while line_feeds >= missing:
            end = _end_of_line(block, begin, missing)
            parts.append(block[begin:end])
            yield b"".join(parts)
            line_feeds -= missing
            parts, begin, missing = [], end, lines_per_chunk
        missing -= line_feeds
        parts.append(block[begin:])
    yield b"".join(parts)


def _end_of_line(block: bytes, begin: int, number: int) -> int:
    """Return the place behind a line feed, the first of which from `begin` on has the number 1."""
    end = len(block)
    while end - begin > 1:
        middle = (begin + end) // 2
        before = block.count(b"\n", begin, middle)
        if before >= number:
            end = middle
        else:
            begin, number = middle, number - before
    return end


def _check_text(data: bytes, name: str, first_line: int) -> None:
    nul = data.find(0)
    if nul < 0 and data.isascii():
        return
    view = memoryview(data)
    begin, stop = 0, len(data) if nul < 0 else nul
    while begin < stop:
        # Decode in pieces, to avoid a string as long as the file. A line feed is never part of
        # another character and is therefore a safe place to cut.
        end = data.find(b"\n", begin + BLOCK, stop) + 1 or stop
        try:
            codecs.utf_8_decode(view[begin:end], "strict", True)
        except UnicodeDecodeError as error:  # such as a byte order mark, which precedes a NUL
            raise _not_text(data, begin + error.start, name, first_line) from None
        begin = end
    if nul >= 0:
        raise _not_text(data, nul, name, first_line)


def _not_text(data: bytes, position: int, name: str, first_line: int) -> InputError:
    if first_line == 1 and (compressed := explain_compressed(data, name)):
        return InputError(f"{name}: {compressed}")
    line = data.count(b"\n", 0, position)
    line_begin = data.rfind(b"\n", 0, position) + 1
    where = (
        f"{name}, line {first_line + line:,}: byte {position - line_begin + 1:,} of the line, "
        f"0x{data[position]:02X}, is"
    )
    wide = _wide_encoding(data) if first_line == 1 else None
    if wide is None and 0 in data:
        what = "not UTF-8" if data[position] else "a NUL, which is not text"
        return InputError(
            f"{where} {what}; the file looks like a binary file: check that it is the intended "
            "one, or remove the NUL bytes if it is text"
        )
    iconv = f"iconv -f {wide or 'WINDOWS-1252'} -t UTF-8"
    if name == display_name(STANDARD_INPUT):
        how = f"convert it from its encoding, for example with: {iconv} | tallystick ..."
    elif is_pipe(name):
        how = f"convert it from its encoding, for example by piping it through: {iconv}"
    else:
        how = f"convert the file from its encoding, for example with: {iconv} {name} > {name}.utf8"
    looks = f" (the file looks like {wide})" if wide else ""
    return InputError(f"{where} not UTF-8{looks}; {how}")


def _wide_encoding(data: bytes) -> str | None:
    """Guess an encoding of 2 or 4 bytes per character, or return None."""
    for mark, encoding in WIDE_MARKS.items():
        if data.startswith(mark):
            return encoding
    sample = data[:SAMPLE]
    guess = _encoding_by_nuls(sample)
    if guess is not None:
        try:
            codecs.getincrementaldecoder(guess)().decode(sample)
        except UnicodeDecodeError:  # the file of a program, say, with NULs in such places
            return None
    return guess


def _encoding_by_nuls(sample: bytes) -> str | None:
    # the share of NULs at each of four byte positions
    first, second, third, fourth = (
        piece.count(0) / max(len(piece), 1) for piece in (sample[k::4] for k in range(4))
    )
    if len(sample) < 4 or first + second + third + fourth > 4 * MOST:
        return None
    if min(third, fourth) > MOST or min(first, second) > MOST:
        return "UTF-32LE" if fourth > first else "UTF-32BE"
    even, odd = first + third, second + fourth
    # in text of two bytes per character, a space or a line feed has a NUL next to it
    separators = sample.count(b" ") + sample.count(b"\n")
    adjacent = max(
        sample.count(b" \0") + sample.count(b"\n\0"), sample.count(b"\0 ") + sample.count(b"\0\n")
    )
    if max(even, odd) < 4 * min(even, odd) or 2 * adjacent < max(separators, 1):
        return None
    return "UTF-16LE" if odd > even else "UTF-16BE"
