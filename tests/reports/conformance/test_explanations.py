"""Explanations of reported scores as JSON."""

from __future__ import annotations

import pytest

from tallystick.compat import explain
from tallystick.metrics import Corpus
from tallystick.reports.conformance.explanation import ExplanationReport, Files
from tests.reports.schemas import assert_follows_schema

CORPUS = Corpus.from_segments(
    hypotheses=["the cat is on the mat"], references=["The cat sat on the mat"]
)


@pytest.mark.parametrize("number", ["0.38", "99.99"])
def test_the_json_of_an_explanation_follows_its_schema(number: str) -> None:
    found = explain(CORPUS, number, ["bleu"], most_odd=1)
    assert_follows_schema(ExplanationReport(found, Files("mine.txt", ("reference.txt",))))
