"""BLEU of one sum, and of one segment, equals that of many to the last bit."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import tallystick
from tallystick import InputError
from tallystick.metrics import BleuDialect
from tallystick.metrics.bleu.dialect import SACREBLEU
from tallystick.metrics.bleu.formula import columns_of, formula_of
from tallystick.metrics.bleu.metric import counts_as_usual


@st.composite
def dialects(draw: st.DrawFn) -> BleuDialect:
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
def test_one_sum_has_the_score_of_arrays(data: st.DataObject) -> None:
    dialect = data.draw(dialects())
    row, formula = data.draw(sums(dialect.order)), formula_of(dialect)
    found = formula.of_numbers(columns_of(dialect).split_list(row))
    assert found == formula.of_arrays(columns_of(dialect).split(np.array(row)))
    # one of many rows, in the layout that statistics have
    rows = np.asfortranarray([row] * 9)
    assert [found] * 9 == formula.of_arrays(columns_of(dialect).split(rows)).tolist()


def test_single_segments_are_counted_with_the_maximum_and_the_closest_reference_only() -> None:
    assert counts_as_usual(SACREBLEU)
    assert not counts_as_usual(replace(SACREBLEU, clip="best_reference"))
    assert not counts_as_usual(replace(SACREBLEU, reference_length="shortest"))


@pytest.mark.parametrize(
    ("axes", "usual"),
    [
        *(({"smooth": name}, True) for name in ("none", "floor", "add-k", "exp", "nltk4")),
        ({"smooth": "chencherry5"}, False),  # it reads an order more
        *(({"missing_order": name}, True) for name in ("zero", "effective", "error")),
        *(({"missing_order": name}, False) for name in ("one_per_segment", "negative")),
        ({"weights": (0.4, 0.6), "no_match": "zero", "brevity_penalty": "none"}, True),
        ({"order_limit": "hypothesis_tokens", "empty_hypotheses": "error"}, True),
        ({"order_limit": "longest_reference"}, False),
        ({"empty_hypotheses": "error_if_any"}, False),
        ({"average": "macro"}, False),
        ({"tokenize": "intl", "lowercase": "ascii"}, True),
    ],
    ids=str,
)
def test_what_the_formula_alone_reads_changes_no_counting(
    axes: dict[str, object], usual: bool
) -> None:
    assert counts_as_usual(replace(SACREBLEU, **axes)) == usual  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("axes", "matches", "totals", "score", "of_orders"),
    [
        ({"missing_order": "effective"}, [1, 0], [1, 0], 100.0, [1, 0]),  # of one order only
        ({"missing_order": "effective"}, [1, 0], [2, 0], 50.0, [1 / 2, 0]),
        ({"smooth": "exp"}, [0, 0], [2, 1], 25.0, [1 / 4, 1 / 4]),  # 1/2 of 2, then 1/4 of 1
        ({"smooth": "exp", "no_match": "zero"}, [0, 0], [2, 1], 0.0, [1 / 4, 1 / 4]),
        ({"smooth": "add-k", "smooth_from": 1}, [0, 0], [0, 0], 0.0, [1, 1]),  # no hypothesis
    ],
    ids=str,
)
def test_a_score_by_hand(
    axes: dict[str, object],
    matches: list[int],
    totals: list[int],
    score: float,
    of_orders: list[float],
) -> None:
    dialect = BleuDialect(order=2, **axes)  # type: ignore[arg-type]
    lengths = {"hypothesis_length": totals[0], "reference_length": totals[0]}
    sums = {**lengths, "matches": matches, "totals": totals}
    found = formula_of(dialect).parts_of_numbers(sums)
    assert found.score == pytest.approx(score, rel=1e-15)
    assert list(found.precisions) == of_orders
    assert found.brevity_penalty == 1


def outcome(score: Callable[[], tallystick.Score]) -> object:
    """Return a score, or the error."""
    try:
        return score()
    except InputError as error:
        return str(error)


@given(
    st.text("ab c.", max_size=12),
    st.lists(st.text("ab c.", max_size=12), min_size=1, max_size=3),
    st.sampled_from(
        [
            "sacrebleu",
            "nltk",
            "torchmetrics",
            "nltk-method4",
            "smooth=exp+empty_hypotheses=error",
            "clip=best_reference",
        ]
    ),
)
def test_one_segment_scores_as_a_corpus_of_it(
    hypothesis: str, references: list[str], dialect: str
) -> None:
    metric = tallystick.Bleu(dialect=dialect)
    corpus = tallystick.Corpus.from_segments(hypotheses=[hypothesis], references=[references])
    alone = outcome(lambda: metric.score(hypotheses=[hypothesis], references=[references]))
    assert alone == outcome(lambda: metric.score(metric.statistics(corpus)))


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
