"""The stages of metrics that divide sums by order and penalize lengths, and mistakes in them.

What a mistake leaves as it is comes from the metric, so that it can be made under any dialect.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistakes.counting import (
    COUNTS,
    FINDS,
    TOTALS,
    Score,
    columns_of_case,
    distinct,
    not_clipped,
    score_of,
    scorer,
    segments_of,
    types,
)
from tallystick.compat.conformance.mistakes.operators import (
    LENGTHS,
    SIZES,
    Change,
    Combine,
    combinations_of,
    mean,
    roundings_of,
)

LENGTH_COLUMNS = ("hypothesis_length", "reference_length", "segments", "nonempty_references")
"""The columns that a penalty depends on, of which a metric has the first two or all."""

Sums = dict[str, Any]
"""Sums of statistics by the names of their columns."""


class Parts(NamedTuple):
    """What a score is made of: the values of the orders, and a penalty that compares lengths."""

    score: float
    values: list[float]
    penalty: float
    c: float
    r: float


Counted = Callable[..., Score]
"""A function of matches, totals and n-grams, in this order, that returns a scorer with these."""


@scorer
def of_sums(metric: Any, case: Case, change: Callable[[Sums, Case], Sums]) -> float:
    """Return a scorer with other sums, a function of the right ones and the case."""
    columns = columns_of_case(metric, case)
    return score_of(metric, {**columns, **change(columns, case)})


@scorer
def sums_of(metric: Any, case: Case, change: Callable[[Case], Case], *names: str) -> float:
    """Return a scorer that takes some of the sums of another case."""
    columns, others = columns_of_case(metric, case), columns_of_case(metric, change(case))
    return score_of(metric, {**columns, **{one: others[one] for one in names if one in others}})


def of_length(choose: Callable[[int, list[int]], float]) -> Score:
    """Return a scorer with another reference length of a segment."""
    return of_sums(lambda columns, case: _length(columns, sum(_of_each(len, len, case, choose))))


def _length(columns: Sums, r: float) -> Sums:
    """Return a reference length of the corpus, which is not a mean that is still to be taken."""
    once = {one: np.float64(1) for one in LENGTH_COLUMNS[2:] if one in columns}
    return {"reference_length": np.float64(r), **once}


Measure = Callable[[Segment], int]


def _of_each(
    own: Measure, other: Measure, case: Case, choose: Callable[[int, list[int]], float]
) -> Iterator[float]:
    for hypothesis, references in zip(case.hypotheses, case.references, strict=True):
        yield choose(own(hypothesis), list(map(other, references)))


def _closest(c: float, lengths: Sequence[int]) -> int:
    return min(lengths, key=lambda n: (abs(n - c), n))


def _measured(own: Measure | None, other: Measure | None) -> Score:
    """Return a scorer with a penalty that compares something else than tokens on some sides."""

    def change(columns: Sums, case: Case) -> Sums:
        c = {"hypothesis_length": np.float64(sum(map(own, case.hypotheses)))} if own else {}
        lengths = _of_each(own or len, other or len, case, _closest)
        return {**c, **(_length(columns, sum(lengths)) if other else {})}

    return of_sums(change)


def _characters(tokens: Segment) -> int:
    return sum(map(len, tokens))


_MEASURES: tuple[tuple[str, Measure], ...] = (
    ("characters", _characters),
    ("characters with spaces", lambda it: _characters(it) + max(0, len(it) - 1)),
    ("different tokens", lambda it: len(set(it))),
)


def _of_sets(choose: Callable[[float, list[int]], float]) -> Score:
    """Return a scorer with a reference length that is chosen among those of whole sets."""

    def change(columns: Sums, case: Case) -> Sums:
        sets = range(case.most_references)
        lengths = [sum(len(one[at % len(one)]) for one in case.references) for at in sets]
        return _length(columns, choose(float(columns["hypothesis_length"]), lengths))

    return of_sums(change)


def _of_sizes(size: Callable[[int, int], int]) -> Score:
    """Return a scorer with totals that depend on the length of a hypothesis and the order."""

    def change(columns: Sums, case: Case) -> Sums:
        orders = range(1, len(columns["totals"]) + 1)
        totals = [sum(size(len(one), n) for one in case.hypotheses) for n in orders]
        return {"totals": np.array(totals, dtype=float)}

    return of_sums(change)


def _in_one_segment(columns: Sums, case: Case) -> Sums:
    orders = np.arange(len(columns["totals"]))
    return {"totals": np.maximum(columns["hypothesis_length"] - orders, 0)}


def _with_earlier(distant: bool) -> Callable[[Case], Case]:
    """Return a change that adds the references of the segment before, or of all before."""

    def change(case: Case) -> Case:
        starts = (0 if distant else max(0, at - 1) for at in range(len(case.references)))
        given = (case.references[start : at + 1] for at, start in enumerate(starts))
        return replace(case, references=tuple(tuple(chain.from_iterable(one)) for one in given))

    return change


def _one(place: int) -> Callable[[Case], Case]:
    return lambda case: case.take([range(len(case.hypotheses))[place]])


def _of_penalty(change: Change, parts: Parts) -> float:
    return change(parts.penalty)


_PENALTIES: tuple[tuple[str, Callable[[Parts], float]], ...] = (
    ("there is no {}", lambda it: 1.0),
    ("the {} is c / r", lambda it: min(1.0, it.c / it.r)),
    ("the {} is c / r, also above 1", lambda it: it.c / it.r),
    ("the {} is squared", lambda it: it.penalty**2),
    (
        "the {} is added to the orders before the root",
        lambda it: it.penalty ** (1 / len(it.values)),
    ),
    ("the score is divided by the {}", lambda it: 1 / it.penalty),
    ("a hypothesis shorter than its reference is not scored", lambda it: float(it.c >= it.r)),
)


def _zero_or(combine: Combine) -> Combine:
    return lambda values: combine(values) if all(values) else 0.0


_WEIGHTS: tuple[tuple[str, Callable[[int, int], float]], ...] = (
    ("the weights of the orders are 1, 1/2, 1/3 and so on", lambda n, orders: 1 / n),
    ("the weights of the orders are 1/2, 1/4, 1/8 and so on", lambda n, orders: 0.5**n),
    ("the weights of the orders are those of one order more", lambda n, orders: 1 / (orders + 1)),
    ("the weights of the orders are those of one order less", lambda n, orders: 1 / (orders - 1)),
    ("the weights of the orders are 1/4 for any order", lambda n, orders: 0.25),
    (
        "high orders have the higher weights, in proportion to the order",
        lambda n, orders: 2 * n / orders / (orders + 1),
    ),
)


@dataclass(frozen=True)
class Stages:
    """The stages of a metric, with the words for them.

    Attributes:
        parts: A function of the metric and sums that returns what the score is made of.
        combine: The usual combination of the values of the orders.
        weighted: A combination of weights and values.
        penalty: A function of the metric and the lengths c and r.
        counted: A function of matches, totals and n-grams that returns a scorer.
        perfect: The score of values and a penalty of 1.
        words: For the values, what is divided, with its verb, the penalty, and what is summed.
    """

    parts: Callable[[Any, Sums], Parts]
    combine: Combine
    weighted: Callable[[Sequence[float], Sequence[float]], float]
    penalty: Callable[[Any, float, float], float]
    counted: Counted
    perfect: float
    words: tuple[str, str, str, str]

    def of(self, metric: Any, case: Case) -> Parts:
        """Return what the score of a case is made of."""
        return self.parts(metric, columns_of_case(metric, case))

    def follows(self, parts: Parts) -> bool:
        """Return whether the score follows from its parts, and not from an exception."""
        zero = parts.score == 0 < parts.penalty and self.combine(parts.values) > 0
        return not (math.isnan(parts.score) or zero)

    def combined(self, combine: Combine) -> Score:
        """Return a scorer that combines the values of the orders in another way."""

        def score(metric: Any, case: Case) -> float:
            parts = self.of(metric, case)
            right = not self.follows(parts)
            return parts.score if right else self.perfect * parts.penalty * combine(parts.values)

        return score

    def changed(self, change: Callable[[float], float]) -> Score:
        """Return a scorer that changes every value before the values are combined."""
        return self.combined(lambda values: self.combine(list(map(change, values))))

    def penalized(self, change: Callable[[Parts], float]) -> Score:
        """Return a scorer with another penalty."""
        return self.penalized_by(lambda metric, case, parts: change(parts))

    def penalized_by(self, change: Callable[[Any, Case, Parts], float]) -> Score:
        """Return a scorer with another penalty, which depends on the metric and the case too."""

        def score(metric: Any, case: Case) -> float:
            parts = self.of(metric, case)
            if not parts.penalty:
                return parts.score
            return parts.score / parts.penalty * change(metric, case, parts)

        return score

    def _weighted(self, weight: Callable[[int, int], float]) -> Score:
        return self.combined(
            lambda values: self.weighted(
                [weight(order, len(values)) for order in range(1, len(values) + 1)], values
            )
        )

    def _of_segments(self, metric: Any, case: Case) -> list[Parts]:
        return [self.of(metric, one) for one in segments_of(case)]

    def _penalty_of_ratios(self, metric: Any, case: Case, parts: Parts) -> float:
        segments = self._of_segments(metric, case)
        return self.penalty(metric, 1.0, mean([one.r / one.c for one in segments]))

    def _added_penalty(self, metric: Any, case: Case) -> float:
        parts = self.of(metric, case)
        return self.perfect * (parts.penalty + self.combine(parts.values))

    def scorers(self) -> Iterable[tuple[str, Score]]:
        """Yield the mistakes that can be made in every such metric, as scorers by name."""
        return chain(self._in_counts(), self._in_values(), self._in_penalty(), self._in_lengths())

    def _in_counts(self) -> Iterator[tuple[str, Score]]:
        _, divided, _, summed = self.words
        yield "matches are not clipped", self.counted(not_clipped)
        yield from ((name, self.counted(count)) for name, count in COUNTS)
        yield "n-grams are counted once, however often they occur", self.counted(distinct, types)
        yield "repeated n-grams count once in the totals", self.counted(None, types)
        for whose, total in TOTALS:
            yield f"{divided} divided by the n-grams of {whose}", self.counted(None, total)
        yield from ((name, self.counted(find=find)) for name, find in FINDS)
        yield from ((name, _of_sizes(size)) for name, size in SIZES)
        yield "the totals are those of the whole corpus as one segment", of_sums(_in_one_segment)
        for column in (summed, "totals", "hypothesis_length", "reference_length"):
            noun = column.replace("_", " ")
            yield f"the {noun} of the last segment replaces the sum", sums_of(_one(-1), column)
        for which, distant in (("the segment before", False), ("earlier segments", True)):
            name = f"matches are clipped to the counts in {which} too"
            yield name, sums_of(_with_earlier(distant), "matches", "information")

    def _in_values(self) -> Iterator[tuple[str, Score]]:
        values = self.words[0]
        for name, combine in combinations_of(values):
            yield name, self.combined(combine)
            if combine([0.0, 1.0]):
                yield f"{name}, 0 if an order has no match", self.combined(_zero_or(combine))
        yield from ((name, self._weighted(weight)) for name, weight in _WEIGHTS)
        yield from ((name, self.changed(it)) for name, it in roundings_of(f"{values} are"))
        yield "only the highest order is used", self.combined(lambda values: values[-1])
        yield "the lowest order is left out", self.combined(lambda values: self.combine(values[1:]))

    def _in_penalty(self) -> Iterator[tuple[str, Score]]:
        noun = self.words[2]
        for name, change in _PENALTIES:
            yield name.format(noun), self.penalized(change)
        for name, rounded in roundings_of(f"the {noun} is", 1, 2, 3, 4):
            yield name, self.penalized(partial(_of_penalty, rounded))
        yield f"the {noun} is added", self._added_penalty
        yield (
            "long hypotheses are penalized instead of short ones",
            self.penalized_by(lambda metric, _, it: self.penalty(metric, it.r, it.c)),
        )
        yield (
            "long hypotheses are penalized too",
            self.penalized_by(lambda metric, _, it: it.penalty * self.penalty(metric, it.r, it.c)),
        )
        for which, place in (("last", -1), ("first", 0)):
            name = f"the {noun} is that of the {which} segment"
            yield name, sums_of(_one(place), *LENGTH_COLUMNS)
        yield (
            f"the mean of the {noun[:-1]}ies of the segments is used",
            self.penalized_by(
                lambda metric, case, _: mean([it.penalty for it in self._of_segments(metric, case)])
            ),
        )
        yield (
            f"the {noun} compares the mean of r/c over segments",
            self.penalized_by(self._penalty_of_ratios),
        )

    def _in_lengths(self) -> Iterator[tuple[str, Score]]:
        yield from ((name, of_length(choose)) for name, choose in LENGTHS)
        for which, choose in (
            ("with the closest length", _closest),
            ("that is shortest", lambda c, n: min(n)),
        ):
            yield f"the set of references {which} counts for the length", _of_sets(choose)
        for noun, measure in _MEASURES:
            name = f"the {self.words[2]} compares {noun}"
            yield name, _measured(measure, measure)
            yield f"{name} of hypotheses with tokens of references", _measured(measure, None)
            yield f"{name} of references with tokens of hypotheses", _measured(None, measure)
