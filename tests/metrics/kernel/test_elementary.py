"""The exponential function and the logarithm of arrays are those of `math`, to the last bit."""

import math
from array import array
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st

numbers = st.lists(st.floats(-800, 709) | st.floats(0, 1), max_size=40)


@given(numbers)
def test_every_number_has_the_value_of_math(each_kernel: ModuleType, drawn: list[float]) -> None:
    positive = [number for number in drawn if number > 0]
    for writable in (False, True):
        given, above = array("d", drawn), array("d", positive)
        found = each_kernel.exp(given if writable else given.tobytes())
        assert array("d", found).tolist() == list(map(math.exp, drawn))
        found = each_kernel.log(above if writable else above.tobytes())
        assert array("d", found).tolist() == list(map(math.log, positive))


def test_what_math_refuses_has_a_limit_or_is_undefined(each_kernel: ModuleType) -> None:
    large = array("d", each_kernel.exp(array("d", [710.0, math.inf, -math.inf, math.nan])))
    assert large.tolist()[:3] == [math.inf, math.inf, 0.0]
    assert math.isnan(large[3])
    found = array("d", each_kernel.log(array("d", [0.0, -0.0, math.inf, -1.0, math.nan])))
    assert found.tolist()[:3] == [-math.inf, -math.inf, math.inf]
    assert all(map(math.isnan, found[3:]))


@pytest.mark.parametrize("wrong", [b"1234567", "12345678", None, 1.0])
def test_what_is_no_float64_is_refused(each_kernel: ModuleType, wrong: object) -> None:
    for function in (each_kernel.exp, each_kernel.log):
        with pytest.raises((ValueError, TypeError, BufferError)):
            function(wrong)
