"""The result of a challenge in sentences, and what limits it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import combinations, starmap
from typing import TYPE_CHECKING

from tallystick.reports.challenge_sets.changes.segment import UNSPACED_CHARACTER
from tallystick.reports.comparison.model import Interval
from tallystick.reports.wording import UNDEFINED, counted, listed, percent

if TYPE_CHECKING:
    from tallystick.reports.challenge_sets.model import Challenge, ChallengedMetric, Reaction

NOTICED = 0.5
"""A metric notices a fault that lowers the score of at least this share of segments."""
BLIND = 0.05
"""It does not notice one at all that lowers fewer."""
FAINT = 0.25
"""It barely reacts to a fault if the interval of the relative drop is below this."""
LOUD = 1.0
"""It takes a harmless change for a fault if the interval of the relative drop is above this."""
IMPROVING = 0.05
"""Faults that make the score of fewer segments better are not mentioned."""


def verdict(found: Challenge) -> tuple[str, ...]:
    """Return how well metrics tell faults from harmless changes, then the blind spots of each."""
    return tuple(_verdict(found))


def notes(found: Challenge) -> tuple[str, ...]:
    """Return where faults make scores better, and what was left out."""
    return tuple(_notes(found))


def titles(found: Challenge) -> dict[str, str]:
    """Return the printed name of every metric."""
    return {one.metric: one.title for one in found.metrics}


def _verdict(found: Challenge) -> Iterator[str]:
    name = titles(found)
    faults = sum(one.is_fault and not one.left_out for one in found.changes)
    harmless = sum(not one.is_fault and not one.left_out for one in found.changes)
    ranked = sorted(
        (one for one in found.metrics if one.separation is not None),
        key=lambda one: -(one.separation or 0.0),
    )
    if ranked:
        first, *others = [
            (share(one.separation, one.separation_interval), name[one.metric]) for one in ranked
        ]
        said = listed([" of pairs under ".join(first), *(" under ".join(one) for one in others)])
        overlap = any(starmap(_overlap, combinations(ranked, 2)))
        order = "; where intervals overlap, the order may be chance" if overlap else ""
        yield f"A fault weighs more than a harmless change in {said}{order}."
        yield (
            f"These are the pairs of one of {counted(faults, 'kind')} of faults and one of "
            f"{counted(harmless, 'kind')} of harmless changes; 50% is chance. The intervals "
            f"({percent(found.confidence)}) are over segments and what is planted in them."
        )
    else:
        yield f"{counted(faults, 'kind')} of faults, and no harmless change that applies."
    for metric in found.metrics:
        title = name[metric.metric]
        for is_fault, sentence, condition, detail in _SPOTS:
            changes = _chosen(found, metric, is_fault, condition)
            if changes:
                said = listed([f"{one.change}{detail(one)}" for one in changes])
                yield f"{title} {sentence} {said}."


def share(value: float | None, bounds: Interval | None = None) -> str:
    """Return a share as a percentage, with its interval.

    >>> share(0.5), share(0.9, Interval(0.85, 1))
    ('50%', '90% [85, 100]')
    """
    if value is None:
        return UNDEFINED
    said = f"{100 * value:.0f}%"
    return said if bounds is None else f"{said} [{100 * bounds.low:.0f}, {100 * bounds.high:.0f}]"


def _overlap(better: ChallengedMetric, other: ChallengedMetric) -> bool:
    bounds = better.separation_interval, other.separation_interval
    return bounds[0] is None or bounds[1] is None or bounds[0].low <= bounds[1].high


def _blind(one: Reaction) -> bool:
    return one.noticed is None or one.noticed < BLIND


def _missed(one: Reaction) -> bool:
    return one.noticed is None or one.noticed < NOTICED


def _partly_missed(one: Reaction) -> bool:
    return _missed(one) and not _blind(one)


def _faint(one: Reaction) -> bool:
    bounds = one.relative_interval
    return not _missed(one) and bounds is not None and bounds.high < FAINT


def _loud(one: Reaction) -> bool:
    bounds = one.relative_interval
    return bounds is not None and bounds.low > LOUD


def _nothing(one: Reaction) -> str:
    return ""


def _share(one: Reaction) -> str:
    return f" ({share(one.noticed)} noticed)"


def _size(one: Reaction) -> str:
    return f" ({one.relative:.2f} of a dropped word)"


def _multiple(one: Reaction) -> str:
    return f" ({one.relative:.1f} dropped words)"


_SPOTS: tuple[tuple[bool, str, Callable[[Reaction], bool], Callable[[Reaction], str]], ...] = (
    (True, "does not notice", _blind, _nothing),
    (True, "misses most cases of", _partly_missed, _share),
    (True, "barely reacts to", _faint, _size),
    (False, "takes for a fault what is harmless:", _loud, _multiple),
)
"""Whether the changes are faults, the sentence, the condition, and what is said of each change."""


def _chosen(
    found: Challenge,
    metric: ChallengedMetric,
    is_fault: bool,
    condition: Callable[[Reaction], bool],
) -> list[Reaction]:
    changes = {one.change for one in found.changes if one.is_fault == is_fault}
    return [
        one
        for one in found.reactions
        if one.metric == metric.metric and one.change in changes and condition(one)
    ]


def _notes(found: Challenge) -> Iterator[str]:
    name = titles(found)
    if found.unchanged == found.segments:
        yield (
            "The changes are planted in the references themselves, so that almost every fault is "
            "noticed; in a second reference or the output of a system, as in practice, fewer are."
        )
    if any(UNSPACED_CHARACTER.search(one.before) for one in found.changes):
        yield "In scripts without spaces, such as Chinese and Thai, a word is a character."
    for metric in found.metrics:
        better = _chosen(found, metric, True, lambda one: (one.improved or 0.0) >= IMPROVING)
        if better:
            said = listed([f"{one.change} in {share(one.improved)}" for one in better])
            yield f"{name[metric.metric]} becomes better with a fault in some segments: {said}."
    left_out = defaultdict(list)
    for one in found.changes:
        if one.left_out:
            left_out[one.left_out].append(f"{one.change} ({one.segments})")
    for reason, changes in left_out.items():
        yield f"Left out because {reason}: {listed(changes)}."
