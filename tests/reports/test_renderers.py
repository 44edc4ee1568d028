"""Every format, as literal text, and names that try to break it."""

from __future__ import annotations

import csv
import io
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate

from tallystick import OptionError
from tallystick.reports import DocumentScore, ScoreEntry, ScoreReport, Table, columns
from tests.reports.rendering import OfBlocks
from tests.reports.rendering import rendered as render

HOSTILE = ("1e5", "007", "a|b", "<script>", "x_y%", "系统", "\\&$#{}~^", "tab\there", "-- x`*")


def entry(system: str, metric: str, score: float | None, **parts: object) -> ScoreEntry:
    scale = "0 to 100" if metric == "bleu" else "0 and up"
    parts["digits"] = 2 if metric == "bleu" else 4
    return ScoreEntry(system, metric, metric, scale, score, f"nrefs:1|metric:{metric}", **parts)  # type: ignore[arg-type]


TWO = ScoreReport(
    (
        entry("mine", "bleu", 45.180100180492246, details={"counts": (8, 5)}),
        entry("mine", "nist", 2.549209142576556, details={"penalty": 1.0}),
        entry("yours", "bleu", 100.0, details={"counts": (10, 8)}),
        entry("yours", "nist", None, details={"penalty": None}),
    )
)
ONE = ScoreReport(TWO.entries[:2])
FINE = ScoreReport(
    (
        entry(
            "mine",
            "bleu",
            45.5,
            segments=(66.875, None),
            segment_documents=("news", "chat"),
            documents=(DocumentScore("news", 66.875), DocumentScore("chat", None)),
        ),
    )
)
SEGMENTS_ONLY = ScoreReport((entry("mine", "bleu", 45.5, segments=(66.875, None)),))


def hostile_report() -> ScoreReport:
    return ScoreReport(tuple(entry(name, "bleu", 12.345) for name in HOSTILE))


def test_text_is_a_table_then_the_signatures() -> None:
    assert render("text", TWO) == (
        "system      bleu       nist\n"
        "--------  ------  ---------\n"
        "mine       45.18     2.5492\n"
        "yours     100.00  undefined\n"
        "\n"
        "bleu: nrefs:1|metric:bleu\n"
        "nist: nrefs:1|metric:nist\n"
    )


def test_text_of_one_system_shows_the_components_of_scores() -> None:
    assert render("text", ONE) == (
        "system      bleu    nist\n"
        "--------  ------  ------\n"
        "mine       45.18  2.5492\n"
        "\n"
        "bleu: counts 8/5\n"
        "nist: penalty 1.0000\n"
        "\n"
        "bleu: nrefs:1|metric:bleu\n"
        "nist: nrefs:1|metric:nist\n"
    )


def test_text_of_segments_and_documents_has_a_row_each() -> None:
    assert render("text", FINE) == (
        "system    segment    document         bleu\n"
        "--------  ---------  ----------  ---------\n"
        "mine      1          news            66.88\n"
        "mine      2          chat        undefined\n"
        "\n"
        "system    document         bleu\n"
        "--------  ----------  ---------\n"
        "mine      news            66.88\n"
        "mine      chat        undefined\n"
        "\n"
        "system      bleu\n"
        "--------  ------\n"
        "mine       45.50\n"
        "\n"
        "bleu: nrefs:1|metric:bleu\n"
    )


def test_signatures_that_differ_are_shown_for_each_system() -> None:
    different = ScoreReport(
        (entry("mine", "bleu", 1.0), ScoreEntry("yours", "bleu", "bleu", "", 2.0, "nrefs:2"))
    )
    assert render("text", different).endswith(
        "\n\nbleu (mine): nrefs:1|metric:bleu\nbleu (yours): nrefs:2\n"
    )


def test_json_is_one_object_with_unrounded_numbers_and_null_for_the_undefined() -> None:
    assert render("json", TWO) == (
        '{\n"schema": "tallystick/score/1",\n"scores": [\n'
        '{"system": "mine", "metric": "bleu", "name": "bleu", "scale": "0 to 100", '
        '"score": 45.180100180492246, "signature": "nrefs:1|metric:bleu", '
        '"counts": [8, 5], "digits": 2, "higher_is_better": true, "spec": ""},\n'
        '{"system": "mine", "metric": "nist", "name": "nist", "scale": "0 and up", '
        '"score": 2.549209142576556, "signature": "nrefs:1|metric:nist", '
        '"penalty": 1.0, "digits": 4, "higher_is_better": true, "spec": ""},\n'
        '{"system": "yours", "metric": "bleu", "name": "bleu", "scale": "0 to 100", '
        '"score": 100.0, "signature": "nrefs:1|metric:bleu", '
        '"counts": [10, 8], "digits": 2, "higher_is_better": true, "spec": ""},\n'
        '{"system": "yours", "metric": "nist", "name": "nist", "scale": "0 and up", '
        '"score": null, "signature": "nrefs:1|metric:nist", "penalty": null, "digits": 4, '
        '"higher_is_better": true, "spec": ""}\n'
        "]\n}\n"
    )


def test_json_reads_back_to_the_same_report() -> None:
    for report in (TWO, ONE, FINE, hostile_report()):
        assert ScoreReport.from_json(render("json", report)) == report


def test_json_lines_are_the_entries_of_the_json_one_a_line() -> None:
    lines = render("jsonl", TWO).removesuffix("\n").split("\n")
    assert [json.loads(line) for line in lines] == TWO.to_json()["scores"]


def test_no_name_breaks_a_line_of_json_lines_even_for_readers_with_other_line_ends() -> None:
    text = render(
        "jsonl", ScoreReport((entry("a\nb\u2028c\u2029d\u0085e\x0bf\x1cg", "bleu", 1.0),))
    )
    assert len(list(io.StringIO(text, newline=None))) == 1
    assert not any(separator in text for separator in "\u2028\u2029\u0085\x0b\x1c")
    assert json.loads(text)["system"] == "a\nb\u2028c\u2029d\u0085e\x0bf\x1cg"


def test_markdown_is_a_table_then_a_list_of_signatures() -> None:
    assert render("markdown", TWO) == (
        "| system   |   bleu |      nist |\n"
        "|:---------|-------:|----------:|\n"
        "| mine     |  45.18 |    2.5492 |\n"
        "| yours    | 100.00 | undefined |\n"
        "\n"
        "- bleu: `nrefs:1|metric:bleu`\n"
        "- nist: `nrefs:1|metric:nist`\n"
    )


def test_latex_is_a_table_of_booktabs_then_the_signatures_as_comments() -> None:
    assert render("latex", TWO) == (
        "\\begin{tabular}{lrr}\n"
        "\\toprule\n"
        "system & bleu & nist \\\\\n"
        "\\midrule\n"
        "mine & 45.18 & 2.5492 \\\\\n"
        "yours & 100.00 & undefined \\\\\n"
        "\\bottomrule\n"
        "\\end{tabular}\n"
        "% bleu: nrefs:1|metric:bleu\n"
        "% nist: nrefs:1|metric:nist\n"
    )


def test_csv_has_unrounded_numbers_and_the_signatures() -> None:
    assert render("csv", TWO) == (
        "system,bleu,nist,bleu signature,nist signature\n"
        "mine,45.180100180492246,2.549209142576556,nrefs:1|metric:bleu,nrefs:1|metric:nist\n"
        "yours,100.0,,nrefs:1|metric:bleu,nrefs:1|metric:nist\n"
    )


def test_csv_of_segments_has_a_row_for_each() -> None:
    assert render("csv", SEGMENTS_ONLY) == "system,segment,bleu\nmine,1,66.875\nmine,2,\n"


@pytest.mark.parametrize("format", ["csv", "tsv"])
def test_a_format_of_one_table_refuses_segments_and_documents_together(format: str) -> None:
    with pytest.raises(OptionError, match="contain one table"):
        render(format, FINE)


def test_tsv_has_unrounded_numbers_and_the_signatures() -> None:
    assert render("tsv", TWO) == (
        "system\tbleu\tnist\tbleu signature\tnist signature\n"
        "mine\t45.180100180492246\t2.549209142576556\tnrefs:1|metric:bleu\tnrefs:1|metric:nist\n"
        "yours\t100.0\t\tnrefs:1|metric:bleu\tnrefs:1|metric:nist\n"
    )


def test_digits_round_only_in_formats_for_people() -> None:
    assert render("text", TWO, 1).split("\n")[2].split() == ["mine", "45.2", "2.5"]
    assert "| mine     |   45.2 |       2.5 |" in render("markdown", TWO, 1)
    assert "mine & 45 & 3 " in render("latex", TWO, 0)


def test_hostile_names_stay_text_in_text() -> None:
    rows = render("text", hostile_report()).split("\n")[2 : 2 + len(HOSTILE)]
    assert [row.rsplit(maxsplit=1)[0].rstrip() for row in rows] == [
        name.replace("\t", "\\t") for name in HOSTILE
    ]


def test_columns_of_scores_are_aligned_for_wide_characters() -> None:
    rows = render("text", hostile_report()).split("\n")[2 : 2 + len(HOSTILE)]
    widths = {
        sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in row)
        for row in rows
    }
    assert len(widths) == 1


@given(st.lists(st.tuples(st.text("ab1.-|", min_size=1), st.text("019.-")), min_size=1))
def test_a_table_of_text_is_drawn_as_tabulate_draws_it(rows: list[tuple[str, str]]) -> None:
    header = columns(["name", "score"], numbers=1)
    drawn = tabulate(
        rows,
        ["name", "score"],
        tablefmt="simple",
        disable_numparse=True,
        colalign=["left", "right"],
    )
    shown = render("text", OfBlocks(Table(header, tuple(rows))))
    assert shown == "\n".join([*(line.rstrip() for line in drawn.split("\n")), ""])


def test_hostile_names_are_exact_in_csv_except_for_control_characters() -> None:
    rows = list(csv.reader(io.StringIO(render("csv", hostile_report()))))
    assert [row[0] for row in rows[1:]] == [name.replace("\t", "\\t") for name in HOSTILE]
    formula = ScoreReport((entry("=cmd|' /C calc'!A0", "bleu", 1.0),))
    assert render("csv", formula).split("\n")[1].startswith("=cmd|' /C calc'!A0,")


def test_hostile_names_keep_the_columns_of_tsv() -> None:
    lines = render("tsv", hostile_report()).removesuffix("\n").split("\n")
    assert [line.count("\t") for line in lines] == [2] * (1 + len(HOSTILE))
    assert lines[8].startswith("tab\\there\t12.345\t")


def test_hostile_names_are_escaped_in_markdown() -> None:
    lines = render("markdown", hostile_report()).split("\n")[2 : 2 + len(HOSTILE)]
    assert [" ".join(line.split()) for line in lines] == [
        "| 1e5 | 12.35 |",
        "| 007 | 12.35 |",
        "| a\\|b | 12.35 |",
        "| \\<script\\> | 12.35 |",
        "| x\\_y% | 12.35 |",
        "| 系统 | 12.35 |",
        "| \\\\\\&\\$\\#\\{\\}\\~^ | 12.35 |",
        "| tab\\\\there | 12.35 |",
        "| -- x\\`\\* | 12.35 |",
    ]


def test_hostile_names_are_escaped_in_latex() -> None:
    lines = render("latex", hostile_report()).split("\n")[4 : 4 + len(HOSTILE)]
    assert lines == [
        r"1e5 & 12.35 \\",
        r"007 & 12.35 \\",
        r"a\textbar{}b & 12.35 \\",
        r"\textless{}script\textgreater{} & 12.35 \\",
        r"x\_y\% & 12.35 \\",
        r"系统 & 12.35 \\",
        r"\textbackslash{}\&\$\#\{\}\textasciitilde{}\textasciicircum{} & 12.35 \\",
        r"tab\textbackslash{}there & 12.35 \\",
        r"-- x`* & 12.35 \\",
    ]


def test_a_first_cell_that_begins_with_a_bracket_is_no_argument_of_latex() -> None:
    assert r"{[x]} & 1.00 \\" in render("latex", ScoreReport((entry("[x]", "bleu", 1.0),)))
