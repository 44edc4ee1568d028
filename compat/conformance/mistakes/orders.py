"""The stages of metrics that divide sums by order and penalize lengths, and mistakes in them.

What a mistake leaves as it is comes from the metric, so that it can be made under any dialect.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistakes.counting import (
    COUNTS,
    FINDS,
    LENGTHS,
    SIZES,
    TOTALS,
    Combine,
    Score,
    columns_of_case,
    combinations_of,
    distinct,
    mean,
    not_clipped,
    roundings_of,
    score_of,
    scorer,
    segments_of,
    types,
)

LENGTH_COLUMNS = ("hypothesis_length", "reference_length", "segments", "nonempty_references")
"""The columns that a penalty depends on, of which a metric has the first two or all."""

Sums = dict[str, Any]


class Parts(NamedTuple):
    """What a score is made of: the values of the orders, and a penalty that compares lengths."""

    score: float
    values: list[float]
    penalty: float
    c: float
    r: float
    penalize: Callable[[float, float], float]  # the penalty of other lengths


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
    return score_of(metric, {**columns, **{name: others[name] for name in names if name in others}})


Measure = Callable[[Segment], int]


def lengths_of(
    own: Measure | None,
    other: Measure | None,
    choose: Callable[[int, list[int]], float] = lambda c, lengths: min(
        lengths, key=lambda n: (abs(n - c), n)
    ),
) -> Score:
    """Return a scorer with other lengths of both sides; None keeps the usual ones."""

    def change(columns: Sums, case: Case) -> Sums:
        changed = {"hypothesis_length": np.float64(sum(map(own, case.hypotheses)))} if own else {}
        if other is not None:
            pairs = zip(map(own or len, case.hypotheses), case.references, strict=True)
            r = sum(choose(c, list(map(other, references))) for c, references in pairs)
            # it is not a mean that is still to be taken
            once = {name: np.float64(1) for name in LENGTH_COLUMNS[2:] if name in columns}
            # what is longer than nothing has no penalty
            changed |= {"reference_length": np.float64(r or sum(map(len, case.hypotheses))), **once}
        return changed

    return of_sums(change)


def _characters(tokens: Segment) -> int:
    return sum(map(len, tokens))


_MEASURES: Mapping[str, Measure] = {
    "characters": _characters,
    "characters with spaces": lambda it: _characters(it) + max(0, len(it) - 1),
    "different tokens": lambda it: len(set(it)),
}


_SIDES = (
    ("", True, True),
    (" of hypotheses with tokens of references", True, False),
    (" of references with tokens of hypotheses", False, True),
)
"""On which sides, hypotheses and references, something else than tokens is compared."""


def _of_sizes(size: Callable[[int, int], int]) -> Score:
    def change(columns: Sums, case: Case) -> Sums:
        orders = range(1, len(columns["totals"]) + 1)
        totals = [sum(size(len(hypothesis), n) for hypothesis in case.hypotheses) for n in orders]
        return {"totals": np.array(totals, dtype=float)}

    return of_sums(change)


def _in_one_segment(columns: Sums, case: Case) -> Sums:
    orders = np.arange(len(columns["totals"]))
    return {"totals": np.maximum(columns["hypothesis_length"] - orders, 0)}


def _one(place: int) -> Callable[[Case], Case]:
    return lambda case: case.take([range(len(case.hypotheses))[place]])


PENALTIES: Mapping[str, Callable[[Parts], float]] = {
    "there is no {}": lambda it: 1.0,
    "the {} is c / r": lambda it: min(1.0, it.c / it.r),
    "the {} is c / r, also above 1": lambda it: it.c / it.r,
    "the {} is squared": lambda it: it.penalty**2,
    "the {} is added to the orders before the root": lambda it: it.penalty ** (1 / len(it.values)),
    "the score is divided by the {}": lambda it: 1 / it.penalty,
    "a hypothesis shorter than its reference is not scored": lambda it: float(it.c >= it.r),
    "long hypotheses are penalized instead of short ones": lambda it: it.penalize(it.r, it.c),
    "long hypotheses are penalized too": lambda it: it.penalty * it.penalize(it.r, it.c),
}
"""Wrong penalties, by sentences about what they are called."""


def _zero_or(combine: Combine) -> Combine:
    return lambda values: combine(values) if all(values) else 0.0


def _zero_without_ngrams(score: Score) -> Score:
    return lambda metric, case: (
        score(metric, case) if columns_of_case(metric, case)["totals"].all() else 0.0
    )


@dataclass(frozen=True)
class Stages:
    """What a metric computes on the way to a score, with words for the sentences about it: the
    values of the orders, what is divided by n-grams, the penalty, and the column of its sums.
    """

    parts: Callable[[Any, Sums], Parts]
    combine: Combine
    counted: Counted
    perfect: float  # by which values are multiplied
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
        """Return a scorer with another penalty, which depends on the parts of a score."""

        def score(metric: Any, case: Case) -> float:
            parts = self.of(metric, case)
            return parts.score / parts.penalty * change(parts) if parts.penalty else parts.score

        return score

    def _mean_penalty(self, metric: Any, case: Case) -> float:
        penalty = mean([self.of(metric, segment).penalty for segment in segments_of(case)])
        return self.penalized(lambda parts: penalty)(metric, case)

    def scorers(self) -> dict[str, Score]:
        """Return the mistakes that can be made in every such metric, as scorers by name."""
        values, divided, penalty, summed = self.words
        return {
            "matches are not clipped": self.counted(not_clipped),
            **{name: self.counted(count) for name, count in COUNTS.items()},
            "n-grams are counted once, however often they occur": self.counted(distinct, types),
            "repeated n-grams count once in the totals": self.counted(None, types),
            **{
                f"{divided} divided by the n-grams of {whose}": self.counted(None, total)
                for whose, total in TOTALS.items()
            },
            **{name: self.counted(find=find) for name, find in FINDS.items()},
            **{name: _of_sizes(size) for name, size in SIZES.items()},
            "the totals are those of the whole corpus as one segment": of_sums(_in_one_segment),
            **{
                f"the {column.replace('_', ' ')} of the last segment replaces the sum": sums_of(
                    _one(-1), column
                )
                for column in (summed, "totals", "hypothesis_length", "reference_length")
            },
            **{name: self.combined(combine) for name, combine in combinations_of(values).items()},
            **{
                f"{name}, 0 if an order has no {what}": score
                for name, combine in combinations_of(values).items()
                if combine([0.0, 1.0])
                for what, score in (
                    ("match", self.combined(_zero_or(combine))),
                    ("n-grams", _zero_without_ngrams(self.combined(combine))),
                )
            },
            **{name: self.changed(it) for name, it in roundings_of(f"{values} are").items()},
            "only the highest order is used": self.combined(lambda values: values[-1]),
            "the lowest order is left out": self.combined(lambda values: self.combine(values[1:])),
            **{name.format(penalty): self.penalized(it) for name, it in PENALTIES.items()},
            **{
                name: self.penalized(lambda it, change=change: change(it.penalty))  # type: ignore[misc]
                for name, change in roundings_of(f"the {penalty} is", 1, 2, 3, 4).items()
            },
            **{
                f"the {penalty} is that of the {which} segment": sums_of(
                    _one(place), *LENGTH_COLUMNS
                )
                for which, place in (("last", -1), ("first", 0))
            },
            f"the mean of the {penalty[:-1]}ies of the segments is used": self._mean_penalty,
            **{name: lengths_of(None, len, choose) for name, choose in LENGTHS.items()},
            **{
                f"the {penalty} compares {noun}{of}": lengths_of(
                    measure if own else None, measure if other else None
                )
                for noun, measure in _MEASURES.items()
                for of, own, other in _SIDES
            },
        }
