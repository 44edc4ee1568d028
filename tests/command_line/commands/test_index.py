"""`tallystick index FOLDER`: the saved reports of a folder."""

import json
import lzma
from dataclasses import replace
from pathlib import Path

import pytest

import tallystick
from tallystick.reports import Origin
from tests.command_line.commands.test_trend import compared
from tests.command_line.conftest import Run, refused

INDEX = "index reports"


@pytest.fixture(autouse=True)
def folder() -> None:
    """Write three reports, of which one has a page."""
    nightly = Path("reports/nightly")
    nightly.mkdir(parents=True)
    dated = replace(compared(8), origin=Origin("2026-03-01", "a1b2c3d4e5", "de-en"), title="A <b>")
    tallystick.write_report(dated, nightly / "1.json", nightly / "1.html")
    newer = replace(compared(1), origin=Origin("2026-03-02T04:30Z", "b1b2c3d4e5"))
    tallystick.write_report(newer, nightly / "2 two.json")
    tallystick.write_report(compared(4), "reports/undated.json")


def test_the_newest_report_is_first_and_those_without_a_date_are_last(run: Run) -> None:
    content = run(f"{INDEX} -f json").data()
    assert content["schema"] == "tallystick/reports/1"
    assert [report["address"] for report in content["reports"]] == [
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
    assert [report["verdict"] for report in content["reports"]] == [
        compared(right).verdict[0] for right in (1, 8, 4)
    ]
    assert newest["doubts"] == [doubt.sentence for doubt in compared(1).doubts]


def test_links_begin_in_the_folder_of_each_file(run: Run) -> None:
    outputs = ("all.json", "index.html", "reports/all.html", "reports/index.md")
    assert run(f"{INDEX} -q -o {' -o '.join(outputs)}").status == 0
    links = (
        '"address": "reports/nightly/1.html"',
        '<a href="reports/nightly/1.html"><bdi>A &lt;b&gt;</bdi></a>',
        'href="nightly/1.html"',
        "](nightly/1.html)",
    )
    for name, link in zip(outputs, links, strict=True):
        assert link in Path(name).read_text()


def test_of_reports_of_one_moment_the_last_by_name_is_first(run: Run) -> None:
    same = replace(compared(1), origin=Origin("2026-03-02T04:30Z"))
    tallystick.write_report(same, "reports/nightly/3.json")
    addresses = [report["address"] for report in run(f"{INDEX} -f json").data()["reports"]]
    assert addresses[:2] == ["nightly/3.json", "nightly/2%20two.json"]


def test_an_index_is_not_listed_in_itself(run: Run) -> None:
    assert run(f"{INDEX} -q -o reports/index.json").status == 0
    first = Path("reports/index.json").read_text()
    assert run(f"{INDEX} -q -o reports/index.json").status == 0
    assert Path("reports/index.json").read_text() == first


def test_no_report_is_overwritten(run: Run) -> None:
    errors = refused(run(f"{INDEX} -q -o reports/undated.json"))
    assert "reports/undated.json is both input and output" in errors


def test_what_cannot_be_read_is_listed_first_with_the_reason(run: Run) -> None:
    path = Path("reports/nightly/1.json")
    path.write_text(path.read_text()[:700])
    Path("reports/package.json").write_text('{"name": "x"}')
    undated = json.loads(Path("reports/undated.json").read_text())
    undated["origin"]["date"] = "yesterday"
    Path("reports/undated.json").write_text(json.dumps(undated))
    done = run(f"{INDEX} -o index.json -o index.html")
    assert done.status == 1
    reasons = [
        "reports/nightly/1.json is not a saved report: it is not JSON",
        "reports/package.json is not a saved report: it names no schema",
        "reports/undated.json: the date is 'yesterday'; expected ISO 8601",
    ]
    page, content = Path("index.html").read_text(), json.loads(Path("index.json").read_text())
    assert done.output.startswith("cannot be used: reports/nightly/1.json")
    assert [report["address"] for report in content["reports"]] == ["reports/nightly/2%20two.json"]
    for reason, broken in zip(reasons, content["broken"], strict=True):
        assert broken["reason"].startswith(reason)
        assert reason in done.errors
        assert reason.partition(":")[0] in page
    assert run(f"{INDEX} -q -o index.md").status == 1


def test_compressed_reports_are_listed(run: Run) -> None:
    path = Path("reports/undated.json")
    Path("reports/undated.json.xz").write_bytes(lzma.compress(path.read_bytes()))
    path.unlink()
    last = run(f"{INDEX} -f json").data()["reports"][-1]
    assert (last["file"], last["title"]) == ("reports/undated.json.xz", "undated")


def test_a_folder_without_reports_is_refused(run: Run) -> None:
    Path("empty").mkdir()
    assert "the folder has no saved report" in refused(run("index empty"))
    assert "there is no such folder" in refused(run("index missing"))
