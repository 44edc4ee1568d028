"""Reports as text, in formats that are text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
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
