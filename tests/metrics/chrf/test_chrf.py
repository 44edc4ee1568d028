"""chrF on hand-made segments: options, references, degenerate input, token lists and errors."""

import numpy as np
import pytest

import tallystick
from tallystick import Chrf, Corpus
from tallystick.metrics import ChrfDialect


def score(hypotheses: list[str], references: list[list[str]], **options: object) -> float:
    metric = Chrf(**options)  # type: ignore[arg-type]
    corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
    return metric.score(metric.statistics(corpus)).score


def test_a_score_has_its_components() -> None:
    chrf = tallystick.chrf(hypotheses=["a cat."], references=["a cat!"], word_order=1, order=2)
    assert chrf.variant == "chrF2+"
    assert chrf.counts == (4, 3, 2)
    assert chrf.totals == chrf.reference_totals == (5, 4, 3)
    assert chrf.precision == chrf.recall == pytest.approx(100 * (4 / 5 + 3 / 4 + 2 / 3) / 3)
    assert str(chrf).startswith(
        "chrF2+ (order=2) = 73.89 (P = 73.9 R = 73.9) nrefs:1|case:mixed|eff:yes|"
    )


def test_white_space_can_belong_to_the_ngrams() -> None:
    assert score(["a b"], [["ab"]]) == 100
    assert score(["a b"], [["ab"]], whitespace="kept") < 100
    assert score(["a\tb"], [["ab"]], whitespace="spaces-removed") < 100
    assert score(["\ta b"], [["ab"]], whitespace="spaces-removed") == 100
    assert score(["a\x1cb"], [["ab"]], whitespace="removed-perl") < 100


def test_token_lists_are_joined_with_spaces() -> None:
    tokens = [["the", "cat."], ["(b)"]], [[["the", "cat"], ["a"]], [["b"]]]
    text = ["the cat.", "(b)"], [["the cat", "a"], ["b"]]
    for options in ({"word_order": 2}, {"whitespace": "kept"}):
        metric = Chrf(**options)
        of_tokens, expected = (
            metric.statistics(Corpus.from_segments(hypotheses=hypotheses, references=references))
            for hypotheses, references in (tokens, text)
        )
        assert of_tokens.rows.tolist() == expected.rows.tolist()


def test_references_in_any_order_give_one_corpus_score() -> None:
    # sacreBLEU 2.6.0: 50.0, and 22.73 with the first two references swapped
    expected = score(["a", "b"], [["c", "dddd"], ["b", "b"]])
    assert expected == score(["a", "b"], [["dddd", "c"], ["b", "b"]]) == pytest.approx(50)
    swapped = score(["a", "b"], [["dddd", "c"], ["b", "b"]], dialect="sacrebleu")
    assert swapped == pytest.approx(22.7272727)


def test_precision_and_recall_of_chrfpp_are_averages_over_all_orders() -> None:
    # By hand: of six orders of characters and two of words, "ab" and "a b" have two each.
    corpus = Corpus.from_segments(hypotheses=["a b", "b a"], references=["a b", "b a"])
    metric = Chrf(dialect="chrfpp.py")
    score = metric.score(metric.statistics(corpus))
    assert (score.precision, score.recall, score.score) == pytest.approx((50, 50, 50))


@pytest.mark.parametrize("word_order", [0, 2])
def test_counts_are_whole_numbers(word_order: int) -> None:
    corpus = Corpus.from_segments(hypotheses=["a b"], references=[["a", "b c"]])
    assert Chrf(word_order=word_order).statistics(corpus).rows.dtype == np.int64


@pytest.mark.parametrize(("ties", "ngrams"), [("first", 4), ("smallest", 2)])
def test_of_references_with_equal_scores_the_dialect_chooses_one(ties: str, ngrams: int) -> None:
    metric = Chrf(dialect=ChrfDialect(order=1, reference_ties=ties))
    count = metric.segment_counter(["cdef", "cd", "cd"])
    assert count is not None
    assert list(map(list, count("ab").values())) == [[2], [ngrams], [0]]
    assert metric.score_segment("ab", ["cdef", "cd", "cd"]).score == 0


def test_text_with_one_reference_each_is_counted_without_arrays(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tallystick.metrics.base.base_metric.arrays_pay", lambda numbers: False)
    text = Corpus.from_segments(hypotheses=["ab"], references=["abc"])
    tokens = Corpus.from_segments(hypotheses=[["a", "b"]], references=[["a", "b"]])
    several = Corpus.from_segments(hypotheses=["ab"], references=[["abc", "a"]])
    counted = [Chrf(order=1).statistics(corpus) for corpus in (text, tokens, several)]
    assert [statistics.values is None for statistics in counted] == [False, True, True]


def test_of_tied_references_the_one_with_the_smallest_counts_is_in_the_rows() -> None:
    # the second reference of the second segment has more words but fewer characters, which count
    # first; the others of each segment are better
    corpus = Corpus.from_segments(
        hypotheses=["ab", "ab", "ab"], references=[["ab", "cd"], ["cdef", "c d"], ["x", "ab"]]
    )
    metric = Chrf(order=1, word_order=1)
    named = metric.columns.split(metric.statistics(corpus).rows)
    assert named["reference_ngrams"].tolist() == [[2, 1], [2, 2], [2, 1]]
