"""The result of a meta-evaluation in sentences, and what limits it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from tallystick.reports.meta_evaluation.words.cells import of_set
from tallystick.reports.meta_evaluation.words.judge import judge_of
from tallystick.reports.wording import about, counted, listed, p_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tallystick.reports.meta_evaluation.model import (
        DifferenceOnSet,
        HumanHealth,
        MetaEvaluation,
    )

FEW_SYSTEMS = 8
MOST_NAMED = 4
LOW_TAU = 0.05
"""Metrics of n-grams have a tau-b within systems of 0.15 to 0.23 on WMT22, and of 0 if segments are
shuffled; unlike the other coefficients this one does not see that some systems are better."""

ENOUGH_SCORES = 500
"""Human scores of outputs from which the standard error of that tau-b is below 0.03."""


def verdict(found: MetaEvaluation) -> tuple[str, ...]:
    """Return which metrics agree best with humans, if the sets can tell."""
    return tuple(_verdict(found))


def notes(found: MetaEvaluation) -> tuple[str, ...]:
    """Return what limits the result."""
    return tuple(_notes(found))


def titles(found: MetaEvaluation) -> dict[str, str]:
    """Return the printed name of every metric."""
    return {one.metric: one.title for one in found.metrics}


def _verdict(found: MetaEvaluation) -> Iterator[str]:
    name, judge = titles(found), judge_of(found)
    pairs = sum(one.pairs for one in found.sets)
    best, *others = found.together
    if not others:
        yield (
            f"{name[best.metric]} orders {_percent(best.accuracy.value)} of "
            f"{counted(pairs, 'pair')} of systems as {judge.do}."
        )
        return
    level = found.significance_level
    spread = _spread([one.accuracy.value or 0.0 for one in found.together])
    worse = {
        metric.metric: [
            one.other
            for one in found.differences
            if one.metric == metric.metric and one.difference > 0 and one.adjusted_p_value <= level
        ]
        for metric in found.together
    }
    # the best metric, or if it is not significantly better than any, the one that is than most
    winner = best.metric if worse[best.metric] else max(worse, key=lambda one: len(worse[one]))
    below = [name[metric] for metric in worse[winner]]
    if not below:
        names = [name[one.metric] for one in found.together]
        metrics = listed(names) if len(names) <= MOST_NAMED else f"{len(names)} metrics"
        least = min(one.adjusted_p_value for one in found.differences)
        yield (
            f"No significant difference between {metrics}: they order {spread} of "
            f"{counted(pairs, 'pair')} of systems as {judge.do} (smallest p-value "
            f"{p_value(least, level)})."
        )
        yield from _too_few(found)
        yield from _systems_needed(found, name)
        yield from _within_segments(found, name)
        return
    alike = [name[metric] for metric in worse if metric not in (winner, *worse[winner])]
    few = len(below) <= MOST_NAMED
    than = listed(below) if few else f"{len(below)} of {counted(len(others), 'other metric')}"
    yield (
        f"{name[winner]} agrees with {judge.name} on significantly more pairs of systems than "
        f"{than}: the metrics order {spread} of {counted(pairs, 'pair')} as {judge.do}."
    )
    if not few:
        yield f"These are {listed(below)}."
    if alike:
        yield f"It does not differ significantly from {listed(alike)}."
    yield from _within_segments(found, name)


def _too_few(found: MetaEvaluation) -> Iterator[str]:
    """Say so if no difference in accuracy could be significant, whatever the agreement."""
    limit = min(one.p_value_limit for one in found.differences)
    if limit > found.significance_level:
        systems = counted(sum(len(one.systems) for one in found.sets), "system")
        yield (
            f"None can be significant: {systems} and {counted(found.resamples, 'resample')} allow "
            f"no p-value below {limit:.2g} for {counted(len(found.metrics), 'metric')}."
        )


def _systems_needed(found: MetaEvaluation, name: Mapping[str, str]) -> Iterator[str]:
    """Yield how many systems it takes to show the largest difference."""
    widest = max(found.differences, key=lambda one: one.difference)
    systems = sum(len(one.systems) for one in found.sets)
    if widest.systems_needed is not None and widest.systems_needed > systems:
        yield (
            f"If the largest difference, of {name[widest.metric]} and {name[widest.other]}, is "
            f"real, it would take {about(widest.systems_needed)} systems to show "
            f"(here {systems:,})."
        )


def _within_segments(found: MetaEvaluation, name: Mapping[str, str]) -> Iterator[str]:
    """Yield which metric agrees best on the outputs for one segment, and how surely."""
    means = _mean_taus(found)
    if not means:
        return
    best = max(means, key=lambda metric: means[metric])
    tests = [one for one in found.differences_on_sets if best in (one.metric, one.other)]
    sets = len({one.set for one in found.segment_level})
    said = f"Within segments {name[best]} agrees best (mean tau-b {means[best]:.3f})"
    beaten = Counter(
        one.other if one.metric == best else one.metric
        for one in tests
        if _better(one, best, found.significance_level)
    )
    if beaten:
        most = max(beaten.values())
        others = _listed([name[other] for other in means if beaten[other] == most])
        where = "" if sets == 1 else f" on {most} of {counted(sets, 'set')}"
        yield f"{said}, significantly better than {others}{where}."
        return
    segments = {one.name: one.segments for one in found.sets}
    needed = {one: one.segments_needed or 0 for one in tests}
    more = [one for one, number in needed.items() if number > segments[one.set]]
    if not more:
        yield f"{said}, but not significantly."
        return
    least = min(more, key=lambda one: needed[one])
    other = least.other if least.metric == best else least.metric
    where = "" if sets == 1 else f" of {least.set}"
    yield (
        f"{said}, but not significantly: if its difference from {name[other]} is real, it would "
        f"take {about(needed[least])} segments{where} to show (here {segments[least.set]:,})."
    )


def _mean_taus(found: MetaEvaluation) -> dict[str, float]:
    """Return the mean tau-b within segments by metric; nothing if it is undefined on some set."""
    taus: dict[str, list[float]] = {one.metric: [] for one in found.metrics}
    within = [one for one in found.segment_level if one.grouping == "segment"]
    for one in within:
        if one.kendall.value is None:
            return {}
        taus[one.metric].append(one.kendall.value)
    return {metric: sum(values) / len(values) for metric, values in taus.items() if values}


def _better(one: DifferenceOnSet, best: str, level: float) -> bool:
    """Return whether a metric is significantly better within segments."""
    p, difference = one.adjusted[2], one.kendall_difference
    if p is None or difference is None or p > level:
        return False
    return difference > 0 if one.metric == best else difference < 0


def _notes(found: MetaEvaluation) -> Iterator[str]:
    judge = judge_of(found)
    few = [one.name for one in found.sets if len(one.systems) < FEW_SYSTEMS]
    if few:
        yield (
            f"Fewer than {FEW_SYSTEMS} judged systems in {listed(few)}: correlations of so few "
            "systems are very uncertain."
        )
    fixed = [one.name for one in found.sets if not one.human_resampled]
    if fixed:
        yield (
            f"In {listed(fixed)}, human scores of systems are given as such, not computed from "
            "those of segments, so intervals do not contain the uncertainty of human scores."
        )
    for health in found.health:
        within = [
            one.kendall.value
            for one in found.segment_level
            if one.set == health.set and one.grouping == "system" and one.kendall.value is not None
        ]
        if within and max(within) < LOW_TAU and _scores_of_segments(found, health) >= ENOUGH_SCORES:
            yield (
                f"No metric has a tau-b within systems above {max(within):.3f} in {health.set}: "
                "the metrics hardly tell good outputs of a system from bad ones, or the numbers of "
                "the segments do not fit the hypotheses."
            )
    for one in found.sets:
        if one.unjudged:
            unjudged = counted(len(one.unjudged), "system")
            yield of_set(
                one.name,
                f"{unjudged} without human scores left out: {listed(list(one.unjudged))}.",
            )
        if one.without_outputs:
            without = counted(len(one.without_outputs), "judged system")
            yield of_set(
                one.name,
                f"{without} without hypotheses left out: {listed(list(one.without_outputs))}.",
            )
        if one.outliers:
            yield of_set(
                one.name,
                f"the {judge.adjective} score of {listed(list(one.outliers))} is an outlier, which "
                "raises correlations; see the column without outliers.",
            )


def _scores_of_segments(found: MetaEvaluation, health: HumanHealth) -> float:
    judged = next(one for one in found.sets if one.name == health.set)
    return health.judged_cells * len(judged.systems) * judged.segments


def _listed(metrics: list[str]) -> str:
    """Return the names of metrics; a long list is cut, with the number omitted."""
    if len(metrics) <= MOST_NAMED:
        return listed(metrics)
    return f"{metrics[0]} and {len(metrics) - 1} other metrics"


def _spread(shares: list[float]) -> str:
    """Return the lowest and the highest of several shares.

    >>> _spread([0.5, 0.251]), _spread([0.5, 0.5])
    ('25.1% to 50.0%', '50.0%')
    """
    return " to ".join(dict.fromkeys((_percent(min(shares)), _percent(max(shares)))))


def _percent(share: float | None) -> str:
    return "an undefined share" if share is None else f"{100 * share:.1f}%"
