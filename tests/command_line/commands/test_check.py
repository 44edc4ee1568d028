"""`tallystick check` and `identify`: the files that they write."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tallystick import Bleu
from tallystick.compat import Check, Verdict
from tallystick.compat.conformance import check as checking
from tallystick.compat.conformance.setting import Setting
from tests.command_line.conftest import Run


@pytest.fixture
def unrun(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a result without running anything, and record what would have been run."""
    checked: list[Any] = []

    def check(implementation: Any, **limits: Any) -> Check:
        checked.append(implementation.name)
        return Check("nltk", "3", Setting(Bleu(dialect="nltk")), Verdict.CONFORMS, seed=0)

    monkeypatch.setattr(checking, "check", check)
    return checked


def test_files_have_the_formats_of_their_endings(
    run: Run, unrun: list[Any], tmp_path: Path
) -> None:
    page, data, junit = (tmp_path / f"c.{ending}" for ending in ("html", "json", "xml"))
    done = run("check", "nltk", "-o", page, "-o", data, "-o", junit)
    assert (done.status, done.output.partition("\n")[0]) == (
        0,
        "nltk 3 conforms to bleu:dialect=nltk.",
    )
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert json.loads(data.read_text(encoding="utf-8"))["verdict"] == "conforms"
    assert ElementTree.parse(junit).getroot().tag == "testsuites"


@pytest.mark.parametrize("command", ["check", "identify"])
def test_a_file_that_cannot_be_written_is_refused_before_the_work(
    run: Run, unrun: list[Any], tmp_path: Path, command: str
) -> None:
    done = run(command, "nltk", "-o", tmp_path / "c.doc")
    assert (done.status, unrun) == (2, [])
    assert "c.doc' has an unknown ending; expected one of .txt," in done.errors
    assert "there is no folder" in run(command, "nltk", "-o", tmp_path / "no" / "c.md").errors
