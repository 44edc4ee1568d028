"""What changed since when, in sentences, and what the tests do not cover."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from tallystick.reports import wording
from tallystick.reports.comparison.facts.results import turned
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    Listed,
    Terms,
    is_beyond,
    sentence,
    sentences,
)
from tallystick.reports.comparison.words.caveats import CORRECTION
from tallystick.reports.over_time.model import called

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import ComparedMetric, SignificanceTest
    from tallystick.reports.over_time.model import Change, TrendReport

ONLY = "{on_set}Since {report}, {system} is {outcome} by {size}"
NO_OTHER = "no report differs significantly from the one before it"
DRIFT, OVERALL, OVERALL_AS_WELL = "drift", "overall", "overall as well"
SINCE_FIRST = (DRIFT, OVERALL, OVERALL_AS_WELL)
"""The cases that compare the newest report with the first; the last only completes the others."""
CHANGED: Cases = {
    DRIFT: (
        "{on_set}{system} is {outcome} than in the first report, {earlier}, by {size}, and has "
        "been since {report}; from one report to the next, no difference is significant."
    ),
    OVERALL: ("{on_set}{system} is now {outcome} than in the first report, {earlier}, by {size}."),
    "undone": (
        "{on_set}From {earlier} to {report}, {system} became {outcome} by {size}; the newest "
        "report does not differ significantly from the first."
    ),
    "passed": "{on_set}From {earlier} to {report}, {system} became {outcome} by {size}.",
    "of_two": "{on_set}Since {report}, {system} is {outcome} by {size}.",
    "only": f"{ONLY}; before and after, {NO_OTHER}.",
    "only_newest": f"{ONLY}; before, {NO_OTHER}.",
    "only_second": f"{ONLY}; after that, {NO_OTHER}.",
    ALWAYS: (
        "{on_set}Since {report}, {system} is {outcome} than in the report before, {earlier}, by "
        "{size}."
    ),
}
"""What is said of a significant change."""

UNCHANGED: Cases = {
    ALWAYS: ("{systems}: no report differs significantly from the first or from the one before."),
}
WITHIN_MARGIN: Cases = {
    "equivalent": (
        "{on_set}Compared with {earlier}, {system} is equivalent within ±{margin} ({p_of_both})."
    ),
    "beyond": "{on_set}Compared with {earlier}, {system} is {outcome} by more than {margin}.",
    "not_worse": (
        "{on_set}Compared with {earlier}, {system} is not worse by {margin} or more ({p})."
    ),
    "worse": (
        "{on_set}Compared with {earlier}, {system} is worse, perhaps by {margin} or more ({p})."
    ),
    ALWAYS: (
        "{on_set}Compared with {earlier}, the test set is too small to say whether {system} is "
        "worse by {margin} or more ({p})."
    ),
}
"""What is said of the newest report under a metric with a margin."""

NOT_FOLLOWED: Cases = {
    "new": (
        "{on_set}{names} {names:was|were} not tested: only the newest report, {newest}, has "
        "{names:it|them}."
    ),
    ALWAYS: (
        "{on_set}{names} {names:was|were} not tested: the newest report, {newest}, does not "
        "have {names:it|them}, and the last that does is {last}."
    ),
}
"""What is said of systems or metrics that the newest report lacks, or that no other has."""

FAMILY: Cases = {
    "single": "",
    **{term: CORRECTION[term] for term in ("uncorrected", "false_discoveries")},
    ALWAYS: (
        "P-values are corrected by {method} for the {comparisons:,} tests of each metric, those "
        "of all systems against the first report and against the one before: if nothing changed, "
        "the chance that any of them is called significant is at most {level}."
    ),
}
MARGINS: Cases = {
    "no_margin": "",
    ALWAYS: (
        "Only the newest report was tested for a margin. The tests of equivalence under one metric "
        "are corrected together, and so are those of non-inferiority."
    ),
}
LOOKS = (
    "This holds for one look at these reports. Whoever looks at every new report has this "
    "chance each time, and with more reports there are more tests, so that a change can lose "
    "its significance."
)
CAUSE = (
    "What changed since a report was changed after the commit of the report before, and not "
    "later than its own."
)
NOT_TESTED: Cases = {
    "untested": (
        "{untested} could not be tested: fewer than two reports have statistics of the segments of "
        "a single run."
    ),
}
CAVEATS = (FAMILY, MARGINS, LOOKS, CAUSE, NOT_TESTED)
"""One or none of each, the most serious first."""


def verdict_of_trend(
    reports: Sequence[TrendReport],
    metrics: Sequence[ComparedMetric],
    changes: Sequence[Change],
    test: SignificanceTest,
) -> tuple[str, ...]:
    """Return what changed since when: what is worse now, what is better, then what passed.

    Among equals, those come first whose differences are largest compared with their intervals. What
    is equivalent within a margin, or not worse by it, is last.
    """
    name_of = called(reports)
    of_metric = {metric.metric: metric for metric in metrics}
    systems: dict[tuple[str, str], dict[str, list[Change]]] = {}
    for change in changes:
        of_system = systems.setdefault((change.test_set, change.system), {})
        of_system.setdefault(change.metric, []).append(change)
    said, unchanged = [], []
    for (test_set, system), by_metric in systems.items():
        order = [report.name for report in reports if report.test_set == test_set]
        grouped: dict[tuple[bool, str, str, str], list[tuple[str, bool, Change]]] = {}
        for of_metric_changes in by_metric.values():
            for case, lasts, change in _findings(of_metric_changes, order):
                key = case in SINCE_FIRST, change.report, change.earlier, change.outcome
                grouped.setdefault(key, []).append((case, lasts, change))
        unchanged += (
            [] if grouped else [f"{test_set}: {wording.system_name(system)}".removeprefix(": ")]
        )
        for (*_, outcome), group in grouped.items():
            cases = {case for case, _, _ in group}
            if OVERALL not in cases:
                group = [finding for finding in group if finding[0] != OVERALL_AS_WELL]
                cases.discard(OVERALL_AS_WELL)
            if not group:
                continue
            terms = {
                **{case: cases == {case} for case in CHANGED},
                OVERALL: OVERALL in cases,
                "passed": cases <= {"passed", "undone"},
                **_places(group[0][2], name_of),
                "outcome": outcome,
                "size": wording.listed(
                    [_size(change, of_metric[change.metric]) for _, _, change in group]
                ),
            }
            lasting = any(lasts for _, lasts, _ in group)
            largest = max(_relative_size(change) for _, _, change in group)
            said.append(((not lasting, outcome != "worse", -largest), sentence(CHANGED, terms)))
    sentences = [text for _, text in sorted(said)]
    if unchanged:
        sentences.append(sentence(UNCHANGED, {"systems": wording.listed(unchanged)}))
    for change in changes:
        if change.equivalence is not None:
            metric, not_worse = of_metric[change.metric], change.non_inferiority_p_value
            p_of_both, p = (
                wording.equation(wording.p_value(value, test.significance_level))
                for value in (change.equivalence.adjusted_p_value, not_worse)
            )
            terms = {
                **_places(change, name_of),
                "margin": f"{metric.margin:g} {metric.title}",
                "equivalent": change.equivalence.equivalent,
                "beyond": change.outcome != "same" and is_beyond(change.interval, metric),
                "outcome": change.outcome,
                "not_worse": not_worse is not None and not_worse <= test.significance_level,
                "worse": change.outcome == "worse",
                "p_of_both": p_of_both,
                "p": p,
            }
            sentences.append(sentence(WITHIN_MARGIN, terms))
    return tuple(sentences) or ("Nothing could be tested.",)


def _findings(
    changes: Sequence[Change], order: Sequence[str]
) -> Iterator[tuple[str, bool, Change]]:
    """Yield the significant changes of a system under one metric.

    Each has its case and says whether the newest report still differs from the first like this.
    """
    pairs = {(change.report, change.earlier): change for change in changes}
    tested = sorted({report for pair in pairs for report in pair}, key=order.index)
    since_first = [pairs[later, tested[0]] for later in tested[1:]]
    steps = [pairs[later, before] for before, later in pairwise(tested)]
    steps = [step for step in steps if step.outcome != "same"]
    now = since_first[-1]
    for place, step in enumerate(steps):
        passed = any(later.outcome != step.outcome for later in steps[place + 1 :])
        only = {tested[1]: "only_second", tested[-1]: "only_newest"}.get(step.report, "only")
        case = only if len(steps) == 1 else "passed" if passed else ALWAYS
        case = "of_two" if len(tested) == 2 else case
        if now.outcome == "same":
            case = "passed" if step.earlier == tested[0] and len(steps) > 1 else "undone"
        yield case, not passed and now.outcome != "same", step
    if now.outcome != "same" and steps:
        yield OVERALL if len(steps) > 1 else OVERALL_AS_WELL, True, now
    if now.outcome != "same" and not steps:
        since = now
        for change in reversed(since_first):
            if change.outcome != now.outcome:
                break
            since = change
        yield DRIFT, True, replace(now, report=since.report)


def _places(change: Change, name_of: Mapping[str, str]) -> Terms:
    """Return where a change is, as sentences name it."""
    return {
        "on_set": f"{change.test_set}: " if change.test_set else "",
        "system": wording.system_name(change.system),
        "report": name_of[change.report],
        "earlier": name_of[change.earlier],
    }


def _relative_size(change: Change) -> float:
    width = 0.0 if change.interval is None else change.interval.high - change.interval.low
    return abs(change.difference or 0.0) / width if width else 0.0


def _size(change: Change, metric: ComparedMetric) -> str:
    """Return the size of a change with its interval, both without a sign."""
    fell = (change.difference or 0.0) < 0
    bounds = turned(change.interval) if fell else change.interval
    size = wording.rounded(abs(change.difference or 0.0), metric.scale)
    return f"{size} {metric.title} {wording.interval(bounds, metric.scale)}".rstrip()


def _not_followed(
    reports: Sequence[TrendReport], names_in: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield a sentence on the names of a test set that are in the same report last.

    `names_in` has those of systems or of metrics in each report.
    """
    name_of = called(reports)
    for test_set in dict.fromkeys(report.test_set for report in reports):
        of_set = [report for report in reports if report.test_set == test_set]
        newest = of_set[-1].name
        having = [(name, report.name) for report in of_set for name in names_in[report.name]]
        number = Counter(name for name, _ in having)
        untested: dict[str, list[str]] = {}
        for name, last in dict(having).items():
            if last != newest or number[name] == 1:
                untested.setdefault(last, []).append(name)
        for last, names in untested.items():
            terms = {
                "new": last == newest,
                "on_set": f"{test_set}: " if test_set else "",
                "names": Listed(names),
                "newest": name_of[newest],
                "last": name_of[last],
            }
            yield sentence(NOT_FOLLOWED, terms)


def caveats_of_trend(
    reports: Sequence[TrendReport],
    metrics: Sequence[ComparedMetric],
    changes: Sequence[Change],
    test: SignificanceTest,
    titles: Mapping[str, Sequence[str]],
) -> tuple[str, ...]:
    """Return what the tests of a trend do not cover, the most serious first.

    `titles` are those of the metrics in each report.
    """
    tested = {change.metric for change in changes}
    untested = [metric.title for metric in metrics if metric.metric not in tested]
    number = Counter(chain.from_iterable(map(set, titles.values())))
    in_several = {title for title, reports_with in number.items() if reports_with > 1}
    terms = {
        "single": test.comparisons < 2,
        "no_margin": not any(change.equivalence for change in changes),
        "uncorrected": test.correction == "none",
        "false_discoveries": test.correction == "benjamini-hochberg",
        "method": wording.correction_name(test.correction),
        "comparisons": test.comparisons,
        "by_chance": test.significance_level * test.comparisons,
        "level": wording.percent(test.significance_level),
        "untested": wording.listed([*dict.fromkeys(filter(in_several.__contains__, untested))]),
    }
    systems = {report.name: [*map(wording.system_name, report.systems)] for report in reports}
    not_followed = (*_not_followed(reports, titles), *_not_followed(reports, systems))
    return (*not_followed, *sentences(CAVEATS, terms))
