"""Systems whose outputs equal a reference much more often than those of the others."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.doubts.outputs import is_more
from tallystick.reports.comparison.facts.suspicious import is_long
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.thresholds import (
    LONG_SEGMENT,
    MORE_EQUAL,
    NEAR_COPIES,
    TIMES_EQUAL,
)
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems


def equal_to_reference(scored: ScoredSystems, shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find systems of which far more outputs equal a reference than of the median system.

    Of two systems, which can differ much in quality, only the longest segments are compared.
    Near-copies of the system are no others; if there is no other system, nothing is found, because
    sentences can be equal for good reasons.

    Args:
        scored: The systems.
        shared: The shares of equal outputs, as `shared_outputs` returns them.
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
