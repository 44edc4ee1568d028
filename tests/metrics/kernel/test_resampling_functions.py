"""Draws and weighted sums: kernel, twin and a naive computation agree."""

from array import array
from types import ModuleType

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.metrics.kernel.both import twin

keys = st.binary(min_size=16, max_size=16)
numbers = st.integers(-(2**15), 2**15 - 1)


@given(key=keys, start=st.integers(0, 2**40), resamples=st.integers(0, 5), data=st.data())
def test_kernel_and_twin_draw_the_same_units(
    compiled: ModuleType, key: bytes, start: int, resamples: int, data: st.DataObject
) -> None:
    units = data.draw(st.integers(1, 40) | st.integers(1, 5000))
    for exchanges in (False, True):
        drawn = [
            kernel.draw(key, start, start + resamples, units, exchanges)
            for kernel in (compiled, twin)
        ]
        assert drawn[0] == drawn[1]
        assert len(drawn[0]) == resamples * units * 2


@given(key=keys, units=st.integers(1, 60))
def test_draws_are_the_words_of_numpys_philox(
    each_kernel: ModuleType, key: bytes, units: int
) -> None:
    philox = np.random.Philox(key=int.from_bytes(key, "little"))
    counts = [0] * units
    for _ in range(units):
        counts[int((int(philox.random_raw()) >> 11) / 2**53 * units)] += 1
    assert array("h", each_kernel.draw(key, 0, 1, units, False)).tolist() == counts


@given(key=keys, units=st.integers(1, 600))
def test_exchanges_are_the_bits_of_numpys_philox(
    each_kernel: ModuleType, key: bytes, units: int
) -> None:
    philox = np.random.Philox(key=int.from_bytes(key, "little"))
    stream = sum(int(philox.random_raw()) << 64 * word for word in range(units // 64 + 1))
    bits = [stream >> unit & 1 for unit in range(units)]
    assert array("h", each_kernel.draw(key, 0, 1, units, True)).tolist() == bits


@given(
    rows=st.integers(0, 9),
    columns=st.integers(0, 5),
    units=st.integers(1, 40) | st.integers(1000, 2100),
    data=st.data(),
)
def test_weighted_sums_are_those_of_whole_numbers(
    each_kernel: ModuleType, rows: int, columns: int, units: int, data: st.DataObject
) -> None:
    # few values are drawn and spread at random: there are thousands of them
    generator = np.random.default_rng(data.draw(st.integers(0, 2**32)))
    pool = np.array(data.draw(st.lists(numbers, min_size=1, max_size=9)), dtype=np.int16)
    values, weights = (generator.choice(pool, (number, units)) for number in (rows, columns))
    sums = array("i", each_kernel.weighted_sums(values, weights.tobytes(), units)).tolist()
    assert sums == [
        (sum(map(int.__mul__, row, other)) + 2**31) % 2**32 - 2**31
        for row in values.tolist()
        for other in weights.tolist()
    ]


def test_sums_without_weights_or_numbers_are_empty(each_kernel: ModuleType) -> None:
    assert each_kernel.weighted_sums(b"", bytes(4), 2) == b""
    assert each_kernel.weighted_sums(bytes(4), b"", 2) == b""
