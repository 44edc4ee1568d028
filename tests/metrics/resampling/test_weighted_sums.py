"""Sums over resamples, compared with sums of fractions."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tallystick.metrics import segments_as_units
from tests.metrics.kernel.both import kernel, twin
from tests.metrics.resampling.functions import draw_counts, scores_of, weighted_sums


def by_fractions(
    weights: NDArray[np.int16], sums: list[NDArray[np.float64]]
) -> list[list[list[float]]]:
    def total(row: list[int], column: list[float]) -> float:
        return float(sum(n * Fraction(value) for n, value in zip(row, column, strict=True)))

    return [
        [[total(row, rows[:, column].tolist()) for row in weights.tolist()] for rows in sums]
        for column in range(sums[0].shape[1])
    ]


@given(
    systems=st.integers(1, 3),
    columns=st.integers(1, 4),
    units=st.integers(1, 30),
    scales=st.lists(
        st.sampled_from([0.0, 1e-300, 0.001, 1.0, 40.0, 1e9]), min_size=12, max_size=12
    ),
    seed=st.integers(0, 2**32),
)
def test_rounded_statistics_are_added_exactly(
    systems: int, columns: int, units: int, scales: list[float], seed: int
) -> None:
    generator = np.random.default_rng(seed)
    sums = []
    for system in range(systems):
        rows = generator.random((units, columns)) * scales[system * 4 : system * 4 + columns]
        sums.append(segments_as_units(units).sums(rows))
    weights = draw_counts(seed, "", units, 0, 6)
    assert weighted_sums(sums)(weights).tolist() == by_fractions(weights, sums)


@pytest.mark.parametrize("units", [1, 2**16 - 1, 2**16, 2**17 - 1, 2**17])
def test_no_sum_of_many_large_digits_overflows(units: int) -> None:
    value = 2.0 ** (53 - units.bit_length()) - 1  # all bits are set, and so are those of digits
    add_up = weighted_sums([np.full((units, 1), value)])
    weights = np.ones((1, units), dtype=np.int16)
    assert add_up(weights).tolist() == [[[value * units]]]


ONE = np.array([[1.0, 2.0], [3.0, 4.0]])


@pytest.mark.parametrize(
    "sums",
    [
        # columns that are equal, in another order, or of another size
        [ONE, ONE[:, ::-1], ONE * 2.0**20, ONE],
        [np.array([[1, 2], [-3, 4]]) * factor for factor in (0.5, 1.0, 8.0)],
        *([np.array([[1.0], [n]]), np.array([[n], [n]])] for n in (-1.0, 1e300, 0.1)),
    ],
)
def test_statistics_of_several_systems_are_added_apart(sums: list[NDArray[np.float64]]) -> None:
    weights = np.array([[1, 1], [2, 0], [0, 2], [0, 0]], dtype=np.int16)
    assert weighted_sums(sums)(weights).tolist() == by_fractions(weights, sums)


def test_undefined_statistics_give_undefined_sums() -> None:
    sums = [np.array([[1.0, 2.0], [np.nan, 3.0]])]
    [[[first]], [[second]]] = weighted_sums(sums)(np.array([[1, 1]], dtype=np.int16)).tolist()
    assert np.isnan(first)
    assert second == 5


@pytest.mark.parametrize(
    ("rows", "fast"),
    [
        ([[0.0], [0.5]], True),
        ([[2.0**51], [1.0]], True),  # two of the larger need 53 bits
        ([[2.0**52], [1.0]], False),
        ([[2.0**40], [2.0**-20]], False),
        ([[1.0, 2.0**60], [1.0, 1.0]], False),
        ([[-1.0], [1.0]], False),
        ([[1.0], [np.inf]], False),
        ([[1.0], [np.nan]], False),
    ],
    ids=str,
)
def test_the_compiled_kernel_adds_what_float64_holds(
    monkeypatch: pytest.MonkeyPatch, rows: list[list[float]], fast: bool
) -> None:
    calls = []

    def add_up(*given: Any) -> bytes:
        calls.append(given)
        return twin.weighted_sums(*given)

    monkeypatch.setattr(kernel, "weighted_sums", add_up)
    weights = np.array([[0, 2], [1, 1]], dtype=np.int16)
    first, second = np.array(rows)
    expected = np.stack([2 * second, first + second], axis=-1)
    for active in ("compiled", "python"):
        calls.clear()
        monkeypatch.setattr(kernel, "ACTIVE", active)
        sums = weighted_sums([np.array(rows)])(weights)
        assert len(calls) == (fast and active == "compiled")
        np.testing.assert_array_equal(sums[:, 0], expected)


def test_scores_are_those_of_the_columns_of_each_system_and_resample() -> None:
    class Digits:
        def formula(self, totals: NDArray[np.float64]) -> NDArray[np.float64]:
            weighted: NDArray[np.float64] = totals @ np.array([100.0, 10.0, 1.0])
            return weighted

    sums = np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]], [[9, 0], [1, 2]]], dtype=np.float64)
    metric: Any = Digits()
    assert scores_of(metric, sums).tolist() == [[159, 260], [371, 482]]
