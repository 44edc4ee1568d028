"""The published JSON Schema: valid, and neither too wide nor too narrow."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tallystick.reports import Comparison
from tests.reports.comparison import made
from tests.reports.schemas import published

jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture(scope="module")
def validator() -> Any:
    schema = published("comparison")
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def saved(comparison: Comparison) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(comparison.to_json()))
    return found


def test_comparisons_of_all_kinds_and_keys_of_later_versions_are_valid(validator: Any) -> None:
    for comparison in (made.three_systems(), made.two_systems(), made.twelve_systems("C")):
        validator.validate({**saved(comparison), "more": 1})


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
    report = saved(made.three_systems())
    change(report)
    assert not validator.is_valid(report)
