"""Corrections for several comparisons, compared with published values and definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.resampling.functions import (
    Correction,
    adjusted,
    invariant_scales,
    least_p_values,
    resamples_needed,
    stepped_down,
)

# Eight of the p-values that Benjamini and Hochberg's procedure is often shown on; adjusted by
# statsmodels.stats.multitest.multipletests, methods "holm" and "fdr_bh".
P_VALUES = [0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205]
HOLM = [0.008, 0.056, 0.234, 0.234, 0.234, 0.234, 0.234, 0.234]
BENJAMINI_HOCHBERG = [0.008, 0.032, 0.0672, 0.0672, 0.0672, 0.08, 0.08457142857142856, 0.205]


@given(st.permutations(range(8)))
def test_recorded_p_values_are_adjusted_as_recorded_in_any_order(order: list[int]) -> None:
    given_order = np.array([P_VALUES[number] for number in order])
    assert adjusted(given_order, "holm") == pytest.approx(
        [HOLM[number] for number in order], rel=1e-12
    )
    assert adjusted(given_order, "benjamini-hochberg") == pytest.approx(
        [BENJAMINI_HOCHBERG[number] for number in order], rel=1e-12
    )


p_values = st.lists(st.floats(0, 1), min_size=1, max_size=12)


@given(p_values, st.floats(0.001, 0.5))
def test_holm_rejects_what_its_sequential_procedure_rejects(
    p_values: list[float], level: float
) -> None:
    # Holm 1979: go up while p is at most level / (hypotheses that remain)
    rejected = set()
    for step, number in enumerate(
        sorted(range(len(p_values)), key=lambda number: p_values[number])
    ):
        if p_values[number] * (len(p_values) - step) > level:
            break
        rejected.add(number)
    assert set(np.flatnonzero(adjusted(np.array(p_values), "holm") <= level)) == rejected


@given(p_values, st.floats(0.001, 0.5))
def test_benjamini_hochberg_rejects_what_its_step_up_procedure_rejects(
    p_values: list[float], level: float
) -> None:
    # Benjamini and Hochberg 1995: the largest k with m p_(k) / k at most the level
    ordered = sorted(range(len(p_values)), key=lambda number: p_values[number])
    most = max(
        (
            k
            for k in range(1, len(p_values) + 1)
            if p_values[ordered[k - 1]] * len(p_values) / k <= level
        ),
        default=0,
    )
    assert set(np.flatnonzero(adjusted(np.array(p_values), "benjamini-hochberg") <= level)) == set(
        ordered[:most]
    )


def test_holm_does_not_go_beyond_1() -> None:
    assert adjusted(np.array([0.7, 0.75]), "holm").tolist() == [1.0, 1.0]


@pytest.mark.parametrize("comparisons", [1, 2, 36, 66, 780])
@pytest.mark.parametrize("level", [0.05, 0.01, 0.1])
@pytest.mark.parametrize("correction", ["holm", "benjamini-hochberg", "none", "max-t"])
def test_the_resamples_needed_are_the_fewest_that_can_reach_significance(
    comparisons: int, level: float, correction: Correction
) -> None:
    needed = resamples_needed(comparisons, correction, level)
    p_values = np.full(comparisons, 1.0)
    p_values[0] = 1 / (needed + 1)
    assert adjusted(p_values, correction)[0] <= level * (1 + 1e-12)
    p_values[0] = 1 / needed
    assert adjusted(p_values, correction)[0] > level


@pytest.mark.parametrize(
    ("differing", "correction", "least"),
    [
        # by hand: exchanging k units makes 2 ** k arrangements, of which two are as extreme
        ([0, 1, 2, 5, 6], "none", [1.0, 1.0, 0.5, 0.0625, 0.03125]),
        ([10] * 45, "holm", [45 / 512] * 45),
        ([10] * 45, "benjamini-hochberg", [1 / 512] * 45),
        ([10] * 45, "max-t", [1 / 512] * 45),
        # a pair that can be tested after another one was found needs no factor any more
        ([6, 10], "holm", [0.03125, 2 / 512]),
    ],
)
def test_the_least_p_values_are_those_of_units_that_all_favour_one_system(
    differing: list[int], correction: Correction, least: list[float]
) -> None:
    assert least_p_values(np.array(differing), correction).tolist() == pytest.approx(least)


@given(st.lists(st.tuples(st.integers(0, 8), st.floats(0, 1)), min_size=1, max_size=8))
def test_no_adjusted_p_value_is_below_the_least(drawn: list[tuple[int, float]]) -> None:
    differing = np.array([units for units, _ in drawn])
    least = least_p_values(differing)
    possible = np.maximum([p_value for _, p_value in drawn], least)
    for correction in ("holm", "benjamini-hochberg", "none"):
        bounds = least_p_values(differing, correction)
        assert (adjusted(possible, correction) >= bounds * (1 - 1e-12)).all()


def test_no_p_value_is_below_that_of_a_larger_difference() -> None:
    # the largest difference is exceeded in two of three resamples, the others in none
    drawn = np.array([[5.0, 0, 0], [5.0, 0, 0], [0.0, 0, 0]])
    p_values = stepped_down(drawn, np.array([3.0, 2.0, 1.0]))
    assert p_values.tolist() == [3 / 4] * 3


def test_a_resample_exactly_as_large_counts() -> None:
    p_values = stepped_down(np.array([[1.0], [0.5]]), np.array([1.0]))
    assert p_values.tolist() == [2 / 3]


def test_small_differences_have_a_small_scale() -> None:
    scales = invariant_scales(np.array([[0.3], [0.1]]), np.array([0.2]))
    assert scales == pytest.approx([((0.09 + 0.01 + 0.04) / 3) ** 0.5])
