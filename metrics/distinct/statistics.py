"""The statistics of segments under a dialect of distinct-n."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import (
    cached_tokenizer,
    segment_lines,
    the_hypothesis,
)
from tallystick.metrics.counting.pairs import encode_lines
from tallystick.metrics.kernel import kernel
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


def segment_counter_of(dialect: DistinctDialect) -> Callable[[str], dict[str, float]]:
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
    rows = np.ones((segments, len(COLUMNS)), order="F")
    named = COLUMNS.split(rows)
    named["size"][:] = size = np.maximum(lengths - _fewer_ngrams(dialect), 0)
    named["new_ngrams"][:] = np.bincount(first, minlength=segments)[:segments]
    distinct = np.bincount(found.segments, minlength=segments)
    named["segment_scores"][:] = distinct / np.maximum(size, 1)
    if dialect.short_segments == "undefined":
        named["segment_scores"][(lengths > 0) & (lengths < dialect.order - 1)] = np.nan
    return rows
