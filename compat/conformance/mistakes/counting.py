"""N-grams and statistics of single cases, for mistakes in counting and combining them."""

from __future__ import annotations

import math
import string
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial, reduce
from operator import or_
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Changes
from tallystick.compat.conformance.setting import under
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.sums.statistics import Columns

if TYPE_CHECKING:
    from numpy.typing import NDArray

Change = Callable[[float], float]

Combine = Callable[[Sequence[float]], float]

Choose = Callable[[int, Sequence[int]], int]
"""A function of the length of a hypothesis and those of its references that returns a place."""


def mean(numbers: Sequence[float] | NDArray[np.float64]) -> float:
    """Return the arithmetic mean; NaN of nothing."""
    return float(sum(numbers)) / len(numbers) if len(numbers) else math.nan


def geometric(numbers: Sequence[float]) -> float:
    """Return the geometric mean, 0 if a number is not positive."""
    return math.prod(numbers) ** (1 / len(numbers)) if min(numbers) > 0 else 0.0


def harmonic(numbers: Sequence[float]) -> float:
    """Return the harmonic mean, 0 if a number is not positive."""
    return len(numbers) / sum(1 / number for number in numbers) if min(numbers) > 0 else 0.0


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


def closest(c: int, lengths: Iterable[int]) -> int:
    """Return the length that is closest to another one, the shorter of two."""
    return min(lengths, key=lambda n: (abs(n - c), n))


def _closest_place(c: int, lengths: Sequence[int], step: int = 1) -> int:
    places = range(len(lengths))[::step]
    return min(places, key=lambda at: abs(lengths[at] - c))


CHOICES: Mapping[str, Choose] = {
    "the first reference": lambda c, lengths: 0,
    "the last reference": lambda c, lengths: -1,
    "the shortest reference": lambda c, lengths: lengths.index(min(lengths)),
    "the longest reference": lambda c, lengths: lengths.index(max(lengths)),
    "the closest reference": lambda c, lengths: lengths.index(closest(c, lengths)),
    "the first of the closest references": _closest_place,
}
"""References that programs choose by their lengths or places."""


def _length_of(choose: Choose) -> Callable[[int, list[int]], float]:
    return lambda c, given: given[choose(c, given)]


LENGTHS: Mapping[str, Callable[[int, list[int]], float]] = {
    **{f"{noun} counts for the length": _length_of(choose) for noun, choose in CHOICES.items()},
    "of two equally close references the longer counts for the length": (
        lambda c, given: min(given, key=lambda n: (abs(n - c), -n))
    ),
    "of two equally close references the last counts for the length": (
        lambda c, given: given[_closest_place(c, given, step=-1)]
    ),
    "the furthest reference counts for the length": (
        lambda c, given: max(given, key=lambda n: (abs(n - c), n))
    ),
    "the reference length of a segment is at least that of the hypothesis": (
        lambda c, given: max(c, closest(c, given))
    ),
    "the median reference counts for the length": lambda c, given: sorted(given)[len(given) // 2],
    "the lengths of all references are added up": lambda c, given: sum(given),
    "the mean length of the references is rounded": lambda c, given: round(mean(given)),
    "the mean length of the references is rounded down": lambda c, given: mean(given) // 1,
}
"""Wrong reference lengths of a segment, given those of its hypothesis and references."""

DIVISORS: Mapping[str, Callable[[float, float], float]] = {
    "the hypothesis, as if the sides were exchanged": lambda c, r: c,
    "the longer side": max,
    "the shorter side": min,
    "both sides together": lambda c, r: c + r,
    "the mean of both sides": lambda c, r: (c + r) / 2,
}
"""Wrong divisors of edits, given the lengths of a hypothesis and of its reference."""

SIZES: Mapping[str, Callable[[int, int], int]] = {
    "every order is divided by the number of tokens": lambda c, n: c,
    "a segment of c tokens counts c - n n-grams": lambda c, n: max(0, c - n),
    "one n-gram more is counted in every segment": lambda c, n: max(1, c - n + 2),
    "a segment counts at least one n-gram": lambda c, n: max(1, c - n + 1),
}
"""Wrong numbers of the n-grams of a segment, given its tokens c and the order n."""


def without_punctuation(text: str) -> str:
    """Return a text without the punctuation of ASCII."""
    return "".join(character for character in text if character not in string.punctuation)


CHARACTERS: Mapping[str, Callable[[str], Iterable[str]]] = {
    "bytes are used as characters": lambda text: map(chr, text.encode()),
    "UTF-16 code units are used as characters": lambda text: (
        text.encode("utf-16-be").hex(" ", 2).split()
    ),
    "punctuation is left out of characters": without_punctuation,
    "characters that are neither letters nor digits are left out": partial(filter, str.isalnum),
}
"""What is compared in place of the characters of a text."""


Ngrams = Counter[Any]
"""The counts of n-grams, which are not to be changed: they are shared."""

Count = Callable[[Ngrams, list[Ngrams]], float]
"""A function of the n-grams of a hypothesis and of each of its references."""

Find = Callable[[Segment, int], Ngrams]
"""A function of tokens and an order that returns the n-grams."""


@lru_cache(maxsize=1 << 14)
def ngrams(tokens: Segment, order: int) -> Ngrams:
    """Count the n-grams of one order."""
    return Counter(tokens[at : at + order] for at in range(len(tokens) - order + 1))


def windows(
    key: Callable[[Segment], Any] = tuple,
    starts: Callable[[int, int], range] = lambda c, n: range(c - n + 1),
) -> Find:
    """Return a function that finds n-grams, by what they are compared as and where they start."""

    def find(tokens: Segment, order: int) -> Ngrams:
        return Counter(key(tokens[at : at + order]) for at in starts(len(tokens), order))

    return find


def of_tokens(change: Callable[[Segment, int], Segment]) -> Find:
    """Return a function that finds the n-grams of changed tokens, given the order too."""
    return lambda tokens, order: ngrams(change(tokens, order), order)


JOINED: Mapping[str, Find] = {
    "n-grams are joined without a separator": windows("".join),
    "n-grams are joined by a space": windows(" ".join),
}

FINDS: Mapping[str, Find] = {
    "n-grams are multisets of tokens, without their order": windows(lambda it: (*sorted(it),)),
    "n-grams do not overlap": windows(starts=lambda c, n: range(0, c - n + 1, n)),
    "the last n-gram of a segment is left out": of_tokens(lambda it, n: it[:-1]),
    "the first n-gram of a segment is left out": of_tokens(lambda it, n: it[1:]),
    "shorter n-grams at the end of a segment count": windows(starts=lambda c, n: range(c)),
    "one shorter n-gram at the end of a segment counts": windows(
        starts=lambda c, n: range(max(0, c - n + 2))
    ),
    "n-grams include a marker of the start": of_tokens(lambda it, n: ("<s>", *it) if n > 1 else it),
    "n-grams include markers of the start and the end": of_tokens(
        lambda it, n: ("<s>",) * (n - 1) + it + ("</s>",) * (n - 1)
    ),
    "an order includes all lower orders": lambda tokens, order: sum(
        (ngrams(tokens, n) for n in range(1, order + 1)), Counter()
    ),
    "the order of the n-grams is one higher": lambda tokens, n: ngrams(tokens, n + 1),
}


def clipped_to(limit: Callable[[list[int]], float]) -> Count:
    """Return a count of matches, each n-gram clipped to a function of its counts in references."""

    def count(hypothesis: Ngrams, references: Sequence[Ngrams]) -> float:
        limits = ([reference[ngram] for reference in references] for ngram in hypothesis)
        return sum(map(min, hypothesis.values(), map(limit, limits)), 0.0)

    return count


clipped = clipped_to(max)
"""The matches, each n-gram clipped to its highest count in a single reference."""


def not_clipped(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the n-grams of a hypothesis that are in any reference."""
    return sum(n for ngram, n in hypothesis.items() if any(ngram in it for it in references))


def distinct(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of different n-grams of a hypothesis that are in any reference."""
    return sum(any(ngram in it for it in references) for ngram in hypothesis)


def size(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of n-grams of a hypothesis."""
    return hypothesis.total()


def types(hypothesis: Ngrams, references: Sequence[Ngrams]) -> int:
    """Return the number of different n-grams of a hypothesis."""
    return len(hypothesis)


def _of_chosen(choose: Choose, count: Callable[[Ngrams, Ngrams], float]) -> Count:
    def of_all(hypothesis: Ngrams, references: list[Ngrams]) -> float:
        lengths = [reference.total() for reference in references]
        return count(hypothesis, references[choose(hypothesis.total(), lengths)])

    return of_all


COUNTS: Mapping[str, Count] = {
    "matches are clipped to the sum over references": clipped_to(sum),
    "matches are clipped to the lowest count in a reference": clipped_to(min),
    "matches are clipped to the mean over references": clipped_to(mean),
    "matches are clipped to the count in the last reference with the n-gram": clipped_to(
        lambda counts: next(filter(None, reversed(counts)), 0)
    ),
    **{
        f"matches are clipped to the count in {noun}": _of_chosen(
            choose, lambda own, reference: clipped(own, [reference])
        )
        for noun, choose in CHOICES.items()
    },
    "matches with every reference are added up": (
        lambda own, given: sum(clipped(own, [reference]) for reference in given)
    ),
}
"""Wrong matches with several references."""

TOTALS: Mapping[str, Count] = {
    **{
        noun: _of_chosen(choose, lambda own, reference: reference.total())
        for noun, choose in CHOICES.items()
    },
    "all references": lambda own, given: sum(reference.total() for reference in given),
    "all references, each as often as in a single one": (
        lambda own, given: reduce(or_, given).total()
    ),
}

COUNTINGS: Changes = {
    "matches": {"matches are not clipped": not_clipped, "an n-gram matches at most once": distinct},
    ("matches", "totals"): {
        "n-grams are counted once, however often they occur": (distinct, types)
    },
    "totals": {"repeated n-grams count once in the totals": types},
    "find": FINDS,
}
"""Mistakes in counting matches, totals or all n-grams that can be made in every metric."""


@lru_cache(maxsize=1 << 13)
def per_segment(case: Case, orders: int, count: Count, find: Find = ngrams) -> Any:
    """Return the sum over segments of a count, for each order from 1."""
    sums = [
        sum(count(find(own, n), [find(it, n) for it in given]) for own, given in case.pairs)
        for n in range(1, orders + 1)
    ]
    return np.array(sums, dtype=float)


def columns_of_case(metric: Any, case: Case) -> dict[str, Any]:
    """Return the sums of the statistics of a case by the names of their columns."""
    names, sums = _sums(metric, case)
    return dict(names.split(sums.copy()))


@lru_cache(maxsize=1 << 13)
def _sums(metric: Any, case: Case) -> tuple[Columns, Any]:
    corpus = case.corpus
    statistics = fitted(metric, [corpus.references]).statistics(corpus)
    return Columns(*statistics.columns), statistics.total().astype(float)


def score_of(metric: Any, columns: dict[str, Any]) -> float:
    """Return the score of sums of statistics by the names of their columns."""
    # a formula of a few numbers is quicker than one of arrays
    return float(metric.score_of_row({name: sums.tolist() for name, sums in columns.items()}))


def words_of(case: Case, at: int) -> int:
    """Return the number of tokens of the references at a place, such as the first ones."""
    return sum(len(given[at]) for given in case.references)


def segments_of(case: Case) -> list[Case]:
    """Return the segments of a case, each as a case."""
    return [case.take([number]) for number in range(len(case.hypotheses))]


def in_segments(score: Callable[..., float], metric: Any, case: Case, **stages: Any) -> float:
    """Return a score, the mean over segments where the dialect takes it."""
    if getattr(metric.conventions, "average", None) != "macro":
        return score(metric, case, **stages)
    of_one = _of_one_segment(metric)
    return mean([score(of_one, segment, **stages) for segment in segments_of(case)])


@lru_cache(maxsize=64)
def _of_one_segment(metric: Any) -> Any:
    return under(metric, replace(metric.conventions, average="micro"))
