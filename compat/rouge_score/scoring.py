"""`rouge_score.scoring`: scores of texts and their aggregation."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, NamedTuple

import numpy as np


class Score(NamedTuple):
    """Precision, recall and F, 0 to 1."""

    precision: float
    recall: float
    fmeasure: float


class AggregateScore(NamedTuple):
    """The ends of a confidence interval, and what is between them."""

    low: Any
    mid: Any
    high: Any


class BaseScorer(ABC):
    """Base class of scorers, with one method."""

    @abstractmethod
    def score(self, target: str, prediction: str) -> dict[str, Score]:
        """Return the scores of a prediction by type."""


class BootstrapAggregator:
    """Collects scores and returns their mean with a confidence interval.

    Args:
        confidence_interval: The share of resampled means inside the interval, 0 to 1.
        n_samples: The number of resamples, which are drawn by `numpy.random`.
        exact: Whether `mid` is the mean of the scores. With False it is the median of the means of
            the resamples, as in rouge-score, which differs from one call to the next. The ends of
            the interval are those of rouge-score in both cases.

    Raises:
        ValueError: The share or the number is out of range.

    >>> aggregator = BootstrapAggregator()
    >>> for f in (0.5, 1.0):
    ...     aggregator.add_scores({"rouge1": Score(precision=1.0, recall=0.5, fmeasure=f)})
    >>> aggregator.aggregate()["rouge1"].mid
    Score(precision=1.0, recall=0.5, fmeasure=0.75)
    """

    def __init__(
        self, confidence_interval: float = 0.95, n_samples: int = 1000, *, exact: bool = True
    ) -> None:
        if confidence_interval < 0 or confidence_interval > 1:
            raise ValueError("confidence_interval must be in range [0, 1]")
        if n_samples <= 0:
            raise ValueError("n_samples must be positive")
        self._confidence_interval = confidence_interval
        self._n_samples = n_samples
        self._exact = exact
        self._scores: dict[str, list[Any]] = {}

    def add_scores(self, scores: dict[str, Any]) -> None:
        """Add the scores of a text: a named tuple of numbers for each type."""
        for kind, score in scores.items():
            self._scores.setdefault(kind, []).append(score)

    def aggregate(self) -> dict[str, AggregateScore]:
        """Return the mean and its interval for each type."""
        aggregated = {}
        for kind, scores in self._scores.items():
            rows = np.vstack(tuple(scores))
            low, mid, high = self._percentiles(rows)
            if self._exact:
                mid = rows.mean(axis=0)
            make = type(scores[0])
            aggregated[kind] = AggregateScore(*(make(*map(float, row)) for row in (low, mid, high)))
        return aggregated

    def _percentiles(self, rows: Any) -> Any:
        means = np.zeros((self._n_samples, rows.shape[1]))
        for number in range(self._n_samples):
            drawn = np.random.choice(np.arange(len(rows)), size=len(rows))
            means[number] = rows[drawn].mean(axis=0)
        outside = (1 - self._confidence_interval) / 2
        return np.percentile(means, 100 * np.array([outside, 0.5, 1 - outside]), axis=0)


def fmeasure(precision: float, recall: float) -> float:
    """Return the harmonic mean of precision and recall, 0 if both are 0.

    >>> fmeasure(0.5, 1.0)
    0.6666666666666666
    """
    if precision + recall > 0:
        return 2 * precision * recall / (precision + recall)
    return 0.0
