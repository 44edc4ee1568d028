"""Intervals of resampled coefficients, and the level of tests between metrics.

Of metrics that agree with humans equally well, 5% are found different at a level of 5%.
"""

from __future__ import annotations

import itertools
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.agreement.system_level import coefficients, resampled_twice
from tallystick.reports.meta_evaluation.settings import Draws
from tallystick.reports.meta_evaluation.statistics.between_metrics import (
    mean_p_values,
    pearson_p_values,
    williams_p_value,
)
from tallystick.reports.meta_evaluation.statistics.correlations import (
    corrected_interval,
    pearson,
    percentile_interval,
)

SYSTEMS = 6
SEGMENTS = 40
PAIRS = np.stack(np.triu_indices(SYSTEMS, 1), axis=1)


def accuracy(human: np.ndarray, metric: np.ndarray) -> float:
    pairs = itertools.combinations(range(len(human)), 2)
    return float(
        np.mean([np.sign(human[i] - human[j]) == np.sign(metric[i] - metric[j]) for i, j in pairs])
    )


def drawn(
    random: np.random.Generator, resamples: int
) -> tuple[tuple[np.ndarray, np.ndarray], tuple[np.ndarray, np.ndarray], float]:
    """Return observed and resampled scores of humans and of a metric, and the true accuracy."""
    true = random.standard_normal(SYSTEMS)
    of_metric = true + 0.2 * random.standard_normal(SYSTEMS)
    counts = random.multinomial(SEGMENTS, np.full(SEGMENTS, 1 / SEGMENTS), resamples) / SEGMENTS
    sides = []
    for scores in (true, of_metric):
        cells = scores + 3 * random.standard_normal((SEGMENTS, SYSTEMS))
        sides.append((cells.mean(axis=0), counts @ cells))
    return sides[0], sides[1], accuracy(true, of_metric)


def test_coefficients_of_resampled_resamples_equal_naive_ones() -> None:
    human, metric, _ = drawn(np.random.default_rng(1), 30)
    accuracies = resampled_twice(human, metric, PAIRS)["accuracy"]
    for place in range(3):
        naive = [
            accuracy(
                human[1][place] + human[1][-again] - human[0],
                metric[1][place] + metric[1][-again] - metric[0],
            )
            for again in range(1, 13)
        ]
        assert accuracies[place] == pytest.approx(np.mean(naive))


def test_the_interval_is_about_the_corrected_coefficient_and_contains_the_value() -> None:
    resampled = np.array([0.55, 0.6, 0.65, 0.6])
    interval = corrected_interval(0.65, resampled, resampled - 0.05, 0.95, 0.0)
    assert interval is not None
    assert (interval.low + interval.high) / 2 == pytest.approx(0.7)
    corrected = 2 * resampled - (resampled - 0.05)
    assert interval.high - interval.low == pytest.approx(2 * 1.959964 * np.std(corrected))
    narrow = corrected_interval(0.7, np.full(4, 0.6), np.full(4, 0.6), 0.95, 0.0)
    assert narrow is not None
    assert (narrow.low, narrow.high) == pytest.approx((0.7, 0.8))


def test_the_interval_stays_in_the_range_of_the_coefficient() -> None:
    resampled = np.array([0.1, 0.9, 0.2, 1.0])
    interval = corrected_interval(1.0, resampled, resampled, 0.95, 0.0)
    assert interval is not None
    assert 0.0 <= interval.low <= interval.high == 1.0


def test_an_undefined_coefficient_has_no_interval() -> None:
    nothing = np.full(4, np.nan)
    assert corrected_interval(0.5, nothing, nothing, 0.95) is None
    assert corrected_interval(float("nan"), np.ones(4), np.ones(4), 0.95) is None


def test_drawn_systems_are_compared_without_pairs_of_a_system_with_itself() -> None:
    random = np.random.default_rng(2)
    human, metric = random.random((5, SYSTEMS)), random.random((5, SYSTEMS))
    systems = random.integers(0, SYSTEMS, (5, SYSTEMS))
    accuracies = coefficients(human, metric, PAIRS, systems)["accuracy"]
    for place in range(5):
        alike = [
            (human[place, i] - human[place, j]) * (metric[place, i] - metric[place, j]) > 0
            for i, j in itertools.combinations(systems[place], 2)
            if i != j
        ]
        assert accuracies[place] == pytest.approx(np.mean(alike))


@pytest.mark.thorough
def test_corrected_intervals_contain_the_true_accuracy_more_often_than_percentile_ones() -> None:
    random = np.random.default_rng(3)
    corrected = percentile = 0
    for _ in range(100):
        human, metric, true = drawn(random, 300)
        resampled = coefficients(human[1], metric[1], PAIRS)["accuracy"]
        interval = corrected_interval(
            accuracy(human[0], metric[0]),
            resampled,
            resampled_twice(human, metric, PAIRS)["accuracy"],
            0.95,
            0.0,
        )
        naive = percentile_interval(resampled, 0.95)
        assert interval is not None
        assert naive is not None
        corrected += interval.low <= true <= interval.high
        percentile += naive.low <= true <= naive.high
    assert corrected >= 85
    assert corrected > percentile


TRIALS = 300
COMPARED, JUDGED = 10, 40
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

    p_values = []
    for trial in range(TRIALS):
        quality = 0.5 * noise(COMPARED, 1) + noise(COMPARED, JUDGED)
        human = quality + noise(COMPARED, JUDGED)
        metrics = np.stack(
            [
                quality + noise(COMPARED, JUDGED) + bias_of_systems * noise(COMPARED, 1)
                for _ in range(2)
            ]
        )
        means = human.mean(axis=1), *metrics.mean(axis=2)
        r12, r13, r23 = (float(pearson(means[a], means[b])) for a, b in ((0, 1), (0, 2), (1, 2)))
        within = np.array(
            [[pearson(*pair) for pair in zip(human.T, metric.T, strict=True)] for metric in metrics]
        )
        p_values.append(
            (
                williams_p_value(r12, r13, r23, COMPARED),
                pearson_p_values(human, metrics, ONE_PAIR, Draws(RESAMPLES, seed=trial)).p_values[
                    0
                ],
                mean_p_values(within, ONE_PAIR, Draws(RESAMPLES, seed=trial)).p_values[0],
            )
        )
    return Rejected(*(np.array(p_values, dtype=np.float64) <= LEVEL).mean(axis=0))


@pytest.mark.thorough
def test_tests_keep_their_level_if_errors_are_those_of_single_outputs() -> None:
    for share in rejected(bias_of_systems=0):
        assert share == pytest.approx(LEVEL, abs=MARGIN)


@pytest.mark.thorough
def test_exchanges_of_outputs_do_not_cover_metrics_that_favour_some_systems() -> None:
    shares = rejected(bias_of_systems=1)
    assert shares.williams == pytest.approx(LEVEL, abs=MARGIN)
    assert shares.cells > 2 * LEVEL
    assert shares.segments > 2 * LEVEL
