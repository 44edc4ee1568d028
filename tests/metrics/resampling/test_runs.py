"""Variances over training runs, by hand."""

import math

import numpy as np
import pytest

from tallystick.metrics.resampling.runs import Variance, added, variances_over_runs


def test_a_single_run_has_the_pooled_variance_of_the_others() -> None:
    same = np.ones((9, 3))
    found = variances_over_runs([[1, 3], [2, 4, 6], [5]], [same[:, :2], same, same[:, :1]])
    # squares about the means are 2 and 8, with 1 and 2 degrees of freedom
    assert (found[2].value, found[2].degrees) == pytest.approx((10 / 3, 3))
    assert [one.value for one in found[:2]] == pytest.approx([2 / 2, 4 / 3])


def test_a_resample_in_which_a_run_has_no_score_is_left_out() -> None:
    defined = np.array([[1.0, 2.0, 6.0], [2.0, 2.0, 5.0]])
    with_gap = np.vstack([defined, [math.nan, 1.0, 1.0]])
    scores = [[1.0, 5.0, 9.0]]
    # about the means 3 and 3, the runs vary by 1, 0 and 1 in squares about their own means
    known = (0.5 + 0 + 0.5) / 2 / 3
    [found] = variances_over_runs(scores, [with_gap])
    assert found == variances_over_runs(scores, [defined])[0]
    assert (found.value, found.known) == pytest.approx((16 / 3 - known, known))


def test_no_variance_has_infinitely_many_degrees_of_freedom() -> None:
    assert added([Variance(0.0, 3), Variance(0.0, 1)]) == Variance(0.0, math.inf)
