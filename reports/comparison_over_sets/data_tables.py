"""The tables of a comparison over sets for programs: unrounded, and every row stands alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.document import Table, columns
from tallystick.reports.wording import full, full_bounds

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import ComparisonOverSets

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
    sets = " ".join(one.name for one in found.sets)
    higher = {one.metric: _word(one.higher_is_better) for one in found.metrics}
    signatures = {one.metric: _signature(found, one.metric) for one in found.metrics}
    test = found.test
    confidence = full(test.confidence)
    means = [
        (
            *(sets, one.metric, one.system, full(one.score), *full_bounds(one.interval)),
            *(confidence, full(one.standard_error), full(one.mean_rank), *map(str, one.rank)),
            *(str(one.cluster), higher[one.metric], test.correction, signatures[one.metric]),
            test.signature,
        )
        for one in found.scores
    ]
    differences = [
        (
            *(sets, one.metric, one.system, one.other, full(one.difference)),
            *(*full_bounds(one.interval), confidence, full(one.p_value)),
            *(full(one.adjusted_p_value), full(one.p_value_limit), test.correction),
            *(full(test.significance_level), one.better or "", " ".join(one.better_on)),
            *(" ".join(one.worse_on), signatures[one.metric], test.signature),
        )
        for one in found.differences
    ]
    on_sets = [
        (
            *(on_set.name, one.metric, one.system, full(one.score), *full_bounds(one.interval)),
            *(full(alone.test.confidence), full(one.standard_error), _word(one.best)),
            *(*map(str, one.rank), str(one.cluster), higher[one.metric], alone.test.correction),
            *(alone.metrics[labels.index(one.metric)].signature, alone.test.signature),
        )
        for on_set in found.sets
        for alone, labels in [
            (on_set.comparison, [metric.metric for metric in on_set.comparison.metrics])
        ]
        for one in alone.scores
    ]
    return {
        "means": _table(MEANS, means),
        "pairs": _table(PAIRS, differences),
        "sets": _table(SETS, on_sets),
    }


def _signature(found: ComparisonOverSets, label: str) -> str:
    """Return the signature of a metric, or where sets differ SET=SIGNATURE of each."""
    by_set = found.signatures(label)
    if len(set(by_set.values())) == 1:
        return next(iter(by_set.values()))
    return " ".join(f"{name}={signature}" for name, signature in by_set.items())


def _word(value: bool) -> str:
    return "true" if value else "false"


def _table(names: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Table:
    return Table(columns(names), tuple(rows))
