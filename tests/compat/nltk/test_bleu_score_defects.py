"""NLTK's defects are reproduced, with a warning if they affect the score."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from tallystick import TallystickWarning
from tallystick.compat.nltk.bleu_score import (
    SmoothingFunction,
    corpus_bleu,
    modified_precision,
    sentence_bleu,
)
from tests.compat.samples import run_alone

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
    assert len(messages) == len(defects)
    assert all(part in message for part, message in zip(defects, messages, strict=True))


def test_method_6_grows_with_copies_of_a_segment() -> None:
    references, hypothesis = G02
    found = [
        score_and_defects([references] * copies, [hypothesis] * copies, method=6)
        for copies in (1, 10, 100)
    ]
    assert [len(defects) for _, defects in found] == [0, 1, 1]
    assert METHODS[6] in found[1][1][0]
    assert found[0][0] < 1 < found[1][0] < found[2][0]


def test_method_6_uses_the_floored_totals_of_orders_1_and_2_only() -> None:
    for short, floored in (("xy", 0), ("x", 1)):
        hypotheses = [list(short), list("abcdef")]
        _, defects = score_and_defects([[text] for text in hypotheses], hypotheses, method=6)
        assert [METHODS[6] in defects[0], *(FLOORED in d for d in defects[1:])] == [True] * (
            1 + floored
        )


def test_method_6_refuses_input_that_the_paper_allows() -> None:
    with pytest.raises(AssertionError, match="needs a matching trigram"):
        sentence(G17, method=6)
    with pytest.raises(IndexError):
        sentence(G02, method=6, weights=(0.5, 0.5))


def test_auto_reweigh_looks_at_the_whole_corpus() -> None:
    hypotheses = [["a", "b"], ["c", "d"]]
    references = [[hypothesis] for hypothesis in hypotheses]
    _, defects = score_and_defects(references, hypotheses, auto_reweigh=True, method=1)
    assert [FLOORED in defects[0], CORPUS in defects[1]] == [True, True]
    _, defects = score_and_defects(references, hypotheses, list(UNIFORM), None, True)
    assert [ZERO in defects[0], TUPLE in defects[1], CORPUS in defects[2]] == [True] * 3


def test_each_of_several_weightings_is_checked_for_defects() -> None:
    _, defects = sentence(G02, weights=[(0.5, 0.5), UNIFORM, (0.2,) * 5])
    assert len(defects) == 1
    _, defects = sentence(AB, weights=[(1,), (0, 0, 1)])
    assert [ZERO in defect for defect in defects] == [True]
    hypotheses = [["a"], list("bcdx")]
    _, defects = score_and_defects(
        [[["a"]], [list("bcde")]], hypotheses, [(0.5, 0.5), (0, 0, 0, 1)]
    )
    assert [FLOORED in defects[0], ZERO in defects[1]] == [True, True]
    score, defects = sentence(AB, weights=(0, 0, 2))
    assert (score, defects) == (0.0, [])  # as small as 2.2e-308 squared is 0


def test_unsplit_text_has_one_warning_for_each_kind_of_mistake() -> None:
    words = ["the", "cat", "sat"]
    references: Any = [["the cat sat"], ["it rains", "it pours"], [words], ["the cat sat"]]
    hypotheses: Any = ["the cat sat", "it rained", "the cat", words]
    _, messages = score_and_defects(references, hypotheses, method=1)
    assert len(messages) == 4
    for part, message in zip([STRINGS, HYPOTHESIS, REFERENCE, FLOORED], messages, strict=True):
        assert part in message


def test_generators_of_references_fail_with_the_fix() -> None:
    references, hypothesis = G02
    with pytest.raises(KeyError, match="corrected=True"):
        sentence_bleu(iter(references), hypothesis)
    with pytest.raises(KeyError, match="corrected=True"):
        modified_precision([], hypothesis, 1)


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
