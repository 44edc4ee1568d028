"""The stages of metrics that combine precision and recall of n-grams, and mistakes in them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from tallystick.compat.case import Case, Segment
from tallystick.compat.conformance.mistake import (
    Changes,
    Family,
    Mistake,
    Staged,
    in_stage,
    in_stages,
)
from tallystick.compat.conformance.mistakes.counting import (
    COUNTINGS,
    JOINED,
    Count,
    Find,
    Ngrams,
    clipped,
    combinations_of,
    finite_ratio,
    mean,
    ngrams,
    not_clipped,
    roundings_of,
    size,
)

Counts = tuple[float, float, float]
"""Of one order: n-grams of the hypothesis, n-grams of the reference, and matches."""

Orders = Sequence[Counts]

Segments = list[list[Orders]]
"""The counts of every segment with each of its references."""

Formula = Callable[[Any, Orders], float]
"""A function of the dialect and counts that returns a score, 0 to 100."""

Pair = Callable[[float, float, float], float]
"""A function of precision, recall and beta that returns a score, 0 to 1."""

Choice = Callable[[Sequence[Orders], Callable[[Orders], float]], Orders]
"""A function of the counts of all references and of a score that returns the counts to use."""


class Counting(NamedTuple):
    """How n-grams are counted; the units of a metric that does not compare tokens are its own."""

    matches: Count = clipped
    totals: Count = size
    hypothesis: Count | None = None  # otherwise the totals
    reference: Count | None = None
    find: Find = ngrams
    units: Any = None

    def counts_of(self, hypothesis: Segment, reference: Segment, order: int) -> Counts:
        """Count the n-grams of one order."""
        own, other = self.find(hypothesis, order), self.find(reference, order)
        return (
            (self.hypothesis or self.totals)(own, [other]),
            (self.reference or self.totals)(other, [own]),
            self.matches(own, [other]),
        )


def f_score(precision: float, recall: float, beta: float) -> float:
    """Return F, 0 if it is undefined."""
    below = beta**2 * precision + recall
    return (1 + beta**2) * precision * recall / below if below > 0 else 0.0


def ratios(dialect: Any, counts: Orders) -> list[tuple[float, float]]:
    """Return precision and recall of every order, 0 without n-grams."""
    return [(finite_ratio(row[2], row[0]), finite_ratio(row[2], row[1])) for row in counts]


def added(counts: Iterable[Orders]) -> Orders:
    """Add up counts, order by order."""
    return [
        tuple(map(sum, zip(*of_order, strict=True)))  # type: ignore[misc]
        for of_order in zip(*counts, strict=True)
    ]


def best(references: Sequence[Orders], score: Callable[[Orders], float]) -> Orders:
    """Return the counts of the reference with the highest score."""
    return max(references, key=score)


_PAIRS: Mapping[str, Pair] = {
    "only precision is used": lambda p, r, beta: p,
    "only recall is used": lambda p, r, beta: r,
    **{
        name: partial(lambda combine, p, r, beta: combine([p, r]), combine)
        for name, combine in combinations_of("precision and recall").items()
    },
    "F lacks the factor 1 + beta^2": lambda p, r, beta: f_score(p, r, beta) / (1 + beta**2),
    "the factor of F is 1 + beta, not squared": (
        lambda p, r, beta: f_score(p, r, beta) * (1 + beta) / (1 + beta**2)
    ),
    "the factor of F is 2 for any beta": lambda p, r, b: f_score(p, r, b) * 2 / (1 + b**2),
    "beta is squared in the numerator of F only": (
        lambda p, r, beta: finite_ratio((1 + beta**2) * p * r, beta * p + r)
    ),
    "matches are divided by the n-grams of either side (Jaccard)": (
        lambda p, r, beta: finite_ratio(p * r, p + r - p * r)
    ),
    "beta is precision divided by recall": lambda p, r, b: f_score(p, r, p / r) if r else 0.0,
    "beta is recall divided by precision": lambda p, r, b: f_score(p, r, r / p) if p else 0.0,
    "beta is inverted": lambda p, r, beta: f_score(p, r, finite_ratio(1, beta)),
    "beta is not squared": lambda p, r, beta: f_score(p, r, math.sqrt(beta)),
    "beta is squared twice": lambda p, r, beta: f_score(p, r, beta**2),
    "beta is doubled instead of squared": lambda p, r, b: f_score(p, r, math.sqrt(2 * b)),
    **{
        name: partial(lambda change, p, r, beta: f_score(change(p), change(r), beta), change)
        for name, change in roundings_of("precision and recall are", 1, 2, 3, 4).items()
    },
}


def _of_other_side(own: Ngrams, given: list[Ngrams]) -> int:
    return given[0].total()


CHOICES: Mapping[str, Choice] = {
    "the reference with the lowest score is chosen": lambda given, score: min(given, key=score),
    "of equally good references the last is chosen": (
        lambda given, score: max(given[::-1], key=score)
    ),
    "the reference with the most matches is chosen": (
        lambda given, score: max(given, key=lambda it: sum(matches for _, _, matches in it))
    ),
    "the counts of all references are added up": lambda given, score: added(given),
}


_CHANGES: Changes = {
    "pair": _PAIRS,
    "matches": {
        "matches are not clipped in the reference": lambda own, given: not_clipped(given[0], [own]),
        "every pair of equal n-grams counts as a match": (
            lambda own, given: sum(count * given[0][it] for it, count in own.items())
        ),
    },
    "reference": {
        "matches are divided by the n-grams of the hypothesis in recall too": _of_other_side
    },
    "hypothesis": {
        "matches are divided by the n-grams of the reference in precision too": _of_other_side
    },
    "find": JOINED,
    "choice": CHOICES,
    "averaged": {"the precisions and recalls of the segments are averaged": True},
}
"""The mistakes that can be made in every such metric, besides `COUNTINGS`."""


@dataclass(frozen=True)
class FStages:
    """The stages of a metric: what counts, and what scores other counts or with other formulas."""

    metrics: frozenset[str]
    counted: Callable[[Any, Case, Counting], Segments]
    recounted: Callable[[Any, Case, Segments], float]
    scored: Callable[[Any, Segments, Formula, Choice], float]
    usual: Formula
    averages: Callable[[Any, Orders], list[tuple[float, float]]]  # of which F is averaged

    def score(
        self,
        metric: Any,
        case: Case,
        *,
        recount: Callable[[Any, Case, Segments], Segments] | None = None,
        pair: Pair | None = None,
        formula: Formula | None = None,
        choice: Choice | None = None,
        averaged: bool = False,
        **counting: Any,
    ) -> float:
        """Return the score of a case, with some stages in another way."""
        segments = self.counted(metric, case, Counting(**counting))
        if recount:
            segments = recount(metric, case, segments)
        if averaged:
            return self._averaged(metric.conventions, segments, pair or f_score, choice or best)
        if pair:
            formula = partial(self._of_pair, pair)
        if formula or choice:
            return self.scored(metric, segments, formula or self.usual, choice or best)
        return self.recounted(metric, case, segments)

    def _of_pair(self, pair: Pair, dialect: Any, counts: Orders) -> float:
        return 100 * mean([pair(p, r, dialect.beta) for p, r in self.averages(dialect, counts)])

    def _averaged(self, dialect: Any, segments: Segments, pair: Pair, choose: Choice) -> float:
        chosen = [choose(given, partial(self.usual, dialect)) for given in segments]
        pairs = [map(mean, zip(*self.averages(dialect, group), strict=True)) for group in chosen]
        p, r = map(mean, zip(*pairs, strict=True))
        return 100 * pair(p, r, dialect.beta)

    def mistakes(self, changes: Changes) -> tuple[Mistake, ...]:
        """Return the mistakes of every such metric, and those of this one."""

        def of_nothing(dialect: Any, counts: Orders) -> float:
            return self.usual(dialect, counts) if any(map(any, counts)) else 100.0

        nothing: Changes = {
            "formula": {"without n-grams on both sides the score is perfect": of_nothing}
        }
        return in_stages(self.score, self.metrics, COUNTINGS, _CHANGES, changes, nothing)

    def families(self) -> tuple[Family, ...]:
        """Return the sum of precision and recall, whose weights are fitted."""

        def terms(metric: Any, case: Case, score: float) -> Any:
            if len(case.hypotheses) > 1 or case.most_references > 1 or score <= 0:
                return None
            [[counts]] = self.counted(metric, case, Counting())
            pairs = self.averages(metric.conventions, counts)
            return (pairs[0], score / 100) if len(pairs) == 1 and all(pairs[0]) else None

        def scores(*weights: float) -> Staged:
            return in_stage(self.score, "pair", lambda p, r, beta: float(np.dot(weights, (p, r))))

        name = "{:g} * precision + {:g} * recall is used in place of F".format
        return (Family(name, scores, self.metrics, terms),)
