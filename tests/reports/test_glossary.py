"""The terms of a report: a list where there is room, and links from the columns of a page."""

from __future__ import annotations

import pytest

from tallystick.reports import Glossary, Table, Term, columns
from tests.reports.rendering import OfBlocks, rendered

TERMS = Glossary(
    (Term("Kendall", "tau-b.", "Kendall, 1945"), Term("a < b", "less.")), "See --explain"
)


def shown(format: str) -> str:
    table = Table(columns(["metric", "Kendall [95%]"], 1), (("BLEU", "0.5"),))
    return rendered(format, OfBlocks(table, TERMS))


def test_columns_of_a_page_link_to_their_definitions() -> None:
    page = shown("html")
    assert '<a href="#term-kendall" title="tau-b. Kendall, 1945.">' in page
    assert '<dt id="term-kendall">Kendall</dt><dd>tau-b. Kendall, 1945.</dd>' in page
    assert '<dt id="term-a-b">a &lt; b</dt>' in page
    assert page.count('<a href="#term-') == 1


@pytest.mark.parametrize("format", ["text", "notebook"])
def test_small_spaces_show_where_the_definitions_are(format: str) -> None:
    assert "See --explain" in shown(format)
    assert "tau-b" not in shown(format)


def test_markdown_lists_the_terms() -> None:
    assert "- **Kendall**: tau\\-b. Kendall, 1945." in shown("markdown").replace("tau-b", "tau\\-b")
