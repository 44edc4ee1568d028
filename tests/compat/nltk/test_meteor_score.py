"""The drop-in for nltk.translate.meteor_score has the same scores and types of errors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.nltk import meteor_score as ours

nltk: Any = pytest.importorskip("nltk")
original: Any = pytest.importorskip("nltk.translate.meteor_score")


SYNONYMS = {"car": ["auto", "motor_car", "hous"], "hous": ["home", "car"], "a": ["one", "Home"]}


class Meaning:
    """A meaning and its lemma at once: both are asked for by methods only."""

    def __init__(self, name: str) -> None:
        self.own = name

    def lemmas(self) -> list[Meaning]:
        return [self]

    def name(self) -> str:
        return self.own


class Words:
    """A reader of a small WordNet, whose synonyms are also stems and phrases."""

    def synsets(self, word: str) -> Iterable[Meaning]:
        return map(Meaning, SYNONYMS.get(word, ()))


class FirstLetters:
    """A stemmer that leaves two letters."""

    def stem(self, word: str) -> str:
        return word[:2]


WORDS = st.lists(
    st.sampled_from(["a", "A", "car", "Cars", "auto", "house", "houses", "home", "one", "É", ""]),
    max_size=9,
)
OPTIONS = st.fixed_dictionaries(
    {"wordnet": st.just(Words())},
    optional={
        "preprocess": st.sampled_from([str.upper, str]),
        "stemmer": st.just(FirstLetters()),
        "alpha": st.sampled_from([0, 0.5, 1, -1, 2]),
        "beta": st.sampled_from([0, 0.2, 1, -1]),
        "gamma": st.sampled_from([0, 0.6, 2]),
    },
)


@given(st.lists(WORDS, min_size=1, max_size=3), WORDS, OPTIONS)
def test_scores_equal_nltk(
    references: list[list[str]], hypothesis: list[str], options: dict[str, Any]
) -> None:
    expected = original.meteor_score(references, hypothesis, **options)
    assert ours.meteor_score(references, hypothesis, **options) == expected
    expected = original.single_meteor_score(references[0], hypothesis, **options)
    assert ours.single_meteor_score(references[0], hypothesis, **options) == expected


@given(WORDS, WORDS)
def test_alignments_equal_nltk(hypothesis: list[str], reference: list[str]) -> None:
    for name, options in {
        "exact_match": {},
        "stem_match": {},
        "wordnetsyn_match": {"wordnet": Words()},
        "align_words": {"wordnet": Words()},
    }.items():
        found = getattr(ours, name)(hypothesis, reference, **options)
        assert found == getattr(original, name)(hypothesis, reference, **options), name
    found = ours.align_words(hypothesis, reference, FirstLetters(), Words())
    assert found == original.align_words(hypothesis, reference, FirstLetters(), Words())
    assert ours.stem_match(hypothesis, reference, FirstLetters()) == original.stem_match(
        hypothesis, reference, FirstLetters()
    )


@pytest.mark.usefixtures("recorded_wordnet")
def test_the_number_of_nltks_own_test_is_returned() -> None:
    references = [["this", "is", "a", "test"], ["this", "istest"]]
    hypothesis = ["THIS", "Is", "a", "tEST"]
    assert ours.meteor_score(references, hypothesis, preprocess=str.lower) == 0.9921875
