"""Precision, recall and F of ROUGE, from matches and numbers of n-grams.

Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", Text Summarization Branches Out 2004,
equations 1 to 4 and 9 to 11.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.counting.best_reference import Compared
from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import maximum, where

if TYPE_CHECKING:
    from tallystick.metrics.rouge.dialect import RougeDialect

COUNTS = ("matches", "hypothesis_ngrams", "reference_ngrams")
COLUMNS = Columns(*COUNTS, "precisions", "recalls", "segment_scores", "segments")

MOST_DECIMALS = 16
"""With this many decimals nothing is rounded."""


class Rouge(NamedTuple):
    """ROUGE of a sum of segments, and its precision and recall, 0 to 100."""

    f: Any
    precision: Any
    recall: Any


@lru_cache(maxsize=64)
def formula_of(dialect: RougeDialect) -> SumFormula:
    """Return the formula of a dialect.

    >>> from tallystick.metrics.rouge.dialect import RougeDialect
    >>> sums = {"precisions": 1.5, "recalls": 0.5, "segment_scores": 0.75, "segments": 2}
    >>> formula_of(RougeDialect()).parts_of_numbers(sums)
    Rouge(f=37.5, precision=75.0, recall=25.0)
    """
    return SumFormula(COLUMNS, partial(_of_sums, dialect))


def _of_sums(dialect: RougeDialect, sums: Mapping[str, Any]) -> Rouge:
    segments = sums["segments"]
    if dialect.average == "none":
        precision, recall = _precision_and_recall(sums)
    else:
        precision, recall = (divided(sums[name], segments) for name in ("precisions", "recalls"))
    if dialect.average == "f":
        f = divided(sums["segment_scores"], segments)
    else:
        f = f_measure(dialect, precision, recall)
    return Rouge(100 * f, 100 * precision, 100 * recall)


def compare(order: int, dialect: RougeDialect, pair: Mapping[str, Any]) -> Compared:
    """Return the row of a hypothesis with a reference; see `Comparison.formula`.

    Args:
        order: The order of the n-grams; 1 for subsequences.
        dialect: The dialect.
        pair: Matches, the tokens of both sides, and the n-grams if each counts once.
    """
    lengths = own, wanted = pair["hypothesis_length"], pair["reference_length"]
    if dialect.counting == "once":
        ngrams = [pair[name] for name in COUNTS[1:]]
    else:
        ngrams = [maximum(length - (order - 1), 0) for length in lengths]
    row = measured(dialect, dict(zip(COUNTS, (pair["matches"], *ngrams), strict=True)))
    if dialect.empty != "zero":
        fails = dialect.empty == "error"
        empty = (own == 0) | (wanted == 0) if fails else (own == 0) & (wanted == 0)
        instead = math.nan if fails else 1.0
        row = (*row[:3], *(where(empty, instead, one) for one in row[3:]))
    *_, recall, f = row
    rank: tuple[Any, ...] = ()
    if dialect.references == "best":
        # rounded alike if F is equal
        weighted = ngrams[0] + dialect.beta**2 * ngrams[1]
        rank = _share(pair["matches"], weighted), -1 * ngrams[1]
        if dialect.empty == "both_one":  # without n-grams, but not without tokens, F is 0
            rank = (*rank, f)
    elif dialect.references != "first":
        rank = (recall if dialect.references == "best_recall" else f,)
    if dialect.empty == "error":
        rank = tuple(where(f != f, math.inf, one) for one in rank)
    return Compared((*row, 1.0), rank)


@lru_cache(maxsize=64)
def formula_of_references(dialect: RougeDialect) -> SumFormula:
    """Return the formula of a row of all references of a segment, if no single one counts.

    It is a formula of the highest values of each column of their rows, or of the sums.
    """
    return SumFormula(COLUMNS, partial(_of_references, dialect))


def _of_references(dialect: RougeDialect, rows: Mapping[str, Any]) -> Compared:
    if dialect.references == "mean":
        return Compared([rows[name] / rows["segments"] for name in COLUMNS], ())
    if dialect.references == "pooled":
        return Compared((*measured(dialect, rows), 1.0), ())
    *counts, precision, recall, _, segments = rows.values()
    f = f_measure(dialect, precision, recall)
    return Compared((*counts, precision, recall, f, segments), ())


def measured(dialect: RougeDialect, counts: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return `COUNTS`, precision, recall and F."""
    precision, recall = (rounded(dialect, one) for one in _precision_and_recall(counts))
    f = f_measure(dialect, precision, recall)
    return *(counts[name] for name in COUNTS), precision, recall, f


def _precision_and_recall(counts: Mapping[str, Any]) -> tuple[Any, Any]:
    matches, own, wanted = (counts[name] for name in COUNTS)
    return _share(matches, own), _share(matches, wanted)


def _share(matches: Any, ngrams: Any) -> Any:
    """Divide matches by numbers of n-grams; 0 where there are none."""
    return matches / maximum(ngrams, 1)


def f_measure(dialect: RougeDialect, precision: Any, recall: Any) -> Any:
    """Combine precision and recall, both 0 to 1, to F; 0 if both are 0."""
    weight = dialect.beta**2
    below = recall + weight * precision + dialect.epsilon
    above = (1 + weight) * precision * recall
    return rounded(dialect, divided(above, below))


def rounded(dialect: RougeDialect, value: Any) -> Any:
    """Round precision, recall or F of segments, 0 to 1, as the dialect does."""
    if dialect.decimals >= MOST_DECIMALS:
        return value
    factor, large = 10.0**dialect.decimals, 2.0**52  # numbers above it have no fractions
    return (value * factor + large - large) / factor
