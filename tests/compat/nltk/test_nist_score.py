"""The drop-in for nltk.translate.nist_score has the same scores and types of errors."""

import math
import sys
import warnings
from collections.abc import Callable, Hashable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tallystick import InputError, TallystickError, TallystickWarning
from tallystick.compat.nltk import nist_score

original: Any = pytest.importorskip("nltk.translate.nist_score")

Segment = list[Hashable]
Corpora = tuple[list[list[Segment]], list[Segment]]


def outcome(function: Callable[..., float], *arguments: Any) -> float | type[BaseException]:
    """Return the result of a function, or the type of its error."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)
        try:
            return function(*arguments)
        except Exception as error:
            return type(error)


def same(found: float | type[BaseException], expected: float | type[BaseException]) -> bool:
    if isinstance(expected, type):
        return isinstance(found, type) and issubclass(found, expected)
    if math.isnan(expected):
        return isinstance(found, float) and math.isnan(found)
    return isinstance(found, float) and math.isclose(found, expected, rel_tol=1e-12, abs_tol=1e-15)


TOKENS: st.SearchStrategy[Hashable] = st.sampled_from(
    ["a", "b", 0, "0", 1, 1.0, True, ("a",), None]
)
FEW: st.SearchStrategy[Hashable] = st.sampled_from(["a", "b", "c"])


@st.composite
def corpora(draw: st.DrawFn, least: int = 1, most: int = 5) -> Corpora:
    """Draw segments with 1 to 5 references: ragged, empty, short, or like the hypothesis."""
    words = st.lists(draw(st.sampled_from([TOKENS, FEW])), max_size=8)
    pool = draw(st.lists(words, min_size=1, max_size=3))
    near = words | st.sampled_from(pool)
    segment = st.tuples(st.lists(near, min_size=least, max_size=most), near)
    segments = draw(st.lists(segment, min_size=1, max_size=4))
    return [references for references, _ in segments], [hypothesis for _, hypothesis in segments]


@settings(max_examples=2 * settings().max_examples)
@given(corpus=corpora(), n=st.integers(1, 6))
def test_a_corpus_and_its_sentences_have_nltks_score_or_its_error(corpus: Corpora, n: int) -> None:
    result = outcome(nist_score.corpus_nist, *corpus, n)
    assert same(result, outcome(original.corpus_nist, *corpus, n))
    for references, hypothesis in zip(*corpus, strict=True):
        result = outcome(nist_score.sentence_nist, references, hypothesis, n)
        assert same(result, outcome(original.sentence_nist, references, hypothesis, n))


@given(corpus=corpora(least=0), n=st.integers(-1, 6))
def test_segments_without_references_and_orders_below_1_fail_as_in_nltk(
    corpus: Corpora, n: int
) -> None:
    for arguments in ((*corpus, n), ([*corpus[0], [["a"]]], corpus[1], n), ([], [], n)):
        result = outcome(nist_score.corpus_nist, *arguments)
        assert same(result, outcome(original.corpus_nist, *arguments))
        assert not isinstance(result, type) or issubclass(result, TallystickError)


LETTERS = st.lists(st.sampled_from("abcd"), min_size=3, max_size=8)


@given(references=st.lists(LETTERS, min_size=2, max_size=4), hypothesis=LETTERS)
def test_a_sentence_of_strings_has_the_score_and_warning_of_one_of_other_tokens(
    references: list[list[str]], hypothesis: list[str]
) -> None:
    results = []
    for read in (str, ord):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            given_ = [[read(token) for token in tokens] for tokens in (hypothesis, *references)]
            score = nist_score.sentence_nist(given_[1:], given_[0], 3)
        results.append((score, [str(warning.message) for warning in caught]))
    assert results[0] == results[1]


LENGTHS = st.integers(-2, 20) | st.floats(-2, 20) | st.sampled_from([math.nan, math.inf])


@given(reference=LENGTHS, hypothesis=LENGTHS)
def test_the_length_penalty_is_nltks(reference: float, hypothesis: float) -> None:
    penalty = outcome(nist_score.nist_length_penalty, reference, hypothesis)
    assert same(penalty, outcome(original.nist_length_penalty, reference, hypothesis))


TEXT: list[tuple[Any, Any, str]] = [
    (["the cat sat"], "the cat sat down", "hypothesis and reference are strings"),
    (["the", "cat"], ["the", "cat"], "a reference is a string"),
    ([["the", "cat"]], "the cat", "a hypothesis is a string"),
]


@pytest.mark.parametrize(("references", "hypothesis", "words"), TEXT)
def test_unsplit_text_is_warned_of_and_refused_when_corrected(
    references: Any, hypothesis: Any, words: str
) -> None:
    arguments = ([references] * 2, [hypothesis] * 2, 2)
    with pytest.warns(TallystickWarning) as caught:
        score = nist_score.corpus_nist(*arguments)
    of_text = [warning for warning in caught if words in str(warning.message)]
    assert [warning.filename for warning in of_text] == [__file__]
    assert same(score, outcome(original.corpus_nist, *arguments))
    with pytest.raises(InputError, match=r"in segment 1, .* is the string 'the"):
        nist_score.corpus_nist(*arguments, corrected=True)


UNION = (
    [[["a", "b", "c", "x", "y", "z"], ["u", "v", "w", "d", "e", "f"]]],
    [["a", "b", "c", "d", "e", "f"]],
)


def test_several_references_have_a_warning_if_they_change_the_score() -> None:
    with pytest.warns(TallystickWarning, match=r"1\.7925, .* mean length, it is 3\.5850"):
        score = nist_score.corpus_nist(*UNION)
    assert score == pytest.approx(1.7924812503605783, rel=1e-12)  # NLTK 3.10.4
    # the score of mteval-v11b to v14, without a warning
    assert nist_score.corpus_nist(*UNION, corrected=True) == pytest.approx(
        3.5849625007211565, rel=1e-12
    )
    [references], [hypothesis] = UNION
    with pytest.warns(TallystickWarning) as caught:
        nist_score.sentence_nist(references, hypothesis)
    assert [warning.filename for warning in caught] == [__file__]


def test_equal_and_single_references_have_no_warning() -> None:
    tokens = ["a", "b", "c", "d", "e"]
    # by hand: log2(5) bits per word
    assert nist_score.sentence_nist([tokens], tokens) == pytest.approx(math.log2(5))
    assert nist_score.sentence_nist([tokens, tokens], tokens) == pytest.approx(math.log2(5))


def test_a_choice_by_the_last_bit_is_reproduced_with_a_warning() -> None:
    # NLTK 3.10.4; it uses Python's sum, which is compensated from Python 3.12
    by_rounding = 1.6274437510817346 if sys.version_info < (3, 12) else 1.3192645371052785
    references = [["c", "a", "d", "g", "c"], ["a", "c", "c", "e"]]
    scores = {}
    for words in ("g a c e", "e c a g"):
        with pytest.warns(TallystickWarning) as caught:
            scores[words] = nist_score.sentence_nist(references, words.split(), 1)
        warned = any("last bit of a sum" in str(warning.message) for warning in caught)
        assert warned == (words == "g a c e" and sys.version_info < (3, 12))
    assert scores == pytest.approx({"g a c e": by_rounding, "e c a g": 1.3192645371052787})
    # mteval returns the same score for both
    for words in ("g a c e", "e c a g"):
        corrected = nist_score.sentence_nist(references, words.split(), 1, corrected=True)
        assert corrected == pytest.approx(2.28244270621544, rel=1e-12)


def test_an_order_without_ngrams_is_nltks_error_and_0_when_corrected() -> None:
    arguments = [[["a", "b", "c", "d", "e", "f"]]], [["a", "b", "c", "d"]]
    with pytest.raises(
        ZeroDivisionError, match=r"no hypothesis has 5 tokens.*corrected=True"
    ) as got:
        nist_score.corpus_nist(*arguments)
    assert isinstance(got.value, TallystickError)
    corrected = nist_score.corpus_nist(*arguments, corrected=True)
    assert corrected == pytest.approx(1.2924812503605776, rel=1e-12)  # mteval-v14
    assert nist_score.corpus_nist(*arguments, 5000, corrected=True) == corrected


def test_all_references_empty_is_an_error_corrected_or_not() -> None:
    for corrected in (False, True):
        with pytest.raises(ZeroDivisionError, match="all references are empty"):
            nist_score.sentence_nist([[], []], ["a"], 1, corrected=corrected)


@given(corpus=corpora(most=1), n=st.integers(1, 5))
def test_corrected_equals_nltk_where_nltk_follows_the_definition(corpus: Corpora, n: int) -> None:
    score = outcome(nist_score.corpus_nist, *corpus, n)
    if not isinstance(score, type):
        assert nist_score.corpus_nist(*corpus, n, corrected=True) == score
