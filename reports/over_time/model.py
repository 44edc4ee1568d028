"""The data model of a trend: how the scores of systems changed over saved reports.

As JSON, under the schema `tallystick/trend/1`, every dataclass is an object with its fields, every
tuple a list. An undefined number is null.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from tallystick.reports.comparison.model import (
    SHORT_COMMIT,
    ComparedMetric,
    Equivalence,
    Interval,
    Origin,
    SignificanceTest,
)
from tallystick.reports.saving.data_report import DataReport
from tallystick.reports.saving.json_form import without_ending

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
    tables: ClassVar[str] = "tallystick.reports.over_time.tables"

    title: str
    version: str
    verdict: tuple[str, ...]
    caveats: tuple[str, ...]
    test: SignificanceTest
    metrics: tuple[ComparedMetric, ...]
    reports: tuple[TrendReport, ...]
    changes: tuple[Change, ...]
