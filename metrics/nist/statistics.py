"""The statistics of segments under a dialect of NIST.

NIST clips matches to the highest count in any reference; some programs use one reference for each
order, the most informative one. The choice must not depend on the last bit of a sum, so ties are
detected in exact arithmetic: sums of logarithms are compared as products of their arguments.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import match_each_reference, write_totals
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.nist.formula import columns_of
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.whole_corpus.ngram_weights import nodes_of

if TYPE_CHECKING:
    from fractions import Fraction

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.nist.dialect import NistDialect
    from tallystick.metrics.nist.information import InformationWeights

    ExactSum = Callable[[Counter[int]], Fraction]

_NEAR = 1e-9
"""Far above the rounding error of a sum, far below real differences between references."""


def statistics_of(
    dialect: NistDialect,
    corpus: Corpus,
    workspace: Workspace,
    reference_sets: int,
    weights: InformationWeights | None = None,
) -> Statistics:
    """Count every segment.

    Args:
        dialect: The dialect.
        corpus: The segments.
        workspace: Encodes them.
        reference_sets: The highest number of references in the corpus.
        weights: The information weights; None for information of 0.
    """
    tokenizer = tokenizer_named(dialect.tokenize)
    matched = corpus
    if dialect.matched_references == "first":
        matched = replace(corpus, references=corpus.references.first())
    columns = columns_of(dialect)
    rows = np.empty((len(corpus), len(columns)), order="F")
    named = columns.split(rows)
    if dialect.match == "best_reference" and weights is not None:
        several = matched.references.most > 1
        rounded = weights.rounded() if several and dialect.reference_ties != "exact" else None
        match = partial(
            _match_best, dialect, weights, rounded, cache(partial(exact_sum_of, weights))
        )
        parts = workspace.map_pairs(matched, tokenizer, dialect.lowercase, match)
        named["matches"][:], named["information"][:], of_best, own_lengths, lengths = map(
            np.concatenate, zip(*parts, strict=True)
        )
        if dialect.reference_length == "matched":
            named["reference_length"][:] = of_best.sum(axis=1) / dialect.order
    else:
        ngrams = None if weights is None else weights.ngrams
        found = workspace.match(matched, tokenizer, dialect.lowercase, dialect.order, ngrams)
        named["matches"][:] = found.matches
        named["information"][:] = 0.0 if found.weighted is None else found.weighted
        own_lengths, lengths = found.hypothesis_lengths, found.reference_lengths
    named["hypothesis_length"][:] = own_lengths
    least = -(2**62) if dialect.hypothesis_counts == "signed" else 0
    write_totals(own_lengths, named["totals"], least)
    references, how = matched.references, dialect.reference_length
    if matched is not corpus and how.startswith("mean"):
        references = corpus.references
        of_all = workspace.references(references, tokenizer, dialect.lowercase)
        lengths = np.concatenate([part.encoded.lengths for part in of_all])
    starts = references.offsets[:-1]
    if how == "mean_nonempty":
        named["nonempty_references"][:] = np.add.reduceat(lengths > 0, starts, dtype=np.int64)
        named["segments"][:] = 1
    if how == "first":
        named["reference_length"][:] = lengths[starts]
    elif how != "matched":
        divisor = {"mean": references.counts, "mean_global": reference_sets}.get(how, 1)
        named["reference_length"][:] = np.add.reduceat(lengths, starts) / divisor
    return Statistics(columns, rows, corpus.references.number, corpus.given_tokens)


def _match_best(
    dialect: NistDialect,
    weights: InformationWeights,
    rounded: NDArray[np.float64] | None,
    exact_sum: Callable[[], ExactSum],
    pairs: EncodedPairs,
) -> tuple[NDArray[Any], ...]:
    """Match every hypothesis with its best reference, order by order.

    The best reference has the highest sum of weights of matched n-grams, where `reference_ties` of
    the dialect defines equal sums. Ties go to the reference with the most tokens; further ties do
    not affect the result.

    Returns:
        Matches, sums of weights, and tokens of the best references, shape (segments, orders); the
        tokens of the hypotheses, shape (segments,), and of all references, shape (references,).
    """
    offsets = pairs.references.segment_offsets
    starts, counts = offsets[:-1], np.diff(offsets)
    lengths = pairs.references.encoded.lengths
    matches, weighted, compared = match_each_reference(
        pairs, dialect.order, weights.ngrams, rounded, dialect.reference_ties == "compensated"
    )

    def highest(values: NDArray[Any]) -> NDArray[Any]:
        return np.repeat(np.maximum.reduceat(values, starts), counts, axis=0)

    equal = weighted >= highest(weighted) * (1 - _NEAR)
    if rounded is not None:
        sums = np.where(equal, compared, -np.inf)
        equal &= sums == highest(sums)
    elif len(lengths) > len(counts):
        undecided = np.add.reduceat(equal & (weighted > 0), starts, dtype=np.int64) > 1
        if undecided.any():
            own, of_references = (
                _ngrams_of(weights, texts, dialect.order)
                for texts in (pairs.hypotheses, pairs.references.encoded)
            )
        for segment, n in np.argwhere(undecided).tolist():
            start, stop = offsets[segment : segment + 2]
            near = start + np.flatnonzero(equal[start:stop, n])
            exact = [exact_sum()(own(segment, n) & of_references(one, n)) for one in near.tolist()]
            equal[near, n] = [one == max(exact) for one in exact]
    ranks = np.where(equal, lengths[:, np.newaxis], -1)
    places = np.where(ranks == highest(ranks), np.arange(len(ranks))[:, np.newaxis], len(ranks))
    chosen = np.minimum.reduceat(places, starts)
    best = chosen, np.arange(dialect.order)
    return matches[best], weighted[best], lengths[chosen], pairs.hypotheses.lengths, lengths


def _ngrams_of(
    weights: InformationWeights, texts: Encoded, order: int
) -> Callable[[int, int], Counter[int]]:
    """Return a function of a segment and n - 1 to the nodes of its n-grams that have weights."""
    located, offsets = np.asarray(weights.ngrams.locate(texts, order)), texts.offsets

    def ngrams(segment: int, n: int) -> Counter[int]:
        nodes = located[n, offsets[segment] : offsets[segment + 1]]
        return Counter(nodes[nodes != UNKNOWN].tolist())

    return ngrams


def exact_sum_of(weights: InformationWeights) -> ExactSum:
    """Return a function whose result orders n-grams by the sum of their weights, not rounded."""
    from fractions import Fraction  # slow to import

    prefixes, _, counts = nodes_of(weights.ngrams.table)
    without_prefix = (prefixes == UNKNOWN) | (prefixes == weights.zero)
    before = np.where(without_prefix, weights.words, counts[np.where(without_prefix, 0, prefixes)])
    before[counts == 0] = 1  # it is in no reference that counts: its weight is 0
    counts = np.maximum(counts, 1)

    def exact_sum(ngrams: Counter[int]) -> Fraction:
        if not weights.words:  # weights from a table have no counts
            values = weights.ngrams.values
            return sum((times * Fraction(values[one]) for one, times in ngrams.items()), Fraction())
        return Fraction(
            math.prod(int(before[ngram]) ** times for ngram, times in ngrams.items()),
            math.prod(int(counts[ngram]) ** times for ngram, times in ngrams.items()),
        )

    return exact_sum
