"""Figures: every number is shown, names are text, and nothing leaves the figure."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tallystick.reports import (
    HeatMap,
    IntervalPlot,
    LinePlot,
    Measured,
    PlottedRow,
    Point,
    ScatterPlot,
)
from tests.reports.rendering import OfBlocks, rendered

Figure = HeatMap | IntervalPlot | LinePlot | ScatterPlot
SVG = "{http://www.w3.org/2000/svg}"
numbers = st.floats(-1e6, 1e6)
names = st.text(max_size=12)
point = st.tuples(names, numbers, numbers, st.booleans()).map(lambda values: Point(*values))
points = st.lists(point, min_size=1, max_size=9)


def drawn(figure: Figure) -> str:
    """Return a figure as notebooks show it."""
    [html] = re.findall("<figure.*?</figure>", rendered("notebook", OfBlocks(figure)), re.DOTALL)
    return str(html)


def svg_of(figure: Figure) -> ElementTree.Element:
    svg = ElementTree.fromstring(drawn(figure)).find(f"{SVG}svg")
    assert svg is not None
    return svg


def texts_of(figure: Figure) -> list[str]:
    return [text.text or "" for text in svg_of(figure).findall(f"{SVG}text")]


def assert_within(svg: ElementTree.Element, part: str, across: str, up: str) -> None:
    """Assert that all parts of a kind are within the figure."""
    for shape in svg.findall(f"{SVG}{part}"):
        assert 0 <= float(shape.attrib[across]) <= float(svg.attrib["width"])
        assert 0 <= float(shape.attrib[up]) <= float(svg.attrib["height"])


@given(points)
def test_every_point_is_a_circle_within_the_figure(points: list[Point]) -> None:
    svg = svg_of(ScatterPlot("title", "BLEU", "human", tuple(points)))
    assert len(svg.findall(f"{SVG}circle")) == len(points)
    assert_within(svg, "circle", "cx", "cy")


def test_a_point_further_right_and_up_is_drawn_so() -> None:
    plot = ScatterPlot("title", "BLEU", "human", (Point("a", 1, 1), Point("b", 2, 3)))
    circles = svg_of(plot).findall(f"{SVG}circle")
    places = {"".join(circle.itertext())[0]: circle.attrib for circle in circles}
    assert float(places["b"]["cx"]) > float(places["a"]["cx"])
    assert float(places["b"]["cy"]) < float(places["a"]["cy"])


def test_a_name_that_would_cover_another_is_moved() -> None:
    close = [Point("first", 1.5, 1.0), Point("second", 1.5, 1.01)]
    plot = ScatterPlot("t", "x", "y", (Point("low", 1, 0), *close, Point("high", 2, 2)))
    assert {"first", "second"} <= set(texts_of(plot))


@pytest.mark.parametrize("highest", [60, 1000, 0.625])
def test_the_last_number_of_an_axis_is_within_the_figure(highest: float) -> None:
    plot = ScatterPlot("t", "x", "y", (Point("a", highest / 2, 1), Point("b", highest, 2)))
    svg = svg_of(plot)
    for text in svg.findall(f"{SVG}text"):
        if text.get("text-anchor") == "middle" and "transform" not in text.attrib:
            end = float(text.attrib["x"]) + 7 * len(text.text or "") / 2
            assert end <= float(svg.attrib["width"])


def test_names_are_never_markup_and_no_style_is_inline() -> None:
    plot = ScatterPlot("<b>", "<i>", "&", (Point("<script>alert(1)</script>", 1, 1, True),))
    # the policy of a page forbids styles
    assert not re.search(r"<script|<(b|i)>|style=", drawn(plot))


def test_rows_columns_and_lines_have_their_names() -> None:
    rows = (PlottedRow("BLEU", 0.8, 0.7, 0.9), PlottedRow("NIST", None))
    undefined = IntervalPlot("title", "accuracy", rows, (("ceiling", 0.85),))
    assert len(svg_of(undefined).findall(f"{SVG}circle")) == 1
    assert {"BLEU", "NIST", "ceiling"} <= set(texts_of(undefined))
    # long ones of columns are slanted
    assert "rotate" in drawn(matrix(("a rather long name",), ((0.5,),)))
    assert "rotate" not in drawn(matrix(("BLEU",), ((0.5,),)))
    # those of places keep their ends
    line = ("BLEU", (Measured(1, 0.7), Measured(2, 0.8, 0.7, 0.9)))
    places = ("results of the nightly run 7", "now")
    assert "…f the nightly run 7" in texts_of(LinePlot("t", "report", "BLEU", (line,), places))
    # a single line needs none
    assert "BLEU" not in texts_of(LinePlot("t", "x", "y", (line,)))
    both = LinePlot("t", "x", "y", (line, ("chrF", (Measured(1, 0.75),))))
    assert {"BLEU", "chrF"} <= set(texts_of(both))


def matrix(names: tuple[str, ...], values: tuple[tuple[float | None, ...], ...]) -> HeatMap:
    rows = tuple(f"row {number}" for number in range(len(values)))
    return HeatMap("title", "drop", rows, names, values, 2.0, marks={(0, 0): "*"})


@given(st.lists(names, min_size=1, max_size=5), st.data())
def test_every_number_of_a_heat_map_is_in_a_cell_within_the_figure(
    columns: list[str], data: st.DataObject
) -> None:
    row = st.tuples(*[st.none() | numbers for _ in columns])
    values = tuple(data.draw(st.lists(row, min_size=1, max_size=4)))
    svg = svg_of(matrix(tuple(columns), values))
    cells = [rect for rect in svg.findall(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    assert len(cells) == len(columns) * len(values)
    for rect in svg.findall(f"{SVG}rect"):
        assert (
            0 <= float(rect.attrib["x"]) <= float(svg.attrib["width"]) - float(rect.attrib["width"])
        )
        assert 0 <= float(rect.attrib["y"]) <= float(svg.attrib["height"])
        assert 0 <= float(rect.attrib["fill-opacity"]) <= 0.7
    shown = [text.text for text in svg.findall(f"{SVG}text")]
    marked = [
        ""
        if value is None
        else f"{value:z.2f}{'*' if place == 0 else ''}".replace("-", "\N{MINUS SIGN}")
        for place, value in enumerate(value for row in values for value in row)
    ]
    assert all((text or None) in shown for text in marked)


def test_a_heat_map_is_fuller_for_larger_numbers_and_has_another_colour_below_zero() -> None:
    svg = svg_of(matrix(("a", "b", "c", "d"), ((0.5, 2.0, 9.0, -1.0),)))
    cells = svg.findall(f"{SVG}rect")[:4]
    assert [cell.attrib["fill-opacity"] for cell in cells] == ["0.17", "0.70", "0.70", "0.35"]
    assert len({cell.attrib["fill"] for cell in cells[:3]}) == 1
    assert cells[3].attrib["fill"] != cells[0].attrib["fill"]


def test_a_heat_map_is_described_for_screen_readers() -> None:
    svg = svg_of(matrix(("BLEU",), ((0.5,), (None,))))
    assert svg.attrib["role"] == "img"
    assert svg.findtext(f"{SVG}desc") == "drop. Rows: row 0, row 1. Columns: BLEU."
    titles = [rect.findtext(f"{SVG}title") for rect in svg.findall(f"{SVG}rect")]
    assert titles[:2] == ["row 0, BLEU: 0.50*", "row 1, BLEU: undefined"]


measured = st.tuples(numbers, numbers).map(lambda pair: Measured(*pair))
lines = st.lists(
    st.tuples(names, st.lists(measured, min_size=1, max_size=5).map(tuple)), min_size=1, max_size=4
)


@given(lines)
def test_every_number_of_a_line_is_a_circle_within_the_figure(
    drawn_lines: list[tuple[str, tuple[Measured, ...]]],
) -> None:
    svg = svg_of(LinePlot("title", "segments", "share", tuple(drawn_lines)))
    circles = sum(len(values) for _, values in drawn_lines)
    assert len(svg.findall(f"{SVG}circle")) == circles
    assert len(svg.findall(f"{SVG}polyline")) == len(drawn_lines)
    assert_within(svg, "circle", "cx", "cy")


def test_as_many_names_of_places_are_shown_as_fit_and_the_last_one_always() -> None:
    places = tuple(f"report of night {number}" for number in range(1, 31))
    line = ("BLEU", tuple(Measured(number, 20.0) for number in range(1, 31)))
    svg = svg_of(LinePlot("t", "report", "BLEU", (line,), places))
    shown = [text.text for text in svg.findall(f"{SVG}text") if "report of" in (text.text or "")]
    assert 2 <= len(shown) < 10
    assert "report of night 30" in shown
    assert (
        svg.findall(f"{SVG}circle/{SVG}title")[-1].text == "report report of night 30, BLEU 20.000"
    )


def test_lines_over_named_places_differ_in_dashes_and_their_intervals_lie_off_the_grid() -> None:
    lines = tuple((name, (Measured(1, 20.0, 19.0, 21.0),)) for name in ("A", "B", "C"))
    svg = svg_of(LinePlot("t", "report", "BLEU", lines, ("before", "now")))
    upright = [line for line in svg.findall(f"{SVG}line") if line.get("x1") == line.get("x2")]
    intervals = [line.attrib["x1"] for line in upright if line.get("stroke-width") == "1.5"]
    long = [line for line in upright if float(line.attrib["y2"]) - float(line.attrib["y1"]) > 10]
    dashes = {line.get("stroke-dasharray") for line in svg.findall(f"{SVG}polyline")}
    assert len(set(intervals)) == 3
    assert len(long) == 3
    assert len(dashes) == 3


@pytest.mark.parametrize("name", ["W", "WMWMWMWM", "iiii"])
def test_the_names_of_the_rows_of_a_heat_map_lie_inside_it(name: str) -> None:
    svg = svg_of(HeatMap("title", "difference", (name,), ("set",), ((1.0,),), 2.0))
    [place] = [float(text.attrib["x"]) for text in svg.findall(f"{SVG}text") if text.text == name]
    wide = {"W": 12, "M": 10.5, "i": 3.5}  # in DejaVu Sans at 12 pixels
    assert place >= sum(wide[letter] for letter in name)


def test_the_intervals_of_a_point_are_lines_within_the_figure() -> None:
    first = Point("a", 1.0, 2.0, across=(0.5, 4.0), up=(1.5, 9.0))
    svg = svg_of(ScatterPlot("t", "BLEU", "human", (first, Point("b", 2.0, 3.0))))
    crosses = svg.findall(f"{SVG}line[@stroke-opacity='0.3']")
    assert len(crosses) == 2
    assert_within(svg, "line", "x1", "y1")
    assert_within(svg, "line", "x2", "y2")


@pytest.mark.parametrize("values", [[0.0], [5.0, 5.0], [-3.0, 1e-9], [1e9, 2e9], [0.98, 1.0]])
def test_an_axis_contains_its_values_and_has_marks(values: list[float]) -> None:
    points = tuple(Point("", value, 1.0) for value in values)
    svg = svg_of(ScatterPlot("t", "BLEU", "human", points))
    marks = [text for text in svg.findall(f"{SVG}text") if float(text.get("y", 0)) > 200]
    labels = [mark.text for mark in marks if mark.text != "BLEU"]
    assert 2 <= len(labels) <= 8
    assert len(set(labels)) == len(labels)
    places = [float(circle.attrib["cx"]) for circle in svg.findall(f"{SVG}circle")]
    bounds = [float(mark.get("x", 0)) for mark in marks]
    assert min(bounds) <= min(places) <= max(places) <= float(svg.attrib["width"])
