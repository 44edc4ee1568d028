"""Precision, recall and F of segments with one or several references.

What several references contribute is `RougeDialect.references`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from tallystick.metrics.rouge.formula import f_measure, ratio, rounded

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.rouge.dialect import RougeDialect
    from tallystick.metrics.rouge.matching import Matched


@dataclass(frozen=True, slots=True, eq=False)
class Rows:
    """The statistics of segments, or of references, as columns of one shape, or as numbers."""

    NAMES: ClassVar[tuple[str, ...]] = (
        "matches",
        "hypothesis_ngrams",
        "reference_ngrams",
        "precisions",
        "recalls",
        "segment_scores",
    )

    matches: Any
    hypothesis_ngrams: Any
    reference_ngrams: Any
    precisions: Any
    recalls: Any
    segment_scores: Any

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


def row_of(
    dialect: RougeDialect, matches: Sequence[int], hypothesis: int, references: Sequence[int]
) -> Rows:
    """Return the row of one segment, in numbers, if `chooses_alone`.

    Args:
        dialect: The dialect.
        matches: The matches with each reference.
        hypothesis: The n-grams of the hypothesis.
        references: The n-grams of each reference.
    """
    pairs = zip(matches, references, strict=True)
    rows = [_rows(dialect, matched, hypothesis, other) for matched, other in pairs]
    if len(rows) == 1 or dialect.references == "first":
        return rows[0]
    return max(rows, key=partial(_KEYS[dialect.references], dialect))


def chooses_alone(dialect: RougeDialect, references: int) -> bool:
    """Whether `row_of` is defined for segments with so many references."""
    one = references == 1 or dialect.references in ("first", *_KEYS)
    return one and dialect.empty == "zero"


def _rows(dialect: RougeDialect, matches: Any, hypotheses: Any, references: Any) -> Rows:
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
    fractions, shortness = _fraction_and_shortness(dialect, rows)
    return np.lexsort((shortness, fractions)).argsort()


def _fraction_and_shortness(dialect: RougeDialect, rows: Rows) -> tuple[Any, Any]:
    weighted = rows.hypothesis_ngrams + dialect.beta**2 * rows.reference_ngrams
    return ratio(rows.matches, weighted), -rows.reference_ngrams  # rounded alike if F is equal


_KEYS: dict[str, Callable[[RougeDialect, Rows], Any]] = {
    "best": _fraction_and_shortness,
    "best_first": lambda dialect, rows: rows.segment_scores,
    "best_recall": lambda dialect, rows: rows.recalls,
}


_RANKS = {**_KEYS, "best": _shortest_of_best}


def _highest(
    ranks: NDArray[Any], starts: NDArray[np.int64], counts: NDArray[np.int64]
) -> NDArray[np.int64]:
    """Return the first reference of the highest rank of each segment."""
    best = np.repeat(np.maximum.reduceat(ranks, starts), counts)
    places = np.where(ranks == best, np.arange(len(ranks)), len(ranks))
    chosen: NDArray[np.int64] = np.minimum.reduceat(places, starts)
    return chosen
