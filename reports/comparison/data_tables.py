"""The two tables of a comparison for programs: tidy and unrounded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.document import Table, columns
from tallystick.reports.wording import full

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison, Interval


def score_rows(comparison: Comparison) -> Table:
    """Return a row for each system and metric; undefined numbers are empty."""
    header = (
        *("system", "metric", "score", "low", "high", "confidence", "standard_error", "best"),
        *("first_rank", "last_rank", "cluster", "runs", "run_deviation", "higher_is_better"),
        *("signature", "test_signature"),
    )
    runs = {system.name: system.runs for system in comparison.systems}
    metrics = {metric.metric: metric for metric in comparison.metrics}
    rows = tuple(
        (
            one.system,
            one.metric,
            full(one.score),
            *_bounds(one.interval),
            full(comparison.test.confidence),
            full(one.standard_error),
            _truth(one.best),
            *map(str, one.rank),
            str(one.cluster),
            str(runs[one.system]),
            full(one.run_deviation),
            _truth(metrics[one.metric].higher_is_better),
            metrics[one.metric].signature,
            comparison.test.signature,
        )
        for one in comparison.scores
    )
    return Table(columns(header), rows)


def pair_rows(comparison: Comparison) -> Table:
    """Return a row for each pair and metric; undefined numbers are empty."""
    header = (
        *("metric", "system", "other", "difference", "low", "high", "confidence"),
        *("standard_error", "p_value", "adjusted_p_value", "significant", "better", "exact"),
        *("differing_segments", "identical_output", "smallest_visible_difference"),
        *("segments_needed", "test_signature"),
    )
    rows = tuple(
        (
            one.metric,
            one.system,
            one.other,
            full(one.difference),
            *_bounds(one.interval),
            full(comparison.test.confidence),
            full(one.standard_error),
            full(one.p_value),
            full(one.adjusted_p_value),
            _truth(one.significant),
            one.better or "",
            _truth(one.exact),
            str(one.differing_segments),
            _truth(one.identical_output),
            full(one.smallest_visible_difference),
            "" if one.segments_needed is None else str(one.segments_needed),
            comparison.test.signature,
        )
        for one in comparison.differences
    )
    return Table(columns(header), rows)


def _bounds(bounds: Interval | None) -> tuple[str, str]:
    return ("", "") if bounds is None else (full(bounds.low), full(bounds.high))


def _truth(value: bool) -> str:
    return "true" if value else "false"
