"""The terms of a report: a list where there is room, and links from the columns of a page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tallystick.reports import Block, Glossary, Table, Term, columns, render

TERMS = Glossary(
    (Term("Kendall", "tau-b.", "Kendall, 1945"), Term("a < b", "less.")), "See --explain"
)


class Report:
    """A table with a defined column, and the glossary."""

    kind = "meta"

    def document(self, digits: int | None = None) -> list[Block]:
        return [Table(columns(["metric", "Kendall [95%]"], 1), (("BLEU", "0.5"),)), TERMS]

    def data_tables(self) -> Mapping[str, Table]:
        return {}

    def to_json(self) -> dict[str, Any]:
        return {}


def shown(format: str) -> str:
    text = render(Report(), format)
    assert isinstance(text, str)
    return text


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
