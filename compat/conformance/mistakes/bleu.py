"""Mistakes in counting and combining the n-grams of BLEU."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Fitted,
    Mistake,
    Numbered,
    Numbers,
    Scores,
    listed,
    of_each,
)
from tallystick.compat.conformance.mistakes.counting import (
    COUNTS,
    FINDS,
    TOTALS,
    Count,
    Find,
    Score,
    clipped,
    columns_of_case,
    distinct,
    last_columns,
    ngrams,
    of_first_reference,
    of_segments,
    one_longer,
    per_segment,
    score_of,
    size,
    summed_length,
    types,
)
from tallystick.compat.conformance.under import under
from tallystick.metrics.bleu.formula import formula_of


def _counts(
    matches: Count | None = None, totals: Count | None = None, find: Find = ngrams
) -> Score:
    """Return a scorer with other matches or totals; those that are None are counted as usual."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        orders = len(columns["matches"])
        if matches is not None or find is not ngrams:
            columns["matches"] = np.array(
                per_segment(case, orders, matches or clipped, find), dtype=float
            )
        if totals is not None or find is not ngrams:
            columns["totals"] = np.array(
                per_segment(case, orders, totals or size, find), dtype=float
            )
        return score_of(metric, columns)

    return score


def _pooled(metric: Any, case: Case) -> float:
    """Score n-grams that are matched over the whole corpus instead of within segments."""
    columns = columns_of_case(metric, case)
    for number in range(len(columns["matches"])):
        order = number + 1
        hypothesis = sum((ngrams(one, order) for one in case.hypotheses), Counter())
        references = [
            sum((ngrams(one[at % len(one)], order) for one in case.references), Counter())
            for at in range(case.most_references)
        ]
        columns["matches"][number] = clipped(hypothesis, references)
    return score_of(metric, columns)


def _with_earlier(*, distant: bool) -> Score:
    """Return a scorer that matches a hypothesis with references of segments before it too."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        given = tuple(
            tuple(chain.from_iterable(case.references[0 if distant else max(0, at - 1) : at + 1]))
            for at in range(len(case.references))
        )
        orders = len(columns["matches"])
        found = per_segment(replace(case, references=given), orders, clipped)
        return score_of(metric, {**columns, "matches": np.array(found, dtype=float)})

    return score


def _totals(change: Callable[[int, int], int]) -> Score:
    """Return a scorer with totals that depend on the length of a hypothesis and the order."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["totals"] = np.array(
            [
                float(sum(change(len(one), order) for one in case.hypotheses))
                for order in range(1, len(columns["totals"]) + 1)
            ]
        )
        return score_of(metric, columns)

    return score


def _length(choose: Callable[[int, list[int]], float]) -> Score:
    """Return a scorer with another reference length of a segment."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["reference_length"] = summed_length(case, choose)
        return score_of(metric, columns)

    return score


class _Parts(NamedTuple):
    score: float
    precisions: list[float]
    penalty: float
    length: float
    reference: float

    @property
    def special(self) -> bool:
        """Whether the score follows from no formula."""
        return math.isnan(self.score) or (
            self.score == 0 < self.penalty and _geometric(self.precisions) > 0
        )


def _parts(metric: Any, case: Case) -> _Parts:
    """Return the score of a case with the precisions, the penalty, c and r."""
    columns = columns_of_case(metric, case)
    found = formula_of(metric.conventions).parts_of_numbers(
        {name: column.tolist() for name, column in columns.items()}
    )
    pairs = zip(found.precisions, found.weights, strict=True)
    return _Parts(
        score_of(metric, columns),
        [one for one, weight in pairs if weight > 0] or [0.0],
        found.brevity_penalty,
        float(columns["hypothesis_length"]),
        float(columns["reference_length"]),
    )


def _mean(combine: Callable[[list[float]], float]) -> Score:
    def score(metric: Any, case: Case) -> float:
        parts = _parts(metric, case)
        return parts.score if parts.special else 100 * parts.penalty * combine(parts.precisions)

    return score


def _penalty(change: Callable[[float, float, float], float]) -> Score:
    """Return a scorer with another penalty, a function of the right one, c and r."""

    def score(metric: Any, case: Case) -> float:
        parts = _parts(metric, case)
        if not parts.penalty:
            return parts.score
        return parts.score / parts.penalty * change(parts.penalty, parts.length, parts.reference)

    return score


def _rounded_penalty(decimals: int) -> Score:
    return _penalty(lambda right, c, r: round(right, decimals))


def _geometric(precisions: Sequence[float]) -> float:
    return math.prod(precisions) ** (1 / len(precisions)) if min(precisions) > 0 else 0.0


def _harmonic(precisions: Sequence[float]) -> float:
    return len(precisions) / sum(1 / one for one in precisions) if min(precisions) > 0 else 0.0


def _in_base(base: float) -> Callable[[list[float]], float]:
    return lambda precisions: (
        math.exp(math.log(_geometric(precisions), base)) if min(precisions) > 0 else 0.0
    )


def _raised(least: float) -> Callable[[list[float]], float]:
    """Return a mean of precisions that are at least a small number."""
    return lambda precisions: _geometric([max(one, least) for one in precisions])


def _added(small: float) -> Callable[[list[float]], float]:
    """Return a mean of precisions to which a small number is added."""
    return lambda precisions: _geometric([one + small for one in precisions])


def _rounded(decimals: int) -> Callable[[list[float]], float]:
    return lambda precisions: _geometric([round(one, decimals) for one in precisions])


def _smoothed(matches: Callable[[list[float]], list[float]]) -> Score:
    """Return a scorer of matches that a function smooths; orders without n-grams keep none."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        if not columns["matches"].any() and metric.conventions.no_match == "zero":
            return score_of(metric, columns)
        smoothed = np.array(matches(columns["matches"].tolist()))
        columns["matches"] = np.where(columns["totals"] > 0, smoothed, columns["matches"])
        return score_of(metric, columns)

    return score


def _halved(first: float, *, always: bool = False) -> Callable[[list[float]], list[float]]:
    """Return a smoothing by falling powers of 1/2, of which the first is given.

    Args:
        first: The number in place of the first 0.
        always: Whether every order halves it, those with a match too.
    """

    def smooth(matches: list[float]) -> list[float]:
        value, found = first, []
        for one in matches:
            found.append(one or value)
            value /= 1 if one and not always else 2
        return found

    return smooth


def _factors(matches: float, totals: float) -> Score:
    """Return a scorer that adds to the matches and to the totals of every order."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["matches"] += matches
        columns["totals"] += totals
        return score_of(metric, columns)

    return score


def _factors_from(first: int, both: bool, number: float) -> Score:
    """Return a scorer that adds a number to matches, perhaps also to totals, from an order on."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        columns["matches"][first - 1 :] += number
        if both:
            columns["totals"][first - 1 :] += number
        return score_of(metric, columns)

    return score


def _raised_unmatched(metric: Any, case: Case) -> float:
    columns = columns_of_case(metric, case)
    unmatched = columns["matches"] == 0
    columns["matches"] += unmatched
    columns["totals"] += unmatched
    return score_of(metric, columns)


def _penalty_of_segments(metric: Any, case: Case) -> float:
    """Score with the mean of the penalties of the segments."""
    parts = _parts(metric, case)
    penalties = [_parts(metric, case.take([number])).penalty for number in _numbers(case)]
    return parts.score / parts.penalty * sum(penalties) / len(penalties)


def _penalty_of_one(place: int) -> Score:
    """Return a scorer with the penalty of one segment."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        of_one = columns_of_case(metric, case.take([_numbers(case)[place]]))
        lengths = {name: of_one[name] for name in ("hypothesis_length", "reference_length")}
        return score_of(metric, {**columns, **lengths})

    return score


def _ratio_of_segments(metric: Any, case: Case) -> float:
    """Score with a penalty for the mean of the ratios r/c of the segments."""
    parts = _parts(metric, case)
    segments = [_parts(metric, case.take([number])) for number in _numbers(case)]
    ratio = sum(one.reference / one.length for one in segments) / len(segments)
    return parts.score / parts.penalty * math.exp(min(0.0, 1 - ratio))


def _numbers(case: Case) -> range:
    return range(len(case.hypotheses))


def _sums_of_segments(metric: Any, case: Case) -> float:
    """Score with precisions that are means over the segments."""
    parts = _parts(metric, case)
    segments = [_parts(metric, case.take([number])).precisions for number in _numbers(case)]
    means = [sum(of_order) / len(segments) for of_order in zip(*segments, strict=True)]
    return 100 * parts.penalty * _geometric(means)


def _corpus_length(choose: Callable[[float, list[int]], float]) -> Score:
    """Return a scorer with a reference length that is chosen among those of whole sets."""

    def score(metric: Any, case: Case) -> float:
        columns = columns_of_case(metric, case)
        sets = [
            sum(len(one[number % len(one)]) for one in case.references)
            for number in range(case.most_references)
        ]
        columns["reference_length"] = np.float64(choose(float(columns["hypothesis_length"]), sets))
        return score_of(metric, columns)

    return score


def _short_segments(metric: Any, case: Case) -> float:
    """Score 0 where a hypothesis has fewer tokens than the highest order."""
    parts = _parts(metric, case)
    return 0.0 if parts.length < metric.conventions.order else parts.score


def _without_short_segments(metric: Any, case: Case) -> float:
    """Score the segments whose hypothesis has an n-gram of the highest order."""
    numbers = [number for number in _numbers(case) if len(case.hypotheses[number]) >= metric.order]
    return _parts(metric, case.take(numbers)).score if numbers else math.nan


def _recall(combine: Callable[[float, float], float]) -> Score:
    """Return a scorer with precisions combined with the recalls of the first reference."""

    def score(metric: Any, case: Case) -> float:
        parts = _parts(metric, case)
        columns = columns_of_case(metric, case)
        orders = len(columns["matches"])
        totals = np.maximum(per_segment(case, orders, of_first_reference), 1)
        recalls = columns["matches"] / totals
        pairs = zip(parts.precisions, recalls.tolist(), strict=True)
        return 100 * parts.penalty * _geometric([combine(*pair) for pair in pairs])

    return score


def _median(hypothesis: int, references: list[int]) -> float:
    return float(sorted(references)[len(references) // 2])


def _characters(spaces: int) -> Score:
    """Return a scorer with a penalty that compares characters, and spaces between tokens if 1."""

    def characters(texts: Iterable[Segment]) -> int:
        return sum(sum(map(len, one)) + spaces * max(0, len(one) - 1) for one in texts)

    def score(metric: Any, case: Case) -> float:
        length = characters(case.hypotheses)
        reference = characters(one[0] for one in case.references)
        parts = _parts(metric, case)
        penalty = 1.0 if length > reference else math.exp(1 - reference / length)
        return parts.score / parts.penalty * penalty

    return score


def _types_of_texts(metric: Any, case: Case) -> float:
    """Score with a penalty that counts every token once."""
    columns = columns_of_case(metric, case)
    columns["hypothesis_length"] = np.float64(sum(len(set(one)) for one in case.hypotheses))
    columns["reference_length"] = np.float64(
        sum(
            min((len(set(one)) for one in given), key=lambda n: (abs(n - len(set(tokens))), n))
            for tokens, given in zip(case.hypotheses, case.references, strict=True)
        )
    )
    return score_of(metric, columns)


def _types_of_references(metric: Any, case: Case) -> float:
    """Score with a penalty that counts every token of a reference once."""
    columns = columns_of_case(metric, case)
    columns["reference_length"] = np.float64(
        sum(
            min((len(set(one)) for one in given), key=lambda n: (abs(n - len(tokens)), n))
            for tokens, given in zip(case.hypotheses, case.references, strict=True)
        )
    )
    return score_of(metric, columns)


def _types_of_hypotheses(metric: Any, case: Case) -> float:
    """Score with a penalty that counts every token of a hypothesis once."""
    columns = columns_of_case(metric, case)
    columns["hypothesis_length"] = np.float64(sum(len(set(one)) for one in case.hypotheses))
    return score_of(metric, columns)


def _up_to_each_order(metric: Any, case: Case) -> float:
    """Score the mean of the scores of which each order is the highest."""
    scores = _of_each_order(metric, case)
    return sum(scores) / len(scores)


def _added_penalty(metric: Any, case: Case) -> float:
    """Score the sum of penalty and mean."""
    parts = _parts(metric, case)
    return 100 * (parts.penalty + _geometric(parts.precisions))


def _replaced(small: float) -> Callable[[list[float]], list[float]]:
    """Return a smoothing that replaces 0 by a number."""
    return lambda matches: [one or small for one in matches]


_SMALL = (1e-16, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3)
"""Small numbers with which programs avoid the logarithm of 0."""


def _weights(change: Callable[[int, int], float]) -> Callable[[list[float]], float]:
    """Return a weighted mean; the weight of an order depends on it and on the number of orders."""

    def mean(precisions: list[float]) -> float:
        if min(precisions) <= 0:
            return 0.0
        orders = len(precisions)
        return math.exp(
            sum(change(order, orders) * math.log(p) for order, p in enumerate(precisions, 1))
        )

    return mean


_SCORERS: tuple[tuple[str, Score], ...] = (
    *((name, _counts(count)) for name, count in COUNTS),
    ("the matches are those of the last segment", last_columns("matches")),
    ("the totals are those of the last segment", last_columns("totals")),
    ("the reference length is that of the last segment", last_columns("reference_length")),
    ("the hypothesis length is that of the last segment", last_columns("hypothesis_length")),
    ("matches are counted over the whole corpus", _pooled),
    ("matches are clipped to the counts in earlier segments too", _with_earlier(distant=True)),
    ("matches are clipped to the counts in the segment before too", _with_earlier(distant=False)),
    ("n-grams are counted once, however often they occur", _counts(distinct, types)),
    ("repeated n-grams count once in the totals", _counts(None, types)),
    *(
        (f"matches are divided by the n-grams of {whose}", _counts(None, total))
        for whose, total in TOTALS
    ),
    *((name, _counts(find=find)) for name, find in FINDS),
    ("the order of the n-grams is one higher", _counts(find=one_longer)),
    ("every order is divided by the number of tokens", _totals(lambda length, order: length)),
    ("a segment of c tokens counts c - n n-grams", _totals(lambda c, n: max(0, c - n))),
    ("one n-gram more is counted in every segment", _totals(lambda c, n: max(1, c - n + 2))),
    ("a segment of c tokens counts c - n + 2 n-grams", _totals(lambda c, n: max(0, c - n + 2))),
    (
        "the totals are those of the whole corpus as one segment",
        lambda metric, case: score_of(
            metric,
            {
                **(columns := columns_of_case(metric, case)),
                "totals": np.maximum(
                    columns["hypothesis_length"] - np.arange(len(columns["totals"])), 0
                ),
            },
        ),
    ),
    ("the arithmetic mean of the precisions is used", _mean(lambda one: sum(one) / len(one))),
    ("the harmonic mean of the precisions is used", _mean(_harmonic)),
    ("the precisions are multiplied without a root", _mean(math.prod)),
    ("every precision is 1", _mean(lambda one: 1.0)),
    ("every precision is 1 if all orders match", _mean(lambda one: float(min(one) > 0))),
    ("the lowest precision is used", _mean(min)),
    ("the scores up to each order are averaged", _up_to_each_order),
    ("only the precision of the highest order is used", _mean(lambda one: one[-1])),
    ("logarithms of base 2 are followed by exp", _mean(_in_base(2))),
    ("logarithms of base 10 are followed by exp", _mean(_in_base(10))),
    (
        "the precisions of orders without a match are left out",
        _mean(lambda one: _geometric([p for p in one if p > 0]) if any(one) else 0.0),
    ),
    (
        "precisions are rounded down to 0 or 1, and 0 has no logarithm",
        _mean(lambda one: math.exp(sum(math.log(int(p)) for p in one) / len(one))),
    ),
    (
        "precisions are rounded down to 0 or 1",
        _mean(lambda one: _geometric([float(int(p)) for p in one])),
    ),
    *(
        (f"precisions are rounded to {decimals} decimals", _mean(_rounded(decimals)))
        for decimals in (1, 2, 3, 4, 5, 6)
    ),
    *((f"precisions are at least {least:g}", _mean(_raised(least))) for least in _SMALL),
    *((f"{small:g} is added to precisions", _mean(_added(small))) for small in _SMALL[2:]),
    *(
        (f"a match count of 0 becomes {small:g}", _smoothed(_replaced(small)))
        for small in (*_SMALL, 0.01, 0.5, 1.0)
    ),
    ("smoothing begins at 1 instead of 1/2", _smoothed(_halved(1.0))),
    ("smoothing begins at 1/4 instead of 1/2", _smoothed(_halved(0.25))),
    ("smoothing begins at 1/200 instead of 1/2", _smoothed(_halved(0.005))),
    ("all orders halve the smoothing, with a match or not", _smoothed(_halved(0.5, always=True))),
    ("1 is added to matches and n-grams of orders without a match", _raised_unmatched),
    ("1 is added to matches, but not to the n-grams", _factors(1, 0)),
    ("1 is added to the n-grams, but not to matches", _factors(0, 1)),
    ("the precisions of the segments are averaged", _sums_of_segments),
    ("recalls are used in place of precisions", _recall(lambda p, r: r)),
    ("the lower of precision and recall is used", _recall(min)),
    (
        "the weights of the orders are 1, 1/2, 1/3 and so on",
        _mean(_weights(lambda order, orders: 1 / order)),
    ),
    (
        "the weights of the orders are 1/2, 1/4, 1/8 and so on",
        _mean(_weights(lambda order, orders: 0.5**order)),
    ),
    (
        "the weights of the orders are those of one order more",
        _mean(_weights(lambda order, orders: 1 / (orders + 1))),
    ),
    (
        "the weights of the orders are those of one order less",
        _mean(_weights(lambda order, orders: 1 / (orders - 1))),
    ),
    ("the weights of the orders are 1/4 for any order", _mean(_weights(lambda n, orders: 0.25))),
    (
        "high orders have the higher weights, in proportion to the order",
        _mean(_weights(lambda n, orders: 2 * n / orders / (orders + 1))),
    ),
    ("the score is 0 if hypotheses have fewer tokens than the highest order", _short_segments),
    (
        "segments with fewer tokens than the highest order are left out",
        _without_short_segments,
    ),
    ("the brevity penalty is c / r", _penalty(lambda right, c, r: min(1.0, c / r))),
    ("the brevity penalty is c / r, also above 1", _penalty(lambda right, c, r: c / r)),
    (
        "the brevity penalty is exp(1 - r/c), also above 1",
        _penalty(lambda right, c, r: math.exp(1 - r / c)),
    ),
    (
        "the brevity penalty is exp(1 - r/c) for long hypotheses instead of short ones",
        _penalty(lambda right, c, r: math.exp(1 - r / c) if c > r else 1.0),
    ),
    ("the brevity penalty is that of the last segment", _penalty_of_one(-1)),
    ("the brevity penalty is that of the first segment", _penalty_of_one(0)),
    (
        "long hypotheses are penalized",
        _penalty(lambda right, c, r: math.exp(1 - c / r) if c > r else 1.0),
    ),
    (
        "long and short hypotheses are penalized",
        _penalty(lambda right, c, r: right * (math.exp(1 - c / r) if c > r else 1.0)),
    ),
    (
        "the brevity penalty is exp(c/r - 1)",
        _penalty(lambda right, c, r: math.exp(c / r - 1) if c < r else 1.0),
    ),
    (
        "the brevity penalty is exp(c - r)",
        _penalty(lambda right, c, r: math.exp(c - r) if c < r else 1.0),
    ),
    (
        "the brevity penalty is exp(-r/c)",
        _penalty(lambda right, c, r: math.exp(-r / c) if c < r else 1.0),
    ),
    (
        "the brevity penalty is added to the orders before the root",
        _penalty(lambda right, c, r: right**0.25),
    ),
    *(
        (
            f"the brevity penalty is rounded to {decimals} decimals",
            _rounded_penalty(decimals),
        )
        for decimals in (1, 2, 3, 4)
    ),
    (
        "the brevity penalty uses r // c, in whole numbers",
        _penalty(lambda right, c, r: math.exp(1 - r // c) if c < r else 1.0),
    ),
    (
        "the brevity penalty is exp(1 - r/c) to base 2",
        _penalty(lambda right, c, r: 2 ** (1 - r / c) if c < r else 1.0),
    ),
    ("the score is divided by the brevity penalty", _penalty(lambda right, c, r: 1 / right)),
    ("the brevity penalty is added", _added_penalty),
    (
        "a hypothesis shorter than its reference is not scored",
        _penalty(lambda right, c, r: float(c >= r)),
    ),
    ("the brevity penalty compares characters", _characters(0)),
    ("the brevity penalty compares characters with spaces", _characters(1)),
    (
        "the reference length of a segment is at least that of the hypothesis",
        _length(lambda c, given: max(c, min(given, key=lambda n: (abs(n - c), n)))),
    ),
    ("the brevity penalty compares the mean of r/c over segments", _ratio_of_segments),
    ("the brevity penalty compares different tokens", _types_of_texts),
    ("the brevity penalty compares different tokens of hypotheses", _types_of_hypotheses),
    (
        "the set of references with the closest length counts for the length",
        _corpus_length(lambda c, sets: min(sets, key=lambda n: (abs(n - c), n))),
    ),
    (
        "the shortest set of references counts for the length",
        _corpus_length(lambda c, sets: min(sets)),
    ),
    (
        "the mean length of the references is rounded",
        _length(lambda c, given: round(sum(given) / len(given))),
    ),
    ("the brevity penalties of the segments are averaged", _penalty_of_segments),
    ("the longest reference counts for the length", _length(lambda c, given: max(given))),
    ("the lengths of all references are added up", _length(lambda c, given: sum(given))),
    ("the median reference counts for the length", _length(_median)),
    (
        "the closest reference that is not empty counts for the length",
        _length(
            lambda c, given: min(filter(None, given), key=lambda n: (abs(n - c), n), default=0)
        ),
    ),
    (
        "the furthest reference counts for the length",
        _length(lambda c, given: max(given, key=lambda n: (abs(n - c), n))),
    ),
    (
        "the first of the furthest references counts for the length",
        _length(lambda c, given: max(given, key=lambda n: abs(n - c))),
    ),
    ("the brevity penalty compares different tokens of references", _types_of_references),
    (
        "of two equally close references the longer counts for the length",
        _length(lambda c, given: min(given, key=lambda n: (abs(n - c), -n))),
    ),
    (
        "the closest length that is not above the hypothesis counts",
        _length(lambda c, given: max((n for n in given if n <= c), default=min(given))),
    ),
    (
        "the closest length that is not below the hypothesis counts",
        _length(lambda c, given: min((n for n in given if n >= c), default=max(given))),
    ),
    (
        "of two equally close references the last counts for the length",
        _length(lambda c, given: min(given[::-1], key=lambda n: abs(n - c))),
    ),
)


def _numbered(name: str, score: Callable[[float], Score]) -> Numbered:
    def scores(number: float) -> Scores:
        return of_each(of_segments(score(number)))

    return Numbered(name, scores, frozenset({"bleu"}))


NUMBERED_BLEU = (
    _numbered(
        "the brevity penalty is raised to the power {}",
        lambda number: _penalty(lambda right, c, r: right**number),
    ),
    _numbered("a match count of 0 becomes {}", lambda number: _smoothed(_replaced(number))),
    _numbered("{} is added to precisions", lambda number: _mean(_added(number))),
    _numbered("precisions are at least {}", lambda number: _mean(_raised(number))),
    _numbered("smoothing begins at {} instead of 1/2", lambda number: _smoothed(_halved(number))),
    *(
        _numbered(f"{{}} is added to {what} {of}", partial(_factors_from, first, both))
        for first, of in (
            (1, "of all orders"),
            (2, "of orders above 1"),
            (3, "of orders above 2"),
            (4, "of orders above 3"),
        )
        for what, both in (("matches and n-grams", True), ("matches", False))
    ),
)
"""Mistakes in BLEU with a number."""


def _of_weights(metric: Any, case: Case) -> _Parts | None:
    """Return the factors of a score that is their product, for the corpus or its only segment."""
    if getattr(metric.conventions, "average", None) == "macro" and len(case.hypotheses) > 1:
        return None
    parts = _parts(metric, case)
    positive = parts.score > 0 and parts.penalty > 0 and min(parts.precisions) > 0
    return parts if positive and len(parts.precisions) == metric.order else None


def _log_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    parts = _of_weights(metric, case)
    if parts is None or score <= 0:
        return None
    terms = [*parts.precisions, parts.penalty, math.e]
    return list(map(math.log, terms)), math.log(score / 100)


def _log_linear(numbers: Numbers) -> Score:
    *weights, power, factor = numbers

    def score(metric: Any, case: Case) -> float:
        parts = _parts(metric, case)
        if not parts.penalty or len(parts.precisions) != len(weights):
            return parts.score
        pairs = [it for it in zip(parts.precisions, weights, strict=True) if it[1]]
        if any(p <= 0 for p, _ in pairs):
            return 0.0
        mean = math.exp(factor) * math.prod(p**weight for p, weight in pairs)
        return float(100 * mean * parts.penalty**power)

    return score


def _log_name(numbers: Numbers) -> str:
    *weights, power, factor = numbers
    names = []
    if any(one != 1 / len(weights) for one in weights):
        names.append(f"the weights of the orders are {listed(weights)}")
    if power != 1:
        names.append(f"the brevity penalty is raised to the power {power:g}")
    if factor:
        names.append(f"the score is multiplied by {math.exp(factor):g}")
    return ", and ".join(names)


def _linear_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    parts = _of_weights(metric, case)
    return None if parts is None else (parts.precisions, score / 100 / parts.penalty)


def _linear(numbers: Numbers) -> Score:
    def score(metric: Any, case: Case) -> float:
        parts = _parts(metric, case)
        if parts.special or len(parts.precisions) != len(numbers):
            return parts.score
        return 100 * parts.penalty * float(np.dot(numbers, parts.precisions))

    return score


def _of_each_order(metric: Any, case: Case) -> list[float]:
    """Return the scores of which each order is the highest."""
    return [score_of(one, columns_of_case(one, case)) for one in _up_to(metric)]


@lru_cache(maxsize=64)
def _up_to(metric: Any) -> list[Any]:
    """Return the metrics of which each order is the highest."""
    orders = range(1, metric.order + 1)
    return [under(metric, replace(metric.conventions, order=n)) for n in orders]


def _sum_terms(metric: Any, case: Case, score: float) -> tuple[list[float], float] | None:
    return (_of_each_order(metric, case), score) if _of_weights(metric, case) else None


def _sum_of_orders(numbers: Numbers, *, zero: bool) -> Score:
    """Return a weighted sum of the scores up to each order; 0 if one of them has no match."""

    def score(metric: Any, case: Case) -> float:
        if zero and not _parts(metric, case).score:
            return 0.0
        return float(np.dot(numbers, _of_each_order(metric, case)))

    return score


def _fitted(
    name: Callable[[Numbers], str],
    terms: Callable[[Any, Case, float], tuple[list[float], float] | None],
    score: Callable[[Numbers], Score],
) -> Fitted:
    def scores(numbers: Numbers) -> Scores:
        return of_each(of_segments(score(numbers)))

    return Fitted(name, terms, scores, frozenset({"bleu"}))


FITTED_BLEU = (
    _fitted(_log_name, _log_terms, _log_linear),
    _fitted(
        lambda numbers: f"the sum of {listed(numbers)} of the precisions is used",
        _linear_terms,
        _linear,
    ),
    *(
        _fitted(
            lambda numbers, end=end: (  # type: ignore[misc]
                f"the sum of {listed(numbers)} of the scores up to each order is returned{end}"
            ),
            _sum_terms,
            partial(_sum_of_orders, zero=zero),
        )
        for zero, end in ((False, ""), (True, ", 0 if an order has no match"))
    ),
)
"""Mistakes in BLEU with several numbers."""

BLEU = tuple(
    Mistake(name, of_each(of_segments(score)), frozenset({"bleu"})) for name, score in _SCORERS
)
"""Mistakes that can be made in BLEU."""
