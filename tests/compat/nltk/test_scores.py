"""The drop-ins for NLTK's GLEU, RIBES, chrF and METEOR have the same scores and types of errors."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickError, TallystickWarning
from tallystick.compat.nltk import gleu_score, meteor_score, ribes_score
from tests.metrics.kernel.both import kernel

nltk: Any = pytest.importorskip("nltk")


def both(name: str) -> tuple[Any, Any]:
    """Return a function of the drop-ins, and that of NLTK."""
    module, function = name.split(".")
    places = ("tallystick.compat.nltk", "nltk.translate")
    ours, theirs = (getattr(import_module(f"{place}.{module}"), function) for place in places)
    return ours, theirs


class Meaning:
    """A meaning and its lemma at once: both are asked for by methods only."""

    def __init__(self, name: str) -> None:
        self.own = name

    def lemmas(self) -> list[Meaning]:
        return [self]

    def name(self) -> str:
        return self.own


SYNONYMS = {"car": ["auto", "motor_car", "hous"], "hous": ["home", "car"], "a": ["one", "Home"]}


class Words:
    """A reader of a small WordNet, whose synonyms are also stems and phrases."""

    def synsets(self, word: str) -> Iterable[Meaning]:
        return map(Meaning, SYNONYMS.get(word, ()))


class FirstLetters:
    """A stemmer that leaves two letters."""

    def stem(self, word: str) -> str:
        return word[:2]


WORDS = st.lists(st.sampled_from(["a", "b", "the", "É"]), max_size=9)
OTHER_TOKENS = st.lists(st.sampled_from([1, True, 2.0, "a", (1,), None]), max_size=5)
HASHABLE = WORDS | OTHER_TOKENS | OTHER_TOKENS.map(tuple)
TOKENS = HASHABLE | st.lists(st.sampled_from([["a"], ["b"], {}]), max_size=5)
TEXT = st.text("ab ", max_size=5)
PLAIN = st.tuples(st.lists(WORDS, min_size=1, max_size=3), WORDS)
ANY_OF_GLEU = st.tuples(st.lists(HASHABLE | TEXT, max_size=3), HASHABLE | TEXT)
PARTS = st.lists(st.sampled_from(["a", "b", "ab", "ba", "", " "]), max_size=8)
ANY_OF_RIBES = st.one_of(
    *(st.tuples(st.lists(tokens, max_size=3), tokens) for tokens in (TOKENS, TEXT)),
    st.tuples(st.lists(TEXT | PARTS, max_size=3), PARTS),  # NLTK finds words in a string
)
ORDERS = st.tuples(st.integers(1, 3), st.integers(-1, 5))
EXPONENTS = st.tuples(st.sampled_from([0.25, 0, 1]), st.sampled_from([0.1, 2]))
POSITIONS = st.lists(st.integers(0, 5), max_size=6)
SYMBOLS = st.text("abA \t\x1c\x85\u3000.中É", max_size=12) | st.lists(
    st.text("ab.中", min_size=1, max_size=3), max_size=5
)
OF_CHRF = st.tuples(
    st.integers(1, 3), st.integers(3, 7), st.sampled_from([1, 2.0, 3, 0.5]), st.booleans()
)
OF_METEOR = st.lists(
    st.sampled_from(["a", "A", "car", "Cars", "auto", "house", "houses", "home", "one", "É", ""]),
    max_size=9,
)
OPTIONS_OF_METEOR = st.fixed_dictionaries(
    {"wordnet": st.just(Words())},
    optional={
        "preprocess": st.sampled_from([str.upper, str]),
        "stemmer": st.just(FirstLetters()),
        "alpha": st.sampled_from([0, 0.5, 1, -1, 2]),
        "beta": st.sampled_from([0, 0.2, 1, -1]),
        "gamma": st.sampled_from([0, 0.6, 2]),
    },
)
Arguments = tuple[tuple[Any, ...], dict[str, Any]]


def corpus(
    segments: st.SearchStrategy[Any], options: st.SearchStrategy[Any], least: int = 0
) -> st.SearchStrategy[tuple[Any, ...]]:
    """Draw the references and hypotheses of segments, and further arguments."""
    lists = st.lists(segments, min_size=least, max_size=4)
    return st.builds(
        lambda drawn, others: ([one for one, _ in drawn], [one for _, one in drawn], *others),
        lists,
        options,
    )


def sentence(
    segments: st.SearchStrategy[Any], options: st.SearchStrategy[Any]
) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.builds(lambda segment, others: (*segment, *others), segments, options)


POSITIONAL: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    "gleu_score.corpus_gleu": corpus(PLAIN, ORDERS) | corpus(ANY_OF_GLEU, ORDERS),
    "gleu_score.sentence_gleu": sentence(PLAIN | ANY_OF_GLEU, ORDERS),
    "ribes_score.corpus_ribes": corpus(PLAIN, EXPONENTS) | corpus(ANY_OF_RIBES, EXPONENTS),
    "ribes_score.sentence_ribes": sentence(PLAIN | ANY_OF_RIBES, EXPONENTS),
    "ribes_score.word_rank_alignment": st.tuples(TOKENS, TOKENS) | st.tuples(TEXT, TEXT | PARTS),
    "ribes_score.kendall_tau": st.tuples(POSITIONS, st.booleans()),
    "ribes_score.spearman_rho": st.tuples(
        POSITIONS.filter(lambda positions: len(positions) > 1), st.booleans()
    ),
    "ribes_score.find_increasing_sequences": st.tuples(POSITIONS),
    "ribes_score.position_of_ngram": st.tuples(
        st.lists(st.integers(0, 1), min_size=1, max_size=2).map(tuple), POSITIONS
    ),
    "chrf_score.corpus_chrf": corpus(st.tuples(SYMBOLS, SYMBOLS), OF_CHRF, least=1),
    "chrf_score.sentence_chrf": sentence(st.tuples(SYMBOLS, SYMBOLS), OF_CHRF),
    "chrf_score.chrf_precision_recall_fscore_support": st.tuples(
        SYMBOLS, SYMBOLS, st.integers(1, 3), st.sampled_from([1, 3.0])
    ),
    "meteor_score.exact_match": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.stem_match": st.tuples(OF_METEOR, OF_METEOR)
    | st.tuples(OF_METEOR, OF_METEOR, st.just(FirstLetters())),
    "meteor_score.wordnetsyn_match": st.tuples(OF_METEOR, OF_METEOR, st.just(Words())),
}
EQUAL: dict[str, st.SearchStrategy[Arguments]] = {
    **{name: st.tuples(drawn, st.just({})) for name, drawn in POSITIONAL.items()},
    "meteor_score.meteor_score": st.tuples(
        st.tuples(st.lists(OF_METEOR, min_size=1, max_size=3), OF_METEOR), OPTIONS_OF_METEOR
    ),
    "meteor_score.single_meteor_score": st.tuples(
        st.tuples(OF_METEOR, OF_METEOR), OPTIONS_OF_METEOR
    ),
    "meteor_score.align_words": st.tuples(
        st.tuples(OF_METEOR, OF_METEOR),
        st.fixed_dictionaries(
            {"wordnet": st.just(Words())}, optional={"stemmer": st.just(FirstLetters())}
        ),
    ),
}
"""What functions are called with."""

ROUNDED = ("chrf_score.corpus_chrf", "chrf_score.sentence_chrf")
"""Functions whose F-scores can be 0 where those of NLTK are 1e-16."""


@pytest.mark.parametrize("name", EQUAL)
@given(data=st.data())
def test_a_function_returns_what_that_of_nltk_returns(name: str, data: st.DataObject) -> None:
    arguments, options = data.draw(EQUAL[name])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)
        found, expected = (function(*arguments, **options) for function in both(name))
    if isinstance(found, Iterator):
        found, expected = list(found), list(expected)
    assert found == (pytest.approx(expected, abs=1e-12) if name in ROUNDED else expected)


CONTEXT = [["b", "a", "a", "x", "a", "a"]], ["b", "a", "a"]
TIE = [[["a", "b", "a"], ["a"]], [["b"]]], [["a", "a"], ["a"]]
NO_REFERENCES = [[["a", "b"]], []], [["a", "b"], ["c", "d"]]

# the words of the warning, the score of NLTK 3.10.4, and the right one or words of a refusal
WARNED: list[tuple[str, tuple[Any, Any], str, float, float | str]] = [
    ("gleu_score.corpus_gleu", TIE, "depends on their order", 2 / 7, 0.25),
    (
        *("gleu_score.corpus_gleu", NO_REFERENCES, "NLTK leaves it out of the score", 1),
        "hypothesis 2 has no references",
    ),
    # RIBES.py 1.03.1
    ("ribes_score.sentence_ribes", ([["cat"]], ["cat"]), "perfect hypothesis of one word", 0, 1),
    # by hand: all words are aligned in order, and the penalty is exp(1 - 6/3)
    (
        *("ribes_score.sentence_ribes", CONTEXT, "words from the first one on"),
        *(0.8176129038784518, 0.9048374180359595),
    ),
    (
        *("chrf_score.sentence_chrf", (["the cat", "a dog here"], "the cat")),
        *("which NLTK joins into one reference", 0.3091640913634878, r"use tallystick\.chrf"),
    ),
    *(
        (
            *(f"{name}_score.sentence_{name}", (["the cat"], "the cut")),
            *("compares characters, not words", score, "expected lists of tokens"),
        )
        for name, score in (("gleu", 0.6818181818181818), ("ribes", 0.9193227152249185))
    ),
]


@pytest.mark.parametrize(("name", "arguments", "words", "score", "right"), WARNED)
def test_a_defect_is_warned_of_and_corrected_or_refused(
    name: str, arguments: tuple[Any, Any], words: str, score: float, right: float | str
) -> None:
    ours, theirs = both(name)
    with pytest.warns(TallystickWarning, match=words):
        result = ours(*arguments)
    assert result == pytest.approx(theirs(*arguments), abs=1e-12)
    assert result == pytest.approx(score)
    if isinstance(right, str):
        with pytest.raises(InputError, match=right):
            ours(*arguments, corrected=True)
    else:
        assert ours(*arguments, corrected=True) == pytest.approx(right)


def test_references_whose_order_gives_the_right_score_are_not_warned_of() -> None:
    references, hypotheses = TIE
    assert gleu_score.corpus_gleu([some[::-1] for some in references], hypotheses) == 0.25


@pytest.mark.parametrize(
    ("name", "arguments", "error", "message"),
    [
        (
            *("gleu_score.sentence_gleu", ([["a"]], ["a"], 0), OptionError),
            "min_len is 0; expected a whole number of 1 or more",
        ),
        (
            *("gleu_score.sentence_gleu", ([["a"]], ["a"], 1, -2), OptionError),
            "max_len is -2; expected a whole number of -1 or more",
        ),
        (
            *("chrf_score.sentence_chrf", ("a", "a", 0), OptionError),
            "min_len is 0; expected an order of 1 or more",
        ),
        ("chrf_score.sentence_chrf", ("a", "\ud800"), TallystickError, "surrogate"),
    ],
)
def test_what_nltk_scores_in_a_way_of_its_own_is_refused(
    name: str, arguments: tuple[Any, ...], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        both(name)[0](*arguments)


def test_iterators_of_tokens_and_references_are_read_as_by_nltk() -> None:
    for function in both("gleu_score.sentence_gleu"):
        assert function(iter([iter("abc"), iter("abd")]), iter("abd")) == 1


@pytest.mark.usefixtures("recorded_wordnet")
def test_the_number_of_nltks_own_test_of_meteor_is_returned() -> None:
    references = [["this", "is", "a", "test"], ["this", "istest"]]
    hypothesis = ["THIS", "Is", "a", "tEST"]
    assert meteor_score.meteor_score(references, hypothesis, preprocess=str.lower) == 0.9921875


def test_more_tokens_than_the_limit_of_ribes_are_refused_unless_corrected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens = [str(number) for number in range(2001)]
    for module in (import_module("nltk.translate.ribes_score"), ribes_score):
        assert module.sentence_ribes([tokens], []) == 0
        with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
            module.word_rank_alignment(tokens, tokens)
        with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
            module.sentence_ribes([["a"], tokens], ["a"])
    with monkeypatch.context() as patch:  # before they are aligned, which takes quadratic time
        patch.delattr(kernel, "align_by_context")
        with pytest.raises(ValueError, match="a sequence has 2001 tokens"):
            ribes_score.sentence_ribes([["a"], tokens], ["a"])
    assert ribes_score.sentence_ribes([tokens], tokens, corrected=True) == 1
    monkeypatch.setattr(ribes_score, "MAX_ALIGNMENT_LEN", 2001)
    assert ribes_score.sentence_ribes([tokens], tokens) == 1
    monkeypatch.setattr(ribes_score, "MAX_ALIGNMENT_LEN", 2)
    assert ribes_score.sentence_ribes([["a", "b"]], ["a", "b"]) == 1
    with pytest.raises(ValueError, match="MAX_ALIGNMENT_LEN"):
        ribes_score.sentence_ribes([["a", "b", "c"]], ["a", "b"])


MAT, SAT = "the cat sat on the mat", ["the", "cat", "sat", "on", "a", "mat"]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),  # NLTK 3.10.4
    [
        ("sentence_ribes", ([MAT], SAT), 0.6920943811678557),
        ("sentence_ribes", (MAT.split(), SAT), 0.7598356856515925),
        ("corpus_ribes", ([MAT.split()], [SAT]), 0.7598356856515925),
    ],
)
def test_words_that_are_part_of_a_reference_string_are_aligned_as_in_nltk(
    name: str, arguments: tuple[Any, ...], expected: float
) -> None:
    with pytest.warns(TallystickWarning, match="in RIBES those that are part of the string"):
        assert getattr(ribes_score, name)(*arguments) == expected
    with pytest.raises(InputError, match="is the string"):
        getattr(ribes_score, name)(*arguments, corrected=True)
    assert ribes_score.word_rank_alignment("the cat sat", SAT[:3]) == [0, 4, 8]


FEW = st.lists(st.sampled_from("abcdef"), min_size=1, max_size=8)


@given(references=st.lists(FEW, min_size=1, max_size=3), hypothesis=FEW)
def test_a_sentence_has_the_ribes_of_a_corpus_of_one(
    references: list[list[str]], hypothesis: list[str]
) -> None:
    for corrected in (False, True):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            score = ribes_score.sentence_ribes(references, hypothesis, corrected=corrected)
            expected = ribes_score.corpus_ribes([references], [hypothesis], corrected=corrected)
        assert score == expected
