"""The jackknife and the bootstrap, compared with formulas and with one unit at a time."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import OptionError
from tallystick.metrics import Bleu, Distinct, GivenScores, Nist, bootstrap_scores
from tests.metrics.resampling.functions import (
    OneSet,
    Variance,
    added,
    centred_p_value,
    draw_counts,
    jackknife_variance,
    percentile_bounds,
    random_rows,
    scores_without_each,
    variances_over_runs,
)

MEAN = GivenScores("da")


def test_rounding_errors_of_scores_have_no_variance() -> None:
    differences = np.array([[8.0, 8.0], [8.0 + 2e-14, 8.1], [8.0, 8.0]])
    variances = jackknife_variance(differences, np.array([40.0, 40.0])).tolist()
    assert variances == [0.0, pytest.approx(2 * 0.2 / 90)]  # by hand: 2 times 2/9 of 0.1 squared


def test_a_single_run_has_the_pooled_variance_of_the_others() -> None:
    same = np.ones((9, 3))
    variances = variances_over_runs([[1, 3], [2, 4, 6], [5]], [same[:, :2], same, same[:, :1]])
    # squares about the means are 2 and 8, with 1 and 2 degrees of freedom
    assert (variances[2].value, variances[2].degrees) == pytest.approx((10 / 3, 3))
    assert [variance.value for variance in variances[:2]] == pytest.approx([2 / 2, 4 / 3])


@pytest.mark.parametrize(
    "without_each", [[[1.0, 2.0, 6.0]], [[1.0, 2.0, 6.0], [2.0, math.nan, 5.0]]]
)
def test_nothing_is_subtracted_where_a_run_has_no_score_without_a_unit(
    without_each: list[list[float]],
) -> None:
    [variance] = variances_over_runs([[1.0, 5.0, 9.0]], [np.array(without_each)])
    assert variance == Variance(16 / 3, 2)


def test_single_runs_have_no_known_variance() -> None:
    same = np.ones((9, 1))
    assert variances_over_runs([[1.0], [2.0]], [same, same]) == [Variance(0.0, math.inf)] * 2


def test_no_variance_has_infinitely_many_degrees_of_freedom() -> None:
    assert added([Variance(0.0, 3), Variance(0.0, 1)]) == Variance(0.0, math.inf)


def test_a_metric_without_sums_of_parts_has_no_jackknife() -> None:
    with pytest.raises(OptionError, match="distinct has no jackknife: "):
        scores_without_each(OneSet(Distinct(), [np.ones((3, 2))]))


def test_resampled_scores_are_those_of_the_drawn_units() -> None:
    systems = [random_rows(1, 50), random_rows(2, 50)]
    for purpose in ("p", ""):
        given_purpose: Any = {"purpose": purpose} if purpose else {}
        scores = bootstrap_scores(Bleu(), systems, resamples=20, seed=4, **given_purpose)
        for resample, counts in enumerate(draw_counts(4, purpose, 50, 0, 20)):
            for system, rows in enumerate(systems):
                total = [sum(counts * rows[:, column]) for column in range(10)]
                assert scores[resample, system] == Bleu().formula(np.array(total))


def test_neither_threads_nor_other_systems_change_a_digit() -> None:
    systems = [random_rows(seed, 700) for seed in range(3)]
    alone = bootstrap_scores(Bleu(), systems[:1], resamples=3000, seed=4)
    together = bootstrap_scores(Bleu(), systems, resamples=3000, seed=4, threads=3)
    assert (together[:, 0] == alone[:, 0]).all()
    fewer = bootstrap_scores(Bleu(), systems, resamples=100, seed=4)
    assert (fewer == together[:100]).all()


def test_a_resample_without_a_score_is_not_a_number() -> None:
    rows = np.zeros((3, 17))  # no tokens on either side
    assert np.isnan(bootstrap_scores(Nist(), [rows], resamples=4, seed=1)).all()


@given(
    st.lists(st.floats(-100, 100), min_size=1, max_size=50),
    st.floats(0.5, 0.99),
    st.integers(2, 500),
)
def test_percentiles_lie_within_the_resamples_and_are_in_order(
    resampled: list[float], confidence: float, units: int
) -> None:
    low, high = percentile_bounds(np.array(resampled), confidence, units)
    assert min(resampled) <= low <= high <= max(resampled)


MANY = 10**7  # units, of which the interval is that of plain percentiles


def test_resamples_without_a_score_are_left_out_of_percentiles() -> None:
    for resampled, bounds in (([1.0, np.nan, 3.0], [1.5, 2.5]), ([5.0, 6.0, 7.0], [5.5, 6.5])):
        computed = percentile_bounds(np.array(resampled), 0.5, MANY)
        assert computed == pytest.approx(bounds, abs=1e-5)
    assert np.isnan(percentile_bounds(np.array([np.nan]), 0.5, MANY)).all()


def test_one_unit_has_no_interval() -> None:
    assert str(percentile_bounds(np.ones(9), 0.95, 1).tolist()) == "[nan, nan]"


@pytest.mark.parametrize(
    # norm.cdf(-sqrt(n / (n - 1)) * t.ppf(0.975, n - 1)), Hesterberg's formula, by SciPy 1.17.1
    ("units", "tail"),
    [(5, 0.0010), (10, 0.0086), (20, 0.0159), (30, 0.0188), (100, 0.0231)],
)
def test_percentiles_are_expanded_as_hesterbergs(units: int, tail: float) -> None:
    bounds = percentile_bounds(np.linspace(0, 1, 1001), 0.95, units)
    assert bounds == pytest.approx([tail, 1 - tail], abs=5e-5)


@given(st.lists(st.integers(-20, 20), min_size=1, max_size=40), st.integers(-20, 20))
def test_the_centred_p_value_counts_what_is_as_far_from_the_mean(
    resampled: list[int], observed: int
) -> None:
    # in whole numbers: |x - sum / n| >= |d|  <=>  |n x - sum| >= n |d|
    number, total = len(resampled), sum(resampled)
    far = sum(abs(number * draw - total) >= number * abs(observed) for draw in resampled)
    p_value = centred_p_value(resampled, observed)
    assert p_value == pytest.approx((far + 1) / (number + 1))


@pytest.mark.parametrize(
    ("resampled", "observed", "expected"),
    [
        ([1.0, 1.0, math.nan], 5.0, 2 / 4),  # one without a score counts as far
        *(([math.nan, math.nan], observed, 1) for observed in (0.0, 1.0, math.nan)),
        # exactly as far: the mean is 0, two of four are 1 away, and the observed one is counted
        ([1.0, -1.0, 0.0, 0.5, -0.5], 1.0, 3 / 6),
        ([0.3, 0.1, 0.2], 0.1, 3 / 4),  # 0.3 - 0.2 is rounded to less than 0.1
    ],
)
def test_a_centred_p_value_by_hand(
    resampled: list[float], observed: float, expected: float
) -> None:
    assert centred_p_value(resampled, observed) == expected
