"""Tables that are read a block of segments at a time."""

import gzip
import tracemalloc
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Corpus, read_test_set, stream_test_set

HEADER = "hypothesis:x\treference:1\thypothesis:y\treference:2\tdoc\tsource\tnote"
ROWS = ["a b\tr\tc\t\\N\td1\ts\t1", "\t\\N\té\tr s\td2\t\t", "e\tu\tf\tv\td2\ts t\t\u2028\r"]
FAULTY_ROWS = [
    "",
    "a\tb",
    "a\tr\tb\tr\td\ts\tn\t",
    "a\t\\N\tb\t\\N\td\ts\tn",
    "a\tr\t\\N\tr\td\ts\tn",
    "a\tr\tb\tr\td\ts\t\\N",
]
TEXTS = [
    '{"hypotheses": {"x": "a b", "y": ""}, "reference": "r", "doc": "d1", "source": "", "n": 1.10}',
    '{"n": true, "hypotheses": {"y": "b", "x": "é"}, "references": ["", null], "doc": 2,'
    ' "source": "s"}',
]
TOKENS = [
    line.replace('"a b"', '["a", "b"]').replace('""', "[]").replace('"r"', '["r"]')
    for line in (
        '{"hypothesis": "a b", "references": [null, "r"]}',
        '{"reference": "r", "hypothesis": ""}',
    )
]
FAULTY_LINES = [
    "",
    "[1]",
    '{"hypothesis": NaN}',
    '{"hypotheses": {"x": "a"}, "reference": "r", "doc": "d", "source": "s", "n": 1}',
    TEXTS[0].replace('"reference": "r", ', ""),
    TEXTS[0].replace('"n"', '"m"'),
    TEXTS[0].replace('"d1"', "null"),
    TEXTS[0].replace('"a b"', '["a", "b"]'),
    TEXTS[0].replace('"a b"', '"\\ud800"'),
    TEXTS[1].replace('["", null]', "[null]"),
    TOKENS[0].replace('["r"]', '["r", 7]'),
]
FILES = st.one_of(
    *(
        st.tuples(
            st.just(suffix),
            st.just(header),
            st.lists(st.sampled_from(right), min_size=1, max_size=9),
            st.lists(st.tuples(st.integers(1, 9), st.sampled_from(faulty)), max_size=2),
        )
        for suffix, header, right, faulty in (
            ("tsv", [HEADER], ROWS, FAULTY_ROWS),
            ("jsonl", [], TEXTS, FAULTY_LINES),
            ("jsonl", [], TOKENS, FAULTY_LINES),
        )
    )
)


def contents(parts: Iterable[Iterable[tuple[str, Corpus]]]) -> dict[str, list[object]]:
    """The fields of every segment of every system."""
    rows: dict[str, list[object]] = {}
    for part in parts:
        for system, corpus in part:
            rows.setdefault(system, []).extend(
                zip(
                    corpus.hypotheses,
                    corpus.references,
                    corpus.documents or [None] * len(corpus),
                    corpus.sources or [None] * len(corpus),
                    *corpus.metadata.values(),
                    strict=True,
                )
            )
    return rows


@given(FILES, st.integers(1, 5))
def test_blocks_of_any_length_have_the_contents_or_the_first_fault_of_the_whole(
    tmp_path_factory: pytest.TempPathFactory,
    file: tuple[str, list[str], list[str], list[tuple[int, str]]],
    length: int,
) -> None:
    suffix, header, lines, faults = file
    for place, fault in faults:
        lines.insert(place, fault)
    path = tmp_path_factory.getbasetemp() / f"table.{suffix}"
    path.write_bytes("\n".join([*header, *lines, ""]).encode())

    if not faults:
        whole = read_test_set(path)
        parts = stream_test_set(path, segments_per_part=length)
        assert contents(parts.parts) == contents([whole.corpora().items()])
        assert [each for part in parts.references for each in part] == list(whole.references or ())
        assert tuple(parts.documents or ()) == (whole.documents or ())
        assert parts.has_sources == (whole.sources is not None)
        return
    first = 1 + len(header) + min(map(lines.index, (fault for _, fault in faults)))
    with pytest.raises(InputError) as of_whole:
        read_test_set(path)
    with pytest.raises(InputError) as of_parts:
        contents(stream_test_set(path, segments_per_part=length).parts)
    assert str(of_parts.value) == str(of_whole.value)
    assert str(of_whole.value).startswith(f"{path}, line {first}: ")


def written(path: Path, segments: int) -> Path:
    """A table of different segments, of which 10 are of each document."""
    rows = (f"hypothesis {k}\treference {k}\td{k // 10}" for k in range(segments))
    content = "\n".join(["hypothesis\treference\tdoc", *rows]).encode()
    path.write_bytes(gzip.compress(content) if path.suffix == ".gz" else content)
    return path


@pytest.mark.parametrize("name", ["mine.tsv", "mine.tsv.gz", "mine.jsonl"])
def test_memory_does_not_grow_with_the_segments(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("tallystick.metrics.reading.opening.BLOCK", 1 << 10)
    path = tmp_path / name
    if name.endswith(".jsonl"):
        line = '{"hypothesis": "a b c", "reference": "d e f"}\n'
        path.write_text(line * 2_000, encoding="utf-8")
    else:
        written(path, 2_000)
    assert len(read_test_set(path)) == 2_000  # and modules are imported
    tracemalloc.start()
    try:
        peaks = []
        for length in (2_000, 50):
            tracemalloc.reset_peak()
            before, _ = tracemalloc.get_traced_memory()
            parts = stream_test_set(path, segments_per_part=length)
            assert sum(len(corpus) for part in parts.parts for _, corpus in part) == 2_000
            peaks.append(tracemalloc.get_traced_memory()[1] - before)
            del parts
    finally:
        tracemalloc.stop()
    whole, in_blocks = peaks
    assert in_blocks < whole / 4


def test_references_and_documents_of_a_file_are_read_any_number_of_times(tmp_path: Path) -> None:
    given = stream_test_set(written(tmp_path / "mine.tsv", 25), segments_per_part=8)
    for _ in range(2):
        assert [len(part) for part in given.references] == [8, 8, 8, 1]
        assert list(given.documents or ()) == [f"d{k // 10}" for k in range(25)]


def test_a_table_that_changes_between_two_passes_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "mine.tsv", 25)
    given = stream_test_set(path, segments_per_part=8)
    contents(given.parts)
    path.rename(tmp_path / "old")  # replaced by another one of the same size
    written(path, 25)
    with pytest.raises(InputError, match=r"mine\.tsv: has changed while it was read"):
        list(given.references)


@pytest.mark.parametrize(("read_again", "lengths"), [(True, [25]), (False, [8, 8, 8, 1])])
def test_a_table_from_a_pipe_is_kept_only_if_it_must_be_read_again(
    tmp_path: Path, standard_input: Any, read_again: bool, lengths: list[int]
) -> None:
    content = written(tmp_path / "mine.tsv", 25).read_bytes()
    standard_input(content)
    given = stream_test_set("-", format="tsv", segments_per_part=8, read_again=read_again)
    expected = [f"d{k // 10}" for k in range(25)] if read_again else []
    assert given.documents is not None
    assert list(given.documents) == expected
    assert [len(corpus) for part in given.parts for _, corpus in part] == lengths
    assert [len(part) for part in given.references] == (lengths if read_again else [])


def test_references_from_a_pipe_are_kept_only_if_they_must_be_read_again(
    tmp_path: Path, standard_input: Any
) -> None:
    path = tmp_path / "mine.txt"
    path.write_text("a\nb\nc\n", encoding="utf-8")
    for read_again, number in ((True, 3), (False, 0)):
        standard_input(b"a\nb\nc\n")
        given = stream_test_set("-", path, segments_per_part=1, read_again=read_again)
        assert [len(corpus) for part in given.parts for _, corpus in part] == [1, 1, 1]
        assert len(list(given.references)) == number


@pytest.mark.parametrize("length", [1, 3, 9])
@pytest.mark.parametrize("systems", [None, ["x"]])
def test_plain_files_beside_a_table_are_read_in_its_blocks(
    tmp_path: Path, length: int, systems: list[str] | None
) -> None:
    numbers = range(7)
    path, plain, sources = (tmp_path / name for name in ("t.tsv", "y.txt", "s.txt"))
    header = "reference\tdoc\tnote" + "\thypothesis:x" * bool(systems)
    rows = [f"r{k}\td{k}\tn{k}" + f"\tx{k}" * bool(systems) for k in numbers]
    path.write_text("\n".join([header, *rows]), encoding="utf-8")
    plain.write_text("".join(f"y{k}\n" for k in numbers), encoding="utf-8")
    sources.write_text("".join(f"s{k}\n" for k in numbers), encoding="utf-8")
    given = stream_test_set(path, plain, sources=sources, systems=systems, segments_per_part=length)
    assert given.has_sources
    assert given.systems == (*(systems or []), "y")
    assert list(given.documents or ()) == [f"d{k}" for k in numbers]
    assert contents(given.parts) == {
        name: [(f"{name}{k}", (f"r{k}",), f"d{k}", f"s{k}", f"n{k}") for k in numbers]
        for name in given.systems
    }


@pytest.mark.parametrize("length", [1, 2, 9])
def test_plain_files_beside_a_table_have_a_line_for_every_segment(
    tmp_path: Path, length: int
) -> None:
    path, plain = written(tmp_path / "t.tsv", 3), tmp_path / "y.txt"
    for lines in (2, 4):
        plain.write_text("a\n" * lines, encoding="utf-8")
        for files in ([plain], []):
            given = stream_test_set(
                path,
                files,
                sources=None if files else plain,
                systems=["t"],
                segments_per_part=length,
            )
            with pytest.raises(InputError, match=rf"y\.txt has {lines}\b"):
                contents(given.parts)


@pytest.mark.parametrize(
    ("name", "systems", "message"),
    [
        ("y.txt", None, r"t\.tsv: contains hypotheses \(of t\)"),
        ("t.txt", ["t"], "contains the system 't', and a file of hypotheses has"),
        ("y.sgm", ["t"], r"y\.sgm looks like SGML by its ending"),
    ],
)
def test_files_that_do_not_go_with_a_table_are_refused(
    tmp_path: Path, name: str, systems: list[str] | None, message: str
) -> None:
    path, file = written(tmp_path / "t.tsv", 3), tmp_path / name
    file.write_text("a\na\na\n", encoding="utf-8")
    for read in (read_test_set, stream_test_set):
        with pytest.raises(InputError, match=message):
            read(path, file, systems=systems)


def test_documents_are_not_given_by_a_table_and_a_file(tmp_path: Path) -> None:
    path, file = written(tmp_path / "t.tsv", 3), tmp_path / "d.txt"
    file.write_text("d\n" * 3, encoding="utf-8")
    for read in (read_test_set, stream_test_set):
        with pytest.raises(InputError, match=r"documents are given twice, in .*t\.tsv and in"):
            read(path, documents=file)
