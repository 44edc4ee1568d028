"""Comparisons over several test sets."""

from __future__ import annotations

import csv
import io
import json
import re
import statistics
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import tallystick
from tallystick import ComparisonOverSets, Corpus, InputError, OptionError, compare_sets
from tallystick.reports import FORMATS, Bullets, HeatMap, IntervalPlot, Paragraph, Table, render
from tests.reports.comparison_over_sets.sets import REFERENCES, on_set, output
from tests.reports.schemas import published

SETS = {
    "news": on_set(good=0.1, fair=0.5, poor=0.9),
    "talks": on_set(good=0.2, fair=0.6, poor=0.9, guest=0),
    "chat": on_set(good=0.8, fair=0.2, poor=0.9),
}


@pytest.fixture(scope="module")
def found() -> ComparisonOverSets:
    return compare_sets(sets=SETS, metrics=["bleu", "chrf"], resamples=500)


def test_sets_are_compared_under_bleu_and_chrf_by_default() -> None:
    found = compare_sets(sets=SETS, resamples=10)
    assert [one.metric for one in found.metrics] == ["bleu", "chrf"]


def test_mean_scores_are_those_of_single_sets(found: ComparisonOverSets) -> None:
    for one in found.scores:
        alone = [
            tallystick.compare(systems=systems, metrics=one.metric, resamples=50, details=False)
            .score_of(one.system, one.metric).score
            for systems in SETS.values()
        ]  # fmt: skip
        assert one.score == pytest.approx(sum(filter(None, alone)) / 3, abs=1e-12)


def test_mean_ranks_are_those_of_the_systems_of_all_sets(found: ComparisonOverSets) -> None:
    ranks = {one.system: one.mean_rank for one in found.scores if one.metric == "bleu"}
    assert ranks == {"good": 4 / 3, "fair": 5 / 3, "poor": 3.0}  # 1 1 2, 2 2 1, 3 3 3


def test_a_system_that_is_missing_on_a_set_is_named(found: ComparisonOverSets) -> None:
    assert found.systems == ("good", "fair", "poor")
    assert found.missing == {"guest": ("news", "chat")}
    assert "missing: guest (news and chat)" in found.notes[0]


def test_a_heat_map_has_the_difference_and_the_rank_of_every_system_on_every_set(
    found: ComparisonOverSets,
) -> None:
    [plot] = [one for one in found.document() if isinstance(one, HeatMap) and "BLEU" in one.title]
    assert (plot.rows, plot.columns) == (("good", "fair", "poor", "guest"), tuple(SETS))
    talks = found.sets[1].comparison
    guest, good = (talks.score_of(name, "bleu").score or 0 for name in ("guest", "good"))
    assert [*plot.values[3]] == [None, guest - good, None]
    assert [*plot.values[0]] == [0, 0, 0]
    # on each set alone: the guest, then good, fair and poor, all of which differ significantly
    assert [plot.notes.get((row, 1)) for row in range(4)] == ["2 (2)", "3 (3)", "4 (4)", "1 (1)"]
    assert {place for place in plot.notes if place[0] == 3} == {(3, 1)}
    assert plot.targets[3, 1] == ("talks", "metric=0&pair=3.0")


def test_sets_on_which_a_difference_is_significant_are_named(found: ComparisonOverSets) -> None:
    [pair] = [
        one for one in found.differences
        if (one.metric, one.system, one.other) == ("bleu", "good", "fair")
    ]  # fmt: skip
    assert (pair.better_on, pair.worse_on) == (("news", "talks"), ("chat",))


def test_a_set_that_contradicts_the_order_over_all_sets_speaks_against_the_verdict() -> None:
    sets = {
        "news": SETS["news"],
        "talks": SETS["talks"],
        "chat": on_set(good=0.5, fair=0.2, poor=0.9),
    }
    against = compare_sets(sets=sets, metrics="bleu", resamples=500).against
    assert (
        "On chat, fair is significantly better than good under BLEU; over all sets it is worse."
        in against
    )


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
    graded = on_set(**GRADED)
    sets = {"news": graded, "talks": graded, "chat": graded, "last": worst_is_better(segments)}
    found = compare_sets(sets=sets, metrics="bleu", resamples=1_300)
    return [sentence for sentence in found.against if sentence.startswith("On last")]


def test_contradictions_are_corrected_for_all_pairs_on_all_sets() -> None:
    # the least p-value in 7 segments is 2 / 2^7 = 0.016; the last set has 15 pairs, 10 of copies
    assert not contradictions(7)
    # in 12 it is 0.0005, and 15 times that is 0.007; the pair with the best system comes first
    assert contradictions(12) == [
        "On last, s5 is significantly better than s0 under BLEU; over all sets it is worse.",
        "On last, s5 is significantly better than s1 under BLEU; over all sets it is worse.",
        "On last, s5 is significantly better than s2 under BLEU; over all sets it is worse.",
    ]


def test_what_resamples_and_units_cannot_show_is_said() -> None:
    found = compare_sets(sets=SETS, metrics="bleu", resamples=50)
    assert found.verdict[0] == "No two of 3 systems can differ significantly over 3 test sets."
    limits = [note for note in found.notes if "none, can be significant" in note]
    # 3 / 51 and 9 / 51
    assert limits == [
        "Few differences over the sets, or none, can be significant: the smallest p-value that "
        "resamples and units allow is 0.059 after the correction for 3 comparisons. Draw more "
        "resamples, or take larger sets.",
        "Few differences on single sets, or none, can be significant: the smallest p-value that "
        "resamples and units allow is 0.18 after the correction for 9 comparisons. Draw more "
        "resamples, or take larger sets.",
    ]


def of_segments(number: int) -> dict[str, Corpus]:
    return {
        name: Corpus.from_segments(hypotheses=texts[:number], references=REFERENCES[:number])
        for name, texts in (("good", output(0)), ("poor", output(1)))
    }


def test_by_default_there_are_enough_resamples_for_all_pairs_on_all_sets() -> None:
    found = compare_sets(sets=dict.fromkeys("abcdefghi", on_set(a=0, b=0.3, c=0.6, d=0.9)))
    # 6 pairs on 9 sets: 54 / (N + 1) is at most 0.05 from 1,079 resamples on; ten times as many
    assert {one.comparison.test.resamples for one in found.sets} == {10_790}
    assert found.test.resamples == 10_000
    assert not any("none, can be significant" in note for note in found.notes)


def test_too_few_segments_in_all_sets_cannot_differ() -> None:
    found = compare_sets(sets={"a": of_segments(2), "b": of_segments(3)}, metrics="bleu")
    assert found.verdict[0] == "No two of 2 systems can differ significantly over 2 test sets."
    assert any("allow is 0.062" in note for note in found.notes)  # 2 / 2^5


def test_copies_do_not_differ_whatever_the_number_of_segments() -> None:
    copies = dict.fromkeys(("good", "copy"), SETS["news"]["good"])
    found = compare_sets(sets={"a": copies, "b": copies}, metrics="bleu", resamples=50)
    assert found.verdict[0] == "No two of 2 systems differ significantly over 2 test sets."
    assert not any("over the sets, or none, can be" in note for note in found.notes)


@pytest.mark.parametrize("name", ["text", "json", "latex", "html", "csv"])
def test_without_intervals_every_format_shows_the_differences(name: str) -> None:
    found = compare_sets(sets={"a": of_segments(40), "b": of_segments(1)}, metrics="bleu")
    assert found.scores[0].interval is None
    assert "There is only 1 segment to resample, so there are no intervals" in str(found)
    assert "nan" not in str(render(found, name)).casefold()


def test_the_caveats_of_single_comparisons_are_said(found: ComparisonOverSets) -> None:
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


def mean_without(found: ComparisonOverSets, system: str, name: str) -> float:
    """Return the mean BLEU of a system over the sets but one."""
    scores = [
        one.comparison.score_of(system, "bleu").score for one in found.sets if one.name != name
    ]
    return sum(filter(None, scores)) / len(scores)


ONE_SET_DECIDES = {
    "a": on_set(good=0.1, fair=0.1, poor=0.9),
    "b": on_set(good=0.15, fair=0.1, poor=0.9),
    "c": on_set(good=0.1, fair=0.6, poor=0.9),
}


@pytest.mark.parametrize(("baseline", "other"), [(None, "fair"), ("poor", "poor")])
def test_the_best_two_systems_are_known_without_each_set(baseline: str | None, other: str) -> None:
    found = compare_sets(sets=ONE_SET_DECIDES, metrics="bleu", baseline=baseline, resamples=200)
    leads = {one.without: one for one in found.leads_under("bleu")}
    assert {name: (one.system, one.other) for name, one in leads.items()} == {
        "a": ("good", other),
        "b": ("good", other),
        "c": ("fair", "good" if baseline is None else other),
    }
    for name, one in leads.items():
        by_hand = mean_without(found, one.system, name) - mean_without(found, one.other, name)
        assert one.difference == pytest.approx(by_hand, abs=1e-9)


def test_a_lead_that_another_system_takes_without_a_set_is_said() -> None:
    found = compare_sets(sets=ONE_SET_DECIDES, metrics="bleu", resamples=500)
    lead = next(one for one in found.leads_under("bleu") if one.without == "c")
    assert lead.interval is not None
    assert found.against[0] == (
        f"Without c, fair leads good by {lead.difference:.2f} BLEU "
        f"[{lead.interval.low:+.2f}, {lead.interval.high:+.2f}]."
    )
    assert not any("Whichever set" in sentence for sentence in found.verdict)


def test_a_lead_that_may_be_chance_without_a_set_is_said() -> None:
    sets = {
        **ONE_SET_DECIDES,
        "b": on_set(good=0.1, fair=0.15, poor=0.9),
    }
    found = compare_sets(sets=sets, metrics="bleu", resamples=500)
    assert found.against[0].startswith("Without c, good leads fair by only ")
    assert "Whichever set is left out, good has the best mean under BLEU." in found.verdict


def test_two_sets_say_nothing_without_each() -> None:
    sets = {name: ONE_SET_DECIDES[name] for name in "ac"}
    assert compare_sets(sets=sets, metrics="bleu", resamples=50).without_each == ()


def test_from_five_sets_on_other_sets_are_inferred() -> None:
    shares = (0.2, 0.3, 0.1, 0.25, 0.3)
    sets = {f"set{n}": on_set(good=0.1, fair=0.1 + share) for n, share in enumerate(shares)}
    found = compare_sets(sets=sets, metrics="bleu", resamples=200)
    [pair] = found.differences
    on_sets = [
        (one.comparison.score_of("good", "bleu").score or 0)
        - (one.comparison.score_of("fair", "bleu").score or 0)
        for one in found.sets
    ]
    mean = statistics.mean(on_sets)
    reach = 2.7764451051977987 * statistics.stdev(on_sets) / 5**0.5  # SciPy 1.17.1, t.ppf(.975, 4)
    assert pair.other_sets is not None
    assert pair.other_sets.interval is not None
    assert pair.other_sets.interval.low == pytest.approx(mean - reach, abs=1e-9)
    assert pair.other_sets.interval.high == pytest.approx(mean + reach, abs=1e-9)
    assert pair.other_sets.better == "good"
    assert any("the 5 sets show a significant difference under BLEU" in one for one in found.notes)
    four = dict(list(sets.items())[:4])
    assert compare_sets(sets=four, metrics="bleu", resamples=50).differences[0].other_sets is None


def test_the_table_of_all_pairs_names_sets() -> None:
    shown = str(render(compare_sets(sets=SETS, metrics="bleu", resamples=500), "markdown"))
    [row] = [line for line in shown.splitlines() if line.startswith("| good     | fair ")]
    assert [cell.strip() for cell in row.split("|")[-3:-1]] == ["news, talks", "chat"]


def test_everything_is_compared_with_a_baseline() -> None:
    found = compare_sets(sets=SETS, metrics="bleu", baseline="fair", resamples=500)
    assert [(one.system, one.other) for one in found.differences] == [
        ("good", "fair"), ("poor", "fair"),
    ]  # fmt: skip
    assert found.verdict[0].startswith("poor is significantly worse than the baseline fair")


def test_without_common_systems_the_set_to_leave_out_is_named() -> None:
    sets = {**SETS, "other": on_set(stranger=0.1)}
    found = compare_sets(sets=sets, metrics="bleu", resamples=50)
    assert not found.scores
    assert not found.differences
    assert "without the set other, 3 systems are in all sets" in found.verdict[0]
    assert "stranger" in str(found)


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


def test_the_headline_contains_a_doubt_about_a_leading_system_with_its_set() -> None:
    sets = {"news": SETS["news"], "talks": with_copies("good", 30)}
    found = compare_sets(sets=sets, metrics="bleu", resamples=500)
    good, fair, _ = [one.score for one in found.in_order_of("bleu")]
    assert good is not None
    assert fair is not None
    assert found.verdict[:2] == (
        "good has the best mean of 2 test sets, but on talks it equals the reference in 30 of 40 "
        "segments.",
        "good scores significantly better than all 2 other systems over 2 test sets, by at least "
        f"{good - fair:.2f} BLEU.",
    )


def test_of_several_doubts_the_headline_contains_that_of_the_largest_share() -> None:
    found = headline(news=with_copies("good", 30), talks=with_copies("good", 35))
    assert found.endswith("but on talks it equals the reference in 35 of 40 segments.")


def test_a_doubt_about_a_system_that_does_not_lead_is_not_in_the_headline() -> None:
    sets = {"news": SETS["news"], "more": SETS["news"], "talks": with_copies("poor", 40)}
    found = compare_sets(sets=sets, metrics="bleu", resamples=500)
    assert any(
        "poor equals the reference" in one.sentence for one in found.sets[2].comparison.doubts
    )
    assert "equals" not in found.verdict[0]


def test_without_significant_differences_the_headline_contains_no_doubt() -> None:
    same, copier = on_set(one=0, two=0, three=0), with_copies("copier", 30)["copier"]
    found = headline(**{f"set {one}": {**same, one: copier} for one in same})  # equal means
    assert found == "No two of 3 systems differ significantly over 3 test sets."


def test_the_plot_follows_the_headline_and_what_undermines_it(found: ComparisonOverSets) -> None:
    blocks = [one for one in found.document() if not isinstance(one, Bullets) or one.sentences]
    headline, *_ = blocks
    assert headline == Paragraph(found.verdict[0], strong=True)
    kinds = [type(one) for one in blocks]
    assert kinds.index(IntervalPlot) < kinds.index(Table)
    shown = str(render(found, "html"))
    assert shown.index("<svg") < shown.index("<table")


def test_lines_in_the_plot_separate_clusters(found: ComparisonOverSets) -> None:
    plots = [one for one in found.document() if isinstance(one, IntervalPlot)]
    clusters = [
        [one.cluster for one in found.in_order_of(metric.metric)] for metric in found.metrics
    ]
    assert any(len(set(one)) > 1 for one in clusters)
    for plot, of_metric in zip(plots, clusters, strict=True):
        assert [len([one for one in of_metric if one < below]) for below in of_metric] == [
            max((cut for cut in (0, *plot.cuts) if cut <= place), default=0)
            for place in range(len(of_metric))
        ]
        assert plot.rows[0].look == "best"


def test_columns_of_numbers_have_their_titles_above_the_numbers(found: ComparisonOverSets) -> None:
    shown = re.sub("</?bdi>", "", str(render(found, "html")))
    assert '<th scope="col">system</th><th scope="col" class="number">BLEU</th>' in shown
    assert '<td class="number">' in shown


def test_a_mark_has_one_meaning(found: ComparisonOverSets) -> None:
    shown = str(found)
    assert "† the best score on the set." in shown
    assert shown.count("* significant") == 2  # a table for each metric


def test_a_spec_may_name_the_set() -> None:
    sets = {"13a": SETS["news"], "char": SETS["news"]}
    found = compare_sets(sets=sets, metrics="bleu:tokenize={set}", resamples=50)
    signatures = [one.comparison.metrics[0].signature for one in found.sets]
    assert ["tok:13a" in signatures[0], "tok:char" in signatures[1]] == [True, True]
    assert "BLEU, char" in str(found)


@pytest.mark.parametrize(
    "name", [name for name, one in FORMATS.items() if one.renders("comparison-over-sets")]
)
def test_every_format_shows_it(found: ComparisonOverSets, name: str) -> None:
    shown = str(render(found, name))
    assert ("Dror" if name == "bibtex" else "good") in shown
    assert "nan" not in shown.casefold()


@pytest.mark.parametrize("name", ["csv", "pairs-csv", "sets-csv"])
def test_rows_of_csv_stand_alone(found: ComparisonOverSets, name: str) -> None:
    rows = list(csv.DictReader(io.StringIO(str(render(found, name)))))
    sets = {row.get("sets") or row["set"] for row in rows}
    assert sets == ({"news", "talks", "chat"} if name == "sets-csv" else {"news talks chat"})
    metrics = found.sets[0].comparison.metrics
    for row in rows:
        [signature] = [one.signature for one in metrics if one.metric == row["metric"]]
        assert (row["signature"], row["confidence"], row["correction"]) == (
            signature, "0.95", "holm",
        )  # fmt: skip
        assert "adj:holm" in row["test_signature"]


def test_records_have_the_values_of_the_csv_files(found: ComparisonOverSets) -> None:
    for name, form in (("means", "csv"), ("pairs", "pairs-csv"), ("sets", "sets-csv")):
        rows = list(csv.DictReader(io.StringIO(str(render(found, form)))))
        records = found.to_dict()[name]
        assert [list(one) for one in records] == [list(row) for row in rows]
        for one, row in zip(records, rows, strict=True):
            shown = {key: "" if value is None else str(value) for key, value in one.items()}
            assert shown == row | {
                key: row[key].capitalize() for key in ("best", "higher_is_better") if key in row
            }


def test_data_frames_have_the_records(
    found: ComparisonOverSets, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert found.to_frame() == found.to_dict()["means"]
    assert found.to_frame("sets") == found.to_dict()["sets"]
    with pytest.raises(OptionError, match="no table 'set'; expected one of means, pairs, sets"):
        found.to_frame("set")


def test_json_follows_the_published_schema(found: ComparisonOverSets) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    validator = jsonschema.Draft202012Validator(published("comparison_over_sets"))
    content = json.loads(json.dumps(found.to_json()))
    validator.validate(content)
    assert not validator.is_valid({**content, "schema": "tallystick/comparison-over-sets/0"})


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        ({"sets": {"news": SETS["news"]}}, InputError, "1 test set is too few"),
        ({"sets": {"a": {}, "b": {}}}, InputError, "there are no systems to compare"),
        (
            {"baseline": "good ", "sets": SETS},
            OptionError,
            "'good ' is not a system of the test set",
        ),
        (
            {"sets": {"a": ["x"], "b": ["y"]}},
            InputError,
            "expected a mapping from the name of each",
        ),
        ({"sets": SETS, "metrics": ["bleu", "bleu"]}, OptionError, "'bleu' is given twice"),
        ({"sets": SETS, "correction": "max-t"}, OptionError, "max-t is not available"),
    ],
)
def test_wrong_values_are_refused(wrong: Any, error: Any, said: str) -> None:
    with pytest.raises(error, match=said):
        compare_sets(**wrong)
