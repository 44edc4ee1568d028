"""The drop-in for nltk.translate.meteor_score has the same scores and types of errors."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.nltk import meteor_score as ours
from tallystick.errors import InputError

nltk: Any = pytest.importorskip("nltk")
original: Any = pytest.importorskip("nltk.translate.meteor_score")


SYNONYMS = {
    "car": ["auto", "motor_car", "hous"],
    "hous": ["home", "car"],
    "a": ["one", "Home"],
}


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


@pytest.mark.parametrize("name", ours.__all__)
def test_names_of_parameters_and_defaults_are_those_of_nltk(name: str) -> None:
    theirs = inspect.signature(getattr(original, name)).parameters
    own = inspect.signature(getattr(ours, name)).parameters
    assert [(one.name, one.kind) for one in own.values()] == [
        (one.name, one.kind) for one in theirs.values()
    ]
    for one in own.values():
        if one.name not in ("stemmer", "wordnet"):  # NLTK's are loaded at the first call
            assert one.default == theirs[one.name].default


def test_every_public_function_of_nltk_is_there() -> None:
    theirs = {
        name
        for name, one in vars(original).items()
        if inspect.isfunction(one) and one.__module__ == original.__name__
    }
    assert set(ours.__all__) == {name for name in theirs if not name.startswith("_")}


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
def test_the_examples_of_nltks_documentation_give_their_numbers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(nltk.translate, "meteor", ours.meteor_score)
    monkeypatch.setattr(nltk, "word_tokenize", str.split)  # which needs data
    own = {name: getattr(ours, name) for name in ours.__all__}
    tests = doctest.DocTestFinder().find(original, globs={**vars(original), **own})
    page = Path(nltk.__file__).parent / "test" / "meteor.doctest"
    if page.is_file():
        text = page.read_text(encoding="utf-8")
        tests.append(doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0))
    runner = doctest.DocTestRunner(verbose=False)
    assert sum(runner.run(test).attempted for test in tests) > 10
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.usefixtures("recorded_wordnet")
def test_the_number_of_nltks_own_test_is_returned() -> None:
    references = [["this", "is", "a", "test"], ["this", "istest"]]
    hypothesis = ["THIS", "Is", "a", "tEST"]
    assert ours.meteor_score(references, hypothesis, preprocess=str.lower) == 0.9921875


@pytest.mark.parametrize(
    ("references", "hypothesis"), [(["this is"], ["this"]), ([["this"]], "this"), ([], ["this"])]
)
def test_errors_are_of_the_types_that_nltk_raises(references: Any, hypothesis: Any) -> None:
    with pytest.raises(Exception) as expected:  # noqa: PT011
        original.meteor_score(references, hypothesis, wordnet=Words())
    with pytest.raises(expected.type) as found:
        ours.meteor_score(references, hypothesis, wordnet=Words())
    assert isinstance(found.value, InputError)
