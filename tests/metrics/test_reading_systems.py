"""Several systems beside one set of references."""

import io
import sys
from pathlib import Path
from typing import Protocol

import pytest

from tallystick.errors import InputError
from tallystick.metrics.reading import iterate_systems, read_references, read_systems


class Write(Protocol):
    def __call__(self, name: str, *lines: str) -> str: ...


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    monkeypatch.chdir(tmp_path)

    def write(name: str, *lines: str) -> str:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes("".join(f"{line}\n" for line in lines).encode())
        return name

    return write


def test_plain_files_of_references_are_streams(write: Write) -> None:
    references = read_references([write("r1", "a", ""), write("r2", "b", "c")])
    assert list(references) == [("a", "b"), ("", "c")]


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("r.tsv", ["reference:1\treference:2\tdoc", "a\tb\tx", "\t\\N\ty"]),
        ("r.jsonl", ['{"references": ["a", "b"], "doc": "x"}', '{"reference": "", "doc": "y"}']),
    ],
)
def test_one_table_gives_references_per_segment_and_what_else_it_knows(
    write: Write, name: str, lines: list[str]
) -> None:
    path = write(name, *lines)
    assert list(read_references([path])) == [("a", "b"), ("",)]
    [(system, corpus)] = read_systems([path], [write("mine.txt", "h", "i")])
    assert system == "mine"
    assert list(corpus.references) == [("a", "b"), ("",)]
    assert corpus.documents == ("x", "y")


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
    with pytest.raises(InputError, match="1 system names for 2 hypothesis files"):
        read_systems([path], [path, path], names=["one"])


def test_two_systems_of_one_name_are_refused(write: Write) -> None:
    paths = [write("a/out.txt", "x"), write("b/out.txt", "y")]
    with pytest.raises(InputError, match=r"a/out\.txt and b/out\.txt would both be .* 'out'"):
        read_systems([write("ref.txt", "z")], paths)


def test_systems_are_read_one_at_a_time(write: Write) -> None:
    systems = iterate_systems([write("ref.txt", "a")], [write("good.txt", "b"), "nowhere.txt"])
    assert next(systems)[0] == "good"
    with pytest.raises(InputError, match=r"nowhere\.txt: there is no such file"):
        next(systems)


def test_a_hypothesis_file_of_another_length_is_named_with_both_counts(write: Write) -> None:
    hypothesis = write("mine.txt", "a", "b", "c")
    with pytest.raises(InputError, match=r"ref\.txt has 2 lines but mine\.txt has 3"):
        read_systems([write("ref.txt", "a", "b")], [hypothesis])
    table = write("ref.tsv", "reference", "a", "b")
    with pytest.raises(InputError, match=r"mine\.txt has 3 lines but ref\.tsv has 2 segments"):
        read_systems([table], [hypothesis])


def test_an_empty_hypothesis_file_is_named(write: Write) -> None:
    with pytest.raises(InputError, match=r"mine\.txt has 0 lines but ref\.txt has 1; mine\.txt is"):
        read_systems([write("ref.txt", "a")], [write("mine.txt")])


def test_empty_references_are_refused(write: Write) -> None:
    with pytest.raises(InputError, match=r"ref\.txt: no line"):
        read_references([write("ref.txt")])


def test_reference_files_of_unequal_length_are_refused(write: Write) -> None:
    with pytest.raises(InputError, match=r"r2 has 1 line but r1 has 2; r2 ends with line 1, 'c'"):
        read_references([write("r1", "a", "b"), write("r2", "c")])


def test_a_table_stands_alone(write: Write) -> None:
    paths = [write("r.txt", "a"), write("r.tsv", "reference", "a")]
    with pytest.raises(InputError, match=r"r\.tsv: a table of references stands alone"):
        read_references(paths)


def test_a_table_with_hypotheses_is_not_taken_for_references_alone(write: Write) -> None:
    path = write("r.tsv", "reference\thypothesis:x", "a\tb")
    with pytest.raises(InputError, match=r"r\.tsv: holds hypotheses \(of x\)"):
        read_references([path])


def test_a_table_without_references_is_refused(write: Write) -> None:
    path = write("r.tsv", "hypothesis\tref", "a\tb")
    with pytest.raises(InputError, match="has no 'reference'; found 'hypothesis', 'ref'"):
        read_references([path])


def test_a_table_is_no_plain_hypothesis_file(write: Write) -> None:
    with pytest.raises(InputError, match=r"h\.jsonl\.gz: is a table by its name"):
        iterate_systems([write("r.txt", "a")], ["h.jsonl.gz"])


def test_token_references_do_not_fit_plain_hypotheses(write: Write) -> None:
    table = write("r.jsonl", '{"reference": ["a", "b"]}')
    with pytest.raises(InputError, match=r"text .* token lists"):
        read_systems([table], [write("h.txt", "a b")])


@pytest.mark.parametrize("paths", [[], "mine.txt"])
def test_hypothesis_paths_are_a_list(write: Write, paths: list[str] | str) -> None:
    with pytest.raises(InputError, match="no list of paths, or an empty one"):
        read_systems([write("ref.txt", "a")], paths)


def test_standard_input_is_read_once(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    reference = write("ref.txt", "a")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"b\n")))
    assert read_systems([reference], ["-"])[0][0] == "standard input"
    with pytest.raises(InputError, match="named 2 times"):
        read_systems(["-"], [reference, "-"])
    with pytest.raises(InputError, match="named 2 times"):
        read_references(["-", "-"])
