"""Systems with many outputs that are empty, untranslated, cut off, or of another language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

from tallystick.reports.comparison.doubts.languages import foreign_outputs
from tallystick.reports.comparison.model import Doubt, DoubtKind, Suspicion
from tallystick.reports.comparison.suspicious import main_script
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison
    from tallystick.reports.comparison.scored_systems import ScoredSystems
    from tallystick.reports.comparison.segment_tokens import SegmentTokens

SUSPICIONS: Mapping[Suspicion, DoubtKind] = {
    "empty hypothesis": "empty outputs",
    "copied source": "copied sources",
    "script": "wrong script",
    "too short": "cut off",
    "too long": "too long",
}
"""The doubt of each suspicion, in the order in which a segment with several counts."""

SHARES: Mapping[DoubtKind, float] = {
    "empty outputs": 0.01,
    "copied sources": 0.01,
    "wrong script": 0.01,
    "wrong language": 0.05,
    "cut off": 0.03,
    "too long": 0.03,
}
"""The least share of segments, beyond what is usual, that raises a doubt."""

FEWEST = 3
"""The least number of segments beyond what is usual."""

USUAL = 0.05
"""The largest share of segments that counts as usual because the other systems have it too."""

ODD_REFERENCES = 0.05
"""The share of segments in which references with a fault raise a doubt."""

USUAL_LENGTHS = (0.75, 1.33)
"""The bounds of usual ratios of lengths. Of 264 outputs of WMT22, 263 have a ratio of 0.91 to 1.13,
and a garbled one has 4.8."""

FOUND: Mapping[DoubtKind, str] = {
    "empty outputs": "are empty",
    "copied sources": "copy the source",
    "wrong script": "are in another script than the reference",
    "wrong language": "have hardly a word of the language of the references",
    "cut off": "are less than half as long as the reference",
    "too long": "are more than twice as long as the reference",
}
QUESTIONS: Mapping[DoubtKind, str] = {
    "copied sources": ": not translated?",
    "wrong language": ": another language?",
    "cut off": ": cut off?",
    "too long": ": repetitions?",
}


@dataclass(frozen=True, slots=True)
class _Fault:
    """The segments of each system with one kind of fault, numbered from 1.

    `usual` is the number of segments that have it for another reason, `total` that of all.
    """

    kind: DoubtKind
    segments: Mapping[str, frozenset[int]]
    total: int
    usual: int = 0

    @property
    def systems(self) -> tuple[str, ...]:
        """The systems of which it raises a doubt."""
        return tuple(filter(self._is_raised, self.segments))

    def others(self, system: str) -> float:
        """Return the median number of segments of the other systems, 0 if there are none."""
        numbers = [len(found) for name, found in self.segments.items() if name != system]
        return median(numbers) if numbers else 0

    def _is_raised(self, system: str) -> bool:
        usual = min(max(self.others(system), self.usual), USUAL * self.total)
        excess = len(self.segments[system]) - usual
        return excess >= max(SHARES[self.kind] * self.total, FEWEST)


def faulty_outputs(
    comparison: Comparison, scored: ScoredSystems, tokens: SegmentTokens | None
) -> Iterator[Doubt]:
    """Find systems of which many outputs have the same fault, and references that may be at fault.

    A segment counts once, for the first of its faults in the order of `SUSPICIONS`, then for its
    language. What all systems have in common is taken for a fault of the references.
    """
    yield from _odd_references(comparison)
    faults = {one.kind: one for one in _faults(comparison, scored, tokens)}
    short, long = faults["cut off"], faults["too long"]
    both = set(short.systems) & set(long.systems)
    for kind, fault in faults.items():
        if len(fault.systems) == len(scored.names) > 1:
            yield _of_all(fault)
            continue
        for name in fault.systems:
            if kind not in (short.kind, long.kind) or name not in both:
                yield _of_system(name, fault, scored)
            elif kind == short.kind:
                yield _of_both_lengths(name, short, long)
    faulty = {name for fault in faults.values() for name in fault.systems}
    yield from _total_lengths(comparison, faulty)


def _faults(
    comparison: Comparison, scored: ScoredSystems, tokens: SegmentTokens | None
) -> Iterator[_Fault]:
    taken: dict[str, set[int]] = {name: set() for name in scored.names}
    for suspicion, kind in SUSPICIONS.items():
        found: dict[str, set[int]] = {name: set() for name in scored.names}
        for one in comparison.suspicious:
            if one.suspicion == suspicion and one.system is not None:
                found[one.system].add(one.segment)
        segments = {name: frozenset(of - taken[name]) for name, of in found.items()}
        yield _Fault(kind, segments, scored.segments)
        for name, of in segments.items():
            taken[name] |= of
    if tokens is not None:
        foreign, usual = foreign_outputs(tokens)
        segments = {
            name: frozenset((numbers + 1).tolist()) - taken[name]
            for name, numbers in zip(scored.names, foreign, strict=True)
        }
        yield _Fault("wrong language", segments, scored.segments, usual)


def _of_system(name: str, fault: _Fault, scored: ScoredSystems) -> Doubt:
    segments = sorted(fault.segments[name])
    found = FOUND[fault.kind]
    if fault.kind == "wrong script":
        hypotheses = scored.corpora[scored.names.index(name)].hypotheses
        of_outputs = main_script([str(hypotheses[one - 1]) for one in segments])
        of_references = main_script(
            [str(text) for one in segments for text in scored.references[one - 1]]
        )
        found = f"are {of_outputs} where the reference is {of_references}"
    others = fault.others(name)
    usual = f" (other systems: {others:,.0f} in the median)" if others else ""
    said = (
        f"{len(segments):,} of {fault.total:,} outputs of {system_name(name)} {found}{usual}"
        f"{QUESTIONS.get(fault.kind, '.')}"
    )
    return _doubt(fault.kind, [name], segments, said)


def _of_both_lengths(name: str, short: _Fault, long: _Fault) -> Doubt:
    said = (
        f"Of {short.total:,} outputs of {system_name(name)}, {len(short.segments[name]):,} are "
        f"less than half and {len(long.segments[name]):,} more than twice as long as the "
        "reference: are these the segments of this test set, in its order?"
    )
    return _doubt("unusual lengths", [name], short.segments[name] | long.segments[name], said)


def _of_all(fault: _Fault) -> Doubt:
    least = min(map(len, fault.segments.values()))
    common = frozenset.intersection(*fault.segments.values())
    said = (
        f"At least {least:,} of {fault.total:,} outputs of every system {FOUND[fault.kind]}: are "
        "these the references of this test set?"
    )
    return _doubt("unusual references", [], common, said)


def _odd_references(comparison: Comparison) -> Iterator[Doubt]:
    odd = {one.segment for one in comparison.suspicious if one.system is None}
    total = comparison.test_set.segments
    if len(odd) >= max(ODD_REFERENCES * total, FEWEST):
        said = (
            f"In {len(odd):,} of {total:,} segments the reference is empty, or less than half or "
            "more than twice as long as most outputs: are these the references of this test set?"
        )
        yield _doubt("unusual references", [], odd, said)


def _total_lengths(comparison: Comparison, faulty: set[str]) -> Iterator[Doubt]:
    """Find unusual lengths of whole outputs that no fault of segments explains."""
    low, high = USUAL_LENGTHS
    for one in comparison.lengths:
        if one.ratio is not None and one.system not in faulty and not low <= one.ratio <= high:
            kind: DoubtKind = "cut off" if one.ratio < low else "too long"
            said = (
                f"The output of {system_name(one.system)} has {one.ratio:.2f} times as many tokens "
                f"as the closest references{QUESTIONS[kind]}"
            )
            yield _doubt(kind, [one.system], [], said)


def _doubt(kind: DoubtKind, systems: list[str], segments: Iterable[int], said: str) -> Doubt:
    return Doubt(kind, tuple(systems), None, tuple(sorted(segments)), said)
