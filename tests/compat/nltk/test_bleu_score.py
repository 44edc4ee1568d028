"""The drop-in equals the installed NLTK: values bit for bit, errors and warnings."""

from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import TallystickWarning
from tallystick.compat.nltk import bleu_score as ours

theirs: Any = pytest.importorskip("nltk.translate.bleu_score")

WORDS = ["a", "b", "c", "0", "constructor", "a b", "", "ä", "\ud800"]
VALUES = ["a", 1, 1.0, True, 0, 2**70, None, ("a",), frozenset(), b"a", 0.5, "\ud800"]
SEQUENCES = (
    st.lists(st.sampled_from(["a", "b"]), max_size=9)
    | st.lists(st.sampled_from(WORDS), max_size=9)
    | st.lists(st.sampled_from(WORDS), max_size=9).map(tuple)
)
ANY_SEQUENCES = (
    SEQUENCES | st.text("ab ", max_size=9) | st.lists(st.sampled_from(VALUES), max_size=7)
)
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
SMOOTHING = st.none() | st.tuples(st.integers(0, 7), PARAMETERS)


@st.composite
def segments(draw: Any, sequences: Any = SEQUENCES, least: int = 1) -> Any:
    """Draw a hypothesis and its references, often with long common sequences."""
    hypothesis = draw(sequences)
    references = draw(st.lists(sequences, min_size=least, max_size=5))
    start, stop, times = draw(st.tuples(st.integers(0, 3), st.integers(4, 9), st.integers(0, 2)))
    if references and times:
        hypothesis = references[0][start:stop] * times
    return references, hypothesis


def exact(value: Any) -> Any:
    """Return the type and every bit of a value."""
    if isinstance(value, (list, tuple)):
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


def smoothing_of(module: Any, drawn: tuple[int, dict[str, float]] | None) -> Any:
    if drawn is None:
        return None
    method, parameters = drawn
    return getattr(module.SmoothingFunction(**parameters), f"method{method}")


@given(st.lists(segments(ANY_SEQUENCES, 0), max_size=3), WEIGHTS, SMOOTHING, st.booleans())
def test_corpora_and_sentences_of_any_tokens_score_or_fail_as_in_nltk(
    drawn: Any, weights: Any, smoothing: Any, reweigh: bool
) -> None:
    def outcomes(module: Any) -> Any:
        rest = weights, smoothing_of(module, smoothing), reweigh
        corpus = [references for references, _ in drawn], [hypothesis for _, hypothesis in drawn]
        sentences = [outcome(module.sentence_bleu, *segment, *rest) for segment in drawn[:1]]
        return [outcome(module.corpus_bleu, *corpus, *rest), *sentences]

    assert outcomes(ours) == outcomes(theirs)


@given(segments(ANY_SEQUENCES), st.integers(0, 7), PARAMETERS, st.integers(0, 6), st.booleans())
def test_smoothing_methods_return_and_modify_the_same_as_nltk_s(
    drawn: Any, method: int, parameters: dict[str, float], orders: int, with_length: bool
) -> None:
    def smooth(module: Any) -> Any:
        p_n = [module.modified_precision(*drawn, order) for order in range(1, orders + 1)]
        length = {"hyp_len": len(drawn[1])} if with_length else {}
        smoothing = smoothing_of(module, (method, parameters))
        result = outcome(lambda: list(map(float, smoothing(p_n, *drawn, **length))))
        return result, list(map(float, p_n))

    assert smooth(ours) == smooth(theirs)


@given(segments(ANY_SEQUENCES, 0), st.integers(-1, 6) | st.sampled_from([True, 1.5, None]))
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


@given(st.lists(SEQUENCES, max_size=5), st.integers(0, 12))
def test_lengths_and_penalties_equal_nltk_s(references: Any, length: int) -> None:
    expected, penalty = (
        outcome(
            lambda module=module: module.brevity_penalty(
                module.closest_ref_length(iter(references), length), length
            )
        )
        for module in (theirs, ours)
    )
    assert penalty == expected


@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_a_user_defined_smoothing_gets_nltk_s_arguments_and_may_return_any_iterable() -> None:
    references = [[["a", "b", "c"], ["a"]], [["b", "b", "a"]]]
    hypotheses = [["a", "b", "d"], ["b", "b"]]
    for numbers in ([0.5, 0.25], (1, 0.0, 3), [-1, 0.5, 1]):
        calls: list[Any] = []

        def smoothing(p_n: Any, numbers: Any = numbers, calls: Any = calls, **kwargs: Any) -> Any:
            calls.append(([(p.numerator, p.denominator) for p in p_n], kwargs))
            return numbers

        scores = [
            exact(module.corpus_bleu(references, hypotheses, (0.2, 0.3, 0.5), smoothing))
            for module in (theirs, ours)
        ]
        assert scores[0] == scores[1]
        assert calls[0] == calls[1]
        assert calls[1] == (
            [(4, 5), (2, 3), (0, 2)],
            {"references": references[1], "hypothesis": hypotheses[1], "hyp_len": 5},
        )


@pytest.mark.parametrize("method", [1, 3, 4])
def test_the_replacement_of_0_equals_nltk_s_to_the_last_bit(method: int) -> None:
    for length in range(2, 300):
        for parameter in (0.1, 3, 5):
            parameters = {"epsilon": parameter, "k": parameter}
            precisions, expected = (
                outcome(
                    smoothing_of(module, (method, parameters)),
                    [module.Fraction(0, length - order) for order in (0, 1)],
                    *([], [], length),
                )
                for module in (ours, theirs)
            )
            assert precisions == expected


def test_nltk_s_own_smoothing_function_works_in_the_drop_in() -> None:
    references, hypothesis = [list("abcxdefy")], list("abcdefg")
    for method in range(8):
        smoothing = getattr(theirs.SmoothingFunction(), f"method{method}")
        expected = outcome(theirs.sentence_bleu, references, hypothesis, DEFAULT, smoothing)
        assert outcome(ours.sentence_bleu, references, hypothesis, DEFAULT, smoothing) == expected


class Folded(str):
    """A string whose comparison ignores case."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str) and self.lower() == other.lower()

    def __hash__(self) -> int:
        return hash(self.lower())


WRONG: list[tuple[Any, ...]] = [
    ([], []),
    ([[["a"]]], []),
    ([[]], [[]]),
    ([[]], [["a"]]),
    ([[["a"]]], [[["a"]]]),  # a list is not a token
    ([[[["a"]]]], [["a"]]),
    ([["a"]], [["a"]]),  # a reference that is not in a list
    ("a", "a"),
    ([[["a"]]], [5]),
    ([[5]], [["a"]]),
    ([5], [["a"]]),
    (5, 5),
    ([[["a", "b"]]], [["a", "b"]], ()),
    ([[]], [["a"]], ()),
    ([], [], ()),
    ([[["a"]]], [["a"]], [()]),
    ([[["a"]]], [["a"]], [[]]),
    ([[["a"]]], [["b"]], [[]]),
    ([[["a"]]], [["a"]], [(), (1,)]),
    ([[["a"]]], [["a"]], [(1,), ()]),
    ([[["a"]]], [["a"]], 1),
    ([[["a"]]], [["a"]], ["x"]),
    ([[["a"]]], [["a"]], {1: 2}),
    ([[["a"]]], [["a"]], DEFAULT, "method1"),
    ([[["a"]]], [["a"]], DEFAULT, ours.SmoothingFunction()),
    ([[[Folded("A"), Folded("b")]]], [[Folded("a"), Folded("B")]]),
    ([{"a": 1}.keys()], [["a"]]),
    ({("a",): 1}, {("a",): 2}),
]


@pytest.mark.parametrize("arguments", WRONG)
def test_unusual_and_wrong_input_has_the_same_result_as_in_nltk(arguments: tuple[Any, ...]) -> None:
    expected = outcome(theirs.corpus_bleu, *arguments)
    assert outcome(ours.corpus_bleu, *arguments) == expected


NUMPY_REFERENCES, NUMPY_HYPOTHESES = np.array([[[1, 2, 3, 4, 5]]]), np.array([[1, 2, 3, 4, 6]])


@pytest.mark.parametrize("reweigh", [False, True])
@pytest.mark.parametrize("weights", [DEFAULT, np.array(DEFAULT), np.array([DEFAULT, DEFAULT])])
def test_arrays_of_numbers_are_sequences_of_tokens(weights: Any, reweigh: bool) -> None:
    arguments = (NUMPY_REFERENCES, NUMPY_HYPOTHESES, weights, None, reweigh)
    expected = outcome(theirs.corpus_bleu, *arguments)
    assert outcome(ours.corpus_bleu, *arguments) == expected


@pytest.mark.parametrize("length", range(4))
@pytest.mark.parametrize("orders", range(4))
@pytest.mark.parametrize("number", range(3))
def test_generators_fail_as_in_nltk(length: int, orders: int, number: int) -> None:
    hypothesis, references = list("abc")[:length], [list("abc")] * number
    weights = (1 / 3,) * orders
    for make in (
        lambda: ([iter(references)], [hypothesis], weights),
        lambda: (iter([references]), [hypothesis], weights),
        lambda: ([references], iter([hypothesis]), weights),
        lambda: ([references], [iter(hypothesis)], weights),
        lambda: ([[iter(reference) for reference in references]], [hypothesis], weights),
        lambda: ([references], [hypothesis], iter(weights)),
    ):
        assert outcome(ours.corpus_bleu, *make()) == outcome(theirs.corpus_bleu, *make())


def test_precisions_can_be_copied_and_pickled() -> None:
    precision = ours.modified_precision([list("abab")], list("abca"), 1)
    assert (precision.numerator, precision.denominator) == (3, 4)
    for copied in (copy.copy(precision), pickle.loads(pickle.dumps(precision))):
        assert (copied.numerator, copied.denominator) == (3, 4)
