"""Tables that are declared by their columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from tallystick.reports.document import Table, columns

Thing = TypeVar("Thing")


def table_of(
    things: Iterable[Thing],
    cells: Mapping[str, Callable[[Thing], str]],
    texts: int = 1,
    **options: Any,
) -> Table:
    """Return a table with a row for each thing.

    Args:
        things: What the rows are about.
        cells: For each column its title, and what a thing has there.
        texts: The number of columns of text, which are the first; the others have numbers.
        options: The title, notes and other parts of the table.

    >>> table_of(["one", "three"], {"word": str, "length": lambda word: str(len(word))}).rows
    (('one', '3'), ('three', '5'))
    """
    rows = tuple(tuple(cell(one) for cell in cells.values()) for one in things)
    return Table(columns(cells, len(cells) - texts), rows, **options)
