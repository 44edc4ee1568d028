"""`tallystick meta`: how well metrics agree with humans."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import EVALUATED_METRICS
from tallystick.reports.meta_evaluation.settings import Correlation, MetaSettings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.given_scores.metric import GivenScores
    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.meta_evaluation.judged_set import Judged
    from tallystick.reports.meta_evaluation.model import MetaEvaluation
    from tallystick.reports.set_files.listed import SetFiles

USAGE = "REF [REF ...] -i SYSTEM [SYSTEM ...] --human FILE [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Find out how well metrics agree with humans: correlations over systems, the share
of pairs of systems and of outputs that they order as humans do, with intervals, and tests of which
metrics differ in this.

{options.FORMS_OF_TEXTS}

Human scores are a table with a header and the columns system, segment (its number, from 1) and
score, or system and score, or others that --columns names; of fewer than three systems, metrics are
compared by how they order outputs. Without -i, outputs are a column of this table too, and
references are a column, or files in which segment is the line. Choices between two outputs have
system_a, system_b and winner in the place of system and score, or output_a and output_b; WMT's
rankings up to 2016, direct assessments of WMT, error spans (ESA) exported by Appraise, lines of
errors (MQM) and the files of mt-metrics-eval are read too. Several test sets are listed in a file
that --sets names, or are in a folder of mt-metrics-eval. The metric 'bleu:dialect=*' is BLEU as
every known program computes it. Files of tallystick statistics, or folders of them, can be given in
the place of texts, without what needs texts.

{options.FORMS_OF_SCORES}"""

EXAMPLES = """examples:
  tallystick meta reference.txt -i outputs/*.txt --human human.tsv -m bleu chrf ter
  tallystick meta reference.txt -i outputs/*.txt --human mqm.tsv --human-lower-is-better
  tallystick meta --sets wmt22.toml -m bleu chrf nist -o report.html -o report.json
  tallystick meta --sets mt-metrics-eval-v2/wmt22 --only en-de zh-en --human-column mqm
  tallystick meta --sets wmt23 --scores '*=wmt23/metric-scores/{set}/*-{reference}.seg.score'
  tallystick meta --sets wmt24.toml --statistics soft-accuracy acc-t -o table.tex
  tallystick meta --sets wmt22.toml --scores 'comet=scores/{set}.comet.tsv'
  tallystick meta reference.txt -i outputs/*.txt --human human.tsv -m 'bleu:dialect=*'
  tallystick meta reference.txt -i outputs/*.txt --scores comet=comet.tsv --against comet
  tallystick meta parts/ --human human.tsv -m bleu chrf
  tallystick meta reference.txt -i outputs.txt --human ratings.txt
  tallystick meta --human ratings.csv --columns hypothesis=answer reference=gold
  tallystick meta reference.txt -i outputs/*.txt --human choices.csv --columns winner=better
  tallystick meta reference.txt -i *.txt --human table.csv --columns score=fluency,coherence
  tallystick meta --report report.json -o report.html

A file for --sets, with the system's name for * (or {system}), the set's for {set}, and its
languages for {source} and {target}:
  sets = ["de-en", "ja-en"]
  references = "references/{set}.{target}"
  hypotheses = "outputs/{set}.*.{target}"
  human = "human/{set}.tsv"
  documents = "documents/{set}.txt"
  language-pair = "{set}\""""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    default = MetaSettings()
    add = parser.add_argument
    options.add_input_options(parser, "names of the systems (default: from the files)")
    options.add_shared(parser, "--human", nargs="+", action="extend",
        help="human scores: of segments, of systems, or a file of each")  # fmt: skip
    options.add_shared(parser, "--human-column",
        help="the column of the scores (default: score, z, ...), or with a folder of "
        "mt-metrics-eval their name (default: mqm, ...)")  # fmt: skip
    add("--other-human-column", metavar="COLUMN",
        help="a second column of scores, such as raw ones: how far do the two agree?")  # fmt: skip
    options.add_shared(parser, "--human-set", "--rename")
    add("--human-is", metavar="NAME",
        help="these are not scores of humans but of NAME, such as COMET")  # fmt: skip
    add("--human-order", choices=("as-given", "sorted-documents"),
        help="segments are numbered in the order of the hypotheses (default), or as WMT numbers "
        "those of its direct assessments, with documents sorted by name")  # fmt: skip
    add("--against", metavar="METRIC",
        help="without human scores: how well do metrics agree with this one, which may be of "
        "--scores? This is no evidence of quality")  # fmt: skip
    options.add_shared(parser, "--human-lower-is-better")
    add("--standardise-raters", action="store_true",
        help="use z-scores of each rater; the report says what this changes")  # fmt: skip
    options.add_shared(parser, "--sets",
        help="several test sets, in TOML (see below), or a folder of mt-metrics-eval")  # fmt: skip
    options.add_shared(parser, "--only")
    options.add_metric_options(
        parser, EVALUATED_METRICS, ", or without names only --scores", nargs="*")  # fmt: skip
    options.add_shared(parser, "--scores")
    add("--statistics", nargs="+", metavar="STATISTIC", default=[],
        help="a table with the weighted mean of these and with ranks, as WMT's metrics tasks have "
        "it: accuracy, soft-accuracy, pearson, pearson/all, acc-t, ...")  # fmt: skip
    options.add_shared(parser, "--resamples", default=default.resamples,
        type=options.whole_number(2000), help="number of resamples")  # fmt: skip
    options.add_shared(parser, "--seed", default=default.seed, help="seed of the resamples")
    options.add_shared(parser, "--confidence", default=default.confidence,
        help="confidence of the intervals")  # fmt: skip
    options.add_shared(parser, "--significance-level", default=default.significance_level,
        help="level of the tests")  # fmt: skip
    add("--coefficient", choices=[kind.value for kind in Correlation], default=default.coefficient,
        help="what metrics are compared by on outputs "
        f"(default: {default.coefficient})")  # fmt: skip
    options.add_shared(parser, "--report")
    options.add_report_files(parser, "meta")
    options.add_shared(parser, "--threads")
    add("--time", action="store_true",
        help="also measure the time of each metric, which differs from run to run")  # fmt: skip
    options.add_shared(parser, "--explain", "--quiet")


def run(arguments: argparse.Namespace) -> None:
    """Read, evaluate and print."""
    from tallystick.command_line.inputs.given import Kind, inputs_of

    if arguments.explain:
        from tallystick.reports.meta_evaluation.words.definitions import TERMS

        output.write_definitions(TERMS)
        return
    if arguments.against and arguments.human_is:
        raise OptionError(
            "--against METRIC computes what takes the place of human scores, and --human-is NAME "
            "says that --human contains it; leave out one of them"
        )
    options.silence(arguments)
    inputs = inputs_of(arguments)
    files = output.report_files(arguments, "meta", inputs.files)
    settings = MetaSettings(
        arguments.resamples,
        arguments.seed,
        arguments.confidence,
        arguments.significance_level,
        Correlation(arguments.coefficient),
        arguments.standardise_raters,
        arguments.statistics,
        arguments.time,
        options.threads_of(arguments),
    )
    inputs.check()
    if inputs.report is not None:
        from tallystick.metrics.reading.opening import display_name, open_bytes
        from tallystick.reports.meta_evaluation.model import MetaEvaluation

        with open_bytes(inputs.report) as file:
            report = MetaEvaluation.from_json(file.read(), display_name(inputs.report))
        output.write_report(report, arguments, files)
        return
    of_inputs = _of_statistics if inputs.kind is Kind.STATISTICS else _of_texts
    output.write_report(of_inputs(arguments, inputs, settings), arguments, files)


def _of_statistics(
    arguments: argparse.Namespace, inputs: Inputs, settings: MetaSettings
) -> MetaEvaluation:
    from tallystick.command_line.inputs.human import human_scores_of
    from tallystick.reports.meta_evaluation.build import evaluate_merged

    files = _files_of_one_set(arguments)
    metrics: list[str] | None = arguments.metrics
    if metrics is not None and arguments.against and arguments.against not in metrics:
        metrics = [*metrics, arguments.against]
    merged = inputs.merged(metrics)
    names = [system.system for system in merged.systems]
    scores = human_scores_of(files, names, merged.segments, merged.documents, arguments.against, {})
    if len(scores) > 1:
        raise OptionError(
            f"--human has the aspects {', '.join(scores)}, of which one is compared with files of "
            "statistics; name it with --human-set"
        )
    human, other = next(iter(scores.values()))
    against, program = arguments.against, arguments.human_is
    return evaluate_merged(
        merged, human, settings, other_human=other, against=against, scores_of=program
    )


def _of_texts(
    arguments: argparse.Namespace, inputs: Inputs, settings: MetaSettings
) -> MetaEvaluation:
    from tallystick.command_line.inputs.metrics import for_each_file, score_names
    from tallystick.command_line.inputs.sets import chosen_sets
    from tallystick.reports.meta_evaluation.build import evaluate
    from tallystick.reports.meta_evaluation.function import expanded, usable

    chosen: Sequence[SetFiles] = []
    if inputs.sets is not None:
        needed, column = not arguments.against, arguments.human_column
        chosen = chosen_sets(inputs, arguments.only, judged=needed, human=column)
    scores, incomplete = for_each_file(arguments.scores or (), chosen)
    arguments = argparse.Namespace(**{**vars(arguments), "scores": scores})
    specs = EVALUATED_METRICS if arguments.metrics is None else arguments.metrics
    scored = score_names(arguments)
    labels = expanded(specs)
    if arguments.against and arguments.against not in (*labels, *scored):
        labels.append(arguments.against)
    sets, metrics, aspects = _sets(arguments, inputs, chosen, labels)
    against = None
    if arguments.against:
        against = arguments.against, metrics.pop(arguments.against)
        if not metrics:
            raise OptionError(
                f"--against {arguments.against} leaves no metric to evaluate; name others with -m "
                "METRIC"
            )
    metrics, left_out = usable(metrics, [*specs, *scored], list(sets.values()), against)
    if incomplete:
        left_out.append(f"Not every set has scores of {', '.join(incomplete)}; left out.")
    return evaluate(
        sets,
        metrics,
        settings,
        against=against,
        scores_of=arguments.human_is,
        left_out=left_out,
        aspects=aspects,
    )


def _files_of_one_set(arguments: argparse.Namespace) -> SetFiles:
    """Return the human scores of a test set, as they are given."""
    from tallystick.command_line.inputs.human import human_columns, renamed_systems
    from tallystick.reports.meta_evaluation.words.phrases import ONE_SET
    from tallystick.reports.set_files.listed import ORDERS, SetFiles

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
    of_humans = "human_column", "other_human_column", "human_set", "human_order", "rename"
    given = [name for name in (*of_humans, "human_lower_is_better") if getattr(arguments, name)]
    if given and arguments.against:
        raise OptionError(
            f"--{given[0].replace('_', '-')} describes human scores, but --against puts a metric "
            "in their place; leave out one of them"
        )
    return SetFiles(
        name=ONE_SET,
        references=(),
        hypotheses={},
        human=tuple(arguments.human or ()),
        documents=None,
        sources=None,
        human_columns=human_columns(arguments.columns, arguments.human_column),
        other_human_column=arguments.other_human_column,
        human_set=arguments.human_set,
        higher_is_better=not arguments.human_lower_is_better,
        human_order=arguments.human_order or ORDERS[0],
        renamed=renamed_systems(arguments.rename),
    )


def _sets(
    arguments: argparse.Namespace, inputs: Inputs, chosen: Sequence[SetFiles], labels: Sequence[str]
) -> tuple[dict[str, Judged], dict[str, Metric], bool]:
    """Return the sets, or aspects of one, their metrics, and whether they are aspects."""
    from tallystick.command_line.inputs.human import are_rated_outputs, judged, read_rated
    from tallystick.command_line.inputs.sets import read_set, read_sets
    from tallystick.command_line.inputs.texts import EmptyHypotheses
    from tallystick.metrics.given_scores.columns import of_all_sets

    rated: Mapping[str, Judged] = {}
    if inputs.sets is None:
        files, systems = _files_of_one_set(arguments), None
        if are_rated_outputs(arguments, inputs):
            rated = read_rated(arguments, inputs, files)
            systems = next(iter(rated.values())).systems
        reads = iter([read_set(arguments, inputs, files, labels, systems)])
    else:
        reads = read_sets(arguments, chosen, labels)
    sets: dict[str, Judged] = {}
    aspects = False
    scores: list[GivenScores] = []
    empty = EmptyHypotheses()
    for read in reads:
        for system, corpus in read.systems:
            empty.count(system, corpus)
        of_set = rated or judged(read.systems, read.files, arguments.against)
        aspects = len(of_set) > 1  # of one set: files of several name the set or aspect of each
        for aspect, judged_set in of_set.items():
            systems = read.systems if rated else judged_set.systems
            kept = judged_set._replace(systems=systems, metrics=read.metrics)
            sets[aspect or read.files.name] = kept
        scores += read.given
    empty.warn()
    first = next(iter(sets.values()))
    return sets, {**first.metrics, **of_all_sets(scores)}, aspects
