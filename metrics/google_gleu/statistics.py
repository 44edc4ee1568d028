"""The statistics of segments under a dialect of Google's GLEU."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.matching import match_separately
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.sums.sum_formula import quotient

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.google_gleu.dialect import GoogleGleuDialect

COLUMNS = Columns("matches", "ngrams")


def statistics_of(dialect: GoogleGleuDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count every segment with its best reference, int64."""

    def match(pairs: EncodedPairs) -> NDArray[np.int64]:
        return rows_of(
            dialect,
            match_separately(pairs, dialect.order),
            pairs.hypotheses.lengths,
            pairs.references.encoded.lengths,
            pairs.references.segment_offsets,
        )

    tokenizer = tokenizer_named(dialect.tokenize)
    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, match)
    rows = np.concatenate(parts)
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: GoogleGleuDialect, references: Sequence[str]
) -> Callable[[str], dict[str, int]]:
    """Return what counts hypotheses of one segment, by the names of the columns."""
    tokenizer = cached_tokenizer(dialect.tokenize)
    prepared = SegmentReferences(references, tokenizer, dialect.lowercase)

    def count(hypothesis: str) -> dict[str, int]:
        found = prepared.encode(hypothesis)
        matches = found.matches(dialect.order)
        row = row_of(dialect, matches, found.hypothesis_length, found.reference_lengths)
        return dict(zip(COLUMNS, row, strict=True))

    return count


def row_of(
    dialect: GoogleGleuDialect,
    matches: Sequence[Sequence[int]],
    hypothesis_length: int,
    reference_lengths: Sequence[int],
) -> tuple[int, int]:
    """Return the row of one segment, in Python numbers; the parameters are those of `rows_of`."""
    lowest, highest = dialect.min_order - 1, dialect.order
    own = _pooled(hypothesis_length, lowest, highest)
    rows = [
        (sum(found[lowest:highest]), max(own, _pooled(length, lowest, highest)))
        for found, length in zip(matches, reference_lengths, strict=True)
    ]
    if len(rows) == 1:
        return rows[0]
    fewest = dialect.reference_ties == "smallest"
    return max(rows, key=lambda row: (row[0] / row[1] if row[1] else -1, -row[1] * fewest))


def _pooled(length: int, lowest: int, highest: int) -> int:
    return sum([max(length - shorter, 0) for shorter in range(lowest, highest)])


def rows_of(
    dialect: GoogleGleuDialect,
    matches: NDArray[np.int64],
    hypothesis_lengths: NDArray[np.int64],
    reference_lengths: NDArray[np.int64],
    offsets: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the matches and n-grams of every segment with its best reference.

    Args:
        dialect: The dialect.
        matches: Clipped matches with each reference, shape (references, orders from 1).
        hypothesis_lengths: Tokens of each hypothesis, shape (segments,).
        reference_lengths: Tokens of each reference, shape (references,).
        offsets: The first reference of each segment, shape (segments + 1,).
    """
    pooled = matches[:, dialect.min_order - 1 :].sum(axis=1)
    hypotheses = pooled_ngrams(dialect, hypothesis_lengths)
    references = pooled_ngrams(dialect, reference_lengths)
    counts = np.diff(offsets)
    several = len(references) != len(hypotheses)
    if several:
        hypotheses = np.repeat(hypotheses, counts)
    rows = np.column_stack([pooled, np.maximum(hypotheses, references)])
    return rows[_chosen(dialect, rows, offsets[:-1], counts)] if several else rows


def pooled_ngrams(dialect: GoogleGleuDialect, lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the n-grams of all orders in segments with these numbers of tokens.

    >>> from tallystick.metrics.google_gleu.dialect import DEFAULT
    >>> pooled_ngrams(DEFAULT, np.array([0, 1, 3, 7])).tolist()
    [0, 1, 6, 22]
    """
    return _up_to(lengths - (dialect.min_order - 1)) - _up_to(lengths - dialect.order)


def _up_to(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of 1 to each number, 0 for numbers below 1."""
    least_0 = np.maximum(numbers, 0)
    sums: NDArray[np.int64] = least_0 * (least_0 + 1) // 2
    return sums


def _chosen(
    dialect: GoogleGleuDialect,
    pairs: NDArray[np.int64],
    starts: NDArray[np.int64],
    counts: NDArray[np.int64],
) -> NDArray[np.int64]:
    """Return the reference of every segment, the one with the highest score.

    A reference counts only if it or the hypothesis has n-grams, unless none does.
    """
    matches, ngrams = pairs.T
    scores = np.where(ngrams > 0, quotient(matches, ngrams), -1.0)
    best = scores == np.repeat(np.maximum.reduceat(scores, starts), counts)
    if dialect.reference_ties == "smallest":
        fewest = np.minimum.reduceat(np.where(best, ngrams, _MOST), starts)
        best &= ngrams == np.repeat(fewest, counts)
    places = np.where(best, np.arange(len(pairs)), len(pairs))
    chosen: NDArray[np.int64] = np.minimum.reduceat(places, starts)
    return chosen


_MOST = np.iinfo(np.int64).max
