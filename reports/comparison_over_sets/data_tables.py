"""The tables of a comparison over sets for programs: unrounded, and every row stands alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.comparison.tables.data_tables import table_of

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets
    from tallystick.reports.document import Table

MEANS = (
    *("sets", "metric", "system", "score", "low", "high", "confidence", "standard_error"),
    *("mean_rank", "first_rank", "last_rank", "cluster", "higher_is_better", "correction"),
    *("signature", "test_signature"),
)
PAIRS = (
    *("sets", "metric", "system", "other", "difference", "low", "high", "confidence", "p_value"),
    *("adjusted_p_value", "p_value_limit", "correction", "significance_level", "better"),
    *("better_on", "worse_on", "signature", "test_signature"),
)
SETS = (
    *("set", "metric", "system", "score", "low", "high", "confidence", "standard_error", "best"),
    *("first_rank", "last_rank", "cluster", "higher_is_better", "correction", "signature"),
    "test_signature",
)


def data_tables(found: ComparisonOverSets) -> Mapping[str, Table]:
    """Return the mean scores, the differences, and the scores on each set."""
    columns = {"means": MEANS, "pairs": PAIRS, "sets": SETS}
    return {name: table_of(columns[name], rows) for name, rows in records(found).items()}


def records(found: ComparisonOverSets) -> dict[str, list[dict[str, Any]]]:
    """Return the values of the rows of each table, by column."""
    sets = " ".join(one.name for one in found.sets)
    higher = {one.metric: one.higher_is_better for one in found.metrics}
    signatures = {one.metric: _signature(found, one.metric) for one in found.metrics}
    test = found.test
    means = [
        (
            *(sets, one.metric, one.system, one.score, *bounds_of(one.interval)),
            *(test.confidence, one.standard_error, one.mean_rank, *one.rank, one.cluster),
            *(higher[one.metric], test.correction, signatures[one.metric], test.signature),
        )
        for one in found.scores
    ]
    differences = [
        (
            *(sets, one.metric, one.system, one.other, one.difference, *bounds_of(one.interval)),
            *(test.confidence, one.p_value, one.adjusted_p_value, one.p_value_limit),
            *(test.correction, test.significance_level, one.better, " ".join(one.better_on)),
            *(" ".join(one.worse_on), signatures[one.metric], test.signature),
        )
        for one in found.differences
    ]
    on_sets = [
        (
            *(on_set.name, one.metric, one.system, one.score, *bounds_of(one.interval)),
            *(alone.test.confidence, one.standard_error, one.best, *one.rank, one.cluster),
            *(higher[one.metric], alone.test.correction),
            *(alone.metrics[labels.index(one.metric)].signature, alone.test.signature),
        )
        for on_set in found.sets
        for alone, labels in [
            (on_set.comparison, [metric.metric for metric in on_set.comparison.metrics])
        ]
        for one in alone.scores
    ]
    return {
        "means": _records(MEANS, means),
        "pairs": _records(PAIRS, differences),
        "sets": _records(SETS, on_sets),
    }


def _records(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> list[dict[str, Any]]:
    return [dict(zip(names, row, strict=True)) for row in rows]


def _signature(found: ComparisonOverSets, label: str) -> str:
    """Return the signature of a metric, or where sets differ SET=SIGNATURE of each."""
    by_set = found.signatures(label)
    if len(set(by_set.values())) == 1:
        return next(iter(by_set.values()))
    return " ".join(f"{name}={signature}" for name, signature in by_set.items())
