"""Several tables, each with the hypotheses of a model and the same references."""

import json
from pathlib import Path

import pytest

from tallystick import InputError, OptionError
from tallystick.metrics import read_test_set, stream_test_set
from tests.metrics.reading.functions import Write

TABLE = ["hypothesis\treference\tdoc\tdomain\trank", "a b\tx\t1\tnews\t1", "c\ty z\t2\tchat\t2"]
OTHER = ["doc\tref\tdomain\tpred\trank", "1\tx\tnews\td\t2", "2\ty z\tchat\te f\t1"]


def test_each_table_is_a_system_named_by_its_file(write: Write) -> None:
    tables = [write("a.tsv", *TABLE), write("b.tsv", *OTHER)]
    test_set = read_test_set(tables)
    assert {name: list(texts) for name, texts in test_set.systems.items()} == {
        "a": ["a b", "c"],
        "b": ["d", "e f"],
    }
    assert list(test_set.references or ()) == [("x",), ("y z",)]
    assert test_set.documents == ("1", "2")
    # the column in which they differ is of neither
    assert test_set.metadata == {"domain": ("news", "chat")}
    assert [*read_test_set(tables, names=["one", "two"]).systems] == ["one", "two"]


def test_several_systems_of_a_table_have_its_name_and_theirs(write: Write) -> None:
    tables = [
        write("a.tsv", "hypothesis:s\thypothesis:t\tref", "a\tb\tx"),
        write("b.csv", "ref,mt", "x,c"),
    ]
    assert [*read_test_set(tables).systems] == ["a:s", "a:t", "b"]
    chosen = read_test_set(tables, systems=["b", "a:t"]).systems
    assert {name: list(texts) for name, texts in chosen.items()} == {"b": ["c"], "a:t": ["b"]}
    assert [*read_test_set(tables, systems=["t"]).systems] == ["a:t"]
    with pytest.raises(OptionError, match="there is no system 'u'"):
        read_test_set(tables, systems=["u"])


def test_what_only_one_table_has_is_of_all(write: Write) -> None:
    tables = [write("a.csv", "ref,hyp", "x,a"), write("b.csv", "ref,hyp,src,doc", "x,b,s,d")]
    test_set = read_test_set(tables)
    assert (test_set.documents, list(test_set.sources or ())) == (("d",), ["s"])


def test_tables_are_read_in_parts(write: Write) -> None:
    tables = [write("a.tsv", *TABLE), write("b.tsv", *OTHER)]
    test_set = stream_test_set(tables, segments_per_part=1)
    for _ in range(2):
        assert [[(name, *each.hypotheses) for name, each in part] for part in test_set.parts] == [
            [("a", "a b"), ("b", "d")],
            [("a", "c"), ("b", "e f")],
        ]
    assert [list(each) for each in test_set.references] == [[("x",)], [("y z",)]]


@pytest.mark.parametrize("length", [1, 9])
@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (
            [*OTHER[:2], "2\ty\tchat\te\t1"],
            r"b\.tsv: segment 2 differs in references from .* score 'corpus\.{part}\.tsv'",
        ),
        (
            [*OTHER[:2], "3\ty z\tchat\te\t1"],
            "b.tsv: segment 2 differs in documents from the",
        ),
        (OTHER[:2], "segment 2 differs in references from .* or one of them ends there; several"),
        ([*OTHER, OTHER[2]], "segment 3 differs in references from .* or one of them ends there"),
    ],
)
def test_tables_of_other_segments_are_refused(
    write: Write, length: int, rows: list[str], message: str
) -> None:
    tables = [write("a.tsv", *TABLE), write("b.tsv", *rows)]
    with pytest.raises(InputError, match=message):
        [list(part) for part in stream_test_set(tables, segments_per_part=length).parts]
    with pytest.raises(InputError, match=message):
        read_test_set(tables)


def test_texts_and_tokens_are_not_the_same_references(tmp_path: Path) -> None:
    tables = [tmp_path / name for name in ("a.jsonl", "b.jsonl")]
    for path, text in zip(tables, ("x", ["x"]), strict=True):
        path.write_text(json.dumps({"hypothesis": text, "reference": text}) + "\n")
    with pytest.raises(InputError, match="segment 1 differs in references from"):
        read_test_set(tables)


@pytest.mark.parametrize(
    ("other", "hypotheses", "message"),
    [
        ("b.csv", "h.txt", "a table of references must be the only one, but there are 2"),
        ("r.txt", None, r"a table of references must be the only one.* or give tables only, each"),
        ("sub/a.csv", None, "would both be the system 'a'; give every system a different name"),
        ("none.csv", None, r"none\.csv has no 'hypothesis'"),
        ("empty.csv", None, r"empty\.csv has a header but no segment"),
    ],
)
def test_other_files_with_a_table_are_refused(
    write: Write, tmp_path: Path, other: str, hypotheses: str | None, message: str
) -> None:
    (tmp_path / "sub").mkdir()
    for name in ("a.csv", "b.csv", "sub/a.csv"):
        write(name, "ref,hyp", "x,a")
    write("none.csv", "ref,other", "x,a")
    write("empty.csv", "ref,hyp")
    write("r.txt", "x")
    write("h.txt", "x")
    with pytest.raises(InputError, match=message):
        read_test_set(
            [tmp_path / "a.csv", tmp_path / other],
            [] if hypotheses is None else [tmp_path / "h.txt"],
        )
