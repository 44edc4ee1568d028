"""The base class of metrics that know the n-grams of all references."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tallystick.metrics.base.base_metric import BaseMetric, ScoreT
from tallystick.metrics.interface.spec import Named, named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.base.dialect_metric import DialectMetric
    from tallystick.metrics.interface.identity import Identity
    from tallystick.metrics.sums.columns import Columns
    from tallystick.metrics.sums.sum_formula import SumFormula
    from tallystick.metrics.sums.total import Total


class FittedMetric(BaseMetric[ScoreT]):
    """A metric with weights of n-grams, ready for systems that share their references.

    A class that derives from it has `metric`, whose members it has where these depend on the
    options alone, and defines the others.
    """

    __slots__ = ()

    finite = True

    if TYPE_CHECKING:

        @property
        def metric(self) -> DialectMetric[ScoreT]:
            """The metric that was fitted."""

    @property
    def identity(self) -> Identity:
        """The name and other properties of the metric."""
        identity: Identity = self.metric.identity
        return identity

    @property
    def columns(self) -> Columns:
        """The names of the columns of the statistics."""
        return self.metric.columns

    @property
    def named(self) -> Named:
        """The name and the spec of the metric that was fitted."""
        return named(self.metric)

    def options(self, given_tokens: bool) -> dict[str, str]:
        """Return the options as they appear in a signature."""
        return self.metric.options(given_tokens)

    def formula(self, totals: NDArray[Any]) -> NDArray[Any]:
        """Compute scores from sums of statistics."""
        return self.metric.formula(totals)

    def sum_formula(self) -> SumFormula | None:
        """Return the formula as data."""
        return self.metric.sum_formula()

    def score_of_row(self, row: Mapping[str, Any]) -> Any:
        """Compute the score of a row, or of a sum of rows, by name."""
        return self.metric.score_of_row(row)

    def score_total(self, total: Total) -> ScoreT:
        """Score the sum of the statistics of all segments."""
        return self.metric.score_total(total)
