"""The sentences of a comparison over several sets: verdict, notes and methods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.reports.comparison.facts.standing import headline_systems
from tallystick.reports.comparison.thresholds import MOST_NAMED
from tallystick.reports.comparison.words.caveats import caveats_over_sets
from tallystick.reports.comparison.words.clauses import after_correction
from tallystick.reports.comparison_over_sets.headline import doubtful_headline, results_over_sets
from tallystick.reports.comparison_over_sets.methods import methods
from tallystick.reports.wording import counted, listed, names, system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOverSets,
        DifferenceOverSets,
        MetricOverSets,
    )


def with_sentences(found: ComparisonOverSets) -> ComparisonOverSets:
    """Return a comparison with its verdict, notes and methods paragraph."""
    return replace(
        found, verdict=_verdict(found), notes=tuple(_notes(found)), methods=methods(found)
    )


def _verdict(found: ComparisonOverSets) -> tuple[str, ...]:
    number = len(found.sets)
    if len(found.systems) < 2:
        return (
            f"Fewer than two systems are in all {number} test sets, so none were compared over "
            f"them{_without_one(found)}.",
        )
    outcomes: dict[str, list[MetricOverSets]] = {}
    for metric in found.metrics:
        outcomes.setdefault(_outcome(found, metric), []).append(metric)
    (said, first), *others = outcomes.items()
    headline = f"Under {_titles(first)}, {said}" if others else said.replace("no two", "No two", 1)
    same = () if others or len(first) == 1 else (f"This holds under {_titles(first)}.",)
    doubtful = doubtful_headline(found)
    plain = f"{headline} over {number} test sets."
    return (
        " ".join([doubtful or plain, *_best_but_missing(found)]),
        *([plain] if doubtful else []),
        *same,
        *(f"Under {_titles(metrics)}, {said}." for said, metrics in others),
        *_turned(found),
    )


def _best_but_missing(found: ComparisonOverSets) -> Iterator[str]:
    """Return sentences on systems that are best on most sets, but not in all."""
    for system, lacking in found.missing.items():
        best = sum(
            all(one.best for one in on_set.comparison.scores if one.system == system)
            for on_set in found.sets
            if on_set.name not in lacking
        )
        if best > len(found.sets) / 2:
            yield (
                f"{system_name(system)}, best on {best} of {len(found.sets)} sets, has no output "
                f"for {names(lacking)}."
            )


def _without_one(found: ComparisonOverSets) -> str:
    """Return the set to leave out in order to compare most systems, or "" if none helps."""
    left = {
        one.name: len(found.systems) + sum(sets == (one.name,) for sets in found.missing.values())
        for one in found.sets
    }
    name = max(left, key=lambda one: left[one])
    if left[name] < 2:
        return ""
    return f"; without the set {name}, {left[name]} systems are in all sets"


def _titles(metrics: Sequence[MetricOverSets]) -> str:
    return listed([one.title for one in metrics])


def _outcome(found: ComparisonOverSets, metric: MetricOverSets) -> str:
    """Return a clause on which systems are significantly better."""
    differences = found.differences_under(metric.metric)
    if found.baseline is not None:
        return _against_baseline(found.baseline, differences)
    ranked = [one.system for one in found.in_order_of(metric.metric) if one.score is not None]
    significant = [one for one in differences if one.better is not None]
    if not significant:
        can = "can " if _least_p_value(differences) > found.test.significance_level else ""
        return f"no two of {len(found.systems)} systems {can}differ significantly"
    beaten_by_best = {
        system
        for one in significant
        if one.better == ranked[0]
        for system in (one.system, one.other)
        if system != ranked[0]
    }
    best, left = system_name(ranked[0]), [one for one in ranked[1:] if one not in beaten_by_best]
    if not left:
        others = "the other system" if len(ranked) == 2 else f"all {len(ranked) - 1} other systems"
        return f"{best} scores significantly better than {others}"
    equal = names(left) if len(left) <= MOST_NAMED else f"{len(left)} systems"
    verb = "does" if len(left) == 1 else "do"
    return f"{best} scores best, but {equal} {verb} not differ significantly from it"


def _against_baseline(baseline: str, differences: Sequence[DifferenceOverSets]) -> str:
    groups: dict[str, list[str]] = {"better": [], "worse": [], "same": []}
    for one in differences:
        outcome = "same" if one.better is None else "better" if one.better != baseline else "worse"
        groups[outcome].append(one.system)
    clauses = (
        ("better", "significantly better than"),
        ("worse", "significantly worse than"),
        ("same", "not significantly different from"),
    )
    parts: list[str] = []
    for outcome, said in clauses:
        group = groups[outcome]
        if group:
            who = names(group) if len(group) <= MOST_NAMED else f"{len(group)} systems"
            known = "it" if parts else f"the baseline {system_name(baseline)}"
            parts.append(f"{who} {'is' if len(group) == 1 else 'are'} {said} {known}")
    return "; ".join(parts)


def _turned(found: ComparisonOverSets) -> Iterator[str]:
    """Return sentences on sets that contradict the order over all sets.

    Those about leading systems come first, then the largest differences over all sets.
    """
    leaders = headline_systems(results_over_sets(found, found.sets[0]))
    contradictions = []
    for number, metric in enumerate(found.metrics):
        for one in found.differences_under(metric.metric):
            for better, worse in ((one.system, one.other), (one.other, one.system)):
                sets = one.sets_seen_from(worse)[0]
                if better == one.better and sets:
                    further = leaders.isdisjoint((better, worse)), number, -abs(one.difference or 0)
                    contradictions.append((further, (worse, better, sets), metric.title))
    metrics: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for _, contradiction, title in sorted(contradictions):
        metrics.setdefault(contradiction, []).append(title)
    for (worse, better, sets), titles in list(metrics.items())[:MOST_NAMED]:
        yield (
            f"On {names(sets)}, {system_name(worse)} is significantly better than "
            f"{system_name(better)} under {listed(titles)}; over all sets it is worse."
        )
    if len(metrics) > MOST_NAMED:
        left = counted(len(metrics) - MOST_NAMED, "further pair")
        yield f"Sets contradict the order of {left}; JSON and the CSV of pairs name them."


def _notes(found: ComparisonOverSets) -> Iterator[str]:
    number = len(found.sets)
    if found.missing:
        lacking = [
            f"{system_name(system)} ({names(sets)})"
            for system, sets in list(found.missing.items())[:MOST_NAMED]
        ]
        more = len(found.missing) - len(lacking)
        said = listed([*lacking, *([f"{more:,} more"] if more else [])])
        count = len(found.missing)
        yield (
            f"{counted(count, 'system')} {'is' if count == 1 else 'are'} not in all {number} sets "
            f"and only compared on single ones; missing: {said}."
        )
    for metric in found.metrics:
        undefined = [
            system_name(one.system)
            for one in found.scores
            if one.metric == metric.metric and one.score is None
        ]
        if undefined:
            yield (
                f"{metric.title} of {names(undefined)} is not defined on some set, so there is no "
                "mean."
            )
    if found.differences:
        yield from _limits(found)
        yield from caveats_over_sets(found)
    if found.systems:
        yield (
            "Each set has the same weight, whatever its size and the spread of its scores. The "
            "sets are taken as given: intervals and p-values say what other segments of these sets "
            "would change, not what other sets would."
        )


def _least_p_value(differences: Sequence[DifferenceOverSets]) -> float:
    """Return the smallest corrected p-value that a pair can have, or 0 if all are the same."""
    return min((one.p_value_limit or 0.0 for one in differences if one.difference), default=0.0)


def _limits(found: ComparisonOverSets) -> Iterator[str]:
    """Return sentences on what resamples or units are too few for."""
    test, sets = found.test, [one.comparison for one in found.sets]
    on_sets = replace(test, correction="holm", comparisons=test.comparisons * len(sets))
    least = least_p_values(np.array([max(one.test_set.units for one in sets)]))[0]
    least = max(least, 1 / (min(one.test.resamples for one in sets) + 1)) * on_sets.comparisons
    of_means = max(_least_p_value(found.differences_under(one.metric)) for one in found.metrics)
    for where, p, corrected in (
        ("over the sets", of_means, test),
        ("on single sets", min(1.0, least), on_sets),
    ):
        if p > test.significance_level:
            yield (
                f"Few differences {where}, or none, can be significant: the smallest p-value that "
                f"resamples and units allow is {p:.2g}{after_correction(corrected)}. Draw more "
                "resamples, or take larger sets."
            )
