"""Systems whose outputs equal a reference much more often than those of the others."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.doubts.near_copies import NEAR_COPIES
from tallystick.reports.comparison.doubts.outputs import is_more
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems

MORE = 0.015
"""The least share of segments by which the number of long ones exceeds the median of the others.

Seven outputs of WMT22 exceed it, by 0.019 to 0.091, and the next one by 0.014."""

TIMES = 2
"""The least ratio of the two numbers."""

FEWEST_WORDS = 8
FEWEST_CHARACTERS = 20
"""The length of a long segment; in characters if it has few spaces."""


def equal_to_reference(scored: ScoredSystems, shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find systems of which far more long outputs equal a reference than of the median system.

    Near-copies of the system are no others. If there is none, nothing is found, because sentences
    can be equal for good reasons, above all short ones.

    Args:
        scored: The systems.
        shared: The shares of equal outputs, as `shared_outputs` returns them.
    """
    number = scored.references.number or 0
    systems = len(scored.names)
    for place in range(number):
        of_place = [text.strip() for text in scored.reference_strings[place::number]]
        long = np.array(list(map(_is_long, of_place)))
        equal = np.array(
            [
                [text.strip() == other != "" for text, other in zip(texts, of_place, strict=True)]
                for texts in scored.hypothesis_strings
            ]
        )
        numbers = (equal & long).sum(axis=1).tolist()
        for system in sorted(range(systems), key=lambda one: -numbers[one]):
            others = np.flatnonzero(shared[system] <= NEAR_COPIES).tolist()
            usual = median([numbers[other] for other in others]) if others else 0
            if (
                others
                and numbers[system] - usual >= MORE * len(long)
                and numbers[system] >= TIMES * usual
                and is_more(numbers[system], usual, len(others), systems * number)
            ):
                which = "the reference" if number == 1 else f"reference {place + 1}"
                segments = (np.flatnonzero(equal[system]) + 1).tolist()
                name = scored.names[system]
                said = (
                    f"{system_name(name)} equals {which} in {len(segments):,} of {len(long):,} "
                    f"segments, {numbers[system]:,} of them long (other systems: {usual:,.0f} in "
                    f"the median). Was {which} post-edited from it?"
                )
                yield Doubt("equals reference", (name,), None, tuple(segments), said)


def _is_long(text: str) -> bool:
    words = text.count(" ") + 1
    return words >= FEWEST_WORDS or len(text) >= max(FEWEST_CHARACTERS, 10 * words)
