"""The stages of metrics that combine precision and recall of n-grams, and mistakes in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

from tallystick.compat.case import Case
from tallystick.compat.conformance.mistake import Fitted, Numbers, Scores, of_each
from tallystick.compat.conformance.mistakes.counting import (
    FINDS,
    Count,
    Find,
    Score,
    clipped,
    distinct,
    ngrams,
    not_clipped,
    scorer,
    size,
    types,
)
from tallystick.compat.conformance.mistakes.operators import (
    CHOICES,
    SMALL,
    Combine,
    combinations_of,
    finite_ratio,
    mean,
    roundings_of,
)

Counts = tuple[float, float, float]
"""Of one order: n-grams of the hypothesis, n-grams of the reference, and matches."""

Orders = Sequence[Counts]
"""The counts of every order."""

Formula = Callable[[Any, Orders], float]
"""A function of the dialect and counts that returns a score, 0 to 100."""

Pair = Callable[[float, float, float], float]
"""A function of precision, recall and beta that returns a score, 0 to 1."""

Choice = Callable[[Sequence[Orders], Callable[[Orders], float]], Orders]
"""A function of the counts of all references and of a score that returns the counts to use."""


class Counting(NamedTuple):
    """How n-grams are counted; the units of a metric that does not compare tokens are its own."""

    matches: Count = clipped
    hypothesis: Count = size
    reference: Count = size
    find: Find = ngrams
    units: Any = None

    def counts_of(self, hypothesis: Sequence[str], reference: Sequence[str], order: int) -> Counts:
        """Count the n-grams of one order."""
        own, other = self.find(hypothesis, order), self.find(reference, order)
        return (
            self.hypothesis(own, [other]),
            self.reference(other, [own]),
            self.matches(own, [other]),
        )


def f_score(precision: float, recall: float, beta: float) -> float:
    """Return F, 0 if it is undefined."""
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below > 0 else 0.0


def added(counts: Iterable[Orders]) -> Orders:
    """Add up counts, order by order."""
    return [
        tuple(map(sum, zip(*of_order, strict=True)))  # type: ignore[misc]
        for of_order in zip(*counts, strict=True)
    ]


def best(references: Sequence[Orders], score: Callable[[Orders], float]) -> Orders:
    """Return the counts of the reference with the highest score."""
    return max(references, key=score)


def _quotient(of: Callable[[float, float, float], tuple[float, float]]) -> Pair:
    return lambda p, r, beta: finite_ratio(*of(p, r, beta))


_PAIRS: tuple[tuple[str, Pair], ...] = (
    ("only precision is used", lambda p, r, beta: p),
    ("only recall is used", lambda p, r, beta: r),
    *(
        (name, lambda p, r, beta, combine=combine: combine([p, r]))
        for name, combine in combinations_of("precision and recall")
    ),
    (
        "the weighted arithmetic mean of precision and recall is used",
        lambda p, r, beta: (p + beta**2 * r) / (1 + beta**2),
    ),
    ("F lacks the factor 1 + beta^2", lambda p, r, beta: f_score(p, r, beta) / (1 + beta**2)),
    (
        "the factor of F is 1 + beta, not squared",
        lambda p, r, beta: f_score(p, r, beta) * (1 + beta) / (1 + beta**2),
    ),
    ("the factor of F is 2 for any beta", lambda p, r, b: f_score(p, r, b) * 2 / (1 + b**2)),
    (
        "beta is squared in the numerator of F only",
        _quotient(lambda p, r, beta: ((1 + beta**2) * p * r, beta * p + r)),
    ),
    (
        "beta squared weights recall in the denominator too",
        _quotient(lambda p, r, beta: ((1 + beta**2) * p * r, beta**2 * (p + r))),
    ),
    (
        "matches are divided by the n-grams of either side (Jaccard)",
        _quotient(lambda p, r, beta: (p * r, p + r - p * r)),
    ),
    ("beta is precision divided by recall", lambda p, r, b: f_score(p, r, p / r) if r else 0.0),
    ("beta is recall divided by precision", lambda p, r, b: f_score(p, r, r / p) if p else 0.0),
    *(
        (name, lambda p, r, beta, change=change: f_score(p, r, change(beta)))
        for name, change in (
            ("beta is inverted", lambda beta: finite_ratio(1, beta)),
            ("beta is not squared", math.sqrt),
            ("beta is squared twice", lambda beta: beta**2),
            ("beta is doubled instead of squared", lambda beta: math.sqrt(2 * beta)),
            ("beta is 0.5", lambda beta: 0.5),
            ("beta is 8", lambda beta: 8.0),
        )
    ),
    *(
        (name, lambda p, r, beta, change=change: f_score(change(p), change(r), beta))
        for name, change in roundings_of("precision and recall are", 1, 2, 3, 4)
    ),
    *(
        (
            f"{small:g} is added to the denominator of F",
            lambda p, r, beta, small=small: (1 + beta**2) * p * r / (beta**2 * p + r + small),
        )
        for small in (*SMALL[2:], 1.0)
    ),
)
"""Wrong combinations of precision and recall."""

_COUNTINGS: tuple[tuple[str, Counting], ...] = (
    ("matches are not clipped", Counting(not_clipped)),
    (
        "matches are not clipped in the reference",
        Counting(lambda own, given: not_clipped(given[0], [own])),
    ),
    (
        "every pair of equal n-grams counts as a match",
        Counting(lambda own, given: sum(count * given[0][it] for it, count in own.items())),
    ),
    ("an n-gram matches at most once", Counting(distinct)),
    ("n-grams are counted once, however often they occur", Counting(distinct, types, types)),
    ("repeated n-grams count once in the totals", Counting(clipped, types, types)),
    (
        "matches are divided by the n-grams of the hypothesis in recall too",
        Counting(reference=lambda own, given: given[0].total()),
    ),
    (
        "matches are divided by the n-grams of the reference in precision too",
        Counting(hypothesis=lambda own, given: given[0].total()),
    ),
    *((name, Counting(find=find)) for name, find in FINDS),
)

_CHOICES: tuple[tuple[str, Choice], ...] = (
    ("the reference with the lowest score is chosen", lambda given, score: min(given, key=score)),
    (
        "of equally good references the last is chosen",
        lambda given, score: max(given[::-1], key=score),
    ),
    (
        "the reference with the most matches is chosen",
        lambda given, score: max(given, key=lambda it: sum(matches for _, _, matches in it)),
    ),
    *(
        (
            f"{noun} is chosen",
            lambda given, score, choose=choose: given[
                choose(int(given[0][0][0]), [int(it[0][1]) for it in given])
            ],
        )
        for noun, choose in CHOICES[2:]
    ),
    ("the counts of all references are added up", lambda given, score: added(given)),
)


def _jackknife(scores: Sequence[float]) -> float:
    """Return the mean of the best scores without each of the references."""
    if len(scores) == 1:
        return scores[0]
    return mean([max(*scores[:at], *scores[at + 1 :]) for at in range(len(scores))])


@dataclass(frozen=True)
class FStages:
    """The stages of a metric.

    Attributes:
        counted: The counts of every segment and reference, of a metric and a case.
        recounted: The score of a metric and a case with other counts.
        scored: The score of a metric and counts with another formula or choice of the reference.
        usual: The usual formula.
        averages: The precisions and recalls of a dialect and counts of which F is averaged.
    """

    counted: Callable[[Any, Case, Counting], list[list[Orders]]]
    recounted: Callable[[Any, Case, list[list[Orders]]], float]
    scored: Callable[[Any, list[list[Orders]], Formula, Choice], float]
    usual: Formula
    averages: Callable[[Any, Orders], list[tuple[float, float]]]

    def as_usual(self, metric: Any, case: Case) -> list[list[Orders]]:
        """Return the counts of every segment and reference, as they should be."""
        return self.counted(metric, case, Counting())

    def of_counting(self, counting: Counting) -> Score:
        """Return a scorer that counts in another way."""
        return _recounted(self, lambda metric, case: self.counted(metric, case, counting))

    def of_formula(self, formula: Formula, choose: Choice = best) -> Score:
        """Return a scorer with another formula or choice of the reference."""
        return _scored(self, formula, choose)

    def of_pair(self, combine: Pair) -> Score:
        """Return a scorer that combines precision and recall in another way."""
        return self.of_formula(
            lambda dialect, counts: (
                100 * mean([combine(p, r, dialect.beta) for p, r in self.averages(dialect, counts)])
            )
        )

    def means(self, dialect: Any, counts: Orders) -> tuple[float, float]:
        """Return the means of the precisions and of the recalls."""
        p, r = map(mean, zip(*self.averages(dialect, counts), strict=True))
        return p, r

    def scorers(self) -> Iterator[tuple[str, Score]]:
        """Yield the mistakes that can be made in every such metric, as scorers by name."""
        yield from ((name, self.of_pair(combine)) for name, combine in _PAIRS)
        yield from ((name, self.of_counting(counting)) for name, counting in _COUNTINGS)
        yield from ((name, self.of_formula(self.usual, choose)) for name, choose in _CHOICES)
        for name, combine in combinations_of("the scores of the references of a segment"):
            yield name, _of_references(self, combine)
        yield (
            "the best scores without each of the references are averaged",
            _of_references(self, _jackknife),
        )
        for side, of in enumerate(("precision", "recall")):
            yield f"the reference with the highest {of} is chosen", _with_highest(self, side)
        yield "precision and recall are averaged over references", _of_averages(self, mean)
        yield (
            "the highest precision and the highest recall of any reference are used",
            _of_averages(self, max),
        )
        yield "the precisions and recalls of the segments are averaged", _averaged(self)
        for side, of in enumerate(("hypothesis", "reference")):
            yield f"segments are weighted by the n-grams of the {of}", _weighted(self, side)
        for which, change in (
            ("1 is added to the matches", lambda it: (it[0], it[1], it[2] + 1)),
            ("1 is added to matches and n-grams", lambda it: (it[0] + 1, it[1] + 1, it[2] + 1)),
            ("matches are divided by one n-gram more", lambda it: (it[0] + 1, it[1] + 1, it[2])),
        ):
            yield which, _with_counts(self, change)

    def fitted(self, metrics: frozenset[str]) -> tuple[Fitted, ...]:
        """Return power means of precision and recall, whose weights are fitted."""

        def terms(power: float, metric: Any, case: Case, score: float) -> Any:
            if len(case.hypotheses) > 1 or case.most_references > 1 or score <= 0:
                return None
            [[counts]] = self.as_usual(metric, case)
            pairs = self.averages(metric.conventions, counts)
            if len(pairs) > 1 or not all(pairs[0]):
                return None
            return [_raised(one, power) for one in pairs[0]], _raised(score / 100, power)

        def scores(power: float, numbers: Numbers) -> Scores:
            return of_each(self.of_pair(lambda p, r, beta: _power_mean(p, r, power, numbers)))

        return tuple(
            Fitted(
                partial(_with_numbers, text), partial(terms, power), partial(scores, power), metrics
            )
            for power, text in (
                (-1, "1 is divided by {} / precision + {} / recall in place of F"),
                (1, "{} * precision + {} * recall is used in place of F"),
                (0, "precision ** {} * recall ** {} is used in place of F"),
            )
        )


@scorer
def _recounted(
    metric: Any, case: Case, stages: FStages, count: Callable[[Any, Case], list[list[Orders]]]
) -> float:
    return stages.recounted(metric, case, count(metric, case))


@scorer
def _scored(metric: Any, case: Case, stages: FStages, formula: Formula, choose: Choice) -> float:
    return stages.scored(metric, stages.as_usual(metric, case), formula, choose)


@scorer
def _with_counts(
    metric: Any, case: Case, stages: FStages, change: Callable[[Counts], Counts]
) -> float:
    """Return a scorer that changes the counts of every order."""
    segments = stages.as_usual(metric, case)
    changed: list[list[Orders]] = [[list(map(change, one)) for one in given] for given in segments]
    return stages.recounted(metric, case, changed)


@scorer
def _of_references(metric: Any, case: Case, stages: FStages, combine: Combine) -> float:
    """Return the mean over segments of a combination of the scores of the references."""
    formula = partial(stages.usual, metric.conventions)
    return mean([combine(list(map(formula, given))) for given in stages.as_usual(metric, case)])


@scorer
def _with_highest(metric: Any, case: Case, stages: FStages, side: int) -> float:
    """Return a scorer that chooses the reference with the highest precision or recall."""

    def choose(given: Sequence[Orders], score: Callable[[Orders], float]) -> Orders:
        return max(given, key=lambda one: stages.means(metric.conventions, one)[side])

    return stages.scored(metric, stages.as_usual(metric, case), stages.usual, choose)


@scorer
def _of_averages(metric: Any, case: Case, stages: FStages, average: Combine) -> float:
    """Return the mean over segments of F of averaged precisions and recalls of references."""
    dialect, scores = metric.conventions, []
    for given in stages.as_usual(metric, case):
        pairs = [stages.means(dialect, one) for one in given]
        p, r = map(average, zip(*pairs, strict=True))
        scores.append(f_score(p, r, dialect.beta))
    return 100 * mean(scores)


@scorer
def _averaged(metric: Any, case: Case, stages: FStages) -> float:
    """Score F of precision and recall that are means over the segments."""
    dialect, formula = metric.conventions, partial(stages.usual, metric.conventions)
    chosen = [best(given, formula) for given in stages.as_usual(metric, case)]
    p, r = map(mean, zip(*(stages.means(dialect, one) for one in chosen), strict=True))
    return 100 * f_score(p, r, dialect.beta)


@scorer
def _weighted(metric: Any, case: Case, stages: FStages, side: int) -> float:
    """Return a mean of segments that is weighted by the n-grams of a side."""
    formula = partial(stages.usual, metric.conventions)
    chosen = [best(given, formula) for given in stages.as_usual(metric, case)]
    weights = [one[0][side] for one in chosen]
    return sum(formula(one) * weight for one, weight in zip(chosen, weights, strict=True)) / sum(
        weights
    )


def _with_numbers(text: str, numbers: Numbers) -> str:
    return text.format(*(f"{one:g}" for one in numbers))


def _raised(number: float, power: float) -> float:
    """Return a positive number to a power, and its logarithm for the power 0."""
    return math.log(number) if power == 0 else number**power


def _power_mean(precision: float, recall: float, power: float, weights: Numbers) -> float:
    """Return the number of which the power is the weighted sum of those of precision and recall.

    Without precision or recall it is 0, unless the power is 1.
    """
    if power != 1 and not (precision > 0 and recall > 0):
        return 0.0
    total = sum(w * _raised(x, power) for w, x in zip(weights, (precision, recall), strict=True))
    if power == 0:
        return math.exp(total)
    return float(total ** (1 / power)) if total > 0 else 0.0
