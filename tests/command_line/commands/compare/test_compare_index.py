"""`tallystick compare --index FOLDER`: the saved reports of a folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tallystick
from tallystick.reports import Origin
from tests.command_line.commands.compare.test_compare_trend import compared
from tests.command_line.conftest import Run, refused


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder, made the current one, with three reports, of which one has a page."""
    from dataclasses import replace

    monkeypatch.chdir(tmp_path)
    nightly = Path("reports/nightly")
    nightly.mkdir(parents=True)
    dated = replace(compared(8), origin=Origin("2026-03-01", "a1b2c3d4e5", "de-en"), title="A <b>")
    tallystick.write_report(dated, nightly / "1.json", nightly / "1.html")
    newer = replace(compared(1), origin=Origin("2026-03-02T04:30Z", "b1b2c3d4e5"))
    tallystick.write_report(newer, nightly / "2 two.json.gz".removesuffix(".gz"))
    tallystick.write_report(compared(4), "reports/undated.json")
    return tmp_path


def test_the_newest_report_is_first_and_those_without_a_date_are_last(
    folder: Path, run: Run
) -> None:
    done = run("compare", "--index", "reports", "-f", "json")
    content = json.loads(done.output)
    assert content["schema"] == "tallystick/reports/1"
    assert [one["address"] for one in content["reports"]] == [
        "nightly/2%20two.json",
        "nightly/1.html",
        "undated.json",
    ]
    newest, dated, undated = content["reports"]
    assert dated["title"] == "A <b>"
    assert (dated["date"], dated["commit"], dated["languages"]) == (
        "2026-03-01",
        "a1b2c3d4e5",
        "de-en",
    )
    assert newest["title"] == "2 two"
    assert undated["date"] == ""
    assert [one["verdict"] for one in content["reports"]] == [
        compared(right).verdict[0] for right in (1, 8, 4)
    ]
    assert newest["doubts"] == [doubt.sentence for doubt in compared(1).doubts]


def test_links_begin_at_the_page(folder: Path, run: Run) -> None:
    assert run("compare", "--index", "reports", "-q", "-o", "index.html").status == 0
    page = Path("index.html").read_text()
    assert '<a href="reports/nightly/1.html"><bdi>A &lt;b&gt;</bdi></a>' in page
    assert run("compare", "--index", "reports", "-q", "-o", "reports/index.md").status == 0
    assert "](nightly/1.html)" in Path("reports/index.md").read_text()


def test_an_index_is_not_listed_in_itself(folder: Path, run: Run) -> None:
    assert run("compare", "--index", "reports", "-q", "-o", "reports/index.json").status == 0
    first = Path("reports/index.json").read_text()
    assert run("compare", "--index", "reports", "-q", "-o", "reports/index.json").status == 0
    assert Path("reports/index.json").read_text() == first


def test_no_report_is_overwritten(folder: Path, run: Run) -> None:
    errors = refused(run("compare", "--index", "reports", "-q", "-o", "reports/undated.json"))
    assert "reports/undated.json is both input and output" in errors


def test_a_truncated_report_is_refused_by_name(folder: Path, run: Run) -> None:
    path = Path("reports/nightly/1.json")
    path.write_text(path.read_text()[:700])
    errors = refused(run("compare", "--index", "reports"))
    assert "reports/nightly/1.json is not a saved report: it is not JSON" in errors


def test_another_file_is_refused_by_name(folder: Path, run: Run) -> None:
    Path("reports/package.json").write_text('{"name": "x"}')
    errors = refused(run("compare", "--index", "reports"))
    assert "reports/package.json is not a saved report: it names no schema" in errors


def test_a_folder_without_reports_is_refused(folder: Path, run: Run) -> None:
    Path("empty").mkdir()
    assert "the folder has no saved report" in refused(run("compare", "--index", "empty"))
    assert "there is no such folder" in refused(run("compare", "--index", "missing"))
