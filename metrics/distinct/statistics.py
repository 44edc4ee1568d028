"""The statistics of segments under a dialect of distinct-n, and of a corpus in parts."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import cached_tokenizer, segment_lines, the_hypothesis
from tallystick.metrics.counting.pairs import Encoded, encode_lines
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.kernel import kernel
from tallystick.metrics.sums.statistics import Columns, Statistics, Total
from tallystick.metrics.whole_corpus.ngram_counting import NgramCounting, PartOfSystem
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams, occurrences
from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams, KeyedNgrams

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.distinct.dialect import DistinctDialect
    from tallystick.metrics.kernel.kernel import NgramTable
    from tallystick.metrics.whole_corpus.stream import SpilledCounts

COLUMNS = Columns("segment_scores", "segments", "new_ngrams", "size")


def segment_counter_of(
    dialect: DistinctDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]]:
    """Return what counts the n-grams of a hypothesis, by the names of the columns."""
    tokenizer, order = cached_tokenizer(dialect.tokenize), dialect.order
    less = _fewer_ngrams(dialect)

    def count(hypothesis: str) -> dict[str, float]:
        lines = segment_lines((hypothesis,), the_hypothesis)
        ids, _ = encode_lines(lines, kernel.Vocabulary(), tokenizer, dialect.lowercase)
        tokens = memoryview(ids).cast("I").tolist()
        distinct = len({*zip(*(tokens[start:] for start in range(order)), strict=False)})
        size = max(len(tokens) - less, 0)
        undefined = dialect.short_segments == "undefined" and 0 < len(tokens) < order - 1
        score = math.nan if undefined else distinct / max(size, 1)
        return dict(zip(COLUMNS, (score, 1, distinct, size), strict=True))

    return count


def _fewer_ngrams(dialect: DistinctDialect) -> int:
    """Return how many tokens more than n-grams a text has, if their number is divided by those."""
    return dialect.order - 1 if dialect.denominator == "ngrams" else 0


def statistics_of(dialect: DistinctDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Return the distinct n-grams of every hypothesis, float64.

    An n-gram that occurs in several segments is new in the first, so that the sum over the whole
    corpus, but not over a part of it, is the number of distinct n-grams.
    """
    return _with_ngrams(dialect, corpus, workspace)[0]


def _with_ngrams(
    dialect: DistinctDialect, corpus: Corpus, workspace: Workspace
) -> tuple[Statistics, NgramTable, Encoded]:
    """Return the statistics, and the n-grams of the hypotheses."""
    tokenizer = tokenizer_named(dialect.tokenize)
    encoded = workspace.hypotheses(corpus.hypotheses, tokenizer, dialect.lowercase)
    words = len(encoded.vocabulary)
    table, nodes = located_ngrams(encoded.id_buffer, encoded.bounds, words, dialect.order)
    lengths, found = encoded.lengths, occurrences(encoded, np.asarray(nodes)[-1:])
    segments = len(lengths)
    first = np.full(len(table), segments)
    first[found.ngrams[::-1]] = found.rows[::-1]  # the last of equal places stays
    rows = np.ones((segments, len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["size"][:] = size = np.maximum(lengths - _fewer_ngrams(dialect), 0)
    named["new_ngrams"][:] = np.bincount(first, minlength=segments)[:segments]
    distinct = np.bincount(found.rows[found.numbers == 0], minlength=segments)
    named["segment_scores"][:] = distinct / np.maximum(size, 1)
    if dialect.short_segments == "undefined":
        named["segment_scores"][(lengths > 0) & (lengths < dialect.order - 1)] = np.nan
    return Statistics(COLUMNS, rows, 0, corpus.given_tokens), table, encoded


@dataclass(frozen=True)
class DistinctCounting(NgramCounting):
    """Distinct-n of a corpus in parts, of which the first has the new n-grams of all."""

    dialect: DistinctDialect
    of_each_system = True

    def of_system(self, corpus: Corpus, start: int, is_first: bool) -> PartOfSystem:
        """Return the n-grams and the sum of a part."""
        statistics, table, encoded = _with_ngrams(self.dialect, corpus, Workspace())
        keyed = KeyedNgrams.of(table, encoded.vocabulary.tokens())
        keys = keyed.keys[:, (keyed.counts > 0) & (keyed.orders == self.dialect.order)]
        counted = CountedNgrams(keys, np.ones(keys.shape[1], np.uint32))
        return PartOfSystem((start, statistics.as_total(finite=False)), counted)

    def total(self, kept: Any, counts: NDArray[np.int64], corpus: SpilledCounts) -> Total:
        """Return the sum of a part."""
        start: int = kept[0]
        total: Total = kept[1]
        sums = dict(zip(total.columns, total.sums, strict=True))
        sums["new_ngrams"] = 0 if start else corpus.distinct
        return total._replace(sums=tuple(sums.values()))
