"""chrF of segments without arrays."""

import pytest

from tallystick import Chrf, ChrfDialect, Corpus
from tallystick.metrics.chrf.counts import comparison_of


@pytest.mark.parametrize(("ties", "ngrams"), [("first", 4), ("smallest", 2)])
def test_of_references_with_equal_scores_the_dialect_chooses_one(ties: str, ngrams: int) -> None:
    dialect = ChrfDialect(order=1, reference_ties=ties)
    references = ["cdef", "cd", "cd"]
    assert Chrf(dialect=dialect).score_segment("ab", references).score == 0
    count = comparison_of(dialect).segment_counter(references)
    assert list(map(list, count("ab").values())) == [[2], [ngrams], [0]]


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
        hypotheses=["ab", "ab", "ab"],
        references=[["ab", "cd"], ["cdef", "c d"], ["x", "ab"]],
    )
    metric = Chrf(order=1, word_order=1)
    named = metric.columns.split(metric.statistics(corpus).rows)
    assert named["reference_ngrams"].tolist() == [[2, 1], [2, 2], [2, 1]]
