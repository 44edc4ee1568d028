"""The drop-ins equal the installed NLTK: results bit for bit, errors, and warnings."""

from __future__ import annotations

import copy
import doctest
import math
import pickle
import warnings
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from itertools import product
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, TallystickError, TallystickWarning
from tallystick.compat.nltk import bleu_score as ours

theirs: Any = pytest.importorskip("nltk.translate.bleu_score")


def modules_named(name: str) -> tuple[Any, Any]:
    """Return a module of the drop-ins, and that of NLTK."""
    return import_module(f"tallystick.compat.nltk.{name}"), import_module(f"nltk.translate.{name}")


def both(name: str) -> tuple[Any, Any]:
    """Return a function of the drop-ins, and that of NLTK."""
    module, function = name.split(".")
    own, original = (getattr(module, function) for module in modules_named(module))
    return own, original


def exact(value: Any) -> Any:
    """Return the type and every bit of a value."""
    if isinstance(value, (list, tuple, Iterator)):
        return [exact(part) for part in value]
    return value.hex() if isinstance(value, float) else (type(value).__name__, value)


def outcome(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Return the result or error of a call, and the warnings except those of tallystick."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = exact(function(*args, **kwargs))
        except Exception as error:
            result = type(error)
    return result, [w.category for w in caught if not issubclass(w.category, TallystickWarning)]


class Smoothing(NamedTuple):
    """A smoothing method of a module, or of NLTK in both."""

    method: int
    parameters: dict[str, float]
    of_nltk: bool = False

    def of(self, module: Any) -> Any:
        """Return the method of a module."""
        source = theirs if self.of_nltk else module
        return getattr(source.SmoothingFunction(**self.parameters), f"method{self.method}")


WORDS = ["a", "b", "c", "0", "constructor", "a b", "", "ä", "\ud800"]
VALUES = ["a", 1, 1.0, True, 0, 2**70, None, ("a",), frozenset(), b"a", 0.5, "\ud800"]
SEQUENCES = (
    st.lists(st.sampled_from(["a", "b"]), max_size=9)
    | st.lists(st.sampled_from(WORDS), max_size=9)
    | st.lists(st.sampled_from(WORDS), max_size=9).map(tuple)
)
TEXT = st.text("ab ", max_size=9)
ANY_SEQUENCES = SEQUENCES | TEXT | st.lists(st.sampled_from(VALUES), max_size=7)
NUMBERS = st.sampled_from([0, 1, 0.25, 0.5, 1 / 3, 0.1, 2, -0.5])
DEFAULT = (0.25, 0.25, 0.25, 0.25)
WEIGHTING = (
    st.lists(NUMBERS, min_size=1, max_size=6)
    | st.lists(NUMBERS, min_size=1, max_size=6).map(tuple)
    | st.integers(1, 6).map(lambda order: (1 / order,) * order)
    | st.sampled_from([DEFAULT, list(DEFAULT)])
)
WEIGHTS = st.just(DEFAULT) | WEIGHTING | st.lists(WEIGHTING, min_size=1, max_size=3)
PARAMETERS = st.fixed_dictionaries(
    {},
    optional={
        "epsilon": st.sampled_from([0, 0.1, 0.01, 1, 2.5]),
        "alpha": st.sampled_from([0, 1, 5, 7, 0.5, 2.5]),
        "k": st.sampled_from([0, 1, 5, 7, 0.5, 2.5]),
    },
)
METHODS = st.builds(Smoothing, st.integers(0, 7), PARAMETERS, st.booleans())
OF_BLEU = st.tuples(WEIGHTS, st.none() | METHODS, st.booleans())
LENGTHS = st.integers(-2, 20) | st.floats(-2, 20) | st.sampled_from([math.nan, math.inf])


@st.composite
def segments(draw: Any, sequences: Any = ANY_SEQUENCES, least: int = 0) -> Any:
    """Draw references and their hypothesis, often with long common sequences."""
    hypothesis = draw(sequences)
    references = draw(st.lists(sequences, min_size=least, max_size=5))
    start, stop, times = draw(st.tuples(st.integers(0, 3), st.integers(4, 9), st.integers(0, 2)))
    if references and times:
        hypothesis = references[0][start:stop] * times
    return references, hypothesis


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


PLAIN_WORDS = st.lists(st.sampled_from(["a", "b", "the", "É"]), max_size=9)
OTHER_TOKENS = st.lists(st.sampled_from([1, True, 2.0, "a", (1,), None]), max_size=5)
HASHABLE = PLAIN_WORDS | OTHER_TOKENS | OTHER_TOKENS.map(tuple)
TOKENS = HASHABLE | st.lists(st.sampled_from([["a"], {}]), min_size=3, max_size=5)
PLAIN = st.tuples(st.lists(PLAIN_WORDS, min_size=1, max_size=3), PLAIN_WORDS)
OF_GLEU = PLAIN | st.tuples(st.lists(HASHABLE | TEXT, max_size=3), HASHABLE | TEXT)
PARTS = st.lists(st.sampled_from(["a", "b", "ab", "ba", "", " "]), max_size=8)
OF_RIBES = PLAIN | st.one_of(
    *(st.tuples(st.lists(tokens, max_size=3), tokens) for tokens in (TOKENS, TEXT)),
    st.tuples(st.lists(TEXT | PARTS, max_size=3), PARTS),  # NLTK finds words in a string
)
ORDERS = st.tuples(st.integers(1, 3), st.integers(-1, 5))
EXPONENTS = st.tuples(st.sampled_from([0.25, 0, 1]), st.sampled_from([0.1, 2]))
POSITIONS = st.lists(st.integers(0, 5), max_size=6)
SYMBOLS = st.text("abA \t\x1c\x85\u3000.中É", max_size=12) | st.lists(
    st.text("ab.中", min_size=1, max_size=3), max_size=5
)
NEAR = st.tuples(SYMBOLS, SYMBOLS) | SYMBOLS.map(lambda text: (text, text[1:]))
OF_CHRF = st.tuples(
    st.integers(1, 3), st.integers(3, 7), st.sampled_from([1, 2.0, 3, 0.5]), st.booleans()
)
OF_METEOR = st.lists(
    st.sampled_from(["a", "A", "car", "Cars", "auto", "house", "houses", "home", "one", "É", ""]),
    max_size=9,
)
WORDNET: dict[str, st.SearchStrategy[Any]] = {"wordnet": st.just(Words())}
STEMMER: dict[str, st.SearchStrategy[Any]] = {"stemmer": st.just(FirstLetters())}
OPTIONS_OF_METEOR = st.fixed_dictionaries(
    WORDNET,
    optional=STEMMER
    | {
        "preprocess": st.sampled_from([str.upper, str]),
        "alpha": st.sampled_from([0, 0.5, 1, -1, 2]),
        "beta": st.sampled_from([0, 0.2, 1, -1]),
        "gamma": st.sampled_from([0, 0.6, 2]),
    },
)


def corpus(
    drawn: st.SearchStrategy[Any], options: st.SearchStrategy[Any], least: int = 0
) -> st.SearchStrategy[tuple[Any, ...]]:
    """Draw the references and hypotheses of segments, and further arguments."""
    lists = st.lists(drawn, min_size=least, max_size=4)
    return st.builds(
        lambda some, others: ([first for first, _ in some], [last for _, last in some], *others),
        lists,
        options,
    )


def sentence(
    drawn: st.SearchStrategy[Any], options: st.SearchStrategy[Any]
) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.builds(lambda segment, others: (*segment, *others), drawn, options)


CALLS: dict[str, st.SearchStrategy[tuple[Any, ...]]] = {
    "bleu_score.corpus_bleu": corpus(segments(), OF_BLEU),
    "bleu_score.sentence_bleu": sentence(segments(), OF_BLEU),
    "bleu_score.closest_ref_length": st.tuples(st.lists(SEQUENCES, max_size=5), st.integers(0, 12)),
    "bleu_score.brevity_penalty": st.tuples(st.integers(0, 12), st.integers(0, 12)),
    "nist_score.corpus_nist": corpus(segments(least=1), st.tuples(st.integers(1, 6)), least=1),
    "nist_score.sentence_nist": sentence(segments(least=1), st.tuples(st.integers(1, 6))),
    "nist_score.nist_length_penalty": st.tuples(LENGTHS, LENGTHS),
    "gleu_score.corpus_gleu": corpus(OF_GLEU, ORDERS),
    "gleu_score.sentence_gleu": sentence(OF_GLEU, ORDERS),
    "ribes_score.corpus_ribes": corpus(OF_RIBES, EXPONENTS),
    "ribes_score.sentence_ribes": sentence(OF_RIBES, EXPONENTS),
    "ribes_score.word_rank_alignment": st.tuples(TOKENS, TOKENS) | st.tuples(TEXT, TEXT | PARTS),
    "ribes_score.kendall_tau": st.tuples(POSITIONS, st.booleans()),
    "ribes_score.spearman_rho": st.tuples(POSITIONS, st.booleans()),
    "ribes_score.find_increasing_sequences": st.tuples(POSITIONS),
    "ribes_score.position_of_ngram": st.tuples(
        st.lists(st.integers(0, 1), min_size=1, max_size=2).map(tuple), POSITIONS
    ),
    "chrf_score.corpus_chrf": corpus(NEAR, OF_CHRF, least=1),
    "chrf_score.sentence_chrf": sentence(NEAR, OF_CHRF),
    "chrf_score.chrf_precision_recall_fscore_support": sentence(
        NEAR, st.tuples(st.integers(1, 3), st.sampled_from([1, 3.0]))
    ),
    "meteor_score.exact_match": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.stem_match": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.wordnetsyn_match": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.align_words": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.single_meteor_score": st.tuples(OF_METEOR, OF_METEOR),
    "meteor_score.meteor_score": st.tuples(st.lists(OF_METEOR, min_size=1, max_size=3), OF_METEOR),
}
"""What functions are called with."""

OPTIONS: dict[str, st.SearchStrategy[dict[str, Any]]] = {
    "meteor_score.stem_match": st.fixed_dictionaries({}, optional=STEMMER),
    "meteor_score.wordnetsyn_match": st.fixed_dictionaries(WORDNET),
    "meteor_score.align_words": st.fixed_dictionaries(WORDNET, optional=STEMMER),
    "meteor_score.single_meteor_score": OPTIONS_OF_METEOR,
    "meteor_score.meteor_score": OPTIONS_OF_METEOR,
}
"""Further arguments, given by name."""

CLOSE = {"nist_score": 1e-15, "chrf_score": 1e-12}
"""How far results may be from NLTK's, where they are not equal; 0 may be 1e-16 in its chrF."""


def assert_same(name: str, own: Any, expected: Any) -> None:
    """Compare outcomes, among which errors may be more special than those of NLTK."""
    (result, warned), (right, also_warned) = own, expected
    assert warned == also_warned
    if isinstance(right, type):
        assert issubclass(result, right)
        assert result is right or not name.startswith("bleu_score")
    elif name.split(".")[0] in CLOSE and isinstance(right, str):
        close = CLOSE[name.split(".")[0]]
        assert float.fromhex(result) == pytest.approx(
            float.fromhex(right), rel=1e-12, abs=close, nan_ok=True
        )
    else:
        assert result == right


@pytest.mark.parametrize("name", CALLS)
@given(data=st.data())
def test_a_function_returns_warns_and_fails_as_that_of_nltk(name: str, data: st.DataObject) -> None:
    arguments = data.draw(CALLS[name])
    options = data.draw(OPTIONS.get(name, st.just({})))
    outcomes = []
    for function in both(name):
        module = import_module(function.__module__)
        given_ = [arg.of(module) if isinstance(arg, Smoothing) else arg for arg in arguments]
        outcomes.append(outcome(function, *given_, **options))
    assert_same(name, *outcomes)


@given(segments(ANY_SEQUENCES, 1), st.builds(Smoothing, st.integers(0, 7), PARAMETERS), st.data())
def test_smoothing_methods_return_and_modify_the_same_as_nltk_s(
    drawn: Any, smoothing: Smoothing, data: st.DataObject
) -> None:
    orders, with_length = data.draw(st.integers(0, 6)), data.draw(st.booleans())

    def smooth(module: Any) -> Any:
        p_n = [module.modified_precision(*drawn, order) for order in range(1, orders + 1)]
        length = {"hyp_len": len(drawn[1])} if with_length else {}
        result = outcome(lambda: list(map(float, smoothing.of(module)(p_n, *drawn, **length))))
        return result, list(map(float, p_n))

    assert smooth(ours) == smooth(theirs)


@given(segments(), st.integers(-1, 6) | st.sampled_from([True, 1.5, None]))
def test_modified_precision_equals_nltk_s(drawn: Any, n: Any) -> None:
    def look(module: Any) -> Any:
        precision = module.modified_precision(*drawn, n)
        return [
            *(precision.numerator, precision.denominator, str(precision), repr(precision)),
            *(precision._numerator, precision._denominator, float(precision), hash(precision)),
            *(precision == 1, precision == 0, bool(precision), precision > 0, float(precision + 1)),
            *(float(precision * precision), float(precision / 3), float(1 - precision)),
        ]

    assert outcome(look, ours) == outcome(look, theirs)


@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
@pytest.mark.parametrize("numbers", [[0.5, 0.25], (1, 0.0, 3), [-1, 0.5, 1]])
def test_a_user_defined_smoothing_gets_nltk_s_arguments_and_may_return_any_iterable(
    numbers: Any,
) -> None:
    references = [[["a", "b", "c"], ["a"]], [["b", "b", "a"]]]
    hypotheses = [["a", "b", "d"], ["b", "b"]]
    calls: list[Any] = []

    def smoothing(p_n: Any, **kwargs: Any) -> Any:
        calls.append(([(p.numerator, p.denominator) for p in p_n], kwargs))
        return numbers

    scores = [
        exact(module.corpus_bleu(references, hypotheses, (0.2, 0.3, 0.5), smoothing))
        for module in (theirs, ours)
    ]
    assert scores[0] == scores[1]
    segment = {"references": references[1], "hypothesis": hypotheses[1], "hyp_len": 5}
    assert calls == [([(4, 5), (2, 3), (0, 2)], segment)] * 2


@pytest.mark.parametrize("method", [1, 3, 4])
def test_the_replacement_of_0_equals_nltk_s_to_the_last_bit(method: int) -> None:
    for length, parameter in product(range(2, 300), (0.1, 3, 5)):
        smoothing = Smoothing(method, {"epsilon": parameter, "k": parameter})
        precisions, expected = (
            outcome(
                smoothing.of(module),
                [module.Fraction(0, length - order) for order in (0, 1)],
                *([], [], length),
            )
            for module in (ours, theirs)
        )
        assert precisions == expected


class Folded(str):
    """A string whose comparison ignores case."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())


A = ["a"]
# What is wrong or unusual for the hypothesis of a segment, or for those of a corpus. Functions make
# iterators, which can be read only once.
HYPOTHESES: list[Any] = [
    *(None, 5, "", "ab", [], A, [A], [A, ["b"]], [["a", "b"]], [[A]], [None], [5], [[]]),
    *({"a": 1}, {("a",): 2}, lambda: iter("a"), lambda: iter([A]), lambda: [iter("a")]),
    *([[Folded("a"), Folded("B")]], np.array([1, 2, 3, 4, 6]), np.array([[1, 2, 3, 4, 6]])),
]
REFERENCES: list[Any] = [
    *(None, 5, "", "a", [], [[]], [[[]]], A, [A], [[A]], [[A], [["b"]]], [[[A]]], [None], [[None]]),
    *([5], [[5]], [{"a": 1}.keys()], {("a",): 1}, lambda: iter([A]), lambda: iter([[A]])),
    *(lambda: [iter([A])], lambda: [[iter("a")]], [[[Folded("A"), Folded("b")]]]),
    *(np.array([[1, 2, 3, 4, 5]]), np.array([[[1, 2, 3, 4, 5]]])),
]
ABC = list("abc")
ITERATORS: list[Any] = [lambda: [iter([])], lambda: [iter([ABC])], lambda: [iter(A)]]
PLAIN_HYPOTHESES: list[Any] = [[], [A], [["b"]], [ABC], *ITERATORS]
PLAIN_REFERENCES: list[Any] = [[], [[]], [[A]], [[ABC]], *ITERATORS]
WEIGHTED: list[tuple[Any, ...]] = [
    *(((),), ([()],), ([[]],), ([(), (1,)],), ([(1,), ()],), (1,), (["x"],), ({1: 2},)),
    *((DEFAULT, "method1"), (DEFAULT, ours.SmoothingFunction()), (DEFAULT, None, True)),
    *((np.array(DEFAULT),), (np.array([DEFAULT, DEFAULT]), None, True)),
    *((lambda: iter(()),), (lambda: iter((0.5, 0.5)),), (lambda: iter((1 / 3,) * 3),)),
]
UNUSUAL: dict[str, list[tuple[Any, ...]]] = {
    "bleu": [
        *product(REFERENCES, HYPOTHESES),
        *(
            (*texts, *weighted)
            for texts in product(PLAIN_REFERENCES, PLAIN_HYPOTHESES)
            for weighted in WEIGHTED
        ),
    ],
    **{name: list(product(REFERENCES, HYPOTHESES)) for name in ("gleu", "nist", "ribes")},
}


@pytest.mark.parametrize("unit", ["corpus", "sentence"])
@pytest.mark.parametrize("metric", UNUSUAL)
def test_unusual_and_wrong_input_has_the_same_result_as_in_nltk(unit: str, metric: str) -> None:
    name = f"{metric}_score.{unit}_{metric}"
    for arguments in UNUSUAL[metric]:
        own, expected = (
            outcome(
                function, *(arg() if isinstance(arg, FunctionType) else arg for arg in arguments)
            )
            for function in both(name)
        )
        assert_same(name, own, expected)


WRONG: list[tuple[str, tuple[Any, ...]]] = [
    ("bleu_score.brevity_penalty", ("a", "")),
    ("chrf_score.corpus_chrf", (A, [])),
    ("chrf_score.corpus_chrf", ([], [])),
    ("chrf_score.corpus_chrf", (A, A, 3, 2)),
    ("chrf_score.corpus_chrf", ([1], A)),
    ("chrf_score.corpus_chrf", (A, [["a", 1]])),
    ("gleu_score.corpus_gleu", ([[A]], [A], 1, "4")),
    ("meteor_score.meteor_score", (["this is"], ["this"])),  # before WordNet is looked for
    ("meteor_score.meteor_score", ([["this"]], "this")),
    ("meteor_score.meteor_score", ([], ["this"])),
    ("nist_score.corpus_nist", ([[A]], [A], 1.0)),
    ("nist_score.corpus_nist", ([[[["unhashable"]]]], [[["unhashable"]]], 1)),
    ("nist_score.corpus_nist", (iter([[A]]), [A], 1)),
    ("nist_score.corpus_nist", ([[A]], [iter("a")], 1)),
    ("nist_score.corpus_nist", ([[None]], [A], 1)),
    ("nist_score.corpus_nist", ([None], [A], 1)),
    ("nist_score.corpus_nist", ([[A]], [None], 1)),
    ("ribes_score.corpus_ribes", ([A], [A, ["b"]])),
    ("ribes_score.corpus_ribes", ([[iter("ab")]], [["a", "b"]])),
    ("ribes_score.sentence_ribes", (A, [A])),
    ("ribes_score.sentence_ribes", (A, {"a": 1})),
    ("ribes_score.sentence_ribes", ([["a", "b"]], ["x"], -1)),
]


@pytest.mark.parametrize(("name", "arguments"), WRONG)
def test_errors_are_of_the_types_that_nltk_raises(name: str, arguments: tuple[Any, ...]) -> None:
    function, original = both(name)
    with pytest.raises(Exception) as expected:  # noqa: PT011
        original(*arguments)
    with pytest.raises(expected.type) as raised:
        function(*arguments)
    assert isinstance(raised.value, InputError) or "meteor" not in name
    assert expected.type is TypeError or "nist" not in name


@given(corpus(segments(SEQUENCES), st.tuples(st.integers(-1, 6)), least=1))
def test_segments_without_references_and_orders_below_1_fail_as_in_nltk(drawn: Any) -> None:
    references, hypotheses, n = drawn
    drawn_and_others: list[Any] = [drawn, ([*references, [A]], hypotheses, n), ([], [], n)]
    for arguments in drawn_and_others:
        own, expected = (
            outcome(function, *arguments) for function in both("nist_score.corpus_nist")
        )
        assert_same("nist_score.corpus_nist", own, expected)
        assert not isinstance(own[0], type) or issubclass(own[0], TallystickError)


def test_precisions_can_be_copied_and_pickled() -> None:
    precision = ours.modified_precision([list("abab")], list("abca"), 1)
    assert (precision.numerator, precision.denominator) == (3, 4)
    for copied in (copy.copy(precision), pickle.loads(pickle.dumps(precision))):
        assert (copied.numerator, copied.denominator) == (3, 4)


EXAMPLES = {
    **{"bleu_score": 20, "chrf_score": 11, "gleu_score": 16},
    **{"meteor_score": 11, "nist_score": 7, "ribes_score": 26},
}
"""The fewest examples in the documentation of each module."""


def failures(test: doctest.DocTest) -> str:
    report: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    return "".join(report)


@pytest.mark.usefixtures("recorded_wordnet")
@pytest.mark.parametrize("module", EXAMPLES)
def test_the_examples_of_nltks_documentation_give_their_numbers(module: str) -> None:
    own, original = modules_named(module)
    names = {name: getattr(own, name) for name in own.__all__}
    tests = doctest.DocTestFinder().find(original, globs={**vars(original), **names})
    assert sum(len(test.examples) for test in tests) >= EXAMPLES[module]
    assert [failed for failed in map(failures, tests) if failed] == []
