"""The score of a segment is the same number wherever it is asked for."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tallystick
from tallystick import Corpus, InputError, OptionError, PreparedReferences
from tallystick.metrics import Metric, fitted, presets_of, score_parts, segment_form, segment_scores
from tallystick.reports import score_report
from tests.metrics.built_in import DIALECTS, NAMES

OPTIONS = [
    *("bleu", "bleu:effective_order=no", "bleu:effective_order=yes", "bleu:smooth=add-k"),
    *("bleu:smooth=floor,order=2", "bleu:smooth=none", "bleu:weights=0.5+0.3+0.1+0.1"),
    *("chrf", "chrf++", "chrf:eps_smoothing=yes", "chrf:beta=1,order=2", "nist", "nist:order=2"),
    *("wer", "cer", "mer", "wil", "wip", "ter", "rouge1", "rouge2", "rougeL", "rougeLsum"),
    *("rouge:type=3", "google_gleu", "ribes", "distinct", "distinct1", "self_bleu", "cider"),
    *("sari", "sentbleu", "sentbleu:effective_order=no"),
]
PRESETS = [
    f"{'rouge2' if name == 'rouge1' else name}:dialect={preset.name}"
    for name, kind in DIALECTS.items()
    if name in NAMES
    for preset in presets_of(kind)
]
WORDS = ["a", "b", "c", "the", "cat", "0", "c,"]
LINES = st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join)
FILLED = st.lists(st.sampled_from(WORDS), min_size=1, max_size=7).map(" ".join)
SEGMENTS = [
    ("the cat is on the mat", "the cat sat on the mat", "a cat is on a mat"),
    ("a b", "a b c", "a c b"),
    ("a b c", "a b c", "b c"),
    ("dogs", "the dog", "dog"),
    ("it rains today, I hear", "it is raining today", "today it rains, I hear"),
    ("", "x y", "z"),
]


def ways(metric: Metric, segments: list[tuple[str, str, str]]) -> Iterator[tuple[str, list[float]]]:
    """Yield every way to the scores of segments, as numbers of which NaN is not defined."""
    columns: Any = zip(*segments, strict=True)
    hypotheses, references, sources = map(list, columns)
    needs = metric.identity.needs_references
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references, sources=sources)
    ready = fitted(metric, [corpus.references])
    yield "segment_scores", segment_scores(ready, ready.statistics(corpus)).tolist()
    yield "segment_form", segment_form(ready).formula(ready.statistics(corpus).rows).tolist()
    scored = score_parts([[("x", corpus)]], [corpus.references], [metric])
    [entry] = score_report(scored, {"x": metric}, segments=True).entries
    yield "report", [math.nan if one is None else one for one in entry.segments or ()]
    texts = list(zip(hypotheses, [[one] for one in references], sources, strict=True))
    alone: Any = ready
    if not metric.identity.whole_corpus or metric.identity.name == "distinct":
        yield "score_segment", [number(lambda: alone.score_segment(*one).score) for one in texts]  # noqa: B023
    if needs:
        prepared = PreparedReferences(references, metric=metric, sources=sources)
        yield "prepared", prepared.segment_scores(hypotheses).tolist()
        places = enumerate(hypotheses)
        yield "prepared, one", [prepared.segment_score(place, line) for place, line in places]
    if needs and not metric.identity.needs_sources:
        matrix = tallystick.score_matrix(hypotheses, references, metric=metric)
        yield "matrix", matrix.diagonal().tolist()


def number(score: Callable[[], float]) -> float:
    """Return a score, or NaN where it is not defined."""
    try:
        return score()
    except InputError:
        return math.nan


def assert_all_ways_agree(metric: Metric, segments: list[tuple[str, str, str]]) -> None:
    try:
        (_, expected), *others = list(ways(metric, segments))
    except InputError:  # the corpus has no score
        return
    for way, found in others:
        np.testing.assert_array_equal(found, expected, err_msg=f"{way} of {metric}")


@pytest.mark.parametrize("spec", [*OPTIONS, *PRESETS])
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_all_ways_to_the_score_of_a_segment_agree_bit_for_bit(spec: str) -> None:
    metric = tallystick.metric(spec)
    assert_all_ways_agree(metric, SEGMENTS if spec in OPTIONS else SEGMENTS[:5])


@given(st.sampled_from(OPTIONS), st.lists(st.tuples(LINES, FILLED, LINES), min_size=2, max_size=4))
@settings(max_examples=2 * settings().max_examples)
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_they_agree_for_any_text(spec: str, segments: list[tuple[str, str, str]]) -> None:
    assert_all_ways_agree(tallystick.metric(spec), segments)


def test_bleu_of_a_segment_has_effective_order_and_its_signature_says_so() -> None:
    # two words of two match, with the brevity penalty of 2 for 3: sacreBLEU 2.6.0 sentence_bleu
    for metric in (tallystick.Bleu(), tallystick.Bleu(effective_order=False)):
        score = metric.score_segment("the cat", ["the cat sat"])
        assert score.score == pytest.approx(100 * math.exp(1 - 3 / 2))
        assert (score.signature["eff"], score.spec) == ("yes", "bleu:effective_order=yes")
        corpus = Corpus.from_segments(hypotheses=["the cat"], references=["the cat sat"])
        statistics = metric.statistics(corpus)
        assert segment_scores(metric, statistics).tolist() == [score.score]
        assert metric.formula(statistics.rows).tolist() == [0.0]  # the corpus formula, of one row
        assert metric.score(statistics).score == 0.0
    exact = tallystick.metric("sentbleu:effective_order=no")
    assert segment_scores(exact, exact.statistics(corpus)).tolist() == [0.0]


@pytest.mark.parametrize("spec", ["nist", "cider", "self_bleu"])
def test_a_segment_that_depends_on_the_others_is_refused_alone(spec: str) -> None:
    metric: Any = tallystick.metric(spec)
    with pytest.raises(OptionError, match="of a segment depends on the other segments; write"):
        metric.score_segment("a b", ["a b"])
    if spec != "self_bleu":
        ready: Any = PreparedReferences(["a b", "c"], metric=metric).metric
        assert ready.score_segment("a b", ["a b"]).score > 0


def test_a_segment_without_a_list_of_references_is_refused() -> None:
    nothing: list[str] = []
    number: Any = 5
    for references in (nothing, "a b", (), number):
        with pytest.raises(InputError, match="expected a list of at least one string"):
            tallystick.Wer().score_segment("a b", references)
    lines: Any = ["a b"]
    with pytest.raises(InputError, match=r"hypothesis of the segment is .* expected a string"):
        tallystick.Wer().score_segment(lines, ["a b"])
    assert tallystick.Distinct(order=1).score_segment("a b a").score == pytest.approx(200 / 3)
