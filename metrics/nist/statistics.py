"""The statistics of segments under a dialect of NIST, and of a corpus in parts.

Some programs use one reference for each order, the most informative one. The choice must not depend
on the last bit of a sum, so sums of logarithms are compared as products of their arguments.

The information of the matches of order n is a sum over n-grams h of the whole corpus of
coefficient(h) * log2(count(h)): the matches of the n-grams of order n whose prefix h is, less its
own matches if it is of order n. Coefficients and counts are sums over parts.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.errors import InputError, TallystickError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import match_buffers, match_pairs, write_totals
from tallystick.metrics.counting.ngram_weights import NgramWeights, id_of, nodes_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.nist.formula import columns_of
from tallystick.metrics.nist.information import InformationWeights
from tallystick.metrics.nist.metric import FittedNist, Nist
from tallystick.metrics.sums.statistics import Statistics, Total
from tallystick.metrics.whole_corpus.ngram_counting import Coefficients, NgramSums, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams, counts_of_nodes

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus, References
    from tallystick.metrics.counting.pairs import Encoded, EncodedPairs
    from tallystick.metrics.nist.dialect import NistDialect
    from tallystick.metrics.sums.arrays import FloatArray, IntArray
    from tallystick.metrics.whole_corpus.stream import SpilledCounts

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
    """Count every segment; `reference_sets` is the highest number of references in the corpus."""
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
        exact = cache(partial(exact_sum_of, weights))

        def match(pairs: EncodedPairs) -> tuple[NDArray[Any], ...]:
            return _match_best(dialect, weights, rounded, exact, pairs)

        parts = workspace.map_pairs(matched, tokenizer, dialect.lowercase, match)
        named["matches"][:], named["information"][:], of_best, own_lengths, lengths = map(
            np.concatenate, zip(*parts, strict=True)
        )
        if dialect.reference_length == "matched":
            named["reference_length"][:] = of_best.sum(axis=1) / dialect.order
    else:
        ngrams = None if weights is None else weights.ngrams
        counts = workspace.match(matched, tokenizer, dialect.lowercase, dialect.order, ngrams)
        named["matches"][:] = counts.matches
        named["information"][:] = 0.0 if counts.weighted is None else counts.weighted
        own_lengths, lengths = counts.hypothesis_lengths, counts.reference_lengths
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
    rounded: FloatArray | None,
    exact_sum: Callable[[], ExactSum],
    pairs: EncodedPairs,
) -> tuple[NDArray[Any], ...]:
    """Match every hypothesis with its best reference, order by order.

    The best reference has the highest sum of weights of matched n-grams, where `reference_ties` of
    the dialect defines equal sums; ties go to the one with the most tokens. Returns matches, sums
    of weights and reference tokens, (segments, orders), and the tokens of both sides.
    """
    offsets = pairs.references.segment_offsets
    starts, counts = offsets[:-1], np.diff(offsets)
    lengths = pairs.references.encoded.lengths
    options = {"others": rounded, "compensated": dialect.reference_ties == "compensated"}
    matches, weighted, compared = match_pairs(
        pairs, dialect.order, weights.ngrams, separately=True, **options
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
            exact = [exact_sum()(own(segment, n) & of_references(at, n)) for at in near.tolist()]
            equal[near, n] = [information == max(exact) for information in exact]
    ranks = np.where(equal, lengths[:, np.newaxis], -1)
    places = np.where(ranks == highest(ranks), np.arange(len(ranks))[:, np.newaxis], len(ranks))
    chosen = np.minimum.reduceat(places, starts)
    best = chosen, np.arange(dialect.order)
    return matches[best], weighted[best], lengths[chosen], pairs.hypotheses.lengths, lengths


def _ngrams_of(
    weights: InformationWeights, texts: Encoded, order: int
) -> Callable[[int, int], Counter[int]]:
    """Return a function of a segment and n - 1 to the nodes of its n-grams that have weights."""
    located, offsets = np.asarray(weights.ngrams.nodes_in(texts, order)), texts.offsets

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
            return sum(
                (times * Fraction(values[ngram]) for ngram, times in ngrams.items()), Fraction()
            )
        return Fraction(
            math.prod(int(before[ngram]) ** times for ngram, times in ngrams.items()),
            math.prod(int(counts[ngram]) ** times for ngram, times in ngrams.items()),
        )

    return exact_sum


MOST = 2**32 - 1
"""The highest count of an n-gram in a table."""


class _References(NamedTuple):
    """The references of a part for several systems, kept encoded in `workspace`."""

    matched: References
    workspace: Workspace
    nodes: list[NDArray[np.uint32]]
    keyed: KeyedNgrams


class NistCounting(NgramSums):
    """NIST in parts; the empty n-gram counts the words of the corpus."""

    def __init__(self, nist: Nist) -> None:
        self._nist = nist
        self._dialect = nist.conventions
        self._how = tokenizer_named(nist.tokenize), nist.lowercase
        self.no_sums = _no_sums(nist)

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams of the references, and the texts of a part."""
        ngrams = None
        if is_first and self._nist.information is not None:
            ngrams = CountedNgrams(np.zeros((2, 0), np.uint64), np.zeros(0, np.int64))
        elif is_first:
            _, keyed, counts = self._counted(corpus.references, Workspace())
            ngrams = keyed.counted(counts)
        return PartOfSystem(corpus, ngrams, [corpus.references.most])

    def _ngrams_in(self, references: References, workspace: Workspace) -> NgramWeights:
        """Count the n-grams that can match, also where only those of the first have weights."""
        dialect = self._dialect
        if dialect.information_references == dialect.matched_references == "first":
            references = references.first()
        return count_ngrams(
            [references], *self._how, dialect.order, complete=True, workspace=workspace
        ).ngrams

    def _counted(
        self, references: References, workspace: Workspace
    ) -> tuple[NgramWeights, KeyedNgrams, NDArray[np.integer]]:
        """Return the n-grams of references, with the counts from which their weights follow."""
        ngrams = self._ngrams_in(references, workspace)
        keyed = KeyedNgrams.of(ngrams.table, ngrams.vocabulary.tokens())
        counts = keyed.counts.astype(np.int64)
        if self._dialect.information_references == "first":
            counts[:] = 0
            for nodes in self._located(ngrams, references.first(), Workspace()):
                counts[1:] += np.bincount(nodes[nodes != UNKNOWN], minlength=len(ngrams.table))
        counts[0] = counts[keyed.orders == 1].sum()
        return ngrams, keyed, counts

    def _located(
        self, ngrams: NgramWeights, references: References, workspace: Workspace
    ) -> list[NDArray[np.uint32]]:
        """Return the nodes of the n-grams of each part of references."""
        parts = workspace.references(references, *self._how)
        return [np.asarray(ngrams.nodes_in(part.encoded, self._dialect.order)) for part in parts]

    def total(self, kept: Any, counts: IntArray, corpus: SpilledCounts) -> Total:
        """Return the sum of a part under the weights of the whole corpus."""
        workspace, weights = Workspace(), self._nist.information
        if weights is None:
            most = counts[1:].max(initial=0)
            if most > MOST:
                raise TallystickError(
                    f"an n-gram occurs {most} times in the corpus, and at most {MOST} can be "
                    "counted; score fewer segments at once"
                )
            ngrams = self._ngrams_in(kept.references, workspace)
            ngrams.table.set_counts(counts_of_nodes(ngrams.table, counts).astype(np.uint32))
            without_zero = self._dialect.zero_prefix == "perl_falsy"
            weights = InformationWeights.of_counts(
                ngrams, self._dialect.order, int(counts[0]), without_zero
            )
        return FittedNist(self._nist, weights, max(corpus.numbers)).total(kept, workspace)

    def of_references(self, references: References) -> tuple[CountedNgrams, _References]:
        """Return the n-grams of the references of a part."""
        workspace = Workspace()
        ngrams, keyed, counts = self._counted(references, workspace)
        if self._dialect.zero_prefix == "perl_falsy":
            zero = id_of(ngrams.vocabulary, "0")
            if zero != UNKNOWN:
                keyed.prefixes[keyed.prefixes == zero + 1] = 0  # words come first
        matched = references.first() if self._dialect.matched_references == "first" else references
        nodes = self._located(ngrams, matched, workspace)
        return CountedNgrams(keyed.keys, counts), _References(matched, workspace, nodes, keyed)

    def coefficients(self, corpus: Corpus, shared: _References) -> Coefficients:
        """Return the coefficients of the n-grams of references for hypotheses."""
        corpus = replace(corpus, references=shared.matched)
        _, all_orders, all_prefixes, _ = shared.keyed
        matches = np.zeros(len(all_orders))
        pairs = shared.workspace.pairs(corpus, *self._how)
        for part, nodes in zip(pairs, shared.nodes, strict=True):
            *_, by_place = match_buffers(part, self._dialect.order, None, places=True)
            clipped = np.frombuffer(by_place, np.uint32).reshape(self._dialect.order, -1)
            clipped = clipped[: len(nodes)]
            matched = (clipped > 0) & (nodes != UNKNOWN)
            matches[1:] += np.bincount(nodes[matched], clipped[matched], len(matches) - 1)
        places = np.flatnonzero(matches)
        counts, orders, prefixes = matches[places], all_orders[places], all_prefixes[places]
        of_prefixes = np.bincount(prefixes, counts, len(matches))
        of_prefixes[0] = 0
        known = np.flatnonzero(of_prefixes)
        # The empty n-gram is the prefix of words and, in some dialects, of bigrams from "0" on.
        of_empty = np.bincount(orders[prefixes == 0], counts[prefixes == 0])
        of_orders = np.flatnonzero(of_empty)
        return Coefficients(
            np.concatenate([places, known, np.zeros_like(of_orders)]).astype(np.uint32),
            np.concatenate([orders, all_orders[known] + 1, of_orders]).astype(np.uint16),
            np.concatenate([-counts, of_prefixes[known], of_empty[of_orders]]).astype(np.int64),
        )

    def unweighted(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of a part of a corpus, with information of 0."""
        sets = corpus.references.number
        if sets is None and self._dialect.reference_length == "mean_global":
            raise InputError(
                "the segments have different numbers of references, and under "
                "reference_length=mean_global the reference length of NIST depends on the highest "
                "number in the whole corpus; choose another dialect, such as dialect=doddington"
            )
        return statistics_of(self._dialect, corpus, workspace or Workspace(), sets or 1)

    def weighted(self, total: Total, sums: Mapping[int, float]) -> Total:
        """Return a sum of unweighted statistics with the information of the matches, in bits."""
        numbers = dict(zip(total.columns, total.sums, strict=True))
        orders = range(1, self._dialect.order + 1)
        numbers |= {f"information_{order}": sums.get(order, 0.0) for order in orders}
        return total._replace(sums=tuple(numbers.values()))


def _no_sums(nist: Nist) -> str:
    """Return why sums of parts are not enough for the weights, or ""."""
    dialect = nist.conventions
    if nist.information is not None:
        return (
            "information weights are given, which files of statistics do not contain; leave out "
            "the option information"
        )
    if dialect.match != "maximum":
        return (
            f"match={dialect.match} chooses references by information weights, which depend "
            "on the whole corpus, so parts do not add up; choose match=maximum, or another dialect"
        )
    if (dialect.information_references, dialect.matched_references) == ("first", "all"):
        return (
            "under information_references=first and matched_references=all, a part does not know "
            "which of the n-grams that match have weights; choose matched_references=first"
        )
    return ""
