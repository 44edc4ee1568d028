"""Reading and writing of comparisons: `tallystick.read_report` and `tallystick.write_report`."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tallystick.errors import InputError, OptionError, warn
from tallystick.metrics.interface.identity import MOST_DIGITS
from tallystick.metrics.reading.opening import FilePath, display_name, open_bytes
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.formats import Renderer, format_of_file, renderer_named, report_of
from tallystick.reports.saving.written_files import write_files

KIND = Comparison.kind


def write_report(report: Any, *paths: str | os.PathLike[str], digits: int | None = None) -> None:
    """Write a report to files; the ending of each file name selects its format.

    Args:
        report: A comparison, or what `meta`, `challenge`, `tallystick.compat.check`, `identify`,
            `explain` or `replay` returned.
        paths: One or more files, such as report.html, with endings of `tallystick.reports.FORMATS`
            or of plug-ins. Existing files are overwritten. A .json file contains the complete
            comparison, and `read_report` reads it.
        digits: The number of decimals of scores in text, Markdown and LaTeX, 0 to 17; None for
            the default of each metric.

    Raises:
        InputError: There is no report of the first argument.
        OptionError: There are no files, a file name has an unknown ending, or digits is out of
            range.
        TallystickError: A file cannot be written.

    >>> import tallystick, tempfile, os
    >>> comparison = tallystick.compare(
    ...     systems={"one": ["a b", "c d"], "other": ["a x", "c d"]}, references=["a b", "c d"]
    ... )
    >>> folder = tempfile.mkdtemp()
    >>> path = os.path.join(folder, "report.json")
    >>> write_report(comparison, path, os.path.join(folder, "report.html"))
    >>> read_report(path) == comparison
    True
    """
    shown = report_of(report)
    if not paths:
        raise OptionError(
            "the file for the report is missing; write "
            'tallystick.write_report(comparison, "report.html")'
        )
    for path in paths:
        _check_path(path, 'tallystick.write_report(comparison, "report.html")')
    check_digits(digits, "digits")
    renderers = renderers_of_files([os.fspath(path) for path in paths], shown.kind)
    # all are rendered before any is written, so an error leaves no incomplete report
    write_files({path: render(shown, digits) for path, render in renderers.items()})


def read_report(path: FilePath) -> Comparison:
    """Read a comparison written by `write_report` or `tallystick compare -o report.json`.

    Args:
        path: A .json file, which may be compressed (.json.gz, .json.xz, .json.zst), or "-" for
            standard input.

    Raises:
        InputError: The file cannot be read or is not such a report; names the file and the field.
    """
    _check_path(path, 'tallystick.read_report("report.json")')
    with open_bytes(path) as file:
        data = file.read()
    return Comparison.from_json(data, display_name(path))


def _check_path(path: object, usage: str) -> None:
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"{path!r} is not a path (str or os.PathLike); write {usage}")


def renderers_of_files(paths: Sequence[str], kind: str = KIND) -> dict[str, Renderer]:
    """Return the renderer for each file according to the ending of its name."""
    return {path: renderer_named(format_of_file(path, kind), kind) for path in paths}


def check_digits(digits: int | None, name: str) -> None:
    """Refuse a number of decimals that is not an integer from 0 to 17, or None."""
    if digits is None:
        return
    if not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= MOST_DIGITS:
        raise OptionError(f"{name} is {digits!r}; expected 0 to {MOST_DIGITS} digits")


def with_notes(comparison: Comparison, path: FilePath) -> Comparison:
    """Add the notes of a file to the segments of a comparison; a note of both is that of the file.

    Args:
        comparison: A comparison with texts.
        path: A .json file as a page exports it: an object with the first reference of a segment
            and the note on it.

    Raises:
        InputError: The file has another form.
        OptionError: The comparison has no texts.
    """
    name = display_name(path)
    if comparison.segments is None:
        raise OptionError(
            f"{name} has notes on segments, but the report has no texts; leave it out"
        )
    with open_bytes(path) as file:
        data = file.read()
    try:
        notes = json.loads(data)
    except ValueError as error:
        raise InputError(f"{name} is not JSON ({error}); {_EXPECTED}") from None
    if not isinstance(notes, dict) or not all(isinstance(note, str) for note in notes.values()):
        raise InputError(f"{name} has other values than notes; {_EXPECTED}")
    known = {references[0] for references in comparison.segments.references if references}
    missing = [reference for reference in notes if reference not in known]
    if missing:
        warn(
            f"{name}: {len(missing):,} of {len(notes):,} notes are on references that this test "
            f"set lacks, such as {missing[0][:60]!r}; they are left out"
        )
    kept = {reference: note for reference, note in notes.items() if reference in known}
    segments = replace(comparison.segments, notes={**comparison.segments.notes, **kept})
    return replace(comparison, segments=segments)


_EXPECTED = (
    'export notes from the page of a report, or write {"the first reference": "the note"} for '
    "each segment"
)
