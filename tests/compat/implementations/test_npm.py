"""Packages of npm have the defects of the ledger, and otherwise equal their dialects."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from tallystick.compat import Case, Defect, Implementation, implementation_named, search_defects
from tests.compat.internals import npm

ENTRIES = [
    entry
    for entry in search_defects([])
    if "(npm)" in entry.program and "shown" not in dict(entry.options)
]


@cache
def program_of(entry: Defect) -> Implementation:
    name = entry.program.split(" ")[0]
    call = dict(entry.options).get("call")
    if call is None:
        return implementation_named("npm-bleu-score" if name == "bleu-score" else name)
    return npm.of_npm(name, name, str(call), metric="rouge", order=1, orders=(1,))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.id)
def test_an_installed_package_still_has_the_defect(entry: Defect) -> None:
    program = program_of(entry)
    missing = program.missing()
    if missing is not None:
        pytest.skip(missing)
    outcome = program.score_case(Case.from_lines(entry.hypotheses, entry.references))
    if entry.returned == "NaN":
        assert str(outcome) == "nonsense: its score is null, which is not a finite number"
    elif isinstance(entry.returned, str):
        assert entry.returned in str(outcome)
    else:
        assert outcome.score == pytest.approx(100 * entry.returned, rel=1e-12)


def test_a_package_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(npm.VARIABLE, str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda name: name)
    missing = implementation_named("npm-bleu-score").missing()
    assert missing is not None
    assert missing.startswith("the npm package bleu-score is not in ")
    assert missing.endswith(f"name the folder node_modules in {npm.VARIABLE}")


def test_the_version_is_that_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "bleu-score"
    folder.mkdir()
    (folder / "package.json").write_text(json.dumps({"version": "7.1"}))
    monkeypatch.setenv(npm.VARIABLE, str(tmp_path))
    assert implementation_named("npm-bleu-score").version() == "7.1"
