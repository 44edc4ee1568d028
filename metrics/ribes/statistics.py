"""The statistics of segments under a dialect of RIBES."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
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


def align(dialect: RibesDialect, pairs: EncodedPairs) -> Aligned:
    """Align the words of every hypothesis with those of each of its references."""
    references = pairs.references.encoded
    ranks, bounds = kernel.align_by_context(
        *pairs.buffers,
        len(references.vocabulary),
        dialect.context == "left_first",
        dialect.left_context == "whole",
    )
    offsets = np.frombuffer(bounds, dtype=np.int64)
    if dialect.pairs == "all":
        in_order = np.frombuffer(kernel.ascending_pairs(ranks, bounds), dtype=np.int64)
    else:
        in_order = pairs_in_runs(np.frombuffer(ranks, dtype=np.uint32), offsets)
    counts = np.diff(pairs.references.segment_offsets)
    lengths = np.repeat(pairs.hypotheses.lengths, counts)
    return Aligned(np.diff(offsets), in_order, lengths, references.lengths)


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
