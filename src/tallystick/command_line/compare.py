"""`tallystick compare`: compare systems, with reports in several formats."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, get_args

from tallystick.command_line.compare_statistics import compare_files, compared_files
from tallystick.command_line.given_scores import HELP as GIVEN_SCORES
from tallystick.command_line.given_scores import add_scores_option, files_of_scores
from tallystick.command_line.human_scores import (
    add_human_options,
    note_on_judged,
    read_human,
)
from tallystick.command_line.input_options import (
    FORMS,
    add_input_options,
    add_source_option,
    input_paths,
)
from tallystick.command_line.metric_options import add_metric_options, shared_options, silence
from tallystick.command_line.number_words import number, whole_number
from tallystick.command_line.processors import available_processors
from tallystick.errors import OptionError, TallystickError
from tallystick.metrics.given_scores.metric import HUMAN

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import CheckedCondition, Comparison
    from tallystick.reports.formats import Renderer

USAGE = "REF [REF ...] -i SYSTEM [SYSTEM ...] [-m METRIC [METRIC ...]] [-o FILE] [OPTIONS]"

DESCRIPTION = f"""Compare systems on one test set, under BLEU and chrF or the metrics of -m: scores
with confidence intervals, and tests of the differences between pairs of systems. Documents are
resampled if they are known, else segments.

{FORMS}
Systems with equal --names are training runs of one system. Files of tallystick statistics, or
folders of them, can be given in the place of texts: all systems in them are compared, without what
needs texts.

The report is written to standard output as text, and to every file given with -o in the format of
its ending. A .json file contains the whole report: show it again with --report, or compare later
systems with it by --against.

{GIVEN_SCORES}"""

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

in continuous integration (exit status 1 if a condition holds, 2 for wrong input):
  tallystick compare reference.txt -i old.txt new.txt --baseline old --fail-if any metric worsens
  tallystick compare reference.txt -i new.txt --against report.json --junit junit.xml
      --fail-if bleu worsens by more than 0.3

A condition is one of
  METRIC worsens [in FIELD=GROUP] [by more than NUMBER] [even if not significant]
  METRIC may be worse by more than NUMBER
  METRIC below NUMBER, METRIC above NUMBER, length ratio below NUMBER, length ratio above NUMBER
  suspicious segments above NUMBER, empty hypotheses above NUMBER (or a percentage, such as 5%)
where METRIC is one of the metrics or `any metric`. A system worsens if its score is worse than that
of the baseline, or than its own in the report given with --against. It may be worse by more than
NUMBER unless the test set excludes such a loss."""

FAILED = 1
OF_A_REPORT = frozenset(
    {
        *("report", "output", "format", "width", "quiet", "title", "plots", "plot_formats"),
        *("conditions", "junit", "summary", "without_texts", "trend"),
    }
)
"""The arguments that are allowed with --report, which computes nothing."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.metrics.arguments.catalogue import DEFAULT_COMPARISON_METRICS

    add = parser.add_argument
    add_input_options(
        add, "names of the systems (default: from the files); equal names are runs of one system"
    )
    add_source_option(add)
    add("--by", metavar="FIELD",
        help="what is resampled: segment, document, a column of the table, or for files of "
        "statistics part (default: document if known)")  # fmt: skip
    add("--baseline", metavar="NAME", help="compare all systems with this one (default: all pairs)")
    add("--sets", metavar="FILE",
        help="several test sets, in TOML as for tallystick meta, or a folder of mt-metrics-eval: "
        "compare on each and over all; in names of files and in -l, {set} is the name of a "
        "set")  # fmt: skip
    add("--only", metavar="SET", nargs="+", action="extend", help="only these sets of --sets")
    add_metric_options(parser, DEFAULT_COMPARISON_METRICS)
    add_scores_option(add)
    add_human_options(add)
    _add_test(parser.add_argument_group("the test"))
    _add_output(parser.add_argument_group("output"))
    _add_guard(parser.add_argument_group("continuous integration"))
    add("--threads", metavar="N", type=whole_number(2),
        help="threads; they do not change the results (default: one per processor)")  # fmt: skip
    add("-q", "--quiet", action="store_true",
        help="no warnings; no report on standard output if -o or --plots is given")  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Compare systems, or show a saved report; write nothing before everything has succeeded.

    The exit status is 1 if a condition holds, else 0.
    """
    from tallystick.command_line.output import write_output
    from tallystick.command_line.progress import elapsed
    from tallystick.reports.comparison.checks.junit import render as render_junit
    from tallystick.reports.written_files import write_files

    silence(arguments)
    if arguments.sets is not None:
        from tallystick.command_line.compare_sets import run_over_sets

        run_over_sets(arguments, _settings(arguments))
        return 0
    if arguments.only:
        raise OptionError("--only chooses test sets of --sets; give --sets too, or leave it out")
    began = time.monotonic()
    renderers, to_standard_output = _outputs(arguments)
    try:
        with elapsed(lambda: "comparing", arguments.quiet):
            comparison = _checked_comparison(arguments)
            contents = _contents(comparison, renderers, arguments)
            shown = to_standard_output(comparison, arguments.width) if to_standard_output else ""
    except TallystickError as error:
        write_files(_of_error(error, arguments, time.monotonic() - began))
        raise
    if arguments.junit is not None:
        contents[arguments.junit] = render_junit(comparison, time.monotonic() - began)
    write_files(contents)
    if shown:
        write_output(shown)
    return _say(comparison.checks, arguments.quiet)


def _checked_comparison(arguments: argparse.Namespace) -> Comparison:
    """Return the comparison with what came of the conditions."""
    conditions = _conditions(arguments)
    if arguments.report is not None:
        comparison = _saved_report(arguments, conditions)
    else:
        comparison = _compare(arguments, conditions)
    if arguments.trend is None:
        return comparison
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.comparison.tables.trend import with_earlier_scores

    return with_earlier_scores(comparison, [(path, read_report(path)) for path in arguments.trend])


def _of_error(
    error: TallystickError, arguments: argparse.Namespace, seconds: float
) -> dict[str, str | bytes]:
    """Return the content of --junit and --summary where there is no comparison."""
    from tallystick.reports.comparison.checks import junit
    from tallystick.reports.comparison.tables import summary

    found: dict[str, str | bytes] = {}
    if arguments.junit is not None:
        found[arguments.junit] = junit.render_error(error, seconds)
    if arguments.summary is not None:
        found[arguments.summary] = _behind(arguments.summary, summary.render_error(error))
    return found


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


def _contents(
    comparison: Comparison, renderers: Mapping[str, Renderer], arguments: argparse.Namespace
) -> dict[str, str | bytes]:
    """Return the content of each file, without that of --junit."""
    contents: dict[str, str | bytes] = {
        path: render(comparison, arguments.width) for path, render in renderers.items()
    }
    if arguments.summary is not None:
        from tallystick.reports.comparison.tables.summary import render as render_summary

        contents[arguments.summary] = _behind(arguments.summary, render_summary(comparison))
    if arguments.plots is not None:
        contents |= _plots(comparison, arguments)
    return contents


def _add_test(group: argparse._ArgumentGroup) -> None:
    from tallystick.compat.emulation.paired_tests import Emulated
    from tallystick.metrics.resampling.settings import Correction, Settings, TestName, our_spelling

    default = Settings()
    add = group.add_argument
    add(
        "--test",
        type=our_spelling,
        choices=get_args(TestName),
        help=f"the test of differences (default: {default.test})",
    )
    for option, test in (("--paired-bs", "bootstrap"), ("--paired-ar", "randomisation")):
        add(option, action="append_const", dest="paired", const=(option, test),
            help=f"sacreBLEU's own test: --emulate sacrebleu --test {test}")  # fmt: skip
    add("--paired-bs-n", "--paired-ar-n", dest="resamples", type=whole_number(1000),
        help=argparse.SUPPRESS)  # fmt: skip
    add("--resamples", metavar="N", type=whole_number(1000),
        help="number of resamples (default: 10000, or 2000 with more than 20000 units; more for "
        "tests of many pairs)")  # fmt: skip
    add("--seed", metavar="N", type=whole_number(1),
        help=f"seed of the resamples (default: {default.seed})")  # fmt: skip
    # sacreBLEU's option of this name has no value and requests what is always given here
    add("--confidence", metavar="SHARE", nargs="?", type=number(0.95),
        help="confidence level of the intervals (default: 1 - the significance level, "
        f"{default.confidence})")  # fmt: skip
    add("--significance-level", metavar="LEVEL", type=number(0.05),
        help="p-values up to this level are significant "
        f"(default: {default.significance_level})")  # fmt: skip
    add("--correction", choices=get_args(Correction),
        help=f"correction for multiple comparisons (default: {default.correction})")  # fmt: skip
    add("--emulate", type=_emulated, choices=get_args(Emulated),
        help="reproduce the resamples and p-values of sacreBLEU's test to check published "
        "numbers, with its defects and defaults, over segments and relative to a baseline (by "
        "default the first system)")  # fmt: skip


def _emulated(word: str) -> str:
    from tallystick.compat.emulation.settings import not_removed

    try:
        return not_removed(word)
    except OptionError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _add_output(group: argparse._ArgumentGroup) -> None:
    from tallystick.reports.comparison.plots import FORMATS
    from tallystick.reports.formats import endings, format_names
    from tallystick.reports.wording import DEFAULT_TITLE, listed

    kind = "comparison"
    add = group.add_argument
    add("-o", "--output", metavar="FILE", action="append",
        help="a file to write, can be repeated; its ending determines the format: "
        f"{listed(endings(kind), 'or')}")  # fmt: skip
    add("-f", "--format", metavar="REPORT-FORMAT",
        help=f"the format of standard output: {listed(format_names(kind), 'or')} "
        "(default: text)")  # fmt: skip
    add("-w", "--width", metavar="DIGITS", type=whole_number(2),
        help="digits after the decimal point in text, markdown and latex")  # fmt: skip
    add("--title", metavar="TITLE", help=f"the title of the report (default: {DEFAULT_TITLE})")
    add("--plots", metavar="FOLDER", help="write all available plots into this folder")
    add("--plot-formats", choices=FORMATS, nargs="+", action="extend",
        help=f"formats of the plots (default: {FORMATS[0]})")  # fmt: skip
    add("--without-texts", action="store_true", help="omit the texts from the report")
    add("--report", metavar="FILE", help="show a saved report (.json) instead of comparing")


def _add_guard(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--fail-if", metavar="CONDITION", nargs="+", action="append", dest="conditions",
        help="exit with status 1 if it holds, such as: bleu worsens by more than 0.3; can be "
        "repeated")  # fmt: skip
    add("--against", metavar="FILE",
        help="a saved report (.json) with whose systems the new ones are compared, by default "
        "under its metrics")  # fmt: skip
    add("--against-system", metavar="NAME",
        help="the system of that report (default: the one of the same name)")  # fmt: skip
    add("--trend", metavar="FILE", nargs="+",
        help="saved reports (.json), oldest first, to show their scores over time")  # fmt: skip
    add("--human-agreement", metavar="FILE",
        help="a report of tallystick meta (.json): how often do differences as large as these "
        "agree with humans?")  # fmt: skip
    add("--junit", metavar="FILE", help="write the results of --fail-if as JUnit XML")
    add("--summary", metavar="FILE", help="add a short summary as Markdown to the end of a file")


def _outputs(arguments: argparse.Namespace) -> tuple[dict[str, Renderer], Renderer | None]:
    """Return the renderer of every file to write, and that of standard output or None."""
    from tallystick.command_line.output import STANDARD_OUTPUT, shown_by
    from tallystick.command_line.output_files import check_output_files, check_output_folder
    from tallystick.reports.comparison.saved.report_files import check_digits, renderers_of_files

    check_digits(arguments.width, "-w")
    outputs = arguments.output or []
    paths = [path for path in outputs if path != STANDARD_OUTPUT]
    renderers = renderers_of_files(paths)
    check_output_files(_output_files(arguments), _inputs(arguments))
    if arguments.junit is not None and arguments.conditions is None:
        raise OptionError(
            "--junit writes the results of --fail-if, but no condition is given; add for example "
            "--fail-if any metric worsens"
        )
    if arguments.plots is not None:
        from tallystick.reports.comparison.plots import check_matplotlib

        check_output_folder(arguments.plots)
        check_matplotlib()
    elif arguments.plot_formats is not None:
        raise OptionError("--plot-formats has no effect without plots; add --plots FOLDER")
    written = bool(paths) or arguments.plots is not None
    return renderers, shown_by(arguments, "comparison", written=written)


def _output_files(arguments: argparse.Namespace) -> list[str]:
    from tallystick.command_line.output import STANDARD_OUTPUT

    reports = [path for path in arguments.output or [] if path != STANDARD_OUTPUT]
    extra = [path for path in (arguments.junit, arguments.summary) if path is not None]
    return [*reports, *extra]


def _inputs(arguments: argparse.Namespace) -> list[str]:
    return [
        *input_paths(arguments, "report", "against", "human_agreement"),
        *files_of_scores(arguments),
        *(arguments.human or ()),
    ]


def _conditions(arguments: argparse.Namespace) -> list[Condition]:
    if arguments.conditions is None:
        return []
    from tallystick.reports.comparison.checks.condition import parse_condition

    given = [
        condition
        for words in arguments.conditions
        # several words with spaces are several conditions, else the words are those of one
        for condition in (words if all(" " in word for word in words) else [" ".join(words)])
    ]
    return [parse_condition(condition) for condition in given]


def _saved_report(arguments: argparse.Namespace, conditions: Sequence[Condition]) -> Comparison:
    from tallystick.command_line.parser import command_parser
    from tallystick.reports.comparison.checks.guard import baseline_of_each, checks
    from tallystick.reports.comparison.saved.report_files import read_report

    for action in command_parser("compare")._actions:
        if action.dest in OF_A_REPORT or action.dest == "help":
            continue
        if getattr(arguments, action.dest) != (action.default if action.nargs != "*" else []):
            given = max(action.option_strings, key=len, default="a file of references")
            raise OptionError(
                f"--report {arguments.report} shows a saved report and is incompatible with "
                f"{given}; leave out one of them"
            )
    comparison = read_report(arguments.report)
    if arguments.title is not None:
        comparison = replace(comparison, title=arguments.title)
    if arguments.without_texts:
        comparison = replace(comparison, segments=None)
    if not conditions:
        return comparison
    return replace(comparison, checks=checks(comparison, conditions, baseline_of_each(comparison)))


def _compare(arguments: argparse.Namespace, conditions: Sequence[Condition]) -> Comparison:
    from tallystick.command_line.given_scores import (
        read_scores,
        score_names,
        with_given_metrics,
    )
    from tallystick.command_line.input_files import check_sources, check_unit, read_compared
    from tallystick.command_line.metric_choice import choose_metrics
    from tallystick.command_line.references_as_systems import ReferencesAsSystems
    from tallystick.command_line.saved_report import (
        checks_against,
        computed_metrics,
        find_counterparts,
        with_saved_systems,
    )
    from tallystick.metrics.arguments.catalogue import DEFAULT_COMPARISON_METRICS
    from tallystick.metrics.given_scores.columns import corpora_with_scores
    from tallystick.reports.comparison.checks.condition import metrics_of
    from tallystick.reports.comparison.saved.report_files import read_report

    _select_paired_test(arguments)
    _check_guard(arguments, conditions)
    settings = _settings(arguments)
    statistics = compared_files(arguments)
    if statistics is not None:
        return compare_files(arguments, statistics, conditions, settings)
    names_of_scores = [*score_names(arguments), *([HUMAN] if arguments.human else [])]
    saved = None if arguments.against is None else read_report(arguments.against)
    metrics = choose_metrics(
        arguments.metrics
        or (saved and computed_metrics(saved, arguments.against))
        or DEFAULT_COMPARISON_METRICS,
        shared_options(arguments),
        not arguments.references and not arguments.table,
        "compare",
    )
    for condition in conditions:
        titles = {name: metric.identity.title for name, metric in metrics.items()}
        metrics_of(condition, [*metrics, *names_of_scores], titles)
    systems = read_compared(arguments)
    given = {
        **read_scores(arguments, [name for name, _ in systems]),
        **read_human(arguments, systems),
    }
    metrics = with_given_metrics(metrics, given)
    systems = corpora_with_scores(systems, given)
    equal = ReferencesAsSystems()
    for system, corpus in systems:
        equal.count(system, corpus)
    equal.warn()
    check_unit(arguments.by, systems[0][1])
    check_sources(metrics, systems[0][1].sources is not None)
    names = list(dict.fromkeys(name for name, _ in systems))
    if saved is None:
        return _compare_with_baseline(arguments, conditions, settings, metrics, systems, names)
    counterparts = find_counterparts(
        saved,
        arguments.against,
        arguments.against_system,
        names,
        systems[0][1],
        arguments.by,
        conditions,
    )
    comparison = _comparison(
        arguments,
        settings,
        metrics,
        with_saved_systems(systems, counterparts),
        counterparts.baseline,
        "" if counterparts.baseline is None else PurePath(counterparts.name).name,
    )
    return replace(comparison, checks=checks_against(comparison, conditions, counterparts))


def _compare_with_baseline(
    arguments: argparse.Namespace,
    conditions: Sequence[Condition],
    settings: Settings,
    metrics: Mapping[str, Metric],
    systems: Sequence[tuple[str, Corpus]],
    names: Sequence[str],
) -> Comparison:
    from tallystick.command_line.saved_report import checked_baseline
    from tallystick.reports.comparison.checks.guard import baseline_of_each, checks

    baseline = checked_baseline(arguments.baseline, names, conditions)
    comparison = _comparison(arguments, settings, metrics, systems, baseline)
    return replace(comparison, checks=checks(comparison, conditions, baseline_of_each(comparison)))


def _comparison(
    arguments: argparse.Namespace,
    settings: Settings,
    metrics: Mapping[str, Metric],
    systems: Sequence[tuple[str, Corpus]],
    baseline: str | None,
    saved_report: str = "",
) -> Comparison:
    from tallystick.reports.comparison.build import compare_systems
    from tallystick.reports.wording import DEFAULT_TITLE

    comparison = compare_systems(
        systems,
        metrics,
        baseline=baseline,
        unit_field=arguments.by,
        settings=settings,
        title=DEFAULT_TITLE if arguments.title is None else arguments.title,
        threads=available_processors() if arguments.threads is None else arguments.threads,
        remarks={} if arguments.human is None else {HUMAN: note_on_judged(systems)},
        saved_report=saved_report,
        human_agreement=arguments.human_agreement,
    )
    return replace(comparison, segments=None) if arguments.without_texts else comparison


def _select_paired_test(arguments: argparse.Namespace) -> None:
    """Set the options for which --paired-bs and --paired-ar are short."""
    if arguments.paired is None:
        return
    (option, test), *others = dict.fromkeys(arguments.paired)
    given = [other for other, _ in others]
    if arguments.test not in (None, test):
        given.append(f"--test {arguments.test}")
    if given:
        raise OptionError(f"{option} and {given[0]} are different tests; give one of them")
    arguments.emulate, arguments.test = "sacrebleu", test


def _check_guard(arguments: argparse.Namespace, conditions: Sequence[Condition]) -> None:
    from tallystick.reports.comparison.checks.condition import Worsening

    if arguments.against is None:
        if arguments.against_system is not None:
            raise OptionError(
                "--against-system names a system of a saved report, but none is given; add "
                "--against FILE"
            )
        compared = any(isinstance(one, Worsening) for one in conditions)
        if compared and arguments.baseline is None:
            raise OptionError(
                "--fail-if needs something to compare systems with; name a system with "
                "--baseline NAME, or a saved report with --against FILE"
            )
    elif arguments.emulate is not None:
        raise OptionError(
            f"--emulate {arguments.emulate} compares all systems with one of them, and --against "
            f"{arguments.against} each with its own; leave out one of them"
        )
    elif arguments.baseline is not None:
        raise OptionError(
            f"--baseline {arguments.baseline} and --against {arguments.against} exclude each "
            "other; leave out one of them"
        )


def _settings(arguments: argparse.Namespace) -> Settings:
    from tallystick.compat.emulation.settings import settings_from

    return settings_from(
        test=arguments.test,
        resamples=arguments.resamples,
        seed=arguments.seed,
        confidence=arguments.confidence,
        significance_level=arguments.significance_level,
        correction=arguments.correction,
        emulate=arguments.emulate,
    )


def _plots(comparison: Comparison, arguments: argparse.Namespace) -> dict[str, bytes]:
    """Draw the plots, and create their folder."""
    from tallystick.command_line.output_files import check_output_files
    from tallystick.reports.comparison.plots import FORMATS, render_plots

    folder = os.path.join(arguments.plots, "")
    formats = list(dict.fromkeys(arguments.plot_formats or FORMATS[:1]))
    plots = render_plots(comparison, folder, formats)
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise TallystickError(
            f"{arguments.plots}: the folder of plots cannot be created: {error.strerror or error}"
        ) from None
    contents = {os.fspath(path): content for path, content in plots.items()}
    check_output_files([*_output_files(arguments), *contents], _inputs(arguments))
    return contents


def _say(checks: Sequence[CheckedCondition], quiet: bool) -> int:
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
