"""Mistakes in BLEU: its smoothing, its brevity penalty, and the stages it shares with NIST."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistake import (
    Changes,
    Family,
    Mistake,
    Staged,
    in_stage,
    in_stages,
    listed,
    of_number,
)
from tallystick.compat.conformance.mistakes.combining import ALWAYS
from tallystick.compat.conformance.mistakes.counting import (
    COUNTINGS,
    JOINED,
    Combine,
    clipped,
    geometric,
    in_segments,
    mean,
    ngrams,
    per_segment,
    score_of,
)
from tallystick.compat.conformance.mistakes.orders import ChangeSums, Parts, Stages, Sums
from tallystick.compat.conformance.setting import under
from tallystick.metrics.bleu.formula import formula_of

_METRICS = frozenset({"bleu"})


def brevity_penalty(c: float, r: float) -> float:
    """Return the penalty of hypotheses of c tokens with references of r tokens."""
    return math.exp(1 - r / c) if c < r else 1.0


def _parts(metric: Any, columns: Sums) -> Parts:
    parts = formula_of(metric.conventions).parts_of_numbers(
        {name: column.tolist() for name, column in columns.items()}
    )
    pairs = zip(parts.precisions, parts.weights, strict=True)
    return Parts(
        score_of(metric, columns),
        [precision for precision, weight in pairs if weight > 0] or [0.0],
        parts.brevity_penalty,
        float(columns["hypothesis_length"]),
        float(columns["reference_length"]),
        brevity_penalty,
    )


STAGES = Stages(
    lambda metric, *counted: {"matches": per_segment(*counted)},
    _parts,
    geometric,
    100.0,
    ("the precisions", "matches are", "brevity penalty", "matches"),
)

_score = partial(in_segments, STAGES.score)


def _over_the_corpus(metric: Any, columns: Sums, case: Case) -> Sums:
    """Return n-grams that are matched over the whole corpus instead of within segments."""
    matches = []
    for order in range(1, len(columns["matches"]) + 1):
        own = sum((ngrams(hypothesis, order) for hypothesis in case.hypotheses), Counter())
        sets = zip(*case.references, strict=False)
        given = [sum((ngrams(it, order) for it in texts), Counter()) for texts in sets]
        matches.append(clipped(own, given))
    return {"matches": np.array(matches, dtype=float)}


def _has_no_score(metric: Any, columns: Sums) -> bool:
    return not columns["matches"].any() and metric.conventions.no_match == "zero"


def _smoothed(
    change: Callable[[list[float]], list[float]], metric: Any, columns: Sums, case: Case
) -> Sums:
    """Return matches that a function smooths; orders without n-grams keep none."""
    matches = columns["matches"]
    if _has_no_score(metric, columns):
        return {}
    smoothed = np.array(change(matches.tolist()))
    return {"matches": np.where(columns["totals"] > 0, smoothed, matches)}


def _halved(first: float, *, always: bool = False) -> ChangeSums:
    """Return falling powers of 1/2 for 0 matches, halved there or at every order."""

    def smooth(matches: list[float]) -> list[float]:
        value, smoothed = first, []
        for count in matches:
            smoothed.append(count or value)
            value /= 1 if count and not always else 2
        return smoothed

    return partial(_smoothed, smooth)


def _falling(matches: list[float]) -> list[float]:
    denominators = itertools.count(2)
    return [count or 1 / next(denominators) for count in matches]


def _added(
    first: int, sides: tuple[bool, bool], number: float, metric: Any, columns: Sums, case: Case
) -> Sums:
    """Return matches, totals or both with a number added from an order on."""
    added = number * (np.arange(1, len(columns["matches"]) + 1) >= first)
    names = zip(("matches", "totals"), sides, strict=True)
    return {name: columns[name] + added * side for name, side in names}


def _added_to_unmatched(number: float, metric: Any, columns: Sums, case: Case) -> Sums:
    added = (columns["matches"] == 0) * (0 if _has_no_score(metric, columns) else number)
    return {name: columns[name] + added for name in ("matches", "totals")}


def _without_ngrams(number: float, metric: Any, columns: Sums, case: Case) -> Sums:
    missing = (columns["totals"] == 0) & (not _has_no_score(metric, columns))
    return {"matches": columns["matches"] + number * missing, "totals": columns["totals"] + missing}


def _in_base(base: float) -> Combine:
    return lambda it: math.exp(math.log(geometric(it), base)) if min(it) > 0 else 0.0


def _without_short(metric: Any, case: Case) -> float:
    numbers = [at for at, own in enumerate(case.hypotheses) if len(own) >= metric.order]
    return STAGES.score(metric, case.take(numbers)) if numbers else math.nan


@lru_cache(maxsize=64)
def _up_to(metric: Any) -> list[Any]:
    orders = range(1, metric.order + 1)
    return [under(metric, replace(metric.conventions, order=n)) for n in orders]


def _mean_of_orders(metric: Any, case: Case) -> float:
    """Return the mean of the scores of which each order is the highest."""
    return mean([STAGES.score(of_order, case) for of_order in _up_to(metric)])


_SHORT: Mapping[str, Callable[[float, float], float]] = {
    "exp(c/r - 1)": lambda c, r: math.exp(c / r - 1),
    "exp(c - r)": lambda c, r: math.exp(c - r),
    "exp(-r/c)": lambda c, r: math.exp(-r / c),
    "exp(1 - r // c), in whole numbers": lambda c, r: math.exp(1 - r // c),
    "2 ** (1 - r/c), to base 2": lambda c, r: 2 ** (1 - r / c),
}
"""Wrong penalties of hypotheses of c tokens that are shorter than their references, of r."""


def _if_short(penalty: Callable[[float, float], float]) -> Callable[[Parts], float]:
    return lambda it: penalty(it.c, it.r) if it.c < it.r else 1.0


_CHANGES: Changes = {
    "find": JOINED,
    "matched": {"matches are counted over the whole corpus": _over_the_corpus},
    "combine": {
        "logarithms of base 2 are followed by exp": _in_base(2),
        "logarithms of base 10 are followed by exp": _in_base(10),
        "the precisions of orders without a match are left out": (
            lambda it: geometric([p for p in it if p > 0]) if any(it) else 0.0
        ),
        "precisions are rounded down to 0 or 1, and 0 has no logarithm": (
            lambda it: math.exp(sum(math.log(int(p)) for p in it) / len(it))
        ),
        "precisions are rounded down to 0 or 1": lambda it: geometric([int(p) for p in it]),
    },
    "smoothed": {
        "smoothing begins at 1 instead of 1/2": _halved(1.0),
        "all orders halve the smoothing, with a match or not": _halved(0.5, always=True),
        "match counts of 0 become 1/2, 1/3, 1/4 and so on": partial(_smoothed, _falling),
    },
    "values": {
        "the precisions of the segments are averaged": lambda it: list(
            map(mean, zip(*[segment.values for segment in it.segments()], strict=True))
        )
    },
    "result": {
        "the score is 0 if hypotheses have fewer tokens than the highest order": (
            lambda metric, columns, score: (
                0.0 if columns["hypothesis_length"] < metric.conventions.order else score
            )
        )
    },
    "penalty": {
        "the brevity penalty is exp(1 - r/c), also above 1": lambda it: math.exp(1 - it.r / it.c),
        "the brevity penalty is exp(1 - r/c) for long hypotheses instead of short ones": (
            lambda it: math.exp(1 - it.r / it.c) if it.c > it.r else 1.0
        ),
        **{f"the brevity penalty is {name}": _if_short(of) for name, of in _SHORT.items()},
    },
}

_SCORERS: Mapping[str, Callable[[Any, Case], float]] = {
    "segments with fewer tokens than the highest order are left out": _without_short,
    "the scores up to each order are averaged": _mean_of_orders,
    "the scores up to each order are averaged, 0 if an order has no match": (
        lambda *of: _mean_of_orders(*of) if STAGES.score(*of) else 0.0
    ),
}

BLEU = (
    *in_stages(_score, _METRICS, COUNTINGS, STAGES.changes(), _CHANGES),
    *(
        Mistake(name, Staged(partial(in_segments, score)), _METRICS)
        for name, score in _SCORERS.items()
    ),
)

_ADDED = {"matches and n-grams": (True, True), "matches": (True, False), "n-grams": (False, True)}


_NUMBERED: Changes = {
    "penalty": {
        "the brevity penalty is raised to the power {:g}": (
            lambda number: lambda it: it.penalty**number
        )
    },
    "values": {
        "precisions are at least {:g}": lambda least: lambda it: [max(p, least) for p in it.values],
        "{:g} is added to precisions": lambda number: lambda it: [p + number for p in it.values],
    },
    "smoothed": {
        "a match count of 0 becomes {:g}": lambda number: partial(
            _smoothed, lambda matches: [count or number for count in matches]
        ),
        "a precision of 0 becomes {:g}": lambda number: (
            lambda metric, columns, case: {
                "matches": np.where(
                    columns["matches"] > 0, columns["matches"], number * columns["totals"]
                )
            }
        ),
        "the precision of orders without n-grams is {:g}": partial(partial, _without_ngrams),
        "{:g} is added to matches and n-grams of orders without a match": partial(
            partial, _added_to_unmatched
        ),
        "smoothing begins at {:g} instead of 1/2": _halved,
        **{
            f"{{:g}} is added to {what} of {which}": partial(partial, _added, first, sides)
            for first, which in enumerate(
                ("all orders", "orders above 1", "orders above 2", "orders above 3"), 1
            )
            for what, sides in _ADDED.items()
        },
    },
}


def _log_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    """Return the factors of a score that is their product, for the corpus or its only segment."""
    if getattr(metric.conventions, "average", None) == "macro" and len(case.hypotheses) > 1:
        return None
    parts = STAGES.of(metric, case)
    positive = min(score, parts.score, parts.penalty, *parts.values) > 0
    if not positive or len(parts.values) != metric.order:
        return None
    return [math.log(factor) for factor in (*parts.values, parts.penalty, math.e)], math.log(
        score / 100
    )


def _log_linear(*numbers: float) -> Staged:
    *weights, power, factor = numbers

    def combine(values: Sequence[float]) -> float:
        if len(values) != len(weights):
            return geometric(values)
        pairs = [pair for pair in zip(weights, values, strict=True) if pair[0]]
        if any(value <= 0 for _, value in pairs):
            return 0.0
        return float(math.exp(factor) * math.prod(value**weight for weight, value in pairs))

    return in_stage(_score, ("combine", "penalty"), (combine, lambda it: it.penalty**power))


def _log_name(*numbers: float) -> str:
    *weights, power, factor = numbers
    if not any((*weights, power)):
        return ALWAYS.format(100 * math.exp(factor))
    names = []
    if any(weight != 1 / len(weights) for weight in weights):
        names.append(f"the weights of the orders are {listed(weights)}")
    if power != 1:
        names.append(f"the brevity penalty is raised to the power {power:g}")
    if factor:
        names.append(f"the score is multiplied by {math.exp(factor):g}")
    return ", and ".join(names)


BLEU_FAMILIES = (
    *of_number(_score, _METRICS, _NUMBERED),
    Family(_log_name, _log_linear, _METRICS, _log_terms),
)
