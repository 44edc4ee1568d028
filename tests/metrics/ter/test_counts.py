"""TER of one row and the counts of few segments, without arrays, by hand."""

from __future__ import annotations

import math

import pytest

from tallystick import Corpus, Ter
from tallystick.metrics import Workspace
from tallystick.metrics.ter.counts import few_counts_of
from tallystick.metrics.ter.dialect import SACREBLEU


@pytest.mark.parametrize(
    ("edits", "length", "expected"), [(3, 4.0, 75.0), (3, 1.5, 200.0), (0, 0.0, 0.0), (1, 0.0, 100)]
)
def test_the_score_is_edits_per_word_and_100_for_any_edit_of_nothing(
    edits: int, length: float, expected: float
) -> None:
    assert Ter().score_of_row({"edits": edits, "reference_length": length}) == expected


def test_without_reference_words_a_dialect_may_have_no_score() -> None:
    metric = Ter(dialect="empty_references=undefined")
    assert math.isnan(metric.score_of_row({"edits": 1, "reference_length": 0.0}))


def test_the_columns_are_the_fewest_edits_and_the_mean_reference_length() -> None:
    # "a b" needs 1 edit for "b a" (a shift) and 3 for "c d e"; "c" needs 2, 1 and 1
    corpus = Corpus.from_segments(
        hypotheses=["a b", "c"], references=[["c d e", "b a"], ["c d e", "", "d"]]
    )
    edits, lengths = few_counts_of(SACREBLEU, corpus, Workspace())
    assert (edits, lengths) == ([1, 1], [5 / 2, 4 / 3])
