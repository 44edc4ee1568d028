"""Sums in Python numbers have the last bits of those of arrays."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics.statistics import Statistics
from tallystick.metrics.total import pairwise_sum


@given(st.integers(0, 3000), st.integers(0, 2**32 - 1))
def test_numbers_are_added_in_the_order_of_a_column_of_statistics(length: int, seed: int) -> None:
    numbers = np.random.default_rng(seed).lognormal(0, 3, length)
    columns = np.stack([numbers, numbers[::-1]], axis=1)
    expected = Statistics(("forwards", "backwards"), columns, 1, False).total().tolist()
    assert [pairwise_sum(numbers.tolist()), pairwise_sum(numbers[::-1].tolist())] == expected
