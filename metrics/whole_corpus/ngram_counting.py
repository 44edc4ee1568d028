"""Scores of a corpus in parts from the counts of n-grams in all of them.

Some metrics need how often each n-gram occurs in the whole corpus. A `NgramCounting` tells what a
part contributes to these counts, and what its sum is when they are known.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.statistics import Statistics, Total
    from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams
    from tallystick.metrics.whole_corpus.stream import SpilledCounts


class PartOfSystem(NamedTuple):
    """What a part of a system contributes.

    Attributes:
        kept: What its sum takes besides counts, such as its texts; it is pickled.
        ngrams: The n-grams whose counts its sum takes; None for those of the first system that is
            compared with the same references.
        numbers: Further numbers, whose occurrences in all parts are counted.
    """

    kept: Any
    ngrams: CountedNgrams | None
    numbers: Sequence[int] = ()


class NgramCounting(ABC):
    """How a metric scores a corpus in parts.

    Attributes:
        of_each_system: Whether the n-grams of each system are counted apart, as those of
            hypotheses are.
        no_sums: Why the counts and sums of a part are not enough without its texts; empty if they
            depend on all segments.
    """

    of_each_system = False
    no_sums = ""

    @abstractmethod
    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return what a part of a system contributes.

        Args:
            corpus: The part.
            start: The number of segments of the system in earlier parts.
            is_first: Whether this is the first system that is compared with these references.
        """

    @abstractmethod
    def total(self, kept: Any, counts: NDArray[np.int64], corpus: SpilledCounts) -> Total:
        """Return the sum of the statistics of a part.

        Args:
            kept: What `of_system` returned.
            counts: The counts of the n-grams of the part in the whole corpus.
            corpus: The counts of all parts, and of all systems if they share them.
        """


class Coefficients(NamedTuple):
    """The factors of log2(count) in sums of weights, for the n-grams of a part; others are 0.

    Attributes:
        places: The place of the n-gram among those of the part.
        orders: The order to whose sum it contributes, same shape.
        coefficients: The factor, an integer, same shape.
    """

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
        """Return a sum of unweighted statistics with the sum of the weights of the matches.

        Args:
            total: The sum of the statistics.
            sums: For each order the sum of coefficient * log2(count); orders without matches are
                missing.
        """
