"""The statistics of segments under a dialect of RIBES."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.kernel import kernel
from tallystick.metrics.ribes.formula import ALIGNED, RibesRow, formula_of
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.ribes.dialect import RibesDialect

COLUMNS = Columns(*RibesRow._fields)


def statistics_of(dialect: RibesDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Score every segment with its best reference, float64."""

    def score(pairs: EncodedPairs) -> NDArray[np.float64]:
        return rows_of(dialect, pairs, np.diff(pairs.references.segment_offsets))

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
    row_of = formula_of(dialect).parts_of_numbers

    def count(hypothesis: str) -> dict[str, float]:
        found = prepared.encode(hypothesis)
        ranks, bounds = _ranks(dialect, found.buffers, len(found.vocabulary))
        pairs = memoryview(kernel.ascending_pairs(ranks, bounds)).cast("q")
        own = repeat(found.hypothesis_length, len(pairs))
        aligned = zip(lengths_of(bounds), pairs, own, found.reference_lengths, strict=True)
        rows = [row_of(dict(zip(ALIGNED, one, strict=True))) for one in aligned]
        return (rows[0] if len(rows) == 1 else _best(rows))._asdict()

    return count


def _best(rows: Sequence[RibesRow]) -> RibesRow:
    """Return a row that is not defined, or else the highest one that is not ignored."""
    return max(rows, key=lambda row: (math.isnan(row[0]), row[-1], row))


def align(dialect: RibesDialect, pairs: EncodedPairs) -> dict[str, NDArray[np.int64]]:
    """Align hypotheses with their references; return `ALIGNED`, shape (references,) each."""
    references = pairs.references.encoded
    ranks, bounds = _ranks(dialect, pairs.buffers, len(references.vocabulary))
    offsets = np.frombuffer(bounds, dtype=np.int64)
    if dialect.pairs == "all":
        in_order = np.frombuffer(kernel.ascending_pairs(ranks, bounds), dtype=np.int64)
    else:
        in_order = pairs_in_runs(np.frombuffer(ranks, dtype=np.uint32), offsets)
    counts = np.diff(pairs.references.segment_offsets)
    lengths = np.repeat(pairs.hypotheses.lengths, counts)
    columns = np.diff(offsets), in_order, lengths, references.lengths
    return dict(zip(ALIGNED, columns, strict=True))


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
    dialect: RibesDialect, pairs: EncodedPairs, counts: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return the row of every segment with its best reference; NaN if it has no score.

    Args:
        dialect: The dialect.
        pairs: Hypotheses and references.
        counts: The number of references of every segment, shape (segments,).
    """
    aligned = align(dialect, pairs)
    rows = np.empty((len(aligned["aligned"]), len(COLUMNS)))
    for place, column in enumerate(formula_of(dialect).parts_of_arrays(aligned)):
        rows[:, place] = column
    if len(rows) == len(counts):
        return rows
    segments = np.repeat(np.arange(len(counts)), counts)
    # one that is not defined is the best, one that is ignored the worst
    undefined, ignored = np.isnan(rows[:, 0]), rows[:, 4] == 0
    descending = -np.nan_to_num(rows[:, 3::-1])
    order = np.lexsort((*descending.T, ignored, ~undefined, segments))
    chosen: NDArray[np.float64] = rows[order[np.cumsum(counts) - counts]]
    return chosen
