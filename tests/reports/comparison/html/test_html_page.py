"""The text of the page: its content, its policy, and hostile names."""

from __future__ import annotations

import base64
import gzip
import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any

import pytest

import tallystick
from tallystick.reports import ComparedSystem, Comparison, Doubt, SegmentOutcomes, Segments
from tests.reports.comparison import made
from tests.reports.rendering import page as render


class Page(HTMLParser):
    """Collects the elements of a page, its text, and the content of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self._inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag
        if tag in self.raw:
            self.raw[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside in self.raw:
            self.raw[self._inside][-1] += data
        else:
            self.text.append(data)


def embedded(page: str) -> Any:
    [packed] = re.findall(
        r'<script type="application/octet-stream" id="data">([^<]*)</script>', page
    )
    return json.loads(gzip.decompress(base64.b64decode(packed, validate=True)))


def test_every_score_is_in_the_page_without_scripts(small_comparison: Comparison) -> None:
    text = " ".join(Page(render(small_comparison)).text)
    for score in small_comparison.scores:
        assert score.score is not None
        assert f"{score.score:.{2 if score.metric == 'bleu' else 4}f}" in text


def test_the_answer_and_its_plot_come_first_and_the_caveats_last(
    small_comparison: Comparison,
) -> None:
    page = render(small_comparison)
    places = [
        page.index(text)
        for text in (
            'class="verdict"',
            'id="scores"',
            'id="systems-table"',
            'id="findings"',
            'id="differences"',
            small_comparison.verdict[2],
            'id="lengths"',
            'id="groups"',
            'id="words"',
            'id="segments"',
            'id="methods"',
            small_comparison.caveats[0],
        )
    ]
    assert places == sorted(places)


def test_two_warnings_are_at_the_top_and_all_below(small_comparison: Comparison) -> None:
    warnings = tuple(f"Warning {n}." for n in range(1, 5))
    doubts = tuple(Doubt("cut off", (), None, (), one) for one in warnings)
    page = render(replace(small_comparison, doubts=doubts, notes=("A footnote.",)))
    opening, rest = page.split('id="systems"')
    assert [one in opening for one in warnings] == [True, True, False, False]
    assert "2 more to check" in opening
    assert all(one in rest for one in warnings)
    assert "A footnote." in rest[rest.index('id="methods"') :]


def test_ranks_and_clusters_are_shown_only_if_all_pairs_were_tested(
    small_comparison: Comparison,
) -> None:
    assert ">Rank<" in render(small_comparison)
    assert "cluster 1" in render(small_comparison)
    page = render(replace(small_comparison, baseline="system-2"))
    assert ">Rank<" not in page
    assert "cluster 1" not in page


def test_scripts_never_parse_text_as_markup(small_comparison: Comparison) -> None:
    script = Page(render(small_comparison)).raw["script"][-1]
    forbidden = (
        "innerHTML|outerHTML|insertAdjacentHTML|document.write|eval\\(|new Function|DOMParser"
    )
    assert re.findall(forbidden, script) == []
    assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|sendBeacon|import\(", script) == []


def test_hostile_names_add_no_element(
    small_comparison: Comparison, hostile_comparison: Comparison
) -> None:
    tame = [kind for kind, _ in Page(render(small_comparison)).elements]
    spoilt = Page(render(hostile_comparison))
    kinds = [kind for kind, _ in spoilt.elements]
    assert "img" not in kinds
    # the page has one more note
    assert sorted(set(kinds)) == sorted(set(tame))
    assert kinds.count("script") == 2
    text = "".join(spoilt.text)
    assert "{{7*7}}" in text
    assert not re.search("[\x00-\x08\x0b-\x1f\u202a-\u202e\u2066-\u2069]", text)


def test_hostile_texts_are_unchanged_in_the_data(
    hostile_comparison: Comparison, hostile_text: str
) -> None:
    data = embedded(render(hostile_comparison))
    assert data["systems"] == [one.name for one in hostile_comparison.systems]
    assert data["segments"]["rows"][0][2][0] == hostile_text
    assert data["segments"]["rows"][1][2][0] == "x" * 100_000


def test_all_texts_and_columns_are_in_the_page(small_comparison: Comparison) -> None:
    segments = small_comparison.segments
    assert isinstance(segments, Segments)
    assert segments.sources is not None
    assert segments.documents is not None
    data = embedded(render(small_comparison))["segments"]
    names = [one.name for one in small_comparison.systems]
    for n, (source, references, hypotheses) in enumerate(data["rows"]):
        assert source == segments.sources[n]
        assert tuple(references) == segments.references[n]
        assert hypotheses == [segments.hypotheses[name][n] for name in names]
    fields = {
        one["name"]: [one["values"][place] for place in one["places"]] for one in data["fields"]
    }
    assert fields == {
        "document": list(segments.documents),
        "domain": list(segments.metadata["domain"]),
    }
    for metric, of_metric in zip(small_comparison.metrics, data["scores"], strict=True):
        for name, of_system in zip(names, of_metric, strict=True):
            assert of_system == pytest.approx(segments.scores[metric.metric][name], abs=0.005)


def test_a_saved_comparison_gives_the_same_page(small_comparison: Comparison) -> None:
    saved = json.dumps(small_comparison.to_json())
    assert render(Comparison.from_json(saved)) == render(small_comparison)


def test_a_comparison_without_texts_has_no_browser_and_no_links_into_it(
    small_comparison: Comparison,
) -> None:
    page = Page(render(replace(small_comparison, segments=None)))
    ids = {attributes.get("id") for _, attributes in page.elements}
    assert "segments" not in ids
    links = [one["href"] or "" for kind, one in page.elements if kind == "a"]
    assert not [link for link in links if "=" in link or link == "#segments"]


def test_no_line_ends_inside_a_name_in_the_verdict() -> None:
    comparison = made.three_systems(("Online", "Online-B", "<x>"))
    said = "Online-B beats Online & <x>, Onliner does not."
    assert (
        '<span class="unbroken">Online-B</span> beats <span class="unbroken">Online</span> '
        '&amp; <span class="unbroken">&lt;x&gt;,</span> Onliner does not.'
    ) in render(replace(comparison, verdict=(said,)))


def test_no_line_of_the_verdict_ends_inside_the_title_of_a_metric(
    small_comparison: Comparison,
) -> None:
    metric, *others = small_comparison.metrics
    renamed = replace(small_comparison, metrics=(replace(metric, title="ROUGE-1"), *others))
    page = render(replace(renamed, verdict=("ROUGE-1 prefers it.",)))
    assert '<span class="unbroken">ROUGE-1</span> prefers it.' in page


def test_precisions_by_order_are_shown_for_the_metric_that_is_selected(
    small_comparison: Comparison,
) -> None:
    figures = [
        attributes["data-metric"]
        for _, attributes in Page(render(small_comparison)).elements
        if attributes.get("class") == "orders of-metric"
    ]
    assert figures == ["0", "1"]
    none = Page(render(replace(small_comparison, orders=())))
    assert "Length and order" not in none.text
    assert none.text.count("Length") == 2  # the heading, and the link to it


def test_a_bare_comparison_renders(small_comparison: Comparison) -> None:
    empty: tuple[Any, ...] = ()
    bare = replace(
        small_comparison,
        verdict=empty,
        caveats=empty,
        doubts=empty,
        disagreements=empty,
        orders=empty,
        lengths=empty,
        breakdowns=empty,
        breakdown_notes=empty,
        word_accuracy=empty,
        ngrams=empty,
        ngram_differences=empty,
        segment_outcomes=empty,
        examples=empty,
        suspicious=empty,
        segments=None,
        notes=empty,
    )
    ids = {attributes.get("id") for _, attributes in Page(render(bare)).elements}
    assert {"systems", "scores", "differences", "methods"} <= ids
    assert ids.isdisjoint({"lengths", "groups", "words", "findings", "segments"})


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


def test_undefined_scores_are_dashes(small_comparison: Comparison) -> None:
    name = small_comparison.systems[0].name
    scores = tuple(
        replace(one, score=None, interval=None, standard_error=None, best=False)
        if one.system == name
        else one
        for one in small_comparison.scores
    )
    differences = tuple(
        replace(one, difference=float("nan"), interval=None, p_value=None, adjusted_p_value=None)
        for one in small_comparison.differences
    )
    page = render(replace(small_comparison, scores=scores, differences=differences))
    assert ">None<" not in page
    assert "nan" not in re.sub(r"<script.*", "", page, flags=re.DOTALL)


def test_the_components_of_a_score_are_shown(small_comparison: Comparison) -> None:
    text = "".join(Page(render(small_comparison)).text)
    for one in small_comparison.scores:
        if one.metric == "bleu":
            assert f"{one.details['brevity_penalty']:.4f}" in text
            assert "/".join(map(str, one.details["counts"])) in text


def test_runs_are_shown_with_their_deviation(small_comparison: Comparison) -> None:
    first = small_comparison.scores[0]
    several = replace(first, run_scores=(30.0, 32.0, 34.0), run_deviation=2.0)
    systems = (ComparedSystem(first.system, 3), *small_comparison.systems[1:])
    page = render(
        replace(small_comparison, systems=systems, scores=(several, *small_comparison.scores[1:]))
    )
    assert "3 runs, standard deviation 2.00" in page


def test_sections_with_results_of_the_first_run_alone_say_so(
    small_comparison: Comparison,
) -> None:
    sentence = "If a system has several runs, "
    assert sentence not in render(small_comparison)
    first, *others = small_comparison.systems
    page = render(replace(small_comparison, systems=(replace(first, runs=3), *others)))
    sections = {
        found[1]: found[0]
        for found in re.finditer(r'<section id="(\w+)".*?</section>', page, flags=re.DOTALL)
    }
    found = {name for name, section in sections.items() if sentence in section}
    assert found == {
        "systems",
        "differences",
        "lengths",
        "groups",
        "words",
        "findings",
        "examples",
        "segments",
    }


def test_groups_below_the_minimum_are_counted_and_not_shown(
    small_comparison: Comparison,
) -> None:
    first, *others = small_comparison.breakdowns
    small = first.groups[0].label
    cells = tuple(
        replace(one, score=None, interval=None) if one.group == small else one
        for one in first.cells
    )
    page = render(replace(small_comparison, breakdowns=(replace(first, cells=cells), *others)))
    assert f"1 group with fewer than {first.minimum} segments is not shown" in page


def test_scores_of_groups_are_tables_with_a_row_for_each_system(
    small_comparison: Comparison,
) -> None:
    text = "".join(Page(render(small_comparison)).text)
    for breakdown in small_comparison.breakdowns:
        assert f"BLEU by {breakdown.field}" in text
        for one in breakdown.differences:
            if one.metric == "bleu" and one.difference is not None:
                assert f"{one.difference:+.2f}".replace("-", "\u2212") in text


def test_two_systems_have_their_wins_ties_and_losses(make_two: Any) -> None:
    comparison = make_two(60)
    page = render(comparison)
    for one in comparison.segment_outcomes:
        # under both metrics those of the better system under the first
        best, _ = (score.system for score in comparison.in_order_of("bleu"))
        better, worse = (one.better, one.worse) if one.system == best else (one.worse, one.better)
        assert f"{best}: {better} better, {one.equal} equal, {worse} worse" in page
    assert page.count('class="plot histogram"') == 2
    assert page.count('class="plot scatter"') == 2
    assert 'class="matrix"' not in page


def test_two_systems_have_one_direction_of_difference(make_two: Any) -> None:
    comparison = make_two(60)
    best, other = (score.system for score in comparison.in_order_of("bleu"))
    page = render(comparison)
    assert f'Difference from <bdi class="cut">{other}</bdi>' in page
    assert f'Difference from <bdi class="cut">{best}</bdi>' not in page
    text = str(comparison)
    assert f"difference from {other}" in text
    assert f"Under BLEU, {best} scores " in text
    assert f"to the difference of {best} from {other} in BLEU" in text


def test_a_page_of_one_system_says_nothing_of_several(small_comparison: Comparison) -> None:
    alone = made.put_together((made.BLEU,), ("new",), (made.score("new", made.BLEU, 33.0),), ())
    page = Page(render(alone))
    said = " ".join(page.text)
    assert "jackknife of documents" in said
    for words in ("Difference", "two systems", "randomisation", "best"):
        assert words not in said.partition("Methods")[0]


def test_histograms_have_a_bar_for_each_count() -> None:
    edges, counts = (-2.0, -1.0, 0.0, 1.0, 2.0), (4, 1, 0, 2)
    one = SegmentOutcomes("bleu", "new", "old", 2, 0, 5, edges, counts)
    page = render(replace(made.two_systems(), segment_outcomes=(one,)))
    plot = page[page.index('class="plot histogram"') :].partition("</svg>")[0]
    bars = re.findall(r"M[\d.]+[, ]([\d.]+)V([\d.]+)H", plot)
    heights = [float(foot) - float(top) for foot, top in bars]
    assert heights == pytest.approx([max(heights) * count / 4 for count in (4, 1, 2)], abs=0.1)


def test_the_page_says_that_intervals_are_not_corrected(small_comparison: Comparison) -> None:
    test = replace(small_comparison.test, comparisons=3, correction="holm")
    said = "ntervals are for one pair and not corrected; p-values are corrected for 3 comparisons"
    page = Page(render(replace(small_comparison, test=test)))
    # above the table of systems and that of differences
    assert sum(said in one for one in page.text) == 2
    single = Page(render(replace(small_comparison, test=replace(test, comparisons=1))))
    assert not any("for one pair" in one for one in single.text)


def test_the_facts_name_the_report_of_a_saved_system(small_comparison: Comparison) -> None:
    renamed = replace(small_comparison.systems[0], name="model (saved)")
    scores = tuple(
        replace(one, system=renamed.name) if one.system == small_comparison.systems[0].name else one
        for one in small_comparison.scores
    )
    comparison = replace(
        small_comparison,
        systems=(renamed, *small_comparison.systems[1:]),
        scores=scores,
        differences=(),
        segment_outcomes=(),
        disagreements=(),
        lengths=(),
        orders=(),
        breakdowns=(),
        segments=None,
        saved_report="good.json",
    )
    assert "model (saved): good.json" in Page(render(comparison)).text


def test_one_of_the_facts_is_in_the_singular() -> None:
    report = tallystick.compare(
        systems={"only": ["a b c d"]}, references=["a b c e"], resamples=100
    )
    facts = Page(render(report)).text
    assert [one for one in facts if one.startswith("1 s")][:2] == ["1 system", "1 segment"]
