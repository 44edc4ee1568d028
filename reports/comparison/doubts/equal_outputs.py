"""Systems that have most of their outputs in common, or many that equal a reference."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from tallystick.reports.comparison.doubts.outputs import is_more
from tallystick.reports.comparison.facts.scored_systems import ScoredSystems
from tallystick.reports.comparison.facts.suspicious import is_long
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.thresholds import (
    LONG_SEGMENT,
    MORE_EQUAL,
    NEAR_COPIES,
    TIMES_EQUAL,
)
from tallystick.reports.wording import names, system_name


def shared_outputs(scored: ScoredSystems) -> NDArray[np.float64]:
    """Return the share of equal outputs of every two systems, shape (systems, systems)."""
    numbers: dict[object, int] = {}
    texts = np.array(
        [
            [numbers.setdefault(text, len(numbers)) for text in hypotheses]
            for hypotheses in scored.hypothesis_strings
        ]
    )
    return np.stack([(texts == of_system).mean(axis=1) for of_system in texts])


def near_copies(systems: Sequence[str], shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find groups of systems with mostly equal outputs, by the shares of `shared_outputs`.

    A system belongs to a group if it is a near-copy of one of its members. Equal systems are groups
    of their own, whatever the median pair is.
    """
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


def _groups(near: NDArray[np.bool_]) -> list[list[int]]:
    """Return the connected components of two or more systems."""
    groups: list[list[int]] = []
    for system in range(len(near)):
        joined = [group for group in groups if near[system, group].any()]
        merged = sorted([system, *(member for group in joined for member in group)])
        groups = [*(group for group in groups if group not in joined), merged]
    return sorted(group for group in groups if len(group) > 1)


def _percent(share: float) -> str:
    return f"{min(100 * share, 99):.0f}%"  # 100% is for systems that are equal everywhere


def equal_to_reference(scored: ScoredSystems, shared: NDArray[np.float64]) -> Iterator[Doubt]:
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
        for system in sorted(range(systems), key=lambda one: -counts[LONG_SEGMENT][one]):
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
