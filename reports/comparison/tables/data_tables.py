"""The tables of comparisons for programs: tidy and unrounded; undefined numbers are empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from tallystick.reports.comparison.facts.results import is_ranked
from tallystick.reports.comparison.model import Comparison, Difference, SystemScore, bounds_of
from tallystick.reports.document import Table, columns
from tallystick.reports.wording import full

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOverSets,
        DifferenceOverSets,
        MeanScore,
    )

_INTERVAL = ("low", "high", "confidence")
_RANKS = ("first_rank", "last_rank", "cluster")
_SIGNATURES = ("signature", "test_signature")
SCORES = (
    *("system", "metric", "score", *_INTERVAL, "standard_error", "best", *_RANKS, "runs"),
    *("run_deviation", "higher_is_better", *_SIGNATURES),
)
PAIRS = (
    *("metric", "system", "other", "difference", *_INTERVAL, "standard_error", "p_value"),
    *("adjusted_p_value", "p_value_limit", "significant", "better", "exact", "differing_segments"),
    *("identical_output", "smallest_visible_difference", "segments_needed", "correction"),
    *_SIGNATURES,
)
MEANS = (
    *("sets", "metric", "system", "score", *_INTERVAL, "standard_error", "mean_rank", *_RANKS),
    *("higher_is_better", "correction", *_SIGNATURES),
)
PAIRS_OVER_SETS = (
    *("sets", "metric", "system", "other", "difference", *_INTERVAL, "p_value"),
    *("adjusted_p_value", "p_value_limit", "correction", "significance_level", "better"),
    *("better_on", "worse_on", *_SIGNATURES),
)
SETS = (
    *("set", "metric", "system", "score", *_INTERVAL, "standard_error", "best", *_RANKS),
    *("higher_is_better", "correction", *_SIGNATURES),
)
COLUMNS = {
    "comparison": {"scores": SCORES, "pairs": PAIRS},
    "comparison-over-sets": {"means": MEANS, "pairs": PAIRS_OVER_SETS, "sets": SETS},
}
"""The columns of each table of a kind of report."""

Records: TypeAlias = "list[dict[str, Any]]"
"""The values of the rows of a table, by column."""


def records(comparison: Comparison) -> dict[str, Records]:
    """Return a row for each system and metric, and one for each pair, the best systems first.

    Ranks and clusters are None where not all pairs were tested.
    """
    runs = {system.name: system.runs for system in comparison.systems}
    unranked = {} if is_ranked(comparison) else dict.fromkeys(_RANKS)
    place = {
        (metric.metric, score.system): number
        for metric in comparison.metrics
        for number, score in enumerate(comparison.in_order_of(metric.metric))
    }
    signatures = {metric.metric: metric.signature for metric in comparison.metrics}
    order = list(signatures)
    pairs = sorted(
        comparison.differences,
        key=lambda pair: (
            order.index(pair.metric),
            *sorted((place[pair.metric, pair.system], place[pair.metric, pair.other])),
        ),
    )
    return {
        "scores": [
            _record(SCORES, score, comparison, signatures, runs=runs[score.system], **unranked)
            for score in comparison.scores
        ],
        "pairs": [_record(PAIRS, pair, comparison, signatures) for pair in pairs],
    }


def records_over_sets(report: ComparisonOverSets) -> dict[str, Records]:
    """Return a row for each mean score, each difference of means, and each score on a set."""
    sets = " ".join(on_set.name for on_set in report.sets)
    signatures = {metric.metric: _signature(report, metric.metric) for metric in report.metrics}
    return {
        "means": [_record(MEANS, score, report, signatures, sets=sets) for score in report.scores],
        "pairs": [
            _record(
                PAIRS_OVER_SETS,
                pair,
                report,
                signatures,
                sets=sets,
                better_on=" ".join(pair.better_on),
                worse_on=" ".join(pair.worse_on),
            )
            for pair in report.differences
        ],
        "sets": [
            _record(SETS, score, on_set.comparison, on_set.signatures, set=on_set.name)
            for on_set in report.sets
            for score in on_set.comparison.scores
        ],
    }


def data_tables(kind: str, records: Mapping[str, Records]) -> dict[str, Table]:
    """Return the records of a kind of report as tables."""
    return {
        name: Table(
            columns(COLUMNS[kind][name]),
            tuple(tuple(map(_cell, record.values())) for record in of_table),
        )
        for name, of_table in records.items()
    }


def _record(
    names: tuple[str, ...],
    entry: SystemScore | Difference | MeanScore | DifferenceOverSets,
    report: Comparison | ComparisonOverSets,
    signatures: Mapping[str, str],
    **others: Any,
) -> dict[str, Any]:
    """Return the values of named columns; those that are not fields of the entry are `others`."""
    low, high = bounds_of(entry.interval)
    first_rank, last_rank = getattr(entry, "rank", (None, None))
    [higher] = [of.higher_is_better for of in report.metrics if of.metric == entry.metric]
    known = {
        "low": low,
        "high": high,
        "first_rank": first_rank,
        "last_rank": last_rank,
        "higher_is_better": higher,
        "confidence": report.test.confidence,
        "significance_level": report.test.significance_level,
        "correction": report.test.correction,
        "signature": signatures[entry.metric],
        "test_signature": report.test.signature,
        **others,
    }
    return {name: known[name] if name in known else getattr(entry, name) for name in names}


def _signature(report: ComparisonOverSets, metric: str) -> str:
    """Return the signature of a metric, or where sets differ SET=SIGNATURE of each."""
    by_set = report.signatures(metric)
    if len(set(by_set.values())) == 1:
        return next(iter(by_set.values()))
    return " ".join(f"{name}={signature}" for name, signature in by_set.items())


def _cell(value: str | bool | float | None) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else full(value)
