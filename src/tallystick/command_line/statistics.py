"""`tallystick statistics`: save the statistics of systems, to be added up later."""

from __future__ import annotations

import argparse

from tallystick.command_line.input_options import FORMS, add_input_options, add_source_option
from tallystick.command_line.metric_options import add_metric_options, shared_options, silence
from tallystick.command_line.number_words import whole_number

USAGE = "REF [REF ...] [-i HYP [HYP ...]] [-m METRIC [METRIC ...]] -o FILE.parquet"

DEFAULT_METRICS = ("bleu", "chrf")

DESCRIPTION = f"""Save the statistics that scores are computed from, for one part of a corpus.

Statistics add up: tallystick merge turns the files of all parts into the scores of the whole
corpus, without the texts, on another machine if need be. A file is also a cache: the statistics of
a further system are written to a file of their own and merged with those of the others.

{FORMS}"""

EXAMPLES = """examples:
  tallystick statistics ref-1.txt -i system-1.txt -o part-1.parquet
  tallystick statistics ref-2.txt -i system-2.txt --names system-1 -o part-2.parquet
  tallystick merge part-1.parquet part-2.parquet
  tallystick statistics corpus.tsv -m bleu ter --rows document -o documents.parquet

Writing and reading Parquet takes DuckDB: pip install "tallystick[scale]"."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    add_input_options(add, "names of the systems (default: from the files)")
    add_source_option(add)
    add("-o", "--output", metavar="FILE", required=True, help="the Parquet file to write")
    add("--rows", choices=("segment", "document", "part"), default="segment",
        help="what each row of the file is the sum of; fewer rows take less space, but have no "
        "scores of segments, or documents (default: segment)")  # fmt: skip
    add_metric_options(parser, DEFAULT_METRICS)
    add("--threads", metavar="N", type=whole_number(2), default=1,
        help="number of threads; does not change the file")  # fmt: skip
    add("-q", "--quiet", action="store_true", help="no progress, no warnings")


def run(arguments: argparse.Namespace) -> None:
    """Read the texts a block at a time and write their statistics."""
    from tallystick.command_line.input_files import (
        check_sources,
        hint_at_forgotten_input,
        open_scored,
    )
    from tallystick.command_line.input_options import input_paths
    from tallystick.command_line.metric_choice import choose_metrics
    from tallystick.command_line.output_files import check_output_files
    from tallystick.command_line.progress import Progress
    from tallystick.reports.statistics_files.write import write_statistics

    silence(arguments)
    check_output_files([arguments.output], input_paths(arguments))
    metrics = choose_metrics(
        arguments.metrics or DEFAULT_METRICS,
        shared_options(arguments),
        not arguments.references and not arguments.table,
        "statistics",
    )
    with hint_at_forgotten_input(arguments), Progress(arguments.quiet) as progress:
        needed = any(one.identity.needs_references for one in metrics.values())
        given = open_scored(arguments, arguments.source, needed)
        check_sources(metrics, given.has_sources)
        write_statistics(
            arguments.output,
            given,
            metrics,
            rows=arguments.rows,
            threads=arguments.threads,
            count=progress.advance,
        )
