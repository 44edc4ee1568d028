"""Reports as text, in formats that are text, and what is in pages."""

from collections.abc import Mapping
from functools import partial
from html.parser import HTMLParser
from typing import Any

from tallystick.reports import Block, Table, render


def rendered(format: str, report: Any, digits: int | None = None) -> str:
    """Return a report in a format."""
    shown = render(report, format, digits)
    assert isinstance(shown, str)
    return shown


class OfBlocks:
    """A report that consists of blocks."""

    kind = "meta"

    def __init__(self, *blocks: Block) -> None:
        self.blocks = list(blocks)

    def document(self, digits: int | None = None) -> list[Block]:
        return self.blocks

    def data_tables(self) -> Mapping[str, Table]:
        return {}

    def to_json(self) -> dict[str, Any]:
        return {}


page = partial(rendered, "html")
"""Return the page of a report."""


class Page(HTMLParser):
    """The elements of HTML that nest, its text, and the content of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    @property
    def kinds(self) -> list[str]:
        return [kind for kind, _ in self.elements]

    @property
    def text(self) -> str:
        return "".join(self.texts)

    def values(self, name: str) -> list[str]:
        """Return the values of an attribute."""
        return [value for _, attributes in self.elements if (value := attributes.get(name))]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag in self.raw:
            self.raw[tag].append("")
        if tag not in ("input", "link", "meta", "wbr"):
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] in self.raw:
            self.raw[self._open[-1]][-1] += data
        else:
            self.texts.append(data)
