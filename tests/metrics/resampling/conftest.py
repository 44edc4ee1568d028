"""Statistics for the tests of resampling."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.metrics import Bleu, Corpus, Metric, segments_as_units
from tallystick.metrics.resampling.bootstrap import deviations
from tallystick.metrics.resampling.correction import as_large
from tallystick.metrics.resampling.randomisation import (
    TIE,
    randomised_differences,
    thresholds_of,
)
from tallystick.metrics.resampling.units import OneSet

Rows: TypeAlias = NDArray[np.float64]
MakeRows: TypeAlias = Callable[..., Rows]


@pytest.fixture(scope="session")
def bleu_rows() -> Callable[[list[str], list[str]], Rows]:
    """The statistics of every segment under BLEU."""

    def of(hypotheses: list[str], references: list[str]) -> Rows:
        corpus = Corpus.from_segments(hypotheses=hypotheses, references=references)
        return segments_as_units(len(corpus)).sums(Bleu().statistics(corpus).rows)

    return of


@pytest.fixture(scope="session")
def exchange_counts() -> Callable[..., NDArray[np.int64]]:
    """How many random exchanges have a difference at least as large as the observed one."""

    def of(
        metric: Metric, sums: Any, pairs: Any, purpose: str = "", **draws: Any
    ) -> NDArray[np.int64]:
        sets = [OneSet(metric, sums, purpose)]
        sizes = np.abs(randomised_differences(sets, pairs, **draws))
        counts: NDArray[np.int64] = (~(sizes < thresholds_of(sets, pairs))).sum(axis=0)
        return counts

    return of


@pytest.fixture(scope="session")
def centred_p_value() -> Callable[[Any, float], float]:
    """The p-value of a difference from its centred bootstrap distribution."""

    def of(resampled: Any, observed: float) -> float:
        drawn = deviations(np.array(resampled, dtype=np.float64)[:, np.newaxis])
        [count] = as_large(drawn, abs(observed) * (1 - TIE))
        return float((count + 1) / (len(resampled) + 1))

    return of


@pytest.fixture(scope="session")
def random_rows() -> MakeRows:
    """Statistics as BLEU might have them of systems of like quality, for any number of units."""

    def of(seed: int, units: int, quality: float = 0.6) -> Rows:
        generator: Any = np.random.default_rng(seed)
        lengths = generator.integers(4, 30, units)
        totals = np.stack([lengths - order for order in range(4)], axis=1)
        shares = quality ** np.arange(1, 5) * generator.uniform(0.7, 1.3, (units, 1))
        matches = generator.binomial(totals, np.clip(shares, 0, 1))
        columns = [lengths, generator.integers(4, 30, units), *matches.T, *totals.T]
        return np.stack(columns, axis=1).astype(np.float64)

    return of
