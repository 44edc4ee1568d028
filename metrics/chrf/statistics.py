"""The statistics of segments under a dialect of chrF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.chrf.columns import columns_of, counts_of
from tallystick.metrics.chrf.formula import formula_of_counts
from tallystick.metrics.chrf.tokenizing import character_tokenizer
from tallystick.metrics.counting.matching import match_separately, write_totals
from tallystick.metrics.sums.statistics import Statistics
from tallystick.metrics.tokenizers.plain import tokenizer_chrf_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from tallystick.metrics.chrf.dialect import ChrfDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.tokenizers import Tokenizer


def statistics_of(dialect: ChrfDialect, corpus: Corpus, workspace: Workspace) -> Statistics:
    """Count every segment; int64 if all statistics are counts, else float64."""
    pairs = count_pairs(dialect, corpus, workspace)
    rows = rows_of(dialect, pairs, corpus.references)
    return Statistics(columns_of(dialect), rows, corpus.references.number, corpus.given_tokens)


def count_pairs(dialect: ChrfDialect, corpus: Corpus, workspace: Workspace) -> NDArray[np.int64]:
    """Count the n-grams and matches of every hypothesis with each of its references.

    Returns:
        The columns of a dialect without further ones, shape (references, columns).
    """
    counts = counts_of(dialect)
    text = corpus.as_text()
    pairs = np.empty((len(corpus.references.segments), len(counts)), dtype=np.int64, order="F")
    of_pairs = counts.split(pairs)
    if dialect.order:
        characters = slice(dialect.order)
        _write_level(dialect, character_tokenizer(dialect), characters, text, workspace, of_pairs)
    if dialect.word_order:
        words = slice(dialect.order, None)
        _write_level(dialect, tokenizer_chrf_words(), words, text, workspace, of_pairs)
    if dialect.missing_order == "ignored":
        of_pairs["hypothesis_ngrams"][of_pairs["reference_ngrams"] == 0] = 0
    return pairs


def rows_of(dialect: ChrfDialect, pairs: NDArray[np.int64], references: References) -> NDArray[Any]:
    """Choose a reference for every segment; return its counts, shape (segments, columns)."""
    counts = counts_of(dialect)
    several = len(pairs) != len(references)
    rows: NDArray[Any] = pairs[_chosen(dialect, pairs, references)] if several else pairs
    found = counts.split(rows)
    if dialect.no_match == "hypothesis":
        found["reference_ngrams"][~found["matches"].any(axis=-1)] = 0
    if dialect.average == "macro":
        scores = formula_of_counts(dialect).of_arrays(found)
        rows = np.column_stack([rows, scores, np.ones(len(rows))])
    return rows


def _write_level(
    dialect: ChrfDialect,
    tokenizer: Tokenizer,
    orders: slice,
    corpus: Corpus,
    workspace: Workspace,
    written: Mapping[str, NDArray[Any]],
) -> None:
    """Match characters or words, and write the counts of their orders for every reference."""
    matches = written["matches"][:, orders]

    def match(pairs: EncodedPairs) -> tuple[NDArray[Any], ...]:
        lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
        return match_separately(pairs, matches.shape[1]), *lengths

    found = workspace.map_pairs(corpus, tokenizer, dialect.lowercase, match)
    parts, hypothesis_lengths, reference_lengths = map(np.concatenate, zip(*found, strict=True))
    matches[:] = parts
    if len(reference_lengths) != len(hypothesis_lengths):
        hypothesis_lengths = np.repeat(hypothesis_lengths, corpus.references.counts)
    write_totals(hypothesis_lengths, written["hypothesis_ngrams"][:, orders])
    write_totals(reference_lengths, written["reference_ngrams"][:, orders])


def _chosen(
    dialect: ChrfDialect, pairs: NDArray[np.int64], references: References
) -> NDArray[np.int64]:
    """Return the reference of every segment, the one with the highest score."""
    starts = references.offsets[:-1]
    scores = formula_of_counts(dialect).of_arrays(counts_of(dialect).split(pairs))
    best = scores == np.repeat(np.maximum.reduceat(scores, starts), references.counts)
    places = np.flatnonzero(best)
    segments = np.repeat(np.arange(len(starts)), references.counts)[places]
    if dialect.reference_ties == "smallest" and len(places) > len(starts):
        tied = np.flatnonzero(np.bincount(segments)[segments] > 1)
        counts = pairs[places[tied]]
        order = np.lexsort((*counts.T[::-1], segments[tied]))
        places[tied] = places[tied][order]
    first = np.flatnonzero(np.diff(segments, prepend=-1))
    chosen: NDArray[np.int64] = places[first]
    return chosen
