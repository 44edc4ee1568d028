"""LaTeX of comparisons over several test sets."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tallystick import compare_sets
from tallystick.reports import render
from tests.reports.comparison_over_sets.sets import on_set
from tests.reports.compiled_latex import compile_latex

SETS = {
    "news": on_set(good=0.1, poor=0.9, **{"fair_%&#": 0.12}),
    "talks": on_set(good=0.2, poor=0.9, guest=0, **{"fair_%&#": 0.22}),
}


def latex(**options: Any) -> str:
    found = compare_sets(
        **{"sets": SETS, "metrics": "bleu", "resamples": 500, "title": "100% x_y", **options}
    )
    return str(render(found, "latex"))


@pytest.fixture(scope="module")
def ranked() -> str:
    return latex()


def rows(text: str) -> list[str]:
    """Return the rows of the first table between its header and its end."""
    return text.partition(r"\midrule")[2].partition("\n\\bottomrule")[0].strip().split("\n")


def test_a_table_has_ranks_means_and_sets_with_a_rule_after_each_cluster(ranked: str) -> None:
    assert r"{Rank} & {System} & Mean $\uparrow$ & {Mean rank} & {news} & {talks} \\" in ranked
    good, fair, rule, poor, space, guest = rows(ranked)
    assert (rule, space) == (r"\midrule", r"\addlinespace")
    assert good.startswith(r"1--2 & {good} & \textbf{")
    assert fair.startswith(r"1--2 & {fair\_\%\&\#} & \textbf{")
    assert re.fullmatch(r"3 & \{poor\} & [\d.]+\{.*\} & 3\.0 & [\d.]+ & [\d.]+ \\\\", poor)
    assert guest.startswith(r" & {guest} &  &  &  & \textbf{")


def test_the_caption_names_metric_sets_test_correction_and_signature(ranked: str) -> None:
    caption = ranked.partition(r"\caption{")[2].partition("\n")[0]
    assert caption.startswith(r"100\% x\_y. BLEU on 2 test sets (news and talks) and its mean")
    assert (
        r"(approximate randomisation within the sets, $p \leq 0.05$ after correction by "
        "Holm's method for 3 comparisons). Bold: not significantly worse than the best of"
    ) in caption
    assert r"Signature: nrefs:1\textbar\allowbreak{}case:mixed" in caption


def test_systems_are_marked_against_a_baseline() -> None:
    text = latex(baseline="good")
    assert r"{good} (baseline) &" in text
    assert text.count(r"\rlap{$^{\ddagger}$}") == 3  # poor: mean and both sets
    assert "Rank}" not in text


def test_sets_of_other_signatures_are_told_apart() -> None:
    sets = {"13a": SETS["news"], "char": SETS["news"]}
    text = latex(sets=sets, metrics="bleu:tokenize={set}", resamples=50)
    assert "Signature on 13a: nrefs:1" in text
    assert "Signature on char: nrefs:1" in text


def test_the_methods_describe_a_metric_once_and_cite_what_is_in_the_bibliography() -> None:
    found = compare_sets(sets=SETS, metrics=["bleu", "chrf"], resamples=50)
    cited = re.findall(r"\\citep\{([^}]*)\}", str(render(found, "latex")))
    keys = re.findall(r"@\w+\{([^,\s]+)", str(render(found, "bibtex")))
    assert {key for one in cited for key in one.split(",")} == set(keys)
    assert "dror-etal-2017-replicability" in keys
    assert found.methods.startswith(
        "We compared 3 systems by the mean of their scores on 2 test sets, in which each set has "
        "the same weight: news (40 segments, 1 reference); talks (40 segments, 1 reference). BLEU"
    )
    assert "the jackknife over segments of each set (Tukey, 1958)" in found.methods


def test_tables_compile_and_fit_a_page_of_two_columns(ranked: str, tmp_path: Path) -> None:
    many = latex(sets={f"set{number}-{number}": SETS["news"] for number in range(14)}, resamples=20)
    assert r"BLEU on further sets; see Table~\ref{tab:sets-bleu}." in many
    two = latex(sets={name: on_set(a=0.1, b=0.9) for name in SETS}, resamples=20)
    compile_latex(f"{ranked}{many}{two}{latex(baseline='good')}", tmp_path)


def test_without_common_systems_the_scores_on_sets_are_shown() -> None:
    sets = {"news": on_set(good=0.1, poor=0.5), "talks": on_set(other=0.2, strange=0.3)}
    text = latex(sets=sets)
    assert r"{System} & {news} & {talks} \\" in text
    assert "Mean" not in text
