"""The statistics of segments under a dialect of CIDEr."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.formula import ARRAYS, NUMBERS, similarities
from tallystick.metrics.corpus.text import int64_view
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.pairs import Encoded
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from tallystick.metrics.cider.dialect import CiderDialect
    from tallystick.metrics.cider.frequencies import DocumentFrequencies
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.one_segment import Buffers
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.kernel.kernel import Vocabulary
    from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights


@lru_cache(maxsize=64)
def columns_of(order: int) -> Columns:
    """Return the names of the columns."""
    return Columns(("similarities", order), "segments")


class Squares(NamedTuple):
    """The squares of the weights of n-grams.

    Attributes:
        ngrams: The n-grams with the squares of their weights.
        of_others: The square of the weight of all others.
    """

    ngrams: NgramWeights
    of_others: float

    @classmethod
    def of(cls, frequencies: DocumentFrequencies) -> Squares:
        """Return those of n-grams with document frequencies."""
        squares = frequencies.weights() ** 2
        ngrams = replace(frequencies.ngrams, value_buffer=squares)
        return cls(ngrams, frequencies.highest_weight**2)


def statistics_of(
    dialect: CiderDialect,
    corpus: Corpus,
    workspace: Workspace,
    squares: Squares,
) -> Statistics:
    """Compute the similarities of every segment, float64.

    Args:
        dialect: The dialect.
        corpus: The corpus.
        workspace: Shares the encoded references between systems and metrics.
        squares: The squares of the weights of n-grams.
    """
    tokenizer = tokenizer_named(dialect.tokenize)

    def use(pairs: EncodedPairs) -> NDArray[np.float64]:
        return _similarities(dialect, pairs, squares)

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, use)
    rows = np.ones((len(corpus), dialect.order + 1), order="F")
    rows[:, :-1] = np.concatenate(parts)
    columns = columns_of(dialect.order)
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: CiderDialect, references: Sequence[str], squares: Squares
) -> Callable[[str], dict[str, Any]]:
    """Return what compares hypotheses of one segment, by the names of the columns."""
    order = dialect.order
    prepared = SegmentReferences(references, cached_tokenizer(dialect.tokenize), dialect.lowercase)
    nodes = _located(squares, prepared.vocabulary, prepared.ids, prepared.offsets, order)
    lengths = prepared.lengths

    def count(hypothesis: str) -> dict[str, Any]:
        found = prepared.encode(hypothesis)
        own = _located(squares, found.vocabulary, *found.buffers[:2], order)
        buffers = _products(dialect, squares, found.buffers, found.vocabulary, own, nodes)
        products, theirs, ours = (memoryview(one).cast("d").tolist() for one in buffers)
        sums = [0.0] * order
        for place, length in enumerate(lengths):
            pair = slice(place * order, (place + 1) * order)
            difference = float(found.hypothesis_length - length)
            of_pair = similarities(dialect, products[pair], ours, theirs[pair], difference, NUMBERS)
            sums = list(map(add, sums, of_pair))
        return {"similarities": [one / len(lengths) for one in sums], "segments": 1}

    return count


def _located(
    squares: Squares, vocabulary: Vocabulary, ids: bytes, offsets: bytes, order: int
) -> Any:
    """Return the nodes of the n-grams of a segment; see `NgramWeights.locate`."""
    return squares.ngrams.locate(Encoded(vocabulary, ids, int64_view(offsets)), order)


def _products(
    dialect: CiderDialect,
    squares: Squares,
    buffers: Buffers,
    vocabulary: Vocabulary,
    own: Any,
    others: Any,
) -> tuple[bytes, bytes, bytes]:
    """Return the products of pairs, of references and of hypotheses with themselves, by order."""
    return kernel.multiply_counts(
        *buffers,
        dialect.order,
        len(vocabulary),
        squares.ngrams.values,
        squares.of_others,
        own,
        others,
        dialect.clip,
    )


def _similarities(
    dialect: CiderDialect, pairs: EncodedPairs, squares: Squares
) -> NDArray[np.float64]:
    """Return the mean similarity of every hypothesis with its references, by order."""
    order, hypotheses, references = dialect.order, pairs.hypotheses, pairs.references
    own = squares.ngrams.locate(hypotheses, order)
    nodes = squares.ngrams.nodes_in(references.encoded, order)
    found = _products(dialect, squares, pairs.buffers, hypotheses.vocabulary, own, nodes)
    products, theirs, ours = (np.frombuffer(one, np.float64).reshape(-1, order).T for one in found)
    offsets = references.segment_offsets
    counts = np.diff(offsets)
    repeated = np.repeat(np.arange(len(counts)), counts)
    differences = (hypotheses.lengths[repeated] - references.encoded.lengths).astype(np.float64)
    of_pairs = similarities(dialect, products, ours[:, repeated], theirs, differences, ARRAYS)
    sums = np.add.reduceat(np.column_stack(of_pairs), offsets[:-1], axis=0)
    means: NDArray[np.float64] = sums / counts[:, np.newaxis]
    return means
