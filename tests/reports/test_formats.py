"""The registry of formats: built-in ones and those of plug-ins, by name and by ending."""

from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import OptionError, PluginError
from tallystick.reports import Format, Listing, formats
from tests.reports.internals import Broken, Registry, format_names, format_of_file, renderer_named


def render_titles(report: Any, digits: int | None) -> bytes:
    """Render the titles of the tables of a report as UTF-16, as a binary format might."""
    return "\n".join(report.data_tables()).encode("utf-16-le")


TITLES = Format({"comparison": render_titles}, (".titles", ".json.titles"), binary=True)


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the format "titles", and one that is not a format, as plug-ins would."""
    targets = {"titles": f"{__name__}:TITLES", "hollow": "math:pi"}
    monkeypatch.setattr(formats, "PLUGINS", Registry("format", targets, "no.such.group"))


@pytest.mark.usefixtures("plugin")
def test_a_format_of_a_plug_in_is_reached_by_the_ending_of_a_file(tmp_path: Path) -> None:
    comparison = tallystick.compare(
        systems={"one": ["a b"], "other": ["a x"]}, references=["a b"], metrics="bleu"
    )
    tallystick.write_report(comparison, tmp_path / "report.titles")
    assert (tmp_path / "report.titles").read_bytes().decode("utf-16-le") == "scores\npairs"


@pytest.mark.usefixtures("plugin")
def test_a_format_of_a_plug_in_is_listed_with_the_others() -> None:
    assert format_names("comparison", plugins=True) == (*format_names("comparison"), "titles")
    assert format_names("scores", plugins=True) == format_names("scores")


@pytest.mark.usefixtures("plugin")
def test_a_plug_in_without_a_format_is_only_refused_by_name() -> None:
    with pytest.raises(PluginError, match="is of type float; expected a tallystick"):
        renderer_named("hollow", "comparison")
    assert format_of_file("a.titles", "comparison") == "titles"


def test_a_report_that_a_format_cannot_show_is_refused_with_those_that_can() -> None:
    message = (
        "the format pairs-csv cannot show a report of the kind 'scores'; expected one of text, m"
    )
    with pytest.raises(OptionError, match=message):
        renderer_named("pairs-csv", "scores")
    with pytest.raises(OptionError, match="has an unknown ending; expected one of"):
        format_of_file("metrics.jsonl", "metrics")


def test_a_folder_is_no_file_to_write(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"[^:] is a directory; expected the name of a file"):
        format_of_file(tmp_path, "scores")


@pytest.mark.parametrize(
    ("name", "format"), [("A.TEX", "latex"), ("pairs.csv", "csv"), ("a.b.tsv", "tsv")]
)
def test_the_ending_of_a_file_selects_the_format(name: str, format: str) -> None:
    assert format_of_file(name, "comparison") == format


@pytest.mark.parametrize("format", format_names("plug-ins"))
def test_every_format_shows_a_listing(format: str) -> None:
    listing = Listing("plug-ins", (Broken("shattered", "example 1.0", "no library"),))
    shown = str(renderer_named(format, "plug-ins")(listing, None))
    assert "shattered" in shown
    assert shown.startswith("<!DOCTYPE html>") == (format == "html")
    assert ("<title>Plug ins</title>" in shown) == (format == "html")
    assert "no library" in shown
