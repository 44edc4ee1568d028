"""The statistics of segments under a dialect of RIBES."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.kernel import kernel
from tallystick.metrics.ribes.formula import brevity_penalty, precision, rank_correlation, ribes
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.ribes.dialect import RibesDialect

COLUMNS = Columns(
    "segment_scores", "rank_correlations", "precisions", "brevity_penalties", "segments"
)


class Aligned(NamedTuple):
    """Hypotheses aligned with their references, int64, shape (references,) each.

    Attributes:
        words: Aligned words.
        pairs: Pairs of them that are in order.
        hypothesis_lengths: Words of the hypothesis.
        reference_lengths: Words of the reference.
    """

    words: NDArray[np.int64]
    pairs: NDArray[np.int64]
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]


def statistics_of(dialect: RibesDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Score every segment with its best reference, float64."""

    def score(pairs: EncodedPairs) -> NDArray[np.float64]:
        return rows_of(dialect, align(dialect, pairs), np.diff(pairs.references.segment_offsets))

    tokenizer = tokenizer_named(dialect.tokenize)
    parts = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, score)
    rows = np.concatenate(parts)
    return Statistics(COLUMNS, rows, corpus.references.number, corpus.given_tokens)


def segment_counter_of(
    dialect: RibesDialect, references: Sequence[str]
) -> Callable[[str], dict[str, float]] | None:
    """Return what scores hypotheses of one segment, by the names of the columns."""
    if dialect.pairs != "all":
        return None
    tokenizer = cached_tokenizer(dialect.tokenize)
    prepared = SegmentReferences(references, tokenizer, dialect.lowercase)

    def count(hypothesis: str) -> dict[str, float]:
        found = prepared.encode(hypothesis)
        ranks, bounds = _ranks(dialect, found.buffers, len(found.vocabulary))
        words = [end - start for start, end in pairwise(memoryview(bounds).cast("q").tolist())]
        pairs = memoryview(kernel.ascending_pairs(ranks, bounds)).cast("q").tolist()
        of_references = zip(words, pairs, found.reference_lengths, strict=True)
        rows = [_row(dialect, *one, found.hypothesis_length) for one in of_references]
        return dict(zip(COLUMNS, rows[0] if len(rows) == 1 else _best(rows), strict=True))

    return count


def _row(
    dialect: RibesDialect, words: int, pairs: int, reference_length: int, length: int
) -> tuple[float, ...]:
    """Return the row of a hypothesis of some length with one reference, as `rows_of` has it."""
    if not reference_length and dialect.empty_references != "zero":
        return (math.nan if dialect.empty_references == "undefined" else 0.0,) * len(COLUMNS)
    if not length:
        undefined = dialect.empty_hypotheses == "undefined"
        return (math.nan,) * len(COLUMNS) if undefined else (0.0, 0.0, 0.0, 0.0, 1.0)
    correlation = pairs / max(words * (words - 1) // 2, 1)
    if words == reference_length == 1 and dialect.one_word == "one_word_reference":
        correlation = 1.0
    precision = words / length
    penalty = min(math.exp(1.0 - reference_length / length), 1.0)
    score = correlation * precision**dialect.alpha * penalty**dialect.beta
    return score, correlation, precision, penalty, 1.0


def _best(rows: Sequence[tuple[float, ...]]) -> tuple[float, ...]:
    """Return a row that is not defined, or else the highest one that is not ignored."""
    return max(rows, key=lambda row: (math.isnan(row[0]), row[-1], row))


def align(dialect: RibesDialect, pairs: EncodedPairs) -> Aligned:
    """Align the words of every hypothesis with those of each of its references."""
    references = pairs.references.encoded
    ranks, bounds = _ranks(dialect, pairs.buffers, len(references.vocabulary))
    offsets = np.frombuffer(bounds, dtype=np.int64)
    if dialect.pairs == "all":
        in_order = np.frombuffer(kernel.ascending_pairs(ranks, bounds), dtype=np.int64)
    else:
        in_order = pairs_in_runs(np.frombuffer(ranks, dtype=np.uint32), offsets)
    counts = np.diff(pairs.references.segment_offsets)
    lengths = np.repeat(pairs.hypotheses.lengths, counts)
    return Aligned(np.diff(offsets), in_order, lengths, references.lengths)


def _ranks(
    dialect: RibesDialect, buffers: tuple[Any, Any, Any, Any, Any], words: int
) -> tuple[bytes, bytes]:
    left_first, whole = dialect.context == "left_first", dialect.left_context == "whole"
    return kernel.align_by_context(*buffers, words, left_first, whole)


def pairs_in_runs(ranks: NDArray[np.uint32], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count the pairs of each sequence that are in one run of consecutive numbers.

    Args:
        ranks: The numbers of all sequences.
        offsets: The start of each sequence, shape (sequences + 1,).

    >>> ranks = np.array([7, 8, 9, 0, 1, 5, 2, 3], dtype=np.uint32)
    >>> pairs_in_runs(ranks, np.array([0, 6, 6, 8])).tolist()  # 3 of 7 8 9, 1 of 0 1; 1 of 2 3
    [4, 0, 1]
    """
    continues = np.zeros(len(ranks), dtype=bool)
    continues[1:] = ranks[1:] == ranks[:-1].astype(np.int64) + 1
    continues[offsets[:-1][offsets[:-1] < len(ranks)]] = False
    starts = np.flatnonzero(~continues)
    places = np.arange(len(ranks))
    earlier = places - np.repeat(starts, np.diff(starts, append=len(ranks)))
    sums = np.concatenate([[0], np.cumsum(earlier)])
    counts: NDArray[np.int64] = np.diff(sums[offsets])
    return counts


def rows_of(
    dialect: RibesDialect, aligned: Aligned, counts: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the row of every segment with its best reference; NaN if it has no score.

    Args:
        dialect: The dialect.
        aligned: The alignments with all references.
        counts: The number of references of every segment, shape (segments,).
    """
    words, pairs, hypothesis_lengths, reference_lengths = aligned
    correlations = rank_correlation(pairs, words)
    if dialect.one_word == "one_word_reference":
        correlations[(words == 1) & (reference_lengths == 1)] = 1.0
    precisions = precision(words, hypothesis_lengths)
    penalties = brevity_penalty(hypothesis_lengths, reference_lengths)
    scores = ribes(correlations, precisions, penalties, dialect.alpha, dialect.beta)
    rows = np.column_stack([scores, correlations, precisions, penalties, np.ones(len(scores))])
    _treat_empty(dialect, rows, hypothesis_lengths, reference_lengths)
    if len(rows) == len(counts):
        return rows
    segments = np.repeat(np.arange(len(counts)), counts)
    # one that is not defined is the best, one that is ignored the worst
    undefined, ignored = np.isnan(rows[:, 0]), rows[:, 4] == 0
    descending = -np.nan_to_num(rows[:, 3::-1])
    order = np.lexsort((*descending.T, ignored, ~undefined, segments))
    chosen: NDArray[np.float64] = rows[order[np.cumsum(counts) - counts]]
    return chosen


def _treat_empty(
    dialect: RibesDialect,
    rows: NDArray[np.float64],
    hypothesis_lengths: NDArray[np.int64],
    reference_lengths: NDArray[np.int64],
) -> None:
    """Change the rows of references and hypotheses without words, in place."""
    if dialect.empty_hypotheses == "undefined":
        rows[hypothesis_lengths == 0] = np.nan
    if dialect.empty_references == "undefined":
        rows[reference_lengths == 0] = np.nan
    elif dialect.empty_references == "ignored":
        rows[reference_lengths == 0] = 0.0
