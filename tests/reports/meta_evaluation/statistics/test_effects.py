"""Effects of outputs on coefficients: derivatives, intervals, and how often these are right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.meta_evaluation.statistics.effects import (
    effects_of,
    interval_of,
    kendall_effects,
    mean_effects,
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
    value, each = kendall_effects(*scores)[0]
    if len(set(human)) == 1 or len(set(metric)) == 1:
        assert math.isnan(value)
        return
    assert value == pytest.approx(tau_b(human, metric), abs=1e-12)
    assert each.sum() == pytest.approx(0, abs=1e-9)


# `scipy.stats.kendalltau`, with variant="c" too, and `spearmanr` of SciPy 1.17.1
OF_SCIPY = {
    "ties": (
        [1, 1, 2, 3, 3, 4, 5, 5],
        [0.1, 0.2, 0.2, 0.5, 0.4, 0.3, 0.9, 0.9],
        {"tau-b": 0.7844645405527363, "tau-c": 0.78125, "spearman": 0.9018574629445801},
    ),
    "experts": (
        [1, 1, 2, 1, 4, 3, 2, 1, 4, 3],
        [0.12, 0.05, 0.33, 0.2, 0.31, 0.29, 0.08, 0.11, 0.6, 0.3],
        {"tau-b": 0.5962847939999439, "tau-c": 0.64, "spearman": 0.7451063099170143},
    ),
}


@pytest.mark.parametrize("name", OF_SCIPY)
def test_coefficients_are_those_of_scipy(name: str) -> None:
    human, metric, expected = OF_SCIPY[name]
    effects = effects_of(np.array(human, np.float64), np.array(metric))
    for coefficient, value in expected.items():
        assert effects[Correlation(coefficient)].value == pytest.approx(value, abs=1e-9)


@given(SCORES, st.integers(0, 29))
def test_an_effect_is_the_derivative_by_the_weight_of_an_output(
    scores: NDArray[np.float64], place: int
) -> None:
    human, metric = scores
    place %= len(human)

    def of_weighted(weights: NDArray[np.float64]) -> dict[str, float]:
        """The coefficients of weighted outputs by their definitions."""
        both = np.outer(weights, weights)
        h, m = signs(human), signs(metric)
        k = min(len(set(human)), len(set(metric)))
        s = (both * h * m).sum()
        ranks = [(sign > 0) @ weights + (sign == 0) @ weights / 2 for sign in (h, m)]

        def correlation(own: NDArray[np.float64], other: NDArray[np.float64]) -> float:
            covariance = np.cov(own, other, aweights=weights)
            return float(covariance[0, 1] / math.sqrt(covariance[0, 0] * covariance[1, 1]))

        return {
            "tau-b": s / math.sqrt((both * h**2).sum() * (both * m**2).sum()),
            "tau-c": s / both.sum() * k / (k - 1),
            "spearman": correlation(*ranks),
            "pearson": correlation(human, metric),
        }

    if len(set(human)) == 1 or len(set(metric)) == 1:
        return
    step = 1e-5 * (np.arange(len(human)) == place)
    above, below = of_weighted(1 + step), of_weighted(1 - step)
    for coefficient, effect in effects_of(human, metric).items():
        slope = (above[coefficient] - below[coefficient]) / 2e-5
        assert effect.each[place] == pytest.approx(slope, abs=1e-6)


def test_many_outputs_do_not_overflow() -> None:
    scores = np.arange(80_000.0)
    assert [effect.value for effect in kendall_effects(scores, -scores)] == [-1.0, -1.0]


def test_the_mean_of_groups_has_the_effects_of_a_ratio() -> None:
    # by hand: the mean of 0.2, 0.4 and 0.9 is 0.5; a third of the deviations
    value, each = mean_effects(np.array([0.2, np.nan, 0.4, 0.9]))
    assert value == pytest.approx(0.5)
    assert each == pytest.approx([-0.1, 0.0, -0.1 / 3, 0.4 / 3])


@pytest.mark.parametrize("scores", [[1.0, 2], [1.0, 2, 3], [5.0] * 9])
def test_there_is_no_interval_of_two_units_or_without_variance(scores: list[float]) -> None:
    assert interval_of(kendall_effects(np.array(scores), np.array(scores))[0], 0.95) is None


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
@pytest.mark.parametrize("ratings", [0, 4])
@pytest.mark.parametrize(("outputs", "share"), [(20, 0.4), (50, 0.0), (50, 0.8), (200, 0.4)])
def test_intervals_contain_the_true_coefficient_as_often_as_they_say(
    outputs: int, share: float, ratings: int
) -> None:
    """Of a bivariate normal distribution; humans round it to so many equally frequent ratings."""
    random = np.random.default_rng(7)

    def drawn(number: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        human, noise = random.normal(size=(2, number))
        metric = share * human + math.sqrt(1 - share**2) * noise
        if ratings:
            human = np.searchsorted([-0.6744897501960817, 0.0, 0.6744897501960817], human)
        return np.asarray(human, np.float64), metric

    # from signs of 4,000,000 independent pairs, and for Spearman's correlation of triples
    own, other, third = (drawn(4_000_000) for _ in range(3))
    h, m, crossed = (
        np.sign(a - b) for a, b in ((own[0], other[0]), (own[1], other[1]), (own[1], third[1]))
    )
    k = ratings or outputs
    true = {
        Correlation.TAU_B: (h * m).mean() / math.sqrt((h**2).mean()),
        Correlation.TAU_C: (h * m).mean() * k / (k - 1),
        Correlation.SPEARMAN: 3 * (h * crossed).mean() / math.sqrt(1 - ratings_tied(ratings)),
    }
    trials = 1_000
    covered = dict.fromkeys(true, 0)
    for _ in range(trials):
        effects = effects_of(*drawn(outputs))
        for coefficient, value in true.items():
            interval = interval_of(effects[coefficient], 0.95)
            covered[coefficient] += interval is not None and interval.low <= value <= interval.high
    for coefficient, times in covered.items():
        assert 0.93 <= times / trials <= 0.97, coefficient


def ratings_tied(ratings: int) -> float:
    """The cube of the shares of the ratings, summed, by which ties lower the variance of ranks."""
    return ratings * (1 / ratings) ** 3 if ratings else 0.0
