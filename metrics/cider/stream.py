"""CIDEr of a corpus that is read once, a part at a time, in little memory.

Document frequencies are known at the end. Until then the texts and the keys of their n-grams are in
temporary files; then the corpus is scored from the first, a part after the other, each with the
document frequencies of its own n-grams. Keys have 64 bits, in classes of 8 further bits: among the
n-grams of 10 million segments of 20 words, the chance that any two are mistaken for each other is
below 10^-3.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.catalogue import tokenizer_named
from tallystick.metrics.cider.frequencies import NO_WORDS, DocumentFrequencies
from tallystick.metrics.cider.statistics import Squares, statistics_of
from tallystick.metrics.corpus import Corpus
from tallystick.metrics.ngram_counts import unknown_nodes
from tallystick.metrics.ngram_weights import NgramWeights
from tallystick.metrics.ngrams import kernel
from tallystick.metrics.spilled_counts import NgramKeys, SpilledCounts
from tallystick.metrics.temporary_file import TemporaryFile
from tallystick.metrics.text import offsets_of
from tallystick.metrics.workspace import Workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.metric import Cider
    from tallystick.metrics.pairs import EncodedPairs
    from tallystick.metrics.references import References
    from tallystick.metrics.total import Total


class _Place(NamedTuple):
    """Where something is in the file of texts."""

    begin: int
    length: int


class _Part(NamedTuple):
    system: str
    references: _Place
    hypotheses: _Place


class CiderStream:
    """The sums of one or more systems, part by part.

    Use it as a context manager, which deletes its temporary files.

    Raises:
        TallystickError: A temporary file cannot be written or read, in all methods.
    """

    def __init__(self, cider: Cider) -> None:
        self._cider = cider
        self._dialect = cider.conventions
        self._tokenizer = tokenizer_named(cider.tokenize)
        self._frequencies = SpilledCounts()
        self._texts = TemporaryFile()
        self._parts: list[_Part] = []
        self._segments = 0
        self._threads = 1
        self._last: tuple[References, _Place] | None = None
        self._totals: dict[str, Total] = {}

    def __enter__(self) -> CiderStream:
        return self

    def __exit__(self, *exception: object) -> None:
        self._frequencies.close()
        self._texts.close()

    def add(self, system: str, corpus: Corpus, workspace: Workspace) -> None:
        """Add the next part of a system; the systems of a part share their references."""
        self._threads = workspace.threads
        is_new = self._last is None or self._last[0] is not corpus.references
        if self._last is None or is_new:
            self._segments += len(corpus)
            self._last = corpus.references, self._kept(corpus.references)
        number = len(self._parts)
        self._parts.append(_Part(system, self._last[1], self._kept(corpus.hypotheses)))
        found = workspace.map_pairs(
            corpus, self._tokenizer, self._dialect.lowercase, partial(self._counted, counts=is_new)
        )
        for start, ngrams, frequencies in found:
            self._frequencies.add((number, start), ngrams, frequencies)

    def _kept(self, part: Any) -> _Place:
        written = pickle.dumps(part, pickle.HIGHEST_PROTOCOL)
        return _Place(self._texts.append(written), len(written))

    def _counted(
        self, pairs: EncodedPairs, counts: bool
    ) -> tuple[int, NgramKeys, NDArray[np.uint32]]:
        """Return the n-grams of a part with their document frequencies in it, or with 0."""
        table, nodes = self._table(pairs)
        ngrams = NgramKeys.of(table, pairs.hypotheses.vocabulary)
        if not counts:
            return pairs.references.start, ngrams, np.zeros(len(table), np.uint32)
        references = pairs.references.encoded
        bounds = references.offsets[pairs.references.segment_offsets]
        of_references = np.ascontiguousarray(nodes[:, : references.tokens])
        frequencies = kernel.count_segments(of_references, bounds, len(table))
        return pairs.references.start, ngrams, np.frombuffer(frequencies, np.uint32)

    def _table(self, pairs: EncodedPairs) -> tuple[kernel.NgramTable, NDArray[np.uint32]]:
        """Return the n-grams of references and hypotheses, and where they are."""
        order = self._dialect.order
        both = pairs.references.encoded, pairs.hypotheses
        ids = np.concatenate([one.ids for one in both])
        bounds = offsets_of(np.concatenate([one.lengths for one in both]))
        nodes = unknown_nodes(order * len(ids))
        table = kernel.NgramTable(len(pairs.hypotheses.vocabulary))
        table.count(ids, bounds, order, nodes=nodes)
        return table, np.frombuffer(nodes, np.uint32).reshape(order, -1)

    def total(self, system: str) -> Total:
        """Return the sum of the statistics of all parts of a system, after the last part.

        Raises:
            InputError: There are no parts, or see `Cider.fit`.
        """
        if not self._parts:
            raise InputError("there are no segments, so there is nothing to score")
        if not self._totals:
            lowest = self._frequencies.add_up(self._threads)
            if lowest == math.inf:
                raise InputError(NO_WORDS)
            if lowest == self._segments:
                self._cider.refuse_equal_frequencies(self._segments)
            self._score()
        return self._totals[system]

    def _score(self) -> None:
        """Score all parts with the document frequencies of the whole corpus."""
        for number, (system, corpus, workspace) in enumerate(self._corpora()):
            statistics = statistics_of(
                self._dialect, corpus, workspace, partial(self._squares, number)
            )
            total = statistics.as_total(finite=False)
            before = self._totals.get(system)
            self._totals[system] = before.added(total) if before else total

    def _corpora(self) -> Iterator[tuple[str, Corpus, Workspace]]:
        last: _Place | None = None
        for system, at_references, at_hypotheses in self._parts:
            if at_references != last:
                references: References = self._read(at_references)
                workspace, last = Workspace(self._threads), at_references
            yield system, Corpus(self._read(at_hypotheses), references), workspace

    def _read(self, place: _Place) -> Any:
        return pickle.loads(self._texts.read(*place))

    def _squares(self, number: int, pairs: EncodedPairs) -> Squares:
        """Return the squares of the weights of the n-grams of a part."""
        vocabulary, references = pairs.hypotheses.vocabulary, pairs.references.encoded
        table, nodes = self._table(pairs)
        found = self._frequencies.of_part((number, pairs.references.start)).astype(np.float64)
        weights = NgramWeights(vocabulary, len(vocabulary), table, found)
        weights.located[references] = nodes[:, : references.tokens]
        weights.located[pairs.hypotheses] = nodes[:, references.tokens :]
        return Squares.of(DocumentFrequencies(weights, self._segments))
