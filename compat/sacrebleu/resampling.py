"""sacreBLEU's bootstrap: the same resamples, the same scores, the same mean and interval.

sacreBLEU 2.6.0 holds its statistics in single precision and computes with what NumPy makes of that,
so this module does so too; nothing else in the package may. Sums below 2**24 are exact in single
precision, and for them a product of matrices takes the place of adding up segment by segment.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.sacrebleu.formula import Formula, brevity_penalty, geometric_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

EXACT = 2**24
"""Whole numbers up to here are exact in single precision."""

DRAWN_AT_ONCE = 2**16
"""How many segments are drawn at a time: they stay in the processor's cache."""

# NumPy 2 keeps single precision where a Python number meets it, NumPy 1 does not.
ARITHMETIC: np.dtype[Any] = np.asarray(np.float32(1) * 1.0).dtype


def seed_from_environment() -> str:
    """Return the seed as sacreBLEU reads it: SACREBLEU_SEED, 12345 where it is not set."""
    return os.environ.get("SACREBLEU_SEED", "12345")


def resampled_scores(
    rows: NDArray[np.int64], resamples: int, seed: str, formula: Formula
) -> list[float]:
    """Score resamples of the segments, drawn with replacement.

    Args:
        rows: Sufficient statistics, shape (segments, 2 + 2 * order).
        resamples: How many resamples, at least 1.
        seed: A whole number, or "none" for another draw every time.
        formula: How sums become scores.

    Returns:
        One score for each resample, in the order of drawing.

    Raises:
        ValueError: The seed is neither a whole number of 0 or more nor "none".

    >>> rows = np.array([[4, 5, 4, 4], [4, 4, 2, 4], [3, 3, 0, 3]])
    >>> scores = resampled_scores(rows, 3, "12345", Formula("exp", None, False, 1))
    >>> [round(score, 4) for score in scores]  # sacreBLEU 2.6.0
    [36.1935, 60.6366, 20.0]
    """
    generator = np.random.default_rng(None if seed.lower() == "none" else int(seed))
    double = rows.astype(np.float64)
    draws = _draws(generator, len(rows), resamples)
    sums = np.concatenate([_sums(double, drawn) for drawn in draws])
    return list(_scores(sums, formula))


def _draws(
    generator: np.random.Generator, segments: int, resamples: int
) -> Iterator[NDArray[np.int64]]:
    """Yield the segments of every resample, several resamples at a time, as if drawn at once."""
    at_once = max(DRAWN_AT_ONCE // segments, 1)
    for start in range(0, resamples, at_once):
        yield generator.choice(
            segments, size=(min(at_once, resamples - start), segments), replace=True
        )


def _sums(rows: NDArray[np.float64], drawn: NDArray[np.int64]) -> NDArray[Any]:
    """Return the sums of the drawn rows in single precision, shape (resamples, columns)."""
    resamples, segments = drawn.shape
    places = drawn + segments * np.arange(resamples)[:, np.newaxis]
    times = np.bincount(places.ravel(), minlength=drawn.size).reshape(drawn.shape)
    # the one negative number, a length of -1, could hide how far a sum had got
    sums = times.astype(np.float64) @ np.concatenate([rows, np.abs(rows[:, 1:2])], axis=1)
    if sums.max() < EXACT:
        exact: NDArray[Any] = sums[:, :-1].astype(np.float32)
        return exact
    single = rows.astype(np.float32)
    return np.stack([single[chosen].sum(0) for chosen in drawn])


def _scores(sums: NDArray[Any], formula: Formula) -> Iterator[float]:
    """Yield the score of each row of sums, as `formula.compute` would."""
    order = formula.order
    method, value = formula.smooth_method, formula.value
    matched = (sums[:, 2 : 2 + order] != 0).any(axis=1)
    going_on = matched.copy()
    effective = np.full(len(sums), order)
    doubled = np.ones(len(sums), dtype=ARITHMETIC)
    precisions = np.zeros((len(sums), order))
    for index in range(order):
        correct, total = sums[:, 2 + index], sums[:, 2 + order + index]
        if method == "add-k" and index > 0:
            kept = (total == 0) & (formula.mended and formula.effective_order)
            correct = np.where(kept, correct, (correct + value).astype(np.float32))
            total = np.where(kept, total, (total + value).astype(np.float32))
        correct, total = correct.astype(ARITHMETIC), total.astype(ARITHMETIC)
        going_on = going_on & (total != 0)
        if formula.effective_order:
            effective[going_on] = index + 1
        unmatched = going_on & (correct == 0)
        with np.errstate(divide="ignore", invalid="ignore"):
            precision = 100.0 * correct / total
            if method == "exp":
                doubled = np.where(unmatched, doubled * 2, doubled)
                precision = np.where(unmatched, 100.0 / (doubled * total), precision)
            elif method == "floor":
                precision = np.where(unmatched, (100.0 * value) / total, precision)
        precisions[going_on, index] = precision[going_on]
    lengths = sums[:, :2].astype(np.int64).tolist()
    for any_match, kept_orders, (sys_len, ref_len), row in zip(
        matched.tolist(), effective.tolist(), lengths, precisions.tolist(), strict=True
    ):
        if not any_match:
            yield 0.0
            continue
        # NumPy's own logarithm differs from the C library's in the last digit
        score = brevity_penalty(sys_len, ref_len) * geometric_mean(row[:kept_orders])
        yield min(score, 100.0) if formula.mended else score
