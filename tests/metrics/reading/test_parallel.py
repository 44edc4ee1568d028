"""Parallel plain text files, at once and in chunks."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import Corpus, read_test_set, stream_test_set
from tests.metrics.reading.functions import Write, read_hypotheses


def read_whole(hypothesis: str, references: list[str], **files: Any) -> Corpus:
    [corpus] = read_test_set(references, hypothesis, **files).corpora().values()
    return corpus


def read_parts(hypothesis: str, references: list[str], size: int) -> list[Corpus]:
    test_set = stream_test_set(references, hypothesis, segments_per_part=size)
    return [corpus for part in test_set.parts for _, corpus in part]


def test_line_i_of_every_file_belongs_to_segment_i(write: Write) -> None:
    corpus = read_whole(
        write("hyp.txt", "a", "b\u2028c"),
        [write("ref1.txt", "d", "é"), write("ref2.txt", "", "g")],
        sources=write("src.txt", "h", "i"),
        documents=write("docs.txt", "one", "two"),
    )
    assert corpus == Corpus.from_segments(
        hypotheses=["a", "b\u2028c"],
        references=[["d", ""], ["é", "g"]],
        sources=["h", "i"],
        documents=["one", "two"],
    )


@pytest.mark.parametrize("size", [1, 2, 3, 10])
def test_chunks_add_up_to_the_whole(write: Write, size: int) -> None:
    lines = [f"line {number}" for number in range(7)]
    hypothesis = write("hyp.txt", *lines)
    references = [write("ref1.txt", *reversed(lines)), write("ref2.txt", *lines)]
    whole = read_whole(hypothesis, references)
    chunks = read_parts(hypothesis, references, size)
    assert chunks == [whole[k : k + size] for k in range(0, 7, size)]


def every_way(
    hypothesis: str, references: list[str]
) -> Iterator[Callable[[], Corpus | list[Corpus]]]:
    yield lambda: read_whole(hypothesis, references)
    for size in (1, 2, 3, 5, 100):

        def stream(size: int = size) -> list[Corpus]:
            return read_parts(hypothesis, references, size)

        yield stream


LINES = [f"line {number}" for number in range(1, 13)]


@pytest.mark.parametrize(
    ("hypotheses", "references", "message"),
    [
        *(
            (LINES[:longer], [LINES[:shorter]], rf"ref0\.txt has {number} but hyp\.txt has {longer}"
            rf";.* ref0\.txt ends with line {shorter}, 'line {shorter}'")
            for longer, shorter, number in (
                *((5, 4, "4 lines"), (6, 4, "4 lines"), (7, 1, "1 line"), (12, 3, "3 lines")),
            )
        ),
        (["a", "b"], [["a", "b"], ["a", "b", "c"]], r"ref0\.txt has 2 lines but ref1\.txt has 3"),
        (["a", "b"], [["a", "b", "c"]], r"hyp.txt has 2 .* ref0.txt has 3.* ends with line 2, 'b'"),
        (["a", "b", ""], [["a", "b"]], r"hyp\.txt ends with an empty line; remove it if"),
        (["a\rb\r"], [["a\rb\r"]], "a single line with carriage returns inside"),
        (["a"] * 1984, [["a"] * 1983], r"ref0\.txt has 1,983 lines but hyp\.txt has 1,984"),
        (["a"], [[]], r"ref0\.txt is empty"),
        ([], [[]], r"hyp\.txt and ref0\.txt are empty, .* nothing to score"),
    ],
)  # fmt: skip
def test_files_that_are_not_parallel_are_named_with_their_lengths_and_ends(
    write: Write, hypotheses: list[str], references: list[list[str]], message: str
) -> None:
    paths = [write(f"ref{number}.txt", *lines) for number, lines in enumerate(references)]
    for read in every_way(write("hyp.txt", *hypotheses), paths):
        with pytest.raises(InputError, match=message):
            read()


@pytest.mark.parametrize("column", ["sources", "documents"])
def test_sources_and_documents_need_a_line_for_every_segment(write: Write, column: str) -> None:
    with pytest.raises(InputError, match=r"extra\.txt has 1 line but there are 2 segments"):
        read_whole(
            write("hyp.txt", "a", "b"),
            [write("ref.txt", "a", "b")],
            **{column: write("extra.txt", "c")},
        )


def test_standard_input_may_be_any_one_of_the_files(write: Write, standard_input: Any) -> None:
    reference = write("ref.txt", "a", "b")
    for read in every_way("-", [reference]):
        standard_input(b"c\nd\n")
        corpora = read()
        hypotheses = (
            corpora.hypotheses
            if isinstance(corpora, Corpus)
            else [line for corpus in corpora for line in corpus.hypotheses]
        )
        assert list(hypotheses) == ["c", "d"]


def test_standard_input_twice_is_refused() -> None:
    for read in (read_test_set, stream_test_set):
        with pytest.raises(InputError, match=r"standard input \('-'\) is named 2 times"):
            read(["-"], ["-"])


def test_closed_standard_input_is_refused(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    for read in every_way("-", [write("ref.txt", "a")]):
        with pytest.raises(InputError, match="standard input is closed"):
            read()


def test_one_path_is_a_list_of_one(write: Write, tmp_path: Path) -> None:
    path = write("ref.txt", "a")
    for given in (path, tmp_path / path):
        assert list(read_test_set(given, given).systems) == ["ref"]
    with pytest.raises(InputError, match="no file of references"):
        read_test_set([], path)


@pytest.mark.parametrize("size", [0, -3])
def test_a_part_has_at_least_one_segment(write: Write, size: int) -> None:
    path = write("ref.txt", "a")
    with pytest.raises(InputError, match=f"chunks of {size} lines"):
        read_parts(path, [path], size)


@pytest.mark.parametrize("first", ['<?xml version="1.0"?>', '<refset setid="x">', "<DATASET>"])
def test_markup_under_the_name_of_plain_text_is_refused(write: Write, first: str) -> None:
    markup, plain = write("ref.txt", first, "a"), write("hyp.txt", "a", "b")
    for hypothesis, reference in ((markup, plain), (plain, markup)):
        with pytest.raises(InputError, match=r"ref\.txt: begins like XML or SGML"):
            read_whole(hypothesis, [reference])


@pytest.mark.parametrize("name", ["t.srt", "T.XLSX"])
def test_unsupported_formats_are_refused_with_the_remedy(write: Write, name: str) -> None:
    path = write(name, "a")
    with pytest.raises(InputError, match=f"{name}: .* files are not read; (write|.*[.]csv)"):
        read_whole(path, [write("ref.txt", "a")])


@pytest.mark.parametrize("name", ["ref.txt", "hyp.txt", "src.txt"])
def test_a_file_that_changes_between_two_passes_is_refused(write: Write, name: str) -> None:
    paths = [write(each, "a", "b", "c") for each in ("ref.txt", "hyp.txt", "src.txt")]
    test_set = stream_test_set(*paths[:2], sources=paths[2], segments_per_part=1)

    def read() -> int:
        return sum(1 for part in test_set.parts for _ in part)

    assert (read(), read()) == (3, 3)
    Path(name).rename("old")  # replaced by another one of the same size
    write(name, "a", "b", "d")
    with pytest.raises(InputError, match=f"{name}: has changed while it was read"):
        read()


@pytest.mark.parametrize(("size", "lengths"), [(2, [2, 2, 1]), (5, [5]), (9, [5])])
def test_hypotheses_without_references_are_read_in_parts(
    write: Write, size: int, lengths: list[int]
) -> None:
    lines = [f"line {number}" for number in range(5)]
    paths = [write("x.txt", *lines), write("y.txt", *reversed(lines))]
    given = read_hypotheses(paths, segments_per_part=size)
    parts = [dict(part) for part in given.parts]
    assert [len(part["x"]) for part in parts] == lengths
    assert [line for part in parts for line in part["y"].hypotheses] == lines[::-1]
    assert not any(corpus.has_references for part in parts for corpus in part.values())
    assert [len(part) for part in given.references] == (lengths if len(lengths) == 1 else [])


@pytest.mark.parametrize("size", [1, 2, 9])
def test_hypotheses_without_references_have_equally_many_lines(write: Write, size: int) -> None:
    paths = [write("x.txt", "a", "b", "c", "d"), write("y.txt", "a", "b", "c")]
    with pytest.raises(InputError, match=r"y\.txt has 3 lines but x\.txt has 4; .* line 3, 'c'"):
        list(read_hypotheses(paths, segments_per_part=size).parts)
    with pytest.raises(InputError, match=r"z\.txt is empty but x\.txt has 4 lines"):
        read_hypotheses([paths[0], write("z.txt")], segments_per_part=size)
    with pytest.raises(InputError, match=r"z\.txt is empty, so there is nothing to score"):
        read_hypotheses([write("z.txt")], segments_per_part=size)


def read_systems(
    references: list[str], hypotheses: list[str], names: list[str] | None = None
) -> list[tuple[str, Corpus]]:
    return list(read_test_set(references, hypotheses, names=names).corpora().items())


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("r.tsv", ["reference:1\treference:2\tdoc", "a\tb\tx", "\t\\N\ty"]),
        ("r.jsonl", ['{"references": ["a", "b"], "doc": "x"}', '{"reference": "", "doc": "y"}']),
    ],
)
def test_one_table_has_references_per_segment_documents_and_metadata(
    write: Write, name: str, lines: list[str]
) -> None:
    path = write(name, *lines)
    [(system, corpus)] = read_systems([path], [write("mine.txt", "h", "i")])
    assert system == "mine"
    assert list(corpus.references) == [("a", "b"), ("",)]
    assert corpus.documents == ("x", "y")


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("3 1 2", "r.csv: plain files .* but 'segment' is 1 in row 2, behind a larger one"),
        ("3 5 8", ""),
        ("1 2 1", ""),
    ],
)
def test_plain_files_belong_to_rows_whose_own_numbers_ascend(
    write: Write, numbers: str, said: str
) -> None:
    path = write("r.csv", "segment,reference", *(f"{number},x" for number in numbers.split()))
    hypotheses = write("h.txt", "a", "b", "c")
    if said:
        for length in (2, 9):
            parts = stream_test_set(path, hypotheses, segments_per_part=length).parts
            with pytest.raises(InputError, match=said):
                [list(part) for part in parts]
    else:
        assert len(read_test_set(path, hypotheses)) == 3


def test_references_are_read_once_and_shared(write: Write) -> None:
    references = write("ref.txt", "a", "b")
    paths = [write("sys/online-a.txt", "c", "d"), write("sys/newstest.online-b", "e", "f")]
    systems = read_systems([references], paths)
    assert [name for name, _ in systems] == ["online-a", "newstest.online-b"]
    assert systems[0][1].references is systems[1][1].references
    assert list(systems[1][1].hypotheses) == ["e", "f"]


def test_names_may_be_given(write: Write) -> None:
    path = write("ref.txt", "a")
    systems = read_systems([path], [path, path], names=["one", "two"])
    assert [name for name, _ in systems] == ["one", "two"]
    with pytest.raises(InputError, match="1 system name for 2 files of hypotheses"):
        read_systems([path], [path, path], names=["one"])


Files = dict[str, list[str]]
"""The lines of files by their names."""


@pytest.mark.parametrize(
    ("references", "hypotheses", "message"),
    [
        (
            {"ref.txt": ["z"]},
            {"a/out.txt": ["x"], "b/out.txt": ["y"]},
            r"a/out\.txt and b/out\.txt would both be .* 'out'",
        ),
        (
            {"ref.tsv": ["reference", "a", "b"]},
            {"h.txt": ["b"] * 3},
            r"ref\.tsv has 2 lines but h\.txt has 3",
        ),
        ({"ref.txt": ["a"]}, {"h.txt": []}, r"h\.txt is empty but ref\.txt has 1 line; check"),
        ({"ref.txt": []}, {"ref.txt": []}, r"^\S*ref\.txt is empty, so there is nothing to score"),
        (
            {"r.txt": ["a"], "r.tsv": ["reference", "a"]},
            {"h.txt": ["a"]},
            r"r\.tsv: a table of references must be the only one",
        ),
        (
            {"r.tsv": ["hypothesis\tx", "a\tb"]},
            {"h.txt": ["a"]},
            "has no 'reference'; found 'hypothesis', 'x'",
        ),
        ({"r.txt": ["a"]}, {"h.jsonl.gz": ["a"]}, r"h\.jsonl\.gz looks like a table by its ending"),
        ({"r.jsonl": ['{"reference": ["a", "b"]}']}, {"h.txt": ["a b"]}, "text .* token lists"),
    ],
)
def test_files_that_do_not_fit_are_refused(
    write: Write, references: Files, hypotheses: Files, message: str
) -> None:
    paths = [
        [write(name, *lines) for name, lines in each.items()] for each in (references, hypotheses)
    ]
    with pytest.raises(InputError, match=message):
        read_systems(*paths)


def test_a_missing_file_is_found_before_any_other_work(write: Write) -> None:
    with pytest.raises(InputError, match=r"nowhere\.txt: there is no such file"):
        read_systems([write("ref.txt", "a")], [write("good.txt", "\xff"), "nowhere.txt"])


def test_references_alone_are_not_a_test_set(write: Write) -> None:
    with pytest.raises(InputError, match="no hypotheses are given"):
        read_test_set(write("ref.txt", "a"))
    with pytest.raises(InputError, match=r"has no 'hypothesis'; .*; give files of hypotheses"):
        read_test_set(write("ref.tsv", "reference", "a"))


def test_systems_are_chosen_by_name_and_in_that_order(write: Write) -> None:
    path = write("t.tsv", "reference\thypothesis:x\thypothesis:y\thypothesis:z", "a\tb\tc\td")
    assert list(read_test_set(path, systems=["z", "x"]).systems) == ["z", "x"]
    with pytest.raises(OptionError, match=r"t\.tsv: there is no system 'w'; known are x, y, z"):
        read_test_set(path, systems=["w"])
    with pytest.raises(OptionError, match="translators cannot be selected from this file"):
        read_test_set(path, translators=["A"])
    plain = write("r.txt", "a")
    with pytest.raises(OptionError, match=r"r\.txt: systems cannot be selected from this file"):
        read_test_set(plain, plain, systems=["r"])


@pytest.mark.parametrize("length", [1, 9])
def test_a_line_that_marks_a_missing_reference_in_tables_is_warned_of(
    write: Write, length: int
) -> None:
    paths = [write("r.txt", "a", r"\N b", "c"), write("s.txt", "a", "b", r"\N")]
    message = r"s\.txt: has a line \\N, which is scored as text, because .* in tables only; give a"
    with pytest.warns(match=message) as warned:
        assert len(read_parts(write("h.txt", "a", "b", "c"), paths, length)) == -(-3 // length)
    assert len(warned) == 1
