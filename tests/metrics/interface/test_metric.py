"""The interface of metrics."""

from typing import Any

from tallystick import Bleu
from tallystick.metrics import Fittable, Metric
from tallystick.metrics.interface.metric import HasTotal


def test_a_protocol_recognises_objects_by_their_members() -> None:
    assert isinstance(Bleu(), Metric)
    assert isinstance(Bleu(), HasTotal)
    assert not isinstance(Bleu(), Fittable)


def test_a_member_that_is_none_is_missing() -> None:
    class Unfitted:
        fit = None

    assert not isinstance(Unfitted(), Fittable)


def test_a_class_that_inherits_from_a_protocol_has_instances_of_its_own_only() -> None:
    class Mine(HasTotal):
        def total(self, corpus: Any, workspace: Any = None) -> Any: ...
        def score_total(self, total: Any) -> Any: ...

    assert isinstance(Mine(), Mine)
    assert not isinstance(Bleu(), Mine)
