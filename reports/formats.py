"""The registry of report formats.

A renderer is a function `render(report, digits)` that returns text ending in a line feed, or bytes.
`digits` is the number of decimals of a score, or None for the default of each metric; JSON, CSV and
TSV never round. A plug-in adds a format with an entry point in the group `tallystick.renderers`,
whose name is that of the format and whose value is a `Format`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from tallystick.errors import InputError, OptionError, PluginError
from tallystick.metrics.arguments.registry import Registry, nearest
from tallystick.reports.document import Report

Renderer: TypeAlias = "Callable[[Any, int | None], str | bytes]"
"""A function from a report and the number of digits, or None, to the content of a file."""

ANY = "any"
"""The key of a renderer for every kind of report that has tables."""


class Format(NamedTuple):
    """A format.

    Attributes:
        renderers: The renderer for each kind of report ("scores", "comparison", ...; `ANY` for
            every other one), or "module:function", which is imported on first use.
        endings: The file endings of this format, such as (".docx",); the longest match wins.
        binary: Whether renderers return bytes, which a terminal cannot show.
    """

    renderers: Mapping[str, str | Renderer]
    endings: tuple[str, ...] = ()
    binary: bool = False

    def renders(self, kind: str) -> bool:
        """Return whether the format can render a kind of report."""
        return kind in self.renderers or ANY in self.renderers

    def renderer(self, kind: str) -> Renderer:
        """Return the renderer of a kind of report.

        >>> FORMATS["csv"].renderer("comparison").__name__
        'csv'
        """
        given = self.renderers.get(kind) or self.renderers[ANY]
        if not isinstance(given, str):
            return given
        module, _, function = given.partition(":")
        renderer: Renderer = getattr(importlib.import_module(module), function)
        return renderer


_GENERIC = "tallystick.reports.renderers"
_COMPARISON = "tallystick.reports.comparison"
_COMPARISONS = ("comparison", "comparison-over-sets")
_JUNIT = "tallystick.reports.conformance.junit"

FORMATS: Mapping[str, Format] = {
    "text": Format({ANY: f"{_GENERIC}.text:render"}, (".txt",)),
    "markdown": Format({ANY: f"{_GENERIC}.markdown:render"}, (".md", ".markdown")),
    "latex": Format(
        {
            ANY: f"{_GENERIC}.latex:render",
            "comparison": f"{_COMPARISON}.tables.latex:render",
            "comparison-over-sets": f"{_COMPARISON}.tables.latex:render_over_sets",
        },
        (".tex",),
    ),
    "pairs-latex": Format(
        {"comparison": f"{_COMPARISON}.tables.latex:render_pairs"}, (".pairs.tex",)
    ),
    **{
        f"checklist-{name}": Format(
            {"comparison": f"{_COMPARISON}.tables.checklist:render_{name}"},
            (f".checklist.{ending}",),
        )
        for name, ending in (("markdown", "md"), ("latex", "tex"))
    },
    "bibtex": Format(
        dict.fromkeys(_COMPARISONS, f"{_COMPARISON}.tables.latex:render_bibliography"), (".bib",)
    ),
    "csv": Format({ANY: f"{_GENERIC}.data:csv"}, (".csv",)),
    "pairs-csv": Format(dict.fromkeys(_COMPARISONS, f"{_GENERIC}.data:pairs_csv"), (".pairs.csv",)),
    "sets-csv": Format({"comparison-over-sets": f"{_GENERIC}.data:sets_csv"}, (".sets.csv",)),
    "tsv": Format({ANY: f"{_GENERIC}.data:tsv"}, (".tsv",)),
    "pairs-tsv": Format(dict.fromkeys(_COMPARISONS, f"{_GENERIC}.data:pairs_tsv"), (".pairs.tsv",)),
    "sets-tsv": Format({"comparison-over-sets": f"{_GENERIC}.data:sets_tsv"}, (".sets.tsv",)),
    "json": Format({ANY: f"{_GENERIC}.data:json_object"}, (".json",)),
    "flat-json": Format({"scores": f"{_GENERIC}.data:flat_json"}, (".flat.json",)),
    "jsonl": Format({"scores": f"{_GENERIC}.data:json_lines"}, (".jsonl",)),
    "html": Format(
        {ANY: f"{_GENERIC}.page:render", "comparison": f"{_COMPARISON}.html.page:render"},
        (".html", ".htm"),
    ),
    "junit": Format(
        {"check": f"{_JUNIT}:render_check", "replay": f"{_JUNIT}:render_replay"}, (".xml",)
    ),
    "notebook": Format({ANY: f"{_GENERIC}.notebook:render"}),
}
"""The built-in formats.

A comparison has two tables with different columns, and so two CSV and two TSV formats: `csv` has
a row for each system and metric, `pairs-csv` a row for each pair and metric. Over several sets
these are means and their differences, and `sets-csv` has a row for each set, system and metric.
`pairs-latex` has the scores and all pairs in one table; the checklists are for an appendix.
"""

PLUGINS = Registry("format", {}, "tallystick.renderers")
"""The formats of plug-ins."""


def format_names(kind: str, *, plugins: bool = False) -> tuple[str, ...]:
    """Return the built-in formats of a kind of report, and on request those of plug-ins.

    >>> format_names("metrics")
    ('text', 'markdown', 'latex', 'csv', 'tsv', 'json', 'html', 'notebook')
    """
    known = [*FORMATS.items(), *(_plugins() if plugins else ())]
    return tuple(name for name, registered in known if registered.renders(kind))


def endings(kind: str) -> tuple[str, ...]:
    """Return the file endings of the built-in formats of a kind of report."""
    return tuple(ending for name in format_names(kind) for ending in FORMATS[name].endings)


def renderer_named(name: str, kind: str) -> Renderer:
    """Return the renderer of a kind of report in a format."""
    registered = _format_named(name, kind)
    if not registered.renders(kind):
        raise OptionError(
            f"the format {name} cannot show a report of the kind {kind!r}; expected one of "
            f"{', '.join(format_names(kind))}"
        )
    return registered.renderer(kind)


def format_of_file(path: str | os.PathLike[str], kind: str) -> str:
    """Return the format for the ending of a file's name.

    >>> format_of_file("report.tex", "comparison"), format_of_file("r.pairs.csv", "comparison")
    ('latex', 'pairs-csv')
    """
    name = _format_with_ending(os.fspath(path), kind)
    if name is None:
        if os.path.isdir(path):
            raise OptionError(f"{os.fspath(path)} is a directory; expected the name of a file")
        raise OptionError(
            f"the name of the file {os.fspath(path)!r} has an unknown ending; expected one of "
            f"{', '.join(endings(kind))}"
        )
    return name


def render(report: Any, format: str, digits: int | None = None) -> str | bytes:
    """Render a report, or what `check` and similar functions returned, in a format.

    Raises:
        InputError: There is no report of such an object.
        OptionError: No format has this name, or it cannot show such a report.
        PluginError: The plug-in of the format cannot be loaded, or does not provide a `Format`.
    """
    shown = report_of(report)
    return renderer_named(format, shown.kind)(shown, digits)


def report_of(result: Any) -> Report:
    """Return the report of what a function of the package returned, itself if it is one."""
    if hasattr(result, "document") and hasattr(result, "kind"):
        report: Report = result
        return report
    from tallystick.compat.conformance.check import Check
    from tallystick.compat.conformance.identification import Identification
    from tallystick.compat.explanation.explanation import Explanation
    from tallystick.compat.vectors.replay import Replay
    from tallystick.reports.conformance.check import CheckReport
    from tallystick.reports.conformance.explanation import ExplanationReport
    from tallystick.reports.conformance.identification import IdentificationReport
    from tallystick.reports.conformance.vectors import ReplayReport

    match result:
        case Check():
            return CheckReport(result)
        case Identification():
            return IdentificationReport(result)
        case Explanation():
            return ExplanationReport(result)
        case Replay():
            return ReplayReport(result)
    raise InputError(
        f"there is no report of an object of type {type(result).__name__}; expected what compare, "
        "meta, challenge, check, identify, explain or replay returned"
    )


def _format_with_ending(file: str, kind: str) -> str | None:
    for known in (FORMATS.items(), _plugins()):  # plug-ins are only loaded if necessary
        fitting = [
            (len(ending), name)
            for name, registered in known
            if registered.renders(kind)
            for ending in registered.endings
            if file.lower().endswith(ending)
        ]
        if fitting:
            return max(fitting)[1]
    return None


def _plugins() -> Iterator[tuple[str, Format]]:
    for name in PLUGINS:
        if name in FORMATS:
            continue
        try:
            yield name, _format_named(name, ANY)
        except PluginError:
            continue  # an error only if the format is requested by name


def _format_named(name: str, kind: str) -> Format:
    if name in FORMATS:
        return FORMATS[name]
    if name not in PLUGINS:
        meant = _format_with_ending(f".{name}", kind)  # "md" is the ending of markdown
        offer = nearest(name, [*format_names(kind), *PLUGINS])
        if meant is not None:
            offer = f"; did you mean {meant}?"
        raise OptionError(f"no format is named {name!r}{offer}")
    loaded = PLUGINS.load(name)
    if not isinstance(loaded, Format):
        raise PluginError(
            f"the format {name!r} of {PLUGINS[name].distribution} is of type "
            f"{type(loaded).__name__}; expected a tallystick.reports.Format"
        )
    return loaded
