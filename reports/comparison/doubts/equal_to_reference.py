"""Systems whose outputs equal a reference much more often than those of the others."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.doubts.near_copies import NEAR_COPIES
from tallystick.reports.comparison.doubts.outputs import is_more
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.suspicious import is_long
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems

MORE, MORE_LONG = 0.03, 0.015
"""The least share of segments by which the number, and that of long ones, exceed the usual number.

In long ones seven outputs of WMT22 exceed it, by 0.019 to 0.075, and the next one by 0.014."""

TIMES = 2
"""The least ratio of the two numbers."""

WORDS_OF_LONG = 8
"""The least number of words of a long segment."""


def equal_to_reference(scored: ScoredSystems, shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find systems of which far more outputs equal a reference than of the median system.

    Either many more long ones do, or of three systems or more, many more of any length; short ones
    can be equal for good reasons. Near-copies of the system are no others; if there is no other
    system, nothing is found.

    Args:
        scored: The systems.
        shared: The shares of equal outputs, as `shared_outputs` returns them.
    """
    number = scored.references.number or 0
    systems = len(scored.names)
    for place in range(number):
        of_place = [text.strip() for text in scored.reference_strings[place::number]]
        long = np.array([is_long(text, WORDS_OF_LONG) for text in of_place])
        equal = np.array(
            [
                [text.strip() == other != "" for text, other in zip(texts, of_place, strict=True)]
                for texts in scored.hypothesis_strings
            ]
        )
        counts = [(long & equal).sum(axis=1).tolist(), equal.sum(axis=1).tolist()]
        for system in sorted(range(systems), key=lambda one: -counts[0][one]):
            others = np.flatnonzero(shared[system] <= NEAR_COPIES).tolist()
            tested = counts[: min(len(others), 2)]
            usual = [median([numbers[other] for other in others]) for numbers in tested]
            if any(
                numbers[system] - of_others >= more * len(long)
                and numbers[system] >= TIMES * of_others
                and is_more(numbers[system], of_others, 1, 2 * systems * number)
                for numbers, of_others, more in zip(tested, usual, (MORE_LONG, MORE), strict=False)
            ):
                which = "the reference" if number == 1 else f"reference {place + 1}"
                segments = (np.flatnonzero(equal[system]) + 1).tolist()
                name = scored.names[system]
                said = (
                    f"{system_name(name)} equals {which} in {len(segments):,} of {len(long):,} "
                    f"segments, {counts[0][system]:,} of them long (other systems: "
                    f"{usual[0]:,.0f} long ones in the median). Was {which} post-edited from it?"
                )
                yield Doubt("equals reference", (name,), None, tuple(segments), said)
