"""Arrays of every shape and layout are rounded as Python numbers are."""

import math

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from tallystick.metrics.sums.elementary import exp, log

shapes = arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=9) | st.just((2, 3, 4))


@given(arrays.arrays(np.float64, shapes, elements=st.floats(0.001, 700)), st.data())
def test_the_layout_of_an_array_does_not_matter(
    numbers: np.ndarray[tuple[int, ...], np.dtype[np.float64]], data: st.DataObject
) -> None:
    axes = data.draw(st.permutations(range(numbers.ndim)))
    turned = numbers.transpose(axes)
    for found, function in ((exp(turned), math.exp), (log(turned), math.log)):
        assert found.shape == turned.shape
        assert found.ravel().tolist() == list(map(function, turned.ravel().tolist()))
