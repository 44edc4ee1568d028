"""`tallystick identify`: the convention that a program follows."""

from __future__ import annotations

import argparse
import time

from tallystick.command_line.commands.programs.implementation import (
    add_implementation,
    add_limits,
    implementation_from,
    seconds_until,
)
from tallystick.command_line.shell import options, output

USAGE = "IMPLEMENTATION [-m METRIC] [option...]"
DESCRIPTION = """Find the convention that an implementation of a metric follows, with as few calls
as possible. The next input is the one that best splits the conventions that are still possible;
drawn inputs then confirm what was found. Unknown combinations of conventions are found too, and
known mistakes. Exit status: 0 if a convention was found, 1 if not, 2 if it could not be run."""
EXAMPLES = """examples:
  tallystick identify sacrebleu
  tallystick identify mypackage.metrics:bleu --shape nltk
  tallystick identify 'node bleu.js'
  tallystick identify 'perl multi-bleu.perl {refs} < {hyp}' --pattern 'BLEU = ([0-9.]+)'"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_implementation(parser)
    group = parser.add_argument_group("search")
    group.add_argument("--confirmations", type=int, default=200, metavar="N",
        help="drawn inputs on which the convention is confirmed (default: 200)")  # fmt: skip
    add_limits(group)
    options.add_report_files(parser, "identification")


def run(arguments: argparse.Namespace) -> int:
    """Print the convention and return the exit status."""
    files = output.report_files(arguments, "identification")
    deadline = time.monotonic() + arguments.seconds
    implementation = implementation_from(arguments)  # starts while the rest is imported
    from tallystick.compat.conformance.identification.identify import identify
    from tallystick.reports.conformance.identification import IdentificationReport

    identified = identify(
        implementation,
        seconds=seconds_until(deadline),
        confirmations=arguments.confirmations,
        seed=arguments.seed,
    )
    output.write_report(IdentificationReport(identified), arguments, files)
    if identified:
        return 0
    return 1 if identified.answered else 2
