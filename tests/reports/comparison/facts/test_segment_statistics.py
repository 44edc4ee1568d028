"""The statistics of segments in reports, compared with the formulas of the metrics."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
from tallystick.reports.comparison.facts.segments import segment_statistics

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


@pytest.mark.parametrize("metric", ["wil", "cider"])
def test_a_metric_without_such_a_formula_has_no_statistics(score: Score, metric: str) -> None:
    assert segment_statistics(score(SYSTEMS, REFERENCES, [metric])) == {}


def test_the_steps_are_of_json_types(score: Score) -> None:
    # NIST without references is not a number
    steps = segment_statistics(score(SYSTEMS, REFERENCES, ["nist"]))["nist"].steps
    assert json.loads(json.dumps(steps, allow_nan=False)) == [list(step) for step in steps]
