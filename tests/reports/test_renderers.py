"""Every format, as literal text, and names that try to break it."""

import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tabulate import tabulate

from tallystick import OptionError
from tallystick.reports import (
    DocumentScore,
    Glossary,
    ScoreEntry,
    ScoreReport,
    Table,
    Term,
    columns,
)
from tests.reports.compiled_latex import compile_latex
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


def hostile_report() -> ScoreReport:
    return ScoreReport(tuple(entry(name, "bleu", 12.345) for name in HOSTILE))


def test_text_is_a_table_then_the_signatures_of_one_system_also_the_components() -> None:
    assert render("text", TWO) == (
        "system      bleu       nist\n"
        "--------  ------  ---------\n"
        "mine       45.18     2.5492\n"
        "yours     100.00  undefined\n"
        "\n"
        "bleu: nrefs:1|metric:bleu\n"
        "nist: nrefs:1|metric:nist\n"
    )
    _, components, signatures = render("text", ScoreReport(TWO.entries[:2])).split("\n\n")
    assert components == "bleu: counts 8/5\nnist: penalty 1.0000"
    assert signatures == "bleu: nrefs:1|metric:bleu\nnist: nrefs:1|metric:nist\n"
    # signatures that differ are those of each system
    other = ScoreEntry("yours", "bleu", "bleu", "", 2.0, "nrefs:2")
    different = render("text", ScoreReport((TWO.entries[0], other)))
    assert different.endswith("\n\nbleu (mine): nrefs:1|metric:bleu\nbleu (yours): nrefs:2\n")


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


def test_json_reads_back_to_the_same_report_and_json_lines_are_its_entries() -> None:
    for report in (TWO, FINE, hostile_report()):
        assert ScoreReport.from_json(render("json", report)) == report
    lines = render("jsonl", TWO).removesuffix("\n").split("\n")
    assert [json.loads(line) for line in lines] == TWO.to_json()["scores"]


def test_flat_json_has_nothing_but_scores() -> None:
    mine = {"bleu": 45.18, "nist": 2.5492}
    assert json.loads(render("flat-json", ScoreReport(TWO.of_system("mine")))) == pytest.approx(
        mine, abs=0.005
    )
    both = json.loads(render("flat-json", TWO))
    assert both["yours"] == {"bleu": 100.0, "nist": None}
    assert json.loads(render("flat-json", ScoreReport(()))) == {}


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
        "% to cite tallystick: https://tallystick.github.io/tallystick/help.html#cite-tallystick\n"
    )


def wide_tables() -> OfBlocks:
    """Return a table of long texts that fills pages, a wide one of numbers, and one as wide."""
    text = "The CID Fu\u0308rstenfeldbruck assumed the further investigations. "
    scores = columns(["metric", *(f"relative drop {n} [95%]" for n in range(9))], 9)
    texts = columns(["change", "what is done", "example"])
    return OfBlocks(
        Table(texts, (("decomposed letters", text, 3 * text),) * 30, "What is planted"),
        Table(scores, (("BLEU", *["1.00 [0.90, 1.10]"] * 9),), "Reactions"),
        Table(scores, (("BLEU", *["1.00 [0.90, 1.10]"] * 9),)),
    )


def test_latex_breaks_long_texts_into_lines_and_tables_into_pages() -> None:
    code = render("latex", wide_tables())
    assert code.count("decomposed letters") == 30
    assert code.count(r"\caption{What is planted.}") == 1
    assert code.count(r"\caption{What is planted (continued).}") > 1
    assert r"\fitted{\begin{tabular}{lp{" in code
    assert "\u0308" not in code  # pdfLaTeX has no character for it


@pytest.mark.slow
def test_latex_of_wide_tables_fits_the_text(tmp_path: Path) -> None:
    compile_latex(render("latex", wide_tables()), tmp_path, "\\usepackage{graphicx}\n")


@pytest.mark.parametrize(("format", "delimiter"), [("csv", ","), ("tsv", "\t")])
def test_rows_have_unrounded_numbers_and_the_signatures(format: str, delimiter: str) -> None:
    rows = (
        "system,bleu,nist,bleu signature,nist signature\n"
        "mine,45.180100180492246,2.549209142576556,nrefs:1|metric:bleu,nrefs:1|metric:nist\n"
        "yours,100.0,,nrefs:1|metric:bleu,nrefs:1|metric:nist\n"
    )
    assert render(format, TWO) == rows.replace(",", delimiter)
    segments = ScoreReport((entry("mine", "bleu", 45.5, segments=(66.875, None)),))
    rows = "system,segment,bleu\nmine,1,66.875\nmine,2,\n"
    assert render(format, segments) == rows.replace(",", delimiter)
    with pytest.raises(OptionError, match="contain one table"):
        render(format, FINE)


def test_digits_round_only_in_formats_for_people() -> None:
    assert render("text", TWO, 1).split("\n")[2].split() == ["mine", "45.2", "2.5"]
    assert "| mine     |   45.2 |       2.5 |" in render("markdown", TWO, 1)
    assert "mine & 45 & 3 " in render("latex", TWO, 0)


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


@pytest.mark.parametrize(
    ("format", "row", "names"),
    [
        ("text", " 12.35", [name.replace("\t", "\\t") for name in HOSTILE]),
        ("csv", ",12.345,nrefs:1|metric:bleu", [name.replace("\t", "\\t") for name in HOSTILE]),
        (
            "markdown",
            " | 12.35 |",
            [
                *("| 1e5", "| 007", "| a\\|b", "| \\<script\\>", "| x\\_y%", "| 系统"),
                *("| \\\\\\&\\$\\#\\{\\}\\~^", "| tab\\\\there", "| -- x\\`\\*"),
            ],
        ),
        (
            "latex",
            r" & 12.35 \\",
            [
                *("1e5", "007", r"a\textbar{}b", r"\textless{}script\textgreater{}", r"x\_y\%"),
                *("系统", r"\textbackslash{}\&\$\#\{\}\textasciitilde{}\textasciicircum{}"),
                *(r"tab\textbackslash{}there", "-- x`*"),
            ],
        ),
    ],
)
def test_hostile_names_are_escaped(format: str, row: str, names: list[str]) -> None:
    lines = [" ".join(line.split()) for line in render(format, hostile_report()).split("\n")]
    assert {f"{name}{row}" for name in names} <= set(lines)


def test_names_that_begin_like_a_formula_or_an_argument_are_text() -> None:
    formula = ScoreReport((entry("=cmd|' /C calc'!A0", "bleu", 1.0),))
    assert render("csv", formula).split("\n")[1].startswith("=cmd|' /C calc'!A0,")
    assert r"{[x]} & 1.00 \\" in render("latex", ScoreReport((entry("[x]", "bleu", 1.0),)))


TERMS = Glossary(
    (Term("Kendall", "tau-b.", "Kendall, 1945"), Term("a < b", "less.")), "See --explain"
)


def with_terms(format: str) -> str:
    table = Table(columns(["metric", "Kendall [95%]"], 1), (("BLEU", "0.5"),))
    return render(format, OfBlocks(table, TERMS))


def test_columns_of_a_page_link_to_their_definitions() -> None:
    page = with_terms("html")
    assert '<a href="#term-kendall" title="tau-b. Kendall, 1945.">' in page
    assert '<dt id="term-kendall">Kendall</dt><dd>tau-b. Kendall, 1945.</dd>' in page
    assert '<dt id="term-a-b">a &lt; b</dt>' in page
    assert page.count('<a href="#term-') == 1


@pytest.mark.parametrize("format", ["text", "notebook"])
def test_small_spaces_show_where_the_definitions_are(format: str) -> None:
    assert "See --explain" in with_terms(format)
    assert "tau-b" not in with_terms(format)


def test_markdown_lists_the_terms() -> None:
    assert "- **Kendall**: tau\\-b. Kendall, 1945." in with_terms("markdown").replace(
        "tau-b", "tau\\-b"
    )
