"""The tables and figures of a challenge."""

import pytest

import tallystick
from tallystick.reports import Challenge, HeatMap, LinePlot, Table

TEXTS = [" ".join(f"{letter}{number}" for number in range(16)) for letter in "abc"]
FIVE = ["bleu", "chrf", "ter", "wer", "rougeL"]
WIDEST = 100


@pytest.fixture(scope="module")
def report() -> Challenge:
    return tallystick.challenge(references=TEXTS, metrics=FIVE, fewest=1, resamples=20)


def test_five_metrics_fit_into_a_hundred_columns(report: Challenge) -> None:
    shown, _, _ = str(report).partition("What these numbers are")
    assert "ROUGE-L" in shown
    assert max(map(len, shown.split("\n"))) <= WIDEST


def test_every_change_has_a_row_with_its_type(report: Challenge) -> None:
    used = [change for change in report.changes if not change.left_out]
    types = [(row.change, f"{row.severity} fault" if row.is_fault else "harmless") for row in used]
    matrices = [
        block
        for block in report.document()
        if isinstance(block, Table) and block.header[:3] == ("change", "type", "segments")
    ]
    assert [[row[:2] for row in table.rows] for table in matrices] == [types, types]


def test_faults_and_harmless_changes_have_a_heat_map_each(report: Challenge) -> None:
    maps = [block for block in report.document() if isinstance(block, HeatMap)]
    used = [change for change in report.changes if not change.left_out]
    assert [plot.rows for plot in maps] == [
        tuple(row.change for row in used if row.is_fault == is_fault) for is_fault in (True, False)
    ]
    assert maps[0].columns == ("BLEU", "chrF2", "TER", "WER", "ROUGE-L")
    assert maps[0].values[0] == (1.0,) * 5


def test_the_word_error_rate_grows_with_each_dropped_word(report: Challenge) -> None:
    plots = {plot.title: plot for plot in report.document() if isinstance(plot, LinePlot)}
    lines = dict(plots["dropped word"].lines)
    assert [(dot.x, dot.y) for dot in lines["WER"]] == [(0, 0), (1, 1), (2, 2), (4, 4), (8, 8)]


def test_what_is_planted_is_marked_in_the_examples(report: Challenge) -> None:
    [examples] = [
        block
        for block in report.document()
        if isinstance(block, Table) and "example" in block.header
    ]
    names = [row[0] for row in examples.rows]
    row = names.index("no-break space")
    cell = examples.rows[row][3]
    marked = [cell[first:last] for first, last in examples.marks[row, 3]]
    assert marked == [" ", "\u00a0"]


def test_programs_get_a_row_for_each_metric_and_change(report: Challenge) -> None:
    table = report.data_tables()["reactions"]
    assert len(table.rows) == len(report.reactions)
    assert table.rows[0][:5] == ("bleu", "dropped word", "fault", "major", "3")
    assert (
        float(dict(zip(table.header, table.rows[0], strict=True))["drop"])
        == report.reactions[0].drop
    )
