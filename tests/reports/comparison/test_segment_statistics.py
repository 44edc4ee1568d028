"""The statistics of segments in reports, compared with the formulas of the metrics."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import tallystick
from tallystick.metrics import HasSumFormula
from tallystick.reports.comparison.scored_systems import ScoredSystems
from tallystick.reports.comparison.segment_statistics import segment_statistics

Score = Callable[..., ScoredSystems]

SYSTEMS = {"one": ["a b c d e", "", "b c"], "two": ["a b d", "a", "c b"]}
REFERENCES = [["a b c d"], ["a b"], ["b c d"]]


@pytest.mark.parametrize(
    "metric", ["bleu", "nist", "chrf++", "ter", "wer", "rougeL", "google_gleu", "sentbleu"]
)
def test_values_are_the_statistics_that_the_formula_reads(score: Score, metric: str) -> None:
    scored = score(SYSTEMS, REFERENCES, [metric])
    found = segment_statistics(scored)[metric]
    for name, statistics in zip(scored.names, scored.statistics[metric], strict=True):
        assert len(found.values[name]) == len(found.columns)
        for column, text in zip(found.columns, found.values[name], strict=True):
            values = [float(one) for one in text.split(" ")]
            np.testing.assert_allclose(values, statistics.column(column), rtol=1e-7)


@pytest.mark.parametrize("metric", ["wil", "cider", "bleu:smooth=nltk4,dialect=nltk"])
def test_a_metric_without_such_a_formula_has_no_statistics(score: Score, metric: str) -> None:
    assert segment_statistics(score(SYSTEMS, REFERENCES, [metric])) == {}


def test_a_ratio_is_the_score_of_its_sums(score: Score) -> None:
    for name in ("ter", "wer", "mer", "cer", "google_gleu", "rouge1", "sentbleu"):
        metric = tallystick.metric(name)
        assert isinstance(metric, HasSumFormula)
        formula = metric.sum_formula()
        assert formula is not None
        [statistics, _] = score(SYSTEMS, REFERENCES, [name]).statistics[name]
        part, whole = (
            sum(float(statistics.column(column).sum()) for column in formula.options[side])
            for side in ("numerator", "denominator")
        )
        expected = metric.score(statistics).score
        assert formula.options["factor"] * part / whole == pytest.approx(expected)
