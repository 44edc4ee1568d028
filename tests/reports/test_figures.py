"""Figures: every number is shown, names are text, and nothing leaves the figure."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from tallystick.reports.document import IntervalPlot, PlottedRow, Point, ScatterPlot
from tallystick.reports.renderers.figures import interval_plot, scatter_plot

SVG = "{http://www.w3.org/2000/svg}"
numbers = st.floats(-1e6, 1e6)
names = st.text(max_size=12)
points = st.lists(st.builds(Point, names, numbers, numbers, st.booleans()), min_size=1, max_size=9)


def drawn(figure: str) -> ElementTree.Element:
    found = ElementTree.fromstring(figure).find(f"{SVG}svg")
    assert found is not None
    return found


@given(points)
def test_every_point_is_a_circle_within_the_figure(points: list[Point]) -> None:
    svg = drawn(scatter_plot(ScatterPlot("title", "BLEU", "human", tuple(points))))
    circles = svg.findall(f"{SVG}circle")
    assert len(circles) == len(points)
    for one in circles:
        assert 0 <= float(one.attrib["cx"]) <= float(svg.attrib["width"])
        assert 0 <= float(one.attrib["cy"]) <= float(svg.attrib["height"])


def test_a_point_further_right_and_up_is_drawn_so() -> None:
    plot = ScatterPlot("title", "BLEU", "human", (Point("a", 1, 1), Point("b", 2, 3)))
    places = {
        "".join(one.itertext()).partition(":")[0]: (
            float(one.get("cx", 0)),
            float(one.get("cy", 0)),
        )
        for one in drawn(scatter_plot(plot)).findall(f"{SVG}circle")
    }
    assert places["b"][0] > places["a"][0]
    assert places["b"][1] < places["a"][1]


def test_an_undefined_row_has_a_name_and_no_dot() -> None:
    rows = (PlottedRow("BLEU", 0.8, 0.7, 0.9), PlottedRow("NIST", None))
    svg = drawn(interval_plot(IntervalPlot("title", "accuracy", rows, (("ceiling", 0.85),))))
    assert len(svg.findall(f"{SVG}circle")) == 1
    assert {"BLEU", "NIST", "ceiling"} <= {one.text for one in svg.findall(f"{SVG}text")}


def test_names_are_never_markup() -> None:
    plot = ScatterPlot("<b>", "<i>", "&", (Point("<script>alert(1)</script>", 1, 1),))
    figure = scatter_plot(plot)
    assert "<script" not in figure
    assert not re.search(r"<(b|i)>", figure)


def test_no_style_is_inline_which_the_policy_of_a_page_forbids() -> None:
    plot = ScatterPlot("title", "BLEU", "human", (Point("a", 1, 1, True),))
    assert "style=" not in scatter_plot(plot)
