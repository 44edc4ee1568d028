"""The base class of metrics that know the n-grams of all references."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar

from tallystick.metrics.base.base_metric import BaseMetric, ScoreT
from tallystick.metrics.base.dialect_metric import DialectMetric
from tallystick.metrics.interface.spec import Named, named


def _of_metric(name: str) -> property:
    """Return a member that is that of `metric`, with its documentation."""
    own = getattr(DialectMetric, name, None)
    return property(attrgetter(f"metric.{name}"), doc=own and own.__doc__)


class FittedMetric(BaseMetric[ScoreT]):
    """A metric with weights of n-grams, ready for systems that share their references.

    The first field of a subclass, a dataclass, is the metric that was fitted.
    """

    __slots__ = ()

    finite = True
    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def metric(self) -> DialectMetric[ScoreT]:
        """The metric that was fitted."""
        metric: DialectMetric[ScoreT] = getattr(self, next(iter(self.__dataclass_fields__)))
        return metric

    if not TYPE_CHECKING:
        identity, columns, options = map(_of_metric, ("identity", "columns", "options"))
        formula, sum_formula = map(_of_metric, ("formula", "sum_formula"))
        score_of_row, score_total = map(_of_metric, ("score_of_row", "score_total"))

    @property
    def named(self) -> Named:
        """The name and the spec of the metric that was fitted."""
        return named(self.metric)
