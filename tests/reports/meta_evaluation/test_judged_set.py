"""Parts of test sets with human scores: documents, and some of the systems."""

from __future__ import annotations

import numpy as np
import pytest

from tallystick import InputError
from tallystick.metrics import Corpus
from tallystick.reports.meta_evaluation.judged_set import Judged
from tests.reports.meta_evaluation.judged import human_scores

TEXTS = ["a", "b", "c", "d"]
DOCUMENTS = ["news-1", "chat", "news-2", "news-2"]
HUMAN = [[1, 5, 2, 3], [2, 1, 3, 4], [3, 2, 4, 5], [4, 3, 5, 6], [90, 95, 90, 90]]


def judged(documents: list[str] | None = DOCUMENTS) -> Judged:
    corpus = Corpus.from_segments(hypotheses=TEXTS, references=TEXTS, documents=documents)
    return Judged([(f"s{number}", corpus) for number in range(5)], human_scores(HUMAN))


def test_only_the_segments_of_some_documents_count() -> None:
    chosen = judged().chosen("set", ["news*"], [])
    _, corpus = chosen.systems[0]
    assert (list(corpus.hypotheses), corpus.documents) == (
        ["a", "c", "d"],
        ("news-1", "news-2", "news-2"),
    )
    assert chosen.human is not None
    assert chosen.human.systems == pytest.approx(np.array(HUMAN)[:, [0, 2, 3]].mean(axis=1))


def test_outliers_are_left_out_by_this_name() -> None:
    chosen = judged().chosen("set", [], ["s9", "outliers"])
    assert [name for name, _ in chosen.systems] == ["s0", "s1", "s2", "s3"]
    assert chosen.notes == ["set: 2 systems left out: s9 and s4."]


def test_unjudged_systems_are_no_outliers() -> None:
    cells = [*HUMAN[:3], [np.nan] * 4, HUMAN[4]]
    chosen = judged()._replace(human=human_scores(cells)).chosen("set", [], ["outliers"])
    assert [name for name, _ in chosen.systems] == ["s0", "s1", "s2", "s3"]


def test_unknown_documents_are_refused() -> None:
    message = r"set: only-documents is blog\*; expected some of the set's 3 documents"
    with pytest.raises(InputError, match=message):
        judged().chosen("set", ["*", "blog*"], [])
