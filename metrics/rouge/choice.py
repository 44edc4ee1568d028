"""Precision, recall and F of segments with one or several references.

What several references contribute is `RougeDialect.references`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.metrics.rouge.formula import f_measure, ratio, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.rouge.dialect import RougeDialect
    from tallystick.metrics.rouge.matching import Matched


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The statistics of segments, or of references, as columns of one shape."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "matches",
        "hypothesis_ngrams",
        "reference_ngrams",
        "precisions",
        "recalls",
        "segment_scores",
    )

    matches: NDArray[Any]
    hypothesis_ngrams: NDArray[Any]
    reference_ngrams: NDArray[Any]
    precisions: NDArray[np.float64]
    recalls: NDArray[np.float64]
    segment_scores: NDArray[np.float64]

    def take(self, chosen: NDArray[np.int64]) -> Rows:
        """Return the rows with these numbers."""
        return Rows(*(getattr(self, name)[chosen] for name in self.NAMES))

    def combined(self, combine: Callable[[NDArray[Any]], NDArray[Any]]) -> Rows:
        """Return the rows with every column combined over the references of each segment."""
        return Rows(*(combine(getattr(self, name)) for name in self.NAMES))


def rows_of(dialect: RougeDialect, matched: Matched, offsets: NDArray[np.int64]) -> Rows:
    """Return the row of every segment.

    Args:
        dialect: The dialect.
        matched: The matches with each reference.
        offsets: The first reference of each segment, int64, shape (segments + 1,).
    """
    counts = offsets[1:] - offsets[:-1]
    one_each = len(matched.matches) == len(counts)
    hypotheses = matched.hypotheses if one_each else np.repeat(matched.hypotheses, counts)
    every = _rows(dialect, matched.matches, hypotheses, matched.references)
    if dialect.empty != "zero":
        every = _with_empty(dialect, every, matched, counts)
    if one_each:
        return every
    starts = offsets[:-1] - offsets[0]
    if dialect.references == "first":
        return every.take(starts)
    if dialect.references in _RANKS:
        ranks = _RANKS[dialect.references](dialect, every)
        ranks = np.where(np.isnan(every.segment_scores), np.inf, ranks)  # where the program fails
        return every.take(_highest(ranks, starts, counts))
    if dialect.references == "mean":
        return every.combined(lambda column: np.add.reduceat(column, starts) / counts)
    if dialect.references == "best_each":
        best = every.combined(lambda column: np.maximum.reduceat(column, starts))
        return _with_f(dialect, best)
    summed = every.combined(lambda column: np.add.reduceat(column, starts))
    return _rows(dialect, summed.matches, summed.hypothesis_ngrams, summed.reference_ngrams)


def _rows(
    dialect: RougeDialect,
    matches: NDArray[Any],
    hypotheses: NDArray[Any],
    references: NDArray[Any],
) -> Rows:
    precision = rounded(dialect, ratio(matches, hypotheses))
    recall = rounded(dialect, ratio(matches, references))
    scores = f_measure(dialect, precision, recall)
    return Rows(matches, hypotheses, references, precision, recall, scores)


def _with_empty(
    dialect: RougeDialect, rows: Rows, matched: Matched, counts: NDArray[np.int64]
) -> Rows:
    """Replace the measures of texts without tokens."""
    no_hypothesis = np.repeat(matched.hypothesis_tokens == 0, counts)
    no_reference = matched.reference_tokens == 0
    fails = dialect.empty == "error"
    empty = no_hypothesis | no_reference if fails else no_hypothesis & no_reference
    measures = rows.precisions, rows.recalls, rows.segment_scores
    replaced = [np.where(empty, np.nan if fails else 1.0, one) for one in measures]
    return replace(rows, precisions=replaced[0], recalls=replaced[1], segment_scores=replaced[2])


def _with_f(dialect: RougeDialect, rows: Rows) -> Rows:
    return replace(rows, segment_scores=f_measure(dialect, rows.precisions, rows.recalls))


def _shortest_of_best(dialect: RougeDialect, rows: Rows) -> NDArray[Any]:
    """Rank references by F in exact arithmetic, then by their length, the shortest first.

    The order of references does not matter: two of the same rank have the same row.
    """
    weighted = rows.hypothesis_ngrams + dialect.beta**2 * rows.reference_ngrams
    fractions = rows.matches / np.maximum(weighted, 1)  # correctly rounded, so equal if F is
    return np.lexsort((-rows.reference_ngrams, fractions)).argsort()


_RANKS: dict[str, Callable[[RougeDialect, Rows], NDArray[Any]]] = {
    "best": _shortest_of_best,
    "best_first": lambda dialect, rows: rows.segment_scores,
    "best_recall": lambda dialect, rows: rows.recalls,
}


def _highest(
    ranks: NDArray[Any], starts: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the first reference of the highest rank of each segment."""
    best = np.repeat(np.maximum.reduceat(ranks, starts), counts)
    places = np.where(ranks == best, np.arange(len(ranks)), len(ranks))
    chosen: NDArray[np.int64] = np.minimum.reduceat(places, starts)
    return chosen
