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

from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.kept_parts import KeptParts
from tallystick.metrics.ngram_counts import nodes_of
from tallystick.metrics.ngrams import UNKNOWN
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist
from tallystick.metrics.spilled_counts import NgramKeys, SpilledCounts, nodes_in_order
from tallystick.metrics.total import Totals
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.ngram_weights import NgramWeights
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.references import References
    from tallystick.metrics.total import Total


class _Counted(NamedTuple):
    """The n-grams of some references, from a segment on."""

    start: int
    words: int
    ngrams: NgramKeys
    counts: NDArray[np.int64]


class KeptNistStream:
    """The sums of one or more systems, part by part.

    Use it as a context manager, which deletes its temporary files.

    Raises:
        TallystickError: A temporary file cannot be written or read, in all methods.
    """

    def __init__(self, nist: Nist) -> None:
        self._nist = nist
        self._dialect = nist.conventions
        self._tokenizer = tokenizer_named(nist.tokenize)
        self._counts = SpilledCounts()
        self._parts = KeptParts()
        self._references = 0  # how many parts of them
        self._words = self._sets = 0
        self._threads = 1
        self._last_references: References | None = None
        self._totals = Totals()

    def __enter__(self) -> KeptNistStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self._counts.close()
        self._parts.close()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        if corpus.references is not self._last_references:
            self._add_references(corpus.references, workspace)
        self._parts.add(system, corpus)

    def _add_references(self, references: References, workspace: Workspace) -> None:
        self._last_references = references
        self._references += 1
        self._sets = max(self._sets, references.number or int(references.counts.max()))
        if self._nist.information is not None:
            return
        for found in workspace.map_bounds(references, partial(self._count, references)):
            self._words += found.words
            self._counts.add((self._references, found.start), found.ngrams, found.counts)

    def _count(self, references: References, start: int, stop: int) -> _Counted:
        references = references.slice(start, stop)
        weights = self._weights_in(references)
        table = weights.ngrams.table
        if self._dialect.information_references == "first":
            counts, words = self._counts_in(weights.ngrams, references.first())
        else:
            counts, words = nodes_of(table)[2].astype(np.int64), weights.words
        in_order = nodes_in_order(table, weights.ngrams.vocabulary)
        ngrams = NgramKeys.of(table, weights.ngrams.vocabulary).at(in_order)
        return _Counted(start, words, ngrams, counts[in_order])

    def _weights_in(self, references: References) -> InformationWeights:
        """Return the weights of the n-grams of all references as if there were no others."""
        return InformationWeights.fit(
            [references],
            self._tokenizer,
            self._dialect.lowercase,
            self._dialect.order,
            self._dialect.zero_prefix == "perl_falsy",
        )

    def _counts_in(
        self, ngrams: NgramWeights, references: References
    ) -> tuple[NDArray[np.int64], int]:
        """Return how often each n-gram occurs in references, and the number of their words."""
        counts = np.zeros(len(ngrams.table), np.int64)
        words = 0
        for part in Workspace().references(references, self._tokenizer, self._dialect.lowercase):
            nodes = np.asarray(ngrams.locate(part.encoded, self._dialect.order))
            counts += np.bincount(nodes[nodes != UNKNOWN], minlength=len(counts))
            words += part.encoded.tokens
        return counts, words

    def total(self, system: str) -> Total:
        """Return the sum of the statistics of all parts of a system, after the last part.

        Raises:
            InputError: There are no parts.
        """
        if not self._totals:
            self._score()
        return self._totals[system]

    def _score(self) -> None:
        """Score all parts with the weights of the whole corpus."""
        self._counts.add_up(self._threads)
        workspace = Workspace(self._threads)
        last: References | None = None
        number = 0
        for system, corpus in self._parts:
            number += corpus.references is not last
            last = corpus.references
            for total in workspace.map_bounds(last, partial(self._total, number, corpus)):
                self._totals.add(system, total)

    def _total(self, number: int, corpus: Corpus, start: int, stop: int) -> Total:
        """Return the sum of some segments of a part."""
        segments = corpus.slice(start, stop)
        weights = self._nist.information
        if weights is None:
            weights = self._weights(segments.references, (number, start))
        return FittedNist(self._nist, weights, self._sets).total(segments, Workspace())

    def _weights(self, references: References, part: tuple[int, int]) -> InformationWeights:
        weights = self._weights_in(references)
        table = weights.ngrams.table
        counts = np.zeros(len(table), np.uint32)
        counts[nodes_in_order(table, weights.ngrams.vocabulary)] = self._counts.of_part(part)
        return weights.with_counts(counts, self._words)
