"""`tallystick check`: whether a program follows the convention that it claims."""

from __future__ import annotations

import argparse
import time

from tallystick.command_line.commands.programs.implementation import (
    add_expectations,
    add_implementation,
    add_limits,
    check_expectations,
    compared,
    implementation_from,
    seconds_until,
)
from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError, warn

USAGE = "IMPLEMENTATION [-m METRIC] [--dialect DIALECT] [option...]"
DESCRIPTION = """Check whether an implementation of a metric, in any language, follows the
convention that it claims. It is run on inputs made by hand and on drawn ones, and must keep the
laws that follow from the convention. Disagreements are grouped by their cause: another value of an
axis of the convention, or a known mistake; each is shown on the smallest input found. Exit status:
0 if it conforms, or differs exactly as --expect says, 1 if not, 2 if it could not be run."""
EXAMPLES = """examples:
  tallystick check nltk
  tallystick check mypackage.metrics:bleu --shape nltk --dialect nltk
  tallystick check 'node bleu.js' --dialect sacrebleu
  tallystick check 'node bleu.js' --dialect sacrebleu --expect bleu.expected.toml
  tallystick check 'perl multi-bleu.perl {refs} < {hyp}' --pattern 'BLEU = ([0-9.]+)' \\
    --dialect multi-bleu --format json"""

NAME_A_DIALECT = (
    "name the one that it should equal with --dialect (tallystick list dialects -m METRIC lists "
    "them), or find it with tallystick identify"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add_implementation(parser)
    group = parser.add_argument_group("search")
    options.add_shared(group, "--examples", default=500)
    add_limits(group)
    add_expectations(parser.add_argument_group("expected differences"))
    options.add_report_files(parser, "check")


def run(arguments: argparse.Namespace) -> int:
    """Print the verdict and return the exit status."""
    files = output.report_files(arguments, "check")
    entries = check_expectations(arguments)
    deadline = time.monotonic() + arguments.seconds
    try:
        implementation = implementation_from(arguments)  # starts while the rest is imported
    except OptionError as error:
        from tallystick.compat.implementations.given import FUNCTION

        # a Python function names no dialect
        named = arguments.dialect or "dialect=" in (arguments.metric or "")
        if arguments.shape is None and not named and FUNCTION.fullmatch(arguments.implementation):
            raise OptionError(f"{error}; it has no dialect either: {NAME_A_DIALECT}") from None
        raise
    from tallystick.compat.conformance.check import Verdict, check
    from tallystick.reports.conformance.check import CheckReport

    if implementation.dialect is None:
        raise OptionError(
            f"{implementation.name} names no dialect of {implementation.metric}; {NAME_A_DIALECT}"
        )
    checked = check(
        implementation,
        examples=arguments.examples,
        seconds=seconds_until(deadline),
        seed=arguments.seed,
    )
    expectation = None
    if checked.verdict is not Verdict.NOT_RUN:
        expectation = compared(checked.differences, entries, arguments, checked.unsearched)
        if arguments.write_expected is not None and time.monotonic() >= deadline:
            warn(
                f"the {arguments.seconds:g} seconds of --seconds were up, so a run with more time "
                f"may name differences more exactly than {arguments.write_expected} does"
            )
    output.write_report(CheckReport(checked, expectation), arguments, files)
    if expectation is not None:
        return 0 if expectation else 1
    return {Verdict.CONFORMS: 0, Verdict.DIFFERS: 1, Verdict.NOT_RUN: 2}[checked.verdict]
