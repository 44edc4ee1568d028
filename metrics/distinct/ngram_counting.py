"""Distinct-n of a corpus in parts, whose distinct n-grams are counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.distinct.statistics import COLUMNS, rows_of
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.whole_corpus.ngram_counting import (
    CountedNgrams,
    NgramCounting,
    PartOfSystem,
)
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_keys import KeyedNgrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.distinct.metric import Distinct
    from tallystick.metrics.sums.total import Total
    from tallystick.metrics.whole_corpus.ngram_counting import CorpusCounts


class DistinctCounting(NgramCounting):
    """Distinct-n in parts, of which the first has the new n-grams of all."""

    of_each_system = True

    def __init__(self, distinct: Distinct) -> None:
        self._dialect = distinct.conventions
        self._tokenizer = tokenizer_named(distinct.tokenize)

    def of_system(self, corpus: Corpus, shared: Any, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams and the sum of a part."""
        dialect = self._dialect
        encoded = Workspace().hypotheses(corpus.hypotheses, self._tokenizer, dialect.lowercase)
        table, nodes = located_ngrams(encoded, dialect.order)
        rows = rows_of(dialect, encoded, nodes[-1])
        total = Statistics(COLUMNS, rows, 0, corpus.given_tokens).as_total(finite=False)
        keys, orders, _ = KeyedNgrams.of(table, encoded.vocabulary.tokens())
        keys = keys[:, orders == dialect.order]
        counted = CountedNgrams(keys, np.ones(keys.shape[1], np.uint32))
        return PartOfSystem((start, total), counted)

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: CorpusCounts) -> Total:
        """Return the sum of a part."""
        start: int = kept[0]
        total: Total = kept[1]
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["new_ngrams"] = 0 if start else corpus.ngrams.distinct
        return total._replace(sums=tuple(sums.values()))
