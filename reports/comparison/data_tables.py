"""The two tables of a comparison for programs: tidy and unrounded; undefined numbers are empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tallystick.reports.document import Table, columns
from tallystick.reports.wording import full

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison, Difference, SystemScore

SCORES = (
    *("system", "metric", "score", "low", "high", "confidence", "standard_error", "best"),
    *("first_rank", "last_rank", "cluster", "runs", "run_deviation", "higher_is_better"),
    *("signature", "test_signature"),
)
PAIRS = (
    *("metric", "system", "other", "difference", "low", "high", "confidence"),
    *("standard_error", "p_value", "adjusted_p_value", "p_value_limit", "significant", "better"),
    *("exact", "differing_segments", "identical_output", "smallest_visible_difference"),
    *("segments_needed", "test_signature"),
)


def score_rows(comparison: Comparison) -> Table:
    """Return a row for each system and metric."""
    runs = {system.name: system.runs for system in comparison.systems}
    metrics = {metric.metric: metric for metric in comparison.metrics}
    rows = tuple(
        _row(
            SCORES,
            one,
            comparison,
            first_rank=one.rank[0],
            last_rank=one.rank[1],
            runs=runs[one.system],
            higher_is_better=metrics[one.metric].higher_is_better,
            signature=metrics[one.metric].signature,
        )
        for one in comparison.scores
    )
    return Table(columns(SCORES), rows)


def pair_rows(comparison: Comparison) -> Table:
    """Return a row for each pair and metric."""
    rows = tuple(_row(PAIRS, one, comparison) for one in comparison.differences)
    return Table(columns(PAIRS), rows)


def _row(
    names: tuple[str, ...], one: SystemScore | Difference, comparison: Comparison, **others: Any
) -> tuple[str, ...]:
    """Return the cells of named columns; those that are not fields of the entry are `others`."""
    others |= {
        "low": one.interval and one.interval.low,
        "high": one.interval and one.interval.high,
        "confidence": comparison.test.confidence,
        "test_signature": comparison.test.signature,
    }
    return tuple(_cell(others[name] if name in others else getattr(one, name)) for name in names)


def _cell(value: str | bool | float | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else full(value)
