"""What `tallystick compare` writes: reports, plots, JUnit XML, a summary, the outcome of checks."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.command_line.inputs.given import Inputs
from tallystick.command_line.shell import output
from tallystick.errors import OptionError, TallystickError

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import CheckedCondition, Comparison
    from tallystick.reports.formats import Renderer

FAILED = 1
Contents = dict[str, str | bytes]


def renderers_of(
    arguments: argparse.Namespace, inputs: Inputs
) -> tuple[dict[str, Renderer], Renderer | None]:
    """Return the renderer of every file to write, and that of standard output or None.

    That something cannot be written is found out before the work.
    """
    from tallystick.reports.comparison.saved.report_files import check_digits, renderers_of_files
    from tallystick.reports.formats import format_of_file

    check_digits(arguments.width, "-w")
    paths = [path for path in arguments.output or [] if path != output.STANDARD_OUTPUT]
    renderers = renderers_of_files(paths)
    formats = {arguments.format, *(format_of_file(path, "comparison") for path in paths)}
    if arguments.notes is not None and formats.isdisjoint(("html", "json")):
        raise OptionError(
            f"--notes {arguments.notes}: only HTML and JSON have the notes on segments; write one "
            "of them, as with -o report.html, or leave the notes out"
        )
    _check_files(arguments, inputs)
    if arguments.junit is not None and arguments.conditions is None:
        raise OptionError(
            "--junit writes the results of --fail-if, but no condition is given; add for example "
            "--fail-if any metric worsens"
        )
    if arguments.plots is not None:
        from tallystick.reports.comparison.plots import check_matplotlib

        output.check_output_folder(arguments.plots)
        check_matplotlib()
    elif arguments.plot_formats is not None:
        raise OptionError("--plot-formats has no effect without plots; add --plots FOLDER")
    return renderers, output.shown_by(arguments, "comparison", arguments.plots is not None)


def contents_of(
    comparison: Comparison,
    renderers: Mapping[str, Renderer],
    arguments: argparse.Namespace,
    inputs: Inputs,
) -> Contents:
    """Return the content of each file, without that of --junit; create the folder of plots."""
    contents: Contents = {
        path: render(comparison, arguments.width) for path, render in renderers.items()
    }
    if arguments.summary is not None:
        from tallystick.reports.comparison.tables.summary import render as render_summary

        contents[arguments.summary] = _behind(arguments.summary, render_summary(comparison))
    if arguments.plots is not None:
        plots = _plots(comparison, arguments)
        _check_files(arguments, inputs, plots)
        contents |= plots
    return contents


def contents_of_error(
    error: TallystickError, arguments: argparse.Namespace, seconds: float
) -> Contents:
    """Return the content of --junit and --summary where there is no comparison."""
    from tallystick.reports.comparison.checks import junit
    from tallystick.reports.comparison.tables import summary

    contents: Contents = {}
    if arguments.junit is not None:
        contents[arguments.junit] = junit.render_error(error, seconds)
    if arguments.summary is not None:
        contents[arguments.summary] = _behind(arguments.summary, summary.render_error(error))
    return contents


def report_checks(checks: Sequence[CheckedCondition], quiet: bool) -> int:
    """Report on standard error what failed and what passed, and return the exit status."""
    from tallystick.reports.renderers.visible import visible

    if not checks:
        return 0
    from tallystick.reports.comparison.tables.document import outcome, result

    failed = [check for check in checks if not check.passed]
    # a check that passed states how large a regression could have gone unnoticed
    for check in failed if quiet else checks:
        print(f"tallystick: {result(check)}: {visible(check.sentence)}", file=sys.stderr)
    if failed or not quiet:
        print(f"tallystick: {outcome(checks)}", file=sys.stderr)
    return FAILED if failed else 0


def _check_files(
    arguments: argparse.Namespace, inputs: Inputs, plots: Mapping[str, bytes] | None = None
) -> None:
    """Refuse files that cannot be written, or that are read."""
    written = [*(arguments.output or ()), arguments.junit, arguments.summary, *(plots or ())]
    paths = [path for path in written if path not in (None, output.STANDARD_OUTPUT)]
    output.check_output_files(paths, inputs.files)


def _behind(path: str, text: str) -> str:
    """Return text behind what a file contains, as GitHub collects the summaries of a step."""
    try:
        with open(path, encoding="utf-8") as file:
            before = file.read()
    except FileNotFoundError:
        return text
    except (OSError, UnicodeError) as error:
        raise TallystickError(f"{path}: cannot be read, to add the summary: {error}") from None
    return f"{before.rstrip()}\n\n{text}" if before.strip() else text


def _plots(comparison: Comparison, arguments: argparse.Namespace) -> dict[str, bytes]:
    """Draw the plots, and create their folder."""
    from tallystick.reports.comparison.plots import FORMATS, render_plots
    from tallystick.reports.saving.written_files import make_folder

    folder = os.path.join(arguments.plots, "")
    formats = list(dict.fromkeys(arguments.plot_formats or FORMATS[:1]))
    plots = render_plots(comparison, folder, formats)
    make_folder(folder)
    return {os.fspath(path): content for path, content in plots.items()}
