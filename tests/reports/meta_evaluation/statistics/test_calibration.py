"""Of metrics that agree with humans equally well, 5% are found different at a level of 5%."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import (
    mean_p_values,
    pearson_p_values,
    williams_p_value,
)
from tallystick.reports.meta_evaluation.statistics.correlations import pearson

TRIALS = 300
SYSTEMS, SEGMENTS = 10, 40
RESAMPLES = 199  # at which a p-value of exactly 0.05 exists
LEVEL = 0.05
MARGIN = 3 * np.sqrt(LEVEL * (1 - LEVEL) / TRIALS)
ONE_PAIR = np.array([[0, 1]])


class Rejected(NamedTuple):
    """The shares of trials in which each test rejects."""

    williams: float
    cells: float
    segments: float


def rejected(bias_of_systems: float) -> Rejected:
    """Return the shares for two metrics that see the quality of outputs with errors alike.

    Args:
        bias_of_systems: The standard deviation of the error that a metric makes about all outputs
            of a system.
    """
    generator = np.random.default_rng(20261122)

    def noise(*shape: int) -> NDArray[np.float64]:
        return generator.normal(size=shape)

    found = []
    for trial in range(TRIALS):
        quality = 0.5 * noise(SYSTEMS, 1) + noise(SYSTEMS, SEGMENTS)
        human = quality + noise(SYSTEMS, SEGMENTS)
        metrics = np.stack(
            [
                quality + noise(SYSTEMS, SEGMENTS) + bias_of_systems * noise(SYSTEMS, 1)
                for _ in range(2)
            ]
        )
        means = human.mean(axis=1), *metrics.mean(axis=2)
        r12, r13, r23 = (float(pearson(means[a], means[b])) for a, b in ((0, 1), (0, 2), (1, 2)))
        within = np.array(
            [[pearson(*pair) for pair in zip(human.T, one.T, strict=True)] for one in metrics]
        )
        found.append(
            (
                williams_p_value(r12, r13, r23, SYSTEMS),
                pearson_p_values(human, metrics, ONE_PAIR, Draws(RESAMPLES, seed=trial)).p_values[
                    0
                ],
                mean_p_values(within, ONE_PAIR, Draws(RESAMPLES, seed=trial)).p_values[0],
            )
        )
    return Rejected(*(np.array(found, dtype=np.float64) <= LEVEL).mean(axis=0))


@pytest.mark.thorough
def test_tests_keep_their_level_if_errors_are_those_of_single_outputs() -> None:
    for share in rejected(bias_of_systems=0):
        assert share == pytest.approx(LEVEL, abs=MARGIN)


@pytest.mark.thorough
def test_exchanges_of_outputs_do_not_cover_metrics_that_favour_some_systems() -> None:
    found = rejected(bias_of_systems=1)
    assert found.williams == pytest.approx(LEVEL, abs=MARGIN)
    assert found.cells > 2 * LEVEL
    assert found.segments > 2 * LEVEL
