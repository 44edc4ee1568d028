"""BLEU of sums of statistics under any dialect, by the functions of `formula`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.bleu.columns import columns_of
from tallystick.metrics.bleu.formula import bleu, brevity_penalty, precisions
from tallystick.metrics.bleu.one_score import OneScore, is_usual, one_score
from tallystick.metrics.bleu.statistics import sums_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.bleu.dialect import BleuDialect


def scores_of(dialect: BleuDialect, totals: NDArray[Any]) -> NDArray[Any]:
    """Return BLEU, shape (...,), 0 to 100, of sums of statistics, shape (..., columns)."""
    columns = columns_of(dialect)
    if totals.size <= len(columns) and totals.ndim <= 2 and is_usual(dialect):
        rows = totals.reshape(-1, len(columns)).tolist()
        scores = [one_score(dialect, **columns.split_list(row)) for row in rows]
        return np.array([one.score for one in scores]).reshape(totals.shape[:-1])
    sums = sums_of(dialect, totals)
    if sums.segment_scores is not None and sums.segments is not None:
        means: NDArray[Any] = sums.segment_scores / np.maximum(sums.segments, 1)
        return means
    return bleu(dialect, sums)


def score_of(dialect: BleuDialect, sums_of_columns: Sequence[float]) -> OneScore:
    """Return the score of one sum, and its components."""
    total = np.array(sums_of_columns)
    sums = sums_of(dialect, total)
    precision, _ = precisions(dialect, sums)
    if dialect.no_match == "zero" and not sums.matches.any():
        precision = np.zeros_like(precision)
    return OneScore(
        float(scores_of(dialect, total)),
        tuple(precision.tolist()),
        float(brevity_penalty(dialect, sums)),
    )
