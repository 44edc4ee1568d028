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

MOST_CELLS = 1_200_000
"""The largest product of lengths; longer texts raise `OverflowError`, an arithmetic error."""


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


def distance(
    hypothesis: Tokens,
    reference: Tokens,
    *,
    substitution: float = 1,
    insertion: float = 1,
    deletion: float = 1,
    transpositions: bool = False,
    start: float | None = None,
    free_end: bool = False,
) -> float:
    """Return the lowest cost of edits that turn a reference into a hypothesis.

    Args:
        hypothesis: The hypothesis.
        reference: The reference.
        substitution: The cost of a substitution.
        insertion: The cost of an insertion.
        deletion: The cost of a deletion.
        transpositions: Whether two neighbours can be exchanged for 1.
        start: The cost of an insertion before the first token of the reference, if it is another.
        free_end: Whether insertions after the last token of the reference cost nothing.

    >>> distance("abxd", "acbd"), distance("bac", "abc", transpositions=True)
    (2.0, 1.0)
    """
    return _distance(
        tuple(hypothesis),
        tuple(reference),
        (substitution, insertion, deletion),
        transpositions,
        insertion if start is None else start,
        free_end,
    )


@lru_cache(maxsize=1 << 12)
def _distance(
    hypothesis: tuple[str, ...],
    reference: tuple[str, ...],
    costs: tuple[float, float, float],
    transpositions: bool,
    start: float,
    free_end: bool,
) -> float:
    own, other = _numbers(hypothesis, reference)
    substitution, insertion, deletion = costs
    step = insertion * np.arange(len(own) + 1)
    row = start * np.arange(len(own) + 1, dtype=float)
    before = row
    for at, number in enumerate(other):
        following = row + deletion
        following[1:] = np.minimum(following[1:], row[:-1] + substitution * (own != number))
        if transpositions and at and len(own) > 1:
            exchanged = (own[1:] == other[at - 1]) & (own[:-1] == number)
            following[2:] = np.where(
                exchanged, np.minimum(following[2:], before[:-2] + 1), following[2:]
            )
        # an insertion extends what is left of it
        following = np.minimum.accumulate(following - step) + step
        before, row = row, following
    return float(row.min() if free_end else row[-1])


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
    own, other = _numbers(hypothesis, reference)
    best = [0.0] * (len(own) + 1)
    runs = [0] * (len(own) + 1)
    for number in other.tolist():
        found, lengths = [0.0], [0]
        for at, one in enumerate(own.tolist()):
            if one == number:
                run = runs[at]
                found.append(best[at] + (run + 1) ** weight - run**weight)
                lengths.append(run + 1)
            else:
                found.append(max(best[at + 1], found[-1]))
                lengths.append(0)
        best, runs = found, lengths
    return best[-1]


def weighted_subsequence(hypothesis: Tokens, reference: Tokens, weight: float = 1.2) -> float:
    """Return the score of a common subsequence that prefers runs, as in ROUGE-W.

    >>> round(weighted_subsequence("ab", "ab"), 4), weighted_subsequence("axb", "ab")
    (2.2974, 2.0)
    """
    return _weighted(tuple(hypothesis), tuple(reference), weight)


@lru_cache(maxsize=1 << 12)
def _substring(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    own, other = _numbers(hypothesis, reference)
    longest = 0
    runs = np.zeros(len(own) + 1, dtype=np.int64)
    for number in other:
        runs[1:] = np.where(own == number, runs[:-1] + 1, 0)
        longest = max(longest, int(runs.max()))
    return longest


def substring(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the length of the longest common run of tokens."""
    return _substring(tuple(hypothesis), tuple(reference))


@lru_cache(maxsize=1 << 12)
def _overcounted(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    own, other = _numbers(hypothesis, reference)
    best = np.zeros(len(own) + 1)
    for number in other:
        hits = own == number
        row = [0.0]
        for at, hit in enumerate(hits):
            row.append(max(best[at + 1], row[at]) + hit)
        best = np.array(row)
    return int(best[-1])


@lru_cache(maxsize=1 << 12)
def _one_sided(hypothesis: tuple[str, ...], reference: tuple[str, ...]) -> int:
    own, other = (side.tolist() for side in _numbers(hypothesis, reference))
    best = [0] * (len(other) + 1)
    for number in own:
        row = [0]
        for at, one in enumerate(other):
            row.append(best[at] + 1 if one == number else row[at])
        best = row
    return best[-1]


def one_sided(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the result of the table of a common subsequence that looks to one side only.

    Where the tokens differ, only the token of the reference is left out.
    """
    return _one_sided(tuple(hypothesis), tuple(reference))


def overcounted(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the length of a common subsequence in which tokens match several times."""
    return _overcounted(tuple(hypothesis), tuple(reference))


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


MOST = 1 << 40
"""The highest value in a table; sums of neighbours grow without end."""

_EQUAL: tuple[tuple[str, Callable[[int, int, int], int]], ...] = (
    ("", lambda both, own, other: both + 1),
    ("1 is added to the value above", lambda both, own, other: own + 1),
    ("1 is added to the value beside", lambda both, own, other: other + 1),
    ("1 is added to the lower neighbour", lambda both, own, other: min(own, other) + 1),
    ("2 is added", lambda both, own, other: both + 2),
    ("1 is not added", lambda both, own, other: both),
    ("the value is 1", lambda both, own, other: 1),
)
_OTHER: tuple[tuple[str, Callable[[int, int, int], int]], ...] = (
    ("", lambda both, own, other: max(own, other)),
    ("the neighbours are added up", lambda both, own, other: own + other),
    ("the lower neighbour is taken", lambda both, own, other: min(own, other)),
    ("the value before both is taken", lambda both, own, other: both),
    ("the value before both is not subtracted", lambda both, own, other: own + other - both),
    ("1 is subtracted", lambda both, own, other: max(own, other, 1) - 1),
    ("the value above is taken", lambda both, own, other: own),
    ("the value beside is taken", lambda both, own, other: other),
    ("the value is 0", lambda both, own, other: 0),
)

RECURRENCES = tuple(
    Recurrence(
        "in the table of the longest common subsequence, "
        + " and ".join(
            [f"{first} where tokens are equal"] * bool(first)
            + [f"{second} where they differ"] * bool(second)
            + ["the highest value is returned"] * ends
        ),
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


def greedy(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the matches of tokens, each with the next equal one of the reference.

    >>> greedy("abc", "cab")  # a and b
    2
    """
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


def in_order(hypothesis: Tokens, reference: Tokens) -> int:
    """Return how many tokens of the reference are met by one pass through the hypothesis."""
    met = 0
    for token in hypothesis:
        met += met < len(reference) and reference[met] == token
    return met


def same_places(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of places with the same token."""
    return sum(map(str.__eq__, hypothesis, reference))


def common_start(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of equal tokens at the start."""
    return sum(1 for _ in takewhile(bool, map(str.__eq__, hypothesis, reference)))


def common_end(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of equal tokens at the end."""
    return common_start(hypothesis[::-1], reference[::-1])


def shared(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of common tokens in any order."""
    return (Counter(hypothesis) & Counter(reference)).total()


def shared_types(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the number of different common tokens."""
    return len({*hypothesis} & {*reference})


@lru_cache(maxsize=1 << 12)
def operations(
    hypothesis: tuple[str, ...], reference: tuple[str, ...], junk: bool = True
) -> tuple[tuple[str, int, int], ...]:
    """Return the operations of `difflib`, each with its tokens of the reference and hypothesis."""
    _numbers(hypothesis, reference)  # refuses long texts
    matcher = SequenceMatcher(None, reference, hypothesis, junk)
    return tuple((tag, b - a, d - c) for tag, a, b, c, d in matcher.get_opcodes())


def blocks_of_difflib(hypothesis: Tokens, reference: Tokens) -> int:
    """Return the tokens in the matching blocks of `difflib`."""
    found = operations(tuple(hypothesis), tuple(reference))
    return sum(size for tag, size, _ in found if tag == "equal")
