"""`tallystick compare --trend` and `--index`: reports on saved reports."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tallystick.command_line.commands.compare.options import settings_of
from tallystick.command_line.commands.compare.outputs import FAILED
from tallystick.command_line.inputs.given import Inputs, Kind, is_report
from tallystick.command_line.inputs.names import refuse_same_file
from tallystick.command_line.shell import options
from tallystick.command_line.shell.output import (
    STANDARD_OUTPUT,
    check_output_files,
    report_files,
    shown_by,
    write_output,
)
from tallystick.errors import InputError, OptionError, warn

if TYPE_CHECKING:
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import Comparison
    from tallystick.reports.document import Report
    from tallystick.reports.listings.listing import Broken


def run_on_reports(arguments: argparse.Namespace, inputs: Inputs) -> int:
    """Report on saved reports, and write it to files and standard output.

    The exit status is 1 if an index has files that cannot be read, else 0.
    """
    from tallystick.reports.comparison.saved.report_files import check_digits
    from tallystick.reports.formats import render
    from tallystick.reports.saving.written_files import write_files

    check_digits(arguments.width, "-w")
    paths = [path for path in arguments.output or [] if path != STANDARD_OUTPUT]
    kind, make = ("trend", _trend) if inputs.kind is Kind.TREND else ("reports", _indexes)
    files = report_files(paths, kind, inputs.files)
    to_standard_output = shown_by(arguments, kind, written=bool(paths))
    report, *of_files = make(arguments, paths)
    shown = to_standard_output(report, arguments.width) if to_standard_output else ""
    of_endings = zip(files.items(), of_files, strict=True)
    write_files({path: render(one, ending, arguments.width) for (path, ending), one in of_endings})
    if shown:
        write_output(shown)
    broken: Sequence[Broken] = getattr(report, "broken", ())
    for one in broken:
        warn(f"{one.reason}; the index has no other part of it")
    return FAILED if broken else 0


def _trend(arguments: argparse.Namespace, outputs: Sequence[str]) -> list[Report]:
    """Return the trend for standard output and for each file."""
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.over_time.build import TITLE, trend

    refuse_same_file("reports of --trend", arguments.trend)
    report = trend(
        {path: read_report(path) for path in arguments.trend},
        settings=settings_of(arguments),
        title=arguments.title or TITLE,
        threads=options.threads_of(arguments),
    )
    return [report] * (1 + len(outputs))


def _indexes(arguments: argparse.Namespace, outputs: Sequence[str]) -> list[Report]:
    """Return the index for standard output and for each file, in whose folder its links begin."""
    from tallystick.reports.over_time.index import index_of

    starts = [os.path.dirname(path) for path in outputs]
    first = starts[0] if starts else arguments.indexed
    indexes = {start: index_of(arguments.indexed, start) for start in {first, *starts}}
    index = indexes[first]
    files = [*(one.file for one in index.things), *(one.name for one in index.broken)]
    check_output_files(outputs, files)
    return [index, *(indexes[start] for start in starts)]


def compare_reports(
    arguments: argparse.Namespace,
    inputs: Inputs,
    conditions: Sequence[Condition],
    how: Mapping[str, Any],
) -> Comparison:
    """Compare the systems of a saved report with those of an earlier one, by their texts.

    Raises:
        OptionError: There are not two reports.
    """
    from tallystick.command_line.commands.compare.against import find_counterparts
    from tallystick.reports.comparison.build import compare_systems
    from tallystick.reports.comparison.saved.against import corpora_in
    from tallystick.reports.comparison.saved.kept_statistics import metric_in
    from tallystick.reports.comparison.saved.report_files import read_report

    if len(inputs.references) != 2 or not all(map(is_report, inputs.references)):
        raise OptionError(
            f"{next(filter(is_report, inputs.references))} is a saved report; give two to compare "
            "them, the earlier first, several with --trend, or show it with --report"
        )
    refuse_same_file("reports", inputs.references)
    path, later_path = inputs.references
    earlier, later = read_report(path), read_report(later_path)
    for name, report in ((path, earlier), (later_path, later)):
        if report.segments is None:
            raise InputError(
                f"{name} has no texts, so its systems cannot be scored again; for differences by "
                f"its statistics write tallystick compare --trend {path} {later_path}"
            )
    systems = corpora_in(later, later_path, arguments.systems)
    names, unit = [name for name, _ in systems], arguments.by or later.test_set.unit
    counterparts = find_counterparts(
        earlier, path, arguments.against_system, names, systems[0][1], unit, conditions
    )
    texts = counterparts.with_saved_systems(systems)
    comparison = compare_systems(
        texts,
        {one.metric: metric_in(one) for one in later.metrics},
        baseline=counterparts.baseline,
        saved_report="" if counterparts.untestable_because else os.path.basename(path),
        **{**how, "unit_field": unit, "title": arguments.title or later.title},
    )
    checks = counterparts.checks(comparison, conditions)
    return replace(comparison, checks=checks, origin=later.origin)


def with_origin(
    comparison: Comparison, arguments: argparse.Namespace, languages: str | None = None
) -> Comparison:
    """Return a comparison with what --date, --commit and -l say; the rest is as before.

    Raises:
        InputError: The date is not in ISO 8601, or the commit is empty.
    """
    if arguments.commit == "":
        raise InputError("--commit is empty; expected a revision, or leave it out")
    if arguments.date is not None:
        from tallystick.reports.over_time.build import moment

        moment(arguments.date, "--date")
    given = {"date": arguments.date, "commit": arguments.commit, "languages": languages}
    known = {name: text for name, text in given.items() if text is not None}
    return replace(comparison, origin=replace(comparison.origin, **known))
