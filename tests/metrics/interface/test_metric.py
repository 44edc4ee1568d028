"""The interface of metrics, and their descriptions."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import tallystick
from tallystick import Bleu, Corpus
from tallystick.metrics import (
    METRICS,
    BaseMetric,
    Columns,
    Fittable,
    Identity,
    Metric,
    Scale,
    Statistics,
    segment_form,
)
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


def test_a_metric_that_inherits_nothing_has_defaults_and_adds_up_a_corpus() -> None:
    plain = Lengths()
    assert segment_form(plain) is plain
    defaults = with_defaults(plain)
    assert (defaults.ngram_counting, defaults.sum_formula()) == (None, None)
    assert list(defaults.warnings(CORPUS)) == []
    metric = completed(plain, BaseMetric)
    assert metric.segment_scorer(["a"]) is None
    total = metric.total(CORPUS)
    assert total.named() == {"length": 4}
    score: Any = metric.score_total(total)
    assert score == 4


def test_a_member_that_is_defined_takes_the_place_of_the_default() -> None:
    metric = WarningLengths()
    assert with_defaults(metric).warnings(CORPUS) == ["2 segments"]
    assert segment_form(metric) is metric


BUILT_IN = [name for name in METRICS if METRICS[name].distribution == "tallystick"]


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [
        (0, 100, "0 to 100"),
        (0, None, "0 and up"),
        (None, 1.5, "up to 1.5"),
        (-1, 1, "-1 to 1"),
        (None, None, "any number"),
    ],
)
def test_a_scale_is_described_in_words(low: float | None, high: float | None, words: str) -> None:
    assert str(Scale(low, high, digits=2)) == words


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_metric_is_registered_under_its_own_name_and_cites_a_work(name: str) -> None:
    spec = {"meteor": "meteor:dialect=nltk", "rouge": "rouge:type=1"}.get(name, name)
    identity = tallystick.metric(spec).identity
    assert identity.name == name
    assert identity.citation is not None
    assert identity.citation.bibtex.startswith("@")


def test_an_identity_can_be_compared_hashed_copied_and_pickled() -> None:
    one = Identity("a", "A", "", Scale(0, 1, 2))
    assert {one, copy.deepcopy(one), pickle.loads(pickle.dumps(one))} == {one}


@pytest.mark.parametrize(
    "spec", ["nist", "bleu:smooth=add-k", "bleu:effective_order=yes", "bleu:dialect=nltk"]
)
def test_the_form_for_segments_is_bleu_with_effective_order_if_it_has_no_rule_of_its_own(
    spec: str,
) -> None:
    metric = tallystick.metric(spec)
    assert segment_form(metric) is metric
    floor = Bleu(smooth="floor")
    assert segment_form(floor) == Bleu(smooth="floor", effective_order=True)
