"""Scored systems: what belongs together, and what is refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import tallystick
from tallystick.errors import InputError
from tallystick.metrics.bleu import Bleu
from tallystick.reports.comparison.pairs import pairs_in_detail
from tallystick.reports.comparison.scored_systems import (
    ScoredSystems,
    counting_bleu,
    scored_systems,
)

Score = Callable[..., ScoredSystems]


def test_statistics_are_those_of_the_metrics_fitted_on_the_references(score: Score) -> None:
    scored = score({"one": ["a b", "c"], "two": ["b", "c d"]}, [["a b"], ["c"]], ["nist", "bleu"])
    assert scored.names == ("one", "two")
    for name, metric in scored.metrics.items():
        for corpus, rows in zip(scored.corpora, scored.rows(name), strict=True):
            np.testing.assert_array_equal(metric.statistics(corpus).rows, rows)


def test_units_are_documents_where_they_are_known_and_else_segments(score: Score) -> None:
    lines, references = ["a", "b", "c"], [["a"], ["b"], ["c"]]
    assert score({"one": lines}, references).units.tolist() == [0, 1, 2]
    documents = ["p", "q", "p"]
    assert score({"one": lines}, references, documents=documents).units.tolist() == [0, 1, 0]
    systems = {"one": score({"one": lines}, references, documents=documents).corpora[0]}
    by_field = scored_systems(systems, {"bleu": Bleu()}, units=["x", "x", "y"])
    assert by_field.units.tolist() == [0, 0, 1]


def test_systems_with_other_references_are_refused() -> None:
    corpora = {
        name: tallystick.Corpus.from_segments(hypotheses=["a"], references=["a"])
        for name in ("one", "two")
    }
    with pytest.raises(InputError, match="system 'two' has references of its own"):
        scored_systems(corpora, {"bleu": Bleu()})


def test_no_systems_are_refused() -> None:
    with pytest.raises(InputError, match="no systems to compare"):
        scored_systems({}, {"bleu": Bleu()})


def test_parts_that_do_not_belong_together_are_refused(score: Score) -> None:
    scored = score({"one": ["a"], "two": ["b"]}, [["a"]])
    with pytest.raises(InputError, match="one name for each, all different"):
        replace(scored, names=("one", "one"))
    with pytest.raises(InputError, match="expected one for each segment"):
        replace(scored, units=np.arange(2))
    with pytest.raises(InputError, match="expected the same"):
        replace(scored, metrics={})


def test_the_first_bleu_says_how_texts_are_tokenized() -> None:
    metrics = {spec: tallystick.metric(spec) for spec in ("nist", "bleu:tokenize=intl", "bleu")}
    assert counting_bleu(metrics) is metrics["bleu:tokenize=intl"]
    assert counting_bleu({"nist": tallystick.metric("nist:tokenize=char,lowercase=no")}) == Bleu(
        tokenize="char", lowercase="none"
    )
    nltk = tallystick.metric("bleu:dialect=nltk,order=3,tokenize=zh")
    assert counting_bleu({"bleu": nltk}) == Bleu(order=3, tokenize="zh")


def test_all_pairs_of_few_systems_are_looked_at_and_of_many_those_with_the_best() -> None:
    assert len(pairs_in_detail("abcdef", best="a")) == 15
    many = pairs_in_detail("abcdefg", best="c")
    assert many == (("c", "a"), ("c", "b"), ("c", "d"), ("c", "e"), ("c", "f"), ("c", "g"))
    assert pairs_in_detail("abcdefg", best="c", baseline="g")[0] == ("a", "g")
