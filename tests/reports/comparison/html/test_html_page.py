"""The text of the page: its content, its policy, and hostile names."""

import base64
import gzip
import json
import re
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

import tallystick
from tallystick.reports import Comparison, Disagreement, Doubt, SegmentOutcomes, Segments
from tests.reports.comparison import made
from tests.reports.comparison.html.comparisons import (
    HOSTILE,
    hostile_comparison,
    make_two,
    small_comparison,
)
from tests.reports.rendering import Page
from tests.reports.rendering import page as render


def embedded(page: str) -> Any:
    [packed] = re.findall(
        r'<script type="application/octet-stream" id="data">([^<]*)</script>', page
    )
    return json.loads(gzip.decompress(base64.b64decode(packed, validate=True)))


def text_of(comparison: Comparison, **changes: Any) -> str:
    """Return the text of the page of a comparison with other facts."""
    return Page(render(replace(comparison, **changes))).text


@cache
def small_page() -> str:
    return render(small_comparison())


def test_every_score_and_its_components_are_in_the_page_without_scripts() -> None:
    page = Page(small_page())
    precisions = [
        attributes
        for _, attributes in page.elements
        if attributes.get("class") == "orders of-metric"
    ]
    assert [precision["data-metric"] for precision in precisions] == ["0", "1"]
    text = page.text
    for score in small_comparison().scores:
        assert score.score is not None
        assert f"{score.score:.{2 if score.metric == 'bleu' else 4}f}" in text
        if score.metric == "bleu":
            assert f"{score.details['brevity_penalty']:.4f}" in text
            assert "/".join(map(str, score.details["counts"])) in text


def test_the_answer_and_its_plot_come_first_and_the_caveats_last() -> None:
    before = ("scores", "systems-table", "findings", "differences")
    after = ("lengths", "groups", "words", "segments", "methods")
    places = [
        small_page().index(text)
        for text in (
            'class="verdict"',
            *(f'id="{name}"' for name in before),
            small_comparison().verdict[2],
            *(f'id="{name}"' for name in after),
            small_comparison().caveats[0],
        )
    ]
    assert places == sorted(places)


def test_two_warnings_are_at_the_top_and_all_below() -> None:
    warnings = tuple(f"Warning {n}." for n in range(1, 5))
    doubts = tuple(Doubt("cut off", (), None, (), warning) for warning in warnings)
    page = render(replace(small_comparison(), doubts=doubts, notes=("A footnote.",)))
    opening, rest = page.split('id="systems"')
    assert [warning in opening for warning in warnings] == [True, True, False, False]
    assert "2 more to check" in opening
    assert all(warning in rest for warning in warnings)
    assert "A footnote." in rest[rest.index('id="methods"') :]


def test_ranks_and_clusters_are_shown_only_if_all_pairs_were_tested() -> None:
    with_baseline = render(replace(small_comparison(), baseline="system-2"))
    for said in (">Rank<", "cluster 1"):
        assert said in small_page()
        assert said not in with_baseline


def test_pairs_that_metrics_rank_differently_are_counted_once() -> None:
    silent = Disagreement("middle", "large", "bleu", "nist", (), ())
    again = replace(silent, system="large", other="middle", metric="nist", other_metric="bleu")
    telling = replace(silent, other="small", significant=("bleu",))
    comparison = made.three_systems()
    of_one = text_of(comparison, disagreements=(silent, again, telling))
    assert "Metrics rank 1 pair differently, but no difference is significant" in of_one
    of_two = text_of(comparison, disagreements=(silent, again, replace(telling, significant=())))
    assert "Metrics rank 2 pairs differently, but no difference is significant" in of_two
    three = text_of(comparison, disagreements=(telling, replace(telling, significant=())))
    assert "but no difference is significant" not in three


def test_scripts_never_parse_text_as_markup() -> None:
    script = Page(small_page()).raw["script"][-1]
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document.write|eval\(|new Function|DOMParser|"
        r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\("
    )
    assert re.findall(forbidden, script) == []


def test_hostile_names_add_no_element_and_are_unchanged_in_the_data() -> None:
    page = render(hostile_comparison())
    spoilt = Page(page)
    # the page has one more note
    assert {*spoilt.kinds} == {*Page(small_page()).kinds}
    assert spoilt.kinds.count("script") == 2
    text = spoilt.text
    assert "{{7*7}}" in text
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", text)
    data = embedded(page)
    assert data["systems"] == [system.name for system in hostile_comparison().systems]
    assert [row[2][0] for row in data["segments"]["rows"][:2]] == [HOSTILE, "x" * 100_000]


def test_all_texts_and_columns_are_in_the_page() -> None:
    comparison = small_comparison()
    segments = comparison.segments
    assert isinstance(segments, Segments)
    assert segments.sources is not None
    assert segments.documents is not None
    data = embedded(render(comparison))["segments"]
    names = [system.name for system in comparison.systems]
    for n, (source, references, hypotheses) in enumerate(data["rows"]):
        assert source == segments.sources[n]
        assert tuple(references) == segments.references[n]
        assert hypotheses == [segments.hypotheses[name][n] for name in names]
    fields = {
        field["name"]: [field["values"][place] for place in field["places"]]
        for field in data["fields"]
    }
    assert fields == {
        "document": list(segments.documents),
        "domain": list(segments.metadata["domain"]),
    }
    for metric, of_metric in zip(comparison.metrics, data["scores"], strict=True):
        for name, of_system in zip(names, of_metric, strict=True):
            assert of_system == pytest.approx(segments.scores[metric.metric][name], abs=0.005)


def test_a_comparison_without_texts_has_no_browser_and_no_links_into_it() -> None:
    page = Page(render(replace(small_comparison(), segments=None)))
    assert "segments" not in page.values("id")
    links = [link for link in page.values("href") if link.startswith("#")]
    assert not [link for link in links if "=" in link or link == "#segments"]


EVERY_DETAIL = (
    *("verdict", "caveats", "doubts", "disagreements", "orders", "lengths", "breakdowns"),
    *("breakdown_notes", "word_accuracy", "ngrams", "ngram_differences", "segment_outcomes"),
    *("examples", "suspicious", "notes"),
)


def test_what_a_comparison_lacks_has_no_section() -> None:
    lacking: dict[str, Any] = dict.fromkeys(EVERY_DETAIL, ())
    page = Page(render(replace(small_comparison(), **lacking, segments=None)))
    ids = {*page.values("id")}
    assert {"systems", "scores", "differences", "methods"} <= ids
    assert ids.isdisjoint({"lengths", "groups", "words", "findings", "segments"})
    without = Page(render(replace(small_comparison(), orders=()))).texts
    assert "Length and order" not in without
    assert without.count("Length") == 2  # the heading, and the link to it


def test_no_line_ends_inside_a_name_or_the_title_of_a_metric_in_the_verdict() -> None:
    comparison = made.three_systems(("Online", "Online-B", "<x>"))
    said = "ROUGE-1: Online-B beats Online & <x>, Onliner does not."
    metrics = made.each(comparison.metrics, {"metric": "bleu"}, title="ROUGE-1")
    assert (
        '<span class="unbroken">ROUGE-1:</span> <span class="unbroken">Online-B</span> beats '
        '<span class="unbroken">Online</span> &amp; <span class="unbroken">&lt;x&gt;,</span> '
        "Onliner does not."
    ) in render(replace(comparison, verdict=(said,), metrics=metrics))


@pytest.mark.parametrize(
    ("values", "far"),
    [
        ((28.0, 24.0, 20.0, 11.9), ["system 3"]),  # a gap of 8.1 to scores that extend over 8
        ((28.0, 24.0, 20.0, 12.0), []),
        ((40.0, 28.0, 24.0, 20.0), ["system 0"]),
        ((28.0, 24.0, 0.0), []),
        ((20.0, 20.0, 20.0, 0.0), []),
        ((28.0, None, 24.0, 0.0), []),
        ((28.0, 27.0, 1.0, 0.0), []),
    ],
)
def test_a_score_is_far_beyond_a_gap_that_is_wider_than_the_others(
    values: tuple[float | None, ...], far: list[str]
) -> None:
    names = tuple(f"system {place}" for place in range(len(values)))
    scores = tuple(map(made.score, names, [made.BLEU] * 4, values, [0.0] * 4))
    comparison = made.put_together((made.BLEU,), names, scores, ())
    page = render(comparison)
    assert re.findall(r"The arrow points to the score of <b\w+[^>]*>(.*?)</b", page) == far


def test_intervals_count_as_what_is_drawn() -> None:
    scores = [made.score(str(value), made.BLEU, value, 0) for value in (28, 24, 20)]
    for half_width, arrows in ((0.0, 1), (2.0, 0)):
        rows = (*scores, made.score("11", made.BLEU, 11, half_width))
        page = render(made.put_together((made.BLEU,), ("28", "24", "20", "11"), rows, ()))
        assert page.count('class="arrow"') == arrows


def test_undefined_scores_are_dashes() -> None:
    comparison = small_comparison()
    where = {"system": comparison.systems[0].name}
    nothing = {"score": None, "interval": None, "standard_error": None, "best": False}
    untested: dict[str, Any] = {"difference": float("nan"), "interval": None, "p_value": None}
    page = render(
        replace(
            comparison,
            scores=made.each(comparison.scores, where, **nothing),
            differences=made.each(comparison.differences, **untested, adjusted_p_value=None),
        )
    )
    assert ">None<" not in page
    assert "nan" not in re.sub(r"<script.*", "", page, flags=re.DOTALL)


def test_runs_are_shown_with_their_deviation() -> None:
    comparison = small_comparison()
    where = {"system": comparison.systems[0].name}
    runs = {"run_scores": (30.0, 32.0, 34.0), "run_deviation": 2.0}
    systems = made.each(comparison.systems, {"name": where["system"]}, runs=3)
    scores = made.each(comparison.scores, where, **runs)
    page = render(replace(comparison, systems=systems, scores=scores))
    assert "3 runs, standard deviation 2.00" in page


def test_sections_with_results_of_the_first_run_alone_say_so() -> None:
    sentence = "If a system has several runs, "
    assert sentence not in small_page()
    first, *others = small_comparison().systems
    page = render(replace(small_comparison(), systems=(replace(first, runs=3), *others)))
    sections = re.finditer(r'<section id="(\w+)".*?</section>', page, flags=re.DOTALL)
    assert {section[1] for section in sections if sentence in section[0]} == {
        *("systems", "differences", "lengths", "groups", "words", "findings", "examples"),
        "segments",
    }


def test_groups_below_the_minimum_are_counted_and_not_shown() -> None:
    first, *others = small_comparison().breakdowns
    where = {"group": first.groups[0].label}
    cells = made.each(first.cells, where, score=None, interval=None)
    page = render(replace(small_comparison(), breakdowns=(replace(first, cells=cells), *others)))
    assert f"1 group with fewer than {first.minimum} segments is not shown" in page


def test_scores_of_groups_are_tables_with_a_row_for_each_system() -> None:
    text = Page(small_page()).text
    for breakdown in small_comparison().breakdowns:
        assert f"BLEU by {breakdown.field}" in text
        for pair in breakdown.differences:
            if pair.metric == "bleu" and pair.difference is not None:
                assert f"{pair.difference:+.2f}".replace("-", "\u2212") in text


def test_two_systems_have_one_difference_and_their_wins_ties_and_losses() -> None:
    comparison = make_two(60)
    page = render(comparison)
    # under both metrics those of the better system under the first
    best, other = (score.system for score in comparison.in_order_of("bleu"))
    for outcomes in comparison.segment_outcomes:
        better, worse = (
            (outcomes.better, outcomes.worse)
            if outcomes.system == best
            else (outcomes.worse, outcomes.better)
        )
        assert f"{best}: {better} better, {outcomes.equal} equal, {worse} worse" in page
    assert page.count('class="plot histogram"') == 2
    assert page.count('class="plot scatter"') == 2
    assert 'class="matrix"' not in page
    assert f'Difference from <bdi class="cut">{other}</bdi>' in page
    assert f'Difference from <bdi class="cut">{best}</bdi>' not in page
    text = str(comparison)
    assert f"difference from {other}" in text
    assert f"Under BLEU, {best} scores " in text
    assert f"to the difference of {best} from {other} in BLEU" in text


def test_a_page_of_one_system_says_nothing_of_several_and_counts_in_the_singular() -> None:
    alone = tallystick.compare(systems={"only": ["a b c d"]}, references=["a b c e"], resamples=100)
    facts = Page(render(alone)).texts
    assert [fact for fact in facts if fact.startswith("1 s")][:2] == ["1 system", "1 segment"]
    said = " ".join(facts).partition("Methods")[0]
    for words in ("Difference", "two systems", "randomisation", "best"):
        assert words not in said
    of_documents = made.put_together(
        (made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.0),), ()
    )
    assert "jackknife of documents" in text_of(of_documents)


def test_histograms_have_a_bar_for_each_count() -> None:
    edges, counts = (-2.0, -1.0, 0.0, 1.0, 2.0), (4, 1, 0, 2)
    outcomes = SegmentOutcomes("bleu", "new", "old", 2, 0, 5, edges, counts)
    page = render(replace(made.two_systems(), segment_outcomes=(outcomes,)))
    plot = page[page.index('class="plot histogram"') :].partition("</svg>")[0]
    bars = re.findall(r"M[\d.]+[, ]([\d.]+)V([\d.]+)H", plot)
    heights = [float(foot) - float(top) for foot, top in bars]
    assert heights == pytest.approx([max(heights) * count / 4 for count in (4, 1, 2)], abs=0.1)


def test_the_page_says_that_intervals_are_not_corrected() -> None:
    comparison = small_comparison()
    test = replace(comparison.test, comparisons=3, correction="holm")
    said = "ntervals are for one pair and not corrected; p-values are corrected for 3 comparisons"
    # above the table of systems and that of differences
    assert text_of(comparison, test=test).count(said) == 2
    assert "for one pair" not in text_of(comparison, test=replace(test, comparisons=1))


def test_the_facts_name_the_report_of_a_saved_system() -> None:
    saved = "model (saved)"
    pair = made.difference("model", saved, made.BLEU, -0.78, 0.01)
    comparison = made.of_systems({"model": 32.5, saved: 33.3}, pair, saved_report="good.json")
    assert "model (saved): good.json" in Page(render(comparison)).texts
