"""CIDEr of a corpus, also in parts: Vedantam et al. 2015, equations 2, 3 and 4.

    CIDEr = 10 * mean over orders of [ mean over segments of the similarities ]

The similarity of a segment and an order is the mean over its references of the cosine of two
vectors, which have an element for every n-gram: its count times the logarithm of the inverse share
of segments in whose references it occurs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, reduce
from operator import add
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.cider.dialect import CiderDialect
from tallystick.metrics.cider.frequencies import NO_WORDS, DocumentFrequencies
from tallystick.metrics.corpus.text import offsets_of
from tallystick.metrics.counting.ngram_weights import NgramWeights
from tallystick.metrics.counting.one_segment import Buffers, SegmentReferences, cached_tokenizer
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns, Statistics, Total
from tallystick.metrics.sums.sum_formula import SumFormula
from tallystick.metrics.sums.symbols import exp, ratio
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams, counts_of_nodes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tallystick.metrics.cider.metric import Cider
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.sums.arrays import FloatArray, IntArray
    from tallystick.metrics.whole_corpus.stream import SpilledCounts


PERFECT = 10.0
"""The factor with which the paper and all programs multiply."""


def cider(similarities: Any, segments: Any) -> Any:
    """Compute CIDEr, 0 to 10, from sums of the similarities of each order, shape (..., orders)."""
    by_order = similarities if isinstance(similarities, list) else np.moveaxis(similarities, -1, 0)
    return PERFECT * reduce(add, by_order) / (len(by_order) * segments)


@lru_cache(maxsize=64)
def similarities_of(dialect: CiderDialect) -> SumFormula:
    """Return the similarities of each order: cosines, times the penalty of other lengths.

    For each order they read the inner product of a hypothesis and a reference, and the square root
    of that of each with itself; and the difference of their lengths.
    """

    def text(sums: Mapping[str, Any]) -> tuple[Any, ...]:
        penalty: Any = 1.0
        if dialect.length_penalty != "none":
            difference = sums["difference"]
            squared = difference * difference
            penalty = exp(-1 * squared / (2 * dialect.sigma * dialect.sigma))
        similarities = [
            ratio(product, own * other) * penalty
            for product, own, other in zip(
                sums["products"], sums["own"], sums["others"], strict=True
            )
        ]
        if dialect.counted_orders == "four":
            similarities[4:] = [0.0 * similarity for similarity in similarities[4:]]
        return tuple(similarities)

    blocks = ((name, dialect.order) for name in ("products", "own", "others"))
    return SumFormula(Columns(*blocks, "difference"), text)


@lru_cache(maxsize=64)
def columns_of(order: int) -> Columns:
    """Return the names of the columns."""
    return Columns(("similarities", order), "segments")


class Squares(NamedTuple):
    """The squares of the weights of n-grams: of each node of a table, and of all others."""

    of_nodes: Any
    of_others: float

    @classmethod
    def of(cls, frequencies: DocumentFrequencies) -> Squares:
        """Return those of n-grams with document frequencies."""
        return cls(frequencies.weights() ** 2, frequencies.highest_weight**2)


def statistics_of(
    dialect: CiderDialect,
    corpus: Corpus,
    workspace: Workspace,
    ngrams: NgramWeights,
    squares: Squares,
) -> Statistics:
    """Compute the similarities of every segment, float64."""
    tokenizer = tokenizer_named(dialect.tokenize)

    def use(pairs: EncodedPairs) -> FloatArray:
        return _similarities(dialect, ngrams, squares, pairs)

    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, use)
    rows = np.ones((len(corpus), dialect.order + 1), order="F")
    rows[:, :-1] = np.concatenate(parts)
    columns = columns_of(dialect.order)
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: CiderDialect, references: Sequence[str], ngrams: NgramWeights, squares: Squares
) -> Callable[[str], dict[str, Any]]:
    """Return what compares hypotheses of one segment, by the names of the columns."""
    order = dialect.order
    prepared = SegmentReferences(references, cached_tokenizer(dialect.tokenize), dialect.lowercase)
    nodes = ngrams.locate_tokens(prepared.vocabulary, prepared.ids, prepared.offsets, order)

    def count(hypothesis: str) -> dict[str, Any]:
        buffers, vocabulary = prepared.encode(hypothesis)
        own = ngrams.locate_tokens(vocabulary, *buffers[:2], order)
        lengths = [(len(buffers[0]) // 4, prepared.lengths)]
        [row] = few_rows(dialect, squares, buffers, len(vocabulary), own, nodes, lengths)
        return row

    return count


def few_rows(
    dialect: CiderDialect,
    squares: Squares,
    buffers: Buffers,
    size: int,
    own: Any,
    others: Any,
    lengths: Iterable[tuple[int, Sequence[int]]],
) -> list[dict[str, Any]]:
    """Return the statistics of few segments in Python numbers, by the names of the columns.

    `size` is that of the vocabulary, `own` and `others` are nodes as of `NgramWeights.nodes_in`.
    """
    order, start = dialect.order, 0
    similarities = similarities_of(dialect).parts_of_numbers
    buffers_of_products = _products(dialect, squares, buffers, size, own, others)
    products, *both = (memoryview(buffer).cast("d").tolist() for buffer in buffers_of_products)
    theirs, ours = (list(map(math.sqrt, side)) for side in both)
    rows: list[dict[str, Any]] = []
    for number, (own_length, of_references) in enumerate(lengths):
        norms = ours[number * order : (number + 1) * order]
        sums = [0.0] * order
        for length in of_references:
            pair = slice(start, start := start + order)
            of_pair = {"products": products[pair], "own": norms, "others": theirs[pair]}
            of_pair["difference"] = own_length - length
            sums = list(map(add, sums, similarities(of_pair)))
        rows.append({"similarities": [total / len(of_references) for total in sums], "segments": 1})
    return rows


def _products(
    dialect: CiderDialect, squares: Squares, buffers: Buffers, size: int, own: Any, others: Any
) -> tuple[bytes, bytes, bytes]:
    """Return the products of pairs, of references and of hypotheses with themselves, by order."""
    of_nodes, of_others = squares
    return kernel.multiply_counts(
        *buffers, dialect.order, size, of_nodes, of_others, own, others, dialect.clip
    )


def _similarities(
    dialect: CiderDialect, ngrams: NgramWeights, squares: Squares, pairs: EncodedPairs
) -> FloatArray:
    """Return the mean similarity of every hypothesis with its references, by order."""
    order, hypotheses, references = dialect.order, pairs.hypotheses, pairs.references
    own, nodes = (ngrams.nodes_in(side, order) for side in (hypotheses, references.encoded))
    columns = _products(dialect, squares, pairs.buffers, len(hypotheses.vocabulary), own, nodes)
    products, *both = (np.frombuffer(buffer, np.float64).reshape(-1, order) for buffer in columns)
    theirs, ours = map(np.sqrt, both)
    offsets = references.segment_offsets
    counts = np.diff(offsets)
    repeated = np.repeat(np.arange(len(counts)), counts)
    differences = hypotheses.lengths[repeated] - references.encoded.lengths
    of_pairs = {"products": products, "own": ours[repeated], "others": theirs}
    columns = similarities_of(dialect).parts_of_arrays(of_pairs | {"difference": differences})
    sums = np.add.reduceat(np.column_stack(columns), offsets[:-1], axis=0)
    means: FloatArray = sums / counts[:, np.newaxis]
    return means


class CiderCounting(NgramCounting):
    """CIDEr of a corpus in parts, each read twice; the empty n-gram counts the segments."""

    def __init__(self, cider: Cider) -> None:
        self._cider = cider

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the document frequencies of a part (0 for further systems), and its texts."""
        pairs, ngrams = self._ngrams_in(corpus, Workspace())
        keyed = KeyedNgrams.of(ngrams.table, ngrams.vocabulary.tokens())
        counts = np.zeros_like(keyed.counts)
        if is_first:
            references = pairs.references.encoded
            nodes = np.ascontiguousarray(ngrams.located[references])
            bounds = references.offsets[pairs.references.segment_offsets]
            frequencies = kernel.count_segments(nodes, bounds, len(ngrams.table))
            counts[0] = len(corpus)
            counts[1:] = np.frombuffer(frequencies, np.uint32)
        return PartOfSystem(corpus, keyed.counted(counts))

    def _ngrams_in(self, corpus: Corpus, workspace: Workspace) -> tuple[EncodedPairs, NgramWeights]:
        """Return a part, which the workspace keeps, with the n-grams of both its sides."""
        dialect = self._cider.conventions
        [pairs] = workspace.pairs(corpus, tokenizer_named(dialect.tokenize), dialect.lowercase)
        vocabulary, references = pairs.hypotheses.vocabulary, pairs.references.encoded
        both = references, pairs.hypotheses
        ids = np.concatenate([encoded.ids for encoded in both])
        bounds = offsets_of(np.concatenate([encoded.lengths for encoded in both]))
        table, located = located_ngrams(ids, bounds, len(vocabulary), dialect.order)
        nodes = np.asarray(located)
        ngrams = NgramWeights(vocabulary, len(vocabulary), table, b"")
        ngrams.located[references] = nodes[:, : references.tokens]
        ngrams.located[pairs.hypotheses] = nodes[:, references.tokens :]
        return pairs, ngrams

    def total(self, kept: Any, counts: IntArray, corpus: SpilledCounts) -> Total:
        """Return the sum of a part with the document frequencies of the whole corpus."""
        segments = int(counts[0])
        if corpus.distinct == 1:
            raise InputError(NO_WORDS)
        if corpus.lowest == segments:
            self._cider.refuse_equal_frequencies(segments)
        workspace = Workspace()
        _, ngrams = self._ngrams_in(kept, workspace)
        values = counts_of_nodes(ngrams.table, counts).astype(np.float64)
        frequencies = DocumentFrequencies(replace(ngrams, value_buffer=values), segments)
        squares = Squares.of(frequencies)
        return statistics_of(self._cider.conventions, kept, workspace, ngrams, squares).as_total()
