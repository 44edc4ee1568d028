"""The ways to compute a metric."""

import pytest

from tallystick.compat.explanation.settings import ways
from tallystick.errors import OptionError, UnknownNameError
from tallystick.metrics import metric_from_spec


def test_usual_programs_with_their_defaults_come_first() -> None:
    first = [way.program.partition(",")[0] for way in ways("bleu", 0)]
    assert first[0] == "sacreBLEU"
    assert {"NLTK", "TorchMetrics", "Moses"} <= set(first)


def test_options_and_axes_make_a_way_odd() -> None:
    oddities = {way.spec: way.oddity for way in ways("ter", 2)}
    assert oddities["ter"] == 0
    assert oddities["ter:tokenize=tercom-norm"] == 1
    assert oddities["ter:dialect=beam=0"] == 2
    assert max(oddities.values()) == 2


@pytest.mark.parametrize("metric", ["chrf", "wer", "cider"])
def test_every_way_is_the_metric_of_its_spec(metric: str) -> None:
    found = ways(metric, 1)
    assert all(metric_from_spec(way.spec) == way.metric for way in found)


def test_no_two_ways_have_the_same_conventions() -> None:
    found = [way.conventions for way in ways("chrf", 2)]
    assert len(set(found)) == len(found)


def test_options_of_a_spec_remain() -> None:
    found = ways("bleu:tokenize=intl,order=2", 1)
    assert len(found) > 10
    assert {(way.metric.tokenize, way.metric.order) for way in found} == {("intl", 2)}  # type: ignore[attr-defined]


def test_a_dialect_of_a_spec_remains() -> None:
    assert {way.spec.partition(",")[0] for way in ways("bleu:dialect=nltk", 1)} == {
        "bleu:dialect=nltk"
    }


def test_an_unknown_metric_or_option_is_an_error() -> None:
    with pytest.raises(UnknownNameError):
        ways("blue", 1)
    with pytest.raises(OptionError):
        ways("bleu:tokeniser=13a", 1)
