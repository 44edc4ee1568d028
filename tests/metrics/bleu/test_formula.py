"""The formula of BLEU, compared with values that are computed by hand."""

import math

import numpy as np
import pytest

from tallystick import Bleu, Corpus
from tallystick.metrics import BleuScore, Statistics


def score_of_sums(dialect: str, sums: list[int]) -> BleuScore:
    """Return the score of the lengths of both sides, matches and totals."""
    metric = Bleu(dialect=dialect)
    return metric.score(Statistics(metric.columns, np.array([sums]), 1, False))


@pytest.mark.parametrize(
    ("axes", "lengths", "expected"),
    [
        ("none", (2, 3), 1.0),
        ("reference_plus_one", (4, 4), 1.0),
        ("reference_plus_one", (3, 4), math.exp(1 - 5 / 3)),
        ("plus_one", (3, 4), math.exp(1 - 5 / 4)),
        ("inverted", (3, 4), math.exp(1 - 3 / 4)),
        ("squared", (3, 4), math.exp(1 - 4 / 3) ** 2),
        (
            "raised+unmatched_order=raised+unmatched_numerator=0.5+unmatched_denominator=1",
            (2, 3),
            math.exp(1 - 4 / 2.5),
        ),
    ],
)
def test_brevity_penalties_follow_their_definitions(
    axes: str, lengths: tuple[int, int], expected: float
) -> None:
    found = score_of_sums(f"brevity_penalty={axes}", [*lengths, *[0] * 8])
    assert found.brevity_penalty == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize(
    ("axes", "matches", "totals", "score", "of_orders"),
    [
        ("missing_order=effective", [1, 0], [1, 0], 100.0, [100, 0]),  # of one order only
        ("missing_order=effective", [1, 0], [2, 0], 50.0, [50, 0]),
        ("smooth=exp", [0, 0], [2, 1], 25.0, [25, 25]),  # 1/2 of 2, then 1/4 of 1
        ("smooth=exp+no_match=zero", [0, 0], [2, 1], 0.0, [0, 0]),
        ("smooth=add-k+smooth_from=1", [0, 0], [0, 0], 0.0, [100, 100]),  # no hypothesis
    ],
)
def test_a_score_by_hand(
    axes: str, matches: list[int], totals: list[int], score: float, of_orders: list[float]
) -> None:
    found = score_of_sums(f"order=2+{axes}", [totals[0], totals[0], *matches, *totals])
    assert found.score == pytest.approx(score, rel=1e-15)
    assert list(found.precisions) == of_orders
    assert found.brevity_penalty == 1


def score(dialect: str, hypothesis: str, reference: str, order: int) -> float:
    metric = Bleu(dialect=dialect, order=order, tokenize="none")
    corpus = Corpus.from_segments(hypotheses=[hypothesis], references=[reference])
    return float(metric.formula(metric.statistics(corpus).rows)[0])


def test_method_5_of_nltk_takes_order_5_whatever_the_highest_is() -> None:
    # precisions 3/4 and 2/3, none of order 5: (3/4 + 1 + 3/4 + 2/3) / 3 and (that + 2/3 + 0) / 3
    first = (3 / 4 + 1 + 3 / 4 + 2 / 3) / 3
    found = score("smooth=nltk5", "a b c d", "a b c x", 2)
    assert found == pytest.approx(100 * math.sqrt(first * (first + 2 / 3) / 3))


@pytest.mark.parametrize(("order", "defined"), [(2, False), (3, True), (4, True)])
def test_method_6_of_nltk_needs_a_trigram(order: int, defined: bool) -> None:
    assert math.isnan(score("smooth=nltk6", "a b c d e", "a b c d x", order)) is not defined


def test_an_order_that_is_not_allowed_or_has_no_ngrams_has_no_weight() -> None:
    # both sides allow orders 1 and 2 only, whose precisions are 1
    dialect = "missing_order=effective+order_limit=longest_hypothesis"
    assert score(dialect, "a b", "a b", 4) == pytest.approx(100)


def test_a_match_among_no_ngrams_is_not_defined() -> None:
    # a sentence of 4 words has 1 4-gram, and one of 2 words has -1 in such programs
    metric = Bleu(dialect="missing_order=negative", tokenize="none")
    corpus = Corpus.from_segments(hypotheses=["a b c d", "x y"], references=["a b c d", "x y"])
    rows = metric.statistics(corpus).rows
    assert math.isnan(metric.formula(rows.sum(axis=0)))
    assert float(metric.formula(rows[0])) == pytest.approx(100)


def test_empty_references_are_dropped_unless_a_segment_has_no_others() -> None:
    metric = Bleu(dialect="empty_references=dropped", order=1, tokenize="none")
    corpus = Corpus.from_segments(
        hypotheses=["a", "b", ""], references=[["", "a b"], ["c", ""], ["", ""]]
    )
    rows = metric.statistics(corpus).rows
    assert metric.columns.split(rows)["reference_length"].tolist() == [2, 1, 0]


def test_a_segment_whose_references_are_all_empty_fails_alone_only_if_dropped_by_segment() -> None:
    corpus = Corpus.from_segments(hypotheses=["a", "b"], references=[["", "a"], ["", ""]])
    kept = Corpus.from_segments(hypotheses=["a"], references=[["", "a"]])
    for value, whole in (("dropped", 50), ("dropped_by_segment", math.nan)):
        metric = Bleu(dialect=f"empty_references={value}", order=1, tokenize="none")
        found = [float(metric.formula(metric.statistics(one).total())) for one in (corpus, kept)]
        # sacreBLEU 1.5.1 and 2.1.0 raise EOFError for the first
        assert found == pytest.approx([whole, 100], nan_ok=True)
