"""References that are tokenized once, for hypotheses that are produced one after another."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, Any, SupportsIndex

from tallystick.errors import InputError, counted
from tallystick.metrics.base.base_metric import BaseMetric, missing_sources
from tallystick.metrics.corpus.building import pack_sources
from tallystick.metrics.corpus.corpus import Corpus, Hypotheses, References, ReferencesPerSegment
from tallystick.metrics.corpus.text import Text
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import (
    Metric,
    Score,
    completed,
    fitted,
    refuse_without_references,
    segment_form,
    segment_scores,
)
from tallystick.metrics.scoring.scoring import as_metric

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_CALLS = 16
"""The words of the hypotheses stay in memory for this number of calls."""


class PreparedReferences:
    """References prepared for one metric, to score many systems, samples or checkpoints.

    All methods may be called from several threads; other processes get a copy. `segment_score`
    keeps what it needs of the references of each segment that it is called for.

    Args:
        references: For each of S segments its reference, or a list of its references.
        metric: A metric or its spec. A metric with weights of n-grams, such as NIST, takes them
            from these references.
        sources: The source of each segment, for a metric that compares with it.
        threads: The number of threads of one call; the result does not depend on it.

    Attributes:
        references: The references.
        metric: The metric, fitted to the references if necessary.

    Raises:
        InputError: The references or sources have another shape, or the metric needs sources and
            there are none.
        OptionError: `metric` is not a metric, or has no such option.
        UnknownNameError: There is no such metric.

    >>> prepared = PreparedReferences(["the cat sat down", "a dog ran away"])
    >>> prepared.score(["the cat sat down", "a dog ran away"]).score
    100.0
    >>> prepared
    <PreparedReferences: 2 segments for bleu>
    >>> prepared.segment_scores(["the cat sat down", "a dog ran off"]).round(2).tolist()
    [100.0, 59.46]
    >>> round(prepared.segment_score(1, "a dog ran off"), 2)
    59.46
    """

    def __init__(
        self,
        references: ReferencesPerSegment | References,
        *,
        metric: str | Metric = "bleu",
        sources: Iterable[Any] | None = None,
        threads: int = 1,
    ) -> None:
        if not isinstance(references, References):
            references = References.per_segment(references)
        self._threads = threads
        self._workspace = Workspace(threads)
        self._calls = 0
        self._lock = threading.Lock()  # a workspace serves one call at a time
        self.references = references
        self._sources = None if sources is None else pack_sources(sources, references.segments)
        self.metric = fitted(as_metric(metric), [references], self._workspace)
        refuse_without_references(self.metric)
        if self._sources is None and self.metric.identity.needs_sources:
            raise missing_sources(self.metric.identity)
        if self._sources is not None and len(self._sources) != len(references):
            raise InputError(
                f"there are sources for {counted(len(self._sources), 'segment')} but references "
                f"for {counted(len(references), 'segment')}; give one source for every segment"
            )
        self._of_segments = segment_form(self.metric)
        self._scorers: dict[int, Callable[[str], float]] = {}

    def __repr__(self) -> str:
        segments = counted(len(self.references), "segment")
        return f"<PreparedReferences: {segments} for {self.metric.identity.name}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how another process prepares the same references."""
        again = partial(
            PreparedReferences, metric=self.metric, sources=self._sources, threads=self._threads
        )
        return again, (self.references,)

    def score(self, hypotheses: Hypotheses) -> Score:
        """Score the S hypotheses of one system together.

        Raises:
            InputError: The hypotheses are not S strings, or not token lists as the references are.
        """
        return self.metric.score(self._statistics(self.metric, hypotheses))

    def segment_scores(self, hypotheses: Hypotheses) -> NDArray[Any]:
        """Score S hypotheses on their own, shape (S,), in the metric's form for segments.

        Raises:
            InputError: The hypotheses are not S strings, or not token lists as the references are.
        """
        return segment_scores(self._of_segments, self._statistics(self._of_segments, hypotheses))

    def segment_score(self, segment: int, hypothesis: str) -> float:
        """Score one hypothesis of a segment, counted from 0, in the metric's form for segments.

        The fastest call for one hypothesis at a time, as in minimum Bayes risk decoding and for
        rewards in training.

        Returns:
            The score, equal to that of `segment_scores`; NaN where the program of a dialect fails.

        Raises:
            InputError: There is no such segment, the hypothesis is not a string, or the
                references are token lists.
        """
        if not isinstance(hypothesis, str):
            raise InputError(
                f"the hypothesis is of type {type(hypothesis).__name__}; expected a string (str)"
            )
        scorer = self._scorers.get(segment)
        if scorer is None:
            with self._lock:
                scorer = self._scorers[segment] = self._scorer(segment)
        return scorer(hypothesis)

    def _scorer(self, segment: int) -> Callable[[str], float]:
        """Return the function that scores hypotheses of a segment."""
        if not isinstance(segment, SupportsIndex) or not 0 <= segment < len(self.references):
            raise InputError(
                f"there is no segment {segment!r}; expected 0 to {len(self.references) - 1}"
            )
        if not isinstance(self.references.segments, Text):
            raise InputError("the references are token lists; use segment_scores")
        scorer, lines = None, self.references[segment]
        if lines:
            source = None if self._sources is None else str(self._sources[segment])
            scorer = completed(self._of_segments, BaseMetric).segment_scorer(lines, source)
        return scorer or partial(self._score_alone, segment)

    def _score_alone(self, segment: int, hypothesis: str) -> float:
        corpus = Corpus(
            Text.from_lines([hypothesis]),
            self.references.slice(segment, segment + 1),
            sources=None if self._sources is None else self._sources[segment : segment + 1],
        )
        return float(segment_scores(self._of_segments, self._of_segments.statistics(corpus))[0])

    def _statistics(self, metric: Metric, hypotheses: Iterable[Any]) -> Any:
        corpus = Corpus.from_segments(
            hypotheses=hypotheses, references=self.references, sources=self._sources
        )
        with self._lock:
            self._calls += 1
            if self._calls % MOST_CALLS == 0:
                self._workspace = Workspace(self._threads)
            return metric.statistics(corpus, self._workspace)
