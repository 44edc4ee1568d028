"""NIST of a corpus in parts, under options that score each segment by the weights.

Some dialects choose a reference for each order by its information, which is known at the end; then
each part is scored from its texts, with the counts of its own n-grams. Weights that are given are
not counted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import TallystickError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist
from tallystick.metrics.whole_corpus.ngram_counting import (
    CountedNgrams,
    NgramCounting,
    PartOfReferences,
    PartOfSystem,
)
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams, nodes_of
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams, occurring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counting import CorpusCounts
    from tallystick.metrics.whole_corpus.ngram_counts import NgramCounts

MOST = 2**32 - 1
"""The highest count of an n-gram in a table."""


class NistCounting(NgramCounting):
    """NIST whose parts are read twice; the empty n-gram counts the words of the corpus."""

    def __init__(self, nist: Nist) -> None:
        self._nist = nist
        self._dialect = nist.conventions
        self._tokenizer = tokenizer_named(nist.tokenize)
        self.no_sums = (
            f"match={self._dialect.match} chooses references by information weights, which depend "
            "on the whole corpus, so parts do not add up; choose match=maximum, or another dialect"
        )
        if nist.information is not None:
            self.no_sums = (
                "information weights are given, which files of statistics do not contain; leave "
                "out the option information"
            )

    def of_references(self, references: References) -> PartOfReferences:
        """Return the n-grams of all references, also where only the first are counted."""
        if self._nist.information is not None:
            return PartOfReferences()
        found = self._ngrams_in(references)
        if self._dialect.information_references == "first":
            counts = self._counts_in(found, references.first())
        else:
            counts = np.concatenate([[found.words], nodes_of(found.table)[2]])
        keys = KeyedNgrams.of(found.table, found.vocabulary.tokens()).keys
        occur = occurring(found.table)
        return PartOfReferences(CountedNgrams(keys[:, occur], counts[occur]))

    def _ngrams_in(self, references: References) -> NgramCounts:
        dialect = self._dialect
        return count_ngrams(
            [references], self._tokenizer, dialect.lowercase, dialect.order, complete=True
        )

    def _counts_in(self, ngrams: NgramCounts, references: References) -> NDArray[np.int64]:
        """Return the number of words in references, and how often each n-gram occurs there."""
        weights = ngrams.weights(b"")
        counts = np.zeros(len(ngrams.table) + 1, np.int64)
        for part in Workspace().references(references, self._tokenizer, self._dialect.lowercase):
            nodes = np.asarray(weights.locate(part.encoded, self._dialect.order))
            counts[1:] += np.bincount(nodes[nodes != UNKNOWN], minlength=len(ngrams.table))
            counts[0] += part.encoded.tokens
        return counts

    def of_system(self, corpus: Corpus, shared: Any, start: int, is_first: bool) -> PartOfSystem:
        """Return the texts of a part."""
        return PartOfSystem(corpus, numbers=[corpus.references.most])

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: CorpusCounts) -> Total:
        """Return the sum of a part under the weights of the whole corpus."""
        weights = self._nist.information
        if weights is None:
            found = self._ngrams_in(kept.references)
            if counts[1:].max(initial=0) > MOST:
                raise TallystickError(
                    f"an n-gram occurs {counts[1:].max()} times in the corpus, and at most {MOST} "
                    "can be counted; score fewer segments at once"
                )
            of_table = np.zeros(len(found.table) + 1, np.uint32)
            of_table[occurring(found.table)] = counts
            found.table.set_counts(of_table[1:])
            weights = InformationWeights.of_counts(
                found,
                self._dialect.order,
                int(counts[0]),
                self._dialect.zero_prefix == "perl_falsy",
            )
        return FittedNist(self._nist, weights, max(corpus.numbers)).total(kept, Workspace())
