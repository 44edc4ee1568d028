"""With `corrected=True` the drop-in returns the scores of the papers."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, TallystickError
from tallystick.compat.nltk.bleu_score import SmoothingFunction, corpus_bleu, sentence_bleu
from tallystick.metrics import tokenizer_named
from tests.metrics.naive import clipped, ngrams

pytestmark = pytest.mark.filterwarnings(r"ignore:\s*The hypothesis contains 0 counts:UserWarning")

UNIFORM = (0.25, 0.25, 0.25, 0.25)
CLOSE = 1e-12


# Chen and Cherry's formulas evaluated by hand, to six digits, methods 1 to 7.
FIGURES = {
    # matches 5 3 1 0 of 6 5 4 3
    ("the cat is on the mat", "the cat sat on the mat"): (
        *(0.254066, 0.485492, 0.379918, 0.349562, 0.380567, 0.387488, 0.420794),
    ),
    # matches 4 2 0 0 of 6 5 4 3
    ("a b x c d y", "a b z c d w"): (
        *(0.122095, 0.359304, 0.229575, 0.178825, 0.224546, 0.177277, 0.271640),
    ),
    # no order without a match; method 6 is NLTK's, which is the paper's for one segment
    ("a b c d e f", "a b c d e g"): (
        *(0.759836, 0.803428, 0.759836, 0.759836, 0.759836, 0.772056, 0.759836),
    ),
}


@pytest.mark.parametrize(("sentences", "figures"), FIGURES.items())
def test_the_seven_methods_equal_their_formulas(
    sentences: tuple[str, str], figures: tuple[float, ...]
) -> None:
    hypothesis, reference = (sentence.split() for sentence in sentences)
    scores = [
        sentence_bleu([reference], hypothesis, UNIFORM, method, corrected=True)
        for method in methods()
    ]
    assert [round(score, 6) for score in scores] == list(figures)


def methods(**parameters: float) -> list[Callable[..., Any]]:
    smoothing = SmoothingFunction(**parameters)
    return [getattr(smoothing, f"method{number}") for number in range(1, 8)]


def naive_counts(segments: Any, orders: int) -> tuple[list[int], list[int], int, int]:
    """Return matches, totals, c and r by their definitions."""
    matches, totals = [0] * orders, [0] * orders
    c = r = 0
    for references, hypothesis in segments:
        c += len(hypothesis)
        r += sorted((abs(len(ref) - len(hypothesis)), len(ref)) for ref in references)[0][1]
        for n in range(1, orders + 1):
            matches[n - 1] += clipped(hypothesis, references, n).total()
            totals[n - 1] += ngrams(hypothesis, n).total()
    return matches, totals, c, r


def naive_precisions(
    method: int, m: list[int], t: list[int], c: int, epsilon: Any, alpha: Any, k: Any
) -> list[Fraction]:
    """Return the precisions of the paper as exact fractions; m and t have one more order."""
    counts = [Fraction(number) for number in m]
    orders = range(len(m) - 1)
    if method == 1:
        counts = [number or Fraction(epsilon) for number in counts]
    if method == 3:
        zeros = [i for i in orders if not m[i]]
        for j, i in enumerate(zeros, start=1):
            counts[i] = Fraction(1, 2**j)
    if method in (4, 7):
        invcnt = Fraction(1)
        for i in orders:
            if not m[i]:
                invcnt *= Fraction(math.log(c)) / Fraction(k)
                counts[i] = invcnt
    if method in (5, 7):
        averaged = [counts[0] + 1]
        for i in orders:
            averaged.append((averaged[i] + counts[i] + counts[i + 1]) / 3)
        counts = averaged[1:]
    if method == 2:
        return [
            Fraction(m[i] + (i > 0), t[i] + (i > 0)) if t[i] + (i > 0) else Fraction(0)
            for i in orders
        ]
    precisions = [counts[i] / t[i] if t[i] else Fraction(0) for i in orders]
    if method == 6:
        for i in orders[2:]:
            below, two_below = precisions[i - 1], precisions[i - 2]
            prior = below * below / two_below if two_below else Fraction(0)
            weight = Fraction(alpha)
            precisions[i] = (
                (m[i] + weight * prior) / (t[i] + weight) if t[i] + weight else Fraction(0)
            )
    return precisions


def naive_bleu(
    method: int, segments: Any, weights: Sequence[float], epsilon: Any, alpha: Any, k: Any
) -> float:
    m, t, c, r = naive_counts(segments, len(weights) + 1)
    if not m[0]:
        return 0.0
    precisions = naive_precisions(method, m, t, c, epsilon, alpha, k)
    total = 0.0
    for weight, precision in zip(weights, precisions, strict=True):
        if weight and not precision:
            return 0.0
        total += weight * (
            math.log(precision.numerator) - math.log(precision.denominator) if weight else 0
        )
    return math.exp(total) * (1.0 if c > r else math.exp(1 - r / c))


LETTERS = st.text("ab", max_size=9) | st.text("abcd", max_size=9)
SEGMENTS = st.lists(
    st.tuples(st.lists(LETTERS, min_size=1, max_size=4), LETTERS)
    | LETTERS.map(lambda text: ([f"{text}x{text}"], f"{text[:4]}y{text}")),
    min_size=1,
    max_size=4,
)
WEIGHTS = st.integers(1, 6).map(lambda orders: (1 / orders,) * orders) | st.lists(
    st.sampled_from([0, 0.25, 0.5, 1]), min_size=1, max_size=6
)


@given(
    method=st.integers(0, 7),
    segments=SEGMENTS,
    weights=WEIGHTS,
    epsilon=st.sampled_from([0.1, 0.5, 1]),
    alpha=st.sampled_from([0, 0.5, 5]),
    k=st.sampled_from([1, 2.5, 5]),
)
def test_corrected_scores_equal_a_naive_evaluation_in_exact_fractions(
    method: int, segments: Any, weights: Sequence[float], epsilon: Any, alpha: Any, k: Any
) -> None:
    smoothing = [SmoothingFunction().method0, *methods(epsilon=epsilon, alpha=alpha, k=k)][method]
    references = [[list(reference) for reference in references] for references, _ in segments]
    hypotheses = [list(hypothesis) for _, hypothesis in segments]
    score = corpus_bleu(references, hypotheses, weights, smoothing, corrected=True)
    expected = naive_bleu(method, segments, weights, epsilon, alpha, k)
    assert isinstance(score, float)
    assert score == pytest.approx(expected, rel=CLOSE, abs=0)


def test_auto_reweigh_accepts_any_sequence_and_uses_the_longest_hypothesis() -> None:
    references = [[["a", "b"]], [["c", "d"]]]
    hypotheses = [["a", "b"], ["c", "d"]]
    abc = list("abc")
    for weights in (UNIFORM, list(UNIFORM)):
        assert corpus_bleu(references, hypotheses, weights, None, True, corrected=True) == 1.0
        assert sentence_bleu([abc], abc, weights, auto_reweigh=True, corrected=True) == 1.0
    assert sentence_bleu([abc], abc, (0.5, 0.5, 0, 0), auto_reweigh=True, corrected=True) == 1.0
    assert sentence_bleu([abc], list("abd"), (1,), auto_reweigh=True, corrected=True) == 2 / 3


def test_generators_are_read_once() -> None:
    references: Any = (map(iter, letters) for letters in (["abcde", "x"], ["fgh"]))
    hypotheses: Any = map(iter, ["abcde", "fgh"])
    assert corpus_bleu(references, hypotheses, corrected=True) == 1.0
    hypothesis: Any = iter("abcd")
    assert sentence_bleu(iter([list("abcd")]), hypothesis, corrected=True) == 1.0


def test_the_score_without_any_match_is_the_float_0() -> None:
    reference = list("abcd")
    scores: Any = sentence_bleu([reference], list("xyz"), [UNIFORM, (1,)], corrected=True)
    assert [scores, *map(type, scores)] == [[0.0, 0.0], float, float]
    assert sentence_bleu([reference], list("abxy"), corrected=True) == 0.0


def test_a_user_defined_smoothing_gets_the_true_totals_at_least_1() -> None:
    seen: list[tuple[int, int]] = []

    def smoothing(p_n: Any, **kwargs: Any) -> Any:
        seen.extend((p.numerator, p.denominator) for p in p_n)
        return [1.0, 0.5, 0.25, 0.125]

    references, hypotheses = [[list("ab")], [list("abc")]], [["a"], ["a", "b"]]
    score = corpus_bleu(references, hypotheses, UNIFORM, smoothing, corrected=True)
    assert seen == [(3, 3), (1, 1), (0, 1), (0, 1)]
    assert score == pytest.approx(2**-1.5 * math.exp(1 - 5 / 3), rel=CLOSE)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        (([], []), TallystickError, "there are no segments"),
        (([["a"]], ["a"], ()), TallystickError, "weights is empty"),
        (([["a"]], ["a"], [(1,), ()]), TallystickError, "weights is empty"),
        (([["a"]], []), AssertionError, "0 hypotheses but references for 1"),
        (([[]], ["a"]), KeyError, "no references"),
        (([[]], [""]), ValueError, "no references"),
    ],
)
def test_input_without_a_score_is_refused(arguments: Any, error: Any, message: str) -> None:
    with pytest.raises(error, match=message):
        corpus_bleu(*arguments, corrected=True)


@pytest.mark.parametrize(
    ("references", "hypothesis", "message"),
    [
        (
            ["the cat", "the cat sat"],
            "the cat sat down",
            "in segment 2, hypothesis is the string 'the cat sat down' and reference 1 is the "
            "string 'the cat'; expected lists of tokens; split text, such as hypothesis.split(), "
            "put references into a list, and give list(...) to compare characters",
        ),
        ("ab", "ab", "hypothesis is the string 'ab' and reference 1 is the string 'a';"),
        (["the", "cat"], ["the", "cat"], "in segment 2, reference 1 is the string 'the'; exp"),
        ([["the", "cat"], "the"], ["the"], "in segment 2, reference 2 is the string 'the'; exp"),
        ([["the", "cat"]], "the cat", "hypothesis is the string 'the cat'; expected a list of"),
        (["ab"], "x" * 41, f"hypothesis is the string '{'x' * 40}'... and reference 1"),
    ],
)
def test_unsplit_text_is_refused(references: Any, hypothesis: Any, message: str) -> None:
    with pytest.raises(InputError) as caught:
        corpus_bleu([[["a"]], references], [["a"], hypothesis], corrected=True)
    assert message in str(caught.value)


def test_lists_of_characters_are_scored() -> None:
    reference, hypothesis = "the cat sat", "the cat sat down"
    scores = [
        sentence_bleu([list(reference)], list(hypothesis), corrected=True),
        sentence_bleu([reference], list(hypothesis), corrected=True),
    ]
    # by hand: 11, 10, 9, 8 of the 16, 15, 14, 13 n-grams match
    expected = (11 / 16 * 10 / 15 * 9 / 14 * 8 / 13) ** (1 / 4)
    assert scores == pytest.approx([expected] * 2, rel=CLOSE)
    assert sentence_bleu(["a"], "a", (1,), corrected=True) == 1  # the one character is the one word


@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_corrected_scores_equal_those_of_moses_and_sacrebleu(
    wmt22_file: Callable[[str], list[str]],
) -> None:
    tokenize = tokenizer_named("13a")
    hypotheses, references = (
        [list(tokenize(line, "none")) for line in wmt22_file(name)]
        for name in (
            "system-outputs/generaltest2022.de-en.hyp.Online-W.en",
            "references/generaltest2022.de-en.ref.A.en",
        )
    )
    given = [[reference] for reference in references]
    corrected = corpus_bleu(given, hypotheses, corrected=True)
    # multi-bleu.perl, sacreBLEU 2.6.0 and nine more on these tokens; NLTK 3.10.4 itself
    assert corrected == pytest.approx(0.3255800352, abs=1e-10)
    assert corpus_bleu(given, hypotheses) == pytest.approx(0.3255056611, abs=1e-10)
