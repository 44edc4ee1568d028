"""BLEU of one sum in Python numbers equals that of arrays to the last bit."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tallystick
from tallystick.errors import InputError
from tallystick.metrics import BleuDialect
from tallystick.metrics.bleu.dialect import SACREBLEU
from tallystick.metrics.bleu.formula import bleu, brevity_penalty, precisions
from tallystick.metrics.bleu.one_score import counts_as_usual, is_usual, one_score
from tallystick.metrics.bleu.statistics import sums_of


@st.composite
def usual_dialects(draw: st.DrawFn) -> BleuDialect:
    order = draw(st.integers(1, 12))
    weights = None
    if draw(st.booleans()):
        shares = draw(st.lists(st.integers(0, 9), min_size=order, max_size=order))
        assume(sum(shares))
        weights = tuple(share / sum(shares) for share in shares)
    return BleuDialect(
        order=order,
        weights=weights,
        smooth=draw(st.sampled_from(["none", "floor", "add-k", "exp"])),
        missing_order=draw(st.sampled_from(["zero", "effective"])),
        no_match=draw(st.sampled_from(["zero", BleuDialect().no_match])),
        smooth_from=draw(st.integers(1, 2)),
    )


@st.composite
def sums(draw: st.DrawFn, order: int) -> list[int]:
    """Lengths, matches and totals of one hypothesis or of a corpus."""
    length = draw(st.integers(0, 12) | st.integers(0, 100_000))
    reference = draw(st.integers(0, length + 10))
    totals = [max(length - shorter, 0) for shorter in range(order)]
    matches: list[int] = []
    for total in totals:
        matches.append(draw(st.integers(0, min([total, *matches[-1:]]))))
    return [length, reference, *matches, *totals]


@given(st.data())
def test_one_sum_has_the_score_and_the_components_of_arrays(data: st.DataObject) -> None:
    dialect = data.draw(usual_dialects())
    row = data.draw(sums(dialect.order))
    assert is_usual(dialect)
    named = sums_of(dialect, np.array(row))
    parts = row[0], row[1], row[2 : 2 + dialect.order], row[2 + dialect.order :]
    found = one_score(dialect, *parts)
    assert found.score == float(bleu(dialect, named))
    # one of many rows, in the layout that statistics have
    rows = np.asfortranarray([row] * 9)
    assert [found.score] * 9 == bleu(dialect, sums_of(dialect, rows)).tolist()
    assert found.brevity_penalty == float(brevity_penalty(dialect, named))
    if found.score or dialect.no_match != "zero" or any(row[2 : 2 + dialect.order]):
        assert list(found.precisions) == precisions(dialect, named)[0].tolist()
    else:
        assert set(found.precisions) == {0.0}


@pytest.mark.parametrize(
    "axes",
    [
        {"smooth": "chencherry5"},
        {"missing_order": "neutral"},
        {"brevity_penalty": "none"},
        {"average": "macro"},
        {"empty_hypotheses": "error"},
    ],
)
def test_other_dialects_are_left_to_arrays(axes: dict[str, object]) -> None:
    assert not is_usual(replace(SACREBLEU, **axes))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "axes",
    [
        *({"smooth": name} for name in ("none", "floor", "add-k", "exp")),
        {"smooth": "add-k", "smooth_value": 0.5, "smooth_from": 1},
        {"weights": (0.4, 0.6)},
        {"missing_order": "effective"},
        {"no_match": "zero"},
        {"reference_length": "shortest"},
        {"clip": "best_reference"},
        {"tokenize": "intl"},
        {"lowercase": "ascii"},
    ],
    ids=str,
)
def test_usual_dialects_differ_in_counting_or_in_what_one_score_knows(
    axes: dict[str, object],
) -> None:
    assert is_usual(replace(SACREBLEU, **axes))  # type: ignore[arg-type]


def test_single_segments_are_counted_with_the_maximum_and_the_closest_reference_only() -> None:
    assert counts_as_usual(SACREBLEU)
    assert not counts_as_usual(replace(SACREBLEU, clip="best_reference"))
    assert not counts_as_usual(replace(SACREBLEU, reference_length="shortest"))


@pytest.mark.parametrize(
    ("axes", "matches", "totals", "score", "of_orders"),
    [
        ({"missing_order": "effective"}, [1, 0], [1, 0], 100.0, [1, 0]),  # of one order only
        ({"missing_order": "effective"}, [1, 0], [2, 0], 50.0, [1 / 2, 0]),
        ({"smooth": "exp"}, [0, 0], [2, 1], 25.0, [1 / 4, 1 / 4]),  # 1/2 of 2, then 1/4 of 1
        ({"smooth": "exp", "no_match": "zero"}, [0, 0], [2, 1], 0.0, [0, 0]),
        ({"smooth": "add-k", "smooth_from": 1}, [0, 0], [0, 0], 0.0, [1, 1]),  # no hypothesis
    ],
    ids=str,
)
def test_one_score_by_hand(
    axes: dict[str, object],
    matches: list[int],
    totals: list[int],
    score: float,
    of_orders: list[float],
) -> None:
    dialect = BleuDialect(order=2, **axes)  # type: ignore[arg-type]
    found = one_score(dialect, totals[0], totals[0], matches, totals)
    assert found.score == pytest.approx(score, rel=1e-15)
    assert list(found.precisions) == of_orders
    assert found.brevity_penalty == 1


@given(
    st.text("ab c.", max_size=12),
    st.lists(st.text("ab c.", max_size=12), min_size=1, max_size=3),
    st.sampled_from(["sacrebleu", "nltk", "torchmetrics", "clip=best_reference"]),
)
def test_one_segment_scores_as_a_corpus_of_it(
    hypothesis: str, references: list[str], dialect: str
) -> None:
    metric = tallystick.Bleu(dialect=dialect)
    corpus = tallystick.Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    found = metric.score(hypotheses=[hypothesis], references=[references])
    assert found == metric.score(metric.statistics(corpus))


@pytest.mark.parametrize("lowercase", ["none", "ascii", "unicode"])
@pytest.mark.parametrize("tokenize", ["13a", "intl", "zh", "char"])
def test_one_segment_is_tokenized_and_folded_as_a_corpus(tokenize: str, lowercase: str) -> None:
    metric = tallystick.Bleu(tokenize=tokenize, lowercase=lowercase)  # type: ignore[arg-type]
    hypothesis, reference = "Ein Ärgernis: 5,5 猫です。", "EIN ÄRGERNIS: 5.5 猫だ。"
    corpus = tallystick.Corpus.from_segments(hypotheses=[hypothesis], references=[reference])
    assert metric.score_alone(hypothesis, [reference]) == metric.score(metric.statistics(corpus))


@pytest.mark.parametrize("references", [[], "a b"])
def test_a_segment_without_a_list_of_references_is_refused(references: list[str]) -> None:
    with pytest.raises(InputError, match="expected a list of at least one string"):
        tallystick.Bleu().score_segment("a b", references)


@given(
    st.text("ab .猫", max_size=12), st.lists(st.text("ab .猫", max_size=12), min_size=1, max_size=4)
)
@pytest.mark.filterwarnings("ignore::tallystick.TallystickWarning")
def test_a_call_with_one_segment_equals_the_call_with_its_corpus(
    hypothesis: str, references: list[str]
) -> None:
    corpus = tallystick.Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    one = tallystick.bleu(hypotheses=[hypothesis], references=[references])
    assert one == tallystick.bleu(hypotheses=corpus)


def test_a_call_with_one_segment_warns_of_its_language() -> None:
    with pytest.warns(tallystick.TokenizerWarning, match="the references look Chinese"):
        tallystick.bleu(hypotheses=["我们喜欢猫和狗。"], references=["我们喜欢狗和猫。"])
