"""Effects of outputs on coefficients: derivatives, intervals, and how often these are right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.statistics.effects import (
    interval_of,
    kendall_effects,
    mean_effects,
    pearson_effects,
)
from tallystick.reports.meta_evaluation.statistics.pairs import concordance
from tests.reports.meta_evaluation.judged import tau_b

SCORES = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=30).map(
    lambda pairs: np.array(pairs, np.float64).T
)


def signs(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sign(scores[:, np.newaxis] - scores))


@given(SCORES)
def test_concordance_is_that_of_all_pairs(scores: NDArray[np.float64]) -> None:
    human, metric = scores
    assert (concordance(human, metric) == (signs(human) * signs(metric)).sum(axis=1)).all()


@given(SCORES)
def test_tau_b_is_that_of_its_definition(scores: NDArray[np.float64]) -> None:
    human, metric = scores.tolist()
    value, each = kendall_effects(*scores)
    if len(set(human)) == 1 or len(set(metric)) == 1:
        assert math.isnan(value)
        return
    assert value == pytest.approx(tau_b(human, metric), abs=1e-12)
    assert each.sum() == pytest.approx(0, abs=1e-9)


@given(SCORES, st.integers(0, 29))
def test_an_effect_is_the_derivative_by_the_weight_of_an_output(
    scores: NDArray[np.float64], place: int
) -> None:
    human, metric = scores
    place %= len(human)

    def tau(weight: float) -> float:
        """Tau-b of weighted outputs by its definition."""
        weights = np.ones(len(human))
        weights[place] = weight
        both = np.outer(weights, weights)
        h, m = signs(human), signs(metric)
        return float((both * h * m).sum() / math.sqrt((both * h**2).sum() * (both * m**2).sum()))

    def correlation(weight: float) -> float:
        weights = np.ones(len(human))
        weights[place] = weight
        covariance = np.cov(human, metric, aweights=weights)
        return float(covariance[0, 1] / math.sqrt(covariance[0, 0] * covariance[1, 1]))

    for effects_of, by_definition in ((kendall_effects, tau), (pearson_effects, correlation)):
        value, each = effects_of(human, metric)
        if not math.isnan(value):
            step = 1e-5
            slope = (by_definition(1 + step) - by_definition(1 - step)) / (2 * step)
            assert each[place] == pytest.approx(slope, abs=1e-6)


def test_many_outputs_do_not_overflow() -> None:
    scores = np.arange(200_000.0)
    assert kendall_effects(scores, -scores).value == -1.0


def test_the_mean_of_groups_has_the_effects_of_a_ratio() -> None:
    # by hand: the mean of 0.2, 0.4 and 0.9 is 0.5; a third of the deviations
    value, each = mean_effects(np.array([0.2, np.nan, 0.4, 0.9]))
    assert value == pytest.approx(0.5)
    assert each == pytest.approx([-0.1, 0.0, -0.1 / 3, 0.4 / 3])


@pytest.mark.parametrize("scores", [[1.0, 2], [1.0, 2, 3], [5.0] * 9])
def test_there_is_no_interval_of_two_units_or_without_variance(scores: list[float]) -> None:
    assert interval_of(kendall_effects(np.array(scores), np.array(scores)), 0.95) is None


def test_an_interval_is_symmetric_on_the_scale_of_fisher() -> None:
    # by hand: Student's t of 3 degrees of freedom is 3.182446 (scipy.stats.t.ppf(0.975, 3))
    effects = mean_effects(np.array([0.1, 0.2, 0.3, 0.4, 0.5]))
    error = math.sqrt((0.2**2 + 0.1**2) * 2) / 5
    reach = 3.182446305284263 * error / (1 - 0.3**2)
    interval = interval_of(effects, 0.95)
    assert interval is not None
    assert (interval.low, interval.high) == pytest.approx(
        (math.tanh(math.atanh(0.3) - reach), math.tanh(math.atanh(0.3) + reach)), abs=1e-12
    )


@pytest.mark.thorough
@pytest.mark.parametrize(("outputs", "share"), [(20, 0.4), (50, 0.0), (50, 0.8), (200, 0.4)])
def test_intervals_contain_the_true_tau_b_as_often_as_they_say(outputs: int, share: float) -> None:
    true = 2 / math.pi * math.asin(share)  # of a bivariate normal distribution; Kendall, 1948
    random = np.random.default_rng(7)
    trials, covered = 1_000, 0
    for _ in range(trials):
        human, noise = random.normal(size=(2, outputs))
        metric = share * human + math.sqrt(1 - share**2) * noise
        interval = interval_of(kendall_effects(human, metric), 0.95)
        covered += interval is not None and interval.low <= true <= interval.high
    assert 0.93 <= covered / trials <= 0.97
