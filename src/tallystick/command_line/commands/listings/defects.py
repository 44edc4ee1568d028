"""`tallystick list defects`: known defects of programs."""

from __future__ import annotations

import argparse

from tallystick.command_line.commands.listings.search import add_words, nothing_found
from tallystick.command_line.shell import options, output

USAGE = "[WORD... | ID] [--format FORMAT]"
DESCRIPTION = """List known defects of programs that compute BLEU, NIST and related metrics, each
with a small input. Words restrict the list to defects that have all of them in their id, program or
description; the name of a metric, such as ter, restricts it to those of the metric. An id shows one
defect in full: the input, what the program returned, what is expected and why, and where it was
reported."""
EXAMPLES = """examples:
  tallystick list defects
  tallystick list defects nltk smoothing
  tallystick list defects nltk-floors-totals-per-segment
  tallystick list defects sacrebleu --format json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_words(parser, "; or the id of one defect")
    options.add_report_files(parser, "defects")


def run(arguments: argparse.Namespace) -> None:
    """Print the requested report."""
    from tallystick.compat.defects.ledger import DEFECTS, search
    from tallystick.reports.listings.defects import DefectReport

    words = arguments.words
    if len(words) == 1 and words[0] in DEFECTS:
        report = DefectReport((DEFECTS[words[0]],), full=True)
    else:
        report = DefectReport(tuple(search(words)))
        if not report.defects:
            raise nothing_found("defect", words, "id, program or description", DEFECTS)
    output.write_report(report, arguments, output.report_files(arguments, report.kind))
