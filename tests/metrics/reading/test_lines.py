"""What is a line, and what is not a line end."""

import bz2
import gzip
import lzma
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError, TallystickWarning
from tests.metrics.reading.functions import (
    ByteFile,
    compress,
    few_line_bounds,
    line_bounds,
    open_bytes,
    read_text,
    split_lines,
    stream_text,
)


@pytest.fixture
def write(tmp_path: Path) -> Callable[[bytes], Path]:
    def write(data: bytes) -> Path:
        path = tmp_path / "lines.txt"
        path.write_bytes(data)
        return path

    return write


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", []),
        (b"\n", [""]),
        (b"a", ["a"]),
        (b"a\n", ["a"]),
        (b"a\n\n", ["a", ""]),
        (b"\n\na", ["", "", "a"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\r\n\r\n", ["", ""]),
        (b"\r\r\n", ["\r"]),
        (b"a\rb\n", ["a\rb"]),
        (b"a\n\r\nb\r", ["a", "", "b\r"]),
        (b"\r", ["\r"]),
        (b" a \t\n", [" a \t"]),
    ],
)
def test_only_a_line_feed_ends_a_line_with_or_without_a_carriage_return(
    write: Callable[[bytes], Path], data: bytes, expected: list[str]
) -> None:
    path = write(data)
    assert list(read_text(path)) == expected
    for size in (1, 2, 5):
        chunks = [list(chunk) for chunk in stream_text(path, size)]
        assert chunks == [expected[k : k + size] for k in range(0, len(expected), size)]


def test_a_byte_order_mark_is_left_out_with_a_warning(write: Callable[[bytes], Path]) -> None:
    path = write(b"\xef\xbb\xbfa b\n\xef\xbb\xbfc\n")
    with pytest.warns(TallystickWarning, match=r"lines\.txt begins with a byte order mark"):
        text = read_text(path)
    assert list(text) == ["a b", "\ufeffc"]
    with pytest.warns(TallystickWarning, match="byte order mark"):
        assert [list(chunk) for chunk in stream_text(path, 1)] == [["a b"], ["\ufeffc"]]


@pytest.mark.parametrize(("rest", "expected"), [(b"", []), (b"\n", [""]), (b"\r\n", [""])])
@pytest.mark.filterwarnings("ignore::tallystick.errors.TallystickWarning")
def test_a_byte_order_mark_alone_is_not_a_line(
    write: Callable[[bytes], Path], rest: bytes, expected: list[str]
) -> None:
    path = write(b"\xef\xbb\xbf" + rest)
    assert list(read_text(path)) == expected
    assert [list(chunk) for chunk in stream_text(path, 1)] == [expected] * bool(expected)


def refusal(path: Path, match: str) -> str:
    """Return why a file is refused, which is the same at once and in chunks."""
    with pytest.raises(InputError, match=match) as at_once:
        read_text(path)
    with pytest.raises(InputError) as in_chunks:
        list(stream_text(path, 2))
    assert str(in_chunks.value) == str(at_once.value)
    return str(at_once.value)


@pytest.mark.parametrize(
    ("data", "line", "byte", "value"),
    [
        (b"\xff", 1, 1, "0xFF"),
        (b"ab\nc\xe9d\n", 2, 2, "0xE9"),
        (b"a\r\nb\n\xc3\xa4\xc3\n", 3, 3, "0xC3"),
        (b"a\nb\xe2\x82", 2, 2, "0xE2"),
        (b"a\n\xed\xa0\x80\n", 2, 1, "0xED"),
        (b"\xc0\x80\n", 1, 1, "0xC0"),
        (b"a\n" * 1_999 + "ä".encode() * 700_000 + b"\nx\x80", 2_001, 2, "0x80"),
    ],
)
def test_bytes_that_are_not_utf_8_are_named_by_line_and_position(
    write: Callable[[bytes], Path], data: bytes, line: int, byte: int, value: str
) -> None:
    message = refusal(write(data), "iconv -f WINDOWS-1252 -t UTF-8")
    assert f"lines.txt, line {line:,}: byte {byte:,} of the line, {value}, is not UTF-8" in message


@pytest.mark.parametrize("text", ["the cat\n", "a\n", "Größe, größer\n", "今天 天气\n很 好\n"])
@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_utf_16_and_utf_32_are_recognised_with_and_without_a_mark(
    write: Callable[[bytes], Path], encoding: str, mark: str, text: str
) -> None:
    named = (
        encoding.upper().replace("-LE", "" if mark else "LE").replace("-BE", "" if mark else "BE")
    )
    expected = rf"is not UTF-8 \(the file looks like {named}\); .* iconv -f {named} -t UTF-8"
    refusal(write((mark + text * 5).encode(encoding)), expected)


@pytest.mark.parametrize("data", [b"a\0b\n", b"a\nb\nc\0\n", b"\0", bytes(5000)])
def test_a_nul_byte_is_refused_and_named_by_its_position(
    write: Callable[[bytes], Path], data: bytes
) -> None:
    line, byte = data[: data.index(0)].count(b"\n") + 1, len(data[: data.index(0)].split(b"\n")[-1])
    expected = rf"line {line}: byte {byte + 1} of the line, 0x00, is a NUL, which is not text"
    refusal(write(data), expected)


@pytest.mark.parametrize(
    ("data", "kind", "how"),
    [(bz2.compress(b"the cat\n"), "bz2", "bzip2 -dk"), (b"PK\x03\x04" + bytes(30), "zip", "unzip")],
)
def test_unsupported_compressions_are_recognised_by_name_and_content(
    write: Callable[[bytes], Path], data: bytes, kind: str, how: str
) -> None:
    path = write(data)
    with pytest.raises(InputError, match=f"is {kind}-compressed, which is not .* with {how}"):
        read_text(path)
    named = path.rename(path.with_name(f"lines.{kind.upper()}"))
    with pytest.raises(InputError, match=rf"\.{kind} files are not read; .* with: {how} /"):
        read_text(named)


@pytest.mark.parametrize(("suffix", "with_arrays"), [("", False), ("", True), (".gz", True)])
def test_a_line_that_would_fill_the_memory_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, with_arrays: bool
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.lines.arrays_pay", lambda lines: with_arrays)
    for module in ("opening", "lines"):
        monkeypatch.setattr(f"tallystick.metrics.reading.{module}.LONGEST_LINE", 1 << 21)
        monkeypatch.setattr(f"tallystick.metrics.reading.{module}.BLOCK", 1 << 16)
    path = tmp_path / f"bomb{suffix}"
    path.write_bytes(compress(b"short\n" + b"x" * (1 << 22), suffix))
    refusal(path, r"bomb.*: a line is longer than 2 MiB")
    path.write_bytes(compress((b"x" * (1 << 20) + b"\n") * 3, suffix))
    assert len(read_text(path)) == 3


def test_the_error_about_other_encodings_on_standard_input_suggests_a_pipe(
    standard_input: Any,
) -> None:
    standard_input(b"caf\xe9\n")
    with pytest.raises(InputError, match="standard input, line 1: byte 4") as caught:
        read_text("-")
    message = str(caught.value)
    assert message.endswith("with: iconv -f WINDOWS-1252 -t UTF-8 | tallystick ...")


def test_the_error_about_other_encodings_in_process_substitution_has_no_file_name() -> None:
    with pytest.raises(InputError, match="/dev/fd/63, line 1: byte 4") as caught:
        split_lines(b"caf\xe9\n", "/dev/fd/63")
    assert str(caught.value).endswith("piping it through: iconv -f WINDOWS-1252 -t UTF-8")


COMPRESSED = [
    (gzip.compress(b"the cat\n", mtime=0), ".gz", "gzip", "gzip"),
    (lzma.compress(b"the cat\n"), ".xz", "xz", "xz"),
    (bytes.fromhex("28b52ffd04004100007468652063"), ".zst", "Zstandard", "zstd"),
]


@pytest.mark.parametrize(("data", "suffix", "kind", "program"), COMPRESSED)
def test_compressed_data_under_another_name_are_recognised(
    write: Callable[[bytes], Path], data: bytes, suffix: str, kind: str, program: str
) -> None:
    path = write(data)
    expected = (
        rf"lines\.txt: is {kind}-compressed although its name does not end in \{suffix}; "
        "rename it or decompress it$"
    )
    refusal(path, expected)
    twice = path.with_name("twice.gz")
    twice.write_bytes(gzip.compress(data))
    with pytest.raises(InputError, match=f"compressed twice, and {kind}-compressed within"):
        read_text(twice)


@pytest.mark.parametrize(("data", "suffix", "kind", "program"), COMPRESSED)
def test_the_error_about_compressed_data_from_a_pipe_names_the_program_that_decompresses_it(
    standard_input: Any, data: bytes, suffix: str, kind: str, program: str
) -> None:
    standard_input(data)
    expected = f"is {kind}-compressed; pipe it through {program} -dc$"
    with pytest.raises(InputError, match=f"^standard input: {expected}"):
        read_text("-")
    with pytest.raises(InputError, match=f"^/dev/fd/63: {expected}"):
        split_lines(data, "/dev/fd/63")


def test_lines_longer_than_a_block_are_whole(
    write: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("opening", "lines"):
        monkeypatch.setattr(f"tallystick.metrics.reading.{module}.BLOCK", 7)
    expected = ["a" * 30, "ä" * 9, "", "b", "c" * 7, "d" * 6]
    path = write("\r\n".join(expected).encode())
    for size in range(1, 8):
        chunks = [list(chunk) for chunk in stream_text(path, size)]
        assert chunks == [expected[k : k + size] for k in range(0, len(expected), size)]


def test_streaming_holds_one_chunk_at_a_time(
    write: Callable[[bytes], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(b"0123456789\n" * 10_000)
    consumed = 0
    original = ByteFile.read

    def read(self: ByteFile, size: int = -1) -> bytes:
        nonlocal consumed
        data = original(self, size)
        consumed += len(data)
        return data

    monkeypatch.setattr(ByteFile, "read", read)
    monkeypatch.setattr("tallystick.metrics.reading.opening.BLOCK", 1_000)
    stream = stream_text(path, 100)
    first = next(stream)
    assert len(first) == 100
    assert len(first.data) == 1_100
    assert consumed <= 2_000


@given(st.text("a\r\n", max_size=9), st.sampled_from(["", "\ufeff"]))
def test_lines_of_few_segments_are_found_without_arrays(text: str, mark: str) -> None:
    data = (mark + text).encode()
    starts, ends = line_bounds(data, len(mark.encode()))
    computed = few_line_bounds(data, len(mark.encode()))
    assert [bounds.tolist() for bounds in computed] == [starts.tolist(), ends.tolist()]


# Every character but NUL and the line feed; a carriage return only where no line feed can follow.
LINE = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0\n"), max_size=8
).filter(lambda line: not line.endswith("\r"))
ODD = st.sampled_from(["\x0b", "\x0c", "\x85", "\u2028", "a\rb", " ", "\ufeff", "ä", ""])


@settings(deadline=None)
@given(st.lists(LINE | ODD), st.sampled_from(["\n", "\r\n"]), st.booleans(), st.integers(1, 4))
@pytest.mark.filterwarnings("ignore::tallystick.errors.TallystickWarning")
@pytest.mark.parametrize("suffix", ["", ".gz", ".xz", ".zst"])
def test_lines_are_read_from_files_of_every_compression(
    suffix: str, lines: list[str], end: str, last: bool, size: int
) -> None:
    if lines and lines[0].startswith("\ufeff"):
        lines[0] = f"x{lines[0]}"  # a byte order mark at the start of a file is not text
    last = last or (bool(lines) and lines[-1] == "")  # an empty line needs its line end
    data = end.join(lines) + (end if last and lines else "")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"lines.txt{suffix}"
        path.write_bytes(compress(data.encode(), suffix))
        assert list(read_text(path)) == lines
        assert [line for chunk in stream_text(path, size) for line in chunk] == lines
        with open_bytes(path) as file:
            assert file.read() == data.encode()
