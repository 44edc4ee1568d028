"""`tallystick plan`: how many segments a comparison needs."""

from __future__ import annotations

import argparse

from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError

USAGE = "REPORT | REF [REF ...] -i SYSTEM SYSTEM ... [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Find out how many segments a comparison needs to find a difference with a power of
80%, the smallest difference that a test set can show, and how much significant differences
exaggerate the true ones. A saved report of tallystick compare (.json) serves as the pilot, with its
test and its correction, or the outputs of a few systems.

{options.FORMS_OF_TEXTS}"""

EXAMPLES = """examples:
  tallystick plan report.json
  tallystick plan report.json --difference bleu=0.5 bleu=1 --comparisons 45 -o plan.md
  tallystick plan reference.txt -i a.txt b.txt -m bleu chrf --docs documents.txt
  tallystick plan parts/ --difference bleu=1"""

OF_COMPARE = (
    *("report", "title", "against", "against_system", "without_texts", "human", "human_agreement"),
    *("human_column", "human_set", "human_lower_is_better", "rename", "sets"),
)
"""Options of `tallystick compare` that plans have not."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.command_line.commands.compare.options import add_emulations, add_test
    from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS

    add = parser.add_argument
    options.add_input_options(
        parser, "names of the systems (default: from the files); equal names are runs of one system"
    )
    add("--difference", dest="differences", metavar="METRIC=NUMBER", nargs="+", action="extend",
        type=options.number_of_metric, default=[],
        help="true differences to find, such as bleu=0.5 bleu=1 (default: round ones near the "
        "smallest that the test set shows)")  # fmt: skip
    add("--comparisons", metavar="N", type=options.whole_number(45),
        help="the number of pairs that p-values are corrected for (default: that of the "
        "pilot)")  # fmt: skip
    options.add_shared(parser, "--by", "--baseline")
    options.add_metric_options(parser, DEFAULT_METRICS)
    options.add_shared(parser, "--scores")
    test = parser.add_argument_group("the test")
    add_test(test)
    add_emulations(test)
    options.add_report_files(parser, "plan")
    options.add_shared(parser, "--threads", "--quiet")
    parser.set_defaults(**dict.fromkeys(OF_COMPARE))


def run(arguments: argparse.Namespace) -> None:
    """Read, plan and print."""
    from tallystick.command_line.commands.compare.against import new_comparison
    from tallystick.command_line.inputs.given import inputs_of, is_report
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.planning.function import plan
    from tallystick.reports.saving.json_form import ENDINGS

    options.silence(arguments)
    if len(arguments.references) == 1 and arguments.references[0].endswith(ENDINGS):
        [arguments.report], arguments.references = arguments.references, []
    elif any(map(is_report, arguments.references)):
        raise OptionError(
            "tallystick plan needs one saved report, or references and outputs of systems; "
            f"{len(arguments.references)} files were given: {', '.join(arguments.references)}"
        )
    inputs = inputs_of(arguments)
    inputs.check()
    files = output.report_files(arguments, "plan", inputs.files)
    differences: dict[str, list[float]] = {}
    for metric, difference in arguments.differences:
        differences.setdefault(metric, []).append(difference)
    if arguments.report is None:
        pilot = new_comparison(arguments, inputs, ())
    else:
        pilot = read_report(arguments.report)
    planned = plan(pilot, differences=differences, comparisons=arguments.comparisons)
    output.write_report(planned, arguments, files)
