"""`tallystick index`: the saved reports of a folder."""

from __future__ import annotations

import argparse
import os

from tallystick.command_line.shell import options, output

USAGE = "FOLDER [-o FILE] [OPTIONS]"

DESCRIPTION = """List the saved reports in a folder and the folders in it, the newest first, with
their dates, headlines and doubts, and with links to their pages. Exit status: 1 if a file cannot be
read, which the index says too, else 0."""

EXAMPLES = """examples:
  tallystick index nightly
  tallystick index nightly -o nightly/index.html -q"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("folder", metavar="FOLDER", help="a folder of saved reports")
    options.add_report_files(parser, "reports")
    options.add_shared(parser, "--quiet")


def run(arguments: argparse.Namespace) -> int:
    """List, and return the exit status; links begin in the folder of each file."""
    from tallystick.errors import warn
    from tallystick.reports.formats import render
    from tallystick.reports.over_time.index import index_of
    from tallystick.reports.saving.written_files import write_files

    options.silence(arguments)
    files = output.report_files(arguments, "reports")
    to_standard_output = output.shown_by(arguments, "reports")
    starts = {path: os.path.dirname(path) for path in files}
    first = next(iter(starts.values()), arguments.folder)
    indexes = {start: index_of(arguments.folder, start) for start in {first, *starts.values()}}
    index = indexes[first]
    output.check_output_files(
        [*files], [*(entry.file for entry in index.things), *(entry.name for entry in index.broken)]
    )
    shown = to_standard_output(index, None) if to_standard_output else ""
    write_files({path: render(indexes[starts[path]], form) for path, form in files.items()})
    output.write_output(shown)
    for unread in index.broken:
        warn(f"{unread.reason}; the index has no other part of it")
    return 1 if index.broken else 0
