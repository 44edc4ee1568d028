"""The page: templates, style, scripts and data in one file."""

from __future__ import annotations

import base64
import gzip
import json
import math
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from statistics import NormalDist
from typing import Any

from markupsafe import Markup

from tallystick.metrics.resampling.student import quantile
from tallystick.metrics.resampling.units import ROUNDED, SAME
from tallystick.reports import wording as texts
from tallystick.reports.comparison.facts import results
from tallystick.reports.comparison.html import shown
from tallystick.reports.comparison.model import (
    Breakdown,
    BreakdownGroup,
    ComparedMetric,
    Comparison,
    Interval,
    OrderPrecision,
    Segments,
    SegmentStatistics,
    SystemScore,
)
from tallystick.reports.comparison.tables import document as tables
from tallystick.reports.comparison.thresholds import MOST_COLUMNS
from tallystick.reports.renderers.figures import Axis, axis_over
from tallystick.reports.renderers.page import FUNCTIONS as OF_BLOCKS
from tallystick.reports.renderers.page import Functions, framed, read
from tallystick.reports.renderers.visible import visible
from tallystick.reports.saving.json_form import plain

PANEL, GAP = 104, 34  # of the orders of n-grams, side by side
STYLES = ("controls", "opening", "tables", "plots", "segments", "print")
SCRIPTS = (  # in the order of their definitions
    *("elements", "theme", "tables", "tokens", "report", "state", "links", "matrix", "scatter"),
    *("filters", "scores", "cards", "browser", "examples", "breakdowns", "words", "ngrams"),
    *("findings", "notes", "start"),
)


def detail_names(scores: Sequence[SystemScore]) -> tuple[str, ...]:
    """Return the names of the components of scores, in the order of the first system."""
    return tuple(dict.fromkeys(name for score in scores for name in score.details))


def unbroken_names(sentence: str, names: Iterable[str]) -> Markup:
    """Return a sentence in which lines break no name that fits, with a real minus sign.

    >>> unbroken_names("a differs from b-2 by -1.5", ["a", "b-2"]).striptags()
    'a differs from b-2 by −1.5'
    """
    longest_first = sorted(map(visible, names), key=len, reverse=True)
    alternatives = "|".join(re.escape(name) for name in longest_first if name.strip())
    # punctuation behind a name must not begin a line
    pattern = rf"(?<!\w)((?:{alternatives})(?!\w)[,;:.]*)" if alternatives else "()(?!)"
    parts = re.split(pattern, visible(sentence))
    whole = Markup('<span class="unbroken">{}</span>')
    return Markup("").join(
        whole.format(part) if place % 2 else texts.with_minus(part)
        for place, part in enumerate(parts)
    )


def order_axes(precisions: Collection[OrderPrecision], start: float) -> dict[int, Axis]:
    """Return the axis of each order's panel, in percent."""
    axes = {}
    for order in sorted({precision.order for precision in precisions}):
        values = [
            100 * precision.precision
            for precision in precisions
            if precision.order == order and precision.precision is not None
        ]
        axes[order] = axis_over(values, start, start + PANEL, marks=2)
        start += PANEL + GAP
    return axes


FUNCTIONS: Functions = {
    **OF_BLOCKS,
    "detail_names": detail_names,
    "order_axes": order_axes,
    "results": results,
    "shown": shown,
    "tables": tables,
    "texts": texts,
    "unbroken_names": unbroken_names,
}
"""Functions that the templates call, and modules of them."""


def render(comparison: Comparison, digits: int | None = None) -> str:
    """Return a comparison as one HTML file; `digits` is ignored, as each metric has its own."""
    test = comparison.test
    return framed(
        "page",
        __package__ or "",
        STYLES,
        FUNCTIONS,
        _script(),
        version=comparison.version,
        title=comparison.title,
        report=comparison,
        against=[
            shown.against(comparison, metric, n) for n, metric in enumerate(comparison.metrics)
        ],
        compared=len(comparison.systems) > 1,
        paired=results.is_paired(comparison),
        places={system.name: n for n, system in enumerate(comparison.systems)},
        precisions_of={
            metric.metric: {
                (precision.system, precision.order): precision
                for precision in comparison.orders
                if precision.metric == metric.metric
            }
            for metric in comparison.metrics
        },
        group_tables=[
            _table(comparison, breakdown, number, metric, place)
            for number, breakdown in enumerate(comparison.breakdowns)
            for place, metric in enumerate(comparison.metrics)
        ],
        MOST_COLUMNS=MOST_COLUMNS,
        names=[
            *(system.name for system in comparison.systems),
            # such as ROUGE-1
            *(metric.title for metric in comparison.metrics if not metric.title.isalnum()),
        ],
        ranked=results.is_ranked(comparison),
        disagreements=_disagreements(comparison),
        of_one_pair=texts.of_one_pair(test),
        correction=texts.correction_name(test.correction) if test.is_corrected else "",
        data=Markup(packed(comparison)),
        changed_doubts=tables.changed_doubts(comparison),
        tokenization=" ".join(tables.tokenization_note(comparison)),
        units=texts.units(comparison.test_set),
    )


def _disagreements(comparison: Comparison) -> list[dict[str, Any]]:
    systems = [system.name for system in comparison.systems]
    metrics = {metric.metric: n for n, metric in enumerate(comparison.metrics)}
    titles = {metric.metric: metric.title for metric in comparison.metrics}
    return [
        {
            "pair": frozenset((entry.system, entry.other)),
            "system": entry.system,
            "other": entry.other,
            "metric": titles[entry.metric],
            "other_metric": titles[entry.other_metric],
            "significant": [titles[metric] for metric in entry.significant],
            "segments": len(entry.segments),
            "link": f"#metric={metrics[entry.metric]}&pair={systems.index(entry.system)}"
            f".{systems.index(entry.other)}&only=disagreement.{n}",  # read by state.js
        }
        for n, entry in enumerate(comparison.disagreements)
    ]


@cache
def _script() -> str:
    parts = "\n".join(read(__package__ or "", f"script/{name}.js") for name in SCRIPTS)
    return f'(() => {{\n"use strict";\n{parts}\n}})();\n'


READ = (
    *("differences", "disagreements", "breakdowns", "word_accuracy"),
    *("ngrams", "ngram_differences", "suspicious", "opponents"),
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
    """Return what the scripts read; the `ranking` of a metric has the indices of the systems."""
    # scores and differences of groups are in the tables of the page
    groups = tuple(
        replace(breakdown, cells=(), differences=()) for breakdown in comparison.breakdowns
    )
    without = replace(comparison, breakdowns=groups)
    places = {system.name: n for n, system in enumerate(comparison.systems)}
    read: dict[str, Any] = {name: _finite(plain(getattr(without, name))) for name in READ}
    test = comparison.test
    for pair, record in zip(comparison.differences, read["differences"], strict=True):
        record["p_value"] = shown.uncorrected_text(pair, test)
        record["adjusted_p_value"] = shown.adjusted_text(pair, test)
    for record in read["ngrams"]:
        for name in ("p_value", "adjusted_p_value"):
            record[name] = texts.p_value(record[name], test.significance_level)
    for breakdown in read["breakdowns"]:
        del breakdown["cells"], breakdown["differences"]
    read["systems"] = [system.name for system in comparison.systems]
    read["names"] = [shown.name_parts(name) for name in read["systems"]]
    read["metrics"] = [
        {
            "metric": metric.metric,
            "title": metric.title,
            "low": metric.scale.low,
            "high": metric.scale.high,
            "digits": metric.scale.digits,
            "higher_is_better": metric.higher_is_better,
            "ranking": [places[score.system] for score in comparison.in_order_of(metric.metric)],
        }
        for metric in comparison.metrics
    ]
    read["rounded"] = {"scores": ROUNDED, "statistics": SAME}
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
    names = [system.name for system in comparison.systems]
    hypotheses = [segments.hypotheses[name] for name in names]
    sources: Sequence[str | None] = segments.sources or (None,) * len(segments.references)
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
            [_rounded(segments.scores[metric.metric][name], metric.scale.digits) for name in names]
            for metric in comparison.metrics
        ],
        "statistics": [
            _statistics(kept, names) if kept is not None and kept.steps else None
            for kept in (segments.statistics.get(metric.metric) for metric in comparison.metrics)
        ],
        "notes": dict(segments.notes),
        "directions": dict(segments.directions),
        "language": segments.language,
    }


def _statistics(statistics: SegmentStatistics, names: Sequence[str]) -> dict[str, Any]:
    """Return `values[system][column]`, null for a column that equals that of the first system."""
    first, *others = (statistics.values[name] for name in names)
    values: list[Sequence[str | None]] = [first]
    for of_system in others:
        pairs = zip(of_system, first, strict=True)
        values.append([None if text == of_first else text for text, of_first in pairs])
    return {"columns": statistics.columns, "values": values, "steps": statistics.steps}


def _column(values: Sequence[str]) -> dict[str, Any]:
    places: dict[str, int] = {}
    indices = [places.setdefault(value, len(places)) for value in values]
    return {"values": list(places), "places": indices}


def _rounded(scores: Sequence[float | None], decimals: int) -> list[float | None]:
    return [
        None if score is None or not math.isfinite(score) else round(score, decimals)
        for score in scores
    ]


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, list):
        return [_finite(part) for part in value]
    return value


TINTS = 4


@dataclass(frozen=True, slots=True)
class GroupCell:
    """The score of a system on a group, and its difference from the standard.

    `tint` is the size of the difference, from 0 to `TINTS` for the largest of the table.
    """

    score: float | None
    interval: Interval | None
    difference: float | None = None
    bounds: Interval | None = None  # of the difference
    sign: str = "none"
    side: str = ""  # "better" or "worse", for the tint
    tint: int = 0


@dataclass(frozen=True, slots=True)
class GroupTable:
    """The scores under one metric; `place` and `number` are the indices of metric and breakdown."""

    metric: ComparedMetric
    place: int
    breakdown: Breakdown
    number: int
    standard: str
    columns: tuple[tuple[int, BreakdownGroup], ...]  # the groups with scores, with their indices
    rows: tuple[tuple[str, tuple[GroupCell, ...]], ...]


def _table(
    comparison: Comparison, breakdown: Breakdown, number: int, metric: ComparedMetric, place: int
) -> GroupTable:
    scores = {
        (score.system, score.group): score
        for score in breakdown.cells
        if score.metric == metric.metric and score.score is not None
    }
    differences = {
        (pair.system, pair.group): pair
        for pair in breakdown.differences
        if pair.metric == metric.metric and pair.difference is not None
    }
    largest = max((abs(pair.difference or 0) for pair in differences.values()), default=0) or 1
    direction = 1 if metric.higher_is_better else -1

    def cell(system: str, group: str) -> GroupCell:
        score, difference = scores.get((system, group)), differences.get((system, group))
        if score is None:
            return GroupCell(None, None)
        if difference is None or difference.difference is None:
            return GroupCell(score.score, score.interval)
        return GroupCell(
            score.score,
            score.interval,
            difference.difference,
            difference.interval,
            results.sign_beside_zero(difference.interval, metric.higher_is_better),
            "better" if direction * difference.difference > 0 else "worse",
            round(TINTS * abs(difference.difference) / largest),
        )

    known = {group for _, group in scores}
    columns = [column for column in enumerate(breakdown.groups) if column[1].label in known]
    return GroupTable(
        metric=metric,
        place=place,
        breakdown=breakdown,
        number=number,
        standard=results.standard_called(comparison, metric.metric),
        columns=tuple(columns),
        rows=tuple(
            (score.system, tuple(cell(score.system, group.label) for _, group in columns))
            for score in comparison.in_order_of(metric.metric)
        ),
    )
