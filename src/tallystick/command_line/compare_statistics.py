"""`tallystick compare` with files of statistics in the place of texts."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from tallystick.command_line.processors import available_processors
from tallystick.command_line.statistics_input import merged_rows, statistics_files

if TYPE_CHECKING:
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.reports.comparison.checks.condition import Condition
    from tallystick.reports.comparison.model import Comparison

NEED_TEXTS = ("human", "human_column", "human_set", "human_lower_is_better")
UNTESTABLE = "files of statistics have no texts"


def compared_files(arguments: argparse.Namespace) -> list[str] | None:
    """Return the files of statistics to compare; None if texts are given."""
    return statistics_files(arguments, "compare", refused=NEED_TEXTS)


def compare_files(
    arguments: argparse.Namespace,
    paths: Sequence[str],
    conditions: Sequence[Condition],
    settings: Settings,
) -> Comparison:
    """Compare the systems of files of statistics, with what came of the conditions."""
    from tallystick.command_line.saved_report import (
        checked_baseline,
        checks_against,
        find_untested_counterparts,
    )
    from tallystick.reports.comparison.checks.condition import metrics_of
    from tallystick.reports.comparison.checks.guard import baseline_of_each, checks
    from tallystick.reports.comparison.of_statistics import compare_merged
    from tallystick.reports.comparison.saved.report_files import read_report
    from tallystick.reports.wording import DEFAULT_TITLE

    saved = None if arguments.against is None else read_report(arguments.against)
    metrics: list[str] | None = arguments.metrics
    if metrics is None and saved is not None:
        metrics = [one.metric for one in saved.metrics]
    merged = merged_rows(paths, metrics)
    for condition in conditions:
        titles = {name: metric.identity.title for name, metric in merged.metrics.items()}
        metrics_of(condition, list(merged.metrics), titles)
    names = [one.system for one in merged.systems]
    counterparts = None
    if saved is not None:
        counterparts = find_untested_counterparts(
            saved, arguments.against, arguments.against_system, names, conditions, UNTESTABLE
        )
    comparison = compare_merged(
        merged,
        baseline=checked_baseline(arguments.baseline, names, conditions),
        unit_field=arguments.by,
        settings=settings,
        title=DEFAULT_TITLE if arguments.title is None else arguments.title,
        threads=available_processors() if arguments.threads is None else arguments.threads,
        human_agreement=arguments.human_agreement,
    )
    if counterparts is None:
        found = checks(comparison, conditions, baseline_of_each(comparison))
    else:
        counterparts.check_sizes(comparison.test_set)
        found = checks_against(comparison, conditions, counterparts)
    return replace(comparison, checks=found)
