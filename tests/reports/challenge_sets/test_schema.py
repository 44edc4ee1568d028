"""The published JSON Schema of challenges."""

from __future__ import annotations

import json

import pytest

from tallystick import Challenge, challenge
from tallystick.reports.data_schema import PUBLISHED, schema_of, schema_text

_, FILE = PUBLISHED[Challenge]


def test_the_published_file_is_up_to_date() -> None:
    assert FILE.read_text(encoding="utf-8") == schema_text(Challenge), (
        "the data model has changed; run python tools/write_schemas.py"
    )


def test_a_challenge_is_valid_and_a_changed_one_is_not() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    found = challenge(references=["a b c", "d e f"], metrics="wer", fewest=1, resamples=20)
    validator = jsonschema.Draft202012Validator(json.loads(FILE.read_text(encoding="utf-8")))
    content = json.loads(json.dumps(found.to_json()))
    validator.validate(content)
    assert not validator.is_valid({**content, "schema": "tallystick/challenge/2"})
    assert not validator.is_valid({**content, "seed": "1"})


def test_every_field_is_described() -> None:
    schema = schema_of(Challenge)
    objects = [schema, *schema["$defs"].values()]
    missing = [
        name
        for one in objects
        for name, field in one["properties"].items()
        if "description" not in field and name not in ("schema", "low", "high", "short", "bibtex")
    ]
    assert missing == []
