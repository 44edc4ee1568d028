"""Detectable differences, and how many segments others need."""

from __future__ import annotations

import pytest

from tallystick.reports.comparison.facts.power import number_needed, smallest_visible_difference


@pytest.mark.parametrize(
    # quantiles of R 4.3, qnorm and qt: of 1 - level / 2 and of 0.8
    ("level", "degrees", "sum_of_quantiles"),
    [
        (0.05, float("inf"), 1.959964 + 0.8416212),
        (0.01, float("inf"), 2.575829 + 0.8416212),
        (0.05, 5.0, 2.570582 + 0.9195438),
    ],
)
def test_a_difference_is_detected_at_the_sum_of_two_quantiles_of_standard_errors(
    level: float, degrees: float, sum_of_quantiles: float
) -> None:
    found = smallest_visible_difference(0.5, level, degrees)
    assert found == pytest.approx(0.5 * sum_of_quantiles, rel=1e-6)


@pytest.mark.parametrize(
    # by hand: the ratio squared times the number, rounded up
    ("number", "visible", "difference", "needed"),
    [(100, 3.0, 2.0, 225), (10, 2.0, 1.0, 40), (10, 1.0, 3.0, 2), (5, 1.0, 0.0, None)],
)
def test_a_difference_half_as_large_needs_four_times_as_many_segments(
    number: int, visible: float, difference: float, needed: int | None
) -> None:
    assert number_needed(number, visible, difference) == needed
