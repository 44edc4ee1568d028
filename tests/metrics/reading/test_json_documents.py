"""JSON documents: lists, COMET's `--to_json` and HELM's scenario_state.json."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick import InputError
from tallystick.metrics import Corpus, read_test_set
from tests.metrics.reading.functions import Write

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
REQUEST = {  # the fields of request_state.py and scenario.py of stanford-crfm/helm
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
