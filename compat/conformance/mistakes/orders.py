"""The stages of metrics that divide sums by order and penalize lengths, and mistakes in them.

What a mistake leaves as it is comes from the metric, so that it can be made under any dialect.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import Changes
from tallystick.compat.conformance.mistakes.combining import joined
from tallystick.compat.conformance.mistakes.counting import (
    COUNTS,
    FINDS,
    LENGTHS,
    SIZES,
    TOTALS,
    Combine,
    Count,
    Find,
    clipped,
    closest,
    columns_of_case,
    combinations_of,
    mean,
    ngrams,
    per_segment,
    roundings_of,
    score_of,
    segments_of,
    size,
)

_LENGTH_COLUMNS = ("hypothesis_length", "reference_length", "segments", "nonempty_references")
"""The columns that a penalty depends on, of which a metric has the first two or all."""

Sums = dict[str, Any]

ChangeSums = Callable[[Any, Sums, Case], Sums]
"""A function of a metric, its sums and a case that returns the sums that differ."""


def score_with(metric: Any, case: Case, **changes: ChangeSums) -> float:
    """Return the score of a case with other sums, changed in the order of the stages."""
    columns = columns_of_case(metric, case)
    for change in changes.values():
        columns |= change(metric, columns, case)
    return score_of(metric, columns)


class Parts(NamedTuple):
    """What a score is made of: the values of the orders, and a penalty that compares lengths."""

    score: float
    values: list[float]
    penalty: float
    c: float
    r: float
    penalize: Callable[[float, float], float]  # the penalty of other lengths
    beta: float = math.nan  # of the penalty of NIST
    segments: Callable[[], list[Parts]] = list


def _sums_of(
    change: Callable[[Case], Case], names: Sequence[str], metric: Any, columns: Sums, case: Case
) -> Sums:
    """Return some of the sums of another case."""
    others = columns_of_case(metric, change(case))
    return {name: others[name] for name in names if name in others}


Measure = Callable[[Segment], int]


def _lengths_of(
    own: Measure | None,
    other: Measure | None,
    choose: Callable[[int, list[int]], float],
    metric: Any,
    columns: Sums,
    case: Case,
) -> Sums:
    """Return other lengths of both sides; None keeps the usual ones."""
    changed = {"hypothesis_length": np.float64(sum(map(own, case.hypotheses)))} if own else {}
    if other is not None:
        pairs = zip(map(own or len, case.hypotheses), case.references, strict=True)
        r = sum(choose(c, list(map(other, references))) for c, references in pairs)
        # it is not a mean that is still to be taken
        once = {name: np.float64(1) for name in _LENGTH_COLUMNS[2:] if name in columns}
        if not r and columns["reference_length"]:
            r = sum(map(len, case.hypotheses))  # what is longer than nothing has no penalty
        changed |= {"reference_length": np.float64(r), **once}
    return changed


def length_of(choose: Callable[[int, list[int]], float]) -> ChangeSums:
    """Return the lengths of chosen references."""
    return partial(_lengths_of, None, len, choose)


_MEASURES: Mapping[str, Measure] = {
    "characters": lambda it: len("".join(it)),
    "characters with spaces": lambda it: len(" ".join(it)),
    "different tokens": lambda it: len(set(it)),
}

_SIDES = (
    ("", True, True),
    (" of hypotheses with tokens of references", True, False),
    (" of references with tokens of hypotheses", False, True),
)
"""On which sides, hypotheses and references, something else than tokens is compared."""


def _of_sizes(size: Callable[[int, int], int], metric: Any, columns: Sums, case: Case) -> Sums:
    orders = range(1, len(columns["totals"]) + 1)
    totals = [sum(size(len(hypothesis), n) for hypothesis in case.hypotheses) for n in orders]
    return {"totals": np.array(totals, dtype=float)}


def _last(case: Case) -> Case:
    return case.take([-1])


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


def _zero_without_ngrams(metric: Any, columns: Sums, score: float) -> float:
    return score if columns["totals"].all() else 0.0


@dataclass(frozen=True)
class Stages:
    """The stages of a metric, with words for the sentences about them: the values of the orders,
    what is divided by n-grams, the penalty, and the column of its sums.
    """

    counted: Callable[..., Sums]  # of a metric, a case and orders, given how to match and find
    parts: Callable[[Any, Sums], Parts]
    combine: Combine
    perfect: float  # by which values are multiplied
    words: tuple[str, str, str, str]

    def of(self, metric: Any, case: Case) -> Parts:
        """Return what the score of a case is made of."""
        return self.parts(metric, columns_of_case(metric, case))

    def score(
        self,
        metric: Any,
        case: Case,
        *,
        matches: Count | None = None,
        totals: Count | None = None,
        find: Find = ngrams,
        matched: ChangeSums | None = None,
        divided: ChangeSums | None = None,
        lengths: ChangeSums | None = None,
        smoothed: ChangeSums | None = None,
        values: Callable[[Parts], list[float]] | None = None,
        combine: Combine | None = None,
        penalty: Callable[[Parts], float] | None = None,
        result: Callable[[Any, Sums, float], float] | None = None,
        **weights: Any,
    ) -> float:
        """Return the score of a case, with some stages in another way."""
        columns = columns_of_case(metric, case)
        orders = len(columns["totals"])  # some dialects count one more than they combine
        if matches or weights or find is not ngrams:
            columns |= self.counted(metric, case, orders, matches or clipped, find, **weights)
        if totals or find is not ngrams:
            columns["totals"] = per_segment(case, orders, totals or size, find)
        for change in filter(None, (matched, divided, lengths, smoothed)):
            columns |= change(metric, columns, case)
        if not (values or combine or penalty):
            score = score_of(metric, columns)
        else:
            parts = self.parts(metric, columns)._replace(
                segments=lambda: [self.of(metric, segment) for segment in segments_of(case)]
            )
            score = parts.score
            if (values or combine) and self._follows(parts):
                combined = (combine or self.combine)(values(parts) if values else parts.values)
                score = self.perfect * parts.penalty * combined
            if penalty and parts.penalty:
                score = score / parts.penalty * penalty(parts)
        return result(metric, columns, score) if result else score

    def _follows(self, parts: Parts) -> bool:
        """Return whether the score follows from its parts, and not from an exception."""
        zero = parts.score == 0 < parts.penalty and self.combine(parts.values) > 0
        return not (math.isnan(parts.score) or zero)

    def changes(self) -> Changes:
        """Return the mistakes that can be made in every such metric, besides `COUNTINGS`."""
        values, divided, penalty, summed = self.words
        combinations = combinations_of(values)
        above_0 = [(name, of) for name, of in combinations.items() if of([0.0, 1.0])]
        replaced = "the {} of the last segment replaces the sum".format
        return {
            "matches": COUNTS,
            "totals": {
                f"{divided} divided by the n-grams of {it}": of for it, of in TOTALS.items()
            },
            "matched": {replaced(summed): partial(_sums_of, _last, [summed])},
            ("find", "divided"): {
                f"for the matches, {name}": (find, partial(_sums_of, lambda it: it, ["totals"]))
                for name, find in FINDS.items()
            },
            "divided": {
                **{name: partial(_of_sizes, size) for name, size in SIZES.items()},
                "the totals are those of the whole corpus as one segment": partial(
                    _sums_of, joined, ["totals"]
                ),
                "the n-grams of the highest order are not counted": lambda metric, columns, case: {
                    "totals": np.append(columns["totals"][:-1], 0.0)
                },
                replaced("totals"): partial(_sums_of, _last, ["totals"]),
            },
            "combine": {
                **combinations,
                **{f"{name}, 0 if an order has no match": _zero_or(of) for name, of in above_0},
                "only the highest order is used": lambda values: values[-1],
            },
            ("combine", "result"): {
                f"{name}, 0 if an order has no n-grams": (of, _zero_without_ngrams)
                for name, of in above_0
            },
            "values": {
                **{
                    name: partial(lambda change, it: list(map(change, it.values)), change)
                    for name, change in roundings_of(f"{values} are").items()
                },
                f"{values} are rounded down to 2 decimals": lambda it: [
                    math.floor(100 * value + 1e-9) / 100 for value in it.values
                ],
                "the lowest order is left out": lambda it: it.values[1:],
            },
            "penalty": {
                **{name.format(penalty): of for name, of in PENALTIES.items()},
                **{
                    name: partial(lambda change, it: change(it.penalty), change)
                    for name, change in roundings_of(f"the {penalty} is", 1, 2, 3, 4).items()
                },
                f"the mean of the {penalty[:-1]}ies of the segments is used": (
                    lambda it: mean([segment.penalty for segment in it.segments()])
                ),
            },
            "lengths": {
                **{
                    replaced(f"{side} length"): partial(_sums_of, _last, [f"{side}_length"])
                    for side in ("hypothesis", "reference")
                },
                **{
                    f"the {penalty} is that of {which}": partial(_sums_of, change, _LENGTH_COLUMNS)
                    for which, change in (
                        ("the last segment", _last),
                        ("the first segment", lambda case: case.take([0])),
                        ("the segments joined into one", joined),
                    )
                },
                **{name: length_of(choose) for name, choose in LENGTHS.items()},
                **{
                    f"the {penalty} compares {noun}{of}": partial(
                        _lengths_of, measure if own else None, measure if other else None, closest
                    )
                    for noun, measure in _MEASURES.items()
                    for of, own, other in _SIDES
                },
            },
        }
