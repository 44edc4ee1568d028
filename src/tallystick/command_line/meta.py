"""`tallystick meta`: how well metrics agree with humans."""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from tallystick.command_line.definitions import add_explain_option, print_definitions
from tallystick.command_line.given_scores import HELP as GIVEN_SCORES
from tallystick.command_line.given_scores import add_scores_option, score_names
from tallystick.command_line.input_options import (
    FORMS,
    add_input_options,
    add_source_option,
    input_paths,
)
from tallystick.command_line.metric_options import add_metric_options, shared_options, silence
from tallystick.command_line.number_words import number, whole_number
from tallystick.command_line.processors import available_processors
from tallystick.command_line.statistics_input import statistics_files
from tallystick.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.meta_evaluation.human.scores import HumanScores
    from tallystick.reports.meta_evaluation.judged_set import Judged
    from tallystick.reports.meta_evaluation.model import MetaEvaluation
    from tallystick.reports.meta_evaluation.settings import MetaSettings
    from tallystick.reports.set_files.listed import SetFiles

USAGE = "REF [REF ...] -i SYSTEM [SYSTEM ...] --human FILE [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Find out how well metrics agree with humans: correlations over systems, the share
of pairs of systems and of outputs that they order as humans do, with intervals, and tests of which
metrics differ in this.

{FORMS}

Human scores are a table with a header and the columns system, segment (its number, from 1) and
score, or system and score; direct assessments of WMT, error spans (ESA) exported by Appraise, lines
of errors (MQM) and the files of mt-metrics-eval are read too. Several test sets are listed in a
file that --sets names, or are in a folder of mt-metrics-eval. The metric 'bleu:dialect=*' is BLEU
as every known program computes it. Files of tallystick statistics, or folders of them, can be given
in the place of texts, without what needs texts.

{GIVEN_SCORES}"""

EXAMPLES = """examples:
  tallystick meta reference.txt -i outputs/*.txt --human human.tsv -m bleu chrf ter
  tallystick meta reference.txt -i outputs/*.txt --human mqm.tsv --human-lower-is-better
  tallystick meta --sets wmt22.toml -m bleu chrf nist -o report.html -o report.json
  tallystick meta --sets mt-metrics-eval-v2/wmt22 --only en-de zh-en --human-column mqm
  tallystick meta --sets wmt22.toml --scores 'comet=scores/{set}.comet.tsv'
  tallystick meta reference.txt -i outputs/*.txt --human human.tsv -m 'bleu:dialect=*'
  tallystick meta reference.txt -i outputs/*.txt --scores comet=comet.tsv --against comet
  tallystick meta parts/ --human human.tsv -m bleu chrf

A file for --sets, with the system's name for * (or {system}), the set's for {set}, and its
languages for {source} and {target}:
  sets = ["de-en", "ja-en"]
  references = "references/{set}.{target}"
  hypotheses = "outputs/{set}.*.{target}"
  human = "human/{set}.tsv"
  documents = "documents/{set}.txt"
  language-pair = "{set}\""""


_OF_ONE_SET = {
    "references", "hypotheses", "human", "human_set", "human_column", "other_human_column",
    "human_lower_is_better", "human_order", "table", "names", "systems", "translators",
    "target_language", "docs", "source",
}  # fmt: skip
_OF_A_FOLDER = {"human_column", "translators"}
"""The arguments that --sets does not allow, and of these the ones that a folder allows."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    from tallystick.command_line.listing import add_report_files
    from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
    from tallystick.reports.meta_evaluation.settings import MetaSettings

    default = MetaSettings()
    add = parser.add_argument
    add_input_options(add, "names of the systems (default: from the files)")
    add_source_option(add)
    add("--human", metavar="FILE", nargs="+", action="extend",
        help="human scores: of segments, of systems, or a file of each")  # fmt: skip
    add("--human-column", metavar="COLUMN",
        help="the column of the scores (default: score, z, ...), or with a folder of "
        "mt-metrics-eval their name (default: mqm, ...)")  # fmt: skip
    add("--other-human-column", metavar="COLUMN",
        help="a second column of scores, such as raw ones: how far do the two agree?")  # fmt: skip
    add("--human-set", metavar="NAME",
        help="the test set, such as a language pair, of human scores of several")  # fmt: skip
    add("--human-is", metavar="NAME",
        help="these are not scores of humans but of NAME, such as COMET")  # fmt: skip
    add("--human-order", choices=("as-given", "sorted-documents"),
        help="segments are numbered in the order of the hypotheses (default), or as WMT numbers "
        "those of its direct assessments, with documents sorted by name")  # fmt: skip
    add("--against", metavar="METRIC",
        help="without human scores: how well do metrics agree with this one, which may be of "
        "--scores? This is no evidence of quality")  # fmt: skip
    add("--human-lower-is-better", action="store_true", help="the scores are counts of errors")
    add("--sets", metavar="FILE",
        help="several test sets, in TOML (see below), or a folder of mt-metrics-eval")  # fmt: skip
    add("--only", metavar="SET", nargs="+", action="extend", help="only these sets of --sets")
    add_metric_options(parser, EVALUATED_METRICS)
    add_scores_option(add)
    add("--resamples", metavar="N", type=whole_number(2000), default=default.resamples,
        help=f"number of resamples (default: {default.resamples})")  # fmt: skip
    add("--seed", metavar="N", type=whole_number(1), default=default.seed,
        help=f"seed of the resamples (default: {default.seed})")  # fmt: skip
    add("--confidence", metavar="SHARE", type=number(0.95), default=default.confidence,
        help=f"confidence of the intervals (default: {default.confidence})")  # fmt: skip
    add("--significance-level", metavar="LEVEL", type=number(0.05),
        default=default.significance_level,
        help=f"level of the tests (default: {default.significance_level})")  # fmt: skip
    add_report_files(parser, "meta")
    add("--threads", metavar="N", type=whole_number(2),
        help="threads; they do not change the results (default: one per processor)")  # fmt: skip
    add("--time", action="store_true",
        help="also measure the time of each metric, which differs from run to run")  # fmt: skip
    add_explain_option(add)
    add("-q", "--quiet", action="store_true", help="no warnings")


def run(arguments: argparse.Namespace) -> None:
    """Read, evaluate and print."""
    from tallystick.command_line.listing import report_files, write_report
    from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
    from tallystick.reports.meta_evaluation.build import evaluate
    from tallystick.reports.meta_evaluation.candidates import expanded, usable
    from tallystick.reports.meta_evaluation.settings import MetaSettings

    if arguments.explain:
        from tallystick.reports.meta_evaluation.words.definitions import TERMS

        print_definitions(TERMS)
        return
    if arguments.against and arguments.human_is:
        raise OptionError(
            "--against METRIC computes what takes the place of human scores, and --human-is NAME "
            "says that --human contains it; leave out one of them"
        )
    silence(arguments)
    inputs = [*input_paths(arguments, "sets"), *(arguments.human or ())]
    files = report_files(arguments.output, "meta", inputs)
    settings = MetaSettings(
        arguments.resamples, arguments.seed, arguments.confidence, arguments.significance_level
    )
    threads = available_processors() if arguments.threads is None else arguments.threads
    statistics = None if arguments.sets else statistics_files(arguments, "meta", refused=("time",))
    if statistics is not None:
        found = _of_statistics(arguments, statistics, settings, threads)
        write_report(found, arguments.format, files)
        return
    specs = arguments.metrics or EVALUATED_METRICS
    scored = score_names(arguments)
    labels = expanded(specs)
    if arguments.against and arguments.against not in (*labels, *scored):
        labels.append(arguments.against)
    sets, metrics = (_several_sets if arguments.sets else _one_set)(arguments, labels)
    against = None
    if arguments.against:
        against = arguments.against, metrics.pop(arguments.against)
        if not metrics:
            raise OptionError(
                f"--against {arguments.against} leaves no metric to evaluate; name others with -m "
                "METRIC"
            )
    metrics, left_out = usable(metrics, [*specs, *scored], list(sets.values()), against)
    found = evaluate(
        sets,
        metrics,
        settings,
        against=against,
        scores_of=arguments.human_is,
        left_out=left_out,
        timed=arguments.time,
        threads=threads,
    )
    write_report(found, arguments.format, files)


def _of_statistics(
    arguments: argparse.Namespace, paths: Sequence[str], settings: MetaSettings, threads: int
) -> MetaEvaluation:
    """Evaluate the metrics of files of statistics."""
    from tallystick.command_line.statistics_input import merged_rows
    from tallystick.reports.meta_evaluation.of_statistics import evaluate_merged

    files = _files_of_one_set(arguments)
    metrics: list[str] | None = arguments.metrics
    if metrics is not None and arguments.against and arguments.against not in metrics:
        metrics = [*metrics, arguments.against]
    merged = merged_rows(paths, metrics)
    names = [one.system for one in merged.systems]
    human, other = _human_scores(files, names, merged.segments, merged.documents, arguments.against)
    return evaluate_merged(
        merged,
        human,
        settings,
        other_human=other,
        against=arguments.against,
        scores_of=arguments.human_is,
        threads=threads,
    )


def _one_set(
    arguments: argparse.Namespace, labels: Sequence[str]
) -> tuple[dict[str, Judged], dict[str, Metric]]:
    """Read a test set, and return the metrics, which those of --scores join."""
    from tallystick.command_line.given_scores import read_scores, with_given_metrics
    from tallystick.command_line.input_files import check_sources, read_compared
    from tallystick.command_line.metric_choice import choose_metrics
    from tallystick.metrics.given_scores.columns import corpora_with_scores
    from tallystick.reports.meta_evaluation.words.phrases import ONE_SET

    metrics = choose_metrics(labels, shared_options(arguments), command="meta")
    files = _files_of_one_set(arguments)
    systems = read_compared(arguments, "meta")
    check_sources(metrics, systems[0][1].sources is not None)
    given = read_scores(arguments, [name for name, _ in systems])
    systems = corpora_with_scores(systems, given)
    return {ONE_SET: _judged(systems, files, arguments.against)}, with_given_metrics(metrics, given)


def _files_of_one_set(arguments: argparse.Namespace) -> SetFiles:
    """Return the human scores of a test set, as they are given."""
    from tallystick.reports.meta_evaluation.words.phrases import ONE_SET
    from tallystick.reports.set_files.listed import ORDERS, SetFiles

    if arguments.only:
        raise OptionError("--only chooses test sets of --sets; give --sets too, or leave it out")
    if not arguments.human and not arguments.against:
        raise OptionError(
            "there are no human scores; name a file of them with --human FILE, or several test "
            "sets with --sets FILE, or a metric to compare with in their place with --against "
            "METRIC"
        )
    if arguments.human and arguments.against:
        raise OptionError(
            "--against puts a metric in the place of human scores; leave out it or --human"
        )
    return SetFiles(
        name=ONE_SET,
        references=(),
        hypotheses={},
        human=tuple(arguments.human or ()),
        documents=None,
        sources=None,
        human_column=arguments.human_column,
        other_human_column=arguments.other_human_column,
        human_set=arguments.human_set,
        higher_is_better=not arguments.human_lower_is_better,
        human_order=arguments.human_order or ORDERS[0],
    )


def _several_sets(
    arguments: argparse.Namespace, labels: Sequence[str]
) -> tuple[dict[str, Judged], dict[str, Metric]]:
    """Read the test sets of --sets, and return the metrics of the first one and of --scores."""
    from tallystick.command_line.given_scores import read_scores
    from tallystick.command_line.several_sets import (
        chosen_sets,
        metrics_of_set,
        read_set,
        refuse_with_sets,
    )
    from tallystick.metrics.given_scores.columns import corpora_with_scores, of_all_sets

    refused = _OF_ONE_SET - (_OF_A_FOLDER if os.path.isdir(arguments.sets) else set())
    refuse_with_sets(arguments, refused)
    found: dict[str, Judged] = {}
    all_given = []
    for files in chosen_sets(
        arguments.sets,
        arguments.only,
        judged=not arguments.against,
        human=arguments.human_column,
        references=arguments.translators,
    ):
        metrics = metrics_of_set(arguments, files, labels, "meta")
        given = read_scores(arguments, list(files.hypotheses), files.name)
        systems = corpora_with_scores(read_set(files), given)
        judged = _judged(systems, files, arguments.against)
        found[files.name] = judged._replace(metrics=metrics)
        all_given += list(given)
    first = next(iter(found.values()))
    return found, {**first.metrics, **of_all_sets(all_given)}


def _judged(systems: Sequence[tuple[str, Corpus]], files: SetFiles, against: str | None) -> Judged:
    """Return systems with their human scores, unless a metric takes their place."""
    from tallystick.reports.meta_evaluation.judged_set import Judged

    names = [name for name, _ in systems]
    first = systems[0][1]
    return Judged(systems, *_human_scores(files, names, len(first), first.documents, against))


def _human_scores(
    files: SetFiles,
    systems: Sequence[str],
    segments: int,
    documents: Sequence[str] | None,
    against: str | None,
) -> tuple[HumanScores | None, HumanScores | None]:
    """Read the human scores of systems, and perhaps other ones; none if there is `against`."""
    from tallystick.reports.meta_evaluation.human.alignment import sorted_documents
    from tallystick.reports.meta_evaluation.human.scores import read_human_scores
    from tallystick.reports.set_files.listed import SORTED_DOCUMENTS

    def read(column: str | None) -> HumanScores:
        found = read_human_scores(
            files.human,
            systems,
            segments,
            column=column,
            higher_is_better=files.higher_is_better,
            test_set=files.human_set,
        )
        if files.human_order != SORTED_DOCUMENTS:
            return found
        if documents is None:
            raise OptionError(
                f"the human scores of {files.name} count documents sorted by name, but the "
                "document of no segment is known; name a file of them with --docs FILE"
            )
        return found.at(sorted_documents(documents))

    if against:
        return None, None
    other = files.other_human_column
    return read(files.human_column), None if other is None else read(other)
