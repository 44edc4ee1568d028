"""`tallystick compare`: compare systems, with reports in several formats."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.command_line.commands.compare.options import (
    add_groups,
    conditions_of,
    how_compared,
    with_origin,
)
from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.given_scores.metric import HUMAN

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import CheckedCondition, Comparison
    from tallystick.reports.formats import Renderer

USAGE = "REF [REF ...] -i SYSTEM [SYSTEM ...] [-m METRIC [METRIC ...]] [-o FILE] [OPTIONS]"

DESCRIPTION = f"""Compare systems on one test set, under BLEU and chrF or the metrics of -m: scores
with confidence intervals, and tests of the differences between pairs of systems. Documents are
resampled if they are known, else segments.

{options.FORMS_OF_TEXTS}
Systems with equal --names are training runs of one system. Files of tallystick statistics, or
folders of them, can be given in the place of texts: all systems in them are compared, without what
needs texts.

The report is written to standard output as text, and to every file given with -o in the format of
its ending. A .json file contains the whole report: show it again with --report, or compare later
systems with it by --against. tallystick trend says what changed since when in several, and
tallystick index lists those of a folder.

{options.FORMS_OF_SCORES}"""

EXAMPLES = """examples:
  tallystick compare reference.txt -i old.txt new.txt
  tallystick compare reference.txt -i a.txt b.txt c.txt -o report.html -o report.json
  tallystick compare corpus.tsv --by domain -m bleu nist -o paper.tex
  tallystick compare wmttest2022.en-zh.all.xml --systems Online-A Online-B -tok zh -o report.html
  tallystick compare reference.txt -i 1.txt 2.txt 3.txt --names old new new --baseline old
  tallystick compare reference.txt -i old.txt new.txt -m bleu --emulate sacrebleu --test bootstrap
  tallystick compare reference.txt -i a.txt b.txt -m bleu --scores comet=scores.tsv -o report.html
  tallystick compare reference.txt -i a.txt b.txt --human mqm.tsv -o report.html
  tallystick compare --sets wmt22.toml -l {set} -o all.html -o '{set}.html'
  tallystick compare --report report.json -o report.md
  tallystick compare old-parts/ new-parts/ --baseline old -o report.html
  tallystick compare old.json new.json -o report.html

in continuous integration (exit status 1 if a condition holds, 2 for wrong input):
  tallystick compare reference.txt -i old.txt new.txt --baseline old --fail-if any metric worsens
  tallystick compare reference.txt -i new.txt --against report.json --junit junit.xml
      --fail-if bleu worsens by more than 0.3

A condition is one of
  METRIC worsens [in FIELD=GROUP] [by more than NUMBER] [even if not significant]
  METRIC may be worse by more than NUMBER, METRIC may differ by more than NUMBER
  METRIC below NUMBER, METRIC above NUMBER, length ratio below NUMBER, length ratio above NUMBER
  suspicious segments above NUMBER, empty hypotheses above NUMBER (or a percentage, such as 5%)
where METRIC is one of the metrics or `any metric`. A system worsens if its score is worse than that
of the baseline, or than its own in the report given with --against. It may be worse by more than
NUMBER unless the test set excludes such a loss, and differ unless it excludes such a change."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS

    options.add_input_options(
        parser, "names of the systems (default: from the files); equal names are runs of one system"
    )
    options.add_shared(parser, "--by", "--baseline")
    options.add_shared(parser, "--sets",
        help="several test sets, in TOML as for tallystick meta, or a folder of mt-metrics-eval: "
        "compare on each and over all; in names of files and in -l, {set} is the name of a "
        "set")  # fmt: skip
    options.add_shared(parser, "--only")
    options.add_metric_options(parser, DEFAULT_METRICS)
    options.add_shared(parser, "--scores")
    options.add_shared(parser, "--human",
        help="human scores of segments, in a form that tallystick meta reads, as the further "
        f"metric {HUMAN}: the mean over the judged segments")  # fmt: skip
    options.add_shared(parser, "--human-column", "--human-set", "--rename")
    options.add_shared(parser, "--human-lower-is-better",
        help="the scores are counts of errors; they are shown negated")  # fmt: skip
    add_groups(parser)
    options.add_shared(parser, "--threads")
    options.add_shared(parser, "--quiet",
        help="no warnings; no report on standard output if -o or --plots is given")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Compare, or show a saved report; write nothing before everything has succeeded."""
    from tallystick.command_line.inputs.given import Kind, inputs_of
    from tallystick.reports.comparison.checks.junit import render as render_junit
    from tallystick.reports.saving.written_files import write_files

    options.silence(arguments)
    inputs = inputs_of(arguments)
    if inputs.sets is not None or inputs.kind is Kind.REPORT_OVER_SETS:
        from tallystick.command_line.commands.compare import over_sets

        inputs.check()
        if inputs.sets is not None:
            over_sets.run_over_sets(arguments, inputs, how_compared(arguments))
        else:
            over_sets.show_saved_over_sets(arguments, inputs)
        return 0
    began = time.monotonic()
    renderers, to_standard_output = _renderers_of(arguments, inputs)
    try:
        with output.elapsed(lambda: "comparing", arguments.quiet):
            comparison = _checked_comparison(arguments, inputs)
            contents = _contents_of(comparison, renderers, arguments, inputs)
            shown = to_standard_output(comparison, arguments.width) if to_standard_output else ""
    except TallystickError as error:
        seconds = time.monotonic() - began
        write_files(_contents_of_error(error, arguments, seconds))
        raise
    if arguments.junit is not None:
        contents[arguments.junit] = render_junit(comparison, time.monotonic() - began)
    write_files(contents)
    if shown:
        output.write_output(shown)
    return _report_checks(comparison.checks, arguments.quiet)


def _checked_comparison(arguments: argparse.Namespace, inputs: Inputs) -> Comparison:
    """Return the comparison, new or saved, with the outcomes of the conditions."""
    from tallystick.command_line.inputs.given import Kind
    from tallystick.reports.comparison.saved.kept_statistics import without_texts

    conditions = conditions_of(arguments)
    inputs.check()
    if inputs.kind is Kind.REPORT:
        comparison = _saved_report(arguments, inputs, conditions)
    else:
        from tallystick.command_line.commands.compare.against import compare_reports, new_comparison

        compared = compare_reports if inputs.kind is Kind.REPORTS else new_comparison
        comparison = compared(arguments, inputs, conditions)
    comparison = with_origin(comparison, arguments, arguments.language_pair)
    if arguments.without_texts:
        comparison = without_texts(comparison)
    if arguments.notes is None:
        return comparison
    from tallystick.reports.comparison.saved.report_files import with_notes

    return with_notes(comparison, arguments.notes)


def _saved_report(
    arguments: argparse.Namespace, inputs: Inputs, conditions: Sequence[Condition]
) -> Comparison:
    from tallystick.reports.comparison.checks.guard import checks
    from tallystick.reports.comparison.saved.report_files import read_report

    comparison = read_report(str(inputs.report))
    if arguments.title is not None:
        comparison = replace(comparison, title=arguments.title)
    if not conditions:
        return comparison
    return replace(comparison, checks=checks(comparison, conditions, comparison.opponents))


FAILED = 1
Contents = dict[str, str | bytes]


def _renderers_of(
    arguments: argparse.Namespace, inputs: Inputs
) -> tuple[dict[str, Renderer], Renderer | None]:
    """Return the renderer of every file to write, and that of standard output or None.

    That something cannot be written is found out before the work.
    """
    from tallystick.reports.comparison.saved.report_files import check_digits, renderers_of_files
    from tallystick.reports.formats import format_of_file

    check_digits(arguments.width, "-w")
    paths = [path for path in arguments.output or [] if path != output.STANDARD_OUTPUT]
    renderers = renderers_of_files(paths)
    formats = {arguments.format, *(format_of_file(path, "comparison") for path in paths)}
    if arguments.notes is not None and formats.isdisjoint(("html", "json")):
        raise OptionError(
            f"--notes {arguments.notes}: only HTML and JSON have the notes on segments; write one "
            "of them, as with -o report.html, or leave the notes out"
        )
    _check_files(arguments, inputs)
    if arguments.junit is not None and arguments.conditions is None:
        raise OptionError(
            "--junit writes the results of --fail-if, but no condition is given; add for example "
            "--fail-if any metric worsens"
        )
    if arguments.plots is not None:
        from tallystick.reports.comparison.plots import check_matplotlib

        output.check_output_folder(arguments.plots)
        check_matplotlib()
    elif arguments.plot_formats is not None:
        raise OptionError("--plot-formats has no effect without plots; add --plots FOLDER")
    return renderers, output.shown_by(arguments, "comparison", arguments.plots is not None)


def _contents_of(
    comparison: Comparison,
    renderers: Mapping[str, Renderer],
    arguments: argparse.Namespace,
    inputs: Inputs,
) -> Contents:
    """Return the content of each file, without that of --junit; create the folder of plots."""
    contents: Contents = {
        path: render(comparison, arguments.width) for path, render in renderers.items()
    }
    if arguments.summary is not None:
        from tallystick.reports.comparison.tables.summary import render as render_summary

        contents[arguments.summary] = _behind(arguments.summary, render_summary(comparison))
    if arguments.plots is not None:
        from tallystick.reports.comparison.plots import FORMATS, render_plots
        from tallystick.reports.saving.written_files import make_folder

        folder = os.path.join(arguments.plots, "")
        formats = list(dict.fromkeys(arguments.plot_formats or FORMATS[:1]))
        plots = render_plots(comparison, folder, formats)
        make_folder(folder)
        content_of = {os.fspath(path): content for path, content in plots.items()}
        _check_files(arguments, inputs, content_of)
        contents |= content_of
    return contents


def _contents_of_error(
    error: TallystickError, arguments: argparse.Namespace, seconds: float
) -> Contents:
    """Return the content of --junit and --summary where there is no comparison."""
    from tallystick.reports.comparison.checks import junit
    from tallystick.reports.comparison.tables import summary

    contents: Contents = {}
    if arguments.junit is not None:
        contents[arguments.junit] = junit.render_error(error, seconds)
    if arguments.summary is not None:
        contents[arguments.summary] = _behind(arguments.summary, summary.render_error(error))
    return contents


def _report_checks(checks: Sequence[CheckedCondition], quiet: bool) -> int:
    """Report on standard error what failed and what passed, and return the exit status."""
    from tallystick.reports.renderers.visible import visible

    if not checks:
        return 0
    from tallystick.reports.comparison.tables.document import outcome, result

    failed = [check for check in checks if not check.passed]
    # a check that passed states how large a regression could have gone unnoticed
    for check in failed if quiet else checks:
        print(f"tallystick: {result(check)}: {visible(check.sentence)}", file=sys.stderr)
    if failed or not quiet:
        print(f"tallystick: {outcome(checks)}", file=sys.stderr)
    return FAILED if failed else 0


def _check_files(
    arguments: argparse.Namespace, inputs: Inputs, plots: Mapping[str, bytes] | None = None
) -> None:
    """Refuse files that cannot be written, or that are read."""
    written = [*(arguments.output or ()), arguments.junit, arguments.summary, *(plots or ())]
    paths = [path for path in written if path not in (None, output.STANDARD_OUTPUT)]
    output.check_output_files(paths, inputs.files)


def _behind(path: str, text: str) -> str:
    """Return text behind what a file contains, as GitHub collects the summaries of a step."""
    try:
        with open(path, encoding="utf-8") as file:
            before = file.read()
    except FileNotFoundError:
        return text
    except (OSError, UnicodeError) as error:
        raise TallystickError(f"{path}: cannot be read, to add the summary: {error}") from None
    return f"{before.rstrip()}\n\n{text}" if before.strip() else text
