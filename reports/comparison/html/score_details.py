"""The numbers that scores are made of: a table for each metric, a column for each number."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.wording import detail


@dataclass(frozen=True, slots=True)
class DetailsTable:
    """The numbers of one metric, in the order in which its first system has them."""

    metric: ComparedMetric
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


def details_tables(comparison: Comparison) -> tuple[DetailsTable, ...]:
    """Lay out one table for each metric whose scores come with such numbers."""
    tables = []
    for metric in comparison.metrics:
        scores = comparison.in_order_of(metric.metric)
        names = tuple(dict.fromkeys(name for one in scores for name in one.details))
        if names:
            tables.append(
                DetailsTable(
                    metric,
                    tuple(name.replace("_", " ") for name in names),
                    tuple(
                        (one.system, tuple(detail(one.details.get(name)) for name in names))
                        for one in scores
                    ),
                )
            )
    return tuple(tables)
