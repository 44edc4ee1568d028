"""Saved reports in `tallystick compare`: two compared with one another, and where one is from."""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tallystick.command_line.inputs.given import Inputs, is_report
from tallystick.command_line.inputs.names import refuse_same_file
from tallystick.errors import InputError, OptionError

if TYPE_CHECKING:
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import Comparison


def compare_reports(
    arguments: argparse.Namespace,
    inputs: Inputs,
    conditions: Sequence[Condition],
    how: Mapping[str, Any],
) -> Comparison:
    """Compare the systems of a saved report with those of an earlier one, by their texts."""
    from tallystick.command_line.commands.compare.against import find_counterparts
    from tallystick.reports.comparison.build import compare_systems
    from tallystick.reports.comparison.saved.against import corpora_in
    from tallystick.reports.comparison.saved.kept_statistics import metric_in
    from tallystick.reports.comparison.saved.report_files import read_report

    if len(inputs.references) != 2 or not all(map(is_report, inputs.references)):
        raise OptionError(
            f"{next(filter(is_report, inputs.references))} is a saved report; give two to compare "
            "them, the earlier first, several to tallystick trend, or show it with --report"
        )
    refuse_same_file("reports", inputs.references)
    path, later_path = inputs.references
    earlier, later = read_report(path), read_report(later_path)
    for name, report in ((path, earlier), (later_path, later)):
        if report.segments is None:
            raise InputError(
                f"{name} has no texts, so its systems cannot be scored again; for differences by "
                f"its statistics write tallystick trend {path} {later_path}"
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
    """Return a comparison with what --date, --commit and -l say; the rest is as before."""
    if arguments.commit == "":
        raise InputError("--commit is empty; expected a revision, or leave it out")
    if arguments.date is not None:
        from tallystick.reports.over_time.build import moment

        moment(arguments.date, "--date")
    given = {"date": arguments.date, "commit": arguments.commit, "languages": languages}
    known = {name: text for name, text in given.items() if text is not None}
    return replace(comparison, origin=replace(comparison.origin, **known))
