"""The jackknife, compared with formulas of means and with leaving out one unit at a time."""

import math
from statistics import variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import OptionError
from tallystick.metrics import Bleu, Distinct, GivenScores
from tests.metrics.resampling.functions import (
    OneSet,
    Variance,
    added,
    jackknife_variance,
    random_rows,
    scores_without_each,
    scores_without_one_by_one,
    student_bounds,
    variances_over_runs,
)

MEAN = GivenScores("da")


def test_scores_without_each_are_those_of_the_sum_of_the_others() -> None:
    systems = [random_rows(1, 12), random_rows(2, 12, 0.4)]
    scores = scores_without_each(OneSet(Bleu(), systems))
    for system, rows in enumerate(systems):
        assert scores[:, system] == pytest.approx(scores_without_one_by_one(rows))


@given(st.lists(st.integers(-50, 50), min_size=2, max_size=30))
def test_the_variance_of_a_mean_is_that_of_its_terms_divided_by_their_number(
    scores: list[int],
) -> None:
    rows = np.array([[float(score), 1.0] for score in scores])
    [computed] = jackknife_variance(scores_without_each(OneSet(MEAN, [rows]))).tolist()
    assert computed == pytest.approx(variance(scores) / len(scores), abs=1e-9)


def test_a_single_unit_has_no_variance() -> None:
    assert np.isnan(jackknife_variance(np.ones((1, 3)))).tolist() == [True] * 3


def test_a_number_that_is_not_defined_without_a_unit_has_no_variance() -> None:
    variances = jackknife_variance(np.array([[1.0, 1.0], [2.0, math.nan]]))
    assert variances[0] == 0.25
    assert math.isnan(variances[1])


def test_rounding_errors_of_scores_have_no_variance() -> None:
    differences = np.array([[8.0, 8.0], [8.0 + 2e-14, 8.1], [8.0, 8.0]])
    variances = jackknife_variance(differences, np.array([40.0, 40.0])).tolist()
    assert variances == [0.0, pytest.approx(2 * 0.2 / 90)]  # by hand: 2 times 2/9 of 0.1 squared


def test_bounds_are_students_about_the_centre() -> None:
    centres, errors = np.array([1.0, 2.0, 3.0]), np.array([0.5, 0.1, math.nan])
    bounds = student_bounds(centres, errors, np.array([4.0, math.inf, 9.0]), 0.95)
    # SciPy 1.17.1, t.ppf(0.975, 4) and norm.ppf(0.975)
    assert bounds[:, 0] == pytest.approx(
        [1 - 0.5 * 2.7764451051977987, 1 + 0.5 * 2.7764451051977987]
    )
    assert bounds[:, 1] == pytest.approx([2 - 0.1959963984540054, 2 + 0.1959963984540054])
    assert np.isnan(bounds[:, 2]).all()


def test_a_single_run_has_the_pooled_variance_of_the_others() -> None:
    same = np.ones((9, 3))
    variances = variances_over_runs([[1, 3], [2, 4, 6], [5]], [same[:, :2], same, same[:, :1]])
    # squares about the means are 2 and 8, with 1 and 2 degrees of freedom
    assert (variances[2].value, variances[2].degrees) == pytest.approx((10 / 3, 3))
    assert [variance.value for variance in variances[:2]] == pytest.approx([2 / 2, 4 / 3])


def test_what_the_choice_of_units_explains_is_subtracted_from_the_variance_of_three_runs() -> None:
    # the runs' scores without each of two units; about their means 3 and 3, these differ by 1, 0
    # and 1, so the jackknife variances of the runs' own parts are (2 - 1) / 2 * (1, 0, 1) / 2
    without_each = np.array([[1.0, 2.0, 6.0], [2.0, 2.0, 5.0]])
    known = (1 / 4 + 0 + 1 / 4) / 2 / 3
    [variance] = variances_over_runs([[1.0, 5.0, 9.0]], [without_each])
    assert (variance.value, variance.known) == pytest.approx((16 / 3 - known, known))


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
