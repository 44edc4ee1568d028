"""What a notebook and a prompt show of a comparison."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from types import SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tallystick import MissingExtraError, OptionError
from tests.reports.comparison import made

NAMES = st.lists(st.text(max_size=12), min_size=3, max_size=3, unique=True).map(tuple)
EXPECTED = {"div", "p", "strong", "ul", "li", "bdi", "table", "caption"}
EXPECTED |= {"thead", "tbody", "tr", "th", "td"}
EXPECTED |= {"figure", "figcaption", "svg", "line", "circle", "title", "text"}


class Reader(HTMLParser):
    """Collects elements and text, and checks that they nest."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@cache
def elements_of_plain_names() -> list[str]:
    return read(made.three_systems()._repr_html_()).seen


def test_the_headline_comes_first_then_a_plot_and_a_table_for_each_metric() -> None:
    comparison = made.three_systems()
    reader = read(comparison._repr_html_())
    assert reader.text.startswith(comparison.verdict[0])
    assert (reader.seen.count("figure"), reader.seen.count("circle")) == (2, 6)
    assert reader.seen.count("table") == 4  # the others are of components and of lengths
    assert "BLEU (higher is better)" in reader.text
    # a notebook without HTML
    assert comparison._repr_markdown_().startswith("**large and middle lead together")


@given(names=NAMES)
@example(("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\x1b[31m"))
def test_no_name_adds_an_element(names: tuple[str, str, str]) -> None:
    html = made.three_systems(names)._repr_html_()
    reader = read(html)
    assert set(reader.seen) <= EXPECTED
    assert reader.seen == elements_of_plain_names()
    assert "\x1b" not in html


def test_printing_shows_the_text_and_the_prompt_one_line() -> None:
    comparison = made.three_systems()
    assert str(comparison).startswith("large and middle lead together")
    assert not str(comparison).endswith("\n")
    assert repr(comparison) == "<Comparison of 3 systems by bleu, nist on 200 segments>"


def test_tables_are_records_in_the_order_of_scores_with_bounds_as_columns() -> None:
    comparison = made.three_systems()
    records = comparison.to_dict()
    first = records["scores"][0]
    assert (first["system"], first["metric"], first["score"]) == ("large", "bleu", 33.7)
    assert (first["low"], first["high"]) == (32.7, 34.7)
    pairs = [(one["system"], one["other"]) for one in records["pairs"]]
    assert pairs[:3] == [("large", "middle"), ("large", "small"), ("middle", "small")]
    reversed_pairs = replace(comparison, differences=comparison.differences[::-1])
    assert reversed_pairs.to_dict()["pairs"] == records["pairs"]


def test_a_frame_has_the_records_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    comparison = made.three_systems()
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtraError, match="pip install pandas"):
        comparison.to_frame()
    # pandas is not installed with the package
    monkeypatch.setitem(sys.modules, "pandas", SimpleNamespace(DataFrame=list))
    assert comparison.to_frame() == comparison.to_dict()["scores"]
    assert comparison.to_frame("pairs") == comparison.to_dict()["pairs"]
    with pytest.raises(OptionError, match="no table 'pair'; expected one of scores, pairs"):
        comparison.to_frame("pair")
