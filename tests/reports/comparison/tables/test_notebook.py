"""What a notebook and a prompt show of a comparison."""

from dataclasses import replace
from functools import cache

from hypothesis import example, given
from hypothesis import strategies as st

from tests.reports.comparison import made
from tests.reports.rendering import Page

NAMES = st.lists(st.text(max_size=12), min_size=3, max_size=3, unique=True).map(tuple)
EXPECTED = {"div", "p", "strong", "ul", "li", "bdi", "table", "caption"}
EXPECTED |= {"thead", "tbody", "tr", "th", "td"}
EXPECTED |= {"figure", "figcaption", "svg", "line", "circle", "title", "text"}


@cache
def elements_of_plain_names() -> list[str]:
    return Page(made.three_systems()._repr_html_()).kinds


def test_the_headline_comes_first_then_a_plot_and_a_table_for_each_metric() -> None:
    comparison = made.three_systems()
    reader = Page(comparison._repr_html_())
    assert reader.text.startswith(comparison.verdict[0])
    assert (reader.kinds.count("figure"), reader.kinds.count("circle")) == (2, 6)
    assert reader.kinds.count("table") == 4  # the others are of components and of lengths
    assert "BLEU (higher is better)" in reader.text
    # a notebook without HTML
    assert comparison._repr_markdown_().startswith("**large and middle lead together")


@given(names=NAMES)
@example(("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "\x1b[31m"))
def test_no_name_adds_an_element(names: tuple[str, str, str]) -> None:
    html = made.three_systems(names)._repr_html_()
    kinds = Page(html).kinds
    assert set(kinds) <= EXPECTED
    assert kinds == elements_of_plain_names()
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
    pairs = [(pair["system"], pair["other"]) for pair in records["pairs"]]
    assert pairs[:3] == [("large", "middle"), ("large", "small"), ("middle", "small")]
    reversed_pairs = replace(comparison, differences=comparison.differences[::-1])
    assert reversed_pairs.to_dict()["pairs"] == records["pairs"]
