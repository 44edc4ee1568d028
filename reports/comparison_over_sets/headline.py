"""The headline of a comparison over sets, if a doubt on one of the sets concerns it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.reports.comparison.doubts import severity
from tallystick.reports.comparison.facts.results import Results, results_of
from tallystick.reports.comparison.facts.standing import headline_systems, same_leaders
from tallystick.reports.comparison.model import Difference, SystemScore
from tallystick.reports.comparison.thresholds import MOST_WORDS_OVER_SETS
from tallystick.reports.comparison.words.cases import first_short
from tallystick.reports.comparison.words.headline import in_short, with_doubt

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Doubt
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
        DifferenceOverSets,
        MeanScore,
    )


def doubtful_headline(found: ComparisonOverSets) -> str:
    """Return the result with the most serious doubt about its systems, or "" if there is none."""
    over_all = results_over_sets(found, found.sets[0])
    nothing_leads = found.baseline is None and not any(one.better for one in found.differences)
    if len(found.systems) < 2 or not same_leaders(over_all):
        return ""
    if len(found.systems) > 2 and nothing_leads:
        return ""
    return first_short(_wordings(found, over_all), MOST_WORDS_OVER_SETS)


def _wordings(found: ComparisonOverSets, over_all: Results) -> Iterator[str]:
    subjects = headline_systems(over_all)
    doubts = [
        (severity(over_all, one.comparison.test_set.segments)(doubt), one, doubt)
        for one in found.sets
        for doubt in one.comparison.doubts
        if _concerns(doubt, subjects, found.systems)
    ]
    for _, on_set, doubt in sorted(doubts, key=lambda one: one[0]):
        results = results_over_sets(found, on_set)
        said = [_of_mean(short, len(found.sets)) for short in in_short(results)]
        if doubt.kind == "winner depends on reference":
            depends = f"but on {on_set.name} the winner depends on the reference."
            yield from (f"{short}, {depends}" for short in said)
            return
        sentences = [with_doubt(results, doubt, short, f" on {on_set.name}") for short in said]
        if sentences[0]:
            yield from sentences
            return


def _concerns(doubt: Doubt, subjects: set[str], systems: tuple[str, ...]) -> bool:
    if doubt.kind == "winner depends on reference" and not set(doubt.systems) <= set(systems):
        return False
    return not doubt.systems or not subjects.isdisjoint(doubt.systems)


def _of_mean(short: str, sets: int) -> str:
    """Return the outcome in short, said of the means over sets."""
    said = f"{short} over {sets} test sets"
    said = said.replace(" leads over ", " has the best mean of ")
    return said.replace(" lead over ", " have the best means of ")


def results_over_sets(found: ComparisonOverSets, on_set: ComparisonOnSet) -> Results:
    """Return the results over all sets, with the texts of one set."""
    return replace(
        results_of(on_set.comparison),
        runs=dict.fromkeys(found.systems, 1),
        scores={(one.metric, one.system): _score(one) for one in found.scores},
        differences={
            metric.metric: tuple(map(_difference, found.differences_under(metric.metric)))
            for metric in found.metrics
        },
        test=found.test,
    )


def _score(one: MeanScore) -> SystemScore:
    return SystemScore(
        system=one.system,
        metric=one.metric,
        score=one.score,
        interval=one.interval,
        standard_error=one.standard_error,
        best=False,
        rank=one.rank,
        cluster=one.cluster,
    )


def _difference(one: DifferenceOverSets) -> Difference:
    return Difference(
        metric=one.metric,
        system=one.system,
        other=one.other,
        difference=one.difference,
        interval=one.interval,
        standard_error=None,
        p_value=one.p_value,
        adjusted_p_value=one.adjusted_p_value,
        significant=one.better is not None,
        better=one.better,
        exact=False,
        differing_segments=None,
        identical_output=False,
        smallest_visible_difference=None,
        segments_needed=None,
        p_value_limit=one.p_value_limit,
    )
