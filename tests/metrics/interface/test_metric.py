"""The interface of metrics."""

from __future__ import annotations

from typing import Any

import numpy as np

from tallystick import Bleu, Corpus
from tallystick.metrics import BaseMetric, Columns, Fittable, Metric, Statistics, segment_form
from tests.metrics.internals import completed, with_defaults


class Lengths:
    """A metric that inherits nothing."""

    identity = Bleu.identity

    def options(self, given_tokens: bool) -> dict[str, str]:
        return {}

    def statistics(self, corpus: Corpus, workspace: Any = None) -> Statistics:
        rows = np.array([[len(corpus.hypotheses[place])] for place in range(len(corpus))])
        return Statistics(Columns("length"), rows, 1, False)

    def formula(self, totals: Any) -> Any:
        return totals[..., 0]

    def score(self, statistics: Statistics) -> Any:
        return float(self.formula(statistics.total()))


class WarningLengths(Lengths):
    """The same with one of the optional members, and one that is None."""

    fit = for_segments = None

    def warnings(self, corpus: Corpus) -> list[str]:
        return [f"{len(corpus)} segments"]


CORPUS = Corpus.from_segments(hypotheses=["abc", "d"], references=["a", "b"])


def test_a_protocol_recognises_objects_by_their_members() -> None:
    assert isinstance(Bleu(), Metric)
    assert isinstance(Lengths(), Metric)
    assert not isinstance(Bleu(), Fittable)
    assert not isinstance(WarningLengths(), Fittable)


def test_a_metric_that_inherits_nothing_has_defaults() -> None:
    metric = with_defaults(Lengths())
    assert metric.ngram_counting is None
    assert metric.sum_formula() is None
    assert list(metric.warnings(CORPUS)) == []
    plain = Lengths()
    assert segment_form(plain) is plain


def test_a_metric_that_inherits_nothing_adds_up_a_corpus() -> None:
    metric = completed(Lengths(), BaseMetric)
    assert metric.segment_scorer(["a"]) is None
    total = metric.total(CORPUS)
    assert total.named() == {"length": 4}
    score: Any = metric.score_total(total)
    assert score == 4


def test_a_member_that_is_defined_takes_the_place_of_the_default() -> None:
    metric = WarningLengths()
    assert with_defaults(metric).warnings(CORPUS) == ["2 segments"]
    assert segment_form(metric) is metric
