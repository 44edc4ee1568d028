"""`tallystick compare --trend`: reports on saved reports."""

from __future__ import annotations

import argparse
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.command_line.commands.compare.options import settings_of
from tallystick.command_line.inputs.given import Inputs
from tallystick.command_line.inputs.names import refuse_same_file
from tallystick.command_line.shell import options
from tallystick.command_line.shell.output import (
    STANDARD_OUTPUT,
    report_files,
    shown_by,
    write_output,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison
    from tallystick.reports.document import Report


def run_on_reports(arguments: argparse.Namespace, inputs: Inputs) -> None:
    """Report on saved reports, and write it to files and standard output."""
    from tallystick.reports.comparison.saved.report_files import check_digits
    from tallystick.reports.formats import render
    from tallystick.reports.saving.written_files import write_files

    check_digits(arguments.width, "-w")
    paths = [path for path in arguments.output or [] if path != STANDARD_OUTPUT]
    kind = "trend"
    files = report_files(paths, kind, inputs.files)
    to_standard_output = shown_by(arguments, kind, written=bool(paths))
    report = _trend(arguments)
    shown = to_standard_output(report, arguments.width) if to_standard_output else ""
    write_files({path: render(report, of_file, arguments.width) for path, of_file in files.items()})
    if shown:
        write_output(shown)


def _trend(arguments: argparse.Namespace) -> Report:
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.over_time.build import TITLE, trend

    refuse_same_file("reports of --trend", arguments.trend)
    return trend(
        {path: read_report(path) for path in arguments.trend},
        settings=settings_of(arguments),
        title=arguments.title or TITLE,
        threads=options.threads_of(arguments),
    )


def with_origin(
    comparison: Comparison, arguments: argparse.Namespace, languages: str | None = None
) -> Comparison:
    """Return a comparison with what --date, --commit and -l say; the rest is as before.

    Raises:
        InputError: The date is not in ISO 8601.
    """
    from tallystick.reports.over_time.build import moment

    if arguments.date is not None:
        moment(arguments.date, "--date")
    given = {"date": arguments.date, "commit": arguments.commit, "languages": languages}
    known = {name: text for name, text in given.items() if text is not None}
    return replace(comparison, origin=replace(comparison.origin, **known))
