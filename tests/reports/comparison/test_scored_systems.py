"""Scored systems, and parts that do not belong together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

import tallystick
from tallystick.errors import InputError
from tallystick.metrics.bleu.metric import Bleu
from tallystick.metrics.resampling.units import segments_as_units, units_of
from tallystick.metrics.scoring import score_systems
from tallystick.reports.comparison.model import Tokenization
from tallystick.reports.comparison.scored_systems import (
    ScoredSystems,
    scored_systems,
    tokenization_of,
)

Score = Callable[..., ScoredSystems]


def test_statistics_are_those_of_the_metrics_fitted_on_the_references(score: Score) -> None:
    scored = score({"one": ["a b", "c"], "two": ["b", "c d"]}, [["a b"], ["c"]], ["nist", "bleu"])
    assert scored.names == ("one", "two")
    for name, metric in scored.metrics.items():
        for corpus, rows in zip(scored.corpora, scored.rows(name), strict=True):
            np.testing.assert_array_equal(metric.statistics(corpus).rows, rows)


def test_units_are_documents_if_known_else_segments(score: Score) -> None:
    lines, references = ["a", "b", "c"], [["a"], ["b"], ["c"]]
    by_segment = score({"one": lines}, references).units
    assert (by_segment.name, by_segment.numbers.tolist()) == ("segment", [0, 1, 2])
    scored = score({"one": lines}, references, documents=["p", "q", "p"])
    assert (scored.units.name, scored.units.numbers.tolist()) == ("document", [0, 1, 0])
    by_field = scored_systems(
        {"one": scored.corpora[0]}, {"bleu": Bleu()}, units=units_of("half", ["x", "x", "y"])
    )
    assert (by_field.units.name, by_field.units.numbers.tolist()) == ("half", [0, 0, 1])


def test_existing_scores_are_reused(score: Score) -> None:
    scored = score({"one": ["a b"], "two": ["b"]}, [["a b"]], ["nist", "bleu"])
    corpora = dict(zip(scored.names, scored.corpora, strict=True))
    made = score_systems([corpora.items()], [scored.references], list(scored.metrics.values()))
    again = scored_systems(corpora, scored.metrics, made)
    assert again.statistics["nist"][1] is made[1].scored[0].statistics
    assert again.fitted["nist"] is made[0].scored[0].metric


def test_systems_with_different_references_are_refused() -> None:
    corpora = {
        name: tallystick.Corpus.from_segments(hypotheses=["a"], references=[name])
        for name in ("one", "two")
    }
    one = scored_systems({"one": corpora["one"]}, {"bleu": Bleu()})
    with pytest.raises(InputError, match="the systems 'one' and 'two' have different references"):
        replace(one, names=("one", "two"), corpora=tuple(corpora.values()))


def test_no_systems_are_refused() -> None:
    with pytest.raises(InputError, match="no systems to compare"):
        scored_systems({}, {"bleu": Bleu()})


def test_parts_that_do_not_belong_together_are_refused(score: Score) -> None:
    scored = score({"one": ["a"], "two": ["b"]}, [["a"]])
    with pytest.raises(InputError, match="one name for each, all different"):
        replace(scored, names=("one", "one"))
    with pytest.raises(InputError, match="expected one for each segment"):
        replace(scored, units=segments_as_units(2))
    with pytest.raises(InputError, match="the statistics are those of bleu"):
        replace(scored, metrics={})


@pytest.mark.parametrize(
    ("specs", "expected"),
    [
        (["nist", "bleu:tokenize=intl"], Tokenization("mteval-13a", "ascii", 5)),
        (["bleu:dialect=nltk,order=3,tokenize=zh", "nist"], Tokenization("zh", "none", 3)),
        ([], Tokenization("13a", "none", 4)),
    ],
)
def test_the_tokenization_is_that_of_the_first_metric_with_a_tokenizer(
    specs: list[str], expected: Tokenization
) -> None:
    assert tokenization_of({spec: tallystick.metric(spec) for spec in specs}) == expected
