"""NLTK's defects are reproduced with a warning if they affect the score, or else corrected."""

from __future__ import annotations

import math
import re
import sys
import warnings
from importlib import import_module
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError, OptionError, TallystickError, TallystickWarning
from tallystick.compat.nltk import gleu_score, meteor_score, nist_score, ribes_score
from tallystick.compat.nltk.bleu_score import (
    SmoothingFunction,
    corpus_bleu,
    sentence_bleu,
)
from tests.compat.samples import run_alone
from tests.metrics.kernel.both import kernel

UNIFORM = (0.25, 0.25, 0.25, 0.25)
G02 = ([["the", "cat", "sat", "on", "the", "mat"]], ["the", "cat", "is", "on", "the", "mat"])
G03 = ([list("abcdeg")], list("abcdef"))
G17 = ([list("abzcdw")], list("abxcdy"))
ABC = ([list("abc")], list("abc"))
AB = ([list("ab")], list("ab"))
FLOORED = "too short to have one"
ZERO = "this score should be 0"
TUPLE = "needs the weights as the tuple"
CORPUS = "needs fewer than 4 tokens in all"
STRINGS = "hypothesis and reference are strings"
REFERENCE = "a reference is a string"
HYPOTHESIS = "a hypothesis is a string"
METHODS = {number: f"NLTK's smoothing method{number}" for number in (4, 5, 6)}


def score_and_defects(*arguments: Any, method: int | None = None, **kwargs: Any) -> Any:
    """Return a corpus score and tallystick's warnings."""
    if method is not None:
        kwargs["smoothing_function"] = getattr(SmoothingFunction(), f"method{method}")
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        score = corpus_bleu(*arguments, **kwargs)
    assert all(w.filename == __file__ for w in caught if w.category is TallystickWarning)
    return score, [str(w.message) for w in caught if w.category is TallystickWarning]


def sentence(pair: Any, **kwargs: Any) -> Any:
    return score_and_defects([pair[0]], [pair[1]], **kwargs)


def assert_contain(messages: list[str], *parts: str) -> None:
    assert len(messages) == len(parts)
    assert all(part in message for part, message in zip(parts, messages, strict=True))


# The scores of NLTK 3.10.4 for these calls, and their defects.
RECORDED: list[tuple[Any, dict[str, Any], float, list[str]]] = [
    (G03, {}, 0.7598356856515925, []),
    (G03, {"method": 1}, 0.7598356856515925, []),
    (G03, {"method": 4}, 0.7598356856515925, []),
    (G03, {"method": 5}, 0.849467, [METHODS[5]]),
    (G03, {"method": 7}, 0.849467, [METHODS[5]]),
    (G02, {}, 7.26212e-78, [ZERO]),
    (G02, {"weights": (0.5, 0.5, 0, 0)}, 0.5**0.5, []),
    (G02, {"weights": (0.5, 0.5)}, 0.5**0.5, []),
    (G02, {"method": 3}, 0.37991784282579627, []),
    (G02, {"method": 4}, 0.293946, [METHODS[4]]),
    (G02, {"method": 5}, 0.380398, [METHODS[5]]),
    (G02, {"method": 6}, 0.387488, []),
    (G02, {"method": 7}, 0.410107, [METHODS[4], METHODS[5]]),
    (G17, {"method": 4}, 0.137429, [METHODS[4]]),
    (G17, {"method": 5}, 0.230378, [METHODS[5]]),
    (G17, {"method": 7}, 0.265239, [METHODS[4], METHODS[5]]),
    (([["a"]], ["a"]), {"method": 4}, 1.0, [METHODS[4], FLOORED]),
    (ABC, {"method": 1}, 0.562341, [FLOORED]),
    (ABC, {"method": 2}, 0.840896, [FLOORED]),
    (ABC, {"method": 3}, 0.840896, [FLOORED]),
    (ABC, {"method": 3, "weights": (0.5, 0.25, 0.25)}, 1.0, []),
    (ABC, {"auto_reweigh": True}, 1.0, []),
    (ABC, {"auto_reweigh": True, "weights": list(UNIFORM)}, 0, [ZERO, TUPLE]),
    (([list("xyz")], list("abc")), {"method": 5}, 0, []),
    ((["the cat sat"], "the cat sat down"), {}, 0.652545, [STRINGS]),
    (("the cat sat", "the cat sat down"), {}, 1.48167e-231, [STRINGS, ZERO]),
    ((["the cat"], ["the", "cat"]), {}, 0, [REFERENCE]),
    ((["the", "cat"], ["the", "cat"]), {}, 0, [REFERENCE]),
    (([["the", "cat"]], "the cat"), {}, 0, [HYPOTHESIS]),
    ((["ab"], ["a", "b"]), {"weights": (1,)}, 1.0, []),
    ((["a"], "a"), {"weights": (1,)}, 1.0, []),
    ((["", " "], ""), {}, 0, [STRINGS]),
    ((["ab"], "ab"), {"weights": ()}, 0, ["NLTK returns 0 if weights is empty"]),
]


@pytest.mark.parametrize(("pair", "options", "value", "defects"), RECORDED)
def test_a_sentence_has_nltk_s_score_and_warnings_of_its_defects(
    pair: Any, options: dict[str, Any], value: float, defects: list[str]
) -> None:
    score, messages = sentence(pair, **options)
    assert score == pytest.approx(value, rel=5e-6, abs=1e-70)
    assert_contain(messages, *defects)


def test_method_6_grows_with_copies_of_a_segment() -> None:
    references, hypothesis = G02
    scored = [
        score_and_defects([references] * copies, [hypothesis] * copies, method=6)
        for copies in (1, 10, 100)
    ]
    assert [len(defects) for _, defects in scored] == [0, 1, 1]
    assert METHODS[6] in scored[1][1][0]
    assert scored[0][0] < 1 < scored[1][0] < scored[2][0]


def test_method_6_uses_the_floored_totals_of_orders_1_and_2_only() -> None:
    for short, floored in (("xy", 0), ("x", 1)):
        hypotheses = [list(short), list("abcdef")]
        _, defects = score_and_defects([[text] for text in hypotheses], hypotheses, method=6)
        assert_contain(defects, METHODS[6], *[FLOORED] * floored)


def test_auto_reweigh_looks_at_the_whole_corpus() -> None:
    hypotheses = [["a", "b"], ["c", "d"]]
    references = [[hypothesis] for hypothesis in hypotheses]
    _, defects = score_and_defects(references, hypotheses, auto_reweigh=True, method=1)
    assert_contain(defects, FLOORED, CORPUS)
    _, defects = score_and_defects(references, hypotheses, list(UNIFORM), None, True)
    assert_contain(defects, ZERO, TUPLE, CORPUS)


def test_each_of_several_weightings_is_checked_for_defects() -> None:
    _, defects = sentence(G02, weights=[(0.5, 0.5), UNIFORM, (0.2,) * 5])
    assert len(defects) == 1
    _, defects = sentence(AB, weights=[(1,), (0, 0, 1)])
    assert_contain(defects, ZERO)
    hypotheses = [["a"], list("bcdx")]
    _, defects = score_and_defects(
        [[["a"]], [list("bcde")]], hypotheses, [(0.5, 0.5), (0, 0, 0, 1)]
    )
    assert_contain(defects, FLOORED, ZERO)
    score, defects = sentence(AB, weights=(0, 0, 2))
    assert (score, defects) == (0.0, [])  # as small as 2.2e-308 squared is 0


def test_unsplit_text_has_one_warning_for_each_kind_of_mistake() -> None:
    words = ["the", "cat", "sat"]
    references: Any = [["the cat sat"], ["it rains", "it pours"], [words], ["the cat sat"]]
    hypotheses: Any = ["the cat sat", "it rained", "the cat", words]
    _, messages = score_and_defects(references, hypotheses, method=1)
    assert_contain(messages, STRINGS, HYPOTHESIS, REFERENCE, FLOORED)


def test_every_order_without_a_match_has_a_warning() -> None:
    with pytest.warns(UserWarning) as caught:  # noqa: PT030
        sentence_bleu(*G17)
    messages = [str(w.message) for w in caught if w.category is UserWarning]
    assert messages == [  # the words of NLTK 3.10.4
        f"\nThe hypothesis contains 0 counts of {order}-gram overlaps.\n"
        "Therefore the BLEU score evaluates to 0, independently of\n"
        "how many N-gram overlaps of lower order it contains.\n"
        "Consider using lower n-gram order or use SmoothingFunction()"
        for order in (3, 4)
    ]


def test_python_shows_a_warning_of_one_line_once_without_importing_nltk() -> None:
    done = run_alone(
        "from tallystick.compat.nltk.bleu_score import sentence_bleu\n"
        "for _ in range(3): sentence_bleu([list('abcdx')], list('abcey'))\n"
        "print('nltk' in sys.modules)"
    )
    assert done.stderr.count("TallystickWarning: ") == 1
    assert done.stderr.count(" UserWarning: ") == 1
    assert done.stdout == "False\n"


TIE = [[["a", "b", "a"], ["a"]], [["b"]]], [["a", "a"], ["a"]]
UNION = [["a", "b", "c", "x", "y", "z"], ["u", "v", "w", "d", "e", "f"]], list("abcdef")
MAT, SAT = "the cat sat on the mat", ["the", "cat", "sat", "on", "a", "mat"]
THE_CAT = ["the", "cat"]
PART = "in RIBES those that are part of the string"
MEAN_LENGTH = r"1\.7925, .* mean length, it is 3\.5850"

# Beside the defects of the ledger: the words of the warning, the score of NLTK 3.10.4, and the
# right one or words of a refusal
WARNED: list[tuple[str, tuple[Any, ...], str, float, float | str]] = [
    ("ribes_score.sentence_ribes", ([MAT], SAT), PART, 0.6920943811678557, "is the string"),
    ("ribes_score.sentence_ribes", (MAT.split(), SAT), PART, 0.7598356856515925, "is the string"),
    ("ribes_score.corpus_ribes", ([MAT.split()], [SAT]), PART, 0.7598356856515925, "is the string"),
    *(
        (
            *(f"{name}_score.sentence_{name}", (["the cat"], "the cut")),
            *("compares characters, not words", score, "expected lists of tokens"),
        )
        for name, score in (("gleu", 0.6818181818181818), ("ribes", 0.9193227152249185))
    ),
    *(
        (
            *("nist_score.corpus_nist", ([references] * 2, [hypothesis] * 2, 2), words, score),
            r"in segment 1, .* is the string 'the",
        )
        for references, hypothesis, words, score in (
            (["the cat sat"], "the cat sat down", STRINGS, 2.1758404356907457),
            (THE_CAT, THE_CAT, REFERENCE, 0),
            ([THE_CAT], "the cat", HYPOTHESIS, 0),
        )
    ),
    # the score of mteval-v11b to v14
    *(
        (name, arguments, MEAN_LENGTH, 1.7924812503605783, 3.5849625007211565)
        for name, arguments in (
            ("nist_score.corpus_nist", ([UNION[0]], [UNION[1]])),
            ("nist_score.sentence_nist", UNION),
        )
    ),
]


def function_in(package: str, name: str) -> Any:
    module, function = name.split(".")
    return getattr(import_module(f"{package}.{module}"), function)


@pytest.mark.parametrize(("name", "arguments", "words", "score", "right"), WARNED)
def test_text_and_several_references_are_warned_of_and_corrected_or_refused(
    name: str, arguments: tuple[Any, ...], words: str, score: float, right: float | str
) -> None:
    ours, theirs = (
        function_in(package, name) for package in ("tallystick.compat.nltk", "nltk.translate")
    )
    with pytest.warns(TallystickWarning, match=words) as caught:
        result = ours(*arguments)
    of_words = [warning.filename for warning in caught if re.search(words, str(warning.message))]
    assert of_words == [__file__]
    assert result == pytest.approx(theirs(*arguments), abs=1e-12)
    assert result == pytest.approx(score)
    if isinstance(right, str):
        with pytest.raises(InputError, match=right):
            ours(*arguments, corrected=True)
    else:
        assert ours(*arguments, corrected=True) == pytest.approx(right, rel=1e-12)


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
        function_in("tallystick.compat.nltk", name)(*arguments)


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


def test_an_order_without_ngrams_is_0_when_corrected_however_high() -> None:
    arguments = [[["a", "b", "c", "d", "e", "f"]]], [["a", "b", "c", "d"]]
    corrected = nist_score.corpus_nist(*arguments, 5000, corrected=True)
    assert corrected == pytest.approx(1.2924812503605776, rel=1e-12)  # mteval-v14


def test_all_references_empty_is_an_error_corrected_or_not() -> None:
    for corrected in (False, True):
        with pytest.raises(ZeroDivisionError, match="all references are empty"):
            nist_score.sentence_nist([[], []], ["a"], 1, corrected=corrected)


@given(st.lists(st.tuples(LETTERS, LETTERS), min_size=1, max_size=4), st.integers(1, 3))
def test_corrected_equals_nltk_where_nltk_follows_the_definition(
    pairs: list[tuple[list[str], list[str]]], n: int
) -> None:
    corpus = [[reference] for reference, _ in pairs], [hypothesis for _, hypothesis in pairs]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", TallystickWarning)
        score = nist_score.corpus_nist(*corpus, n)
    assert nist_score.corpus_nist(*corpus, n, corrected=True) == score
