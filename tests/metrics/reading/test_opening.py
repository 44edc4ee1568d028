"""Opening files: compressions, standard input, and every way in which it fails."""

import importlib
import lzma
import os
import sys
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from tallystick import InputError, MissingExtraError
from tests.metrics.reading.functions import FilePath, compress, open_bytes, zstandard

CONTENT = "the cat\nä\u2028b\n".encode() * 10_000


def read(path: FilePath) -> bytes:
    with open_bytes(path) as file:
        return file.read()


@pytest.fixture(params=[".gz", ".xz", ".zst"])
def suffix(request: pytest.FixtureRequest) -> str:
    ending: str = request.param
    if ending == ".zst":
        zstandard()
    return ending


def test_plain_files_are_read_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(CONTENT)
    assert read(path) == CONTENT
    assert read(str(path)) == CONTENT
    assert read(os.fsencode(path)) == CONTENT  # type: ignore[arg-type]


def test_compressed_files_are_decompressed_by_their_name(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"file.txt{suffix}"
    path.write_bytes(compress(CONTENT, suffix))
    assert read(path) == CONTENT
    upper = path.with_name(f"FILE{suffix.upper()}")
    path.rename(upper)
    with open_bytes(upper) as file:
        pieces = list(iter(lambda: file.read(1000), b""))
        assert file.read(1000) == file.read() == b""
    assert max(map(len, pieces)) <= 1000
    assert b"".join(pieces) == CONTENT


def test_concatenated_compressed_files_are_read_to_the_end(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(compress(b"a\n", suffix) + compress(b"", suffix) + compress(b"b\n", suffix))
    assert read(path) == b"a\nb\n"


@pytest.mark.parametrize("suffix", [".gz", ".xz"])
def test_padding_with_zeros_is_allowed(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(compress(b"a\n", suffix) + bytes(512) + compress(b"b\n", suffix) + bytes(8))
    assert read(path) == b"a\nb\n"


@pytest.mark.parametrize("left", [0, 1, 10, 0.5, -1])
def test_a_file_that_is_cut_short_is_refused(tmp_path: Path, suffix: str, left: float) -> None:
    whole = compress(os.urandom(5000), suffix)
    path = tmp_path / f"file.txt{suffix}"
    path.write_bytes(whole[: int(len(whole) * left if left == 0.5 else left)])
    with pytest.raises(InputError, match=rf"file\.txt{suffix}: the .* cut short") as caught:
        read(path)
    assert "again" in str(caught.value)


def test_plain_text_under_the_name_of_a_compressed_file_is_refused(
    tmp_path: Path, suffix: str
) -> None:
    path = tmp_path / f"file.txt{suffix}"
    path.write_bytes(b"just a line of plain text, longer than any header of these formats\n")
    with pytest.raises(InputError, match=r"contains no .* rename it"):
        read(path)


@pytest.mark.parametrize("content", [bytes(40), lzma.compress(b"a\n", lzma.FORMAT_ALONE)])
def test_nuls_and_the_older_format_under_the_name_of_an_xz_file_are_refused(
    tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "file.xz"
    path.write_bytes(content)
    with pytest.raises(InputError, match="contains no xz data"):
        read(path)


@pytest.mark.parametrize("suffix", [".gz", ".xz"])  # a Zstandard frame need not have a checksum
def test_damaged_compressed_data_is_refused(tmp_path: Path, suffix: str) -> None:
    whole = bytearray(compress(CONTENT + os.urandom(1000), suffix))
    middle = len(whole) // 2
    whole[middle : middle + 20] = bytes(byte ^ 0xFF for byte in whole[middle : middle + 20])
    path = tmp_path / f"file{suffix}"
    path.write_bytes(bytes(whole))
    with pytest.raises(InputError, match=r"data is damaged .* again"):
        read(path)


def test_garbage_after_compressed_data_is_refused(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"file{suffix}"
    path.write_bytes(compress(b"a\n", suffix) + b"these bytes are not compressed data")
    with pytest.raises(InputError, match=r"other data follows the .* data; remove it"):
        read(path)


def test_the_error_about_a_missing_library_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "backports.zstd", None)
    monkeypatch.setitem(sys.modules, "compression.zstd", None)
    importlib.invalidate_caches()
    with pytest.raises(MissingExtraError, match=r'pip install "tallystick\[zstd\]"') as caught:
        open_bytes(tmp_path / "file.zst")
    assert "file.zst" in str(caught.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt: there is no such file"):
        open_bytes(tmp_path / "nowhere.txt")


def test_a_directory_is_not_a_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a directory; expected a file"):
        open_bytes(tmp_path)


def test_a_file_without_permission_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"secret\.txt: may not be read"):
        open_bytes(tmp_path / "secret.txt")


def test_an_impossible_name_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be opened"):
        open_bytes("a\0b")


def test_a_failure_while_reading_names_the_file(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"a")
    with open_bytes(path) as file:
        file._source.close()
        file._source = Mock(**{"read.side_effect": OSError(5, "Input/output error")})
        with pytest.raises(InputError, match=r"file\.txt: cannot be read: Input/output error"):
            file.read()


def test_a_dash_is_standard_input_and_stays_open(standard_input: Any) -> None:
    file = standard_input(b"a\rb\r\n")
    assert read("-") == b"a\rb\r\n"
    assert not file.buffer.closed


def test_files_are_closed(tmp_path: Path) -> None:
    path = tmp_path / "file.txt"
    path.write_bytes(b"a")
    with open_bytes(path) as file:
        pass
    assert file._source.closed


@pytest.mark.parametrize("change", [b"ab\ncd\nef\n", b"ab\n", b"AB\ncd\n"])
def test_a_file_that_changes_while_it_is_read_is_refused(tmp_path: Path, change: bytes) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"ab\ncd\n")
    os.utime(path, ns=(0, 0))
    with open_bytes(path) as file:
        file.read(1)
        path.write_bytes(change)
        with pytest.raises(InputError, match="file: has changed while it was read; run this again"):
            b"".join(file.blocks())


def test_a_file_that_is_replaced_while_it_is_read_is_read_to_its_end(tmp_path: Path) -> None:
    path, other = tmp_path / "file", tmp_path / "other"
    path.write_bytes(b"ab\ncd\n")
    other.write_bytes(b"x\n")
    with open_bytes(path) as file:
        begin = file.read(1)
        other.replace(path)
        assert begin + b"".join(file.blocks()) == b"ab\ncd\n"
