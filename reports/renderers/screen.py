"""The width of the terminal, and of text on it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from unicodedata import combining, east_asian_width

PIECE = re.compile(r"\S+\s*|\s+")


def terminal_width(otherwise: int) -> int:
    """Return the number of columns of the terminal as `shutil` does, without its slow imports.

    The variable COLUMNS takes precedence; `otherwise` is for output that is no terminal.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns):
        return int(columns)
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns or otherwise  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return otherwise


def screen_width(text: str) -> int:
    """Return the number of columns that a text takes on a screen."""
    if text.isascii():
        return len(text)
    return sum(
        0 if combining(character) else 1 + (east_asian_width(character) in "WF")
        for character in text
    )


def shortened(name: str, width: int) -> str:
    """Return a name cut in its middle to a width in columns, a wide character taking two.

    >>> shortened("JDExploreAcademy-2", 12), shortened("翻訳システム", 7), shortened("PROMT", 10)
    ('JDExplo…my-2', '翻訳…ム', 'PROMT')
    """
    if screen_width(name) <= width:
        return name
    first, last = name, name
    while screen_width(last) > width // 3:
        last = last[1:]
    while screen_width(first) + screen_width(last) >= width:
        first = first[:-1]
    return f"{first}…{last}"


def wrapped(text: str, width: int, first: str = "", others: str = "") -> str:
    r"""Return a text in lines of a width, the first of which begins with `first`.

    A line ends at a space, or at any wide character. Longer words are not broken.

    >>> wrapped("one two three", 9, "- ", "  ")
    '- one two\n  three'
    >>> wrapped("日本語", 4)
    '日本\n語'
    """
    lines, line = [], first
    for piece in _pieces(text):
        begun = line.strip() and line != first and line != others
        if begun and screen_width(line) + screen_width(piece.rstrip()) > width:
            lines.append(line.rstrip())
            line = others
        line += piece
    return "\n".join([*lines, line.rstrip()])


def _pieces(text: str) -> Iterator[str]:
    """Yield words with the spaces behind them, and wide characters one by one."""
    for match in PIECE.finditer(text):
        piece = match[0]
        if piece.isascii():
            yield piece
            continue
        narrow = ""
        for character in piece:
            narrow += character
            if east_asian_width(character) in "WF":
                yield narrow
                narrow = ""
        if narrow:
            yield narrow
