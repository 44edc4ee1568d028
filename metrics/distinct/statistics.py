"""The statistics of segments under a dialect of distinct-n."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.whole_corpus.ngram_counts import located_ngrams
from tallystick.metrics.whole_corpus.ngram_occurrences import occurrences

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import Encoded
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.distinct.dialect import DistinctDialect

COLUMNS = Columns("segment_scores", "segments", "new_ngrams", "size")


def statistics_of(dialect: DistinctDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count the distinct n-grams of every hypothesis, float64.

    An n-gram that occurs in several segments is new in the first, so that the sum over the whole
    corpus, but not over a part of it, is the number of distinct n-grams.
    """
    tokenizer = tokenizer_named(dialect.tokenize)
    encoded = workspace.hypotheses(corpus.hypotheses, tokenizer, dialect.lowercase)
    _, nodes = located_ngrams(encoded, dialect.order)
    rows = rows_of(dialect, encoded, nodes[-1])
    return Statistics(COLUMNS, rows, 0, corpus.given_tokens)


def rows_of(
    dialect: DistinctDialect, encoded: Encoded, nodes: NDArray[np.uint32]
) -> NDArray[np.float64]:
    """Return the statistics of segments, of which `nodes` are the n-grams; see `occurrences`."""
    lengths = encoded.lengths
    found = occurrences(encoded, nodes)
    segments = len(lengths)
    first = np.full(found.ngrams.max(initial=0) + 1, segments, dtype=found.segments.dtype)
    np.minimum.at(first, found.ngrams, found.segments)
    less = dialect.order - 1 if dialect.denominator == "ngrams" else 0
    rows = np.ones((segments, len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["size"][:] = size = np.maximum(lengths - less, 0)
    named["new_ngrams"][:] = np.bincount(first, minlength=segments)[:segments]
    distinct = np.bincount(found.segments, minlength=segments)
    named["segment_scores"][:] = distinct / np.maximum(size, 1)
    if dialect.short_segments == "undefined":
        named["segment_scores"][(lengths > 0) & (lengths < dialect.order - 1)] = np.nan
    return rows
