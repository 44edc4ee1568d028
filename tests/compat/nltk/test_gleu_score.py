"""The drop-in for nltk.translate.gleu_score has the same scores and types of errors."""

from __future__ import annotations

import warnings
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickWarning
from tallystick.compat.nltk import gleu_score as ours

original: Any = pytest.importorskip("nltk.translate.gleu_score")

WORDS = st.lists(st.sampled_from(["a", "b", "the", "É"]), max_size=7)
OTHER_TOKENS = st.lists(st.sampled_from([1, True, 2.0, "a", (1,), None]), max_size=5)
TOKENS = WORDS | OTHER_TOKENS | OTHER_TOKENS.map(tuple) | st.text("ab ", max_size=5)
PLAIN = st.tuples(WORDS, st.lists(WORDS, min_size=1, max_size=3))
ANY = st.tuples(TOKENS, st.lists(TOKENS, max_size=3))
ORDERS = st.tuples(st.integers(1, 3), st.integers(-1, 5))


@given(st.lists(PLAIN, max_size=4) | st.lists(ANY, max_size=4), ORDERS)
def test_scores_equal_nltk(segments: list[tuple[Any, list[Any]]], orders: tuple[int, int]) -> None:
    references, hypotheses = [some for _, some in segments], [one for one, _ in segments]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)
        found = ours.corpus_gleu(references, hypotheses, *orders)
        assert found == original.corpus_gleu(references, hypotheses, *orders)
        for hypothesis, some in segments[:1]:
            expected = original.sentence_gleu(some, hypothesis, *orders)
            assert ours.sentence_gleu(some, hypothesis, *orders) == expected


def test_iterators_of_tokens_and_references_are_read_as_by_nltk() -> None:
    def made(module: Any) -> float:
        score: float = module.sentence_gleu(iter([iter("abc"), iter("abd")]), iter("abd"))
        return score

    assert made(ours) == made(original) == 1


def test_orders_out_of_range_are_refused() -> None:
    with pytest.raises(OptionError, match="min_len is 0; expected a whole number of 1 or more"):
        ours.sentence_gleu([["a"]], ["a"], 0)
    with pytest.raises(OptionError, match="max_len is -2; expected a whole number of -1 or more"):
        ours.sentence_gleu([["a"]], ["a"], 1, -2)


def test_a_choice_by_the_order_of_references_is_warned_of_and_corrected() -> None:
    references = [[["a", "b", "a"], ["a"]], [["b"]]]
    hypotheses = [["a", "a"], ["a"]]
    with pytest.warns(TallystickWarning, match="depends on their order"):
        found = ours.corpus_gleu(references, hypotheses)
    assert found == original.corpus_gleu(references, hypotheses) == pytest.approx(2 / 7)
    assert ours.corpus_gleu(references, hypotheses, corrected=True) == 0.25
    references[0].reverse()
    assert ours.corpus_gleu(references, hypotheses) == 0.25


def test_a_hypothesis_without_references_is_warned_of_and_refused_with_corrected() -> None:
    references, hypotheses = [[["a", "b"]], []], [["a", "b"], ["c", "d"]]
    with pytest.warns(TallystickWarning, match="NLTK leaves it out of the score"):
        assert ours.corpus_gleu(references, hypotheses) == 1
    with pytest.raises(InputError, match="hypothesis 2 has no references"):
        ours.corpus_gleu(references, hypotheses, corrected=True)
