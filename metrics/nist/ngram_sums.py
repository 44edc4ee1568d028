"""What a part of a corpus contributes to NIST, before the information weights are known.

The information of the matches of order n is a sum over n-grams g of the whole corpus,

    sum of matches(g) * log2( count(prefix of g) / count(g) )
    = sum of coefficient(h) * log2( count(h) )

in which an n-gram h has as its coefficient the matches of the n-grams of order n whose prefix it
is, less its own matches if it is of order n. Coefficients and counts are sums over parts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.errors import InputError
from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import match_places
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import UNKNOWN
from tallystick.metrics.nist.statistics import statistics_of
from tallystick.metrics.whole_corpus.ngram_counting import (
    Coefficients,
    CountedNgrams,
    NgramSums,
    PartOfReferences,
    PartOfSystem,
    sums_of_weights,
)
from tallystick.metrics.whole_corpus.ngram_counts import count_ngrams, id_of, nodes_of
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.nist.metric import Nist
    from tallystick.metrics.sums.statistics import Statistics
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counting import CorpusCounts


@dataclass(frozen=True, slots=True, eq=False)
class _References:
    """The references of a part, for the systems that are compared with them.

    Attributes:
        references: All references.
        matched: Those that hypotheses are matched with.
        workspace: Keeps them encoded.
        nodes: For each part of the workspace the n-gram of each order that starts at each token,
            or `UNKNOWN`; see `NgramWeights.locate`.
        orders: The order of each n-gram, behind the empty one.
        prefixes: The place of its prefix.
    """

    references: References
    matched: References
    workspace: Workspace
    nodes: list[NDArray[np.uint32]]
    orders: NDArray[np.uint16]
    prefixes: NDArray[np.uint32]


class NistSums(NgramSums):
    """NIST of a corpus in parts, from counts of n-grams; the empty one counts the words."""

    def __init__(self, nist: Nist) -> None:
        self._dialect = nist.conventions
        self._tokenizer = tokenizer_named(nist.tokenize)

    def of_references(self, references: References) -> PartOfReferences:
        """Return the n-grams of the references of a part."""
        dialect, workspace = self._dialect, Workspace()
        chosen = {"all": references}
        if "first" in (dialect.information_references, dialect.matched_references):
            chosen["first"] = references.first()
        found = count_ngrams(
            [chosen[dialect.information_references]],
            self._tokenizer,
            dialect.lowercase,
            dialect.order,
            complete=True,
            workspace=workspace,
        )
        ngrams = found.weights(b"")
        keys, orders, prefixes = KeyedNgrams.of(found.table, found.vocabulary.tokens())
        nodes, last_words, counts = nodes_of(found.table)
        if dialect.zero_prefix == "perl_falsy":
            is_zero = np.zeros(len(orders), bool)
            is_zero[1:] = (nodes == UNKNOWN) & (last_words == id_of(found.vocabulary, "0"))
            prefixes[is_zero[prefixes]] = 0
        matched = chosen[dialect.matched_references]
        parts = workspace.references(matched, self._tokenizer, dialect.lowercase)
        located = [np.asarray(ngrams.locate(part.encoded, dialect.order)) for part in parts]
        return PartOfReferences(
            CountedNgrams(keys, np.concatenate([[found.words], counts])),
            _References(references, matched, workspace, located, orders, prefixes),
        )

    def coefficients(self, corpus: Corpus, shared: _References) -> Coefficients:
        """Return the coefficients of the n-grams of references for hypotheses."""
        matches = self._matches(corpus, shared)
        places = np.flatnonzero(matches)
        found, orders, prefixes = matches[places], shared.orders[places], shared.prefixes[places]
        of_prefixes = np.bincount(prefixes, found, len(matches)).astype(np.int64)
        of_prefixes[0] = 0
        known = np.flatnonzero(of_prefixes)
        # The empty n-gram is the prefix of words and, in some dialects, of bigrams from "0" on.
        of_empty = np.bincount(orders[prefixes == 0], found[prefixes == 0]).astype(np.int64)
        of_orders = np.flatnonzero(of_empty)
        return Coefficients(
            np.concatenate([places, known, np.zeros_like(of_orders)]).astype(np.uint32),
            np.concatenate([orders, shared.orders[known] + 1, of_orders]).astype(np.uint16),
            np.concatenate([-found, of_prefixes[known], of_empty[of_orders]]),
        )

    def _matches(self, corpus: Corpus, shared: _References) -> NDArray[np.int64]:
        """Return the clipped matches of each n-gram with the hypotheses."""
        dialect = self._dialect
        corpus = replace(corpus, references=shared.matched)
        matches = np.zeros(len(shared.orders))
        pairs = shared.workspace.pairs(corpus, self._tokenizer, dialect.lowercase)
        for part, nodes in zip(pairs, shared.nodes, strict=True):
            clipped = match_places(part, dialect.order)[1][: len(nodes)]
            matched = (clipped > 0) & (nodes != UNKNOWN)
            matches[1:] += np.bincount(nodes[matched], clipped[matched], len(matches) - 1)
        return matches.astype(np.int64)

    def of_system(
        self, corpus: Corpus, shared: _References, start: int, is_first: bool
    ) -> PartOfSystem:
        """Return the sum of a part without information, and the coefficients of its n-grams."""
        corpus = replace(corpus, references=shared.references)
        sets = corpus.references.number or 1
        total = statistics_of(self._dialect, corpus, shared.workspace, sets).as_total()
        kept = total, self.coefficients(corpus, shared)
        return PartOfSystem(kept, numbers=[corpus.references.most])

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: CorpusCounts) -> Total:
        """Return the sum of a part with the information of its matches."""
        total: Total = kept[0]
        places, orders, coefficients = kept[1]
        total = self.weighted(total, sums_of_weights(orders, coefficients, counts[places]))
        if self._dialect.reference_length != "mean_global":
            return total
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["reference_length"] *= (total.references or 1) / max(corpus.numbers)
        return total._replace(sums=tuple(sums.values()))

    def unweighted(self, corpus: Corpus, workspace: Workspace | None = None) -> Statistics:
        """Return the statistics of a part of a corpus, with information of 0.

        Raises:
            InputError: The reference length depends on the number of references, which varies.
        """
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
