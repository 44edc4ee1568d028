"""`tallystick compare --summary`: the summary of a build in Markdown."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import tallystick
from tallystick.reports import Comparison
from tests.command_line.conftest import Run

REFERENCES = [f"a b c d e {n}" for n in range(12)]


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    """A comparison in which every hypothesis of the second system is wrong."""
    systems = {"old": REFERENCES, "new": [line[:6] + "x y" for line in REFERENCES]}
    return tallystick.compare(
        systems=systems, references=REFERENCES, metrics="bleu", baseline="old"
    )


Render = Callable[..., str]


@pytest.fixture
def render(run: Run) -> Render:
    """Return the summary of a comparison and of conditions."""

    def summarised(comparison: Comparison, conditions: str = "") -> str:
        tallystick.write_report(comparison, "r.json")
        words = f"--fail-if {conditions}" if conditions else ""
        assert run(f"compare --report r.json -q --summary summary.md {words}").status < 2
        return Path("summary.md").read_text("utf-8")

    return summarised


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_failed_checks_come_first_as_a_table_and_as_sentences(
    render: Render, comparison: Comparison
) -> None:
    blocks = render(comparison, "'bleu worsens'").removesuffix("\n").split("\n\n")
    assert blocks[:2] == ["## Comparison of systems", "**1 of 1 check failed.**"]
    header, ruler, row = blocks[2].split("\n")
    titles = ["system", "against", "metric", "score", "difference", "interval", "p", "fails if"]
    assert cells(header) == titles
    assert [cell.replace("-", "") for cell in cells(ruler)] == [*[":"] * 8]
    assert cells(row)[:3] == ["new", "old", "bleu"]
    # by hand: 12 differing segments, of whose 2 ** 12 exchanges two are as extreme: 0.0005
    assert row.endswith(" | <0.001 | bleu worsens |")
    assert blocks[3] == "### Failed checks"
    assert blocks[4].startswith("- new is significantly worse than old in BLEU: ")
    assert f"- bleu: `{comparison.metrics[0].signature}`" in blocks[-1]
    assert f"- test: `{comparison.test.signature}`" in blocks[-1]


def test_passed_checks_are_listed_with_reasons(render: Render, comparison: Comparison) -> None:
    text = render(comparison, "'bleu worsens by more than 100'")
    assert "**1 of 1 check passed.**" in text
    assert "### Passed checks\n\n- new is worse" in text
    assert "new is worse than old in BLEU, but by no more than 100" in text


def test_without_conditions_the_summary_is_that_of_the_comparison(
    render: Render, comparison: Comparison
) -> None:
    changed = {"verdict": ("Nothing is sure.",), "caveats": ("Less is.",), "notes": ("So it is.",)}
    text = render(replace(comparison, doubts=(), **changed))  # type: ignore[arg-type]
    assert "check" not in text
    assert "### Verdict\n\n- Nothing is sure.\n" in text
    assert "### Notes\n\n- So it is.\n" in text
    assert "### What this does not show\n\n- Less is.\n" in text
    assert f"### Signatures\n\n- bleu: `{comparison.metrics[0].signature}`\n" in text


def test_markup_in_a_name_is_escaped(render: Render) -> None:
    systems = {"old": REFERENCES, "<b>|*new*": REFERENCES[::-1]}
    comparison = tallystick.compare(
        systems=systems, references=REFERENCES, metrics="bleu", baseline="old", resamples=20
    )
    condition = "'bleu worsens even if not significant'"
    row = render(comparison, condition).split("\n\n")[2].split("\n")[2]
    assert re.match(r"\| \\<b\\>\\\|\\\*new\\\* \| old +\|", row)


def test_a_limit_has_no_system_to_compare_with(render: Render, comparison: Comparison) -> None:
    rows = render(comparison, "length ratio below 2").split("\n\n")[2].split("\n")
    # by hand: five words of six, "a b c" and "x" and "y" against "a b c d e" and a number
    assert cells(rows[2]) == ["new", "", "", str(5 / 6), "", "", "", "length ratio below 2"]
