"""The drop-in for nltk.translate.chrf_score has the same scores and types of errors."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickError, TallystickWarning
from tallystick.compat.nltk import chrf_score as ours

original: Any = pytest.importorskip("nltk.translate.chrf_score")

TEXT = st.text("abA \t\x1c\x85\u3000.中É", max_size=12)
TOKENS = st.lists(st.text("ab.中", min_size=1, max_size=3), max_size=5)
SEGMENT = TEXT | TOKENS
OPTIONS = st.fixed_dictionaries(
    {
        "min_len": st.integers(1, 3),
        "max_len": st.integers(3, 7),
        "beta": st.sampled_from([1, 2.0, 3, 0.5]),
        "ignore_whitespace": st.booleans(),
    }
)


@given(st.lists(st.tuples(SEGMENT, SEGMENT), min_size=1, max_size=4), OPTIONS)
def test_scores_equal_nltk(pairs: list[tuple[Any, Any]], options: dict[str, Any]) -> None:
    references, hypotheses = [one for one, _ in pairs], [other for _, other in pairs]
    expected = original.corpus_chrf(references, hypotheses, **options)
    assert ours.corpus_chrf(references, hypotheses, **options) == pytest.approx(expected, abs=1e-12)
    expected = original.sentence_chrf(references[0], hypotheses[0], **options)
    found = ours.sentence_chrf(references[0], hypotheses[0], **options)
    assert found == pytest.approx(expected, abs=1e-12)


@given(SEGMENT, SEGMENT, st.integers(1, 3), st.sampled_from([1, 3.0]))
def test_the_figures_of_one_order_equal_nltk(one: Any, other: Any, n: int, beta: float) -> None:
    expected = original.chrf_precision_recall_fscore_support(one, other, n, beta)
    assert ours.chrf_precision_recall_fscore_support(one, other, n, beta) == expected


def test_an_order_below_1_is_refused() -> None:
    with pytest.raises(OptionError, match="min_len is 0; expected an order of 1 or more"):
        ours.sentence_chrf("a", "a", 0)


def test_a_list_of_references_is_warned_of_and_refused_with_corrected() -> None:
    references = ["the cat", "a dog here"]
    with pytest.warns(TallystickWarning, match="which NLTK joins into one reference"):
        found = ours.sentence_chrf(references, "the cat")
    assert found == pytest.approx(original.sentence_chrf(references, "the cat"))
    with pytest.raises(InputError, match=r"use tallystick\.chrf"):
        ours.sentence_chrf(references, "the cat", corrected=True)


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(TallystickError, match="surrogate"):
        ours.sentence_chrf("a", "\ud800")
