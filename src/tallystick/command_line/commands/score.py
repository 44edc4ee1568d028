"""`tallystick score`: score systems under several metrics."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError, warn
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.in_parts.parts import Check
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.scoring.scoring import SystemScored
    from tallystick.reports.scores import ScoreReport

USAGE = "REF [REF ...] [-i HYP [HYP ...]] [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = f"""Score one or more systems against references under one or more metrics.

{options.FORMS_OF_TEXTS}
If there is no -i, plain hypotheses are read from standard input. Metrics of diversity, such as
distinct2, need no references: tallystick score -i system.txt -m distinct2.

A .tsv table has a header line that names its columns: hypothesis, or hypothesis:SYSTEM for each
of several systems; reference, or reference:LABEL for each of several; doc; source; all others are
metadata. In a reference column \\N is a missing reference; an empty field is an empty text.
A .jsonl table has an object on every line, with the keys hypothesis, or hypotheses with
{{"SYSTEM": "text"}}; reference, or references with a list, in which null is a missing reference;
doc; source; all others are metadata. A .parquet table has the columns of a .tsv table, in which
null is a missing reference.

{options.FORMS_OF_SCORES}"""

EXAMPLES = """examples:
  tallystick score reference.txt -i system.txt
  tallystick score ref-A.txt ref-B.txt -i online-a.txt online-b.txt -m bleu nist
  tallystick score reference.txt -i system.txt -m bleu:smooth=floor nist:order=4 -tok intl -lc
  tallystick score reference.txt -i systems/*.txt --format json > scores.json
  tallystick score reference.txt -i system.txt -m bleu --segments
  tallystick score corpus.tsv --documents
  tallystick score wmttest2022.en-zh.all.xml --systems Online-A Online-B --translators A -tok zh
  tallystick score references.sgm -i online-a.sgm online-b.sgm -m nist
  tallystick score reference.txt -i system.txt -m bleu bleu:dialect=multi-bleu
  tallystick score reference.txt -i a.txt b.txt -m bleu --scores comet=scores.tsv
  zcat system.gz | tallystick score reference.txt -m bleu -b

A metric is a name, or a name with options: bleu:tokenize=intl,smooth=floor. `tallystick list`
has the metrics with their options, the dialects of known programs, and the tokenizers. The Python
module tallystick.reports.scores describes the JSON format."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    options.add_input_options(parser, "names of the systems (default: from the files)")
    options.add_metric_options(parser, DEFAULT_METRICS)
    options.add_shared(parser, "--scores")
    group = parser.add_argument_group("output")
    options.add_report_files(group, "scores")
    options.add_shared(group, "--segments", forms=("--segments", "-sl", "--sentence-level"),
        help="also score every segment, each metric in its form for single segments: BLEU with "
        "effective order")  # fmt: skip
    options.add_shared(group, "--documents")
    options.add_shared(group, "--score-only",
        help="print only the scores, one line per system, or with --segments per segment (default "
        "metric: the first)")  # fmt: skip
    options.add_shared(group, "--width")
    options.add_shared(parser, "--cluster", "--threads")
    options.add_shared(parser, "--quiet", help=f"no progress, {options.QUIET}")


def run(arguments: argparse.Namespace) -> None:
    """Read and score; print nothing before everything has succeeded."""
    from tallystick.command_line.inputs.given import inputs_of
    from tallystick.reports.scores import bare_scores

    options.silence(arguments)
    inputs = inputs_of(arguments)
    files = output.report_files(arguments, "scores", inputs.files)
    _check_output_options(arguments, {arguments.format, *files.values()})
    report = make_report(arguments, inputs)
    shown = bare_scores(report, arguments.width) if arguments.score_only else None
    output.write_report(report, arguments, files, shown)


def make_report(arguments: argparse.Namespace, inputs: Inputs) -> ScoreReport:
    """Return the scores that the arguments request."""
    from tallystick.command_line.inputs import texts
    from tallystick.command_line.inputs.given import Kind
    from tallystick.command_line.inputs.metrics import choose_metrics
    from tallystick.metrics.interface.metric import refuse_sums_of_parts
    from tallystick.reports.scores import missing_orders, score_report
    from tallystick.reports.wording import names

    default = DEFAULT_METRICS[:1] if arguments.score_only else DEFAULT_METRICS
    metrics = choose_metrics(
        arguments.metrics or default, arguments, references_missing=inputs.have_no_references
    )
    if arguments.source and not any(metric.identity.needs_sources for metric in metrics.values()):
        raise OptionError(
            f"--source has no effect: none of the metrics {', '.join(metrics)} compares with the "
            "source texts; leave it out"
        )
    if arguments.documents:
        for metric in metrics.values():
            refuse_sums_of_parts(metric, "scores of documents")
    inputs.check()
    counts = texts.EmptyHypotheses(), texts.ReferencesAsSystems()
    documents = None
    if inputs.kind is Kind.PARTS:
        systems = _score_parts(arguments, inputs, metrics, counts)
    else:
        systems, metrics, documents = _score_texts(arguments, inputs, metrics, counts)
    for count in counts:
        count.warn()
    report = score_report(
        systems,
        metrics,
        segments=arguments.segments,
        by_document=arguments.documents,
        documents=documents,
    )
    for warning, concerned in missing_orders(report.entries).items():
        warn(f"{names(concerned)}: {warning}")
    return report


def _score_texts(
    arguments: argparse.Namespace,
    inputs: Inputs,
    metrics: dict[str, Metric],
    checks: Sequence[Check],
) -> tuple[list[SystemScored], dict[str, Metric], tuple[str, ...] | None]:
    """Score texts; return the metrics with those of --scores, and the documents if requested."""
    from tallystick.command_line.inputs import texts
    from tallystick.metrics.interface.metric import must_fit_first
    from tallystick.metrics.scoring.scoring import score_parts

    by_segment = arguments.segments or arguments.documents
    with texts.hint_at_forgotten_input(inputs), output.Progress(arguments.quiet) as progress:
        needed = any(metric.identity.needs_references for metric in metrics.values())
        read_again = by_segment or any(map(must_fit_first, metrics.values()))
        given = texts.open_scored(inputs, needed or bool(arguments.scores), read_again)
        texts.check_sources(metrics, given.has_sources)
        if arguments.documents:
            texts.check_documents("--documents", given.documents)
        parts: Iterable[Iterable[tuple[str, Corpus]]]
        parts = (_watched(part, progress, checks) for part in given.parts)
        if arguments.scores:
            from tallystick.command_line.inputs.metrics import read_scores, with_given_metrics
            from tallystick.metrics.given_scores.columns import with_given_scores

            scores = read_scores(arguments, given.systems)
            metrics = with_given_metrics(metrics, scores)
            parts = with_given_scores(parts, scores)
        chosen, threads = list(metrics.values()), options.threads_of(arguments)
        systems = score_parts(
            parts, given.references, chosen, threads=threads, keep_segments=by_segment
        )
    documents = tuple(given.documents) if by_segment and given.documents is not None else None
    if documents is not None and arguments.docs:
        from tallystick.metrics.reading.parallel import check_column

        segments = len(systems[0].scored[0].statistics)
        check_column(len(documents), arguments.docs, "document", segments)
    return systems, metrics, documents


def _score_parts(
    arguments: argparse.Namespace,
    inputs: Inputs,
    metrics: Mapping[str, Metric],
    checks: Sequence[Check],
) -> list[SystemScored]:
    """Score files with `{part}` in their names, here or on a cluster."""
    from tallystick.command_line.inputs import texts
    from tallystick.metrics.in_parts.cluster import Cluster, connected
    from tallystick.metrics.in_parts.parts import parts_of_files, score_in_parts

    texts.check_sources(metrics, inputs.source is not None)
    parts = parts_of_files(*texts.files_of_parts(inputs))
    with contextlib.ExitStack() as stack:
        progress = stack.enter_context(output.Progress(arguments.quiet, "parts"))
        cluster = None
        if arguments.cluster is not None:
            client = stack.enter_context(connected(arguments.cluster))
            cluster = stack.enter_context(Cluster(client))
        chosen, threads = list(metrics.values()), options.threads_of(arguments)
        return score_in_parts(
            parts, chosen, cluster, checks=checks, threads=threads, count=progress.advance
        )


def _check_output_options(arguments: argparse.Namespace, formats: set[str]) -> None:
    if arguments.score_only and arguments.format != "text":
        raise OptionError(
            f"-b prints bare scores and is incompatible with --format {arguments.format}; leave "
            "out one"
        )
    if arguments.score_only and arguments.documents:
        raise OptionError(
            "-b prints scores without names and is incompatible with --documents; use --format tsv"
        )
    tables = sorted(formats & {"csv", "tsv"})
    if tables and arguments.segments and arguments.documents:
        raise OptionError(
            f"--format {tables[0]} has one table, but --segments and --documents need "
            "two; leave out one, or use --format json"
        )
    if arguments.docs and not (arguments.segments or arguments.documents):
        raise OptionError(
            "--docs has no effect without --documents or --segments; add one, or leave it out"
        )
    if arguments.width is not None and not 0 <= arguments.width <= 17:
        raise OptionError(f"-w is {arguments.width}; expected 0 to 17 digits")


def _watched(
    part: Iterable[tuple[str, Corpus]], progress: output.Progress, checks: Sequence[Check]
) -> Iterator[tuple[str, Corpus]]:
    for system, corpus in part:
        for check in checks:
            check.count(system, corpus)
        yield system, corpus
        progress.advance(len(corpus))
