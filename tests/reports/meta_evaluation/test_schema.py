"""The published JSON Schema of meta-evaluations."""

from __future__ import annotations

import json

import pytest

from tallystick import MetaEvaluation, meta
from tallystick.reports.data_schema import PUBLISHED, schema_of, schema_text

_, FILE = PUBLISHED[MetaEvaluation]


@pytest.fixture(scope="module")
def found() -> MetaEvaluation:
    return meta(
        systems={"A": ["a b c d", "e f g h"], "B": ["a b c x", "e f g h"], "C": ["a x", "y h"]},
        references=["a b c d", "e f g h"],
        human={"A": [5, 4], "B": [3, None], "C": [1, 2]},
        metrics=["bleu", "chrf"],
        resamples=50,
    )


def test_the_published_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(MetaEvaluation), (
        "the data model has changed; run python tools/write_schemas.py"
    )


def test_a_meta_evaluation_is_valid_and_a_changed_one_is_not(found: MetaEvaluation) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(json.loads(FILE.read_text(encoding="utf-8")))
    content = json.loads(json.dumps(found.to_json()))
    validator.validate(content)
    assert not validator.is_valid({**content, "schema": "tallystick/meta/2"})
    assert not validator.is_valid({**content, "resamples": "50"})


def test_every_field_is_described() -> None:
    schema = schema_of(MetaEvaluation)
    objects = [schema, *schema["$defs"].values()]
    missing = [
        name
        for one in objects
        for name, field in one["properties"].items()
        if "description" not in field and name not in ("schema", "low", "high", "short", "bibtex")
    ]
    assert missing == []
