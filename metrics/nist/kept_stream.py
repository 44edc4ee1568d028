"""NIST of a corpus that is read once, under options that score each segment by the weights.

Some dialects choose a reference for each order by its information, which is known at the end. Until
then the texts, and the keys of the n-grams of the references with their counts, are in temporary
files; then the corpus is scored from the first, a part after the other, each with the counts of its
own n-grams. The keys are those of CIDEr. Weights that are given are not counted.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist
from tallystick.metrics.whole_corpus.kept_stream import KeptStream
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams, nodes_of
from tallystick.metrics.whole_corpus.spilled_counts import NgramKeys, SpilledCounts, counted_ngrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counts import NgramCounts


class _Counted(NamedTuple):
    """The n-grams of some references, from a segment on."""

    start: int
    words: int
    ngrams: NgramKeys
    counts: NDArray[np.int64]


class KeptNistStream(KeptStream):
    """The sums of one or more systems, part by part; see `KeptStream`."""

    def __init__(self, nist: Nist) -> None:
        super().__init__()
        self._nist = nist
        self._dialect = nist.conventions
        self._tokenizer = tokenizer_named(nist.tokenize)
        self._counts = self._files.enter_context(SpilledCounts())
        self._words = self._sets = 0
        self._last_references: References | None = None

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        if corpus.references is not self._last_references:
            self._add_references(corpus.references, workspace)
        self._parts.add(system, corpus)

    def _add_references(self, references: References, workspace: Workspace) -> None:
        self._last_references = references
        self._sets = max(self._sets, references.most)
        if self._nist.information is not None:
            return
        for found in workspace.map_bounds(references, partial(self._count, references)):
            self._words += found.words
            self._counts.add((len(self._parts), found.start), found.ngrams, found.counts)

    def _count(self, references: References, start: int, stop: int) -> _Counted:
        references = references.slice(start, stop)
        found = self._ngrams_in(references)
        if self._dialect.information_references == "first":
            counts, words = self._counts_in(found, references.first())
        else:
            counts, words = nodes_of(found.table)[2].astype(np.int64), found.words
        return _Counted(start, words, *counted_ngrams(found.table, found.vocabulary, counts))

    def _ngrams_in(self, references: References) -> NgramCounts:
        """Return the n-grams of all references, also where only the first are counted."""
        dialect = self._dialect
        return count_ngrams(
            [references], self._tokenizer, dialect.lowercase, dialect.order, complete=True
        )

    def _counts_in(
        self, ngrams: NgramCounts, references: References
    ) -> tuple[NDArray[np.int64], int]:
        """Return how often each n-gram occurs in references, and the number of their words."""
        weights = ngrams.weights(b"")
        counts = np.zeros(len(ngrams.table), np.int64)
        words = 0
        for part in Workspace().references(references, self._tokenizer, self._dialect.lowercase):
            nodes = np.asarray(weights.locate(part.encoded, self._dialect.order))
            counts += np.bincount(nodes[nodes != UNKNOWN], minlength=len(counts))
            words += part.encoded.tokens
        return counts, words

    def _score(self) -> None:
        """Score all parts with the weights of the whole corpus."""
        self._counts.add_up(self._threads)
        workspace = Workspace(self._threads)
        last: References | None = None
        first = 0  # the first part with the same references
        for number, (system, corpus) in enumerate(self._parts):
            if corpus.references is not last:
                first, last = number, corpus.references
            for total in workspace.map_bounds(last, partial(self._total, first, corpus)):
                self._totals.add(system, total)

    def _total(self, number: int, corpus: Corpus, start: int, stop: int) -> Total:
        """Return the sum of some segments of a part."""
        segments = corpus.slice(start, stop)
        weights = self._nist.information
        if weights is None:
            weights = self._weights(segments.references, (number, start))
        return FittedNist(self._nist, weights, self._sets).total(segments, Workspace())

    def _weights(self, references: References, part: tuple[int, int]) -> InformationWeights:
        found = self._ngrams_in(references)
        found.table.set_counts(self._counts.of_table(part, found.table, found.vocabulary))
        dialect = self._dialect
        return InformationWeights.of_counts(
            found, dialect.order, self._words, dialect.zero_prefix == "perl_falsy"
        )
