"""The published JSON Schema: valid, and neither too wide nor too narrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from tests.reports.comparison import made
from tests.reports.schemas import published

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    return jsonschema.Draft202012Validator(published("comparison"))


def test_the_schema_is_a_schema() -> None:
    jsonschema.Draft202012Validator.check_schema(published("comparison"))


def test_comparisons_of_all_kinds_are_valid(validator: Any) -> None:
    for comparison in (made.three_systems(), made.two_systems(), made.twelve_systems("C")):
        validator.validate(json.loads(json.dumps(comparison.to_json())))


def changed(change: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(json.dumps(made.three_systems().to_json()))
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
def test_other_objects_are_not_valid(validator: Any, change: Any) -> None:
    assert not validator.is_valid(changed(change))


def test_keys_of_later_versions_are_ignored(validator: Any) -> None:
    assert validator.is_valid(changed(lambda report: report.update(more=1)))
