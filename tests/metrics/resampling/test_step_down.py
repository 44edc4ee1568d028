"""The step-down procedure of Westfall and Young, by hand."""

import numpy as np
import pytest

from tallystick.metrics.resampling.correction import invariant_scales, stepped_down


def test_no_p_value_is_below_that_of_a_larger_difference() -> None:
    # the largest difference is exceeded in two of three resamples, the others in none
    drawn = np.array([[5.0, 0, 0], [5.0, 0, 0], [0.0, 0, 0]])
    found = stepped_down(drawn, np.array([3.0, 2.0, 1.0]))
    assert found.tolist() == [3 / 4] * 3


def test_a_resample_exactly_as_large_counts() -> None:
    found = stepped_down(np.array([[1.0], [0.5]]), np.array([1.0]))
    assert found.tolist() == [2 / 3]


def test_small_differences_have_a_small_scale() -> None:
    found = invariant_scales(np.array([[0.3], [0.1]]), np.array([0.2]))
    assert found == pytest.approx([((0.09 + 0.01 + 0.04) / 3) ** 0.5])
