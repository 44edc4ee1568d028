"""The statistics of segments under a dialect of chrF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.chrf.counts import levels
from tallystick.metrics.chrf.formula import columns_of, formula_of_counts
from tallystick.metrics.counting.matching import match_separately, write_totals
from tallystick.metrics.sums.statistics import Statistics

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.chrf.dialect import ChrfDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace


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
    counts = formula_of_counts(dialect).statistics
    text = corpus.as_text()
    rows = np.empty((len(corpus.references.segments), len(counts)), dtype=np.int64, order="F")
    named = counts.split(rows)
    first = 0
    for order, tokenizer in levels(dialect):
        orders = slice(first, first := first + order)

        def match(pairs: EncodedPairs, order: int = order) -> tuple[NDArray[np.int64], ...]:
            lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
            return match_separately(pairs, order), *lengths

        found = workspace.map_pairs(text, tokenizer, dialect.lowercase, match)
        matches, hypotheses, references = map(np.concatenate, zip(*found, strict=True))
        if len(references) != len(hypotheses):
            hypotheses = np.repeat(hypotheses, text.references.counts)
        named["matches"][:, orders] = matches
        write_totals(hypotheses, named["hypothesis_ngrams"][:, orders])
        write_totals(references, named["reference_ngrams"][:, orders])
    if dialect.missing_order == "ignored":
        named["hypothesis_ngrams"][named["reference_ngrams"] == 0] = 0
    return rows


def rows_of(dialect: ChrfDialect, pairs: NDArray[np.int64], references: References) -> NDArray[Any]:
    """Choose a reference for every segment; return its counts, shape (segments, columns)."""
    formula = formula_of_counts(dialect)
    several = len(pairs) != len(references)
    rows: NDArray[Any] = pairs[_chosen(dialect, pairs, references)] if several else pairs
    found = formula.statistics.split(rows)
    if dialect.no_match == "hypothesis":
        found["reference_ngrams"][~found["matches"].any(axis=-1)] = 0
    if dialect.average == "macro":
        scores = formula.of_arrays(found)
        rows = np.column_stack([rows, scores, np.ones(len(rows))])
    return rows


def _chosen(
    dialect: ChrfDialect, pairs: NDArray[np.int64], references: References
) -> NDArray[np.int64]:
    """Return the reference of every segment, the one with the highest score."""
    starts = references.offsets[:-1]
    formula = formula_of_counts(dialect)
    scores = formula.of_arrays(formula.statistics.split(pairs))
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
