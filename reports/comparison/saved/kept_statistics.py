"""The statistics of segments in a report, by which its systems are tested against other reports."""

from __future__ import annotations

import json
from collections.abc import Hashable, Sequence
from dataclasses import replace
from hashlib import sha256

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.interface.metric import Metric, with_defaults
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.resampling.units import Units, units_of
from tallystick.metrics.sums.arrays import BoolArray, FloatArray
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    KeptStatistics,
    SegmentStatistics,
)
from tallystick.reports.comparison.thresholds import ROUNDED_TO_0, SAME_SCORE


def kept_statistics(comparison: Comparison, name: str) -> KeptStatistics:
    """Return what a report knows of every segment, from its texts or statistics."""
    if comparison.kept is not None:
        return comparison.kept
    segments, unit = comparison.segments, comparison.test_set.unit
    if segments is None:
        raise InputError(
            f"{name} has neither texts nor statistics of segments, so nothing can be tested; leave "
            "it out, or save it again with this version"
        )
    labels: Sequence[Hashable] = range(len(segments.references))
    if unit == "document" and segments.documents is not None:
        labels = segments.documents
    elif unit in segments.metadata:
        labels = segments.metadata[unit]
    text = json.dumps(segments.references, ensure_ascii=False).encode()
    units = tuple(units_of(unit, labels).numbers.tolist())
    return KeptStatistics(sha256(text).hexdigest()[:16], units, segments.statistics)


def without_texts(comparison: Comparison) -> Comparison:
    """Return a report without its texts, which can still be tested against later ones."""
    if comparison.segments is None:
        return comparison
    return replace(comparison, segments=None, kept=kept_statistics(comparison, ""))


def units_in(comparison: Comparison, name: str) -> Units:
    """Return the units of resampling of a report."""
    numbers = np.array(kept_statistics(comparison, name).units, np.int64)
    return Units(comparison.test_set.unit, numbers, comparison.test_set.units)


def metric_in(compared: ComparedMetric) -> Metric:
    """Return the metric of a report, made from its signature."""
    return Signature.parse(compared.signature).metric()


def columns_in(statistics: SegmentStatistics, system: str) -> dict[str, FloatArray]:
    """Return the statistics of a system by column, shape (segments,); none if one is no number."""
    texts = zip(statistics.columns, statistics.values[system], strict=True)
    try:
        return {name: np.array(text.split(" "), np.float64) for name, text in texts}
    except ValueError:
        return {}


def differ(
    numbers: FloatArray | float, others: FloatArray | float, sizes: FloatArray | float = 0.0
) -> BoolArray:
    """Return where numbers differ by more than saved ones can, relative to the largest size.

    What is not finite differs from no number.
    """
    largest = np.maximum(np.maximum(np.abs(numbers), np.abs(others)), np.abs(sizes))
    with np.errstate(invalid="ignore"):
        differing: BoolArray = np.abs(np.subtract(numbers, others)) > np.maximum(
            SAME_SCORE * largest, ROUNDED_TO_0
        )
    return differing


def rows_in(
    comparison: Comparison, name: str, metric: ComparedMetric, label: str, system: str
) -> FloatArray | None:
    """Return the statistics of a system, shape (segments, columns), or None if there are none.

    Columns that the formula does not read are 0. Statistics that do not give the score are refused.
    """
    made = metric_in(metric)
    statistics = kept_statistics(comparison, name).statistics.get(label)
    formula = with_defaults(made).sum_formula()
    runs = {compared.name: compared.runs for compared in comparison.systems}
    if statistics is None or formula is None or runs[system] > 1:
        return None
    rows = np.zeros((comparison.test_set.segments, len(formula.statistics)))
    if statistics.columns == formula.columns:
        for column, values in columns_in(statistics, system).items():
            rows[:, formula.statistics.index(column)] = values
    score = comparison.score_of(system, label).score
    computed, size = (float(made.formula(each.sum(axis=0))) for each in (rows, np.abs(rows)))
    if score is not None and differ(score, computed, size):
        raise InputError(
            f"{name}: the statistics of {system} do not give its score under {label}, {score:g}, "
            f"but {computed:g}; the report was edited, or saved by a version with another formula; "
            "save it again"
        )
    return rows
