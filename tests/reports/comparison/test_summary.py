"""The summary of a build in Markdown."""

from __future__ import annotations

import re
from dataclasses import replace

from tallystick.metrics.corpus import Corpus
from tallystick.metrics.scoring import as_metric
from tallystick.reports.comparison.build import compare_systems
from tallystick.reports.comparison.condition import parse_condition
from tallystick.reports.comparison.guard import Verdict, baseline_of_each, verdicts
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.summary import outcome, render

REFERENCES = [f"a b c d e {n}" for n in range(12)]


def compared(name: str = "new") -> Comparison:
    """Return a comparison in which every hypothesis of the second system is wrong."""
    systems = {"old": REFERENCES, name: [line[:6] + "x y" for line in REFERENCES]}
    corpora = [
        (system, Corpus.from_segments(hypotheses=lines, references=REFERENCES))
        for system, lines in systems.items()
    ]
    return compare_systems(corpora, {"bleu": as_metric("bleu")}, baseline="old")


def checked(comparison: Comparison, condition: str) -> tuple[Verdict, ...]:
    return verdicts(comparison, [parse_condition(condition)], baseline_of_each(comparison))


def cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip("|").split("|")]


def test_failed_checks_come_first_as_a_table_and_as_sentences() -> None:
    comparison = compared()
    found = checked(comparison, "bleu worsens")
    blocks = render(comparison, found).split("\n\n")
    assert blocks[:2] == ["## Comparison of systems", "**1 of 1 check failed.**"]
    header, ruler, row = blocks[2].split("\n")
    titles = ["system", "against", "metric", "score", "difference", "interval", "p", "fails if"]
    assert cells(header) == titles
    assert [cell.replace("-", "") for cell in cells(ruler)] == [*[":"] * 8]
    assert cells(row)[:3] == ["new", "old", "bleu"]
    # by hand: 12 differing segments, of whose 2 ** 12 exchanges two are as extreme: 0.0005
    assert row.endswith(" | <0.001 | bleu worsens |")
    assert blocks[3:5] == ["### Failed checks", f"- {found[0].sentence}"]
    assert f"- bleu: `{comparison.metrics[0].signature}`" in blocks[-1]
    assert f"- test: `{comparison.test.signature}`" in blocks[-1]


def test_passed_checks_are_listed_with_reasons() -> None:
    comparison = compared()
    found = checked(comparison, "bleu worsens by more than 100")
    text = render(comparison, found)
    assert "**1 of 1 check passed.**" in text
    assert "### Passed checks\n\n- new is worse" in text
    assert found[0].sentence.partition(":")[0] in text


def test_without_conditions_the_summary_is_that_of_the_comparison() -> None:
    comparison = replace(
        compared(), verdict=("Nothing is sure.",), caveats=("Less is.",), notes=("So it is.",)
    )
    text = render(comparison, ())
    assert "check" not in text
    assert "### Verdict\n\n- Nothing is sure.\n" in text
    assert "### Check these first\n\n- So it is.\n" in text
    assert "### What this does not show\n\n- Less is.\n" in text
    assert f"### Signatures\n\n- bleu: `{compared().metrics[0].signature}`\n" in text


def test_markup_in_a_name_is_escaped() -> None:
    comparison = compared("<b>|*new*")
    row = render(comparison, checked(comparison, "bleu worsens")).split("\n\n")[2].split("\n")[2]
    assert re.match(r"\| \\<b\\>\\\|\\\*new\\\* \| old +\|", row)


def test_the_outcome_counts_failed_checks() -> None:
    comparison = compared()
    [failed] = checked(comparison, "bleu worsens")
    [passed] = checked(comparison, "bleu worsens by more than 100")
    assert outcome([failed, passed]) == "1 of 2 checks failed."
    assert outcome([passed, passed]) == "2 of 2 checks passed."
    assert outcome([passed]) == "1 of 1 check passed."
