"""JSON against its published schema."""

import json
from importlib.resources import files
from typing import Any

import pytest

from tallystick.reports import render


def published(package: str) -> Any:
    """Return the schema that is installed with a package of `reports`."""
    place = files(f"tallystick.reports.{package}") / "schema.json"
    return json.loads(place.read_text(encoding="utf-8"))


def assert_follows_schema(report: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    place = files("tallystick.reports.conformance") / f"{report.kind}.schema.json"
    schema = json.loads(place.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    content = json.loads(render(report, "json"))
    assert [
        error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(content)
    ] == []
    assert not jsonschema.Draft202012Validator(schema).is_valid({**content, "unknown": 1})
    del content["schema"]
    assert not jsonschema.Draft202012Validator(schema).is_valid(content)
