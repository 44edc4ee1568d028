"""`tallystick trend`: what changed since when in saved reports."""

from __future__ import annotations

import argparse

from tallystick.command_line.shell import options, output

USAGE = "REPORT.json REPORT.json ... [-o FILE] [OPTIONS]"

DESCRIPTION = """Find out what changed since when in saved reports of tallystick compare: the
differences of each system from the first report and from the one before, tested by the statistics
in the reports. They are in the order of their dates; if one has none, in the order given, the
oldest first.

tallystick compare OLD.json NEW.json compares two reports in full, by their texts."""

EXAMPLES = """examples:
  tallystick trend nightly/*.json
  tallystick trend nightly/*.json -o trend.html -q
  tallystick trend nightly/*.json --margin bleu=0.5 --correction benjamini-hochberg"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.command_line.commands.compare.options import add_test
    from tallystick.reports.over_time.build import TITLE

    parser.add_argument("reports", metavar="REPORT.json", nargs="+", help="saved reports")
    add_test(parser.add_argument_group("the test"))
    group = parser.add_argument_group("output")
    options.add_report_files(group, "trend")
    options.add_shared(group, "--width")
    options.add_shared(group, "--title", default=TITLE)
    options.add_shared(parser, "--threads")
    options.add_shared(parser, "--quiet")


def run(arguments: argparse.Namespace) -> None:
    """Read, test and write."""
    from tallystick.command_line.commands.compare.options import settings_of
    from tallystick.command_line.inputs.texts import refuse_same_file
    from tallystick.reports.comparison.saved.report_files import check_digits, read_report
    from tallystick.reports.over_time.build import trend

    options.silence(arguments)
    check_digits(arguments.width, "-w")
    refuse_same_file("reports", arguments.reports)
    files = output.report_files(arguments, "trend", arguments.reports)
    reports = {path: read_report(path) for path in arguments.reports}
    settings, threads = settings_of(arguments), options.threads_of(arguments)
    report = trend(reports, settings=settings, title=arguments.title, threads=threads)
    output.write_report(report, arguments, files)
