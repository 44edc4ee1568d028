"""`tallystick align`: the words or characters that a system got wrong, next to its reference."""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tallystick.command_line.shell import options

if TYPE_CHECKING:
    from tallystick.command_line.inputs.given import Inputs
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.ter.metric import Ter
    from tallystick.metrics.wer.metric import ErrorRate
    from tallystick.reports.alignments import AlignedSegment, AlignmentReport

USAGE = "REF [REF ...] [-i HYP [HYP ...]] [-m METRIC] [--all] [OPTIONS]"

DESCRIPTION = f"""Show the substitutions (S), deletions (D) and insertions (I) that turn references
into hypotheses, as WER counts them; with -m cer, those of characters; with -m ter, those that
remain after shifts of blocks of words. On a terminal they are in colour, unless the environment
variable NO_COLOR is set.

{options.FORMS_OF_TEXTS}
If there is no -i, plain hypotheses are read from standard input."""

EXAMPLES = """examples:
  tallystick align reference.txt -i system.txt
  tallystick align reference.txt -i system.txt -m cer --all
  tallystick align reference.txt -i system.txt -m ter
  tallystick align reference.txt -i system.txt -m wer:lowercase=yes,normalize=no-punctuation
  tallystick align reference.txt -i system.txt -m wer:dialect=morris2004 --format json

Of the alignments with the fewest edits, jiwer's is shown; dialect=morris2004 shows one with the
most hits. The Python module tallystick.reports.alignments describes the JSON format."""

METRICS = ("wer", "cer", "mer", "wil", "wip", "ter")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    options.add_input_options(
        parser, "names of the systems (default: from the files)", sources=False
    )
    options.add_shared(parser, "--metric", default="wer",
        help="wer, cer or ter with their options (default: wer)")  # fmt: skip
    parser.add_argument("--all", action="store_true", help="also show segments without edits")
    options.add_report_files(parser, "alignments")
    options.add_shared(parser, "--width", help="digits after the decimal point of the scores")


def run(arguments: argparse.Namespace) -> None:
    """Read and align; print nothing before everything has succeeded."""
    from tallystick.command_line.inputs.given import inputs_of
    from tallystick.command_line.shell.output import report_files, write_report
    from tallystick.reports.formats import renderer_named

    renderer_named(arguments.format, "alignments")
    inputs = inputs_of(arguments)
    files = report_files(arguments.output, "alignments", inputs.files)
    report = make_report(arguments, inputs)
    coloured = arguments.format == "text" and _is_coloured()
    shown = report.coloured(arguments.width) if coloured else None
    write_report(report, arguments.format, files, arguments.width, shown)


def make_report(arguments: argparse.Namespace, inputs: Inputs) -> AlignmentReport:
    """Return the alignments that the arguments request."""
    from tallystick.command_line.inputs.texts import hint_at_forgotten_input, open_scored
    from tallystick.errors import OptionError
    from tallystick.metrics.scoring.scoring import as_metric, score_parts
    from tallystick.metrics.ter.metric import Ter
    from tallystick.metrics.wer.metric import ErrorRate
    from tallystick.reports.alignments import AlignmentReport, SystemErrors

    metric = as_metric(arguments.metric)
    if not isinstance(metric, ErrorRate | Ter):
        raise OptionError(
            f"-m is {arguments.metric!r}, which aligns nothing; expected one of "
            f"{', '.join(METRICS)}, with options or without"
        )
    segments: dict[str, list[AlignedSegment]] = {}
    counts: dict[str, Counter[str]] = {}
    several = False

    def aligned(part: Iterable[tuple[str, Corpus]]) -> Iterator[tuple[str, Corpus]]:
        nonlocal several
        for system, corpus in part:
            several = several or corpus.references.number != 1
            shown, counted = segments.setdefault(system, []), counts.setdefault(system, Counter())
            for segment in _aligned(metric, system, corpus, counted["segments"]):
                counted.update(f"{token.operation}s" for token in segment.tokens)
                counted["shifts"] += len(segment.shifts or ())
                if arguments.all or segment.edits:
                    shown.append(segment)
            counted["segments"] += len(corpus)
            yield system, corpus

    with hint_at_forgotten_input(inputs):
        given = open_scored(inputs)
        scored = score_parts(map(aligned, given.parts), given.references, [metric])
    names = ["substitutions", "deletions", "insertions", "hits"]
    if isinstance(metric, Ter):
        names.append("shifts")
    scores = {system.system: system.scored[0].score for system in scored}
    return AlignmentReport(
        title=metric.identity.title,
        signature=str(next(iter(scores.values())).signature),
        unit="characters" if metric.identity.name == "cer" else "words",
        summary=tuple(
            SystemErrors(name, score.score, *(counts[name][key] for key in names))
            for name, score in scores.items()
        ),
        segments=tuple(segment for of_system in segments.values() for segment in of_system),
        several_references=several,
    )


def _aligned(
    metric: ErrorRate | Ter, system: str, corpus: Corpus, first: int
) -> Iterator[AlignedSegment]:
    from tallystick.metrics.ter.alignment import shifted_alignments
    from tallystick.metrics.ter.metric import Ter
    from tallystick.metrics.wer.statistics import alignments
    from tallystick.reports.alignments import AlignedSegment

    if isinstance(metric, Ter):
        shifted = shifted_alignments(metric.conventions, corpus)
        for number, one in enumerate(shifted, start=first + 1):
            yield AlignedSegment(system, number, one.reference + 1, one.tokens, one.shifts)
        return
    for number, found in enumerate(alignments(metric.conventions, corpus), start=first + 1):
        yield AlignedSegment(system, number, found.reference + 1, found.tokens)


def _is_coloured() -> bool:
    if sys.stdout is None or not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return False
    return os.environ.get("TERM") != "dumb"
