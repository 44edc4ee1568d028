"""Comparisons over several test sets."""

import csv
import io
import json
import re
import statistics
import sys
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

import tallystick
from tallystick import Corpus, InputError, OptionError, compare_sets
from tallystick.metrics import GivenScores
from tallystick.reports import (
    Bullets,
    ComparisonOverSets,
    HeatMap,
    IntervalPlot,
    Paragraph,
    Table,
    render,
)
from tests.reports.comparison_over_sets.sets import REFERENCES, on_set, output, with_scores

SETS = {
    "news": on_set(good=0.1, fair=0.5, poor=0.9),
    "talks": on_set(good=0.2, fair=0.6, poor=0.9, guest=0),
    "chat": on_set(good=0.8, fair=0.2, poor=0.9),
}


@pytest.fixture(scope="module")
def report() -> ComparisonOverSets:
    return compare_sets(sets=SETS, metrics=["bleu", "chrf"], resamples=500)


def test_mean_scores_and_ranks_are_those_of_single_sets(report: ComparisonOverSets) -> None:
    assert (report.systems, report.missing) == (
        ("good", "fair", "poor"),
        {"guest": ("news", "chat")},
    )
    assert "missing: guest (news and chat)" in report.notes[0]
    for score in report.scores:
        alone = [
            tallystick.score(hypotheses=systems[score.system], metrics=score.metric)[0].score
            for systems in SETS.values()
        ]
        assert score.score == pytest.approx(sum(alone) / 3, abs=1e-12)
    ranks = {score.system: score.mean_rank for score in report.in_order_of("bleu")}
    assert ranks == {"good": 4 / 3, "fair": 5 / 3, "poor": 3.0}  # 1 1 2, 2 2 1, 3 3 3


def test_cells_of_a_heat_map_lead_to_their_pair(report: ComparisonOverSets) -> None:
    [plot] = [
        block for block in report.document() if isinstance(block, HeatMap) and "BLEU" in block.title
    ]
    assert (plot.rows, plot.columns) == (("good", "fair", "poor", "guest"), tuple(SETS))
    assert plot.targets[3, 1] == ("talks", "metric=0&pair=3.0")


def test_sets_on_which_a_difference_is_significant_are_named(report: ComparisonOverSets) -> None:
    [pair] = [pair for pair in report.differences_under("bleu") if pair.other == "fair"]
    assert (pair.system, pair.better_on, pair.worse_on) == ("good", ("news", "talks"), ("chat",))
    [row] = re.findall(r"\n\| good +\| fair .*", str(render(report, "markdown")))[:1]
    assert [cell.strip() for cell in row.split("|")[-3:-1]] == ["news, talks", "chat"]
    shown = str(report)
    assert "† the best score on the set." in shown
    assert shown.count("* significant") == 2  # a table for each metric


GRADED = {f"s{n}": n / 6 for n in range(6)}


def worst_is_better(segments: int) -> dict[str, Corpus]:
    """Return the systems of a set, all with the same output, but the worst is better in some."""
    texts = output(0)
    return {
        system: Corpus.from_segments(
            hypotheses=[*REFERENCES[:segments], *texts[segments:]] if system == "s5" else texts,
            references=REFERENCES,
        )
        for system in GRADED
    }


def contradictions(segments: int) -> list[str]:
    sets = {"news": on_set(**GRADED), "last": worst_is_better(segments)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=700)
    return [sentence for sentence in report.against if sentence.startswith("On last")]


def test_contradictions_are_corrected_for_all_pairs_on_all_sets() -> None:
    # the least p-value in 7 segments is 2 / 2^7 = 0.016; the last set has 15 pairs, 10 of copies
    assert not contradictions(7)
    # in 12 it is 1 / 701, and 30 times that is 0.043; the pair with the best system comes first
    assert contradictions(12) == [
        f"On last, s5 is significantly better than {system} under BLEU; over all sets it is worse."
        for system in ("s0", "s1", "s2")
    ]


def test_what_resamples_and_units_cannot_show_is_said() -> None:
    report = compare_sets(sets=SETS, metrics="bleu", resamples=50)
    assert report.verdict[0] == "No two of 3 systems can differ significantly over 3 test sets."
    limits = [note for note in report.notes if "none, can be significant" in note]
    # 3 / 51 and 9 / 51
    wanted = (("over the sets", "0.059", 3), ("on single sets", "0.18", 9))
    assert limits == [
        f"Few differences {where}, or none, can be significant: the smallest p-value that "
        f"resamples and units allow is {p} after the correction for {number} comparisons. Draw "
        "more resamples, or take larger sets."
        for where, p, number in wanted
    ]


def of_segments(number: int) -> dict[str, Corpus]:
    return {
        name: Corpus.from_segments(hypotheses=texts[:number], references=REFERENCES[:number])
        for name, texts in (("good", output(0)), ("poor", output(1)))
    }


def test_by_default_there_are_two_metrics_and_resamples_for_all_pairs_on_all_sets() -> None:
    texts = {name: SETS["news"][name] for name in ("good", "poor")}
    report = compare_sets(sets=dict.fromkeys("ab", texts), resamples=10)
    assert [metric.metric for metric in report.metrics] == ["bleu", "chrf"]
    scores = {name: [n * n % (7 + place) for n in range(20)] for place, name in enumerate("abcd")}
    sets = dict.fromkeys("abcdefghi", with_scores(scores))
    report = compare_sets(sets=sets, metrics=[GivenScores("da")])
    # 6 pairs on 9 sets: 54 / (N + 1) is at most 0.05 from 1,079 resamples on; ten times as many
    assert {test_set.comparison.test.resamples for test_set in report.sets} == {10_790}
    assert report.test.resamples == 10_000
    assert not any("none, can be significant" in note for note in report.notes)


def test_too_few_segments_in_all_sets_cannot_differ() -> None:
    report = compare_sets(sets={"a": of_segments(2), "b": of_segments(3)}, metrics="bleu")
    assert report.verdict[0] == "No two of 2 systems can differ significantly over 2 test sets."
    assert any("allow is 0.062" in note for note in report.notes)  # 2 / 2^5


def test_copies_do_not_differ_whatever_the_number_of_segments() -> None:
    copies = dict.fromkeys(("good", "copy"), SETS["news"]["good"])
    report = compare_sets(sets={"a": copies, "b": copies}, metrics="bleu", resamples=50)
    assert report.verdict[0] == "No two of 2 systems differ significantly over 2 test sets."
    assert not any("over the sets, or none, can be" in note for note in report.notes)
    shown = str(render(report, "markdown"))
    assert "\\* significant" not in shown  # no mark is explained that does not occur
    assert "; * significant" not in shown


@pytest.mark.parametrize("name", ["text", "json", "latex", "html", "csv"])
def test_without_intervals_every_format_shows_the_differences(name: str) -> None:
    report = compare_sets(sets={"a": of_segments(40), "b": of_segments(1)}, metrics="bleu")
    assert report.scores[0].interval is None
    assert "There is only 1 segment to resample, so there are no intervals" in str(report)
    assert "nan" not in str(render(report, name)).casefold()


def test_sets_with_equal_texts_are_no_independent_ones(report: ComparisonOverSets) -> None:
    # by hand: good has the same word order in segments 1-4 and 9-40, fair in 1-20 and 25-40
    assert report.against[0].startswith("news and talks have 32 of 40 segments in common")
    texts = [f"a {number}" for number in range(40)]
    other = Corpus.from_segments(hypotheses=["c d"] * 40, references=texts)
    sets = {"news": on_set(good=0.1, fair=0.5), "other": {"good": other, "fair": other}}
    assert not any("in common" in said for said in compare_sets(sets=sets, metrics="bleu").against)


def test_the_caveats_of_single_comparisons_are_said(report: ComparisonOverSets) -> None:
    known = Corpus.from_segments(
        hypotheses=output(0), references=REFERENCES, documents=[str(n // 4) for n in range(40)]
    )
    sets = {"news": SETS["news"], "docs": dict.fromkeys(("good", "fair", "poor"), known)}
    notes = compare_sets(sets=sets, metrics=["bleu", "chrf"], resamples=500).notes
    for caveat in (
        "P-values are corrected across pairs, not across the two metrics.",
        "P-values are corrected for the number of comparisons; intervals are not.",
        "news: Documents are not known, so segments were resampled as if they were independent.",
        "docs: There are only 10 documents to resample",
        "Each system is a single training run",
    ):
        assert any(note.startswith(caveat) for note in notes), caveat


def test_a_system_that_is_best_on_most_sets_is_in_the_headline_if_one_set_lacks_it() -> None:
    best = on_set(good=0.1, fair=0.5, star=0)
    sets = {"news": best, "talks": best, "chat": on_set(good=0.1, fair=0.5)}
    assert headline(**sets).endswith(" star, best on 2 of 3 sets, has no output for chat.")
    assert "star" not in headline(**sets, more=sets["chat"])  # on half of them


ONE_SET_DECIDES = {
    "a": on_set(good=0.1, fair=0.1, poor=0.9),
    "b": on_set(good=0.15, fair=0.1, poor=0.9),
    "c": on_set(good=0.1, fair=0.6, poor=0.9),
}


def without_each(baseline: str | None = None, **sets: Any) -> ComparisonOverSets:
    given = {**ONE_SET_DECIDES, **sets}
    return compare_sets(sets=given, metrics="bleu", baseline=baseline, resamples=500)


@pytest.mark.parametrize(("baseline", "other"), [(None, "fair"), ("poor", "poor")])
def test_the_best_two_systems_are_known_without_each_set(baseline: str | None, other: str) -> None:
    report = without_each(baseline)
    leads = {lead.without: lead for lead in report.leads_under("bleu")}
    assert {name: (lead.system, lead.other) for name, lead in leads.items()} == {
        "a": ("good", other),
        "b": ("good", other),
        "c": ("fair", "good" if baseline is None else other),
    }
    tables = [block for block in report.document() if isinstance(block, Table)]
    [table] = [table for table in tables if table.title.endswith("without each set")]
    assert [row[:3] for row in table.rows] == [
        (lead.without, lead.system, lead.other) for lead in leads.values()
    ]
    for name, lead in leads.items():
        means = [
            statistics.mean(
                test_set.comparison.score_of(system, "bleu").score or 0
                for test_set in report.sets
                if test_set.name != name
            )
            for system in (lead.system, lead.other)
        ]
        assert lead.difference == pytest.approx(means[0] - means[1], abs=1e-9)


def test_what_becomes_of_the_lead_without_a_set_is_said() -> None:
    report = without_each()
    lead = next(lead for lead in report.leads_under("bleu") if lead.without == "c")
    assert lead.interval is not None
    assert next(said for said in report.against if said.startswith("Without")) == (
        f"Without c, fair leads good by {lead.difference:.2f} BLEU "
        f"[{lead.interval.low:+.2f}, {lead.interval.high:+.2f}]."
    )
    assert not any("Whichever set" in sentence for sentence in report.verdict)
    # it may be chance
    report = without_each(b=on_set(good=0.1, fair=0.15, poor=0.9))
    assert any(said.startswith("Without c, good leads fair by only ") for said in report.against)
    assert "Whichever set is left out, good has the best mean under BLEU." in report.verdict


def test_from_five_sets_on_other_sets_are_inferred() -> None:
    shares = (0.2, 0.3, 0.1, 0.25, 0.3)
    sets = {f"set{n}": on_set(good=0.1, fair=0.1 + share) for n, share in enumerate(shares)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=200)
    scores = [
        [test_set.comparison.score_of(name, "bleu").score or 0 for test_set in report.sets]
        for name in ("good", "fair")
    ]
    on_sets = [good - fair for good, fair in zip(*scores, strict=True)]
    mean = statistics.mean(on_sets)
    reach = 2.7764451051977987 * statistics.stdev(on_sets) / 5**0.5  # SciPy 1.17.1, t.ppf(.975, 4)
    others = report.differences[0].other_sets
    assert others is not None
    assert others.interval is not None
    bounds = others.interval.low, others.interval.high
    assert bounds == pytest.approx((mean - reach, mean + reach), abs=1e-9)
    assert others.better == "good"
    assert any(
        "the 5 sets show a significant difference under BLEU" in note for note in report.notes
    )
    del sets["set4"]
    assert compare_sets(sets=sets, metrics="bleu", resamples=50).differences[0].other_sets is None


def test_few_sets_or_a_baseline_leave_fewer_comparisons() -> None:
    two = {name: ONE_SET_DECIDES[name] for name in "ac"}
    assert compare_sets(sets=two, metrics="bleu", resamples=50).without_each == ()
    report = compare_sets(sets=SETS, metrics="bleu", baseline="fair", resamples=500)
    pairs = [(pair.system, pair.other) for pair in report.differences]
    assert pairs == [("good", "fair"), ("poor", "fair")]
    assert report.verdict[0].startswith("poor is significantly worse than the baseline fair")


def test_without_common_systems_the_set_to_leave_out_is_named() -> None:
    sets = {**SETS, "other": on_set(stranger=0.1)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=50)
    assert not report.scores
    assert not report.differences
    assert "without the set other, 3 systems are in all sets" in report.verdict[0]
    assert "stranger" in str(report)


def test_a_single_system_in_all_sets_has_its_scores_on_each_and_is_read_again() -> None:
    sets = {"news": on_set(good=0.1, fair=0.5), "talks": on_set(good=0.2, poor=0.9)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=50)
    [good] = [line for line in str(report).splitlines() if re.match(r"good +\d", line)]
    expected = [test_set.comparison.score_of("good", "bleu").score for test_set in report.sets]
    assert good.replace("†", "").split()[1:] == [f"{score:.2f}" for score in expected]
    assert ComparisonOverSets.from_json(json.dumps(report.to_json())) == report


def test_what_undermines_the_result_on_a_set_is_said() -> None:
    copies = on_set(good=0.1, fair=0.5, poor=0.9)
    empty = Corpus.from_segments(hypotheses=[""] * len(REFERENCES), references=REFERENCES)
    sets = {"news": SETS["news"], "talks": {**copies, "poor": empty}}
    shown = str(compare_sets(sets=sets, metrics="bleu", resamples=50))
    assert "Check these first" in shown
    assert "- talks: " in shown


def with_copies(system: str, number: int) -> dict[str, Corpus]:
    """Return the systems of a set; one equals the reference in the last segments, a number."""
    texts = [*output(0)[:-number], *REFERENCES[-number:]]
    copier = Corpus.from_segments(hypotheses=texts, references=REFERENCES)
    return {**SETS["news"], system: copier}


def headline(**sets: dict[str, Corpus]) -> str:
    return compare_sets(sets=sets, metrics="bleu", resamples=500).verdict[0]


def test_the_headline_contains_the_largest_doubt_about_a_leading_system_with_its_set() -> None:
    sets = {"news": SETS["news"], "talks": with_copies("good", 30)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=500)
    good, fair, _ = [score.score or 0 for score in report.in_order_of("bleu")]
    assert report.verdict[:2] == (
        "good has the best mean of 2 test sets, but on talks it equals the reference in 30 of 40 "
        "segments.",
        "good scores significantly better than all 2 other systems over 2 test sets, by at least "
        f"{good - fair:.2f} BLEU.",
    )
    several = headline(news=with_copies("good", 30), talks=with_copies("good", 35))
    assert several.endswith("but on talks it equals the reference in 35 of 40 segments.")


def test_a_headline_with_a_doubt_has_a_subject_if_no_system_leads_under_all_metrics() -> None:
    scores = {"good": [2.0] * 40, "fair": [1.0] * 40, "poor": [3.0] * 40}
    sets = {
        name: {
            system: replace(corpus, scores={"da": tuple(scores[system])})
            for system, corpus in systems.items()
        }
        for name, systems in {"news": SETS["news"], "talks": with_copies("good", 30)}.items()
    }
    report = compare_sets(sets=sets, metrics=["bleu", GivenScores("da")], resamples=500)
    assert report.verdict[0].startswith("good leads under BLEU over 2 test sets, but on news")


def test_a_doubt_about_a_system_that_does_not_lead_is_not_in_the_headline() -> None:
    sets = {"news": SETS["news"], "more": SETS["news"], "talks": with_copies("poor", 40)}
    report = compare_sets(sets=sets, metrics="bleu", resamples=500)
    doubts = report.sets[2].comparison.doubts
    assert ("equals reference", ("poor",)) in [(doubt.kind, doubt.systems) for doubt in doubts]
    assert "equals" not in report.verdict[0]


def test_without_significant_differences_the_headline_contains_no_doubt() -> None:
    same, copier = on_set(one=0, two=0, three=0), with_copies("copier", 30)["copier"]
    line = headline(**{f"set {system}": {**same, system: copier} for system in same})  # equal means
    assert line == "No two of 3 systems differ significantly over 3 test sets."


def test_the_plot_follows_the_headline_and_what_undermines_it(report: ComparisonOverSets) -> None:
    blocks = [
        block for block in report.document() if not isinstance(block, Bullets) or block.sentences
    ]
    assert blocks[0] == Paragraph(report.verdict[0], strong=True)
    assert blocks[1] == Paragraph(report.verdict[1])
    kinds = [type(block) for block in blocks]
    assert kinds.index(IntervalPlot) < kinds.index(Table)
    shown = re.sub("</?bdi>", "", str(render(report, "html")))
    assert shown.index("<svg") < shown.index("<table")
    assert '<th scope="col">system</th><th scope="col" class="number">BLEU</th>' in shown
    assert '<td class="number">' in shown


def test_lines_in_the_plot_separate_clusters(report: ComparisonOverSets) -> None:
    plots = [block for block in report.document() if isinstance(block, IntervalPlot)]
    clusters = [
        [score.cluster for score in report.in_order_of(metric.metric)] for metric in report.metrics
    ]
    assert any(len(set(of_metric)) > 1 for of_metric in clusters)
    for plot, of_metric in zip(plots, clusters, strict=True):
        assert [len([lower for lower in of_metric if lower < below]) for below in of_metric] == [
            max((cut for cut in (0, *plot.cuts) if cut <= place), default=0)
            for place in range(len(of_metric))
        ]
        assert plot.rows[0].look == "best"


def test_a_spec_may_name_the_set() -> None:
    sets = {"13a": SETS["news"], "char": SETS["news"]}
    report = compare_sets(sets=sets, metrics="bleu:tokenize={set}", resamples=50)
    signatures = [test_set.comparison.metrics[0].signature for test_set in report.sets]
    assert ["tok:13a" in signatures[0], "tok:char" in signatures[1]] == [True, True]
    assert "BLEU, char" in str(report)


@pytest.mark.parametrize("name", ["csv", "pairs-csv", "sets-csv"])
def test_rows_of_csv_stand_alone(report: ComparisonOverSets, name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(str(render(report, name)))))
    sets = {row.get("sets") or row["set"] for row in rows}
    assert sets == ({"news", "talks", "chat"} if name == "sets-csv" else {"news talks chat"})
    metrics = report.sets[0].comparison.metrics
    for row in rows:
        [signature] = [metric.signature for metric in metrics if metric.metric == row["metric"]]
        assert (row["signature"], row["confidence"], row["correction"]) == (
            signature, "0.95", "holm",
        )  # fmt: skip
        assert "adj:holm" in row["test_signature"]


def test_records_have_the_values_of_the_csv_files(report: ComparisonOverSets) -> None:
    for name, form in (("means", "csv"), ("pairs", "pairs-csv"), ("sets", "sets-csv")):
        rows = list(csv.DictReader(io.StringIO(str(render(report, form)))))
        records = report.to_dict()[name]
        assert [list(record) for record in records] == [list(row) for row in rows]
        for record, row in zip(records, rows, strict=True):
            shown = {key: "" if value is None else str(value) for key, value in record.items()}
            assert shown == row | {
                key: row[key].capitalize() for key in ("best", "higher_is_better") if key in row
            }


def test_data_frames_have_the_records(
    report: ComparisonOverSets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert report.to_frame() == report.to_dict()["means"]
    assert report.to_frame("sets") == report.to_dict()["sets"]
    with pytest.raises(OptionError, match="no table 'set'; expected one of means, pairs, sets"):
        report.to_frame("set")


@pytest.mark.parametrize(("resamples", "near"), [(100, True), (200, False)])
def test_differences_that_another_seed_may_change_are_named(resamples: int, near: bool) -> None:
    # by hand, of two comparisons with p = 1/101: 3/101 +- 2 * 3/101, which contains 0.05; with
    # 1/201 it is 3/201 +- 2 * 3/201, which does not
    report = compare_sets(sets=SETS, metrics="bleu", resamples=resamples)
    assert sorted(pair.p_value or 0 for pair in report.differences)[:2] == [1 / (resamples + 1)] * 2
    said = [note for note in report.notes if note.startswith("Another seed may change whether")]
    assert len(said) == near
    assert all("good and poor under BLEU and fair and poor under BLEU" in note for note in said)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"scores": []}, "all.json: scores has no entry of the system 'fair' under the metric"),
        ({"systems": []}, "is not a system of the report"),
        ({"metrics": []}, "all.json, news: a key of metrics is 'bleu', which is not a metric"),
        (
            {"schema": "tallystick/meta/1"},
            "another kind, meta; expected one of the kind comparison over",
        ),
    ],
)
def test_a_damaged_report_is_refused(
    report: ComparisonOverSets, change: dict[str, Any], said: str
) -> None:
    with pytest.raises(InputError, match=said):
        ComparisonOverSets.from_json({**report.to_json(), **change}, "all.json")


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"sets": {"news": SETS["news"]}}, InputError, "1 test set is too few"),
        ({"sets": {"a": {}, "b": {}}}, InputError, "there are no systems to compare"),
        (
            {"baseline": "guest"},
            OptionError,
            "'guest' has an output on talks but none on the test set news; add it, or leave out",
        ),
        ({"baseline": "good "}, OptionError, "'good ' is not a system of the test set"),
        ({"sets": {"a": ["x"], "b": ["y"]}}, InputError, "expected a mapping from the name of"),
        ({"metrics": ["bleu", "bleu"]}, OptionError, "'bleu' is given twice"),
        ({"correction": "max-t"}, OptionError, "max-t is not available"),
    ],
)
def test_wrong_values_are_refused(wrong: Any, error: Any, said: str) -> None:
    with pytest.raises(error, match=said):
        compare_sets(**{"sets": SETS, "resamples": 10, **wrong})
