"""Scored systems, and the statistics of their segments in reports."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import InputError
from tallystick.metrics import Corpus, fitted
from tallystick.reports import SegmentStatistics, Tokenization


def test_systems_with_different_references_are_refused() -> None:
    corpora = {
        name: Corpus.from_segments(hypotheses=["a"], references=[name]) for name in ("one", "two")
    }
    with pytest.raises(InputError, match="the systems 'one' and 'two' have different references"):
        tallystick.compare(systems=corpora, metrics="bleu")


def test_no_systems_are_refused() -> None:
    with pytest.raises(InputError, match="systems is empty; give at least one"):
        tallystick.compare(systems={}, references=["a"], metrics="bleu")


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        (["nist", "bleu:tokenize=intl"], Tokenization("mteval-13a", "ascii")),
        (["bleu:dialect=nltk,order=3,tokenize=zh", "nist"], Tokenization("zh", "none")),
        (["chrf", "ter", "wer", "bleu:order=2"], Tokenization("13a", "none")),
        (["chrf", "ter", "wer"], Tokenization("none", "unicode")),
        (["chrf", "cer"], Tokenization("13a", "none")),
    ],
)
def test_the_tokenization_is_that_of_a_metric_that_counts_ngrams_or_else_has_a_tokenizer(
    specs: list[str], expected: Tokenization
) -> None:
    found = tallystick.compare(systems={"one": ["a"]}, references=["b"], metrics=specs, resamples=9)
    assert found.tokenization == expected


# The statistics of segments, compared with the formulas of the metrics


SYSTEMS = {"one": ["a b c d e", "", "b c"], "two": ["a b d", "a", "c b"]}
REFERENCES = [["a b c d"], ["a b"], ["b c d"]]


def statistics_under(metric: str) -> Any:
    found = tallystick.compare(
        systems=SYSTEMS, references=REFERENCES, metrics=metric, resamples=9
    ).segments
    assert found is not None
    return found.statistics


@pytest.mark.parametrize(
    "metric", ["bleu", "nist", "chrf++", "ter", "wer", "rougeL", "google_gleu", "sentbleu"]
)
def test_values_are_the_statistics_that_the_formula_reads(metric: str) -> None:
    found: SegmentStatistics = statistics_under(metric)[metric]
    for name, lines in SYSTEMS.items():
        corpus = Corpus.from_segments(hypotheses=lines, references=REFERENCES)
        statistics = fitted(tallystick.metric(metric), [corpus.references]).statistics(corpus)
        assert len(found.values[name]) == len(found.columns)
        for column, text in zip(found.columns, found.values[name], strict=True):
            values = [float(one) for one in text.split(" ")]
            np.testing.assert_allclose(values, statistics.column(column), rtol=1e-7)


@pytest.mark.parametrize("metric", ["wil", "cider"])
def test_a_metric_without_such_a_formula_has_no_statistics(metric: str) -> None:
    assert statistics_under(metric) == {}


def test_the_steps_are_of_json_types() -> None:
    # NIST without references is not a number
    steps = statistics_under("nist")["nist"].steps
    assert json.loads(json.dumps(steps, allow_nan=False)) == [list(step) for step in steps]
