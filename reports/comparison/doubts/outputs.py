"""Systems of which many outputs have the same fault, or equal those of others or a reference."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.base.text_warnings import EQUAL_TO_REFERENCES, equal_references
from tallystick.reports.comparison.doubts.faults import BY_KIND, FAULTS, Fault, Texts
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
from tallystick.reports.comparison.facts.suspicious import is_long, main_script
from tallystick.reports.comparison.model import Doubt, DoubtKind, SuspiciousSegment
from tallystick.reports.comparison.thresholds import (
    LEVEL_OF_DOUBTS,
    LINES_OF_RUN,
    LONG_OUTPUT,
    LONG_SEGMENT,
    MORE_EQUAL,
    NEAR_COPIES,
    ODD_REFERENCES,
    RUN_TO_END,
    SHORT_OUTPUT,
    TIMES_EQUAL,
    USUAL_FAULT,
)
from tallystick.reports.wording import names, system_name

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray, IntArray
    from tallystick.reports.comparison.facts.scored_systems import SegmentTokens


def is_more(number: int, usual: float, others: int, tests: int) -> bool:
    """Return whether a system has a fault more often than is usual, by a binomial test."""
    total = number + round(usual * others)
    share = 1 / (1 + others)
    p_value = sum(
        math.exp(
            math.lgamma(total + 1)
            - math.lgamma(count + 1)
            - math.lgamma(total - count + 1)
            + count * math.log(share)
            + (total - count) * math.log1p(-share)
        )
        for count in range(number, total + 1)
    )
    return p_value * tests <= LEVEL_OF_DOUBTS


@dataclass(frozen=True, slots=True)
class _Found:
    """The segments of each system with a fault, from 1; the references with it, and all."""

    fault: Fault
    segments: dict[str, frozenset[int]]
    references: int
    total: int

    @property
    def systems(self) -> list[str]:
        """The systems of which it raises a doubt."""
        raised = []
        texts = min(len(self.segments), 2)  # the references, and the median system
        tests = len(self.segments) * len(FAULTS)
        for system, segments in self.segments.items():
            usual = min(max(self.others(system), self.references), USUAL_FAULT * self.total)
            enough = len(segments) - usual >= self.fault.least * self.total
            if enough and is_more(len(segments), usual, texts, tests):
                raised.append(system)
        return raised

    def others(self, system: str) -> float:
        """Return the median number of segments of the other systems, 0 if there are none."""
        numbers = [len(segments) for name, segments in self.segments.items() if name != system]
        return median(numbers) if numbers else 0


def faulty_outputs(
    suspicious: Sequence[SuspiciousSegment], scored: ScoredSystems, tokens: SegmentTokens
) -> Iterator[Doubt]:
    """Find systems of which many outputs have the same fault, and references that may be at fault.

    What is only a question is taken for a fault of the references if all systems have it in common.
    """
    odd = {segment.segment for segment in suspicious if segment.system is None}
    if len(odd) >= ODD_REFERENCES * scored.segments and is_more(len(odd), 0, 1, len(FAULTS)):
        said = (
            f"In {len(odd):,} of {scored.segments:,} segments the reference is empty, or less than "
            "half or more than twice as long as most outputs: are these the references of this "
            "test set?"
        )
        yield _doubt("unusual references", [], odd, said)
    references = list(map("\n".join, scored.references_by_segment))
    joined = ["".join(lines).encode() for lines in scored.hypothesis_strings]
    every = list(_faults(Texts(scored, suspicious, tokens, references, joined)))
    raised = {(faulty.fault.kind, name): faulty for faulty in every for name in faulty.systems}
    for faulty in every:
        systems = faulty.systems
        if len(systems) == len(scored.names) > 1 and faulty.fault.may_be:
            yield _of_all(faulty)
            continue
        for name in systems:
            short, long = (raised.get((kind, name)) for kind in ("cut off", "too long"))
            if faulty not in (short, long) or short is None or long is None:
                yield _of_system(name, faulty, scored)
            elif faulty is short:
                yield _of_both_lengths(name, short, long)
    yield from _total_lengths(scored, tokens, {name for _, name in raised})


def _faults(texts: Texts) -> Iterator[_Found]:
    names = texts.scored.names
    taken: dict[str, set[int]] = {name: set() for name in names}
    for fault in FAULTS:
        where = fault.find(texts)
        segments: dict[str, frozenset[int]] = {name: frozenset() for name in names}
        for name, places in zip(names, where.systems, strict=False):
            segments[name] = frozenset([int(place) + 1 for place in places]) - taken[name]
            taken[name] |= segments[name]
        total = texts.scored.segments if where.among is None else where.among
        yield _Found(fault, segments, where.references, total)


def _of_system(name: str, faulty: _Found, scored: ScoredSystems) -> Doubt:
    segments = sorted(faulty.segments[name])
    kind, said = faulty.fault.kind, faulty.fault.found
    if kind == "wrong script":
        hypotheses = scored.corpora[scored.names.index(name)].hypotheses
        of_outputs = main_script([str(hypotheses[segment - 1]) for segment in segments])
        of_references = main_script(
            [str(text) for segment in segments for text in scored.references[segment - 1]]
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
    share = f"{len(segments):,} of" if len(segments) < faulty.total else "All"
    among = f"{share} {faulty.total:,} outputs of {system_name(name)}"
    others = faulty.others(name)
    usual = f" (other systems: {others:,.0f} in the median)" if 0 < others < len(segments) else ""
    return _doubt(kind, [name], segments, f"{among} {said}{usual}{faulty.fault.end}")


def _of_both_lengths(name: str, short: _Found, long: _Found) -> Doubt:
    said = (
        f"Of {short.total:,} outputs of {system_name(name)}, {len(short.segments[name]):,} are "
        f"less than half and {len(long.segments[name]):,} more than twice as long as the "
        "reference: are these the segments of this test set, in its order?"
    )
    return _doubt("unusual lengths", [name], short.segments[name] | long.segments[name], said)


def _of_all(faulty: _Found) -> Doubt:
    least = min(map(len, faulty.segments.values()))
    common = frozenset.intersection(*faulty.segments.values())
    said = (
        f"At least {least:,} of {faulty.total:,} outputs of every system {faulty.fault.found}: are "
        "these the references of this test set?"
    )
    return _doubt("unusual references", [], common, said)


def _total_lengths(
    scored: ScoredSystems, tokens: SegmentTokens, faulty: set[str]
) -> Iterator[Doubt]:
    """Find outputs that are unusually short or long as a whole, and in significantly more segments.

    They are compared with the closest references, and with the medians of the other systems.
    """
    lengths = tokens.hypothesis_lengths
    for system, name in enumerate(scored.names):
        usual = {"closest references": tokens.reference_lengths[tokens.closest_references(system)]}
        others = [other != name and other not in faulty for other in scored.names]
        if any(others):
            usual["other systems"] = np.median(lengths[others], axis=0)
        kinds: set[DoubtKind | None] = {
            _unusual_length(lengths[system], counts, 2 * len(lengths)) for counts in usual.values()
        }
        kind = kinds.pop()
        if name not in faulty and not kinds and kind:
            ratios = [
                f"{lengths[system].sum() / counts.sum():.2f} times as many tokens as the {what}"
                for what, counts in usual.items()
            ]
            said = f"The output of {system_name(name)} has {' and '.join(ratios)}"
            yield _doubt(kind, [name], [], f"{said}{BY_KIND[kind].end}")


def _unusual_length(lengths: IntArray, usual: IntArray, tests: int) -> DoubtKind | None:
    shorter, longer = int((lengths < usual).sum()), int((lengths > usual).sum())
    total = usual.sum()
    if lengths.sum() < SHORT_OUTPUT * total and is_more(shorter, longer, 1, tests):
        return "cut off"
    if lengths.sum() > LONG_OUTPUT * total > 0 and is_more(longer, shorter, 1, tests):
        return "too long"
    return None


def _doubt(kind: DoubtKind, systems: list[str], segments: Iterable[int], said: str) -> Doubt:
    return Doubt(kind, tuple(systems), None, tuple(sorted(segments)), said)


def shared_outputs(scored: ScoredSystems) -> FloatArray:
    """Return the share of equal outputs of every two systems, shape (systems, systems)."""
    numbers: dict[object, int] = {}
    texts = np.array(
        [
            [numbers.setdefault(text, len(numbers)) for text in hypotheses]
            for hypotheses in scored.hypothesis_strings
        ]
    )
    return np.stack([(texts == of_system).mean(axis=1) for of_system in texts])


def near_copies(systems: Sequence[str], shared: FloatArray) -> Iterator[Doubt]:
    """Find groups of systems with mostly equal outputs; equal systems are groups of their own."""
    of_pairs = shared[np.triu_indices(len(systems), k=1)]
    usual = float(np.median(of_pairs)) if len(of_pairs) else 1.0
    equal = _groups(shared == 1)
    near = [] if usual > NEAR_COPIES else _groups(shared > NEAR_COPIES)
    for group in [*equal, *(group for group in near if group not in equal)]:
        copies = tuple(systems[member] for member in group)
        within = shared[np.ix_(group, group)][np.triu_indices(len(group), k=1)]
        low, high = (_percent(float(share)) for share in (within.min(), within.max()))
        share = low if low == high else f"{low} to {high}"
        said = "every segment" if group in equal else f"{share} of the segments"
        others = "" if group in equal else f" (median of all pairs: {_percent(usual)})"
        sentence = f"{names(copies)} have the same output in {said}{others}."
        yield Doubt("near-copies", copies, None, (), sentence)


def _groups(near: BoolArray) -> list[list[int]]:
    """Return the connected components of two or more systems."""
    groups: list[list[int]] = []
    for system in range(len(near)):
        joined = [group for group in groups if near[system, group].any()]
        merged = sorted([system, *(member for group in joined for member in group)])
        groups = [*(group for group in groups if group not in joined), merged]
    return sorted(group for group in groups if len(group) > 1)


def _percent(share: float) -> str:
    return f"{min(100 * share, 99):.0f}%"  # 100% is for systems that are equal everywhere


def equal_to_references(scored: ScoredSystems) -> list[Doubt]:
    """Find systems of which every output equals a reference."""
    both = zip(scored.names, scored.corpora, strict=True)
    equal = [name for name, corpus in both if equal_references(corpus)]
    every = range(1, scored.segments + 1)
    said = f"{names(equal)}: {EQUAL_TO_REFERENCES}."
    return [_doubt("equals reference", equal, every, said)] if equal else []


def equal_to_reference(scored: ScoredSystems, shared: FloatArray) -> Iterator[Doubt]:
    """Find systems of which far more outputs equal a reference than of the median system.

    Of two systems, which can differ much in quality, only the longest segments are compared.
    Near-copies of the system are no others; without others nothing is found, because sentences can
    be equal for good reasons.
    """
    number = scored.references.number or 0
    systems = len(scored.names)
    for place in range(number):
        of_place = [text.strip() for text in scored.reference_strings[place::number]]
        equal = np.array(
            [
                [text.strip() == other != "" for text, other in zip(texts, of_place, strict=True)]
                for texts in scored.hypothesis_strings
            ]
        )
        counts = {
            words: (equal & [is_long(text, words) for text in of_place]).sum(axis=1).tolist()
            for words in MORE_EQUAL
        }
        for system in sorted(range(systems), key=lambda place: -counts[LONG_SEGMENT][place]):
            others = np.flatnonzero(shared[system] <= NEAR_COPIES).tolist()
            usual = {
                words: median([numbers[other] for other in others])
                for words, numbers in counts.items()
                if others
            }
            if any(
                counts[words][system] - usual[words] >= MORE_EQUAL[words] * len(of_place)
                and counts[words][system] >= TIMES_EQUAL * usual[words]
                and is_more(
                    counts[words][system], usual[words], 1, len(MORE_EQUAL) * systems * number
                )
                for words in (list(usual) if len(others) > 1 else list(usual)[:1])
            ):
                which = "the reference" if number == 1 else f"reference {place + 1}"
                segments = (np.flatnonzero(equal[system]) + 1).tolist()
                name = scored.names[system]
                long, usually = counts[LONG_SEGMENT][system], usual[LONG_SEGMENT]
                said = (
                    f"{system_name(name)} equals {which} in {len(segments):,} of {len(of_place):,} "
                    f"segments, of which {long:,} have {LONG_SEGMENT} words or more (other "
                    f"systems: {usually:,.0f} in the median). Was {which} post-edited from it?"
                )
                yield Doubt("equals reference", (name,), None, tuple(segments), said)
