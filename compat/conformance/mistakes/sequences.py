"""Comparisons of two token sequences that programs confuse with those of the definitions."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import chain, takewhile
from typing import Any, NamedTuple

import numpy as np

Tokens = Sequence[str]

Compare = Callable[[Tokens, Tokens], float]
"""A function of a hypothesis and a reference that returns how much they have in common."""

MOST_CELLS = 1_200_000
"""The largest product of lengths; longer texts raise `OverflowError`, an arithmetic error."""

MOST = 1 << 40
"""The highest value in a table; sums of neighbours grow without end."""


def _numbers(*sides: Tokens) -> list[np.ndarray[Any, Any]]:
    """Return equal numbers for equal tokens.

    Raises:
        OverflowError: The product of the lengths exceeds `MOST_CELLS`.
    """
    if math.prod(map(len, sides)) > MOST_CELLS:
        raise OverflowError("the texts are too long to be compared in Python")
    tokens = dict.fromkeys(chain.from_iterable(sides))
    known = {token: number for number, token in enumerate(tokens)}
    return [np.array([known[token] for token in side], dtype=np.int64) for side in sides]


class Costs(NamedTuple):
    """The costs of edits that turn a reference into a hypothesis.

    Attributes:
        substitution: The cost of a substitution.
        insertion: The cost of an insertion.
        deletion: The cost of a deletion.
        transpositions: Whether two neighbours can be exchanged for 1.
        start: The cost of an insertion before the first token of the reference, if it is another.
        free_end: Whether insertions after the last token of the reference cost nothing.
    """

    substitution: float = 1
    insertion: float = 1
    deletion: float = 1
    transpositions: bool = False
    start: float | None = None
    free_end: bool = False


UNIT = Costs()
"""The costs of WER."""


def distance(hypothesis: Tokens, reference: Tokens, costs: Costs = UNIT) -> float:
    """Return the lowest cost of edits that turn a reference into a hypothesis.

    >>> distance("abxd", "acbd"), distance("bac", "abc", Costs(transpositions=True))
    (2.0, 1.0)
    """
    return _distance(tuple(hypothesis), tuple(reference), costs)


@lru_cache(maxsize=1 << 12)
def _distance(hypothesis: tuple[str, ...], reference: tuple[str, ...], costs: Costs) -> float:
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


@lru_cache(maxsize=1 << 12)
def _subsequence(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    own, other = _numbers(hypothesis, reference)
    best = np.zeros(len(own) + 1, dtype=np.int64)
    for number in other:
        best[1:] = np.maximum(best[1:], best[:-1] + (own == number))
        best = np.maximum.accumulate(best)
    return int(best[-1])


def subsequence(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the length of the longest common subsequence.

    >>> subsequence("abcd", "axcd")
    3
    """
    return _subsequence(tuple(hypothesis), tuple(reference))


@lru_cache(maxsize=1 << 12)
def _weighted(hypothesis: tuple[str, ...], reference: tuple[str, ...], weight: float) -> float:
    """Return the score of a common subsequence that prefers runs, as in ROUGE-W."""
    own, other = (side.tolist() for side in _numbers(hypothesis, reference))
    best, runs = [0.0] * (len(own) + 1), [0] * (len(own) + 1)
    for number in other:
        row, lengths = [0.0], [0]
        for at, one in enumerate(own):
            run = runs[at] + 1 if one == number else 0
            gain = best[at] + run**weight - (run - 1) ** weight if run else 0.0
            row.append(gain if run else max(best[at + 1], row[-1]))
            lengths.append(run)
        best, runs = row, lengths
    return best[-1]


@lru_cache(maxsize=1 << 12)
def _substring(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    own, other = _numbers(hypothesis, reference)
    longest = 0
    runs = np.zeros(len(own) + 1, dtype=np.int64)
    for number in other:
        runs[1:] = np.where(own == number, runs[:-1] + 1, 0)
        longest = max(longest, int(runs.max()))
    return longest


class Recurrence(NamedTuple):
    """A way to fill the table of a common subsequence.

    Attributes:
        name: What is wrong.
        equal: The value where tokens are equal, of those before in both sides, and in each.
        other: The value where they differ, of the same.
        ends: Whether the highest value is the result, and not the last one.
    """

    name: str
    equal: Callable[[int, int, int], int]
    other: Callable[[int, int, int], int]
    ends: bool


def in_table(recurrence: Recurrence, hypothesis: Tokens, reference: Tokens) -> int:
    """Return the result of a table of a common subsequence.

    >>> in_table(RECURRENCES[-1], "abc", "abc") >= 0
    True
    """
    return _in_table(recurrence, tuple(hypothesis), tuple(reference))


@lru_cache(maxsize=1 << 12)
def _in_table(
    recurrence: Recurrence, hypothesis: tuple[str, ...], reference: tuple[str, ...]
) -> int:
    own, other = (side.tolist() for side in _numbers(hypothesis, reference))
    best, highest = [0] * (len(own) + 1), 0
    for number in other:
        row = [0]
        for at, one in enumerate(own):
            value = recurrence.equal if one == number else recurrence.other
            row.append(min(value(best[at], best[at + 1], row[at]), MOST))
        best = row
        highest = max(highest, *row)
    return highest if recurrence.ends else best[-1]


_EQUAL: tuple[tuple[str, Callable[[int, int, int], int]], ...] = (
    ("", lambda both, own, other: both + 1),
    ("tokens match more than once", lambda both, own, other: max(own, other) + 1),
    ("1 is added to the value above where tokens are equal", lambda both, own, other: own + 1),
    ("1 is added to the value beside where tokens are equal", lambda both, own, other: other + 1),
    ("1 is added to the lower neighbour", lambda both, own, other: min(own, other) + 1),
    ("2 is added where tokens are equal", lambda both, own, other: both + 2),
    ("1 is not added where tokens are equal", lambda both, own, other: both),
    ("the value is 1 where tokens are equal", lambda both, own, other: 1),
)
_OTHER: tuple[tuple[str, Callable[[int, int, int], int]], ...] = (
    ("", lambda both, own, other: max(own, other)),
    ("the neighbours are added up where tokens differ", lambda both, own, other: own + other),
    ("the lower neighbour is used where tokens differ", lambda both, own, other: min(own, other)),
    ("the value before both is used where tokens differ", lambda both, own, other: both),
    ("the value before both is not subtracted", lambda both, own, other: own + other - both),
    ("1 is subtracted where tokens differ", lambda both, own, other: max(own, other, 1) - 1),
    ("only tokens of the reference can be left out", lambda both, own, other: own),
    ("only tokens of the hypothesis can be left out", lambda both, own, other: other),
    ("the value is 0 where tokens differ", lambda both, own, other: 0),
)

RECURRENCES = tuple(
    Recurrence(
        "in the table of the longest common subsequence, "
        + " and ".join(filter(None, (first, second, "the highest value is returned" * ends))),
        equal,
        other,
        ends,
    )
    for ends in (False, True)
    for first, equal in _EQUAL
    for second, other in _OTHER
    if first or second
)
"""Wrong ways to fill a table of common subsequences."""


def _greedy(hypothesis: Tokens, reference: Tokens) -> int:
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


def _in_order(hypothesis: Tokens, reference: Tokens) -> int:
    """Return how many tokens of the reference are met by one pass through the hypothesis."""
    met = 0
    for token in hypothesis:
        met += met < len(reference) and reference[met] == token
    return met


def same_places(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of places with the same token."""
    return sum(map(str.__eq__, hypothesis, reference))


def _common_start(hypothesis: Tokens, reference: Tokens) -> int:
    return sum(1 for _ in takewhile(bool, map(str.__eq__, hypothesis, reference)))


def shared_types(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of different common tokens."""
    return len({*hypothesis} & {*reference})


@lru_cache(maxsize=1 << 12)
def operations(
    hypothesis: tuple[str, ...], reference: tuple[str, ...]
) -> tuple[tuple[str, int, int], ...]:
    """Return the operations of `difflib`, each with its tokens of the reference and hypothesis."""
    _numbers(hypothesis, reference)  # refuses long texts
    matcher = SequenceMatcher(None, reference, hypothesis)
    return tuple((tag, b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes())


def _blocks(hypothesis: Tokens, reference: Tokens) -> int:
    steps = operations(tuple(hypothesis), tuple(reference))
    return sum(size for tag, size, _ in steps if tag == "equal")


def _swapped(compare: Compare) -> Compare:
    return lambda hypothesis, reference: compare(reference, hypothesis)


COMPARISONS: tuple[tuple[str, Compare], ...] = (
    (
        "the longest common substring",
        lambda own, other: _substring(tuple(own), tuple(other)),
    ),
    ("the number of tokens with a next equal one in the reference", _greedy),
    ("the number of reference tokens with a next equal one", _swapped(_greedy)),
    ("the number of reference tokens met in one pass", _in_order),
    ("the number of hypothesis tokens met in one pass", _swapped(_in_order)),
    ("the number of equal tokens at the same place", same_places),
    ("the common start", _common_start),
    ("the common end", lambda own, other: _common_start(own[::-1], other[::-1])),
    (
        "the number of common tokens in any order",
        lambda own, other: (Counter(own) & Counter(other)).total(),
    ),
    ("the number of different common tokens in any order", shared_types),
    ("the size of the matching blocks of difflib", _blocks),
    (
        "the longest common subsequence of different tokens",
        lambda own, other: subsequence([*dict.fromkeys(own)], [*dict.fromkeys(other)]),
    ),
    (
        "the longest common subsequence weighted by its runs",
        lambda own, other: _weighted(tuple(own), tuple(other), 1.2),
    ),
    ("the longest common subsequence", subsequence),
)
"""What programs use in place of the longest common subsequence, of hits or of edits."""

Trim = Callable[[Tokens, Tokens], tuple[Tokens, Tokens]]
"""A function of a hypothesis and a reference that returns other ones."""

TRIMS: tuple[tuple[str, Trim], ...] = (
    ("the last token of the hypothesis is", lambda own, other: (own[:-1], other)),
    ("the last token of the reference is", lambda own, other: (own, other[:-1])),
    ("the last tokens are", lambda own, other: (own[:-1], other[:-1])),
    ("the first tokens are", lambda own, other: (own[1:], other[1:])),
)
"""Tokens that programs miss at the ends of both sides."""
