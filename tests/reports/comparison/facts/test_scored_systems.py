"""Scored systems, and the statistics of their segments in reports."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest

import tallystick
from tallystick import InputError
from tallystick.metrics import Bleu
from tallystick.reports import Tokenization
from tallystick.reports.comparison.build import compare_systems
from tallystick.reports.comparison.facts.analyses import segment_statistics
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, tokenization_of

Score = Callable[..., ScoredSystems]


def test_statistics_are_those_of_the_metrics_fitted_on_the_references(score: Score) -> None:
    scored = score({"one": ["a b", "c"], "two": ["b", "c d"]}, [["a b"], ["c"]], ["nist", "bleu"])
    assert scored.names == ("one", "two")
    for name, metric in scored.metrics.items():
        for corpus, rows in zip(scored.corpora, scored.rows(name), strict=True):
            np.testing.assert_array_equal(metric.statistics(corpus).rows, rows)


def test_systems_with_different_references_are_refused() -> None:
    corpora = [
        (name, tallystick.Corpus.from_segments(hypotheses=["a"], references=[name]))
        for name in ("one", "two")
    ]
    with pytest.raises(InputError, match="the systems 'one' and 'two' have different references"):
        compare_systems(corpora, {"bleu": Bleu()})


def test_no_systems_are_refused() -> None:
    with pytest.raises(InputError, match="no systems to compare"):
        compare_systems([], {"bleu": Bleu()})


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        (["nist", "bleu:tokenize=intl"], Tokenization("mteval-13a", "ascii")),
        (["bleu:dialect=nltk,order=3,tokenize=zh", "nist"], Tokenization("zh", "none")),
        (["chrf", "ter", "wer", "bleu:order=2"], Tokenization("13a", "none")),
        (["chrf", "ter", "wer"], Tokenization("none", "unicode")),
        (["chrf", "cer"], Tokenization("13a", "none")),
        ([], Tokenization("13a", "none")),
    ],
)
def test_the_tokenization_is_that_of_a_metric_that_counts_ngrams_or_else_has_a_tokenizer(
    specs: list[str], expected: Tokenization
) -> None:
    assert tokenization_of({spec: tallystick.metric(spec) for spec in specs}) == expected


# The statistics of segments, compared with the formulas of the metrics


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
