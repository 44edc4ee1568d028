"""The descriptions of metrics."""

from __future__ import annotations

import copy
import pickle

import pytest

import tallystick
from tallystick.metrics import METRICS, Identity, Scale, segment_form

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


def test_the_form_for_segments_is_bleu_with_effective_order() -> None:
    assert segment_form(tallystick.Bleu(smooth="floor")) == tallystick.Bleu(
        smooth="floor", effective_order=True
    )


@pytest.mark.parametrize(
    "spec", ["nist", "bleu:smooth=add-k", "bleu:effective_order=yes", "bleu:dialect=nltk"]
)
def test_a_metric_with_a_rule_for_short_segments_is_its_own_segment_form(spec: str) -> None:
    metric = tallystick.metric(spec)
    assert segment_form(metric) is metric
