"""A trend as blocks for people and tables for programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.comparison.tables.document import NOT_SHOWN, STAR
from tallystick.reports.comparison.thresholds import MOST_REPORTS
from tallystick.reports.document import (
    Block,
    Bullets,
    Labels,
    LinePlot,
    Measured,
    Paragraph,
    Table,
    columns,
    table_of,
)
from tallystick.reports.meta_evaluation.words.phrases import Cells, fields
from tallystick.reports.over_time.model import called, on_day
from tallystick.reports.wording import (
    counted,
    difference_with_interval,
    full,
    of_one_pair,
    p_value_of,
    rounded,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, SignificanceTest
    from tallystick.reports.over_time.model import Change, Trend


def document(trend: Trend, digits: int | None = None) -> list[Block]:
    """Return what changed, the differences on each set, the caveats and the signatures."""
    headline, *rest = trend.verdict
    shown = [
        both
        for test_set in dict.fromkeys(report.test_set for report in trend.reports)
        for metric in {metric.metric: metric for metric in trend.metrics}.values()
        if (both := _on_set(trend, test_set, metric, digits)) is not None
    ]
    signatures = dict.fromkeys((metric.title, metric.signature) for metric in trend.metrics)
    return [
        Paragraph(headline, strong=True),
        Paragraph(trend.title, strong=True),
        Bullets("", tuple(rest)),
        *(plot for plot, _ in shown),
        *(table for _, table in shown),
        Bullets(NOT_SHOWN, trend.caveats),
        Labels((*signatures, ("test", trend.test.signature)), code=True),
    ]


def data_tables(trend: Trend) -> dict[str, Table]:
    """Return a row for each change."""
    cells: Cells = {
        "set": lambda row: row.test_set,
        **fields("metric", "system", "report", "earlier", "outcome", "score", "earlier_score"),
        **fields("difference", "interval", "p_value", "adjusted_p_value"),
        "equivalence_p_value": lambda row: full(
            None if row.equivalence is None else row.equivalence.adjusted_p_value
        ),
        **fields("non_inferiority_p_value"),
    }
    return {"changes": table_of(trend.changes, cells, texts=6)}


def _on_set(
    trend: Trend, test_set: str, metric: ComparedMetric, digits: int | None
) -> tuple[LinePlot, Table] | None:
    """Return a plot of the differences from the first report, and a table of all differences."""
    systems: dict[str, dict[str, list[Change]]] = {}  # those of each report, the first one first
    for change in trend.changes:
        if (change.test_set, change.metric) == (test_set, metric.metric):
            systems.setdefault(change.system, {}).setdefault(change.report, []).append(change)
    if not systems:
        return None
    reports = [report for report in trend.reports if report.test_set == test_set]
    on_set = f" on {test_set}" if test_set else ""
    places = {report.name: place for place, report in enumerate(reports, start=1)}
    lines = []
    for system, changes in systems.items():
        since_first = [of_report[0] for of_report in changes.values()]
        numbers = [
            Measured(places[change.report], change.difference, *bounds_of(change.interval))
            for change in since_first
            if change.difference is not None
        ]
        lines.append((system, (Measured(places[since_first[0].earlier], 0.0), *numbers)))
    names = called(trend.reports)
    # a time of the day would not fit
    short = tuple(on_day(names[report.name], report.origin) for report in reports)
    title = f"{metric.title}{on_set}: difference from the first report"
    shown = {report.name: names[report.name] for report in reports[-MOST_REPORTS:]}
    rows: list[tuple[str, ...]] = []
    for system, changes in systems.items():
        rows += _rows(system, changes, shown, metric, trend.test, digits)
    starred = any(STAR in p for row in rows for p in row[4::2])
    several, older = len(systems) > 1, len(reports) - len(shown)
    numbers_of = [metric.title, "since the first", "p", "since the one before", "p"]
    numbers_of = numbers_of if len(reports) > 2 else numbers_of[:3]
    header = columns([*["system"] * several, "report", *numbers_of], len(numbers_of))
    notes = [
        *[f"{STAR} significant at {trend.test.significance_level:g}."] * starred,
        *[f"{of_one_pair(trend.test).capitalize()}."] * trend.test.is_corrected,
        *[f"{counted(older, 'older report')} left out; JSON and CSV have all."] * bool(older),
    ]
    cells = tuple(row[0 if several else 1 : 2 + len(numbers_of)] for row in rows)
    plot = LinePlot(title, "report", f"{metric.title}, difference", tuple(lines), short)
    return plot, Table(header, cells, f"{metric.title}{on_set}, by report", tuple(notes))


def _rows(
    system: str,
    changes: Mapping[str, Sequence[Change]],
    shown: Mapping[str, str],
    metric: ComparedMetric,
    test: SignificanceTest,
    digits: int | None,
) -> Iterator[tuple[str, ...]]:
    """Yield a row for each report that is shown, with its score and how it changed."""
    first = next(iter(changes.values()))[0]
    if first.earlier in shown:
        score = rounded(first.earlier_score, metric.scale, digits)
        yield system, shown[first.earlier], score, *[""] * 4
    for report, both in changes.items():
        if report in shown:
            cells = [rounded(both[0].score, metric.scale, digits)]
            for row in (both[0], both[-1]):
                star = STAR * (row.outcome != "same")
                cells += [
                    difference_with_interval(row.difference, row.interval, metric.scale, digits),
                    "equal"
                    if row.p_value is None
                    else p_value_of(row.adjusted_p_value, test) + star,
                ]
            yield system, shown[report], *cells
