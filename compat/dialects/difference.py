"""How two metrics differ, with the smallest input found that shows it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from tallystick.compat.case import Case, TextCase
from tallystick.compat.conformance.probes import scores_one_by_one
from tallystick.compat.dialects.candidates import (
    Candidate,
    Segment,
    empty_sides,
    near_copies,
    segment_pairs,
    single_segments,
    texts,
)
from tallystick.errors import InputError, OptionError
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import Metric, fitted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.dialect import Dialect

VISIBLE = 0.005
"""Smaller differences may be invisible in scores with two decimals."""

MOST_TOKENS = {1: 7, 2: 6}
"""By number of references, the largest number of tokens for which all segments are tried."""

WITH_SOURCES = {2: 6, 3: 6}
"""The same for metrics that need sources, which are the last of these references."""


@dataclass(frozen=True, slots=True)
class Example:
    """Lines on which two metrics differ, and their scores, which are NaN if undefined."""

    hypotheses: tuple[str, ...]
    references: tuple[tuple[str, ...], ...]
    sources: tuple[str, ...] | None
    one: float
    other: float

    @property
    def corpus(self) -> Corpus:
        """The input as a corpus of text."""
        return TextCase(self.hypotheses, self.references, self.sources).corpus


@dataclass(frozen=True, slots=True)
class Difference:
    """How two metrics differ.

    Attributes:
        axes: The axes that differ, each with the values of the first and the second metric.
        example: The smallest input found on which the scores differ; None if none was found.
        decisive: The axes whose values alone, taken from the second metric, change the score of
            the first metric on the example, each with the resulting score.
    """

    axes: dict[str, tuple[Any, Any]]
    example: Example | None
    decisive: dict[str, float]


class HasDialect(Metric, Protocol):
    """A metric with a dialect; its constructor takes an option `dialect`."""

    @property
    def conventions(self) -> Dialect:
        """The dialect with the options applied."""
        ...


def difference(one: HasDialect, other: HasDialect) -> Difference:
    """Compare two metrics of one class that may follow different dialects.

    The search for an example tries inputs of growing size, those with an empty side last. It first
    looks for a difference in scores above 0.005, which two decimals show, and then for any relative
    difference above 1e-9.

    >>> from tallystick import Bleu
    >>> clipping = difference(Bleu(dialect="sacrebleu"), Bleu(dialect="mteval-v13a"))
    >>> clipping.example.hypotheses, clipping.example.references
    (('a',), (('a',),))
    >>> sorted(clipping.decisive)
    ['missing_order']
    """
    axes = one.conventions.differences(other.conventions)
    example = smallest_example(one, other)
    decisive: dict[str, float] = {}
    if example is not None:
        for axis, (_, value) in axes.items():
            changed = _with_axis(one, axis, value)
            if changed is None:
                continue
            score = _score(changed, example.corpus)
            if _apart(score, example.one, 1e-9):
                decisive[axis] = score
    return Difference(axes, example, decisive)


def smallest_example(one: Metric, other: Metric) -> Example | None:
    """Return the smallest input found on which two metrics differ; None if none was found."""
    for least in (VISIBLE, 0.0):
        for candidate in _searched(one, other, least):
            return _shrunk(one, other, candidate, least)
    return None


def _searched(one: Metric, other: Metric, least: float) -> Iterator[Candidate]:
    small = {1: 5, 2: 4} if scores_one_by_one(one) else MOST_TOKENS
    if one.identity.needs_sources:
        small = WITH_SOURCES
    for references, most in small.items():
        for tokens in range(references + 1, most + 1):
            yield from _differing(one, other, single_segments(tokens, references), least)
    for more in (near_copies(), segment_pairs(), texts(), empty_sides()):
        yield from _differing(one, other, more, least)


def _differing(
    one: Metric, other: Metric, candidates: Iterable[Candidate], least: float
) -> Iterator[Candidate]:
    """Yield the candidates on which the metrics differ."""
    stream = iter(candidates)
    while batch := list(islice(stream, 1000)):
        mine, theirs = _scores(one, batch), _scores(other, batch)
        for number in np.flatnonzero(_apart(mine, theirs, least)):
            yield batch[number]


def _scores(metric: Metric, candidates: Sequence[Candidate]) -> NDArray[Any]:
    if scores_one_by_one(metric):
        return np.array(
            [_score(metric, _case(metric, candidate).corpus) for candidate in candidates]
        )
    segments = tuple(segment for candidate in candidates for segment in candidate)
    rows = metric.statistics(_case(metric, segments).corpus).rows
    starts = np.cumsum([0, *(len(candidate) for candidate in candidates[:-1])])
    return metric.formula(np.add.reduceat(rows, starts, axis=0))


def _score(metric: Metric, corpus: Corpus) -> float:
    ready = fitted(metric, [corpus.references], Workspace())
    return float(ready.formula(ready.statistics(corpus).total()))


def _case(metric: Metric, candidate: Candidate) -> TextCase:
    """Return a candidate as lines, with sources if the metric needs them."""
    if not metric.identity.needs_sources:
        return TextCase(*zip(*candidate, strict=True))
    return TextCase(*zip(*map(_with_source, candidate), strict=True))


def _with_source(segment: Segment) -> tuple[str, tuple[str, ...], str]:
    """Return a segment with a source: the last of several references, or a changed hypothesis."""
    hypothesis, references = segment
    if len(references) > 1:
        return hypothesis, references[:-1], references[-1]
    return hypothesis, references, " ".join([*hypothesis.split(" ")[:-1], "x"])


def _apart(one: Any, other: Any, least: float) -> Any:
    """Return whether scores differ, elementwise; an undefined score differs from the others."""
    error = np.isnan(one) != np.isnan(other)
    scale = 1e-9 * np.maximum(np.abs(one), np.abs(other))
    return error | (np.abs(one - other) > np.maximum(least, scale))


def _shrunk(one: Metric, other: Metric, candidate: Candidate, least: float) -> Example:
    """Remove segments, references and tokens as long as the metrics still differ."""

    def scores(case: Case) -> tuple[float, float]:
        corpus = case.joined.corpus
        try:
            return _score(one, corpus), _score(other, corpus)
        except InputError:  # a metric can refuse unequal numbers of references
            return math.nan, math.nan

    lines = _case(one, candidate)
    case = Case.from_lines(lines.hypotheses, lines.references, lines.sources)
    while True:
        without = _empty_sides(case)
        allowed = (fewer for fewer in case.smaller() if _empty_sides(fewer) <= without)
        smaller = next((fewer for fewer in allowed if _apart(*scores(fewer), least)), None)
        if smaller is None:
            text = case.joined
            return Example(text.hypotheses, text.references, text.sources, *scores(case))
        case = smaller


def _empty_sides(case: Case) -> int:
    sides = chain(case.hypotheses, case.sources or (), *case.references)
    return sum(not tokens for tokens in sides)


def _with_axis(metric: Any, axis: str, value: Any) -> Metric | None:
    """Return the metric with one axis changed; None if the other axes do not allow it."""
    try:
        changed: Metric = type(metric)(dialect=replace(metric.conventions, **{axis: value}))
    except OptionError:
        return None
    return changed
