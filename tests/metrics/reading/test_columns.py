"""Columns with usual names, and those that the caller names."""

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

import tallystick
from tallystick import InputError, OptionError, TallystickWarning
from tallystick.metrics import TestSet, read_test_set, stream_test_set
from tests.metrics.reading.functions import MEANING_OF, MEANINGS, named_columns

ENDINGS = (".tsv", ".csv", ".jsonl", ".parquet")
Write = Callable[[str, Mapping[str, str]], Path]


@pytest.fixture(params=ENDINGS)
def write(request: pytest.FixtureRequest, tmp_path: Path) -> Write:
    """Write a table of one row in each format."""

    def write(name: str, row: Mapping[str, str]) -> Path:
        path = tmp_path / f"{name}{request.param}"
        if request.param == ".jsonl":
            path.write_text(json.dumps(row) + "\n")
        elif request.param == ".parquet":
            duckdb = pytest.importorskip("duckdb")
            texts = ", ".join(f"'{text}' AS \"{column}\"" for column, text in row.items())
            duckdb.sql(f"SELECT {texts}").write_parquet(str(path))
        else:
            with path.open("w", newline="") as file:
                writer = csv.writer(file, delimiter="\t" if request.param == ".tsv" else ",")
                writer.writerows([row.keys(), row.values()])
        return path

    return write


def texts(test_set: TestSet) -> tuple[dict[str, list[str]], list[tuple[str, ...]]]:
    assert test_set.references is not None
    systems = {name: [str(text) for text in texts] for name, texts in test_set.systems.items()}
    return systems, [tuple(map(str, each)) for each in test_set.references]


@pytest.mark.parametrize(
    ("hypothesis", "reference"),
    [
        ("prediction", "target"),
        ("Hypothesis", "REFERENCE"),
        ("mt", "ref"),
        ("Model Output", "Ground-Truth"),
        ("filtered_resps", "target"),
        ("response", "label"),
    ],
)
def test_usual_names_are_known_whatever_their_case(
    write: Write, hypothesis: str, reference: str
) -> None:
    path = write("t", {"id": "1", reference: "the cat", hypothesis: "a cat", "src": "die Katze"})
    test_set = read_test_set(path)
    assert texts(test_set) == ({"t": ["a cat"]}, [("the cat",)])
    assert list(test_set.sources or ()) == ["die Katze"]
    assert test_set.metadata == {"id": ("1",)}


def test_labels_follow_usual_names(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("mt:a,MT:b,ref:1,ref:2,src:1\nx,y,v,w,u\n")
    # the column of sources has no label
    with pytest.warns(TallystickWarning, match="'src:1' is read as metadata"):
        test_set = read_test_set(path)
    assert texts(test_set) == ({"a": ["x"], "b": ["y"]}, [("v", "w")])


def test_two_columns_of_one_meaning_are_refused_with_what_to_type(write: Write) -> None:
    path = write("t", {"output": "x", "prediction": "y", "target": "z"})
    with pytest.raises(InputError) as caught:
        read_test_set(path)
    assert "'output' and 'prediction' both mean hypotheses; say which is meant with --columns " in (
        str(caught.value)
    )
    assert "hypothesis=output (columns={'hypothesis': 'output'} in Python)" in str(caught.value)
    test_set = read_test_set(path, columns={"hypothesis": "prediction"})
    assert texts(test_set) == ({"t": ["y"]}, [("z",)])
    assert test_set.metadata == {"output": ("x",)}


@pytest.mark.parametrize(
    ("names", "plurals", "message"),
    [
        (("reference", "reference2"), (), r"=reference .* reference:A=reference reference:B=refe"),
        (("Ref", "ref_2"), (), "'Ref' and 'ref_2' both mean references"),
        (("reference:1", "reference.1"), (), "'reference:1' and 'reference.1' both mean"),
        (("hypothesis", "hypothesis 2"), (), "both mean hypotheses"),
        (("reference", "reference2"), ("references",), "if all, write them under the key 'refer"),
    ],
)
def test_a_numbered_name_beside_the_same_name_is_refused(
    names: tuple[str, ...], plurals: tuple[str, ...], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        named_columns(names, None, "t", plurals)
    base = "hypothesis" if names[0] == "hypothesis" else "reference"
    assert named_columns(names, {base: names[0]}, "t", plurals) == [base, names[1]]


def test_a_numbered_name_of_the_same_meaning_is_warned_of(write: Write) -> None:
    with pytest.warns(TallystickWarning, match="'answer2' is read as metadata; if references are"):
        read_test_set(write("t", {"output": "x", "ref": "y", "answer2": "z"}))


def test_columns_can_be_named_by_the_caller(write: Write) -> None:
    row = {"hypothesis": "other", "x": "a", "y": "b", "s": "c", "d": "e"}
    columns = {"hypothesis": "x", "reference": "y", "source": "s", "document": "d"}
    path = write("t", row)
    test_set = read_test_set(path, columns=columns)
    assert texts(test_set) == ({"t": ["a"]}, [("b",)])
    assert (list(test_set.sources or ()), test_set.documents) == (["c"], ("e",))
    assert test_set.metadata == {"other hypothesis": ("other",)}
    [[(_, corpus)]] = stream_test_set(path, columns=columns).parts
    assert list(corpus.hypotheses) == ["a"]
    [[score]] = tallystick.score_files(references=path, columns=columns, metrics="wer").values()
    assert score.score == 100


def test_columns_that_do_not_exist_or_mean_nothing_are_refused(write: Write) -> None:
    path = write("t", {"hypothesis": "x", "reference": "y"})
    with pytest.raises(InputError, match="there is no column 'z'; found 'hypothesis', 'reference'"):
        read_test_set(path, columns={"hypothesis": "z"})
    with pytest.raises(OptionError, match="'system' is not a meaning of a column; expected one of"):
        read_test_set(path, columns={"system": "hypothesis"})


def test_columns_of_plain_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("a\n")
    for read in (read_test_set, stream_test_set):
        with pytest.raises(OptionError, match="columns cannot be selected from this file"):
            read(path, path, columns={"hypothesis": "a"})


def test_a_name_of_its_own_is_preferred_to_a_usual_one() -> None:
    names = ["reference", "label", "hypothesis:a", "src"]
    assert named_columns(names, None, "t") == ["reference", "label", "hypothesis:a", "source"]


def test_a_column_can_be_named_what_it_is_read_as() -> None:
    given = {"hypothesis": "hypothesis", "reference": "gold"}
    names = named_columns(["hypothesis", "reference", "gold", "output"], given, "t")
    assert names == ["hypothesis", "other reference", "reference", "output"]


def test_plural_keys_of_documents_and_sources_have_their_meaning(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"hypothesis": "x", "references": ["a"], "sources": "s", "docid": "d"})
    test_set = read_test_set(path)
    assert (list(test_set.sources or ()), test_set.documents) == (["s"], ("d",))


def test_names_that_become_the_same_are_refused() -> None:
    with pytest.raises(InputError, match="'mt:a' and 'MT:a' are both read as 'hypothesis:a'"):
        named_columns(["mt:a", "MT:a"], None, "t")


def test_every_usual_name_has_one_meaning() -> None:
    assert set(MEANING_OF.values()) == set(MEANINGS)
    assert all(MEANING_OF[meaning] == meaning for meaning in MEANINGS)
    assert all(name == name.lower() for name in MEANING_OF)


HARNESS = {
    "doc_id": 0,
    "doc": {"question": "q"},
    "target": "the cat",
    "arguments": [["q", {"until": ["\n"]}]],
    "resps": [["a cat sat"]],
    "filtered_resps": ["a cat"],
    "exact_match": 0.0,
    "note": None,
}


def jsonl(folder: Path, *records: object) -> Path:
    path = folder / "t.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    return path


def test_samples_of_lm_evaluation_harness_are_read(tmp_path: Path) -> None:
    test_set = read_test_set(jsonl(tmp_path, HARNESS, {**HARNESS, "doc_id": 1}))
    assert texts(test_set) == ({"t": ["a cat"] * 2}, [("the cat",)] * 2)
    raw = {key: value for key, value in HARNESS.items() if key != "filtered_resps"}
    assert texts(read_test_set(jsonl(tmp_path, raw)))[0] == {"t": ["a cat sat"]}


def test_several_targets_of_a_sample_are_read_from_the_text_that_the_harness_writes(
    tmp_path: Path,
) -> None:
    lists = (["Paris", "Paris, France"], ['it\'s "here"'])
    # `str(sample["target"])` in lm_eval 0.4.13, loggers/evaluation_tracker.py
    path = jsonl(
        tmp_path, *({**HARNESS, "doc_id": n, "target": str(own)} for n, own in enumerate(lists))
    )
    with pytest.warns(TallystickWarning, match="each target is the text of a list"):
        assert texts(read_test_set(path))[1] == [tuple(own) for own in lists]
    as_text = read_test_set(path, columns={"reference": "target"})
    assert texts(as_text)[1] == [(str(own),) for own in lists]


@pytest.mark.parametrize("target", ["[]", "[1]", "[a]", "[" * 1000, "['a', 2]", "Paris"])
def test_a_target_that_is_no_list_of_texts_is_a_text(tmp_path: Path, target: str) -> None:
    path = jsonl(tmp_path, {**HARNESS, "target": target})
    assert texts(read_test_set(path))[1] == [(target,)]


def test_the_id_of_a_sample_is_no_document(tmp_path: Path) -> None:
    path = jsonl(tmp_path, HARNESS, {**HARNESS, "doc_id": 1})
    assert read_test_set(path).documents is None
    assert read_test_set(path).metadata["doc_id"] == ("0", "1")
    assert read_test_set(path, columns={"doc": "doc_id"}).documents == ("0", "1")


def test_logs_whose_ids_differ_are_refused(tmp_path: Path) -> None:
    paths = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for path, id in zip(paths, (0, 1), strict=True):
        path.write_text(json.dumps({**HARNESS, "doc_id": id}) + "\n")
    with pytest.raises(InputError, match="segment 1 differs in doc_id from the tables"):
        read_test_set(paths)


def filtered(name: str, *texts: str) -> list[dict[str, object]]:
    """Return samples under one filter; a log has these filter by filter, as `evaluator.py` does."""
    return [
        {**HARNESS, "doc_id": id, "target": f"t{id}", "filtered_resps": [text], "filter": name}
        for id, text in enumerate(texts)
    ]


@pytest.mark.parametrize("ending", ["jsonl", "json"])
def test_filters_of_samples_are_systems(tmp_path: Path, ending: str) -> None:
    samples = filtered("strict-match", "1", "2") + filtered("flexible-extract", "3", "4")
    path = jsonl(tmp_path, *samples)
    if ending == "json":
        path = tmp_path / "t.json"
        path.write_text(json.dumps(samples))
    test_set = read_test_set(path)
    systems = {"strict-match": ["1", "2"], "flexible-extract": ["3", "4"]}
    assert texts(test_set) == (systems, [("t0",), ("t1",)])
    assert texts(read_test_set(path, systems=["flexible-extract"]))[0] == {
        "flexible-extract": ["3", "4"]
    }
    parts = stream_test_set(path, segments_per_part=1).parts
    assert [[(name, *corpus.hypotheses) for name, corpus in part] for part in parts] == [
        [("strict-match", "1"), ("flexible-extract", "3")],
        [("strict-match", "2"), ("flexible-extract", "4")],
    ]


@pytest.mark.parametrize(
    ("samples", "message"),
    [
        (
            [*filtered("none", "1", "2"), *filtered("none", "3")],
            "line 3: the doc_id 0 occurs twice with the filter 'none'; give the samples of each",
        ),
        ([HARNESS, HARNESS], "line 2: the doc_id 0 occurs twice; give the samples of each run"),
        (filtered("a", "1", "2") + filtered("b", "3"), "the systems have 1 and 2 segments"),
        (
            [*filtered("a", "1", "2"), *filtered("b", "3", "4")[::-1]],
            "segment 1: the systems differ in doc_id, target; expected the same segments",
        ),
    ],
)
def test_samples_that_are_not_those_of_one_run_are_refused(
    tmp_path: Path, samples: list[dict[str, object]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        read_test_set(jsonl(tmp_path, *samples))


@pytest.mark.parametrize("responses", [["a", "b"], []])
def test_several_responses_are_refused(tmp_path: Path, responses: list[str]) -> None:
    path = jsonl(tmp_path, HARNESS, {**HARNESS, "doc_id": 1, "filtered_resps": responses})
    with pytest.raises(InputError, match=r"line 2: 'filtered_resps' has [02] responses; expected"):
        read_test_set(path)


@pytest.mark.parametrize("key", ["refs", "target", "References"])
def test_a_list_under_a_usual_name_is_several_references(tmp_path: Path, key: str) -> None:
    path = jsonl(tmp_path, {"mt": "x", key: ["a", None, "b"]}, {"mt": "x", key: ["c"]})
    assert texts(read_test_set(path))[1] == [("a", "b"), ("c",)]


def test_tokens_under_usual_names_stay_tokens(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"mt": ["x", "y"], "ref": ["a", "b"]})
    references = read_test_set(path).references
    assert references is not None
    assert references[0] == (("a", "b"),)


def test_two_keys_that_become_the_same_in_a_line_are_refused(tmp_path: Path) -> None:
    path = jsonl(tmp_path, {"mt": "x", "ref": "a"}, {"mt": "x", "ref": "a", "reference": "b"})
    with pytest.raises(InputError, match="line 2: several keys are read as 'reference'"):
        read_test_set(path)
