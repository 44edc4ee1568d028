"""Reports in files from Python: every format by its ending, and wrong arguments."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Any

import pytest

import tallystick
from tallystick import InputError, OptionError, TallystickError
from tallystick.reports import FORMATS, Comparison
from tests.reports.rendering import rendered


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return tallystick.compare(
        systems={"one": ["a b c d", "e f g h"], "other": ["a b c x", "e f g h"]},
        references=["a b c d", "e f g i"],
        metrics="bleu",
    )


@pytest.mark.parametrize(
    "format", [name for name, one in FORMATS.items() if one.renders("comparison")]
)
def test_the_ending_selects_the_format(comparison: Comparison, tmp_path: Path, format: str) -> None:
    for ending in FORMATS[format].endings:
        path = tmp_path / f"report{ending}"
        tallystick.write_report(comparison, path)
        assert path.read_bytes().decode("utf-8") == rendered(format, comparison)


def test_a_saved_report_is_read_back_equal_compressed_too(
    comparison: Comparison, tmp_path: Path
) -> None:
    path = tmp_path / "report.json"
    tallystick.write_report(comparison, path, str(tmp_path / "a.tex"))
    assert r"\begin{table}" in (tmp_path / "a.tex").read_text("utf-8")
    assert tallystick.read_report(path) == comparison
    packed = tmp_path / "report.json.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    assert tallystick.read_report(str(packed)) == comparison


def test_nothing_is_written_if_one_file_has_an_unknown_ending(
    comparison: Comparison, tmp_path: Path
) -> None:
    with pytest.raises(OptionError, match=r"the name of the file '.*r\.pdf' has an unknown ending"):
        tallystick.write_report(comparison, tmp_path / "r.md", tmp_path / "r.pdf")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "options", "message"),
    [
        ((), {}, "the file for the report is missing; write"),
        (("r.md",), {"digits": 18}, "digits is 18; expected 0 to 17 digits"),
        (("r.md",), {"digits": True}, "digits is True; expected 0 to 17 digits"),
    ],
)
def test_wrong_arguments_are_refused(
    comparison: Comparison, arguments: tuple[str, ...], options: dict[str, Any], message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        tallystick.write_report(comparison, *arguments, **options)


def test_the_comparison_comes_first(comparison: Comparison) -> None:
    swapped: tuple[Any, Any] = ("report.html", comparison)
    message = "no report of an object of type str; expected what compare, meta, challenge"
    with pytest.raises(InputError, match=message):
        tallystick.write_report(*swapped)


def test_a_file_that_cannot_be_opened_or_read_is_named(
    comparison: Comparison, tmp_path: Path
) -> None:
    path = str(tmp_path / "no" / "r.md")
    message = f"{path}: cannot be opened for writing: No such file or directory; choose another"
    with pytest.raises(TallystickError, match=re.escape(message)):
        tallystick.write_report(comparison, path)
    with pytest.raises(InputError, match=r"r\.json: there is no such file; check the path"):
        tallystick.read_report(tmp_path / "r.json")
