"""`tallystick statistics`: save the statistics of systems, to be added up later."""

from __future__ import annotations

import argparse
import contextlib
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from tallystick.command_line.shell import options, output
from tallystick.errors import OptionError
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.statistics_files.folder import PartsWritten

USAGE = "REF [REF ...] [-i HYP [HYP ...]] [-m METRIC [METRIC ...]] -o FILE.parquet|FOLDER"

DESCRIPTION = f"""Save the statistics that scores are computed from, for one part of a corpus.

Statistics add up: tallystick merge turns the files of all parts into the scores of the whole
corpus, without the texts, on another machine if need be. A file is also a cache: the statistics of
a further system are written to a file of their own and merged with those of the others.

{options.FORMS_OF_TEXTS}

{options.FORMS_OF_SCORES}"""

EXAMPLES = """examples:
  tallystick statistics ref-1.txt -i system-1.txt -o part-1.parquet
  tallystick statistics ref-2.txt -i system-2.txt --names system-1 -o part-2.parquet
  tallystick merge part-1.parquet part-2.parquet
  tallystick statistics corpus.tsv -m bleu ter --rows document -o documents.parquet
  tallystick statistics ref-1.txt -i a.txt b.txt --scores comet=comet-1.tsv -o part-1.parquet

Writing and reading Parquet takes DuckDB: pip install "tallystick[scale]"."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    add = parser.add_argument
    options.add_input_options(parser, "names of the systems (default: from the files)")
    add("-o", "--output", metavar="FILE", required=True,
        help="the file to write, ending in .parquet; or a folder, which gets a file for each part "
        "of 262,144 segments, and where an interrupted run goes on")  # fmt: skip
    add("--rows", choices=("segment", "document", "part"), default="segment",
        help="what each row of the file is the sum of; fewer rows take less space, but have no "
        "scores of segments, or documents (default: segment)")  # fmt: skip
    options.add_shared(parser, "--cluster")
    options.add_metric_options(parser, DEFAULT_METRICS)
    options.add_shared(parser, "--scores")
    options.add_shared(parser, "--threads")
    options.add_shared(parser, "--quiet", help="no progress, no warnings")


def run(arguments: argparse.Namespace) -> None:
    """Read the texts a block at a time and write their statistics."""
    from tallystick.command_line.inputs import texts
    from tallystick.command_line.inputs.given import Kind, inputs_of
    from tallystick.command_line.inputs.metrics import (
        choose_metrics,
        read_scores,
        with_given_metrics,
    )
    from tallystick.metrics.given_scores.columns import with_given_scores
    from tallystick.reports.statistics_files.folder import ENDING, write_file, write_folder

    options.silence(arguments)
    inputs = inputs_of(arguments)
    into_folder = not arguments.output.endswith(ENDING)
    if into_folder:
        if os.path.splitext(arguments.output)[1] and not os.path.isdir(arguments.output):
            raise OptionError(
                f"-o {arguments.output}: expected a file ending in {ENDING}, or a folder, whose "
                "name has no ending"
            )
        output.check_output_folder(arguments.output)
    else:
        output.check_output_files([arguments.output], inputs.files)
    specs = arguments.metrics or DEFAULT_METRICS
    metrics = choose_metrics(specs, arguments, references_missing=inputs.have_no_references)
    if inputs.kind is Kind.PARTS and not into_folder:
        raise OptionError(
            f"-o {arguments.output} is one file, but names of files have {{part}}; expected a "
            "folder, which gets a file for each part"
        )
    inputs.check()
    if inputs.kind is Kind.PARTS:
        done = _write_parts(arguments, inputs, metrics)
    else:
        with texts.hint_at_forgotten_input(inputs), output.Progress(arguments.quiet) as progress:
            needed = any(metric.identity.needs_references for metric in metrics.values())
            given = texts.open_scored(inputs, needed)
            texts.check_sources(metrics, given.has_sources)
            scores = read_scores(arguments, given.systems)
            given = replace(given, parts=with_given_scores(given.parts, scores))
            metrics = with_given_metrics(metrics, scores)
            write = write_folder if into_folder else write_file
            rows, threads, path = arguments.rows, options.threads_of(arguments), arguments.output
            done = write(path, given, metrics, rows=rows, threads=threads, count=progress.advance)
    if not arguments.quiet and (into_folder or done.kept):
        from tallystick.errors import counted

        kept = f", {done.kept:,} kept from an earlier run" if done.kept else ""
        print(f"{arguments.output}: {counted(done.written, 'file')} written{kept}")


def _write_parts(
    arguments: argparse.Namespace, inputs: Inputs, metrics: Mapping[str, Metric]
) -> PartsWritten:
    """Write the parts of files with `{part}` in their names, here or on a cluster."""
    from tallystick.command_line.inputs.metrics import score_files
    from tallystick.command_line.inputs.texts import files_of_parts
    from tallystick.metrics.reading.part_files import PART
    from tallystick.reports.statistics_files.folder import write_parts

    parts, names = files_of_parts(inputs)
    scores = score_files(arguments)
    for file in scores:
        if PART not in str(file.path):
            raise OptionError(
                f"--scores {file.metric.name}={file.path}: has no {PART}, but names of texts have; "
                "give the scores of each part in a file of its own"
            )
    how: dict[str, Any] = {
        "scores": scores,
        "rows": arguments.rows,
        "threads": options.threads_of(arguments),
    }
    with contextlib.ExitStack() as stack:
        progress = stack.enter_context(output.Progress(arguments.quiet, "parts"))
        if arguments.cluster is not None:
            from tallystick.metrics.in_parts.cluster import connected
            from tallystick.reports.statistics_files.folder import run_on

            client = stack.enter_context(connected(arguments.cluster))
            how["run"] = partial(run_on, client)
        return write_parts(arguments.output, parts, names, metrics, count=progress.advance, **how)
