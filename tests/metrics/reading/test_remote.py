"""Files with a scheme in their names, which fsspec opens."""

import gzip
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import InputError, MissingExtraError
from tallystick.metrics import read_test_set, stream_test_set
from tests.metrics.reading.functions import open_bytes, part_files

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
    found = part_files(["memory://in/ref-{part}"], ["memory://in/mine-{part}"])
    assert [(one.references, one.hypotheses) for one in found] == [
        (("memory://in/ref-9",), ("memory://in/mine-9",)),
        (("memory://in/ref-10",), ("memory://in/mine-10",)),
    ]
    assert [one.absolute() for one in found] == found
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
        ("denied", "s3://denied: may not be read"),
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
