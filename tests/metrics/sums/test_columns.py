"""Names of columns, and rows split by them."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.metrics import Bleu, Columns, Statistics

NAMES = st.lists(
    st.sampled_from(["length", "matches", "totals", "segments", "f"]), min_size=1, unique=True
)


@given(names=NAMES, data=st.data())
def test_every_part_is_found_under_its_name_in_any_shape(
    names: list[str], data: st.DataObject
) -> None:
    widths = {name: data.draw(st.none() | st.integers(1, 4)) for name in names}
    parts = [name if width is None else (name, width) for name, width in widths.items()]
    columns = Columns(*parts)
    sums = np.arange(6 * len(columns)).reshape(2, 3, len(columns))
    named = columns.split(sums)
    assert list(named) == names
    rebuilt = [
        named[name][..., np.newaxis] if width is None else named[name]
        for name, width in widths.items()
    ]
    assert np.array_equal(np.concatenate(rebuilt, axis=-1), sums)


def test_split_columns_are_writable() -> None:
    rows = np.zeros((2, 3))
    named = Columns("length", ("matches", 2)).split(rows)
    named["matches"][:] = [[1, 2], [3, 4]]
    assert rows.tolist() == [[0, 1, 2], [0, 3, 4]]


@pytest.mark.parametrize(
    "names", [("x_2", "x_1"), ("x_1", "y", "x_2"), ("x_0", "x_01"), ("x", "1")]
)
def test_names_that_only_end_in_a_number_are_single_columns(names: tuple[str, ...]) -> None:
    named = Columns(*names).split(np.arange(len(names)))
    assert sum(np.size(value) for value in named.values()) == len(names)
    assert set(named) <= {*names, "x"}


def test_columns_equal_their_names_and_can_be_copied_and_pickled() -> None:
    columns = Bleu(order=2).columns
    assert columns == (
        *("hypothesis_length", "reference_length", "matches_1", "matches_2"),
        *("totals_1", "totals_2"),
    )
    for copied in (copy.deepcopy(columns), pickle.loads(pickle.dumps(columns))):
        assert (type(copied), copied) == (Columns, columns)


def test_statistics_are_split_by_name_with_any_kind_of_columns() -> None:
    rows = np.array([[3, 1, 9]])
    named = Statistics(("matches_1", "matches_2", "length"), rows, 1, False).split()
    assert (named["matches"].tolist(), named["length"].tolist()) == ([[3, 1]], [9])
