"""Systems whose outputs equal a reference much more often than those of the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.doubts.near_copies import NEAR_COPIES
from tallystick.reports.comparison.model import Doubt
from tallystick.reports.comparison.signs import sign_test
from tallystick.reports.wording import system_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.scored_systems import ScoredSystems

MORE = 0.03
"""The least share of segments by which a system exceeds the next one. Five outputs of WMT22 exceed
it, by 0.03 to 0.11, also in sentences of 20 words and more; the sixth has 0.015."""

TIMES = 1.4
"""The least ratio of the two numbers of segments."""

LEVEL = 0.001
"""The largest p-value of the sign test over segments in which only one of the two is equal."""


def equal_to_reference(scored: ScoredSystems, shared: NDArray[np.float64]) -> Iterator[Doubt]:
    """Find systems whose outputs equal a reference much more often than those of the next system.

    The next system is the one with the most such outputs that is no near-copy. If there is none,
    nothing is found, because short segments can be equal for good reasons.

    Args:
        scored: The systems.
        shared: The shares of equal outputs, as `shared_outputs` returns them.
    """
    number = scored.references.number or 0
    references, hypotheses = scored.reference_strings, scored.hypothesis_strings
    for place in range(number):
        of_place = [text.strip() for text in references[place::number]]
        equal = np.array(
            [
                [text.strip() == other != "" for text, other in zip(texts, of_place, strict=True)]
                for texts in hypotheses
            ]
        )
        first = int(equal.sum(axis=1).argmax())
        unrelated = np.flatnonzero(shared[first] <= NEAR_COPIES)
        if len(unrelated):
            following = int(unrelated[equal[unrelated].sum(axis=1).argmax()])
            if _is_far_more(equal[first], equal[following]):
                yield _doubt(scored, place, number, (first, following), equal)


def _is_far_more(first: NDArray[np.bool_], following: NDArray[np.bool_]) -> bool:
    excess = int(first.sum()) - int(following.sum())
    if excess < MORE * len(first) or first.sum() < TIMES * following.sum():
        return False
    only = np.array([(first & ~following).sum()]), np.array([(following & ~first).sum()])
    return float(sign_test(*only)[0]) <= LEVEL


def _doubt(
    scored: ScoredSystems,
    place: int,
    number: int,
    pair: tuple[int, int],
    equal: NDArray[np.bool_],
) -> Doubt:
    first, following = (equal[system] for system in pair)
    name = scored.names[pair[0]]
    reference = "the reference" if number == 1 else f"reference {place + 1}"
    return Doubt(
        "equals reference",
        (name,),
        None,
        tuple((np.flatnonzero(first) + 1).tolist()),
        f"{system_name(name)} equals {reference} in {first.sum():,} of {len(first):,} segments; "
        f"the next system, {system_name(scored.names[pair[1]])}, in {following.sum():,}. Was "
        f"{reference} post-edited from it?",
    )
