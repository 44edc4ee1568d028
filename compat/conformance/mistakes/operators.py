"""Operators that turn a stage of any metric into a wrong one, each with words for what it does.

A stage is what a naive program computes on the way to a score: the precisions, the penalty, the
reference that counts. The name of a mistake is the name of the stage with the words of an operator.
"""

from __future__ import annotations

import math
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import median

Change = Callable[[float], float]
"""A function of one number."""

Combine = Callable[[Sequence[float]], float]
"""A function of several numbers that returns one."""

Choose = Callable[[int, Sequence[int]], int]
"""A function of the length of a hypothesis and those of its references that returns a place."""


def mean(numbers: Sequence[float]) -> float:
    """Return the arithmetic mean; NaN of nothing."""
    return sum(numbers) / len(numbers) if len(numbers) else math.nan


def geometric(numbers: Sequence[float]) -> float:
    """Return the geometric mean, 0 if a number is not positive."""
    return math.prod(numbers) ** (1 / len(numbers)) if min(numbers) > 0 else 0.0


def harmonic(numbers: Sequence[float]) -> float:
    """Return the harmonic mean, 0 if a number is not positive."""
    return len(numbers) / sum(1 / one for one in numbers) if min(numbers) > 0 else 0.0


def finite_ratio(part: float, whole: float) -> float:
    """Return a quotient, 0 if there is nothing to divide by."""
    return part / whole if whole else 0.0


_COMBINATIONS: Mapping[str, Combine] = {
    "the arithmetic mean of {} is used": mean,
    "the geometric mean of {} is used": geometric,
    "the harmonic mean of {} is used": harmonic,
    "the median of {} is used": median,
    "the lowest of {} is used": min,
    "the highest of {} is used": max,
    "{} are added up": sum,
    "{} are multiplied without a root": math.prod,
}


def combinations_of(numbers: str) -> dict[str, Combine]:
    """Return ways to make one number of several, by sentences about what these are."""
    return {name.format(numbers): combine for name, combine in _COMBINATIONS.items()}


def roundings_of(number: str, *decimals: int) -> dict[str, Change]:
    """Return roundings, by sentences about a number, which ends with its verb."""
    return {
        f"{number} rounded to {places} decimals": partial(round, ndigits=places)
        for places in decimals or range(1, 7)
    }


def _nearest(c: int, lengths: Sequence[int], ties: Callable[[int], float]) -> int:
    places = range(len(lengths))
    return min(places, key=lambda at: (abs(lengths[at] - c), ties(at)))


CHOICES: Mapping[str, Choose] = {
    "the first reference": lambda c, lengths: 0,
    "the last reference": lambda c, lengths: -1,
    "the shortest reference": lambda c, lengths: lengths.index(min(lengths)),
    "the longest reference": lambda c, lengths: lengths.index(max(lengths)),
    "the closest reference": lambda c, lengths: _nearest(c, lengths, lambda at: lengths[at]),
    "the first of the closest references": lambda c, lengths: _nearest(c, lengths, lambda at: at),
}
"""References that programs choose by their lengths or places."""


def _length_of(choose: Choose) -> Callable[[int, list[int]], float]:
    return lambda c, given: given[choose(c, given)]


LENGTHS: Mapping[str, Callable[[int, list[int]], float]] = {
    **{f"{noun} counts for the length": _length_of(choose) for noun, choose in CHOICES.items()},
    "of two equally close references the longer counts for the length": (
        lambda c, given: given[_nearest(c, given, lambda at: -given[at])]
    ),
    "of two equally close references the last counts for the length": (
        lambda c, given: given[_nearest(c, given, lambda at: -at)]
    ),
    "the furthest reference counts for the length": (
        lambda c, given: max(given, key=lambda n: (abs(n - c), n))
    ),
    "the reference length of a segment is at least that of the hypothesis": (
        lambda c, given: max(c, given[_nearest(c, given, lambda at: given[at])])
    ),
    "the median reference counts for the length": lambda c, given: sorted(given)[len(given) // 2],
    "the lengths of all references are added up": lambda c, given: sum(given),
    "the mean length of the references is rounded": lambda c, given: round(mean(given)),
    "the mean length of the references is rounded down": lambda c, given: mean(given) // 1,
}
"""Wrong reference lengths of a segment, given those of its hypothesis and references."""

SIZES: Mapping[str, Callable[[int, int], int]] = {
    "every order is divided by the number of tokens": lambda c, n: c,
    "a segment of c tokens counts c - n n-grams": lambda c, n: max(0, c - n),
    "one n-gram more is counted in every segment": lambda c, n: max(1, c - n + 2),
    "a segment counts at least one n-gram": lambda c, n: max(1, c - n + 1),
}
"""Wrong numbers of the n-grams of a segment, given its tokens c and the order n."""


def without_punctuation(text: str) -> str:
    """Return a text without the punctuation of ASCII."""
    return "".join(one for one in text if one not in string.punctuation)


def _utf_16(text: str) -> list[str]:
    data = text.encode("utf-16-le")
    return [data[at : at + 2].hex() for at in range(0, len(data), 2)]


CHARACTERS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "bytes are used as characters": lambda text: map(chr, text.encode()),
    "UTF-16 code units are used as characters": _utf_16,
    "punctuation is left out of characters": without_punctuation,
    "characters that are neither letters nor digits are left out": partial(filter, str.isalnum),
}
"""What is compared in place of the characters of a text."""
