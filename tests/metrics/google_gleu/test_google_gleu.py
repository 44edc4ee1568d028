"""Google's GLEU on hand-made segments: options, references, degenerate input and errors."""

import numpy as np
import pytest
from hypothesis import strategies as st

import tallystick
from tallystick import GoogleGleu, UnknownNameError
from tests.metrics.naive import corpus_of

TOKENS = st.lists(st.sampled_from("ab,"), max_size=7)
SEGMENT = st.tuples(TOKENS, st.lists(TOKENS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=4)
ORDERS = st.tuples(st.integers(1, 3), st.integers(3, 5))

Segments = list[tuple[list[str], list[list[str]]]]


def score(segments: Segments, **options: object) -> float:
    metric = GoogleGleu(**options)  # type: ignore[arg-type]
    return metric.score(metric.statistics(corpus_of(segments))).score


def test_one_segment_by_hand() -> None:
    # a, b, c and "a b" match; the reference has the most n-grams: 4 + 3 + 2 + 1
    gleu = tallystick.google_gleu(hypotheses=["a b c"], references=["a b d c"])
    assert (gleu.matches, gleu.ngrams) == (4, 10)
    assert gleu.score == 40
    start = "GLEU (Google) = 40.00 (4 of 10 n-grams) nrefs:1|case:mixed|tok:13a|metric:google_gleu|"
    assert str(gleu).startswith(start)


def test_of_references_that_tie_the_one_with_the_fewest_ngrams_counts() -> None:
    # NLTK 3.10.4: 1/4, and 2/7 with the references of the first segment swapped
    usual: Segments = [(["a", "a"], [["a"], ["a", "b", "a"]]), (["a"], [["b"]])]
    swapped: Segments = [(["a", "a"], [["a", "b", "a"], ["a"]]), (["a"], [["b"]])]
    assert score(usual) == score(swapped) == 25
    assert score(usual, dialect="nltk") == 25
    assert score(swapped, dialect="nltk") == pytest.approx(200 / 7)


def test_a_segment_without_ngrams_adds_nothing_to_a_corpus() -> None:
    # as NLTK 3.10.4
    assert score([(["a", "b"], [["a", "b"]]), ([], [[]])]) == 100
    assert score([([], [[], ["a"]])]) == 0
    metric = GoogleGleu()
    statistics = metric.statistics(corpus_of([([], [[], ["a"]])]))
    assert statistics.rows.tolist() == [[0, 1]]  # the empty reference says nothing


def test_the_score_of_a_corpus_divides_sums() -> None:
    scores = GoogleGleu().formula(np.array([[1, 4], [3, 4], [4, 8]]))
    assert scores.tolist() == [25, 75, 50]


@pytest.mark.parametrize("spec", ["gleu", "GLEU", "gleu:order=3"])
def test_the_name_of_two_metrics_is_refused_with_both(spec: str) -> None:
    with pytest.raises(UnknownNameError, match=r"write google_gleu for .*\(Napoles"):
        tallystick.metric(spec)
