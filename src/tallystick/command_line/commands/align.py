"""`tallystick align`: the words or characters that a system got wrong, next to its reference."""

from __future__ import annotations

import argparse
import os
import sys

from tallystick.command_line.shell import options, output

USAGE = "REF [REF ...] [-i HYP [HYP ...]] [-m METRIC] [--all] [OPTIONS]"

DESCRIPTION = f"""Show the substitutions (S), deletions (D) and insertions (I) that turn references
into hypotheses, as WER counts them; with -m cer, those of characters; with -m ter, those that
remain after shifts of blocks of words. On a terminal they are in colour, unless the environment
variable NO_COLOR is set.

{options.FORMS_OF_TEXTS}
If there is no -i, plain hypotheses are read from standard input."""

EXAMPLES = """examples:
  tallystick align reference.txt -i system.txt
  tallystick align reference.txt -i system.txt -m cer --all
  tallystick align reference.txt -i system.txt -m ter
  tallystick align reference.txt -i system.txt -m wer:lowercase=yes,normalize=no-punctuation
  tallystick align reference.txt -i system.txt -m wer:dialect=morris2004 --format json

Of the alignments with the fewest edits, jiwer's is shown; dialect=morris2004 shows one with the
most hits. The Python module tallystick.reports.alignments describes the JSON format."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    options.add_input_options(
        parser, "names of the systems (default: from the files)", sources=False
    )
    options.add_shared(parser, "--metric", default="wer",
        help="wer, cer or ter with their options")  # fmt: skip
    parser.add_argument("--all", action="store_true", dest="correct_too",
        help="also show segments without edits")  # fmt: skip
    options.add_report_files(parser, "alignments")
    options.add_shared(parser, "--width", help="digits after the decimal point of the scores")


def run(arguments: argparse.Namespace) -> None:
    """Read and align; print nothing before everything has succeeded."""
    from tallystick.command_line.inputs.given import inputs_of
    from tallystick.command_line.inputs.texts import hint_at_forgotten_input, open_scored
    from tallystick.reports.alignments import align_parts

    inputs = inputs_of(arguments)
    files = output.report_files(arguments, "alignments", inputs.files)
    with hint_at_forgotten_input(inputs):
        given = open_scored(inputs)
        report = align_parts(
            given.parts, given.references, arguments.metric, correct_too=arguments.correct_too
        )
    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    in_colour = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    coloured = arguments.format == "text" and on_terminal and in_colour
    output.write_report(
        report, arguments, files, report.coloured(arguments.width) if coloured else None
    )
