"""Parquet tables of texts, written by DuckDB."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tallystick import InputError
from tallystick.metrics import read_test_set, stream_test_set

duckdb = pytest.importorskip("duckdb")
Write = Callable[[str], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_rows(query: str) -> str:
        path = str(tmp_path / "corpus [1].parquet")
        duckdb.sql(query).write_parquet(path)
        return path

    return write_rows


def test_columns_are_those_of_tables(write: Write) -> None:
    path = write(
        "SELECT 'x y' AS \"hypothesis:one\", 'z' AS \"hypothesis:other\", NULL::VARCHAR AS"
        " \"reference:A\", 'b' AS \"reference:B\", 7 AS doc, 's' AS source, 1.5 AS length"
    )
    found = read_test_set(path)
    assert {name: list(texts) for name, texts in found.systems.items()} == {
        "one": ["x y"],
        "other": ["z"],
    }
    assert found.references is not None
    assert list(found.references) == [("b",)]
    assert (found.documents, list(found.sources or ()), found.metadata) == (
        ("7",),
        ["s"],
        {"length": ("1.5",)},
    )
    assert list(stream_test_set(path, systems=["other"]).systems) == ["other"]


def test_blocks_follow_each_other_in_the_order_of_rows(write: Write) -> None:
    path = write(
        "SELECT 'h' || range AS hypothesis, 'r' || range AS reference, 'd' || range // 2 AS doc"
        " FROM range(5)"
    )
    given = stream_test_set(path, segments_per_part=2)
    blocks = [
        (system, list(corpus.hypotheses), list(corpus.references))
        for block in given.parts
        for system, corpus in block
    ]
    assert blocks == [
        ("corpus [1]", ["h0", "h1"], [("r0",), ("r1",)]),
        ("corpus [1]", ["h2", "h3"], [("r2",), ("r3",)]),
        ("corpus [1]", ["h4"], [("r4",)]),
    ]
    assert list(given.documents or ()) == ["d0", "d0", "d1", "d1", "d2"]
    assert [list(part) for part in given.references] == [part for _, _, part in blocks]


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT 1 AS hypothesis, 'a' AS reference", "'hypothesis' is of type INTEGER; expected"),
        ("SELECT 'a' AS x, 'a' AS reference", "has no 'hypothesis'; found 'x', .* --columns hyp"),
        ("SELECT 'a' AS mt, 'b' AS pred, 'c' AS ref", "'mt' and 'pred' both mean hypotheses"),
        ("SELECT NULL::VARCHAR AS hypothesis, 'a' AS reference", "row 1: column 'hyp.* is null"),
        (
            "SELECT 'a' AS hypothesis, CASE WHEN range < 3 THEN 'a' END AS reference FROM range(4)",
            "row 4: every reference is missing .null.",
        ),
        ("SELECT 'a' AS hypothesis, 'a' AS reference FROM range(0)", "has no rows"),
        (
            "SELECT 'a' AS hypothesis, 'a' AS \"hypothesis:b\", 'a' AS reference",
            "'hypothesis' and 'hypothesis:b' exclude each other",
        ),
    ],
)
def test_other_tables_are_refused(write: Write, query: str, message: str) -> None:
    path = write(query)
    with pytest.raises(InputError, match=rf"corpus \[1\]\.parquet.*{message}"):
        read_test_set(path)
    with pytest.raises(InputError, match=message):
        list(stream_test_set(path, segments_per_part=2).parts)


def test_a_file_that_is_no_parquet_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.parquet").write_text("hypothesis\treference\n")
    with pytest.raises(InputError, match=r"a\.parquet: cannot be read as Parquet"):
        read_test_set(tmp_path / "a.parquet")


LIGHTEVAL = (
    "SELECT {'query': 'q' || n, 'choices': ['r' || n, 'no', 's' || n], 'gold_index': GOLD, 'id': n}"
    " AS doc, {'text': ['h' || n, 'other'], 'text_post_processed': POST} AS model_response,"
    " {'bleu': 0.5} AS metric FROM range(2) numbers(n)"
)


@pytest.mark.parametrize(
    ("gold", "references"),
    [
        ("0", [("r0",), ("r1",)]),
        ("CASE n WHEN 0 THEN [2] ELSE [0, 2] END", [("s0",), ("r1", "s1")]),
    ],
)
@pytest.mark.parametrize(("post", "end"), [("NULL", ""), ("['h' || n || '!']", "!")])
def test_details_of_lighteval_are_read_by_their_columns(
    write: Write, gold: str, references: list[tuple[str, ...]], post: str, end: str
) -> None:
    # its dataclasses Doc and ModelResponse, as version 0.13.0 writes them
    found = read_test_set(write(LIGHTEVAL.replace("GOLD", gold).replace("POST", post)))
    assert [list(texts) for texts in found.systems.values()] == [[f"h0{end}", f"h1{end}"]]
    assert list(found.references or ()) == references
    assert list(found.sources or ()) == ["q0", "q1"]
    assert found.metadata == {"id": ("0", "1")}


def test_details_of_lighteval_without_responses_are_refused(write: Write) -> None:
    query = (
        LIGHTEVAL.replace("GOLD", "0")
        .replace("POST", "NULL")
        .replace("['h' || n, 'other']", "[]::VARCHAR[]")
    )
    with pytest.raises(InputError, match="row 1: column 'hypothesis' is null"):
        read_test_set(write(query))
