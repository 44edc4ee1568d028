"""The data model of a trend, how the scores of systems changed over saved reports, and its tables.

As JSON, under the schema `tallystick/trend/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tallystick.reports.comparison.model import (
    SHORT_COMMIT,
    ComparedMetric,
    Equivalence,
    Interval,
    Origin,
    SignificanceTest,
    bounds_of,
)
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
from tallystick.reports.saving.data_report import DataReport
from tallystick.reports.saving.json_form import without_ending
from tallystick.reports.wording import (
    counted,
    difference_with_interval,
    full,
    of_one_pair,
    p_value_of,
    rounded,
)

SCHEMA = "tallystick/trend/1"


@dataclass(frozen=True, slots=True)
class TrendReport:
    """A report of a trend.

    Attributes:
        test_set: The name of its test set; "" if there is only one.
        name: Its name, such as its file.
        origin: Its date, commit and languages.
        systems: Its systems.
    """

    test_set: str
    name: str
    origin: Origin
    systems: tuple[str, ...] = ()


def called(reports: Sequence[TrendReport]) -> dict[str, str]:
    """Return by name the date and the commit of each report, or the name of its file.

    Commits are cut to seven characters, or as many as distinguish them, and dates to days if these
    distinguish the reports. Reports on a test set that have both in common have their files, too.

    >>> origins = Origin(commit="a1b2c3d4e5"), Origin(commit="a1b2c3d45f"), Origin()
    >>> called([TrendReport("", f"{n}.json.gz", origin) for n, origin in enumerate(origins)])
    {'0.json.gz': 'a1b2c3d4e', '1.json.gz': 'a1b2c3d45', '2.json.gz': '2'}
    """
    length = commit_length(report.origin.commit for report in reports)
    names = {
        report.name: report.origin.with_commit(length) or without_ending(report.name)
        for report in reports
    }
    days = {report.name: on_day(names[report.name], report.origin) for report in reports}
    different = len({*names.values()})
    if len({*days.values()}) == different:
        names = days
    of_set = Counter((report.test_set, names[report.name]) for report in reports)
    return {
        report.name: f"{names[report.name]}, {without_ending(report.name)}"
        if of_set[report.test_set, names[report.name]] > 1
        else names[report.name]
        for report in reports
    }


def on_day(name: str, origin: Origin) -> str:
    """Return the name of a report without the time of the day."""
    return name.replace(origin.date[10:], "", 1)


def commit_length(commits: Iterable[str]) -> int:
    """Return how many characters of commits are shown: seven, or as many as distinguish them."""
    different, length = set(commits), SHORT_COMMIT
    while len({commit[:length] for commit in different}) < len(different):
        length += 1
    return length


@dataclass(frozen=True, slots=True)
class Change:
    """The difference of a system between two reports, tested on paired segments.

    Attributes:
        test_set: The name of the test set.
        metric: The metric.
        system: The system.
        report: The name of the later report.
        earlier: The name of the earlier one: the first that has the system, or the one before.
        score: The score in the later report.
        earlier_score: The score in the earlier one.
        difference: The first score minus the second; None if one is undefined.
        interval: Its interval.
        p_value: The two-sided p-value of the test; None if no segment has other statistics.
        adjusted_p_value: The p-value corrected for all changes under this metric.
        outcome: Whether the later score is significantly better or worse, or neither ("same").
        equivalence: The tests of equivalence, corrected for those of all systems; None without a
            margin, if the later report is not the newest, or without a standard error.
        non_inferiority_p_value: The p-value of the one-sided test against the later score being
            worse by the margin or more, corrected like those of equivalence; None where that is.
    """

    test_set: str
    metric: str
    system: str
    report: str
    earlier: str
    score: float | None
    earlier_score: float | None
    difference: float | None
    interval: Interval | None
    p_value: float | None
    adjusted_p_value: float | None = None
    outcome: Literal["better", "worse", "same"] = "same"
    equivalence: Equivalence | None = None
    non_inferiority_p_value: float | None = None


@dataclass(frozen=True, slots=True, repr=False)
class Trend(DataReport):
    """How the scores of systems changed over saved reports, on one or several test sets.

    Attributes:
        title: The title of the report.
        version: The version of tallystick that made it.
        verdict: What changed since when, one sentence each, the most serious first.
        caveats: What the tests do not cover, one sentence each.
        test: The significance test of the changes.
        metrics: The metrics of the newest report on each test set.
        reports: The reports on each test set, the oldest first.
        changes: Each score compared with that in the first report and in the one before.
    """

    kind: ClassVar[str] = "trend"
    schema: ClassVar[str] = SCHEMA
    tables: ClassVar[str] = "tallystick.reports.over_time.model"

    title: str
    version: str
    verdict: tuple[str, ...]
    caveats: tuple[str, ...]
    test: SignificanceTest
    metrics: tuple[ComparedMetric, ...]
    reports: tuple[TrendReport, ...]
    changes: tuple[Change, ...]


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
