"""The published JSON Schema: valid, and neither too wide nor too narrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.reports.schemas import published

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema.Draft202012Validator(published("comparison"))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(published("comparison"))


def test_comparisons_of_all_kinds_are_valid(make: Any, validator: Any) -> None:
    for comparison in (make.three_systems(), make.two_systems(), make.twelve_systems("C")):
        validator.validate(json.loads(json.dumps(comparison.to_json())))


def changed(make: Any, change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(json.dumps(make.three_systems().to_json()))
    change(report)
    return report


@pytest.mark.parametrize(
    "change",
    [
        lambda report: report.update(schema="tallystick/comparison/0"),
        lambda report: report.pop("test"),
        lambda report: report["scores"][0].update(score="33.7"),
        lambda report: report["scores"][0].update(rank=[1, 2, 3]),
        lambda report: report["scores"][0].pop("system"),
        lambda report: report["suspicious"][0].update(suspicion="too good"),
        lambda report: report["differences"][0].update(interval=[1, 2]),
    ],
)
def test_other_objects_are_not_valid(make: Any, validator: Any, change: Any) -> None:
    assert not validator.is_valid(changed(make, change))


def test_keys_of_later_versions_are_ignored(make: Any, validator: Any) -> None:
    assert validator.is_valid(changed(make, lambda report: report.update(more=1)))
