"""Every format of a comparison: its layout as literal text, and names that try to break it."""

import csv
import io
import json
import re
import unicodedata
from dataclasses import fields, replace
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.reports import Comparison, Doubt, Example
from tests.reports.comparison import made
from tests.reports.compiled_latex import compile_latex
from tests.reports.rendering import rendered

HOSTILE = ('a|b "q" <script>', "\\&$#{}~^_%`*", "[x] 大规模\t\x1b[31m\u202e")
PRINTED = st.text(st.characters(exclude_categories=["C", "Z"]), max_size=12)
NAMES = st.lists(st.text(max_size=12), min_size=3, max_size=3, unique=True).map(tuple)


def block(text: str, beginning: str) -> str:
    """Return the lines from one to the next empty one."""
    return text[text.index(beginning) :].partition("\n\n")[0]


# Text


@pytest.mark.parametrize(
    ("format", "methods"),
    [
        ("text", ""),
        ("markdown", "\n\n**Methods.** We compared 3 systems on 200 segments"),
        ("latex", "\n{\\sloppy We compared 3 systems on 200 segments"),
    ],
)
def test_a_report_begins_with_the_verdict_and_has_the_methods(format: str, methods: str) -> None:
    comparison = made.three_systems()
    text = rendered(format, comparison)
    first = " ".join(text.split("\n\n")[0].split("\n")).strip("*% ")
    assert first.startswith(comparison.verdict[0])
    assert methods in text


def test_text_has_a_table_for_each_metric_the_best_first() -> None:
    text = rendered("text", made.three_systems())
    assert text[text.index("BLEU (higher") : text.index("NIST (higher")] == (
        "BLEU (higher is better)\n\n"
        "system      BLEU    95% interval    rank    cluster    difference from large    "
        "p (corrected)\n"
        "--------  ------  --------------  ------  ---------  -----------------------  "
        "---------------\n"
        "large      33.70  [32.70, 34.70]     1-2          1                     best\n"
        "middle     33.40  [32.40, 34.40]     1-2          1     -0.30 [-0.80, +0.20]             "
        "0.29\n"
        "small      26.05  [25.05, 27.05]       3          2     -7.65 [-8.15, -7.15]          "
        "<0.001*\n"
        "* significant at 0.05; intervals are for one pair and not corrected; p-values are "
        "corrected for\n3 comparisons; rank: the ranks consistent with the significant "
        "differences.\n\n"
    )


def test_the_columns_of_a_table_that_is_too_wide_follow_below_each_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = rendered("text", made.three_systems())
    assert all(len(line) <= 60 for line in text.split("\n") if not re.match(r"\w+: \w+:", line))
    table = text[text.index("BLEU (higher") : text.index("NIST (higher")].split("\n\n")
    assert [part.count("system") for part in table[1:3]] == [1, 1]
    assert re.search(r"\nsmall +-7\.65 \[-8\.15, -7\.15\] +<0\.001\*\n", text)


def test_long_names_are_cut_in_their_middle_in_tables_that_are_too_wide(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    long = "transformer-" + "big-" * 28
    text = rendered("text", made.three_systems((f"{long}1", f"{long}2", "small")))
    tables = [line for line in text.split("\n") if line.startswith("transformer-big-b…ig-big-")]
    assert {line.split()[0] for line in tables} == {f"transformer-big-b…ig-big-{n}" for n in (1, 2)}
    assert all(len(line) <= 80 for line in tables)
    # names that would look the same are shown in full
    alike = rendered("text", made.three_systems((f"{long}1{long}", f"{long}2{long}", "small")))
    assert f"\n{long}2{long}  " in alike


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "html"])
def test_every_format_says_that_intervals_are_not_corrected(format: str) -> None:
    # LaTeX has intervals of differences only beside a baseline
    with_baseline = " ".join(str(rendered(format, made.twelve_systems("C"))).split())
    said = {"latex": "intervals, each for one pair, not corrected"}
    assert said.get(format, "ntervals are for one pair and not corrected;") in with_baseline
    assert "for one pair" not in " ".join(str(rendered(format, made.two_systems())).split())


def test_a_comparison_with_a_baseline_has_no_ranks_and_one_system_no_differences() -> None:
    comparison = made.twelve_systems("C")
    lines = block(rendered("text", comparison, 1), "system      BLEU").split("\n")
    assert lines[0].split()[-5:] == ["C", "p", "(corrected)", "differing", "segments"]
    assert "rank" not in lines[0]
    assert lines[4].split() == ["C", "38.0", "[37.0,", "39.0]", "baseline"]
    assert lines[2].split()[4:] == ["+2.0", "[+1.5,", "+2.5]", "0.4", "150"]
    for score in comparison.to_dict()["scores"]:
        assert (score["first_rank"], score["last_rank"], score["cluster"]) == (None, None, None)
    alone = made.put_together((made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.0),), ())
    assert block(rendered("text", alone), "system      BLEU") == (
        "system      BLEU    95% interval\n"
        "--------  ------  --------------\n"
        "new        33.00  [32.00, 34.00]"
    )


def test_text_describes_the_test() -> None:
    assert (
        "200 segments, 120 documents, 1 reference; approximate randomisation over documents with "
        "10,000 resamples, corrected by Holm's method for 3 comparisons "
    ) in " ".join(rendered("text", made.three_systems()).split())


def test_a_group_that_is_too_small_has_no_score() -> None:
    text = rendered("markdown", made.three_systems())
    assert re.search(r"\n\| empty +\| +1( \| +too few){3} +\|\n", text)
    assert "too few: fewer than 10 segments." in text


def test_identical_output_is_shown_in_the_table() -> None:
    pair = made.difference("new", "old", made.BLEU, 0.0, 1.0, exact=True, identical=True)
    text = rendered("text", made.of_systems({"new": 33.0, "old": 33.0}, pair))
    assert re.search(r"\+0\.50\] +1 +identical\n", text)


def test_several_runs_have_their_deviation() -> None:
    comparison = made.two_systems()
    systems = made.each(comparison.systems, runs=3)
    scores = made.each(comparison.scores, run_deviation=0.25)
    text = rendered("text", replace(comparison, systems=systems, scores=scores))
    assert "standard" in text
    assert re.search(r"\nnew +34\.20 +\[33\.20, 35\.20\] +3 +0\.25 ", text)


def test_columns_of_text_are_aligned_for_wide_characters() -> None:
    text = rendered("text", made.three_systems(("大规模系统", "b", "小")))
    rows = re.findall(r"^(?:大规模系统|b|小) +\d\d\.\d\d [^]]*\]", text, re.MULTILINE)
    wide = [
        sum(unicodedata.east_asian_width(character) in "WF" for character in row) for row in rows
    ]
    assert wide == [5, 0, 1]
    assert len({len(row) + more for row, more in zip(rows, wide, strict=True)}) == 1


def test_suspicious_segments_are_counted_by_kind() -> None:
    text = rendered("text", made.three_systems())
    assert "- small: empty hypothesis in segments 3 and 5\n" in text
    assert "- the references: duplicate in segment 9\n" in text
    far = made.each(made.three_systems().suspicious, {"segment": 9}, segment=1_704)
    text = rendered("text", replace(made.three_systems(), suspicious=far))
    assert "- the references: duplicate in segment 1,704\n" in text


def test_every_signature_is_at_the_end() -> None:
    for format in ("text", "markdown"):
        lines = rendered(format, made.three_systems()).split("\n")[-4:-1]
        shown = [line.lstrip("- ").replace("`", "") for line in lines]
        assert shown == [
            f"BLEU: {made.BLEU.signature}",
            f"NIST: {made.NIST.signature}",
            "test: ar:10000|unit:document|side:2|adj:holm|seed:1|version:0.1.0",
        ]


def test_a_star_is_explained_under_the_tables_that_have_one_and_ranks_without_one() -> None:
    for format in ("text", "markdown"):
        one_of_two = rendered(format, made.two_systems(p_values=(0.004, 0.31)))
        assert one_of_two.count("significant at 0.05") == 1
        without = rendered(format, made.two_systems(p_values=(0.2, 0.31)))
        assert "significant at 0.05" not in without
    pairs = [made.difference(*pair, made.BLEU, 0.0, 0.9) for pair in combinations("abc", 2)]
    text = rendered("text", made.of_systems(dict.fromkeys("abc", 30.0), *pairs))
    assert " rank: the ranks consistent with the significant differences." in " ".join(text.split())
    assert "*" not in text


@pytest.mark.parametrize(
    ("format", "shown", "after"),
    [
        ("text", "Two_of them!", "\n\n200 segments, 120 documents"),
        ("markdown", "**Two\\_of them\\!**", "\n\n200 segments, 120 documents"),
        ("latex", r"\caption{Two\_of them!", " Scores on 200 segments"),
    ],
)
def test_a_chosen_title_is_shown_below_the_verdict(format: str, shown: str, after: str) -> None:
    titled = replace(made.three_systems(), title="Two_of them!")
    text = rendered(format, titled)
    assert text.index(titled.verdict[0][:20]) < text.index(f"{shown}{after}")
    assert text.count(shown) == 1
    plain = rendered(format, replace(titled, title="Comparison of systems"))
    assert "Comparison of systems" not in plain


def test_no_system_is_the_best_alone_where_scores_are_equal() -> None:
    comparison = made.three_systems()
    scores = made.each(comparison.scores, {"system": "middle"}, score=33.7, best=True)
    text = rendered("text", replace(comparison, scores=scores))
    assert re.search(r"\nlarge  .*  equal best\n", text)
    scores = made.each(scores, score=33.7, best=True)
    for format, end in (("text", "  equal\n"), ("html", "equal</span>")):
        assert end in rendered(format, replace(comparison, scores=scores))
    scores = made.each(scores, {"system": "middle"}, score=33.7 * (1 + 1e-15))
    assert "  equal\n" in rendered("text", replace(comparison, scores=scores))


def unescaped(character: str, text: str) -> int:
    return len(re.findall(rf"(?<!\\)(?:\\\\)*{re.escape(character)}", text))


@given(names=NAMES)
def test_no_name_breaks_a_row_of_markdown(names: tuple[str, str, str]) -> None:
    text = rendered("markdown", made.three_systems(names))
    columns: int | None = None
    rows = 0
    for line in text.split("\n"):
        if not line.startswith("|"):
            columns = None
            continue
        columns = columns or unescaped("|", line)
        assert unescaped("|", line) == columns
        rows += 1
    # two tables of scores and two breakdowns with 3 rows each, one of components, one of lengths;
    # header and ruler
    assert rows == 6 * (3 + 2)


@pytest.mark.parametrize("name", ["1. FC", "- dash", "+ plus", "2) two", "= equal"])
def test_no_name_begins_a_list_of_markdown(name: str) -> None:
    plain = replace(made.three_systems(), verdict=("x", f"{name} scores best."))
    [line] = [line for line in rendered("markdown", plain).split("\n") if "scores best." in line]
    assert re.fullmatch(r"- (\\[-+=]|\d+\\[.)]) \w+ scores best\.", line)


# LaTeX


def test_latex_separates_clusters_emphasises_the_first_and_explains_it_in_the_caption() -> None:
    text = rendered("latex", made.three_systems())
    half = r"{\scriptsize$\,\pm\,$1.0}"
    small_half = r"{\scriptsize$\,\pm\,$0.20}"
    rows = (
        r"{Rank} & {System} & BLEU $\uparrow$ & NIST $\uparrow$ \\",
        r"\midrule",
        rf"1--2 & {{large}} & \textbf{{33.7}}{half} & \textbf{{7.50}}{small_half} \\",
        rf"1--2 & {{middle}} & \textbf{{33.4}}{half} & \textbf{{7.30}}{small_half} \\",
        r"\midrule",
        rf"3 & {{small}} & {26.05:.1f}{half} & 6.10{small_half} \\",
        r"\bottomrule",
    )
    assert "\\toprule\n{}\n\\end{{tabular}}".format("\n".join(rows)) in text
    assert (
        r"\caption{Small comparison. Scores on 200 segments with 1 reference. $\pm$: half the "
        r"width of 95\% intervals over documents. Systems are ordered, ranked and "
        r"separated by BLEU: ranks are those consistent with the significant differences, and "
        r"every system above a rule scores significantly better than every one below (approximate "
        r"randomisation, $p \leq 0.05$ after correction by Holm's method for 3 comparisons). Bold: "
        r"not significantly worse than the best of the column.}"
    ) in text


def test_latex_emphasises_no_system_that_is_worse_than_the_best() -> None:
    pairs = [
        made.difference(*pair, made.BLEU, 1.0, 0.01 if pair == ("a", "c") else 0.3)
        for pair in combinations("abc", 2)
    ]
    text = rendered("latex", made.of_systems({"a": 33.0, "b": 32.0, "c": 31.0}, *pairs))
    emphasised = re.findall(r"\{(\w)\} & \\textbf", text.partition("optional")[0])
    assert emphasised == ["a", "b"]
    same = rendered("latex", made.two_systems(p_values=(0.2, 0.3)))
    assert "dagger" not in same
    assert "Bold: the better system, or both if they do not differ significantly (" in same


@pytest.mark.parametrize(
    ("half_width", "shown"),
    [(1.4, "33.7"), (0.95, "33.70"), (0.16, "33.70"), (12.0, "34"), (0.0, "33.70")],
)
def test_latex_has_two_significant_digits_of_half_an_interval(
    half_width: float, shown: str
) -> None:
    alone = made.put_together(
        (made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.7, half_width),), ()
    )
    assert f"{shown}{{\\scriptsize" in rendered("latex", alone).replace(r"\textbf{", "").replace(
        f"{shown}}}", shown
    )


@pytest.mark.parametrize(
    ("names", "environments"),
    [
        (("large", "middle", "small"), ["table", "table"]),
        # the second table has less beside the names
        (("THE SYSTEM WITH A WIDE NAME", "middle", "small"), ["table*", "table"]),
    ],
)
def test_latex_spans_both_columns_only_if_one_is_too_narrow(
    names: tuple[str, str, str], environments: list[str]
) -> None:
    text = rendered("latex", made.three_systems(names))
    assert re.findall(r"\\begin{(table\*?)}", text) == environments


def test_latex_leaves_out_the_middle_of_a_long_name_and_says_so() -> None:
    long = "transformer-" + "big-" * 28 + "last"
    text = rendered("latex", made.three_systems((long, "middle", "small")))
    assert "{transformer-big-bi…-big-last} &" in text
    assert f"% names of which the middle is left out: {long}\n" in text


def test_latex_names_pictographs_for_engines_without_them() -> None:
    text = rendered("latex", made.three_systems(("🔥 new", "middle", "small")))
    assert r"{\pictograph{🔥}{[fire]} new} &" in text
    assert text.count(r"\providecommand{\pictograph}") == 1


def test_latex_of_a_baseline_marks_better_and_worse_systems() -> None:
    text = rendered("latex", made.twelve_systems("D"), 0)
    assert r"{A} & \textbf{40}{\scriptsize$\,\pm\,$1}\rlap{$^{\dagger}$} \\" in text
    assert r"{B} & 39{\scriptsize$\,\pm\,$1} \\" in text
    assert r"{D (baseline)} & 37" in text.replace("{D} (baseline)", "{D (baseline)}")
    assert r"{G} & 34{\scriptsize$\,\pm\,$1}\rlap{$^{\ddagger}$} \\" in text
    assert r"$^{\dagger}$: significantly better, $^{\ddagger}$: significantly worse than" in text
    assert "Rank" not in text


def test_latex_has_the_differences_of_all_pairs() -> None:
    text = rendered("latex", made.three_systems())
    assert "% optional: the differences\n" in text
    assert "1 & {large} & 0.3 & \\textbf{7.7} \\\\\n2 & {middle} &  & \\textbf{7.3} \\\\" in (
        text.replace(f"{7.65:.1f}", "7.7").replace(f"{7.35:.1f}", "7.3")
    )
    assert "row minus column. Bold: significant (approximate randomisation, " in text


def test_latex_of_two_systems_has_their_difference_and_its_p_value() -> None:
    text = rendered("latex", made.two_systems(p_values=(0.0001, 0.31)))
    assert r"{System} & {BLEU} & $p$ & {NIST} & $p$ \\" in text
    assert r"{new} & \textbf{$+$1.2}{\scriptsize$\,\pm\,$0.5} & $<$0.001 &" in text


def test_latex_points_down_if_lower_is_better() -> None:
    pair = made.difference("new", "old", made.ERRORS, -0.1, 0.01)
    scores = (made.score("new", made.ERRORS, -0.4, 0.1), made.score("old", made.ERRORS, 0.5))
    text = rendered("latex", made.put_together((made.ERRORS,), ("new", "old"), scores, (pair,)))
    assert r"errors (kind=word) $\downarrow$ \\" in text
    assert r"$-$0.4" in text


def test_latex_has_the_methods_with_citations_and_formulas_and_signatures_in_a_footnote() -> None:
    comparison = made.three_systems()
    text = rendered("latex", comparison)
    assert r"the method of Holm~\citep{holm-1979-simple}, sep" in text
    assert r"jackknife over documents~\citep{tukey-1958-bias}." in text
    assert r"$p = (c + 1) / (R + 1)$, where $c$ of the $R$ resamples" in text
    assert "(Post, 2018)" not in text
    running, _, note = text.partition("\\footnote{")
    assert "nrefs" not in running
    assert note.count("nrefs:1") == 2
    assert "test: ar:10000" in note
    cited = re.findall(r"\\citep\{([^}]*)\}", text)
    keys = re.findall(r"@\w+\{([^,\s]+)", rendered("bibtex", comparison))
    assert {key for citation in cited for key in citation.split(",")} == set(keys)
    assert len(keys) == 8
    assert r"scores were computed with tallystick 0.1.0~\citep{tallystick};" in text


@given(names=NAMES)
def test_no_name_unbalances_the_braces_or_columns_of_latex(names: tuple[str, str, str]) -> None:
    text = rendered("latex", made.three_systems(names))
    code = "\n".join(line for line in text.split("\n") if not line.startswith("%"))
    bare = re.sub(r"\\[\\{}%&#_$]", "", code)
    depth = 0
    for character in bare:
        depth += (character == "{") - (character == "}")
        assert depth >= 0
    assert depth == 0
    lines = block(code, r"\midrule").partition("\n\\bottomrule")[0].split("\n")
    rows = [line for line in lines if line != r"\midrule"]
    assert [unescaped("&", row) for row in rows] == [3, 3, 3]
    assert not set("#%~^") & set(re.sub(r"\\[%#]|\$\^", "", " ".join(rows)))


def test_latex_compiles_with_booktabs_alone(tmp_path: Path) -> None:
    names = (*HOSTILE[:2], "[x] -- ''q'' ?` !`\t\x1b[31m")
    comparisons = made.three_systems(names), made.twelve_systems("C"), made.two_systems()
    compile_latex("".join(rendered("latex", comparison) for comparison in comparisons), tmp_path)


# CSV and TSV


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


def test_csv_has_a_row_for_each_system_or_pair_and_metric_in_full() -> None:
    comparison = made.three_systems()
    test = comparison.test.signature
    header, *rows = rendered("csv", comparison).split("\n")[:-1]
    assert header == (
        "system,metric,score,low,high,confidence,standard_error,best,first_rank,last_rank,cluster,"
        "runs,run_deviation,higher_is_better,signature,test_signature"
    )
    assert [row.split(",")[:2] for row in rows] == [
        [score.system, score.metric] for score in comparison.scores
    ]
    assert rows[5] == (
        f"small,nist,6.1,{6.1 - 0.2!r},{6.1 + 0.2!r},0.95,0.1,false,3,3,2,1,,true,"
        f"{made.NIST.signature},{test}"
    )
    header, *rows = rendered("pairs-csv", comparison).split("\n")[:-1]
    assert header == (
        "metric,system,other,difference,low,high,confidence,standard_error,p_value,"
        "adjusted_p_value,p_value_limit,significant,better,exact,differing_segments,"
        "identical_output,smallest_visible_difference,segments_needed,correction,signature,"
        "test_signature"
    )
    assert len(rows) == 6
    assert rows[1] == (
        "bleu,large,small,7.65,7.15,8.15,0.95,0.25,0.0001,0.0003,,true,large,false,199,false,0.8,"
        f"12345,holm,{made.BLEU.signature},{test}"
    )


@pytest.mark.parametrize("limit", [0.0066, 0.0033, None])
def test_a_p_value_at_the_limit_of_the_resamples_is_shown_as_any_other(limit: float | None) -> None:
    pair = made.difference("new", "old", made.BLEU, 1.2, 0.0001, 0.0066, limit=limit)
    comparison = made.of_systems({"new": 34.2, "old": 33.0}, pair)
    assert " 0.0066*" in rendered("text", comparison)
    [row] = rows_of(rendered("pairs-csv", comparison))
    assert row["p_value_limit"] == ("" if limit is None else str(limit))


def test_undefined_numbers_are_empty_in_csv() -> None:
    untested = made.difference("new", "old", made.NIST, None, None, visible=None, needed=None)
    comparison = made.of_systems({"new": None, "old": 7.0}, untested)
    [pair] = rows_of(rendered("pairs-csv", comparison))
    empty = ("difference", "low", "high", "p_value", "adjusted_p_value", "better")
    assert {pair[name] for name in (*empty, "segments_needed")} == {""}
    first = rows_of(rendered("csv", comparison))[0]
    assert (first["score"], first["low"], first["standard_error"]) == ("", "", "")


@given(names=st.lists(PRINTED, min_size=3, max_size=3, unique=True).map(tuple))
def test_every_name_is_exact_in_csv_except_for_control_characters(
    names: tuple[str, str, str],
) -> None:
    comparison = made.three_systems(names)
    scores = rows_of(rendered("csv", comparison))
    assert [row["system"] for row in scores] == [score.system for score in comparison.scores]
    pairs = rows_of(rendered("pairs-csv", comparison))
    assert [(row["system"], row["other"]) for row in pairs] == [
        (pair.system, pair.other) for pair in comparison.differences
    ]
    assert all(None not in row and None not in row.values() for row in (*scores, *pairs))


# JSON


@given(names=NAMES)
@settings(settings.get_profile("few"))
def test_json_reads_back_to_the_same_comparison(names: tuple[str, str, str]) -> None:
    comparison = made.three_systems(names)
    assert Comparison.from_json(rendered("json", comparison)) == comparison


def test_json_keeps_the_order_of_the_data_model() -> None:
    text = rendered("json", made.three_systems())
    keys = list(json.loads(text))
    assert keys[:5] == ["schema", "title", "version", "verdict", "caveats"]
    assert keys[1:] == [field.name for field in fields(Comparison)]
    assert text == rendered("json", made.three_systems())


def test_json_of_a_number_that_is_not_finite_is_refused() -> None:
    comparison = made.two_systems()
    scores = (replace(comparison.scores[0], score=float("nan")), *comparison.scores[1:])
    with pytest.raises(InputError, match="the report contains a number that JSON cannot represent"):
        rendered("json", replace(comparison, scores=scores))


# All formats


def test_digits_round_the_sentences_too() -> None:
    rounded = {
        1: "new scores 34.2 [33.2, 35.2] and old 33.0 [32.0, 34.0]",
        None: "new scores 34.20 [33.20, 35.20] and old 33.00 [32.00, 34.00]",
    }
    for format, (digits, said) in product(("text", "markdown", "latex"), rounded.items()):
        shown = " ".join(rendered(format, made.two_systems(), digits).split())
        assert said in shown.replace("\\", "").replace("% ", "")


def test_doubts_follow_the_headline_and_notes_are_footnotes() -> None:
    doubt = Doubt("near-copies", ("large",), None, (), "Be careful with large.")
    comparison = replace(made.three_systems(), doubts=(doubt,), notes=("So it is.",))
    text = rendered("text", comparison)
    assert text.split("\n\n")[1] == "Check these first:\n- Be careful with large."
    assert text.index("What this does not show") < text.index("Notes:\n- So it is.")


@pytest.mark.parametrize("format", ["text", "markdown"])
def test_the_largest_contributions_are_shown_with_their_texts(format: str) -> None:
    comparison = made.three_systems()
    examples = tuple(
        Example("bleu", "middle", "large", segment, contribution, -1.0)
        for segment, contribution in enumerate((-142.0, -36.0, -3.0, -0.25, -0.0834, 0.0, 1.0), 1)
    )
    text = rendered(format, replace(comparison, examples=examples))
    shown = re.findall(r"Segment (\d+)\**  ?\+(\S+) BLEU", text)
    # the best system less the next, so that signs turn round
    assert shown == [("1", "140"), ("2", "36"), ("3", "3.0"), ("4", "0.25"), ("5", "0.083")]
    assert "It rains." in text
    assert "middle: It is raining." in text
