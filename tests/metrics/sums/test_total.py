"""Sums in Python numbers have the last bits of those of arrays."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import Columns, Statistics
from tallystick.metrics.sums.statistics import Total, pairwise_sum


@given(st.integers(0, 3000), st.integers(0, 2**32 - 1))
def test_numbers_are_added_in_the_order_of_a_column_of_statistics(length: int, seed: int) -> None:
    numbers = np.random.default_rng(seed).lognormal(0, 3, length)
    columns = np.stack([numbers, numbers[::-1]], axis=1)
    expected = Statistics(("forwards", "backwards"), columns, 1, False).total().tolist()
    assert [pairwise_sum(numbers.tolist()), pairwise_sum(numbers[::-1].tolist())] == expected


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 16, 127, 128, 129, 136, 257, 1000])
def test_short_and_long_columns_have_the_last_bit_of_numpys_sum(length: int) -> None:
    numbers = np.random.default_rng(length).lognormal(0, 3, length)
    assert pairwise_sum(numbers.tolist()) == float(numbers.sum())


def total(*sums: float, names: str = "ab", references: int | None = 1) -> Total:
    return Total(Columns(*names), sums, references, False)


def test_the_sums_of_two_parts_are_added_by_column() -> None:
    found = total(1, 2).added(total(10, 20))
    assert found == total(11, 22)
    assert found.named() == {"a": 11, "b": 22}
    assert found.row().rows.tolist() == [[11, 22]]


def test_parts_with_other_numbers_of_references_have_no_common_number() -> None:
    assert total(1, 2).added(total(1, 2, references=2)).references is None


def test_sums_of_other_columns_are_refused() -> None:
    with pytest.raises(InputError, match="sums of different metrics"):
        total(1, 2).added(total(1, 2, names="ax"))
