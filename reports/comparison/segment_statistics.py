"""The statistics of segments, so that pages can score a selection of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.metrics.interface.metric import with_defaults
from tallystick.reports.comparison.model import SegmentStatistics

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.sums.sum_formula import SumFormula
    from tallystick.reports.comparison.scored_systems import ScoredSystems


def segment_statistics(scored: ScoredSystems) -> Mapping[str, SegmentStatistics]:
    """Return the statistics by metric, for metrics that declare their formula."""
    found = {}
    for name, metric in scored.fitted.items():
        formula = with_defaults(metric).sum_formula()
        if formula is not None:
            found[name] = SegmentStatistics(
                columns=formula.columns,
                values={
                    system: _values(formula, statistics)
                    for system, statistics in zip(
                        scored.names, scored.statistics[name], strict=True
                    )
                },
                steps=formula.steps,
            )
    return found


def _values(formula: SumFormula, statistics: Statistics) -> tuple[str, ...]:
    return tuple(_joined(statistics.column(name)) for name in formula.columns)


def _joined(values: NDArray[Any]) -> str:
    if values.dtype.kind in "iu":
        return " ".join(map(str, values.tolist()))
    return " ".join([f"{value:.8g}" for value in values.tolist()])
