"""Recognizing the precision and the scale of scores."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.compat.conformance.precision import IN_64_BITS, equal, precision_of, scale_of

SCORES = st.lists(st.integers(1, 10**9), min_size=5, max_size=9, unique=True).map(
    lambda numbers: [number / 1e9 * 2**0.5 for number in numbers]
)


@given(SCORES, st.integers(2, 6))
def test_rounding_is_recognized(scores: list[float], decimals: int) -> None:
    rounded = [round(score, decimals) for score in scores]
    assert precision_of([*rounded, 0.111111]).decimals == 6
    precision = precision_of([*rounded, 10.0**-decimals], [*scores, 10.0**-decimals])
    assert precision.decimals == decimals
    assert all(
        abs(score - other) <= precision.tolerance(1.0).absolute
        for score, other in zip(scores, rounded, strict=True)
    )


def test_cut_decimals_are_recognized() -> None:
    assert precision_of([0.12, 0.33], [0.1278, 0.3311]).truncated


@pytest.mark.parametrize("scale", [1.0, 100.0, 0.01])
def test_the_scale_is_that_on_which_most_scores_are_equal(scale: float) -> None:
    ours = np.array([12.5, 50.0, 0.0, 33.3])
    theirs = ours / scale
    theirs[0] = 7.0  # one that differs for another reason
    assert scale_of(ours, theirs) == scale


def test_only_infinity_equals_infinity() -> None:
    ours, theirs = np.array([np.inf, np.inf, -np.inf, 1.0]), np.array([5.0, np.inf, np.inf, np.inf])
    assert equal(ours, theirs, IN_64_BITS).tolist() == [False, True, False, False]


def test_32_bits_are_recognized_in_intermediate_results() -> None:
    exact = [number / 97 for number in range(1, 60)]
    scores = [float(np.float32(1 / number)) ** -1 for number in exact]
    assert precision_of(scores, exact).in_32_bits
    assert not precision_of([number + 1e-8 for number in exact], exact).in_32_bits
