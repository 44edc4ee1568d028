"""Scores of a corpus in parts from the counts of n-grams in all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.arrays import IntArray
    from tallystick.metrics.sums.statistics import Statistics, Total
    from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams
    from tallystick.metrics.whole_corpus.stream import SpilledCounts


class PartOfSystem(NamedTuple):
    """What a part of a system contributes: n-grams, and numbers, both counted in all parts.

    Without `ngrams`, those of the first system with the same references are meant.
    """

    kept: Any
    ngrams: CountedNgrams | None
    numbers: Sequence[int] = ()


class NgramCounting(ABC):
    """What a part contributes to counts of n-grams in the whole corpus, and its sum when known.

    `no_sums` says why sums of parts are not enough without their texts.
    """

    of_each_system = False
    no_sums = ""

    @abstractmethod
    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return what a part of a system contributes, after `start` earlier segments."""

    @abstractmethod
    def total(self, kept: Any, counts: IntArray, corpus: SpilledCounts) -> Total:
        """Return the sum of a part from its `kept`, and its n-grams' counts in the whole corpus."""


class Coefficients(NamedTuple):
    """The factors of log2(count) in sums of weights, for the n-grams of a part; others are 0."""

    places: NDArray[np.integer]
    orders: NDArray[np.integer]
    coefficients: NDArray[np.integer]


class NgramSums(NgramCounting):
    """How a metric adds up coefficient * log2(count) over n-grams, unless `no_sums` says why not.

    Coefficients and counts are sums over parts, so that parts can be counted anywhere.
    """

    @abstractmethod
    def of_references(self, references: References) -> tuple[CountedNgrams, Any]:
        """Return the n-grams of the references of a part, and what `coefficients` needs of them."""

    @abstractmethod
    def coefficients(self, corpus: Corpus, shared: Any) -> Coefficients:
        """Return the coefficients of these n-grams for the hypotheses of a part."""

    @abstractmethod
    def unweighted(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of a part with weights of 0."""

    @abstractmethod
    def weighted(self, total: Total, sums: Mapping[int, float]) -> Total:
        """Return the sum with the weights: for each order that of coefficient * log2(count)."""
