"""The summary of a build in Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

import tallystick
from tallystick.reports import Comparison
from tallystick.reports.comparison.tables.document import outcome
from tallystick.reports.comparison.tables.summary import render
from tests.reports.comparison import checked as checking

REFERENCES = [f"a b c d e {n}" for n in range(12)]


def compared(name: str = "new") -> Comparison:
    """Return a comparison in which every hypothesis of the second system is wrong."""
    systems = {"old": REFERENCES, name: [line[:6] + "x y" for line in REFERENCES]}
    return tallystick.compare(
        systems=systems, references=REFERENCES, metrics="bleu", baseline="old"
    )


def checked(comparison: Comparison, *conditions: str) -> Comparison:
    return replace(comparison, checks=checking.checked(comparison, *conditions))


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_failed_checks_come_first_as_a_table_and_as_sentences() -> None:
    comparison = checked(compared(), "bleu worsens")
    blocks = render(comparison).split("\n\n")
    assert blocks[:2] == ["## Comparison of systems", "**1 of 1 check failed.**"]
    header, ruler, row = blocks[2].split("\n")
    titles = ["system", "against", "metric", "score", "difference", "interval", "p", "fails if"]
    assert cells(header) == titles
    assert [cell.replace("-", "") for cell in cells(ruler)] == [*[":"] * 8]
    assert cells(row)[:3] == ["new", "old", "bleu"]
    # by hand: 12 differing segments, of whose 2 ** 12 exchanges two are as extreme: 0.0005
    assert row.endswith(" | <0.001 | bleu worsens |")
    assert blocks[3:5] == ["### Failed checks", f"- {comparison.checks[0].sentence}"]
    assert f"- bleu: `{comparison.metrics[0].signature}`" in blocks[-1]
    assert f"- test: `{comparison.test.signature}`" in blocks[-1]


def test_passed_checks_are_listed_with_reasons() -> None:
    comparison = checked(compared(), "bleu worsens by more than 100")
    text = render(comparison)
    assert "**1 of 1 check passed.**" in text
    assert "### Passed checks\n\n- new is worse" in text
    assert comparison.checks[0].sentence.partition(":")[0] in text


def test_without_conditions_the_summary_is_that_of_the_comparison() -> None:
    comparison = replace(
        compared(), verdict=("Nothing is sure.",), caveats=("Less is.",), notes=("So it is.",)
    )
    text = render(comparison)
    assert "check" not in text
    assert "### Verdict\n\n- Nothing is sure.\n" in text
    assert "### Notes\n\n- So it is.\n" in text
    assert "### What this does not show\n\n- Less is.\n" in text
    assert f"### Signatures\n\n- bleu: `{compared().metrics[0].signature}`\n" in text


def test_markup_in_a_name_is_escaped() -> None:
    comparison = compared("<b>|*new*")
    row = render(checked(comparison, "bleu worsens")).split("\n\n")[2].split("\n")[2]
    assert re.match(r"\| \\<b\\>\\\|\\\*new\\\* \| old +\|", row)


def test_the_outcome_counts_failed_checks() -> None:
    failed, passed = checked(compared(), "bleu worsens", "bleu worsens by more than 100").checks
    assert outcome([failed, passed]) == "1 of 2 checks failed."
    assert outcome([passed, passed]) == "2 of 2 checks passed."
    assert outcome([passed]) == "1 of 1 check passed."


def test_a_limit_has_no_system_to_compare_with() -> None:
    rows = render(checked(compared(), "length ratio below 2")).split("\n\n")[2].split("\n")
    # by hand: seven words of eight, "a b c" and "x" and "y" against "a b c d e" and a number
    assert cells(rows[2]) == ["new", "", "", str(5 / 6), "", "", "", "length ratio below 2"]
