"""Statistics: read-only rows that add up."""

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick import Bleu, Corpus, InputError, Nist
from tallystick.metrics import Columns, Statistics
from tests.metrics.internals import Total, concatenate, pairwise_sum, statistics_module

ROWS = st.lists(st.tuples(st.integers(0, 2**40), st.integers(0, 9)), min_size=1, max_size=9)


def made_of(rows: Any, references: int | None = 1, given_tokens: bool = False) -> Statistics:
    return Statistics(("x", "y"), np.array(rows, dtype=np.int64), references, given_tokens)


@given(rows=ROWS, block=st.integers(1, 9))
def test_the_total_is_the_exact_sum_of_every_column(
    rows: list[tuple[int, int]], block: int
) -> None:
    statistics = made_of(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(statistics_module, "ROWS_IN_A_SUM", block)
        assert statistics.total().tolist() == [sum(column) for column in zip(*rows, strict=True)]
    assert statistics.column("y").tolist() == [row[1] for row in rows]
    assert len(statistics) == len(rows)


@given(rows=ROWS, data=st.data())
def test_the_segments_of_documents_are_added_in_the_order_of_the_first_ones(
    rows: list[tuple[int, int]], data: st.DataObject
) -> None:
    names = st.lists(st.sampled_from(["d1", "d2", ""]), min_size=len(rows), max_size=len(rows))
    documents = data.draw(names)
    labels, by_document = made_of(rows).by_document(documents)
    assert list(labels) == list(dict.fromkeys(documents))
    assert by_document.rows.dtype == np.int64
    for name, row in zip(labels, by_document.rows.tolist(), strict=True):
        own = [row for row, document in zip(rows, documents, strict=True) if document == name]
        assert row == [sum(column) for column in zip(*own, strict=True)]


@given(rows=ROWS, cut=st.integers(0, 9))
def test_joined_parts_are_the_whole(rows: list[tuple[int, int]], cut: int) -> None:
    parts = [part for part in (rows[:cut], rows[cut:]) if part]
    joined = concatenate([made_of(part) for part in parts])
    assert joined.rows.tolist() == made_of(rows).rows.tolist()
    assert (joined.columns, joined.references, joined.given_tokens) == (("x", "y"), 1, False)


def test_parts_with_other_numbers_of_references_have_a_varying_number() -> None:
    assert concatenate([made_of([(1, 1)], 1), made_of([(1, 1)], 2)]).references is None
    assert concatenate([made_of([(1, 1)], 2), made_of([(1, 1)], 2)]).references == 2


def test_parts_with_other_columns_are_refused() -> None:
    with pytest.raises(InputError, match="there are no statistics to join"):
        concatenate([])
    other = Statistics(("x",), np.zeros((1, 1)), 1, False)
    with pytest.raises(InputError, match="statistics of different metrics cannot be joined"):
        concatenate([made_of([(1, 1)]), other])


@pytest.mark.parametrize("shape", [(2,), (2, 3), (2, 2, 2), ()])
def test_rows_of_another_shape_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="do not have the 2 columns x, y"):
        Statistics(("x", "y"), np.zeros(shape), 1, False)


@pytest.mark.parametrize("documents", [[], ["a"], ["a", "b", "c"]])
def test_a_wrong_number_of_documents_is_refused(documents: list[str]) -> None:
    with pytest.raises(InputError, match=f"{len(documents)} segments have a document but 2 have"):
        made_of([(1, 1), (2, 2)]).by_document(documents)


@pytest.mark.parametrize("metric", [Bleu(), Nist()])
def test_the_statistics_of_a_metric_are_read_only(metric: Bleu | Nist) -> None:
    corpus = Corpus.from_segments(hypotheses=["a b", "c"], references=["a b", "c"])
    statistics = metric.statistics(corpus)
    _, by_document = statistics.by_document(["d", "d"])
    for rows in (statistics.rows, by_document.rows, concatenate([statistics, statistics]).rows):
        with pytest.raises(ValueError, match="read-only"):
            rows[0, 0] = 7
    with pytest.raises(ValueError, match="read-only"):
        statistics.column("matches_1")[0] = 7
    with pytest.raises(AttributeError):
        statistics.columns = ()  # type: ignore[misc]


def test_arrays_are_copied() -> None:
    rows = np.ones((4, 2), dtype=np.int64)
    statistics = Statistics(("x", "y"), rows[:2], 1, False)
    rows[0] = 100
    total = statistics.total()
    total[0] = 100
    assert statistics.total().tolist() == [2, 2]


HALF = 2**62


def of_columns(rows: Any) -> Statistics:
    """Statistics of any type and number of columns, named a and b."""
    rows = np.asarray(rows)
    return Statistics(tuple("ab"[: rows.shape[1]]), rows, 1, False)


@pytest.mark.parametrize(
    "rows",
    [
        [[HALF], [HALF]],
        [[HALF], [HALF], [0]],
        [[-HALF], [-HALF], [-HALF], [0]],
        [[1, HALF], [1, HALF]],
    ],
)
def test_a_sum_of_counts_beyond_64_bits_is_refused(rows: Any) -> None:
    with pytest.raises(InputError, match="does not fit into 64 bits"):
        of_columns(rows).total()


@pytest.mark.parametrize(
    ("rows", "total"),
    [
        ([[HALF], [HALF // 2]], [HALF + HALF // 2]),
        ([[HALF], [HALF], [-HALF]], [HALF]),
        ([[2**63 - 1]], [2**63 - 1]),
        ([[2.0**62], [2.0**62]], [2.0**63]),  # numbers, which may exceed 64 bits
        (np.empty((0, 2), dtype=np.int64), [0, 0]),
    ],
)
def test_a_sum_of_large_counts_within_64_bits_is_exact(rows: Any, total: list[float]) -> None:
    assert of_columns(rows).total().tolist() == total


def test_the_last_digit_of_a_sum_does_not_depend_on_the_memory_layout() -> None:
    rows = np.random.default_rng(1).random((1000, 2))
    by_column = of_columns(np.asfortranarray(rows)).total()
    assert of_columns(rows).total().tolist() == by_column.tolist()


@pytest.mark.parametrize(
    ("rows", "where"),
    [
        ([[1.0, 2.0], [1.0, np.nan]], "b of segment 2"),
        ([[np.inf, 2.0], [1.0, 1.0]], "a of segment 1"),
        ([[1.0, 1e308], [1.0, 1e308]], "b of the sum of all segments"),
    ],
)
def test_a_statistic_that_is_not_finite_is_named_with_its_segment(rows: Any, where: str) -> None:
    broken = of_columns(rows)
    with np.errstate(over="ignore"):
        for total in (broken.finite_total, broken.as_total):
            with pytest.raises(InputError, match=f"the statistic {where} is not a finite number"):
                total()
        assert not np.isfinite(broken.as_total(finite=False).sums).all()


def test_a_finite_sum_is_that_of_all_segments() -> None:
    statistics = of_columns([[1.0, 2.0], [3.0, 4.0]])
    assert statistics.finite_total().tolist() == [4.0, 6.0]
    assert statistics.as_total().sums == (4.0, 6.0)


def test_statistics_of_python_numbers_are_those_of_their_array() -> None:
    columns = Columns("length", ("matches", 2))
    made = Statistics.of_numbers(columns, [[3, 4], [1, 0], [0, 2]], 1, False)
    rows = [[3, 1, 0], [4, 0, 2]]
    assert len(made) == 2
    assert made.as_total().sums == (7, 1, 2)
    assert [list(row.values()) for row in made.named_rows()] == [[3, [1, 0]], [4, [0, 2]]]
    for statistics in (made, copy.copy(made), pickle.loads(pickle.dumps(made))):
        assert statistics.rows.tolist() == rows
        assert not statistics.rows.flags.writeable
        assert repr(statistics) == repr(Statistics(columns, np.array(rows), 1, False))


@pytest.mark.parametrize("length", [0, 1, 7, 8, 9, 16, 127, 128, 129, 136, 257, 1000, 2999])
def test_numbers_are_added_in_the_order_of_numpys_sum_and_of_statistics(length: int) -> None:
    numbers = np.random.default_rng(length).lognormal(0, 3, length)
    columns = np.stack([numbers, numbers[::-1]], axis=1)
    expected = Statistics(("forwards", "backwards"), columns, 1, False).total().tolist()
    assert [pairwise_sum(numbers.tolist()), pairwise_sum(numbers[::-1].tolist())] == expected
    assert expected[0] == float(numbers.sum())


def total(*sums: float, names: str = "ab", references: int | None = 1) -> Total:
    return Total(Columns(*names), sums, references, False)


def test_the_sums_of_two_parts_are_added_by_column() -> None:
    both = total(1, 2).added(total(10, 20))
    assert both == total(11, 22)
    assert both.named() == {"a": 11, "b": 22}
    assert both.row().rows.tolist() == [[11, 22]]
    assert total(1, 2).added(total(1, 2, references=2)).references is None
    with pytest.raises(InputError, match="sums of different metrics"):
        total(1, 2).added(total(1, 2, names="ax"))


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
    written = np.zeros((2, 3))
    Columns("length", ("matches", 2)).split(written)["matches"][:] = [[1, 2], [3, 4]]
    assert written.tolist() == [[0, 1, 2], [0, 3, 4]]
