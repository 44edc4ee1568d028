"""The systems that lead under a metric, and those that the headline is about."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from tallystick.reports.comparison.facts.results import Results
    from tallystick.reports.comparison.model import ComparedMetric


class Kind(StrEnum):
    """How the best system compares with the others."""

    FIRST = "better than all others"
    TOGETHER = "several that do not differ, each better than all others"
    ALONE = "best, but better than none"
    PARTLY = "best, and better than some"
    UNDEFINED = "no score"


class Standing(NamedTuple):
    """The best system, followed by those from which it does not differ significantly."""

    kind: Kind
    leaders: tuple[str, ...]
    beaten: frozenset[str] = frozenset()


def standing_under(results: Results, metric: ComparedMetric) -> Standing:
    """Return the systems that lead under a metric."""
    ranked = results.ranked(metric)
    if not ranked:
        return Standing(Kind.UNDEFINED, ())
    best, *others = ranked
    beaten = [one for one in others if results.outcome(metric, best, one) == "better"]
    leaders = tuple(one for one in ranked if one not in beaten)
    if len(leaders) == 1:
        return Standing(Kind.FIRST, leaders, frozenset(beaten))
    if not beaten:
        return Standing(Kind.ALONE, leaders)
    ahead = all(
        results.outcome(metric, one, other) == "better" for one in leaders for other in beaten
    )
    differ = any(
        results.outcome(metric, one, other) == "worse"
        for place, one in enumerate(leaders)
        for other in leaders[:place]
    )
    kind = Kind.TOGETHER if ahead and not differ else Kind.PARTLY
    return Standing(kind, leaders, frozenset(beaten))


def same_standings(results: Results) -> list[tuple[Standing, list[ComparedMetric]]]:
    """Group the metrics that have scores by how systems lead; the first metric orders them."""
    standings: dict[object, Standing] = {}
    metrics: dict[object, list[ComparedMetric]] = {}
    for metric in results.metrics:
        standing = standing_under(results, metric)
        if standing.leaders:
            best = "" if standing.kind is Kind.TOGETHER else standing.leaders[0]
            key = standing.kind, best, frozenset(standing.leaders), standing.beaten
            standings.setdefault(key, standing)
            metrics.setdefault(key, []).append(metric)
    return [(standings[key], metrics[key]) for key in standings]


def same_leaders(results: Results) -> list[tuple[tuple[str, ...], list[ComparedMetric]]]:
    """Group the metrics that have scores by leading systems; the first metric orders them."""
    groups: dict[frozenset[str], tuple[tuple[str, ...], list[ComparedMetric]]] = {}
    for standing, metrics in same_standings(results):
        key = frozenset(standing.leaders)
        groups.setdefault(key, (standing.leaders, []))[1].extend(metrics)
    return list(groups.values())


def common_leaders(results: Results) -> tuple[str, ...]:
    """Return the systems that lead under all metrics with scores, in the order of the first."""
    first, *others = [leaders for leaders, _ in same_leaders(results)] or [()]
    return tuple(one for one in first if all(one in group for group in others))


def leaders_of_all(results: Results) -> tuple[str, ...]:
    """Return the common leaders of three or more systems without a baseline, or none."""
    return common_leaders(results) if len(results.systems) > 2 and results.baseline is None else ()


def headline_systems(results: Results) -> set[str]:
    """Return the systems whose faults concern the headline."""
    if len(results.systems) < 3:
        return set(results.systems)
    if results.baseline is not None:
        beating = [better for _, (better, *_) in results.against(results.baseline)]
        return {results.baseline}.union(*beating)
    return {one for leaders, _ in same_leaders(results) for one in leaders}
