"""Mistakes of programs: each turns correct scores into those of a program that makes it."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.case import Case
from tallystick.compat.implementations.implementation import perfect_score
from tallystick.errors import TallystickError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.conformance.probes import Probes

Scores = Callable[[Any, "Probes"], "NDArray[np.float64]"]
"""A function of a metric and probes that returns the scores of a program with the mistake."""


@dataclass(frozen=True, slots=True)
class Around:
    """The scores of a program that changes the input or the scores of another computation."""

    change: Callable[[Scores, Any, Probes], NDArray[np.float64]]

    def scores_with(self, inner: Scores) -> Scores:
        """Return the scores of the program around those of another one."""
        return partial(self.change, inner)

    def __call__(self, metric: Any, probes: Probes) -> NDArray[np.float64]:
        """Return the scores of the program around the metric."""
        return self.change(lambda metric, probes: probes.scores(metric), metric, probes)


@dataclass(frozen=True, slots=True)
class Staged:
    """The scores of a program that computes some stages of a score in another way."""

    score: Callable[..., float]  # of a metric and a tokenized case, given other stages by name
    stages: tuple[tuple[str, Any], ...] = ()

    def __call__(self, metric: Any, probes: Probes) -> NDArray[np.float64]:
        """Return the scores of the program; an error is NaN."""
        score = partial(self.score, metric, **dict(self.stages))

        def alone(case: Case) -> float:
            try:
                return float(score(case))
            except (ArithmeticError, ValueError, TypeError, TallystickError):
                return math.nan  # also of a complex number

        return np.array([alone(case) for case in probes.tokenized(metric)])


@dataclass(frozen=True, slots=True)
class Mistake:
    """A mistake that a program may make in some metrics or tokenizers, by default in all."""

    name: str
    scores: Scores  # otherwise those of the metric; NaN where undefined
    metrics: frozenset[str] = frozenset()
    tokenizers: frozenset[str] = frozenset()
    combined_of: tuple[Mistake, ...] = ()  # each around those before it, or in another stage

    @property
    def parts(self) -> tuple[Mistake, ...]:
        """The mistakes that are combined, or this one alone."""
        return self.combined_of or (self,)

    def without(self, part: Mistake) -> Mistake | None:
        """Return the mistake without one of its parts; None if nothing is left."""
        rest = [other for other in self.parts if other != part]
        return _combination(rest) if rest else None

    def fits(self, metric: Any) -> bool:
        """Return whether the mistake can be made in a metric."""
        tokenizer = getattr(metric.conventions, "tokenize", None)
        return (not self.metrics or metric.identity.name in self.metrics) and (
            not self.tokenizers or tokenizer in self.tokenizers
        )

    def combined(self, other: Mistake | None) -> Iterator[Mistake]:
        """Yield the mistake, or those of a program that makes another one too."""
        if other is None:
            yield self
        elif self not in other.parts:
            after = _combination([*other.parts, self])
            before = _combination([self, *other.parts])
            if after is not None:
                yield after
            # the order of stages is that of the metric
            if before is not None and not isinstance(before.scores, Staged):
                yield before


def _combination(parts: Sequence[Mistake]) -> Mistake | None:
    """Return mistakes that a program makes together; None if they exclude one another."""
    first, *others = parts
    scores = first.scores
    for other in others:
        if isinstance(other.scores, Around):
            scores = other.scores.scores_with(scores)
            continue
        if not (isinstance(other.scores, Staged) and isinstance(scores, Staged)):
            return None
        stages = (*scores.stages, *other.scores.stages)
        if scores.score != other.scores.score or len(dict(stages)) < len(stages):
            return None
        scores = Staged(scores.score, stages)
    if not others:
        return first
    name = ", and ".join(part.name for part in parts)
    return replace(first, name=name, scores=scores, combined_of=tuple(parts))


Changes = Mapping[str | tuple[str, ...], Mapping[str, Any]]
"""Changes of a stage, or of several together, each by the name of a mistake."""


def in_stage(score: Callable[..., float], stage: str | tuple[str, ...], change: Any) -> Staged:
    """Return the scores of a program that changes a stage of a score, or several together."""
    if isinstance(stage, str):
        return Staged(score, ((stage, change),))
    return Staged(score, tuple(zip(stage, change, strict=True)))


def in_stages(
    score: Callable[..., float], metrics: frozenset[str], *tables: Changes
) -> tuple[Mistake, ...]:
    """Return the mistakes in the stages of a score."""
    return tuple(
        Mistake(name, in_stage(score, stage, change), metrics)
        for table in tables
        for stage, changes in table.items()
        for name, change in changes.items()
    )


Terms = Callable[[Any, Case, float], tuple[Sequence[float], float] | None]
"""A function of a metric, a tokenized case and a score that returns what numbers weight, and the
sum that they should make."""


@dataclass(frozen=True, slots=True)
class Family:
    """Mistakes that differ in numbers, which are fitted to the scores of a program; without terms
    there is one number, which is positive.
    """

    name: Callable[..., str]
    scores: Callable[..., Scores]
    metrics: frozenset[str] = frozenset()
    terms: Terms | None = None

    def fits(self, metric: Any) -> bool:
        """Return whether the mistakes can be made in a metric."""
        return not self.metrics or metric.identity.name in self.metrics

    def at(self, *numbers: float) -> Mistake:
        """Return the mistake with numbers."""
        return Mistake(self.name(*numbers), self.scores(*numbers), self.metrics)


def of_number(
    score: Callable[..., float], metrics: frozenset[str], table: Changes
) -> tuple[Family, ...]:
    """Return mistakes in stages, whose names and changes are functions of a number."""

    return tuple(
        Family(
            name.format,
            lambda number, stage=stage, change=change: in_stage(score, stage, change(number)),
            metrics,
        )
        for stage, changes in table.items()
        for name, change in changes.items()
    )


def listed(numbers: Sequence[float]) -> str:
    """Return numbers as words, such as "1, 2 and 3"."""
    *first, last = (f"{number:g}" for number in numbers)
    return f"{', '.join(first)} and {last}" if first else last


def of_changed(change: Callable[[Case], Case]) -> Around:
    """Return the scores of a program that changes its input."""
    return of_parts(lambda case: (change(case),), lambda scores: scores[0])


def of_parts(
    parts: Callable[[Case], Iterable[Case]], combine: Callable[[NDArray[np.float64]], float]
) -> Around:
    """Return the scores of a program that combines the scores of parts, undefined without parts."""
    return of_parts_of_cases(parts, lambda scores, case: combine(scores))


def of_parts_of_cases(
    parts: Callable[[Case], Iterable[Case]],
    combine: Callable[[NDArray[np.float64], Case], float],
) -> Around:
    """Return the scores of a program that combines scores of parts, given the case too."""

    def change(inner: Scores, metric: Any, probes: Probes) -> NDArray[np.float64]:
        together, sizes = probes.parts(parts)
        scores, ends = inner(metric, together), np.cumsum(sizes)
        spans = zip(probes.cases, ends - sizes, ends, strict=True)
        return np.array([combine(scores[a:b], case) if a < b else np.nan for case, a, b in spans])

    return Around(change)


def of_scores(change: Callable[[NDArray[np.float64], float], NDArray[np.float64]]) -> Around:
    """Return the scores of a program that changes its result, given the perfect score: that of an
    error rate is 100%, the score that programs write as 1.
    """
    return Around(
        lambda inner, metric, probes: change(
            inner(metric, probes), perfect_score(metric.identity.name) or np.inf
        )
    )
