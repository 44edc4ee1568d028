"""Human scores as a metric: segments without a judgement do not count."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tallystick.metrics import Corpus
from tests.metrics.internals import HumanScores

NAN = float("nan")


def corpus(*scores: float) -> Corpus:
    texts = ["a b"] * len(scores)
    found = Corpus.from_segments(hypotheses=texts, references=texts)
    return replace(found, scores={"human": scores})


def test_the_score_is_the_mean_over_the_judged_segments() -> None:
    metric = HumanScores("human")
    assert metric.score(metric.statistics(corpus(80, NAN, 50, NAN))).score == 65  # by hand


def test_a_segment_without_judgement_has_no_score() -> None:
    metric = HumanScores("human")
    rows = metric.statistics(corpus(80, NAN)).rows
    assert np.isnan(metric.formula(rows)).tolist() == [False, True]
    assert metric.formula(rows.sum(axis=0)) == pytest.approx(80)


def test_pages_give_no_score_to_segments_without_judgement() -> None:
    formula = HumanScores("human").sum_formula()
    assert formula is not None
    assert np.isnan(formula.of({"scores": 0.0, "segments": 0.0}))
    assert formula.of({"scores": 130.0, "segments": 2.0}) == 65
