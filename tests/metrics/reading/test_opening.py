"""Opening files: compressions, standard input, and every way in which it fails."""

import gzip
import importlib
import lzma
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import tallystick
from tallystick import InputError, MissingExtraError
from tallystick.metrics import read_test_set, stream_test_set
from tests.metrics.reading.functions import FilePath, compress, open_bytes, part_files, zstandard

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
    with pytest.raises(InputError, match=r"[^:] is a directory; expected a file"):
        open_bytes(tmp_path)


def test_a_file_without_permission_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refuse = Mock(side_effect=PermissionError(13, "Permission denied"))
    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"secret\.txt may not be read"):
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


fsspec = pytest.importorskip("fsspec")


@pytest.fixture
def memory() -> Iterator[Any]:
    system = fsspec.filesystem("memory")
    yield system
    system.store.clear()
    system.pseudo_dirs[:] = [""]


def texts(parts: Any) -> list[tuple[str, list[str], list[tuple[str, ...]]]]:
    return [
        (system, list(corpus.hypotheses), list(corpus.references))
        for part in parts
        for system, corpus in part
    ]


def test_plain_files_are_read_in_blocks_and_again(memory: Any) -> None:
    memory.pipe("/ref.txt", b"a\nb\nc\n")
    memory.pipe("/mine.txt.gz", gzip.compress(b"x\ny\nz\n"))
    given = stream_test_set("memory://ref.txt", "memory://mine.txt.gz", segments_per_part=2)
    expected = [("mine", ["x", "y"], [("a",), ("b",)]), ("mine", ["z"], [("c",)])]
    assert texts(given.parts) == expected
    assert [len(part) for part in given.references] == [len(part) for part in given.references]


@pytest.mark.parametrize("name", ["t.tsv", "t.tsv.gz", "t.jsonl"])
def test_tables_are_read(memory: Any, name: str) -> None:
    content = b"hypothesis\treference\na\tb\n"
    if name.endswith(".jsonl"):
        content = b'{"hypothesis": "a", "reference": "b"}\n'
    memory.pipe(f"/{name}", gzip.compress(content) if name.endswith(".gz") else content)
    assert list(read_test_set(f"memory://{name}").systems["t"]) == ["a"]


def test_parquet_is_read_through_fsspec(memory: Any, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "t.parquet"
    duckdb.sql("SELECT 'a' AS hypothesis, 'b' AS reference").write_parquet(str(path))
    memory.pipe("/t.parquet", path.read_bytes())
    for name in ("memory://t.parquet", path.as_uri()):
        assert texts(stream_test_set(name).parts) == [("t", ["a"], [("b",)])]


def test_names_of_files_can_be_urls(tmp_path: Path) -> None:
    (tmp_path / "a b.txt").write_text("one\n")
    with open_bytes(f"local://{tmp_path}/a b.txt") as file:
        assert file.read() == b"one\n"


def test_parts_are_found_by_the_file_system(memory: Any) -> None:
    for part in ("10", "9"):
        memory.pipe(f"/in/ref-{part}", b"the cat\n")
        memory.pipe(f"/in/mine-{part}", b"the cat\n")
    files = part_files(["memory://in/ref-{part}"], ["memory://in/mine-{part}"])
    assert [(file.references, file.hypotheses) for file in files] == [
        (("memory://in/ref-9",), ("memory://in/mine-9",)),
        (("memory://in/ref-10",), ("memory://in/mine-10",)),
    ]
    assert [file.absolute() for file in files] == files
    scores = tallystick.score_files(
        references="memory://in/ref-{part}", hypotheses="memory://in/mine-{part}", metrics="wer"
    )
    assert {name: score.score for name, [score] in scores.items()} == {"mine": 0}


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("memory://none.txt", r"memory://none\.txt: there is no such file"),
        ("nothing://a.txt", r"nothing://a\.txt: cannot be opened: Protocol not known.*such as s3"),
    ],
)
def test_files_that_cannot_be_opened_are_errors_before_any_work(name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_test_set(name, name)


class Failing:
    """What a library of a scheme may do."""

    def open(self, path: str, mode: str) -> Any:
        if "denied" in path:
            raise PermissionError(path)
        if "refused" in path:
            raise RuntimeError("no credentials")
        return self

    def read(self, size: int) -> bytes:
        raise RuntimeError("connection lost")

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("denied", "s3://denied may not be read"),
        ("refused", "s3://refused: cannot be opened: no credentials"),
        ("lost", "s3://lost: cannot be read: connection lost"),
    ],
)
def test_errors_of_other_libraries_are_ours(
    monkeypatch: pytest.MonkeyPatch, path: str, message: str
) -> None:
    monkeypatch.setattr(fsspec, "url_to_fs", lambda name, **options: (Failing(), name))
    with pytest.raises(InputError, match=message), open_bytes(f"s3://{path}") as file:
        file.read()


def test_without_fsspec_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(MissingExtraError, match=r'pip install "tallystick\[cluster\]"'):
        open_bytes("memory://a")
