"""What undermines the headline of a comparison: one kind of finding a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import numpy as np

from tallystick.reports.comparison.doubts.equal_outputs import (
    equal_to_reference,
    near_copies,
    shared_outputs,
)
from tallystick.reports.comparison.doubts.outputs import faulty_outputs
from tallystick.reports.comparison.doubts.winner import (
    contradicting_metrics,
    differing_sides,
    unsuited_metrics,
    winner_by_reference,
)
from tallystick.reports.comparison.facts.results import Results, headline_systems, leaders_of_all
from tallystick.reports.comparison.model import Doubt, DoubtKind, SuspiciousSegment

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens


def doubts(
    results: Results,
    scored: ScoredSystems,
    settings: Settings,
    suspicious: Sequence[SuspiciousSegment],
    tokens: SegmentTokens,
    threads: int,
) -> tuple[Doubt, ...]:
    """Return what undermines the headline of a comparison, the most serious first."""
    shared = shared_outputs(scored)
    found = [
        *winner_by_reference(results, scored, settings, threads),
        *unsuited_metrics(scored),
        *differing_sides(scored),
        *contradicting_metrics(results),
        *faulty_outputs(suspicious, scored, tokens),
        *equal_to_reference(scored, shared),
        *_copies(results, shared),
    ]
    return tuple(sorted(found, key=severity(results, scored.segments)))


def doubts_without_texts(results: Results, equal: NDArray[np.bool_]) -> tuple[Doubt, ...]:
    """Return the doubts if only is known which two outputs are `equal`, a matrix."""
    found = [*contradicting_metrics(results), *_copies(results, equal.astype(np.float64))]
    return tuple(sorted(found, key=severity(results, results.test_set.segments)))


def _copies(results: Results, shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find near-copies, except for a system and its own saved version, which may change little."""
    versions = [] if results.baseline is not None else list(map(set, results.opponents.items()))
    for copies in near_copies(results.systems, shared):
        if set(copies.systems) not in versions:
            yield copies


def severity(results: Results, segments: int) -> Callable[[Doubt], tuple[bool, int, float, int]]:
    """Return the key by which the most serious doubt comes first.

    Doubts about the leaders under all metrics, or about all systems, come first, then those about
    the other systems of the headline; these are ordered by the share of `segments` concerned, all
    if none is named. Near-copies come last, because they put no score in doubt.
    """
    kinds = get_args(DoubtKind)
    subjects = headline_systems(results)
    leaders = set(leaders_of_all(results)) or subjects

    def key(one: Doubt) -> tuple[bool, int, float, int]:
        aside = sum(set(one.systems).isdisjoint(group) for group in (subjects, leaders))
        concerned = (len(one.segments) or segments) / segments
        near = one.kind == "near-copies"
        return near, aside if one.systems else 0, -concerned, kinds.index(one.kind)

    return key
