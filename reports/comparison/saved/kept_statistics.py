"""The statistics of segments in a report, by which its systems are tested against other reports."""

from __future__ import annotations

import json
import math
from collections.abc import Hashable, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.interface.metric import Metric, with_defaults
from tallystick.metrics.interface.signature import Signature
from tallystick.metrics.resampling.units import Units, units_of
from tallystick.metrics.sums.arrays import FloatArray
from tallystick.reports.comparison.model import ComparedMetric, Comparison, KeptStatistics
from tallystick.reports.comparison.thresholds import SAME_SCORE


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
        for column, values in zip(statistics.columns, statistics.values[system], strict=True):
            with suppress(ValueError):  # then the score differs
                rows[:, formula.statistics.index(column)] = np.array(values.split(" "), np.float64)
    score = comparison.score_of(system, label).score
    computed = float(made.formula(rows.sum(axis=0)))
    if score is not None and not math.isclose(score, computed, rel_tol=SAME_SCORE, abs_tol=1e-9):
        raise InputError(
            f"{name}: the statistics of {system} do not give its score under {label}, {score:g}, "
            f"but {computed:g}; the report was edited, or saved by a version with another formula; "
            "save it again"
        )
    return rows
