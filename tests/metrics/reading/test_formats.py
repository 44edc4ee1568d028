"""The output of fairseq-generate, as its fairseq_cli/generate.py prints it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tallystick import InputError, TallystickWarning
from tallystick.metrics import Corpus, read_test_set, stream_test_set
from tests.metrics.reading.functions import Write

OUTPUT = [
    "2020-01-01 00:00:00 | INFO | fairseq_cli.generate | loading model(s) from model.pt",
    "S-1\tes reg@@ net",
    "T-1\tit rains\tnow",
    "H-1\t-0.5\tit is rain@@ ing",
    "D-1\t-0.5\tit is\training",
    "P-1\t-0.1 -0.2",
    "H-1\t-0.7\tit pours",
    "D-1\t-0.7\tit pours",
    "S-0\tdie Katze",
    "T-0\t",
    "H-0\t-0.25\tthe c@@ at",
    "D-0\t-0.25\tthe cat",
    "A-0\t0-0",
    "Generate test with beam=5: BLEU4 = 30",
]


def read(write: Write, lines: list[str]) -> Corpus:
    [corpus] = read_test_set(write("generate.out", *lines), format="fairseq").corpora().values()
    return corpus


def test_segments_have_the_order_of_their_numbers_and_the_first_detokenized_hypothesis(
    write: Write,
) -> None:
    assert read(write, OUTPUT) == Corpus.from_segments(
        hypotheses=["the cat", "it is\training"],
        references=["", "it rains\tnow"],
        sources=["die Katze", "es reg@@ net"],
    )


def test_without_detokenized_hypotheses_the_others_are_taken(write: Write) -> None:
    corpus = read(write, [line for line in OUTPUT if not line.startswith("D-")])
    assert list(corpus.hypotheses) == ["the c@@ at", "it is rain@@ ing"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([*OUTPUT, *OUTPUT], r"line 16: S-1 occurs twice"),
        ([line for line in OUTPUT if not line.startswith("T-0")], "segment 0 has a hypothesis or"),
        ([line for line in OUTPUT if not line.startswith("T-")], "has no 'reference'"),
        ([line.replace("-0\t", "-2\t") for line in OUTPUT], "segment 0 of 0 to 2 is missing"),
        (["the cat"], "has no line D-NUMBER or H-NUMBER"),
    ],
)
def test_output_that_lacks_something_is_refused(
    write: Write, lines: list[str], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read(write, lines)


def test_unknown_words_in_references_are_warned_of(write: Write) -> None:
    with pytest.warns(TallystickWarning, match="references contain <<unk>>"):
        read(write, ["T-0\tthe <<unk>>", "D-0\t-0.5\tthe cat"])


COMET = {  # as comet/cli/score.py of Unbabel/COMET writes it
    "out/a.txt": [
        {"src": "die Katze", "mt": "the cat", "ref": "the cat", "COMET": 0.9},
        {"src": "es regnet", "mt": "it rain", "ref": "it rains", "COMET": 0.7},
    ],
    "out/b.txt": [
        {"src": "die Katze", "mt": "a cat", "ref": "the cat", "COMET": 0.8},
        {"src": "es regnet", "mt": "it rains", "ref": "it rains", "COMET": 0.95},
    ],
}
REQUEST: dict[str, Any] = {  # the fields of request_state.py and scenario.py of stanford-crfm/helm
    "instance": {
        "input": {"text": "die Katze"},
        "references": [
            {"output": {"text": "the cat"}, "tags": ["correct"]},
            {"output": {"text": "the dog"}, "tags": []},
            {"output": {"text": "a cat"}, "tags": ["correct"]},
        ],
        "split": "test",
        "id": "id7",
    },
    "train_trial_index": 0,
    "result": {"completions": [{"text": " the cat"}, {"text": "no"}]},
}


def corpora(write: Write, document: Any, **options: Any) -> dict[str, Corpus]:
    text = document if isinstance(document, str) else json.dumps(document, indent=4)
    return read_test_set(write("texts.json", *text.split("\n")), **options).corpora()


def test_a_list_of_objects_is_read_as_json_lines(write: Write) -> None:
    records = [{"prediction": "a", "target": "b"}, {"prediction": "é", "target": "d"}]
    assert corpora(write, records) == {
        "texts": Corpus.from_segments(hypotheses=["a", "é"], references=["b", "d"])
    }


@pytest.mark.parametrize("options", [{}, {"columns": {"hypothesis": "mt"}}])
def test_the_output_of_comet_has_the_texts_of_several_systems(write: Write, options: Any) -> None:
    same: dict[str, Any] = {
        "references": ["the cat", "it rains"],
        "sources": ["die Katze", "es regnet"],
    }
    assert corpora(write, COMET, **options) == {
        "a": Corpus.from_segments(hypotheses=["the cat", "it rain"], **same),
        "b": Corpus.from_segments(hypotheses=["a cat", "it rains"], **same),
    }


def test_systems_whose_files_have_one_name_keep_their_folders(write: Write) -> None:
    documents = {"x/out.txt": COMET["out/a.txt"], "y/out.txt": COMET["out/b.txt"]}
    assert list(corpora(write, documents)) == ["x/out.txt", "y/out.txt"]


def test_helm_has_the_first_completion_and_the_correct_references(write: Write) -> None:
    [corpus] = corpora(write, {"adapter_spec": {}, "request_states": [REQUEST]}).values()
    assert list(corpus.hypotheses) == [" the cat"]
    assert list(corpus.references) == [("the cat", "a cat")]
    assert corpus.metadata["id"] == ("id7",)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("[", "is not valid JSON at character 2"),
        ("3", "is no table; expected a list of objects"),
        ([1], "the document is no list of objects"),
        ({"score": 1}, "'score' is no list of objects"),
        ([], "is empty, so there is nothing to score"),
        ({"request_states": [{"instance": {}}]}, "object 1: is no finished request of HELM"),
        (
            {"request_states": [{**REQUEST, "result": {**REQUEST["result"], "success": False}}]},
            "object 1: is no finished request of HELM; .* of a successful result",
        ),
        ([{"hyp": "a", "ref": "b"}, {"hyp": 1, "ref": "b"}], "object 2: the hypothesis is the num"),
        ([{"hyp": "a", "ref": "b"}, {"hyp": "a"}], "object 2: either every object or no object"),
        ('[{"hyp": "\\ud800", "ref": "b"}]', "object 1: the hypothesis contains the lone surr"),
        ({**COMET, "c": [{"mt": "a", "ref": "b"}]}, r"the systems have 1 and 2 segments"),
        ({**COMET, "c": COMET["out/b.txt"][::-1]}, "object 1: the systems differ in "),
    ],
)
def test_a_document_that_is_wrong_is_refused(write: Write, document: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        corpora(write, document)


@pytest.mark.parametrize(
    "repeated",
    [
        {**REQUEST, "train_trial_index": 1},
        {**REQUEST, "instance": {**REQUEST["instance"], "perturbation": {"name": "typos"}}},
    ],
)
def test_repeated_requests_of_helm_are_warned_of(write: Write, repeated: Any) -> None:
    with pytest.warns(TallystickWarning, match="several trials of HELM or with perturbations"):
        corpora(write, {"request_states": [REQUEST, repeated]})


duckdb = pytest.importorskip("duckdb")
WriteQuery = Callable[[str], str]


@pytest.fixture
def write_query(tmp_path: Path) -> WriteQuery:
    def write_rows(query: str) -> str:
        path = str(tmp_path / "corpus [1].parquet")
        duckdb.sql(query).write_parquet(path)
        return path

    return write_rows


def test_columns_are_those_of_tables(write_query: WriteQuery) -> None:
    path = write_query(
        "SELECT 'x y' AS \"hypothesis:one\", 'z' AS \"hypothesis:other\", NULL::VARCHAR AS"
        " \"reference:A\", 'b' AS \"reference:B\", 7 AS doc, 's' AS source, 1.5 AS length"
    )
    content = read_test_set(path)
    assert {name: list(texts) for name, texts in content.systems.items()} == {
        "one": ["x y"],
        "other": ["z"],
    }
    assert content.references is not None
    assert list(content.references) == [("b",)]
    assert (content.documents, list(content.sources or ()), content.metadata) == (
        ("7",),
        ["s"],
        {"length": ("1.5",)},
    )
    assert list(stream_test_set(path, systems=["other"]).systems) == ["other"]


def test_blocks_follow_each_other_in_the_order_of_rows(write_query: WriteQuery) -> None:
    path = write_query(
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
def test_other_tables_are_refused(write_query: WriteQuery, query: str, message: str) -> None:
    path = write_query(query)
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
    write_query: WriteQuery, gold: str, references: list[tuple[str, ...]], post: str, end: str
) -> None:
    # its dataclasses Doc and ModelResponse, as version 0.13.0 writes them
    content = read_test_set(write_query(LIGHTEVAL.replace("GOLD", gold).replace("POST", post)))
    assert [list(texts) for texts in content.systems.values()] == [[f"h0{end}", f"h1{end}"]]
    assert list(content.references or ()) == references
    assert list(content.sources or ()) == ["q0", "q1"]
    assert content.metadata == {"id": ("0", "1")}


def test_details_of_lighteval_without_responses_are_refused(write_query: WriteQuery) -> None:
    query = (
        LIGHTEVAL.replace("GOLD", "0")
        .replace("POST", "NULL")
        .replace("['h' || n, 'other']", "[]::VARCHAR[]")
    )
    with pytest.raises(InputError, match="row 1: column 'hypothesis' is null"):
        read_test_set(write_query(query))
