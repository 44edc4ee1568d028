"""The scores of saved reports on the same test set, oldest first, up to those of a comparison."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tallystick.errors import InputError, OptionError
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    EarlierScore,
    bounds_of,
)
from tallystick.reports.comparison.saved.against import same_metric
from tallystick.reports.document import Block, LinePlot, Measured, Table, columns
from tallystick.reports.wording import counted, is_saved, score_with_interval

NOW = "now"


def with_earlier_scores(
    comparison: Comparison, reports: Sequence[tuple[str, Comparison]]
) -> Comparison:
    """Return a comparison with the scores of its systems in named saved reports, oldest first.

    Raises:
        InputError: A report is of another test set.
        OptionError: A report has none of the systems, or other metrics.
    """
    systems = [one.name for one in comparison.systems if not is_saved(one.name)]
    earlier: list[EarlierScore] = []
    for name, saved in reports:
        _check_test_set(comparison, name, saved)
        known = [one.name for one in saved.systems]
        if not set(systems) & set(known):
            raise OptionError(
                f"{name} has no system to follow, only {', '.join(known)}; give the systems the "
                "same names in all reports"
            )
        for metric in comparison.metrics:
            label = same_metric(metric, saved, name)
            found = (saved.score_of(system, label) for system in systems if system in known)
            earlier += (
                EarlierScore(name, one.system, metric.metric, one.score, one.interval)
                for one in found
            )
    return replace(comparison, earlier=tuple(earlier))


def _check_test_set(comparison: Comparison, name: str, saved: Comparison) -> None:
    same = saved.test_set.segments == comparison.test_set.segments
    if comparison.segments is not None and saved.segments is not None:
        same = comparison.segments.references == saved.segments.references
    if not same:
        raise InputError(
            f"{name} is of another test set, whose scores cannot be compared with these; leave it "
            "out"
        )


def trend_blocks(
    comparison: Comparison, digits: int | None = None, most: int | None = None
) -> list[Block]:
    """Return a table and a plot for each metric; nothing without saved reports.

    The tables show the `most` latest reports; by default all.
    """
    if not comparison.earlier:
        return []
    return [
        block
        for metric in comparison.metrics
        for reports, lines in [_lines(comparison, metric)]
        for block in (_table(metric, reports, lines, digits, most), _plot(metric, reports, lines))
    ]


def _lines(
    comparison: Comparison, metric: ComparedMetric
) -> tuple[list[str], dict[str, dict[str, EarlierScore]]]:
    """Return the names of the reports, and for each system its score by report."""
    followed = {one.system for one in comparison.earlier}
    now = (
        EarlierScore(NOW, one.system, one.metric, one.score, one.interval)
        for one in comparison.in_order_of(metric.metric)
        if one.system in followed
    )
    lines: dict[str, dict[str, EarlierScore]] = {}
    for one in (*now, *comparison.earlier):
        if one.metric == metric.metric:
            lines.setdefault(one.system, {})[one.report] = one
    return [*dict.fromkeys(one.report for one in comparison.earlier), NOW], lines


def _table(
    metric: ComparedMetric,
    reports: Sequence[str],
    lines: Mapping[str, Mapping[str, EarlierScore]],
    digits: int | None,
    most: int | None,
) -> Table:
    older = 0 if most is None else max(0, len(reports) - most)
    rows = [
        (report, *_cells([line.get(report) for line in lines.values()], metric, digits))
        for report in reports[older:]
    ]
    header = columns(["report", *lines], len(lines))
    left_out = f"{counted(older, 'older report')} {'is' if older == 1 else 'are'} in HTML and JSON."
    title = f"Trend of {metric.title}"
    return Table(header, tuple(rows), title, (left_out,) if older else ())


def _cells(
    scores: Sequence[EarlierScore | None], metric: ComparedMetric, digits: int | None
) -> Iterator[str]:
    for one in scores:
        shown = one and score_with_interval(one.score, one.interval, metric.scale, digits)
        yield shown or ""


def _plot(
    metric: ComparedMetric,
    reports: Sequence[str],
    lines: Mapping[str, Mapping[str, EarlierScore]],
) -> LinePlot:
    title = metric.title
    drawn = {
        system: tuple(
            Measured(number, one.score, *bounds_of(one.interval))
            for number, report in enumerate(reports, start=1)
            if (one := line.get(report)) is not None and one.score is not None
        )
        for system, line in lines.items()
    }
    shown = tuple((system, numbers) for system, numbers in drawn.items() if numbers)
    names = tuple(report_name(one) for one in reports)
    return LinePlot(f"Trend of {title}", "report", title, shown, names)


def report_name(path: str) -> str:
    """Return the name of a report without its folder and ending.

    >>> report_name("nightly/2026-11-20.json.gz"), report_name("now")
    ('2026-11-20', 'now')
    """
    return Path(path).name.removesuffix(".gz").removesuffix(".json")
