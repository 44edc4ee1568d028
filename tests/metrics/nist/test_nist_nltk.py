"""With one reference per segment, the NIST of the paper equals that of NLTK."""

from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tallystick import Corpus, Nist, segment_scores

nist_score: Any = pytest.importorskip("nltk.translate.nist_score")

WORDS = st.lists(st.sampled_from(["a", "b", "c", "0", "the"]), max_size=12)
SEGMENTS = st.lists(
    st.tuples(WORDS, WORDS) | WORDS.map(lambda words: (words, [*words, "c"])),
    min_size=1,
    max_size=6,
)


@given(segments=SEGMENTS, order=st.integers(1, 6))
def test_corpus_scores_equal_those_of_the_installed_nltk(
    segments: list[tuple[list[str], list[str]]], order: int
) -> None:
    hypotheses = [hypothesis for hypothesis, _ in segments]
    references = [[reference] for _, reference in segments]
    assume(any(reference for _, reference in segments))
    # NLTK divides by zero if no hypothesis has n words
    assume(max(map(len, hypotheses)) >= order)
    nist = Nist(order=order, dialect="doddington")
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    found = nist.score(nist.statistics(corpus)).score
    expected = nist_score.corpus_nist(references, hypotheses, n=order)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@given(words=WORDS, order=st.integers(1, 5))
def test_a_corpus_of_one_segment_equals_the_sentence_score_of_the_installed_nltk(
    words: list[str], order: int
) -> None:
    assume(len(words) >= order)
    reference = [*words[1:], "x", words[0]]
    nist = Nist(order=order, dialect="doddington")
    corpus = Corpus.from_segments(hypotheses=[words], references=[[reference]])
    [found] = segment_scores(nist, nist.statistics(corpus))
    assert found == pytest.approx(
        nist_score.sentence_nist([reference], words, n=order), rel=1e-9, abs=1e-12
    )
