"""LaTeX and the heat map of comparisons over several test sets."""

import re
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import compare_sets
from tallystick.metrics import GivenScores
from tallystick.reports import Comparison, ComparisonOverSets, HeatMap, render
from tests.reports.comparison_over_sets.sets import on_set, with_scores
from tests.reports.compiled_latex import compile_latex

SETS = {
    "news": on_set(good=0.1, poor=0.9, **{"fair_%&#": 0.12}),
    "talks": on_set(good=0.2, poor=0.9, guest=0, **{"fair_%&#": 0.22}),
}


def latex(**options: Any) -> str:
    report = compare_sets(
        **{"sets": SETS, "metrics": "bleu", "resamples": 500, "title": "100% x_y", **options}
    )
    return str(render(report, "latex"))


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
    report = compare_sets(sets=SETS, metrics=["bleu", "chrf"], resamples=50)
    cited = re.findall(r"\\citep\{([^}]*)\}", str(render(report, "latex")))
    keys = re.findall(r"@\w+\{([^,\s]+)", str(render(report, "bibtex")))
    assert {key for citation in cited for key in citation.split(",")} == set(keys)
    assert "dror-etal-2017-replicability" in keys
    assert report.methods.startswith(
        "We compared 3 systems by the mean of their scores on 2 test sets, in which each set has "
        "the same weight: news (40 segments, 1 reference); talks (40 segments, 1 reference). BLEU"
    )
    assert "the jackknife over segments of each set (Tukey, 1958)" in report.methods


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


# The heat map, recomputed from the p-values on each set by definition


LEVEL = 0.05


def better(comparison: Comparison, system: str, other: str) -> bool:
    """Whether a system is significantly better than another on a set, after its correction."""
    return any(
        {pair.system, pair.other} == {system, other}
        and pair.adjusted_p_value is not None
        and pair.adjusted_p_value <= LEVEL
        and (pair.difference or 0) * (1 if pair.system == system else -1) > 0
        for pair in comparison.differences
    )


def place(comparison: Comparison, system: str) -> str:
    """Return the ranks that a system may have, and the number of its cluster."""
    scores = {score.system: score.score or 0 for score in comparison.scores}
    first = 1 + sum(better(comparison, other, system) for other in scores)
    last = len(scores) - sum(better(comparison, system, other) for other in scores)
    ranked = sorted(scores, key=lambda name: -scores[name])
    ends = [
        end
        for end in range(1, len(ranked))
        if all(better(comparison, *pair) for pair in product(ranked[:end], ranked[end:]))
    ]
    cluster = 1 + sum(end <= ranked.index(system) for end in ends)
    return f"{first if first == last else f'{first}-{last}'} ({cluster})"


def significant_anywhere(report: ComparisonOverSets) -> set[tuple[str, frozenset[str]]]:
    """Return the sets and pairs of systems of all sets that Holm's method calls significant."""
    p_values = {
        (test_set.name, frozenset((pair.system, pair.other))): pair.p_value or 0.0
        for test_set in report.sets
        for pair in test_set.comparison.differences
        if {pair.system, pair.other} <= set(report.systems)
    }
    named = set()
    for step, key in enumerate(sorted(p_values, key=lambda key: p_values[key])):
        if p_values[key] * (len(p_values) - step) > LEVEL:
            break
        named.add(key)
    return named


@given(
    seed=st.integers(0, 2**32 - 1),
    systems=st.integers(3, 5),
    sets=st.integers(2, 3),
    gap=st.sampled_from((0.0, 0.3, 1.0)),
)
@settings(settings.get_profile("few"))
def test_cells_have_differences_ranks_clusters_and_marks_by_definition(
    seed: int, systems: int, sets: int, gap: float
) -> None:
    random = np.random.default_rng(seed)
    names = [f"s{number}" for number in range(systems)]
    corpora = {}
    for number in range(sets):
        # the first three systems are in all sets
        chosen = [*names[:3], *(name for name in names[3:] if random.random() < 0.8)]
        means = random.normal(0, gap, len(chosen))
        scores = {
            name: [round(score * 64) / 64 for score in random.normal(mean, 1, 12).tolist()]
            for name, mean in zip(chosen, means, strict=True)
        }
        corpora[f"set {number}"] = with_scores(scores)
    report = compare_sets(sets=corpora, metrics=[GivenScores("da")], resamples=200)
    [plot] = [block for block in report.document() if isinstance(block, HeatMap)]
    assert set(plot.rows) == {name for systems in corpora.values() for name in systems}
    means_of = {score.system: score.score or 0 for score in report.scores}
    standard = max(means_of, key=lambda name: means_of[name])
    marked = significant_anywhere(report)
    for (row, system), (column, test_set) in product(enumerate(plot.rows), enumerate(report.sets)):
        shown = plot.notes.get((row, column)), plot.values[row][column]
        if system not in corpora[test_set.name]:
            assert shown == (None, None)
            continue
        of_set = {score.system: score.score or 0 for score in test_set.comparison.scores}
        assert shown == (place(test_set.comparison, system), of_set[system] - of_set[standard])
        is_marked = (test_set.name, frozenset((system, standard))) in marked
        assert ((row, column) in plot.marks) is is_marked
