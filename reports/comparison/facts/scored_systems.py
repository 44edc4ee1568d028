"""Systems scored on one test set, the input of all that a comparison computes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, get_args

import numpy as np

from tallystick.metrics.corpus.corpus import Corpus, References
from tallystick.metrics.corpus.text import Text, Tokens
from tallystick.metrics.interface.metric import Metric, segment_form
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.reports.comparison.model import Tokenization

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.resampling.units import Units
    from tallystick.metrics.scoring.scoring import SystemScored
    from tallystick.metrics.sums.statistics import Statistics

DEFAULT_TOKENIZER = "13a"


@dataclass(frozen=True, eq=False)
class ScoredSystems:
    """Systems scored on one test set; all but scores and differences is of their first runs.

    `metrics` are those requested, by their names in the report; `corpora` are empty if texts are
    not known, else they have the same references, and the metadata of the first counts.
    """

    metrics: Mapping[str, Metric]
    runs: Mapping[str, Sequence[SystemScored]]
    units: Units
    corpora: tuple[Corpus, ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the systems."""
        return tuple(self.runs)

    @cached_property
    def fitted(self) -> dict[str, Metric]:
        """The metrics after fitting, which computed the statistics."""
        first = next(iter(self.runs.values()))[0]
        return dict(zip(self.metrics, (one.metric for one in first.scored), strict=True))

    @cached_property
    def statistics(self) -> dict[str, tuple[Statistics, ...]]:
        """The statistics of each system, by metric."""
        return {
            name: tuple(runs[0].scored[number].statistics for runs in self.runs.values())
            for number, name in enumerate(self.metrics)
        }

    def rows(self, metric: str) -> NDArray[Any]:
        """Return the statistics under one metric, shape (systems, segments, columns)."""
        return np.stack([statistics.rows for statistics in self.statistics[metric]])

    def segment_scores(self) -> dict[str, NDArray[np.float64]]:
        """Return the segment scores by metric, shape (systems, segments); NaN if not finite."""
        found: dict[str, NDArray[np.float64]] = {}
        for name, metric in self.fitted.items():
            scores = np.asarray(segment_form(metric).formula(self.rows(name)), np.float64)
            found[name] = np.where(np.isfinite(scores), scores, np.nan)
        return found

    @property
    def segments(self) -> int:
        """The number of segments."""
        return len(self.corpora[0])

    @property
    def references(self) -> References:
        """The references of all systems."""
        return self.corpora[0].references

    @cached_property
    def hypothesis_strings(self) -> tuple[tuple[str, ...], ...]:
        """The hypotheses of each system as strings."""
        return tuple(strings_of(corpus.hypotheses) for corpus in self.corpora)

    @cached_property
    def reference_strings(self) -> tuple[str, ...]:
        """The references of all segments as strings."""
        return strings_of(self.references.segments)

    def corpora_with_reference(self, place: int) -> tuple[Corpus, ...]:
        """Return the systems' corpora with a single reference, the one at a place from 0."""
        chosen = self.references.segments.take(self.references.offsets[:-1] + place)
        alone = References.one_each(chosen)
        return tuple(replace(corpus, references=alone) for corpus in self.corpora)


def tokenization_of(metrics: Mapping[str, Metric]) -> Tokenization:
    """Return the tokenization of lengths, words and distinguishing n-grams.

    It is that of the first metric with precisions by order, else of the first with a tokenizer.
    """
    by_order = [one for one in metrics.values() if one.identity.precision_by_order]
    found = (own_tokenization(one) for one in (*by_order, *metrics.values()))
    return next((one for one in found if one is not None), Tokenization(DEFAULT_TOKENIZER, "none"))


def own_tokenization(metric: Metric) -> Tokenization | None:
    """Return the tokenization of a metric; None if it has no tokenizer."""
    tokenizer = getattr(metric, "tokenize", None)
    if not isinstance(tokenizer, str):
        return None
    lowercase: Any = getattr(metric, "lowercase", None)
    return Tokenization(tokenizer, lowercase if lowercase in get_args(Lowercase) else "none")


def strings_of(segments: Text | Tokens) -> tuple[str, ...]:
    """Return every segment as a string, with its tokens joined by spaces.

    >>> strings_of(Tokens.from_lists([["a", "b"], []]))
    ('a b', '')
    """
    return tuple(segments) if isinstance(segments, Text) else tuple(map(" ".join, segments))
