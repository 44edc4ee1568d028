"""Units of resampling, and sums over them that are exact."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import InputError
from tallystick.metrics import segments_as_units, units_of
from tests.metrics.resampling.functions import differing_units


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 1000)), min_size=1))
def test_counts_of_a_documents_segments_add_up(segments: list[tuple[str, int]]) -> None:
    units = units_of("document", [label for label, _ in segments])
    sums = units.sums(np.array([[count] for _, count in segments]))
    expected: dict[str, int] = {}
    for label, count in segments:
        expected[label] = expected.get(label, 0) + count
    assert sums[:, 0].tolist() == list(expected.values())


informations = st.lists(st.floats(0, 500), min_size=1, max_size=60)


@given(informations, st.randoms(use_true_random=False))
def test_sums_of_any_numbers_are_exact_in_any_order(values: list[float], random: object) -> None:
    sums = segments_as_units(len(values)).sums(np.array([[value] for value in values]))[:, 0]
    # with repetitions, as in a resample, up to as many terms as there are units
    chosen = [random.choice(sums.tolist()) for _ in sums]  # type: ignore[attr-defined]
    assert Fraction(float(np.sum(chosen))) == sum(map(Fraction, chosen))
    assert Fraction(float(np.sum(chosen[::-1]))) == sum(map(Fraction, chosen))


@given(informations)
def test_rounding_hardly_changes_a_sum(values: list[float]) -> None:
    sums = segments_as_units(len(values)).sums(np.array([[value] for value in values]))[:, 0]
    exact = float(sum(map(Fraction, values)))
    assert abs(float(sums.sum()) - exact) <= 1e-12 * max(values) * len(values) + 1e-300


@given(informations, st.floats(600, 1e6))
def test_the_same_text_does_not_differ_even_if_another_segment_is_far_larger(
    values: list[float], large: float
) -> None:
    first = segments_as_units(len(values) + 1).sums(
        np.array([[1.0], *([value] for value in values)])
    )
    second = segments_as_units(len(values) + 1).sums(
        np.array([[large], *([value] for value in values)])
    )
    assert differing_units(first, second).tolist() == [True, *[False] * len(values)]


def test_without_segments_there_are_no_units() -> None:
    with pytest.raises(InputError, match="no segments"):
        segments_as_units(0)
    with pytest.raises(InputError, match="no segments"):
        units_of("document", [])


@pytest.mark.parametrize(
    ("first", "second", "differs"),
    [
        ([[1e12, 1.0]], [[1e12, 1.000001]], [True]),  # each column has its own tolerance
        ([[1e12], [1.0]], [[0.0], [1.00001]], [True, False]),  # that of the larger system
        ([[1e-12]], [[2e-12]], [True]),
        ([[0.0]], [[0.0]], [False]),
    ],
)
def test_statistics_differ_by_more_than_the_rounding_of_their_column(
    first: list[list[float]], second: list[list[float]], differs: list[bool]
) -> None:
    assert differing_units(np.array(first), np.array(second)).tolist() == differs


def test_small_numbers_keep_their_digits_beside_a_column_of_large_ones() -> None:
    rows = np.array([[1e15, 1 / 3], [1e15, 2 / 3]])
    sums = segments_as_units(2).sums(rows)
    assert sums[:, 1] == pytest.approx([1 / 3, 2 / 3], rel=1e-13)


def test_single_segments_are_units_of_that_name() -> None:
    assert segments_as_units(2).name == "segment"
