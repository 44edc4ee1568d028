"""`tallystick.read_report` and `tallystick.write_report`: comparisons in files."""

from __future__ import annotations

import os
from collections.abc import Sequence

from tallystick.errors import InputError, OptionError
from tallystick.metrics.reading.opening import FilePath, display_name, open_bytes
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.formats import Renderer, format_of_file, renderer_named
from tallystick.reports.written_files import write_files

MOST_DIGITS = 17
KIND = Comparison.kind


def write_report(
    comparison: Comparison, *paths: str | os.PathLike[str], digits: int | None = None
) -> None:
    """Write a comparison into files, each in the format that the ending of its name says.

    Args:
        comparison: The comparison.
        paths: One or more files, such as report.html; the endings of `tallystick.reports.FORMATS`
            are known, and those of plug-ins. One that exists is overwritten. A .json file holds all
            of the comparison, and `read_report` reads it.
        digits: How many digits scores have behind the point in text, Markdown and LaTeX, 0
            to 17; None for as many as suit each metric.

    Raises:
        InputError: The first argument is not a comparison.
        OptionError: No file is named, an ending says no format, or digits is out of its range.
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
    if not isinstance(comparison, Comparison):
        raise InputError(
            f"write_report is given {type(comparison).__name__} first, which is not a comparison; "
            'write tallystick.write_report(comparison, "report.html")'
        )
    if not paths:
        raise OptionError(
            'no file is named to write the report into; write write_report(comparison, "report.'
            'html")'
        )
    for path in paths:
        _check_path(path, 'tallystick.write_report(comparison, "report.html")')
    check_digits(digits, "digits")
    renderers = renderers_of_files([os.fspath(path) for path in paths])
    # all are rendered before any is written, so that what fails leaves no half of a report
    write_files({path: render(comparison, digits) for path, render in renderers.items()})


def read_report(path: FilePath) -> Comparison:
    """Read a comparison that `write_report` or `tallystick compare -o report.json` wrote.

    Args:
        path: A .json file, perhaps compressed (.json.gz), or "-" for standard input.

    Raises:
        InputError: The file cannot be read, or is no such report; names the file and the place.
    """
    _check_path(path, 'tallystick.read_report("report.json")')
    with open_bytes(path) as file:
        data = file.read()
    return Comparison.from_json(data, display_name(path))


def _check_path(path: object, usage: str) -> None:
    if not isinstance(path, (str, os.PathLike)):
        raise InputError(f"{path!r} is not the path of a file; write {usage}")


def renderers_of_files(paths: Sequence[str]) -> dict[str, Renderer]:
    """Return for each file the renderer of the format that its name's ending says.

    Raises:
        OptionError: An ending says nothing.
    """
    return {path: renderer_named(format_of_file(path, KIND), KIND) for path in paths}


def check_digits(digits: int | None, name: str) -> None:
    """Refuse a number of digits that cannot be.

    Args:
        digits: How many digits behind the point, or None.
        name: What errors call it.

    Raises:
        OptionError: It is no whole number of 0 to 17.
    """
    if digits is None:
        return
    if not isinstance(digits, int) or isinstance(digits, bool) or not 0 <= digits <= MOST_DIGITS:
        raise OptionError(f"{name} is {digits!r}; expected 0 to {MOST_DIGITS} digits")
