"""`tallystick demo`: the packaged example systems under BLEU and NIST."""

from __future__ import annotations

import argparse
import os
import shlex

USAGE = ""
DESCRIPTION = """Score the example systems that are part of the package, under BLEU and NIST, and
print the command that does the same. Needs no network and no files of your own."""
EXAMPLES = """examples:
  tallystick demo"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: the command takes no arguments."""


def run(arguments: argparse.Namespace) -> None:
    """Print the command and its table."""
    from tallystick.command_line.output import write_output
    from tallystick.command_line.parser import command_parser
    from tallystick.command_line.score import make_report
    from tallystick.examples import reference_paths, system_paths
    from tallystick.reports.renderers import renderer_named

    systems = system_paths()
    references = [str(path) for path in reference_paths()]
    hypotheses = [str(path) for path in systems.values()]
    rest = ["-m", "bleu", "nist", "--names", *systems]
    report = make_report(command_parser("score").parse([*references, "-i", *hypotheses, *rest]))
    words = [*map(os.path.basename, references), "-i", *map(os.path.basename, hypotheses), *rest]
    write_output(
        f"$ cd {shlex.quote(os.path.dirname(references[0]))}\n"
        f"$ tallystick score {' '.join(words)}\n\n{renderer_named('text')(report, None)}"
    )
