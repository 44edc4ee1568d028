"""Several systems with one set of references."""

import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import Corpus, read_test_set
from tests.metrics.reading.functions import Write


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
    with pytest.raises(InputError, match="1 system name for 2 hypothesis files"):
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
