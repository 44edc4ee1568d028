"""sacreBLEU's bootstrap: the same resamples and the same scores of them."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import numpy as np

from tallystick.compat.emulation.sacrebleu import bootstrap_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.compat.emulation.sacrebleu_formula import Formula


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

    >>> from tallystick.compat.emulation.sacrebleu_formula import Formula
    >>> rows = np.array([[4, 5, 4, 4], [4, 4, 2, 4], [3, 3, 0, 3]])
    >>> scores = resampled_scores(rows, 3, "12345", Formula("exp", None, False, 1))
    >>> [round(score, 4) for score in scores]  # sacreBLEU 2.6.0
    [36.1935, 60.6366, 20.0]
    """
    generator = np.random.default_rng(None if seed.lower() == "none" else int(seed))
    [sums] = bootstrap_sums(rows[:, np.newaxis], resamples, generator)
    scores: list[float] = formula.scores(sums).tolist()
    return scores
