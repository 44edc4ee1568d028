"""Mistakes in BLEU: its smoothing, its brevity penalty, and the stages it shares with NIST."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistake import Family, Mistake, Scores, listed, of_each
from tallystick.compat.conformance.mistakes.combining import ALWAYS
from tallystick.compat.conformance.mistakes.counting import (
    JOINED,
    Count,
    Find,
    Score,
    clipped,
    columns_of_case,
    geometric,
    mean,
    ngrams,
    of_segments,
    per_segment,
    score_of,
    scorer,
    segments_of,
    size,
)
from tallystick.compat.conformance.mistakes.orders import Parts, Stages, Sums, of_sums
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


def _counted(
    matches: Count | None = None,
    totals: Count | None = None,
    find: Find = ngrams,
) -> Score:
    """Return a scorer with other matches, totals or n-grams; None keeps the usual ones."""

    def change(columns: Sums, case: Case) -> Sums:
        orders = len(columns["matches"])
        given = {"matches": (matches, clipped), "totals": (totals, size)}
        return {
            name: per_segment(case, orders, count or usual, find)
            for name, (count, usual) in given.items()
            if count or find is not ngrams
        }

    return of_sums(change)


STAGES = Stages(
    _parts,
    geometric,
    _counted,
    100.0,
    ("the precisions", "matches are", "brevity penalty", "matches"),
)


def _over_the_corpus(columns: Sums, case: Case) -> Sums:
    """Return n-grams that are matched over the whole corpus instead of within segments."""
    matches = []
    for order in range(1, len(columns["matches"]) + 1):
        own = sum((ngrams(hypothesis, order) for hypothesis in case.hypotheses), Counter())
        sets = range(case.most_references)
        streams = ([given[at % len(given)] for given in case.references] for at in sets)
        given = [
            sum((ngrams(reference, order) for reference in stream), Counter()) for stream in streams
        ]
        matches.append(clipped(own, given))
    return {"matches": np.array(matches, dtype=float)}


@scorer
def _smoothed(metric: Any, case: Case, change: Callable[[list[float]], list[float]]) -> float:
    """Return a scorer of matches that a function smooths; orders without n-grams keep none."""
    columns = columns_of_case(metric, case)
    matches = columns["matches"]
    if matches.any() or metric.conventions.no_match != "zero":
        smoothed = np.array(change(matches.tolist()))
        columns["matches"] = np.where(columns["totals"] > 0, smoothed, matches)
    return score_of(metric, columns)


def _halved(first: float, *, always: bool = False) -> Score:
    """Return a scorer with falling powers of 1/2 for 0 matches, halved there or at every order."""

    def smooth(matches: list[float]) -> list[float]:
        value, smoothed = first, []
        for count in matches:
            smoothed.append(count or value)
            value /= 1 if count and not always else 2
        return smoothed

    return _smoothed(smooth)


def _added(first: int, matches: bool, totals: bool, number: float) -> Score:
    """Return a scorer that adds a number to matches, to totals or to both, from an order on."""

    def change(columns: Sums, case: Case) -> Sums:
        added = number * (np.arange(1, len(columns["matches"]) + 1) >= first)
        return {
            "matches": columns["matches"] + added * matches,
            "totals": columns["totals"] + added * totals,
        }

    return of_sums(change)


def _added_to_unmatched(columns: Sums, case: Case) -> Sums:
    unmatched = columns["matches"] == 0
    return {name: columns[name] + unmatched for name in ("matches", "totals")}


def _in_base(base: float) -> Score:
    return STAGES.combined(
        lambda it: math.exp(math.log(geometric(it), base)) if min(it) > 0 else 0.0
    )


def _of_segments(metric: Any, case: Case) -> float:
    """Score with precisions that are means over the segments."""
    segments = [STAGES.of(metric, segment).values for segment in segments_of(case)]
    means = list(map(mean, zip(*segments, strict=True)))
    return 100 * STAGES.of(metric, case).penalty * geometric(means)


def _short(metric: Any, case: Case) -> float:
    parts = STAGES.of(metric, case)
    return 0.0 if parts.c < metric.conventions.order else parts.score


def _without_short(metric: Any, case: Case) -> float:
    numbers = [
        at for at, hypothesis in enumerate(case.hypotheses) if len(hypothesis) >= metric.order
    ]
    return STAGES.of(metric, case.take(numbers)).score if numbers else math.nan


@lru_cache(maxsize=64)
def _up_to(metric: Any) -> list[Any]:
    orders = range(1, metric.order + 1)
    return [under(metric, replace(metric.conventions, order=n)) for n in orders]


def _mean_of_orders(metric: Any, case: Case) -> float:
    """Return the mean of the scores of which each order is the highest."""
    return mean(
        [score_of(of_order, columns_of_case(of_order, case)) for of_order in _up_to(metric)]
    )


def _if_short(penalty: Callable[[float, float], float]) -> Score:
    return STAGES.penalized(lambda it: penalty(it.c, it.r) if it.c < it.r else 1.0)


_SHORT: Mapping[str, Callable[[float, float], float]] = {
    "exp(c/r - 1)": lambda c, r: math.exp(c / r - 1),
    "exp(c - r)": lambda c, r: math.exp(c - r),
    "exp(-r/c)": lambda c, r: math.exp(-r / c),
    "exp(1 - r // c), in whole numbers": lambda c, r: math.exp(1 - r // c),
    "2 ** (1 - r/c), to base 2": lambda c, r: 2 ** (1 - r / c),
}
"""Wrong penalties of hypotheses of c tokens that are shorter than their references, of r."""

_SCORERS: Mapping[str, Score] = {
    **STAGES.scorers(),
    **{name: _counted(find=find) for name, find in JOINED.items()},
    "matches are counted over the whole corpus": of_sums(_over_the_corpus),
    "logarithms of base 2 are followed by exp": _in_base(2),
    "logarithms of base 10 are followed by exp": _in_base(10),
    "the precisions of orders without a match are left out": STAGES.combined(
        lambda it: geometric([p for p in it if p > 0]) if any(it) else 0.0
    ),
    "precisions are rounded down to 0 or 1, and 0 has no logarithm": STAGES.combined(
        lambda it: math.exp(sum(math.log(int(p)) for p in it) / len(it))
    ),
    "precisions are rounded down to 0 or 1": STAGES.changed(lambda p: float(int(p))),
    "smoothing begins at 1 instead of 1/2": _halved(1.0),
    "all orders halve the smoothing, with a match or not": _halved(0.5, always=True),
    "1 is added to matches and n-grams of orders without a match": of_sums(_added_to_unmatched),
    "the precisions of the segments are averaged": _of_segments,
    "the score is 0 if hypotheses have fewer tokens than the highest order": _short,
    "segments with fewer tokens than the highest order are left out": _without_short,
    "the scores up to each order are averaged": _mean_of_orders,
    "the scores up to each order are averaged, 0 if an order has no match": (
        lambda *of: _mean_of_orders(*of) if STAGES.of(*of).score else 0.0
    ),
    "the brevity penalty is exp(1 - r/c), also above 1": STAGES.penalized(
        lambda it: math.exp(1 - it.r / it.c)
    ),
    "the brevity penalty is exp(1 - r/c) for long hypotheses instead of short ones": (
        STAGES.penalized(lambda it: math.exp(1 - it.r / it.c) if it.c > it.r else 1.0)
    ),
    **{f"the brevity penalty is {name}": _if_short(of) for name, of in _SHORT.items()},
}

BLEU = tuple(Mistake(name, of_each(of_segments(it)), _METRICS) for name, it in _SCORERS.items())

_ADDED = {"matches and n-grams": (True, True), "matches": (True, False), "n-grams": (False, True)}

_NUMBERED: Mapping[str, Callable[[float], Score]] = {
    "the brevity penalty is raised to the power {:g}": lambda number: STAGES.penalized(
        lambda it: it.penalty**number
    ),
    "a match count of 0 becomes {:g}": lambda number: _smoothed(
        lambda matches: [count or number for count in matches]
    ),
    "a precision of 0 becomes {:g}": lambda number: of_sums(
        lambda columns, case: {
            "matches": np.where(
                columns["matches"] > 0, columns["matches"], number * columns["totals"]
            )
        }
    ),
    "{:g} is added to precisions": lambda number: STAGES.changed(lambda p: p + number),
    "precisions are at least {:g}": lambda number: STAGES.changed(lambda p: max(p, number)),
    "smoothing begins at {:g} instead of 1/2": _halved,
    **{
        f"{{:g}} is added to {what} of {which}": partial(_added, first, *sides)
        for first, which in enumerate(
            ("all orders", "orders above 1", "orders above 2", "orders above 3"), 1
        )
        for what, sides in _ADDED.items()
    },
}


def _scores(of: Callable[..., Score], *numbers: float) -> Scores:
    return of_each(of_segments(of(*numbers)))


def _product(metric: Any, case: Case) -> Parts | None:
    """Return the factors of a score that is their product, for the corpus or its only segment."""
    if getattr(metric.conventions, "average", None) == "macro" and len(case.hypotheses) > 1:
        return None
    parts = STAGES.of(metric, case)
    positive = parts.score > 0 and parts.penalty > 0 and min(parts.values) > 0
    return parts if positive and len(parts.values) == metric.order else None


Row = tuple[list[float], float] | None


def _log_terms(metric: Any, case: Case, score: float) -> Row:
    parts = _product(metric, case)
    if parts is None or score <= 0:
        return None
    return [math.log(factor) for factor in (*parts.values, parts.penalty, math.e)], math.log(
        score / 100
    )


def _log_linear(*numbers: float) -> Score:
    *weights, power, factor = numbers

    def score(metric: Any, case: Case) -> float:
        parts = STAGES.of(metric, case)
        if not parts.penalty or len(parts.values) != len(weights):
            return parts.score
        pairs = [pair for pair in zip(weights, parts.values, strict=True) if pair[0]]
        if any(value <= 0 for _, value in pairs):
            return 0.0
        mean = math.prod(value**weight for weight, value in pairs)
        return float(100 * math.exp(factor) * mean * parts.penalty**power)

    return score


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
    *(Family(name.format, partial(_scores, of), _METRICS) for name, of in _NUMBERED.items()),
    Family(_log_name, partial(_scores, _log_linear), _METRICS, _log_terms),
)
