"""The construction of a trend from saved reports: differences of each system, tested in pairs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick import __version__
from tallystick.compat.emulation.paired_tests import EmulationSettings
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.calls import check_type
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.paired import compare_under, resamples_of_tests
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.reports.comparison.build import significance_test
from tallystick.reports.comparison.facts.scores_and_differences import (
    better_of,
    corrected,
    equivalence_of,
    interval_or_none,
    margins_by_label,
    one_sided_p_values,
)
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.saved.against import is_given, same_metric
from tallystick.reports.comparison.saved.kept_statistics import (
    kept_statistics,
    metric_in,
    rows_in,
    units_in,
)
from tallystick.reports.over_time.model import Change, Trend, TrendReport
from tallystick.reports.over_time.words import caveats_of_trend, verdict_of_trend
from tallystick.reports.scores import number_or_none
from tallystick.reports.wording import counted, is_saved, listed, own_title

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.reports.comparison.model import ComparedMetric

TITLE = "Trend"
Named = tuple[str, "Comparison"]


def trend(
    reports: Mapping[str, Comparison],
    *,
    settings: Settings | None = None,
    title: str = TITLE,
    threads: int = 1,
) -> Trend:
    """Test how systems changed over saved reports: since the first, and since the one before.

    Differences are tested on paired segments, by the statistics in the reports, so nothing is
    scored again. P-values are corrected for all tests under one metric; two reports with the same
    statistics of every segment are not tested. With a margin, the newest report is also tested for
    equivalence and non-inferiority.

    Args:
        reports: The reports by name, such as their files, on one or several test sets. They are
            ordered by their dates if all have one (`Comparison.origin`), else the oldest is first.
            Reports of one day, of which one has no time, keep their order.
        settings: The test, the number of resamples, the seed, levels, the correction, and margins
            by metric.
        title: The title of the trend.
        threads: The number of threads; the result does not depend on it.

    Raises:
        InputError: A report is the only one on its test set, resampled other units, or has no
            statistics of segments.
        OptionError: A report has none of the systems, or not the metrics, of the newest one on its
            test set, the correction is max-t, or a margin is of no metric or exceeds its scale.

    >>> import tallystick
    >>> references = [f"a b c d {n}" for n in range(20)]
    >>> reports = {
    ...     name: tallystick.compare(
    ...         systems={"model": [*references[:right], *(20 - right) * ["a x"]]},
    ...         references=references,
    ...         metrics="bleu",
    ...     )
    ...     for name, right in (("monday", 20), ("tuesday", 20), ("wednesday", 11))
    ... }
    >>> trend(reports).verdict[0].partition(" by ")[0]
    'Since wednesday, model is worse'
    """
    for report in reports.values():
        check_type(
            report, Comparison, "write trend({'monday': ...}), with what tallystick.compare returns"
        )
    if not reports:
        raise InputError("there are no reports; give two or more on each test set")
    settings = settings or Settings()
    emulated = isinstance(settings, EmulationSettings)
    if emulated or settings.correction == "max-t":
        raise OptionError(
            f"{'an emulated test' if emulated else 'the correction max-t'} is not available for a "
            "trend, which is tested by randomisation or the bootstrap and corrected by holm, "
            "benjamini-hochberg or none"
        )
    sets = _sets(list(reports.items()))
    number = sum(len(_pairs(_places(of_set))) for of_set in sets.values())
    each = replace(settings, correction="none", comparisons_over_sets=number)
    metrics = tuple(
        dict.fromkeys(metric for of_set in sets.values() for metric in of_set[-1][1].metrics)
    )
    margins = margins_by_label(
        settings.margins,
        {metric.metric: metric.title for metric in metrics},
        {metric.metric: metric.scale for metric in metrics},
    )
    raw: list[Change] = []
    for name, of_set in sets.items():
        for metric in of_set[-1][1].metrics:
            with_margin = replace(metric, margin=margins.get(metric.metric))
            raw += _changes(name, of_set, with_margin, each, threads)
    metrics = tuple(
        dict.fromkeys(replace(metric, margin=margins.get(metric.metric)) for metric in metrics)
    )
    changes: list[Change] = []
    most = 0
    for metric in {metric.metric: metric for metric in metrics}.values():
        same = [change for change in raw if change.metric == metric.metric]
        most = max(most, sum(change.p_value is not None for change in same))
        p_values = adjusted(
            np.array([change.p_value for change in same], np.float64), settings.correction
        )
        same = _with_margin(same, settings, higher=metric.higher_is_better)
        for change, p in zip(same, map(number_or_none, p_values.tolist()), strict=True):
            both, level = ("better", "worse"), settings.significance_level
            outcome: Any = better_of(metric, both, change.difference, p, level) or "same"
            changes.append(replace(change, adjusted_p_value=p, outcome=outcome))
    test_set = next(iter(sets.values()))[-1][1].test_set
    resamples = settings.resamples_of(test_set.units)
    test = significance_test(
        settings,
        Method.BOOTSTRAP if settings.test == "bootstrap" else Method.RANDOMISATION,
        f"unit:{test_set.unit}",
        resamples=resamples_of_tests(each, resamples, number),
        requested_resamples=resamples,
        comparisons=most,
    )
    dated = tuple(
        TrendReport(name, path, report.origin, _systems(report))
        for name, of_set in sets.items()
        for path, report in of_set
    )
    titles = {
        path: [metric.title for metric in report.metrics]
        for of_set in sets.values()
        for path, report in of_set
    }
    return Trend(
        title=title,
        version=__version__,
        verdict=verdict_of_trend(dated, metrics, changes, test),
        caveats=caveats_of_trend(dated, metrics, changes, test, titles),
        test=test,
        metrics=metrics,
        reports=dated,
        changes=tuple(changes),
    )


def _with_margin(changes: Sequence[Change], settings: Settings, *, higher: bool) -> list[Change]:
    """Correct the tests of the margin of a metric."""
    tests = [change.equivalence for change in changes]
    lows, highs = (
        np.array([np.nan if test is None else getattr(test, name) for test in tests], np.float64)
        for name in ("low_p_value", "high_p_value")
    )
    of_both = corrected(np.maximum(lows, highs), settings.correction)
    of_one = corrected(lows if higher else highs, settings.correction)
    equivalences = [
        equivalence_of(low, high, p_value, settings)
        for low, high, p_value in zip(lows, highs, of_both, strict=True)
    ]
    return [
        replace(change, equivalence=test, non_inferiority_p_value=number_or_none(not_worse))
        for change, test, not_worse in zip(changes, equivalences, of_one, strict=True)
    ]


def moment(date: str, where: str) -> datetime:
    """Return the moment of a date in ISO 8601, by default at 0:00 in UTC; `where` it was given."""
    try:
        parsed = datetime.fromisoformat(date)
    except ValueError as error:
        reason = "" if "isoformat" in str(error) else f", but {error}"
        raise InputError(
            f"{where}: the date is {date!r}{reason}; expected ISO 8601, such as 2026-03-02 or "
            "2026-03-02T04:30Z"
        ) from None
    return parsed.replace(tzinfo=UTC) if parsed.tzinfo is None else parsed


def _ordered(reports: Sequence[Named]) -> list[Named]:
    """Return reports by their dates; one without a time has its given place among those of its day.

    Days are those in UTC.
    """
    moments = [moment(report.origin.date, name).astimezone(UTC) for name, report in reports]
    by_day = sorted(range(len(reports)), key=lambda number: moments[number].date())
    timed = {number for number in by_day if not _is_day(reports[number][1].origin.date)}
    in_time = iter(sorted(timed, key=lambda number: (moments[number], number)))
    return [reports[next(in_time) if number in timed else number] for number in by_day]


def _is_day(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _sets(reports: list[Named]) -> dict[str, list[Named]]:
    """Return the reports on each test set, the oldest first; of several sets by their names."""
    if all(report.origin.date for _, report in reports):
        reports = _ordered(reports)
    sets: dict[str, list[Named]] = {}
    for name, report in reports:
        sets.setdefault(kept_statistics(report, name).references, []).append((name, report))
    for (name, report), *others in sets.values():
        if not others:
            raise InputError(
                f"{name} is the only report with these references of "
                f"{counted(report.test_set.segments, 'segment')}, so there is nothing to compare "
                "it with; give two or more reports on each test set, or leave it out"
            )
        units = kept_statistics(report, name).units
        for other_name, other in others:
            if kept_statistics(other, other_name).units != units:
                raise InputError(
                    f"{name} and {other_name} resampled different units, such as segments and "
                    "documents; save both with the same --docs and --by, or leave one out"
                )
    named: dict[str, list[Named]] = {}
    for number, of_set in enumerate(sets.values(), start=1):
        newest = of_set[-1][1]
        name = own_title(newest.title) or newest.origin.languages or f"set {number}"
        named["" if len(sets) == 1 else f"{name} ({number})" if name in named else name] = of_set
    return named


def _places(reports: Sequence[Named]) -> dict[str, list[int]]:
    """Return for each system of the newest report the places of the reports that have it."""
    places: dict[str, list[int]] = {system: [] for system in _systems(reports[-1][1])}
    for place, (name, report) in enumerate(reports):
        known = [system for system in _systems(report) if system in places]
        if not known:
            raise OptionError(
                f"{name} has none of the systems {', '.join(places)} of {reports[-1][0]}; give "
                "systems the same names in all reports, or leave it out"
            )
        for system in known:
            places[system].append(place)
    return places


def _systems(report: Comparison) -> tuple[str, ...]:
    return tuple(system.name for system in report.systems if not is_saved(system.name))


def _pairs(places: Mapping[str, Sequence[int]]) -> list[tuple[str, int, int]]:
    """Return each system with the places of a report and of the first, and of the one before.

    >>> _pairs({"model": [0, 1, 3]})
    [('model', 1, 0), ('model', 3, 0), ('model', 3, 1)]
    """
    return [
        (system, later, earlier)
        for system, having in places.items()
        for before, later in pairwise(having)
        for earlier in dict.fromkeys((having[0], before))
    ]


def _changes(
    name: str, reports: Sequence[Named], metric: ComparedMetric, settings: Settings, threads: int
) -> Iterator[Change]:
    """Yield the changes under a metric on a test set, tested and not corrected."""
    newest_name, newest = reports[-1]
    units = units_in(newest, newest_name)
    labels = {
        place: same_metric(metric, report, path)
        for place, (path, report) in enumerate(reports)
        if any(other.name == metric.name for other in report.metrics)
    }
    sums: dict[tuple[str, int], FloatArray] = {}
    known: dict[str, list[int]] = {}
    for system, places in _places(reports).items():
        scored: dict[str, bytes] = {}
        for place in filter(labels.__contains__, places):
            path, report = reports[place]
            rows = rows_in(report, path, metric, labels[place], system)
            if rows is not None:
                sums[system, place] = units.sums(rows)
                known.setdefault(system, []).append(place)
                scored[path] = rows.any(axis=1).tobytes()
        if is_given(metric) and len(set(scored.values())) > 1:
            raise OptionError(
                f"{listed(list(scored))} have {metric.title} scores of different segments of "
                f"{system}; means over different segments cannot be compared: leave out reports, "
                f"or save them again without these scores"
            )
    pairs, numbers = _pairs(known), {key: number for number, key in enumerate(sums)}
    if not pairs:
        return
    compared = compare_under(
        metric_in(metric),
        [[rows] for rows in sums.values()],
        settings,
        pairs=[(numbers[name, later], numbers[name, earlier]) for name, later, earlier in pairs],
        threads=threads,
    )
    lows, highs = one_sided_p_values(compared, np.nan if metric.margin is None else metric.margin)
    for number, (system, *places) in enumerate(pairs):
        is_newest = places[0] == len(reports) - 1
        later, earlier = (
            reports[place][1].score_of(system, labels[place]).score for place in places
        )
        yield Change(
            test_set=name,
            metric=metric.metric,
            system=system,
            report=reports[places[0]][0],
            earlier=reports[places[1]][0],
            score=later,
            earlier_score=earlier,
            difference=number_or_none(compared.differences[number]),
            interval=interval_or_none(compared.difference_bounds[:, number]),
            # what cannot be significant need not be corrected for (Tarone, 1990)
            p_value=number_or_none(compared.p_values[number])
            if compared.differing_units[number]
            else None,
            equivalence=equivalence_of(lows[number], highs[number], highs[number], settings)
            if is_newest
            else None,
        )
