"""Comparisons of two token sequences that programs confuse with those of the definitions."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Segment

Compare = Callable[[Segment, Segment], float]
"""A function of a hypothesis and a reference that returns how much they have in common."""

MOST_CELLS = 1_200_000
"""The largest product of lengths; longer texts raise `OverflowError`, an arithmetic error."""

MOST = 1 << 40
"""The highest value in a table; sums of neighbours grow without end."""


def _numbers(*sides: Segment) -> list[np.ndarray[Any, Any]]:
    """Return equal numbers for equal tokens; an `OverflowError` refuses long texts."""
    if math.prod(map(len, sides)) > MOST_CELLS:
        raise OverflowError("the texts are too long to be compared in Python")
    tokens = dict.fromkeys(chain.from_iterable(sides))
    known = {token: number for number, token in enumerate(tokens)}
    return [np.array([known[token] for token in side], dtype=np.int64) for side in sides]


class Costs(NamedTuple):
    """The costs of edits that turn a reference into a hypothesis."""

    substitution: float = 1
    insertion: float = 1
    deletion: float = 1
    transpositions: bool = False  # whether two neighbours can be exchanged for 1
    start: float | None = None  # of an insertion before the first token
    free_end: bool = False  # whether insertions after the last token cost nothing


UNIT = Costs()


@lru_cache(maxsize=1 << 12)
def distance(hypothesis: Segment, reference: Segment, costs: Costs = UNIT) -> float:
    """Return the lowest cost of edits that turn a reference into a hypothesis."""
    own, other = _numbers(hypothesis, reference)
    step = costs.insertion * np.arange(len(own) + 1)
    start = costs.insertion if costs.start is None else costs.start
    row = start * np.arange(len(own) + 1, dtype=float)
    before = row
    for at, number in enumerate(other):
        following = row + costs.deletion
        following[1:] = np.minimum(following[1:], row[:-1] + costs.substitution * (own != number))
        if costs.transpositions and at and len(own) > 1:
            exchanged = (own[1:] == other[at - 1]) & (own[:-1] == number)
            following[2:] = np.where(
                exchanged, np.minimum(following[2:], before[:-2] + 1), following[2:]
            )
        # an insertion extends what is left of it
        following = np.minimum.accumulate(following - step) + step
        before, row = row, following
    return float(row.min() if costs.free_end else row[-1])


def without_border(hypothesis: Segment, reference: Segment) -> float:
    """Return the edits by a table that begins with the first tokens instead of with none."""
    if not ("".join(hypothesis) and "".join(reference)):
        return max(len(hypothesis), len(reference))
    own, other = _numbers(hypothesis, reference)
    step, row = np.arange(len(own)), np.cumsum(own != other[0])
    for number, first in zip(other[1:], np.cumsum(other != own[0])[1:], strict=True):
        following = row + 1
        following[1:] = np.minimum(following[1:], row[:-1] + (own[1:] != number))
        following[0] = first
        row = np.minimum.accumulate(following - step) + step
    return float(row[-1])


def subsequence(hypothesis: Segment, reference: Segment) -> int:
    """Return the length of the longest common subsequence: what insertions and deletions keep."""
    edits = distance(hypothesis, reference, Costs(substitution=2))
    return round((len(hypothesis) + len(reference) - edits) / 2)


Value = Callable[[int, int, int], int]
"""A function of the values in a table before the last token of both sides, and of each side."""


def _in_table(equal: Value, other: Value, highest: bool) -> Compare:
    """Return a comparison by a table of values where tokens are equal and where they are not."""

    @lru_cache(maxsize=1 << 10)
    def compared(hypothesis: Segment, reference: Segment) -> int:
        own, other_side = (side.tolist() for side in _numbers(hypothesis, reference))
        best, most = [0] * (len(own) + 1), 0
        for number in other_side:
            row = [0]
            for at, token in enumerate(own):
                value = equal if token == number else other
                row.append(min(value(best[at], best[at + 1], row[at]), MOST))
            best = row
            most = max(most, *row)
        return most if highest else best[-1]

    return compared


_EQUAL: Mapping[str, Value] = {
    "": lambda both, own, other: both + 1,
    "tokens match more than once": lambda both, own, other: max(own, other) + 1,
    "1 is added to the value above where tokens are equal": lambda both, own, other: own + 1,
    "1 is added to the value beside where tokens are equal": lambda both, own, other: other + 1,
    "the value is 1 where tokens are equal": lambda both, own, other: 1,
}
_OTHER: Mapping[str, Value] = {
    "": lambda both, own, other: max(own, other),
    "the neighbours are added up where tokens differ": lambda both, own, other: own + other,
    "the lower neighbour is used where tokens differ": lambda both, own, other: min(own, other),
    "the value before both is used where tokens differ": lambda both, own, other: both,
    "only tokens of the reference can be left out": lambda both, own, other: own,
    "only tokens of the hypothesis can be left out": lambda both, own, other: other,
    "the value is 0 where tokens differ": lambda both, own, other: 0,
}

TABLES: Mapping[str, Compare] = {
    "in the table of the longest common subsequence, "
    + " and ".join(filter(None, (first, second, "the highest value is returned" * highest))): (
        _in_table(equal, other, highest)
    )
    for first, equal in _EQUAL.items()
    for second, other in _OTHER.items()
    for highest in (False, True)
    if (first or second) and not (first and highest)
    # the highest of which is the longest common substring
    if not (highest and second.startswith("the value is 0"))
}


def _greedy(hypothesis: Segment, reference: Segment) -> int:
    """Return the matches of tokens, each with the next equal one of the reference."""
    places: dict[str, list[int]] = {}
    for place, token in enumerate(reference):
        places.setdefault(token, []).append(place)
    start = matches = 0
    for token in hypothesis:
        later = places.get(token, [])
        at = bisect_left(later, start)
        if at < len(later):
            start = later[at] + 1
            matches += 1
    return matches


@lru_cache(maxsize=1 << 12)
def operations(hypothesis: Segment, reference: Segment) -> tuple[tuple[str, int, int], ...]:
    """Return the operations of `difflib`, each with its tokens of the reference and hypothesis."""
    _numbers(hypothesis, reference)  # refuses long texts
    matcher = SequenceMatcher(None, reference, hypothesis)
    return tuple((tag, b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes())


COMPARISONS: Mapping[str, Compare] = {
    "the longest common substring": _in_table(
        lambda both, own, other: both + 1, lambda both, own, other: 0, highest=True
    ),
    "the number of tokens with a next equal one in the reference": _greedy,
    "the number of reference tokens with a next equal one": lambda own, other: _greedy(other, own),
    "the number of equal tokens at the same place": (
        lambda own, other: sum(map(str.__eq__, own, other))
    ),
    "the number of common tokens in any order": (
        lambda own, other: (Counter(own) & Counter(other)).total()
    ),
    "the number of different common tokens in any order": (
        lambda own, other: len({*own} & {*other})
    ),
    "the size of the matching blocks of difflib": lambda own, other: sum(
        size for tag, size, _ in operations(own, other) if tag == "equal"
    ),
    "the longest common subsequence": subsequence,
}
"""What programs use in place of the longest common subsequence, of hits or of edits."""

Trim = Callable[[Segment, Segment], tuple[Segment, Segment]]

TRIMS: Mapping[str, Trim] = {
    "the last token of the hypothesis is": lambda own, other: (own[:-1], other),
    "the last token of the reference is": lambda own, other: (own, other[:-1]),
    "the last tokens are": lambda own, other: (own[:-1], other[:-1]),
    "the first tokens are": lambda own, other: (own[1:], other[1:]),
}
