"""The statistics of segments under a dialect of CIDEr."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.formula import cosines, length_penalty
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
    order, ngrams = dialect.order, squares.ngrams
    prepared = SegmentReferences(references, cached_tokenizer(dialect.tokenize), dialect.lowercase)

    def nodes(vocabulary: Vocabulary, ids: bytes, offsets: bytes) -> Any:
        return ngrams.locate(Encoded(vocabulary, ids, int64_view(offsets)), order)

    nodes_of_references = nodes(prepared.vocabulary, prepared.ids, prepared.offsets)
    values = ngrams.values

    def count(hypothesis: str) -> dict[str, Any]:
        found = prepared.encode(hypothesis)
        own = nodes(found.vocabulary, *found.buffers[:2])
        products, theirs, ours = (
            memoryview(buffer).cast("d").tolist()
            for buffer in kernel.multiply_counts(
                *found.buffers,
                order,
                len(found.vocabulary),
                values,
                squares.of_others,
                own,
                nodes_of_references,
                dialect.clip,
            )
        )
        sums = [0.0] * order
        for place, length in enumerate(prepared.lengths):
            penalty = 1.0
            if dialect.length_penalty != "none":
                difference = float(found.hypothesis_length - length)
                penalty = math.exp(-(difference**2) / (2 * dialect.sigma * dialect.sigma))
            for one in range(order if dialect.counted_orders != "four" else min(order, 4)):
                pair = place * order + one
                lengths = math.sqrt(ours[one]) * math.sqrt(theirs[pair])
                sums[one] += (products[pair] / lengths if lengths > 0 else 0.0) * penalty
        return {"similarities": [one / len(prepared.lengths) for one in sums], "segments": 1}

    return count


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
