"""How many vectors programs pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tallystick import UnknownNameError
from tallystick.compat import Case, curated_vectors, implementation_named
from tallystick.reports import render
from tests.compat.internals import BUILT_IN, Passing, passing, recorded_passing
from tests.reports.internals import PassingReport

PAGE = Path(__file__).parents[3] / "docs" / "passing-vectors.md"


def cells(text: str) -> list[tuple[str, ...]]:
    """Return the rows of the tables of a text in Markdown, without their titles."""
    lines = [line for line in text.split("\n") if line.startswith("| ")]
    return [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines[1:]]


def shown(rows: tuple[Passing, ...]) -> list[tuple[str, ...]]:
    return cells(str(render(PassingReport(rows), "markdown")))


def test_a_program_passes_its_own_convention_and_shows_its_defects_under_that_of_the_paper() -> (
    None
):
    if missing := implementation_named("nltk").missing():
        pytest.skip(missing)
    paper, own, *_ = passing(["nltk"])
    assert (own.results, own.own, own.passed, own.compared) == ("nltk", True, 63, 63)
    assert (paper.results, paper.own, paper.compared) == ("papineni2002", False, 80)
    assert paper.passed < 80
    assert "nltk-floors-totals-per-segment" in paper.defects


def test_recorded_results_pass_as_those_of_a_run() -> None:
    rows = {(row.vectors, row.program): row for row in recorded_passing()}
    row = rows["bleu", "multi-bleu.perl (multi-bleu)"]
    # the script computes the BLEU of the paper
    assert (row.passed, row.compared, row.recorded) == (63, 63, True)
    assert rows["bleu", "nltk"].passed < 63


def test_what_was_run_is_not_repeated_as_recorded() -> None:
    run = Passing("mine", "1", "bleu", "nltk", own=True, passed=63, compared=63)
    names = {row.program for row in recorded_passing([run]) if row.vectors == "bleu"}
    assert "nltk" not in names
    assert "nltk-mean" in names


def test_an_unknown_program_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no implementation is named 'nlkt'"):
        list(passing(["nlkt"]))


def test_the_recorded_rows_of_the_page_are_those_of_the_command() -> None:
    rows = [row for row in cells(PAGE.read_text(encoding="utf-8")) if "recorded" in row[1]]
    assert rows
    assert set(rows) <= set(shown(tuple(recorded_passing())))


@pytest.mark.slow
def test_the_page_has_what_installed_programs_pass() -> None:
    rows = cells(PAGE.read_text(encoding="utf-8"))
    versions = {(row[0], row[1]) for row in rows}
    for row in shown(tuple(passing())):
        assert (row[0], row[1]) not in versions or row in rows
    installed = [name for name in BUILT_IN if implementation_named(name).missing() is None]
    assert not installed or versions


def test_a_case_may_have_another_acceptable_result() -> None:
    vectors = curated_vectors("bleu")
    [case] = [one for one in vectors.cases if one.id == "both-empty"]
    assert case.case == Case.from_lines([""], [""])
    assert [one.score for one in case.outcomes("papineni2002")] == [0.0, None]


def test_the_table_is_written_in_all_formats() -> None:
    row = Passing("mine", "1", "bleu", "nltk", own=True, passed=62, compared=63, defects=("a", "b"))
    report = PassingReport((row,))
    assert "62" in str(render(report, "text"))
    assert '"passed": 62' in str(render(report, "json"))
    assert str(render(report, "csv")).split("\n")[1].rstrip("\r") == (
        'mine,1,bleu,"nltk, its own",62,63,0,a b'
    )
