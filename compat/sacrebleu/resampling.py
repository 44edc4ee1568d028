"""sacreBLEU's bootstrap: the same resamples and the same scores."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.sums import bootstrap_sums

if TYPE_CHECKING:
    from numpy.typing import NDArray


def seed_from_environment() -> str:
    """Return the environment variable SACREBLEU_SEED, by default 12345."""
    return os.environ.get("SACREBLEU_SEED", "12345")


def resampled_scores(
    rows: NDArray[np.int64],
    resamples: int,
    seed: str,
    scores_of: Callable[[NDArray[Any]], list[Any]],
) -> list[Any]:
    """Return the scores of resamples of rows; the seed "none" draws differently each time.

    `scores_of` computes them from sums, shape (resamples, columns).
    """
    generator = np.random.default_rng(None if seed.lower() == "none" else int(seed))
    [sums] = bootstrap_sums(rows[:, np.newaxis], resamples, generator)
    return scores_of(sums)
