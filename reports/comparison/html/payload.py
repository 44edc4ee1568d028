"""The data of the scripts as JSON in gzip in base 64, which has no special character of HTML."""

from __future__ import annotations

import base64
import gzip
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import NormalDist
from typing import Any

from tallystick.metrics.resampling.student import quantile
from tallystick.reports.comparison.html.wording import (
    adjusted_text,
    name_parts,
    uncorrected_text,
)
from tallystick.reports.comparison.model import Comparison, Segments, SegmentStatistics
from tallystick.reports.saving.json_form import plain
from tallystick.reports.wording import p_value

READ = (
    "differences",
    "disagreements",
    "breakdowns",
    "word_accuracy",
    "ngrams",
    "ngram_differences",
    "suspicious",
    "baseline",
)
FEW_DEGREES = 30
"""Up to this number, the quantiles of Student's t are given; the page approximates those above."""


def packed(comparison: Comparison) -> str:
    """Return the compressed data of the scripts."""
    text = json.dumps(
        _payload(comparison), ensure_ascii=False, allow_nan=False, separators=(",", ":")
    )
    # a lone surrogate has no UTF-8, but its escape is JSON
    data = text.encode("utf-8", "backslashreplace")
    return base64.b64encode(gzip.compress(data, compresslevel=4, mtime=0)).decode("ascii")


def _payload(comparison: Comparison) -> dict[str, Any]:
    """Return fields of the data model with p-values as text, systems, metrics and segments.

    The `ranking` of a metric has the indices of the systems, the best first.
    """
    # scores and differences of groups are in the tables of the page
    groups = tuple(replace(one, cells=(), differences=()) for one in comparison.breakdowns)
    shown = replace(comparison, breakdowns=groups)
    places = {one.name: n for n, one in enumerate(comparison.systems)}
    read: dict[str, Any] = {name: _finite(plain(getattr(shown, name))) for name in READ}
    test = comparison.test
    for pair, one in zip(comparison.differences, read["differences"], strict=True):
        one["p_value"] = uncorrected_text(pair, test)
        one["adjusted_p_value"] = adjusted_text(pair, test)
    for one in read["ngrams"]:
        for name in ("p_value", "adjusted_p_value"):
            one[name] = p_value(one[name], test.significance_level)
    for breakdown in read["breakdowns"]:
        del breakdown["cells"], breakdown["differences"]
    read["systems"] = [one.name for one in comparison.systems]
    read["names"] = [name_parts(one) for one in read["systems"]]
    read["metrics"] = [
        {
            "metric": one.metric,
            "title": one.title,
            "digits": one.scale.digits,
            "higher_is_better": one.higher_is_better,
            "ranking": [places[score.system] for score in comparison.in_order_of(one.metric)],
        }
        for one in comparison.metrics
    ]
    read["unit"] = comparison.test_set.unit
    read["confidence"] = test.confidence
    inside = (1 + test.confidence) / 2
    read["quantile"] = NormalDist().inv_cdf(inside)
    read["quantiles"] = [quantile(inside, degrees) for degrees in range(1, FEW_DEGREES + 1)]
    segments = comparison.segments
    read["segments"] = None if segments is None else _segments(comparison, segments)
    return read


def _segments(comparison: Comparison, segments: Segments) -> dict[str, Any]:
    """Return `rows` of [source or null, references, hypotheses], and `scores[metric][system]`.

    The hypotheses of a segment are adjacent because they are similar and so compress well.
    """
    names = [one.name for one in comparison.systems]
    hypotheses = [segments.hypotheses[name] for name in names]
    count = len(segments.references)
    sources: Sequence[str | None] = segments.sources or (None,) * count
    columns = {"document": segments.documents} if segments.documents is not None else {}
    fields = [*columns.items(), *segments.metadata.items()]
    return {
        "rows": [
            [source, references, texts]
            for source, references, *texts in zip(
                sources, segments.references, *hypotheses, strict=True
            )
        ],
        "fields": [{"name": name, **_column(values)} for name, values in fields],
        "scores": [
            [
                [
                    _rounded(score, metric.scale.digits)
                    for score in segments.scores[metric.metric][name]
                ]
                for name in names
            ]
            for metric in comparison.metrics
        ],
        "statistics": [
            _statistics(one, names) if one is not None and one.steps else None
            for one in (segments.statistics.get(metric.metric) for metric in comparison.metrics)
        ],
        "notes": dict(segments.notes),
        "directions": dict(segments.directions),
        "language": segments.language,
    }


def _statistics(found: SegmentStatistics, names: Sequence[str]) -> dict[str, Any]:
    """Return `values[system][column]`, null for a column that equals that of the first system."""
    first = found.values[names[0]]
    values = [
        [
            None if place and text == of_first else text
            for text, of_first in zip(found.values[name], first, strict=True)
        ]
        for place, name in enumerate(names)
    ]
    return {
        "columns": found.columns,
        "values": values,
        "steps": found.steps,
    }


def _column(values: Sequence[str]) -> dict[str, Any]:
    places: dict[str, int] = {}
    indices = [places.setdefault(value, len(places)) for value in values]
    return {"values": list(places), "places": indices}


def _rounded(score: float | None, decimals: int) -> float | None:
    if score is None or not math.isfinite(score):
        return None
    return round(score, decimals)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _finite(one) for name, one in value.items()}
    if isinstance(value, list):
        return [_finite(one) for one in value]
    return value
