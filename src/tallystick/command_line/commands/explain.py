"""`tallystick explain`: which settings give a reported score on these files."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs

USAGE = "--reported NUMBER REF [REF ...] -i HYP [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Find the settings that give a reported score on these files: metrics, tokenizers,
case, conventions of known programs, smoothing, orders, the choice of references, and slips that
people make. The most usual settings come first, each with the command that reproduces it, and with
the number of settings that would match by chance.

{options.FORMS_OF_TEXTS}"""

EXAMPLES = """examples:
  tallystick explain --reported 27.3 reference.txt -i system.txt
  tallystick explain --reported 0.273 ref-A.txt ref-B.txt -i system.txt -m bleu
  tallystick explain --reported 45.10 reference.txt -i system.txt -m bleu chrf ter --format json
  tallystick explain --reported 27.3 reference.txt -i system.txt -m bleu:tokenize=13a --odd 3

Write the number with the digits that were reported: 27.3 means every score that is rounded or
truncated to it. A metric can have options, which then remain. explanation.schema.json in the Python
package tallystick.reports.conformance describes the JSON format."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add("--reported", metavar="NUMBER", required=True, help="the score as it was printed")
    options.add_input_options(parser, "name of the system (default: from the file)", single=True)
    options.add_shared(parser, "--metrics", forms=("-m", "--metric", "--metrics"), dest="metrics",
        help="only these metrics, with options or without (default: all)")  # fmt: skip
    add("--odd", metavar="N", type=options.whole_number(3),
        help="how odd a setting can be, 0 to 4 (default: 2); 3 tries many more")  # fmt: skip
    options.add_report_files(parser, "explanation")
    options.add_shared(parser, "--threads")
    options.add_shared(parser, "--quiet", help=f"no progress, {options.QUIET}")


def run(arguments: argparse.Namespace) -> None:
    """Read, search and print."""
    from tallystick.command_line.inputs.given import inputs_of
    from tallystick.command_line.inputs.texts import read_one
    from tallystick.compat.explanation.explanation import Reported, explain
    from tallystick.compat.explanation.search import MOST_ODD
    from tallystick.errors import OptionError
    from tallystick.metrics.reading.opening import is_standard_input
    from tallystick.reports.conformance.explanation import ExplanationReport, Files

    odd = MOST_ODD if arguments.odd is None else arguments.odd
    if not 0 <= odd <= 4:
        raise OptionError(f"--odd is {odd}; expected 0 to 4")
    inputs = inputs_of(arguments)
    files = output.report_files(arguments, "explanation", inputs.files)
    reported = Reported.read(arguments.reported)
    corpus = read_one(inputs)
    metrics, threads = arguments.metrics or (), options.threads_of(arguments)
    with output.Progress(arguments.quiet, "settings") as progress:
        explanation = explain(
            corpus, reported, metrics, most_odd=odd, threads=threads, advance=progress.advance
        )
    given = [*inputs.references, *inputs.hypotheses]
    texts = None
    if inputs.are_plain and inputs.hypotheses and not any(map(is_standard_input, given)):
        texts = Files(inputs.hypotheses[0], tuple(inputs.references))
    report = ExplanationReport(explanation, texts, "" if texts else _named(inputs))
    output.write_report(report, arguments, files)


def _named(inputs: Inputs) -> str:
    """Return the words that name the given files."""
    words = list(inputs.references)
    options = {
        "--table": inputs.table and [inputs.table],
        "--table-format": inputs.table_format and [inputs.table_format],
        "--columns": inputs.columns,
        "-i": inputs.hypotheses,
        "--systems": inputs.systems,
        "--translators": inputs.translators,
        "--target-language": inputs.target_language and [inputs.target_language],
    }
    for option, values in options.items():
        if values:
            words += [option, *values]
    return shlex.join(words)
