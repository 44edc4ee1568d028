"""Variances over training runs, by hand."""

import math

import numpy as np
import pytest

from tallystick.metrics.resampling.intervals import Variance, added, variances_over_runs


def test_a_single_run_has_the_pooled_variance_of_the_others() -> None:
    same = np.ones((9, 3))
    found = variances_over_runs([[1, 3], [2, 4, 6], [5]], [same[:, :2], same, same[:, :1]])
    # squares about the means are 2 and 8, with 1 and 2 degrees of freedom
    assert (found[2].value, found[2].degrees) == pytest.approx((10 / 3, 3))
    assert [one.value for one in found[:2]] == pytest.approx([2 / 2, 4 / 3])


def test_what_the_choice_of_units_explains_is_subtracted_from_the_variance_of_three_runs() -> None:
    # the runs' scores without each of two units; about their means 3 and 3, these differ by 1, 0
    # and 1, so the jackknife variances of the runs' own parts are (2 - 1) / 2 * (1, 0, 1) / 2
    without_each = np.array([[1.0, 2.0, 6.0], [2.0, 2.0, 5.0]])
    known = (1 / 4 + 0 + 1 / 4) / 2 / 3
    [found] = variances_over_runs([[1.0, 5.0, 9.0]], [without_each])
    assert (found.value, found.known) == pytest.approx((16 / 3 - known, known))


@pytest.mark.parametrize(
    "without_each", [[[1.0, 2.0, 6.0]], [[1.0, 2.0, 6.0], [2.0, math.nan, 5.0]]]
)
def test_nothing_is_subtracted_where_a_run_has_no_score_without_a_unit(
    without_each: list[list[float]],
) -> None:
    [found] = variances_over_runs([[1.0, 5.0, 9.0]], [np.array(without_each)])
    assert found == Variance(16 / 3, 2)


def test_single_runs_have_no_known_variance() -> None:
    same = np.ones((9, 1))
    assert variances_over_runs([[1.0], [2.0]], [same, same]) == [Variance(0.0, math.inf)] * 2


def test_no_variance_has_infinitely_many_degrees_of_freedom() -> None:
    assert added([Variance(0.0, 3), Variance(0.0, 1)]) == Variance(0.0, math.inf)
