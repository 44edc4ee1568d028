"""Systems of which many outputs have the same fault, more than chance explains."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.doubts.faults import BY_KIND, FAULTS, Fault, Texts
from tallystick.reports.comparison.facts.suspicious import main_script
from tallystick.reports.comparison.model import Doubt, DoubtKind, SuspiciousSegment
from tallystick.reports.comparison.thresholds import (
    LEVEL_OF_DOUBTS,
    LINES_OF_RUN,
    LONG_OUTPUT,
    ODD_REFERENCES,
    RUN_TO_END,
    SHORT_OUTPUT,
    USUAL_FAULT,
)
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens


def is_more(number: int, usual: float, others: int, tests: int) -> bool:
    """Return whether a system has a fault significantly more often than the usual number.

    If all of `others` texts had the usual number, and the system no higher rate, its share of all
    would be binomial.

    >>> is_more(9, 0, 1, 20), is_more(12, 0, 1, 20), is_more(12, 4, 1, 20)
    (False, True, False)
    """
    total = number + round(usual * others)
    share = 1 / (1 + others)
    p_value = sum(
        math.exp(
            math.lgamma(total + 1)
            - math.lgamma(one + 1)
            - math.lgamma(total - one + 1)
            + one * math.log(share)
            + (total - one) * math.log1p(-share)
        )
        for one in range(number, total + 1)
    )
    return p_value * tests <= LEVEL_OF_DOUBTS


@dataclass(frozen=True, slots=True)
class _Found:
    """The segments of each system with a fault, numbered from 1.

    `references` is the number of references that have it, `total` that of the segments in which it
    could be seen.
    """

    fault: Fault
    segments: dict[str, frozenset[int]]
    references: int
    total: int

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems of which it raises a doubt."""
        return tuple(filter(self._is_raised, self.segments))

    def others(self, system: str) -> float:
        """Return the median number of segments of the other systems, 0 if there are none."""
        numbers = [len(found) for name, found in self.segments.items() if name != system]
        return median(numbers) if numbers else 0

    def _is_raised(self, system: str) -> bool:
        number = len(self.segments[system])
        usual = min(max(self.others(system), self.references), USUAL_FAULT * self.total)
        texts = min(len(self.segments), 2)  # the references, and the median system
        return number - usual >= self.fault.least * self.total and is_more(
            number, usual, texts, len(self.segments) * len(FAULTS)
        )


def faulty_outputs(
    suspicious: Sequence[SuspiciousSegment], scored: ScoredSystems, tokens: SegmentTokens
) -> Iterator[Doubt]:
    """Find systems of which many outputs have the same fault, and references that may be at fault.

    A segment counts once, for the first of its faults in the order of `FAULTS`. What is only a
    question is taken for a fault of the references if all systems have it in common.
    """
    yield from _odd_references(suspicious, scored.segments)
    every = list(_faults(Texts(scored, suspicious, tokens)))
    raised = {(found.fault.kind, name): found for found in every for name in found.systems}
    for found in every:
        systems = found.systems
        if len(systems) == len(scored.names) > 1 and found.fault.may_be:
            yield _of_all(found)
            continue
        for name in systems:
            short, long = (raised.get((kind, name)) for kind in ("cut off", "too long"))
            if found not in (short, long) or short is None or long is None:
                yield _of_system(name, found, scored)
            elif found is short:
                yield _of_both_lengths(name, short, long)
    yield from _total_lengths(scored, tokens, {name for _, name in raised})


def _faults(texts: Texts) -> Iterator[_Found]:
    names = texts.scored.names
    taken: dict[str, set[int]] = {name: set() for name in names}
    for fault in FAULTS:
        found = fault.find(texts)
        segments: dict[str, frozenset[int]] = {name: frozenset() for name in names}
        for name, places in zip(names, found.systems, strict=False):
            segments[name] = frozenset([int(place) + 1 for place in places]) - taken[name]
            taken[name] |= segments[name]
        total = texts.scored.segments if found.among is None else found.among
        yield _Found(fault, segments, found.references, total)


def _of_system(name: str, found: _Found, scored: ScoredSystems) -> Doubt:
    segments = sorted(found.segments[name])
    kind, said = found.fault.kind, found.fault.found
    if kind == "wrong script":
        hypotheses = scored.corpora[scored.names.index(name)].hypotheses
        of_outputs = main_script([str(hypotheses[one - 1]) for one in segments])
        of_references = main_script(
            [str(text) for one in segments for text in scored.references[one - 1]]
        )
        said = f"are {of_outputs} where the reference is {of_references}"
    first, last = segments[0], segments[-1]
    if kind == "misplaced outputs" and last - first < LINES_OF_RUN * len(segments):
        until = "on" if last > RUN_TO_END * scored.segments else f"to {last:,}"
        sentence = (
            f"The outputs of {system_name(name)} from segment {first:,} {until} resemble the "
            "reference before or after theirs: shifted by one line?"
        )
        return _doubt(kind, [name], segments, sentence)
    share = f"{len(segments):,} of" if len(segments) < found.total else "All"
    among = f"{share} {found.total:,} outputs of {system_name(name)}"
    others = found.others(name)
    usual = f" (other systems: {others:,.0f} in the median)" if 0 < others < len(segments) else ""
    return _doubt(kind, [name], segments, f"{among} {said}{usual}{found.fault.end}")


def _of_both_lengths(name: str, short: _Found, long: _Found) -> Doubt:
    said = (
        f"Of {short.total:,} outputs of {system_name(name)}, {len(short.segments[name]):,} are "
        f"less than half and {len(long.segments[name]):,} more than twice as long as the "
        "reference: are these the segments of this test set, in its order?"
    )
    return _doubt("unusual lengths", [name], short.segments[name] | long.segments[name], said)


def _of_all(found: _Found) -> Doubt:
    least = min(map(len, found.segments.values()))
    common = frozenset.intersection(*found.segments.values())
    said = (
        f"At least {least:,} of {found.total:,} outputs of every system {found.fault.found}: are "
        "these the references of this test set?"
    )
    return _doubt("unusual references", [], common, said)


def _odd_references(suspicious: Sequence[SuspiciousSegment], total: int) -> Iterator[Doubt]:
    odd = {one.segment for one in suspicious if one.system is None}
    if len(odd) >= ODD_REFERENCES * total and is_more(len(odd), 0, 1, len(FAULTS)):
        said = (
            f"In {len(odd):,} of {total:,} segments the reference is empty, or less than half or "
            "more than twice as long as most outputs: are these the references of this test set?"
        )
        yield _doubt("unusual references", [], odd, said)


def _total_lengths(
    scored: ScoredSystems, tokens: SegmentTokens, faulty: set[str]
) -> Iterator[Doubt]:
    """Find outputs that are unusually short or long as a whole, and in significantly more segments.

    They are compared with the closest references, and with the medians of the other systems.
    """
    lengths = [tokens.hypothesis_lengths(system) for system in range(len(scored.names))]
    for system, name in enumerate(scored.names):
        usual = {"closest references": tokens.reference_lengths[tokens.closest_references(system)]}
        others = [
            of_system
            for other, of_system in zip(scored.names, lengths, strict=True)
            if other != name and other not in faulty
        ]
        if others:
            usual["other systems"] = np.median(others, axis=0)
        kinds: set[DoubtKind | None] = {
            _unusual_length(lengths[system], one, 2 * len(lengths)) for one in usual.values()
        }
        kind = kinds.pop()
        if name not in faulty and not kinds and kind:
            ratios = [
                f"{lengths[system].sum() / one.sum():.2f} times as many tokens as the {what}"
                for what, one in usual.items()
            ]
            said = f"The output of {system_name(name)} has {' and '.join(ratios)}"
            yield _doubt(kind, [name], [], f"{said}{BY_KIND[kind].end}")


def _unusual_length(
    lengths: NDArray[np.int64], usual: NDArray[np.int64], tests: int
) -> DoubtKind | None:
    shorter, longer = int((lengths < usual).sum()), int((lengths > usual).sum())
    total = usual.sum()
    if lengths.sum() < SHORT_OUTPUT * total and is_more(shorter, longer, 1, tests):
        return "cut off"
    if lengths.sum() > LONG_OUTPUT * total and is_more(longer, shorter, 1, tests):
        return "too long"
    return None


def _doubt(kind: DoubtKind, systems: list[str], segments: Iterable[int], said: str) -> Doubt:
    return Doubt(kind, tuple(systems), None, tuple(sorted(segments)), said)
