"""The JSON Schemas of reports that are data models, made when the package is built."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reports.comparison import made
from tests.reports.rendering import rendered
from tests.reports.schemas import published
from tests.reports.test_every_format import reports

ROOT = Path(__file__).parents[2]
PACKAGES = {
    "comparison": "comparison",
    "comparison-over-sets": "comparison_over_sets",
    "meta": "meta_evaluation",
    "challenge": "challenge_sets",
    "trend": "over_time",
    "plan": "planning",
}
"""The packages with the schemas of reports, by kind."""

UNDESCRIBED = {"schema", "low", "high", "short", "bibtex", "name", "runs"}
"""Fields whose name says everything."""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folders of schemas that a Python without other packages makes."""
    folder = tmp_path_factory.mktemp("schemas")
    for package in PACKAGES.values():
        (folder / "reports" / package).mkdir(parents=True)
    tool = ROOT / "tools" / "write_schemas.py"
    subprocess.run([sys.executable, "-I", "-S", "-B", tool, folder], check=True)
    return folder / "reports"


@pytest.mark.parametrize("package", PACKAGES.values())
def test_the_schema_of_the_package_is_that_of_its_data_model(package: str, generated: Path) -> None:
    schema = json.loads((generated / package / "schema.json").read_text(encoding="utf-8"))
    assert published(package) == schema, "the data model has changed; install the package again"


@pytest.mark.parametrize("package", PACKAGES.values())
def test_every_field_is_described(package: str) -> None:
    schema = published(package)
    assert [
        (definition.get("description"), name)
        for definition in [schema, *schema["$defs"].values()]
        for name, field in definition["properties"].items()
        if "description" not in field and name not in UNDESCRIBED
    ] == []


@pytest.mark.parametrize("kind", PACKAGES)
def test_a_report_is_valid_and_a_changed_one_is_not(kind: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(published(PACKAGES[kind]))
    content = json.loads(rendered("json", reports()[kind]))
    assert content["schema"].startswith(f"tallystick/{kind}/")
    validator.validate(content)
    assert not validator.is_valid({**content, "schema": f"{content['schema']}0"})
    assert not validator.is_valid({**content, "version": 1})


COMPARISONS = (made.three_systems(), made.two_systems(), made.twelve_systems("C"))


def test_comparisons_of_all_kinds_and_keys_of_later_versions_are_valid() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    jsonschema.Draft202012Validator.check_schema(published("comparison"))
    for comparison in COMPARISONS:
        content = json.loads(json.dumps(comparison.to_json()))
        jsonschema.Draft202012Validator(published("comparison")).validate({**content, "more": 1})


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
def test_other_objects_are_no_comparisons(change: Any) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    content = json.loads(json.dumps(COMPARISONS[0].to_json()))
    change(content)
    assert not jsonschema.Draft202012Validator(published("comparison")).is_valid(content)
