"""The statistics of segments under a dialect of CIDEr."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.formula import cosines, length_penalty
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.cider.dialect import CiderDialect
    from tallystick.metrics.cider.frequencies import DocumentFrequencies
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
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
    frequencies: DocumentFrequencies,
) -> Statistics:
    """Compute the similarities of every segment, float64.

    Args:
        dialect: The dialect.
        corpus: The corpus.
        workspace: Shares the encoded references between systems and metrics.
        frequencies: The document frequencies of n-grams.
    """
    squares = Squares.of(frequencies)
    tokenizer = tokenizer_named(dialect.tokenize)

    def use(pairs: EncodedPairs) -> NDArray[np.float64]:
        return _similarities(dialect, pairs, squares)

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, use)
    rows = np.ones((len(corpus), dialect.order + 1), order="F")
    rows[:, :-1] = np.concatenate(parts)
    columns = columns_of(dialect.order)
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def _similarities(
    dialect: CiderDialect, pairs: EncodedPairs, squares: Squares
) -> NDArray[np.float64]:
    """Return the mean similarity of every hypothesis with its references, by order."""
    order, hypotheses, references = dialect.order, pairs.hypotheses, pairs.references
    found = kernel.multiply_counts(
        *pairs.buffers,
        order,
        len(hypotheses.vocabulary),
        squares.ngrams.values,
        squares.of_others,
        squares.ngrams.locate(hypotheses, order),
        squares.ngrams.nodes_in(references.encoded, order),
        dialect.clip,
    )
    products, reference_squares, hypothesis_squares = (
        np.frombuffer(one, dtype=np.float64).reshape(-1, order) for one in found
    )
    offsets = references.segment_offsets
    counts = np.diff(offsets)
    repeated = np.repeat(np.arange(len(counts)), counts)
    similarities = cosines(products, hypothesis_squares[repeated], reference_squares)
    if dialect.counted_orders == "four":
        similarities[:, 4:] = 0
    if dialect.length_penalty != "none":
        differences = hypotheses.lengths[repeated] - references.encoded.lengths
        similarities *= length_penalty(differences, dialect.sigma)[:, np.newaxis]
    sums = np.add.reduceat(similarities, offsets[:-1], axis=0)
    means: NDArray[np.float64] = sums / counts[:, np.newaxis]
    return means
