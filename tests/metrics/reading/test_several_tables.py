"""Several tables, each with the hypotheses of a model and the same references."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick import InputError, OptionError, TallystickWarning
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
        (OTHER[:2], "segment 2 differs in references from .* or one of them ends there; all"),
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


LONG = ["model,segment,hypothesis,reference,doc,rank", "A,1,a,x,d,1", "B,1,b,x,d,2",
        "B,2,c,y,e,1", "A,2,d,y,e,2"]  # fmt: skip


def test_a_table_with_a_row_of_each_system_has_them_all(write: Write) -> None:
    path = write("long.csv", *LONG)
    test_set = read_test_set(path)
    systems = {"A": ["a", "d"], "B": ["b", "c"]}
    assert {name: list(texts) for name, texts in test_set.systems.items()} == systems
    assert list(test_set.references or ()) == [("x",), ("y",)]
    assert test_set.documents == ("d", "e")
    assert test_set.metadata == {"segment": ("1", "2")}
    assert [*read_test_set(path, systems=["B"]).systems] == ["B"]
    other = write("c.csv", "ref,hyp", "x,e", "y,f")
    assert [*read_test_set([path, other]).systems] == ["long:A", "long:B", "c"]


def test_columns_in_which_systems_differ_are_named(write: Write) -> None:
    rows = [f"{line},{note}" for line, note in zip(LONG, ["note", *"nmnn"], strict=True)]
    with pytest.warns(TallystickWarning, match="long.csv: values of 'note' differ between systems"):
        assert [*read_test_set(write("long.csv", *rows)).metadata] == ["segment"]


@pytest.mark.parametrize("order", [LONG[1:], sorted(LONG[1:])])
def test_rows_of_systems_are_read_in_parts(write: Write, order: list[str]) -> None:
    test_set = stream_test_set(write("long.csv", LONG[0], *order), segments_per_part=1)
    assert [[(name, *each.hypotheses) for name, each in part] for part in test_set.parts] == [
        [("A", "a"), ("B", "b")],
        [("A", "d"), ("B", "c")],
    ]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("A,2,d,z,e,2", "long.csv, system 'B': segment 2 differs in references from the systems"),
        ("A,3,d,y,e,2", "system 'B': segment 2 differs in segment from .* rename the column if"),
        ("B,3,d,y,e,2", "segment 2 differs in references from .* or one of them ends there; all"),
        ("A,1,d,x,d,2", "'A': rows 1 and 4 both have '1' in the column 'segment' of the document"),
        (",2,d,y,e,2", "long.csv: row 4 has '' in the column 'model'; expected the name of its"),
        ("A ,2,d,y,e,2", "row 4 has 'A ' in the column 'model'; .* without spaces around it"),
    ],
)
def test_rows_of_systems_with_other_segments_are_refused(
    write: Write, row: str, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_test_set(write("long.csv", *LONG[:4], row))


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_the_only_system_of_a_column_has_its_name(write: Write, ending: str) -> None:
    rows = [["a", "x"], ["b", "y"], ["c", "z"]]
    lines = ["model,hyp,ref", *(",".join(["A", *row]) for row in rows)]
    if ending == "jsonl":
        lines = [json.dumps({"model": "A", "hyp": hyp, "ref": ref}) for hyp, ref in rows]
    path = write(f"t.{ending}", *lines)
    assert [*read_test_set(path, systems=["A"]).systems] == ["A"]
    test_set = stream_test_set(path, segments_per_part=1)
    for _ in range(2):
        names = [name for part in test_set.parts for name, _ in part]
        assert (test_set.systems, names) == (("A",), ["A"] * 3)
    labelled = write("labelled.csv", "model,hyp:B,ref", "A,a,x")
    assert [*read_test_set(labelled).systems] == ["B"]
    assert [*read_test_set([path, write("u.csv", "hyp,ref", *map(",".join, rows))]).systems] == [
        "t",
        "u",
    ]


def test_two_columns_of_systems_are_refused(write: Write) -> None:
    path = write("t.csv", "Model,system,hyp,ref", "x,A,a,x", "x,B,a,x")
    with pytest.raises(InputError, match="'Model' and 'system' both name the system of a row; ren"):
        read_test_set(path)
    assert read_test_set(write("r.csv", "model,system,ref", "x,A,x"), write("h.txt", "a")).systems


@pytest.mark.parametrize("length", [1, 9])
def test_a_segment_of_a_system_occurs_once_in_a_table_or_in_each_of_its_documents(
    write: Write, length: int
) -> None:
    rows = ["A,1,a,x", "A,2,b,y", "A,1,c,z"]
    path = write("t.csv", "system,segment,hyp,ref", *rows)
    for documents in (None, write("one.txt", "d", "d", "d")):
        with pytest.raises(InputError, match="rows 1 and 3 both have '1' in the column 'segment'"):
            [*stream_test_set(path, documents=documents, segments_per_part=length).parts]
    assert read_test_set(path, documents=write("two.txt", "d", "d", "e")).metadata
    record = '{"model": "A", "segment": 1, "doc": "d", "hypothesis": "a", "reference": "x"}'
    with pytest.raises(InputError, match="both have '1' in the key 'segment' of the document 'd'"):
        read_test_set(write("t.jsonl", record, record))


def test_rows_of_several_systems_in_a_pipe_are_refused_where_parts_are_read_once(
    standard_input: Callable[[bytes], object],
) -> None:
    standard_input(b"model\thypothesis\treference\nA\ta\tx\nA\tb\ty\nB\ta\tx\n")
    test_set = stream_test_set("-", format="tsv", segments_per_part=1, read_again=False)
    with pytest.raises(InputError, match="'model' names several systems, whose rows are read from"):
        [list(part) for part in test_set.parts]


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
