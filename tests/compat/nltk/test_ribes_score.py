"""The drop-in for nltk.translate.ribes_score has the same scores and types of errors."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import TallystickWarning
from tallystick.compat.nltk import ribes_score as ours
from tests.metrics.kernel.both import kernel

original: Any = pytest.importorskip("nltk.translate.ribes_score")

WORDS = st.lists(st.sampled_from(["a", "b", "the", "É"]), max_size=9)
OTHER_TOKENS = st.lists(st.sampled_from([1, True, 2.0, "a", (1,), None]), max_size=5)
UNHASHABLE = st.lists(st.sampled_from([["a"], ["b"], {}]), max_size=5)
TOKENS = WORDS | OTHER_TOKENS | OTHER_TOKENS.map(tuple) | UNHASHABLE
TEXT = st.text("ab ", max_size=5)
PLAIN = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
ANY = st.one_of([st.tuples(one, st.lists(one, max_size=3)) for one in (TOKENS, TEXT)])
EXPONENTS = st.tuples(st.sampled_from([0.25, 0, 1]), st.sampled_from([0.1, 2]))
POSITIONS = st.lists(st.integers(0, 5), max_size=6)


@given(st.lists(PLAIN, max_size=4) | st.lists(ANY, max_size=4), EXPONENTS)
def test_scores_equal_nltk(
    segments: list[tuple[Any, list[Any]]], exponents: tuple[float, float]
) -> None:
    references, hypotheses = [some for _, some in segments], [one for one, _ in segments]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)
        found = ours.corpus_ribes(references, hypotheses, *exponents)
        assert found == original.corpus_ribes(references, hypotheses, *exponents)
        for hypothesis, some in segments[:1]:
            expected = original.sentence_ribes(some, hypothesis, *exponents)
            assert ours.sentence_ribes(some, hypothesis, *exponents) == expected


@given(st.tuples(TOKENS, TOKENS) | st.tuples(TEXT, TEXT))
def test_alignments_equal_nltk(texts: tuple[Any, Any]) -> None:
    reference, hypothesis = texts
    found = ours.word_rank_alignment(reference, hypothesis)
    assert found == original.word_rank_alignment(reference, hypothesis)


@given(POSITIONS, st.booleans())
def test_correlations_of_positions_equal_nltk(positions: list[int], normalize: bool) -> None:
    expected = original.kendall_tau(positions, normalize)
    assert ours.kendall_tau(positions, normalize) == expected
    if len(positions) > 1:
        expected = original.spearman_rho(positions, normalize)
        assert ours.spearman_rho(positions, normalize) == expected
    runs = list(original.find_increasing_sequences(positions))
    assert list(ours.find_increasing_sequences(positions)) == runs


@given(st.lists(st.integers(0, 1), min_size=1, max_size=2).map(tuple), POSITIONS)
def test_positions_of_ngrams_equal_nltk(ngram: tuple[int, ...], sentence: list[int]) -> None:
    expected = original.position_of_ngram(ngram, sentence)
    assert ours.position_of_ngram(ngram, sentence) == expected


def test_one_perfect_word_is_warned_of_and_corrected() -> None:
    with pytest.warns(TallystickWarning, match="perfect hypothesis of one word"):
        assert ours.sentence_ribes([["cat"]], ["cat"]) == 0
    assert ours.sentence_ribes([["cat"]], ["cat"], corrected=True) == 1  # RIBES.py 1.03.1


def test_a_context_that_nltk_does_not_try_is_warned_of_and_corrected() -> None:
    reference, hypothesis = ["b", "a", "a", "x", "a", "a"], ["b", "a", "a"]
    with pytest.warns(TallystickWarning, match="words from the first one on"):
        found = ours.sentence_ribes([reference], hypothesis)
    assert found == original.sentence_ribes([reference], hypothesis)
    # by hand: all words are aligned in order, and the penalty is exp(1 - 6/3)
    corrected = ours.sentence_ribes([reference], hypothesis, corrected=True)
    assert corrected == pytest.approx(0.9048374180359595)


def test_more_tokens_than_the_limit_are_refused_unless_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens = [str(number) for number in range(2001)]
    for module in (original, ours):
        assert module.sentence_ribes([tokens], []) == 0
        with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
            module.word_rank_alignment(tokens, tokens)
        with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
            module.sentence_ribes([["a"], tokens], ["a"])
    with monkeypatch.context() as patch:  # before they are aligned, which takes quadratic time
        patch.delattr(kernel, "align_by_context")
        with pytest.raises(ValueError, match="a sequence has 2001 tokens"):
            ours.sentence_ribes([["a"], tokens], ["a"])
    assert ours.sentence_ribes([tokens], tokens, corrected=True) == 1
    monkeypatch.setattr(ours, "MAX_ALIGNMENT_LEN", 2001)
    assert ours.sentence_ribes([tokens], tokens) == 1


def test_few_words_are_refused_above_a_lower_limit_as_in_nltk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ours, "MAX_ALIGNMENT_LEN", 2)
    assert ours.sentence_ribes([["a", "b"]], ["a", "b"]) == 1
    with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
        ours.sentence_ribes([["a", "b", "c"]], ["a", "b"])


FEW = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8)


@given(references=st.lists(FEW, min_size=1, max_size=3), hypothesis=FEW)
def test_a_sentence_has_the_score_of_a_corpus_of_one(
    references: list[list[str]], hypothesis: list[str]
) -> None:
    for corrected in (False, True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = ours.sentence_ribes(references, hypothesis, corrected=corrected)
            assert found == ours.corpus_ribes([references], [hypothesis], corrected=corrected)
