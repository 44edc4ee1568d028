"""RIBES on hand-made segments: components, references, degenerate input and errors."""

import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError, OptionError, Ribes, segment_scores
from tallystick.metrics import Signature
from tests.metrics.naive import corpus_of

TOKENS = st.lists(st.sampled_from("abcd"), min_size=1, max_size=7)
SEGMENT = st.tuples(TOKENS, st.lists(TOKENS, min_size=1, max_size=3))
SEGMENTS = st.lists(SEGMENT, min_size=1, max_size=4)

Segments = list[tuple[list[str], list[list[str]]]]


def score(segments: Segments, **options: object) -> float:
    metric = Ribes(**options)  # type: ignore[arg-type]
    return metric.score(metric.statistics(corpus_of(segments))).score


def test_the_components_by_hand() -> None:
    # b, a and c are unique in both, at 1, 0 and 2: 2 of 3 pairs are in order; x is not aligned
    ribes = tallystick.ribes(hypotheses=["B a C x"], references=["a b c d e"])
    assert ribes.rank_correlation == pytest.approx(2 / 3)
    assert ribes.precision == 0.75
    assert ribes.brevity_penalty == pytest.approx(math.exp(1 - 5 / 4))
    assert ribes.score == pytest.approx(100 * 2 / 3 * 0.75**0.25 * math.exp(-0.25) ** 0.1)
    start = (
        "RIBES = 60.51 (rank correlation 0.6667, precision 0.7500, brevity penalty 0.7788) "
        "nrefs:1|case:lc|tok:none|metric:ribes|"
    )
    assert str(ribes).startswith(start)


def test_one_aligned_word_is_in_order_in_a_reference_of_one_word() -> None:
    # RIBES.py 1.03.1 gives 1 and 0; NLTK 3.10.4 gives 0 to both
    assert score([(["a"], [["a"]])]) == 100
    assert score([(["a"], [["a", "b"]])]) == 0
    assert score([(["a"], [["a"]])], dialect="nltk") == 0


def test_a_context_on_the_left_reaches_the_first_word_but_not_in_nltk() -> None:
    # one "a a a" begins with the first word and ends with the last: 2 words of 3 are aligned, in
    # order; NLTK 3.10.4 aligns the first alone and gives 0
    segment: Segments = [(["a", "a", "a"], [["a", "a", "a"]])]
    assert score(segment) == pytest.approx(100 * (2 / 3) ** 0.25)
    assert score(segment, dialect="nltk") == 0


def test_a_hypothesis_without_words_scores_0_in_the_official_script() -> None:
    assert score([([], [["a", "b"]])]) == 0
    with pytest.raises(InputError, match=r"not defined under the dialect nltk-3\.9"):
        score([([], [["a", "b"]])], dialect="nltk-3.9")


def test_a_reference_without_words_has_no_score_or_0_or_is_ignored() -> None:
    segments: Segments = [(["a", "b"], [["a", "b"]]), (["a", "b"], [[]])]
    with pytest.raises(InputError, match=r"RIBES of segment 2 .* dialect=nltk it is 0"):
        score(segments)
    assert score(segments, dialect="nltk") == 50
    assert score(segments, dialect="official-z") == 100
    with pytest.raises(InputError, match="no segment has a reference with words"):
        score(segments[1:], dialect="official-z")


def test_a_reference_without_words_among_others() -> None:
    several: Segments = [(["a", "b"], [[], ["b", "a"]])]
    assert score(several, dialect="official-z") == 0
    assert score(several, dialect="nltk") == 0
    with pytest.raises(InputError):
        score(several)


def test_an_ignored_segment_has_no_score_by_itself() -> None:
    metric = Ribes(dialect="official-z")
    statistics = metric.statistics(corpus_of([(["a"], [[]]), (["a"], [["a"]])]))
    assert np.isnan(segment_scores(metric, statistics)).tolist() == [True, False]


def test_a_signature_with_another_word_for_a_number_is_refused() -> None:
    with pytest.raises(OptionError, match="alpha:high; expected a number"):
        Signature.parse("nrefs:1|case:lc|tok:none|alpha:high|metric:ribes").metric()


@given(st.permutations("abcdefg"), st.integers(2, 7))
def test_pairs_in_runs_are_those_of_neighbours_alone(words: list[str], size: int) -> None:
    # words that occur once are aligned, so only their order in the reference matters
    hypothesis, reference = [word for word in words if word in "abcdefg"[:size]], "abcdefg"[:size]
    pairs = length = 0
    for token, following in pairwise(hypothesis):
        length = length + 1 if ord(following) == ord(token) + 1 else 0
        pairs += length
    metric = Ribes(dialect="pairs=in_runs")
    # the run of the second segment, of two words, follows that of the first in the reference
    both = [([*hypothesis], [[*reference]]), (["y", "z"], [[*reference, "y", "z"]])]
    ribes = metric.score(hypotheses=corpus_of(both))
    assert ribes.rank_correlation == pytest.approx((pairs / (size * (size - 1) / 2) + 1) / 2)
