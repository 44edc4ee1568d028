"""The metrics of the package, each with any options that it has."""

from __future__ import annotations

import inspect
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from tallystick import OptionError
from tallystick.metrics import METRICS, Axis, Dialect, presets_of
from tests.metrics.small_corpora import one_axis_each

few_of_each = settings(max_examples=max(1, settings().max_examples // 3))
"""For properties of every metric, of which there are two dozen."""

NAMES = [name for name in METRICS.built_in if name != "meteor"]
"""All that need no WordNet."""

DIALECTS: dict[str, type[Dialect]] = {}
"""The kinds of dialects, by the first metric that has them."""
for _name in METRICS.built_in:
    if (_kind := METRICS.load(_name).dialects) not in DIALECTS.values():
        DIALECTS[_name] = _kind


def values_of(axis: Axis, highest: int) -> st.SearchStrategy[Any]:
    """Return values of an option, of which some may be invalid."""
    if axis.values:
        return st.sampled_from([axis.parse(value) for value in axis.values])
    try:
        number = axis.parse("1")
    except ValueError:
        number = ""
    if isinstance(number, int):
        return st.integers(0, highest)
    if isinstance(number, float):
        return st.just(0.0) | st.floats(1e-9, 1e6)
    if isinstance(number, tuple):
        parts = st.lists(st.integers(0, 99), min_size=1, max_size=9).filter(sum)
        return parts.map(lambda some: tuple(part / sum(some) for part in some))
    return st.sampled_from([axis.parse(value) for value in axis.examples])


@st.composite
def metrics(draw: st.DrawFn, name: str, highest: int = 1000) -> Any:
    """Draw a metric with a dialect and options that fit together; `highest` limits orders."""
    kind = METRICS.load(name)
    axes = kind.dialects.axes()
    presets = st.sampled_from([preset.name for preset in presets_of(kind.dialects)])
    dialect: Any = draw(presets | st.sampled_from(one_axis_each(kind.dialects)))
    options = {**kind.required, "dialect": dialect}
    metric = kind(**options)
    for option in inspect.signature(kind).parameters:
        if option in axes and draw(st.booleans()):
            value = draw(values_of(axes[option], highest))
            try:
                metric = kind(**options, **{option: value})
            except OptionError:  # it does not fit
                continue
            options[option] = value
    return metric
