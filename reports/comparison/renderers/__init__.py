"""Renderers of a comparison: a comparison in, text out. They lay out what it holds.

A renderer is a function `render(comparison, digits)` that returns text ending in a line feed.
`digits` is how many digits stand behind the point of a score where a format leaves that open, or
None for as many as suit each metric. JSON, CSV and TSV never round; HTML takes what suits.

CSV and TSV come in two formats each, because a comparison holds two tables of different columns:
`csv` has a row for each system and metric, `pairs-csv` a row for each pair and metric. One file
with both would have half of its cells empty, and a reader such as pandas would take every number
in it for a float and every truth value for an object.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from tallystick.errors import OptionError
from tallystick.metrics.registry import Registry, nearest

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison

ComparisonRenderer: TypeAlias = "Callable[[Comparison, int | None], str]"

BUILT_IN = {
    name: f"tallystick.reports.comparison.renderers.{module}"
    for name, module in {
        "text": "text:render",
        "markdown": "markdown:render",
        "latex": "latex:render",
        "csv": "comma_separated:render",
        "pairs-csv": "comma_separated:render_pairs",
        "tsv": "tab_separated:render",
        "pairs-tsv": "tab_separated:render_pairs",
        "json": "json_document:render",
        "html": "html:render",
    }.items()
}
"""Every format that is always there, and where its renderer is found."""

COMPARISON_RENDERERS = Registry("format", BUILT_IN, "tallystick.comparison_renderers")
"""Format to renderer; plug-ins register theirs in the group `tallystick.comparison_renderers`."""

FORMAT_OF_ENDING = {
    ".pairs.csv": "pairs-csv",
    ".pairs.tsv": "pairs-tsv",
    ".csv": "csv",
    ".htm": "html",
    ".html": "html",
    ".json": "json",
    ".md": "markdown",
    ".markdown": "markdown",
    ".tex": "latex",
    ".tsv": "tsv",
    ".txt": "text",
}
"""What a file's name says of its format; the first ending that fits counts."""


def comparison_renderer_named(format: str) -> ComparisonRenderer:
    """Return the renderer of a format.

    Raises:
        OptionError: No renderer has this name.
        PluginError: The plug-in that brings it cannot be loaded.

    >>> comparison_renderer_named("pairs-csv").__name__
    'render_pairs'
    """
    if format not in COMPARISON_RENDERERS:
        near = nearest(format, list(COMPARISON_RENDERERS))
        raise OptionError(f"no format of a comparison is named {format!r}{near}")
    renderer: ComparisonRenderer = COMPARISON_RENDERERS.load(format)
    return renderer


def format_of_file(path: str | os.PathLike[str]) -> str:
    """Return the format that a file's name asks for by its ending.

    Raises:
        OptionError: The ending says nothing.

    >>> format_of_file("report.tex"), format_of_file("report.pairs.csv")
    ('latex', 'pairs-csv')
    """
    name = os.fspath(path)
    for ending, format in FORMAT_OF_ENDING.items():
        if name.lower().endswith(ending):
            return format
    raise OptionError(
        f"the name of the file {name!r} says no format; expected one of the endings "
        f"{', '.join(FORMAT_OF_ENDING)}, or the format by itself"
    )
