"""`tallystick explain`: which settings give a reported score on these files."""

from __future__ import annotations

import argparse
import shlex

from tallystick.command_line.input_options import (
    FORMS,
    add_input_options,
    add_source_option,
    input_paths,
)

USAGE = "--reported NUMBER REF [REF ...] -i HYP [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Find the settings that give a reported score on these files: metrics, tokenizers,
case, conventions of known programs, smoothing, orders, the choice of references, and slips that
people make. The most usual settings come first, each with the command that reproduces it, and with
the number of settings that would match by chance.

{FORMS}"""

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
    from tallystick.command_line.listing import add_report_files
    from tallystick.command_line.number_words import whole_number

    add = parser.add_argument
    add("--reported", metavar="NUMBER", required=True, help="the score as it was printed")
    add_input_options(add, "name of the system (default: from the file)")
    add_source_option(add)
    add("-m", "--metric", "--metrics", metavar="METRIC", nargs="+", action="extend", dest="metrics",
        help="only these metrics, with options or without (default: all)")  # fmt: skip
    add("--odd", metavar="N", type=whole_number(3),
        help="how odd a setting can be, 0 to 4 (default: 2); 3 tries many more")  # fmt: skip
    add_report_files(parser, "explanation")
    add("--threads", metavar="N", type=whole_number(2), default=1,
        help="number of threads; does not change the result")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no progress")


def run(arguments: argparse.Namespace) -> None:
    """Read, search and print."""
    from tallystick.command_line.input_files import read_one
    from tallystick.command_line.listing import report_files, write_report
    from tallystick.command_line.progress import Progress
    from tallystick.compat.explanation.explanation import explain
    from tallystick.compat.explanation.reported import Reported
    from tallystick.compat.explanation.search import MOST_ODD
    from tallystick.errors import OptionError
    from tallystick.metrics.reading.opening import is_standard_input
    from tallystick.metrics.reading.read import format_of
    from tallystick.reports.conformance.explanation import ExplanationReport, Files
    from tallystick.reports.formats import renderer_named

    odd = MOST_ODD if arguments.odd is None else arguments.odd
    if not 0 <= odd <= 4:
        raise OptionError(f"--odd is {odd}; expected 0 to 4")
    renderer_named(arguments.format, "explanation")
    files = report_files(arguments.output, "explanation", input_paths(arguments))
    reported = Reported.read(arguments.reported)
    corpus = read_one(arguments, "explain")
    with Progress(arguments.quiet, "settings") as progress:
        found = explain(
            corpus,
            reported,
            arguments.metrics or (),
            most_odd=odd,
            threads=arguments.threads,
            advance=progress.advance,
        )
    given = [*arguments.references, *(arguments.hypotheses or [])]
    plain = (
        arguments.table is None
        and not any(map(format_of, given))
        and not any(map(is_standard_input, given))
    )
    texts = None
    if plain and arguments.hypotheses:
        texts = Files(arguments.hypotheses[0], tuple(arguments.references))
    report = ExplanationReport(found, texts, "" if texts else _named(arguments))
    write_report(report, arguments.format, files)


def _named(arguments: argparse.Namespace) -> str:
    """Return the words that name the given files."""
    words = list(arguments.references)
    options = {
        "--table": [arguments.table] if arguments.table else None,
        "--table-format": [arguments.table_format] if arguments.table_format else None,
        "--columns": arguments.columns,
        "-i": arguments.hypotheses,
        "--systems": arguments.systems,
        "--translators": arguments.translators,
        "--target-language": [arguments.target_language] if arguments.target_language else None,
    }
    for option, values in options.items():
        if values:
            words += [option, *values]
    return shlex.join(words)
