"""Renderers: a score report in, text out. They lay out what the report holds and compute nothing.

A renderer is a function `render(report, digits)` that returns text ending in a line feed. `digits`
is how many digits stand behind the point where a format rounds at all, or None for as many as suit
each metric. JSON, CSV and TSV never round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from tallystick.metrics.registry import Registry, nearest

if TYPE_CHECKING:
    from tallystick.reports.scores import ScoreReport

Renderer: TypeAlias = "Callable[[ScoreReport, int | None], str]"

RENDERERS = Registry(
    "format",
    {
        name: f"tallystick.reports.renderers.{module}:render"
        for name, module in {
            "text": "text",
            "json": "json_document",
            "jsonl": "json_lines",
            "markdown": "markdown",
            "latex": "latex",
            "csv": "comma_separated",
            "tsv": "tab_separated",
        }.items()
    },
    "tallystick.renderers",
)
"""Format to renderer; plug-ins register theirs in the entry-point group `tallystick.renderers`."""


def renderer_named(format: str) -> Renderer:
    """Return the renderer of a format.

    Raises:
        OptionError: No renderer has this name.
        PluginError: The plug-in that brings it cannot be loaded.

    >>> renderer_named("csv").__module__
    'tallystick.reports.renderers.comma_separated'
    """
    from tallystick.errors import OptionError

    if format not in RENDERERS:
        raise OptionError(f"no format is named {format!r}{nearest(format, list(RENDERERS))}")
    renderer: Renderer = RENDERERS.load(format)
    return renderer
