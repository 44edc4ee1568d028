"""The result of a challenge in sentences, and what limits it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import StrEnum
from itertools import combinations, starmap
from math import inf
from typing import TypeAlias

from tallystick.reports.challenge_sets.changes.segment import UNSPACED_CHARACTER
from tallystick.reports.challenge_sets.changes.table import SEVERITIES
from tallystick.reports.challenge_sets.model import Challenge, ChallengedMetric, Reaction
from tallystick.reports.challenge_sets.settings import (
    BLIND,
    CHANCE,
    FAINT,
    IMPROVING,
    LEFT_OUT,
    LOUD,
    MOSTLY,
    NOTICED,
)
from tallystick.reports.wording import counted, listed, p_value, percent, share


class Said(StrEnum):
    """All sentences, in the order of the report, with places for what they say."""

    # the verdict
    SEPARATION = "A fault weighs more than a harmless change in {separations}{order}."
    OVERLAP = "; where intervals overlap, the order may be chance"
    PAIRS = (
        "These are the pairs of one of {faults} of faults and one of {harmless} of harmless "
        "changes; 50% is chance. The intervals ({level}) are over segments and what is planted in "
        "them."
    )
    PREFERRED = "The good text has the better score in {shares}."
    ITEMS = "A tie is a half, and 50% is chance{means}. The intervals ({level}) are over segments."
    MEANS = "; these are means over {faults} of faults"
    SWAPPED = (
        "Every metric prefers the bad texts: either these items are made to mislead such metrics, "
        "or the columns are swapped; if so, name them with --columns good=COLUMN bad=COLUMN."
    )
    INVERTED = (
        "{metric} prefers the bad text in nearly all items, unlike the others: if its scores count "
        "errors, give them as NAME:better=lower=FILE."
    )
    DIFFERENT = (
        "Significantly different, by permutation tests that are corrected for all pairs, are "
        "{pairs}."
    )
    SAME = "No two metrics differ significantly in this (smallest corrected p-value {p})."
    BAD = "{metric} prefers the text with the fault: {changes}."
    NO_HARMLESS = "{faults} of faults, and no harmless change that applies."
    BLIND = "{metric} does not notice {changes}."
    PARTLY_MISSED = "{metric} misses most cases of {changes}."
    FAINT = "{metric} barely reacts to {changes}."
    LOUD = "{metric} takes for a fault what is harmless: {changes}."
    # notes
    UNCHANGED = (
        "The changes are planted in the references themselves, so that almost every fault is "
        "noticed; in a second reference or the output of a system, as in practice, fewer are."
    )
    LEFT_OUT_ITEMS = "{items} left out: {why}."
    UNKNOWN_SEVERITIES = (
        "Severities other than {known} do not count; the items also have {unknown}."
    )
    UNSPACED = "In scripts without spaces, such as Chinese and Thai, a word is a character."
    IMPROVED = "{metric} becomes better with a fault in some segments: {changes}."
    LEFT_OUT = "Left out because {reason}: {changes}."


def verdict(report: Challenge) -> Iterator[str]:
    """Yield how well metrics tell faults from harmless changes, then the blind spots of each."""
    faults = sum(change.is_fault and not change.left_out for change in report.changes)
    harmless = sum(not change.is_fault and not change.left_out for change in report.changes)
    if not report.is_planted:
        yield from _preferences(report, faults)
    ranked = [metric for metric in report.metrics if metric.separation is not None]
    ranked.sort(key=lambda metric: -(metric.separation or 0.0))
    if ranked:
        first, *others = [
            (share(metric.separation, metric.separation_interval), metric.title)
            for metric in ranked
        ]
        ordered = len({separation for separation, _ in others} | {first[0]}) > 1
        overlap = ordered and any(starmap(_overlap, combinations(ranked, 2)))
        yield Said.SEPARATION.format(
            separations=listed([" of pairs under ".join(first), *map(" under ".join, others)]),
            order=Said.OVERLAP if overlap else "",
        )
        yield Said.PAIRS.format(
            faults=counted(faults, "kind"),
            harmless=counted(harmless, "kind"),
            level=percent(report.confidence),
        )
    elif report.is_planted:
        yield Said.NO_HARMLESS.format(faults=counted(faults, "kind"))
    for metric in report.metrics:
        said: set[str] = set()
        for is_fault, sentence, condition, detail in _SPOTS:
            rows = _chosen(report, metric, is_fault, condition)
            changes = [row for row in rows if row.change not in said]
            said.update(row.change for row in changes)
            if changes:
                shown = [
                    row.change
                    + detail.format(row, noticed=share(row.noticed), preferred=share(row.preferred))
                    for row in changes
                ]
                yield sentence.format(metric=metric.title, changes=listed(shown))


def _preferences(report: Challenge, faults: int) -> Iterator[str]:
    """Yield how often metrics prefer good texts, and which metrics differ in this."""
    ranked = sorted(report.metrics, key=lambda metric: -(metric.preferred or 0.0))
    first, *others = [
        (share(metric.preferred, metric.preferred_interval), metric.title) for metric in ranked
    ]
    yield Said.PREFERRED.format(
        shares=listed([" of items under ".join(first), *map(" under ".join, others)])
    )
    means = Said.MEANS.format(faults=counted(faults, "kind")) if faults > 1 else ""
    yield Said.ITEMS.format(means=means, level=percent(report.confidence))
    inverted = [metric for metric in ranked if (metric.preferred or 0.0) <= 1 - MOSTLY]
    bounds = [metric.preferred_interval for metric in ranked]
    if len(inverted) == len(ranked) or all(ci is not None and ci.high < CHANCE for ci in bounds):
        yield str(Said.SWAPPED)
        inverted = []
    if not report.tests:
        return
    level = 1 - report.confidence
    title = {metric.metric: metric.title for metric in report.metrics}
    pairs = [
        f"{title[test.metric]} and {title[test.other]} ({p_value(test.adjusted, level)})"
        for test in report.tests
        if test.adjusted <= level
    ]
    smallest = min(test.adjusted for test in report.tests)
    same = Said.SAME.format(p=p_value(smallest, level))
    yield Said.DIFFERENT.format(pairs=listed(pairs)) if pairs else same
    for metric in inverted:
        yield Said.INVERTED.format(metric=metric.title)


def _overlap(better: ChallengedMetric, other: ChallengedMetric) -> bool:
    bounds = better.separation_interval, other.separation_interval
    return bounds[0] is None or bounds[1] is None or bounds[0].low <= bounds[1].high


def _missed(row: Reaction, share: float = NOTICED) -> bool:
    return row.noticed is None or row.noticed < share


def _bounds(row: Reaction) -> tuple[float, float]:
    """Return the bounds of the relative drop, which exclude nothing if there are none."""
    bounds = row.relative_interval
    return (-inf, inf) if bounds is None else (bounds.low, bounds.high)


def _prefers_the_bad(row: Reaction) -> bool:
    bounds = row.preferred_interval
    return (bounds is not None and bounds.high < CHANCE) or (row.improved or 0.0) >= MOSTLY


_Condition: TypeAlias = Callable[[Reaction], bool]
_SPOTS: tuple[tuple[bool, Said, _Condition, str], ...] = (
    (True, Said.BAD, _prefers_the_bad, " (right in {preferred})"),
    (True, Said.BLIND, lambda row: _missed(row, BLIND), ""),
    (True, Said.PARTLY_MISSED, _missed, " ({noticed} noticed)"),
    (
        True,
        Said.FAINT,
        lambda row: _bounds(row)[1] < FAINT,
        " ({0.relative:.2f} of a dropped word)",
    ),
    (False, Said.LOUD, lambda row: _bounds(row)[0] > LOUD, " ({0.relative:.1f} dropped words)"),
)
"""Whether the changes are faults, the sentence, the condition, and what is said of each change.
The first one that applies is said."""


def _chosen(
    report: Challenge, metric: ChallengedMetric, is_fault: bool, condition: _Condition
) -> list[Reaction]:
    changes = {change.change for change in report.changes if change.is_fault == is_fault}
    return [
        row
        for row in report.reactions
        if row.metric == metric.metric and row.change in changes and condition(row)
    ]


def notes(report: Challenge) -> Iterator[str]:
    """Yield where faults make scores better, and what was left out."""
    if report.items_left_out:
        yield Said.LEFT_OUT_ITEMS.format(items=counted(report.items_left_out, "item"), why=LEFT_OUT)
    if report.unknown_severities:
        yield Said.UNKNOWN_SEVERITIES.format(
            known=listed(SEVERITIES), unknown=listed(report.unknown_severities)
        )
    if report.is_planted and report.unchanged == report.segments:
        yield str(Said.UNCHANGED)
    if any(UNSPACED_CHARACTER.search(change.before) for change in report.changes):
        yield str(Said.UNSPACED)
    for metric in report.metrics:
        better = _chosen(report, metric, True, lambda row: (row.improved or 0.0) >= IMPROVING)
        if better:
            said = listed([f"{row.change} in {share(row.improved)}" for row in better])
            yield Said.IMPROVED.format(metric=metric.title, changes=said)
    left_out = defaultdict(list)
    for change in report.changes:
        if change.left_out:
            left_out[change.left_out].append(f"{change.change} ({change.segments})")
    for reason, changes in left_out.items():
        yield Said.LEFT_OUT.format(reason=reason, changes=listed(changes))
