"""The two tables of a comparison for programs: tidy and unrounded; undefined numbers are empty."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from tallystick.errors import MissingExtraError, OptionError
from tallystick.reports.comparison.facts.orientation import is_ranked
from tallystick.reports.comparison.model import bounds_of
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
    *("segments_needed", "correction", "signature", "test_signature"),
)


def score_records(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the values of a row for each system and metric, by column.

    Ranks and clusters are None where not all pairs were tested.
    """
    runs = {system.name: system.runs for system in comparison.systems}
    metrics = {metric.metric: metric for metric in comparison.metrics}
    ranked = is_ranked(comparison)
    return [
        _record(
            SCORES,
            one,
            comparison,
            first_rank=one.rank[0] if ranked else None,
            last_rank=one.rank[1] if ranked else None,
            cluster=one.cluster if ranked else None,
            runs=runs[one.system],
            higher_is_better=metrics[one.metric].higher_is_better,
        )
        for one in comparison.scores
    ]


def pair_records(comparison: Comparison) -> list[dict[str, Any]]:
    """Return the values of a row for each pair and metric, by column; the best systems first."""
    place = {
        (metric.metric, one.system): number
        for metric in comparison.metrics
        for number, one in enumerate(comparison.in_order_of(metric.metric))
    }
    order = [metric.metric for metric in comparison.metrics]
    pairs = sorted(
        comparison.differences,
        key=lambda one: (
            order.index(one.metric),
            *sorted((place[one.metric, one.system], place[one.metric, one.other])),
        ),
    )
    return [_record(PAIRS, one, comparison) for one in pairs]


def score_rows(comparison: Comparison) -> Table:
    """Return a row for each system and metric."""
    return table_of(SCORES, score_records(comparison))


def pair_rows(comparison: Comparison) -> Table:
    """Return a row for each pair and metric, the best systems first."""
    return table_of(PAIRS, pair_records(comparison))


def frame(records: Mapping[str, list[dict[str, Any]]], table: str) -> Any:
    """Return one of several tables as a `pandas.DataFrame`; see `Comparison.to_frame`."""
    if table not in records:
        raise OptionError(f"there is no table {table!r}; expected one of {', '.join(records)}")
    try:
        pandas = importlib.import_module("pandas")
    except ImportError as error:
        raise MissingExtraError(
            f"to_frame needs pandas, and importing it failed ({error}); install it with: pip "
            "install pandas; to_dict needs nothing else"
        ) from error
    return pandas.DataFrame(records[table])


def table_of(names: tuple[str, ...], records: list[dict[str, Any]]) -> Table:
    """Return the named values of records as the cells of a table."""
    rows = (tuple(_cell(one[name]) for name in names) for one in records)
    return Table(columns(names), tuple(rows))


def _record(
    names: tuple[str, ...], one: SystemScore | Difference, comparison: Comparison, **others: Any
) -> dict[str, Any]:
    """Return the values of named columns; those that are not fields of the entry are `others`."""
    low, high = bounds_of(one.interval)
    [signature] = [metric.signature for metric in comparison.metrics if metric.metric == one.metric]
    others |= {
        "low": low,
        "high": high,
        "confidence": comparison.test.confidence,
        "correction": comparison.test.correction,
        "signature": signature,
        "test_signature": comparison.test.signature,
    }
    return {name: others[name] if name in others else getattr(one, name) for name in names}


def _cell(value: str | bool | float | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else full(value)
