"""`tallystick merge`: add up saved statistics to scores."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options, output

if TYPE_CHECKING:
    from tallystick.reports.statistics_files.model import Rows

USAGE = "FILE.parquet [FILE.parquet ...] [-m METRIC [METRIC ...]] [OPTIONS]"

DESCRIPTION = """Add up the statistics of the parts of a corpus, and show the scores of the whole.

Every file is one that tallystick statistics wrote. A file has some systems on one part of the
corpus; all systems must have all parts, each of them once, under the same settings."""

EXAMPLES = """examples:
  tallystick merge part-*.parquet
  tallystick merge baseline.parquet new.parquet --segments -f tsv
  tallystick merge 2026-*.parquet -m bleu --documents -f json > scores.json"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("files", metavar="FILE", nargs="+",
        help="files of tallystick statistics, or folders of them")  # fmt: skip
    options.add_shared(parser, "--metrics",
        help="metrics, as named when the statistics were written (default: all)")  # fmt: skip
    options.add_report_files(parser, "scores")
    options.add_shared(parser, "--segments", "--documents", "--score-only", "--width", "--quiet")


def run(arguments: argparse.Namespace) -> None:
    """Add up and score; print nothing before everything has succeeded."""
    from tallystick.reports.scores import bare_scores, score_report
    from tallystick.reports.statistics_files.folder import files_in
    from tallystick.reports.statistics_files.merge import merge

    options.silence(arguments)
    parts = files_in(arguments.files)
    files = output.report_files(arguments, "scores", parts)
    rows: Rows | None = None
    if arguments.segments or arguments.documents:
        rows = "segment" if arguments.segments else "document"
    merged = merge(parts, metrics=arguments.metrics, rows=rows)
    report = score_report(
        merged.systems,
        merged.metrics,
        segments=arguments.segments,
        by_document=arguments.documents,
        documents=merged.documents,
    )
    shown = bare_scores(report, arguments.width) if arguments.score_only else None
    output.write_report(report, arguments, files, shown)
