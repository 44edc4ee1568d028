"""`tallystick plan`: how many segments a comparison needs."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, get_args

from tallystick.command_line.shell import options

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.reports.comparison.model import Comparison

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
  tallystick plan reference.txt -i a.txt b.txt -m bleu --margin bleu=0.5"""

REPORT = (".json", ".json.gz", ".json.xz", ".json.zst")
"""The endings of saved reports; tables of JSON Lines end in .jsonl."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.metrics.arguments.catalogue import DEFAULT_COMPARISON_METRICS
    from tallystick.metrics.resampling.settings import Correction, Settings

    default, add = Settings(), parser.add_argument
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
    options.add_shared(parser, "--margin", "--by", "--baseline")
    options.add_shared(parser, "--significance-level",
        help=f"the level of the test (default: {default.significance_level})")  # fmt: skip
    add("--correction", choices=get_args(Correction),
        help=f"correction for multiple comparisons (default: {default.correction})")  # fmt: skip
    options.add_metric_options(parser, DEFAULT_COMPARISON_METRICS)
    options.add_shared(parser, "--scores")
    options.add_report_files(parser, "plan")
    options.add_shared(parser, "--threads", "--quiet")


def run(arguments: argparse.Namespace) -> None:
    """Read, plan and print."""
    from tallystick.command_line.inputs.given import Kind, inputs_of
    from tallystick.command_line.shell.output import report_files, write_report
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.planning.function import plan

    options.silence(arguments)
    given = arguments.references
    arguments.report = None
    if len(given) == 1 and given[0].endswith(REPORT):
        arguments.report, arguments.references = given[0], []
    inputs = inputs_of(arguments)
    inputs.check()
    files = report_files(arguments.output, "plan", inputs.files)
    differences: dict[str, list[float]] = {}
    for metric, difference in arguments.differences:
        differences.setdefault(metric, []).append(difference)
    pilot = read_report(given[0]) if inputs.kind is Kind.REPORT else _compared(arguments, inputs)
    found = plan(pilot, differences=differences, comparisons=arguments.comparisons)
    write_report(found, arguments.format, files)


def _compared(arguments: argparse.Namespace, inputs: Inputs) -> Comparison:
    """Compare the systems of a pilot."""
    from tallystick.command_line.commands.compare.against import checked_baseline
    from tallystick.command_line.inputs.metrics import choose_metrics
    from tallystick.command_line.inputs.scores import read_scores, with_given_metrics
    from tallystick.command_line.inputs.texts import check_sources, check_unit, read_systems
    from tallystick.compat.emulation.settings import settings_from
    from tallystick.metrics.arguments.catalogue import DEFAULT_COMPARISON_METRICS
    from tallystick.metrics.given_scores.columns import corpora_with_scores
    from tallystick.reports.comparison.build import compare_systems

    metrics = choose_metrics(
        arguments.metrics or DEFAULT_COMPARISON_METRICS,
        arguments,
        references_missing=inputs.have_no_references,
    )
    systems = read_systems(inputs)
    names = [name for name, _ in systems]
    given = read_scores(arguments, names)
    first = systems[0][1]
    check_unit(arguments.by, first)
    check_sources(metrics, first.sources is not None)
    return compare_systems(
        corpora_with_scores(systems, given),
        with_given_metrics(metrics, given),
        baseline=checked_baseline(arguments.baseline, names, ()),
        unit_field=arguments.by,
        settings=settings_from(
            significance_level=arguments.significance_level,
            correction=arguments.correction,
            margins=options.margins_of(arguments),
        ),
        details=False,
        threads=options.threads_of(arguments),
    )
