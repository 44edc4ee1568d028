"""The comparison of the systems that are given, with the outcomes of conditions."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from tallystick.command_line.commands.compare.against import (
    Counterparts,
    check_guard,
    checked_baseline,
    computed_metrics,
    find_counterparts,
    find_untested_counterparts,
)
from tallystick.command_line.inputs.given import Inputs, Kind
from tallystick.command_line.inputs.human import read_human, refuse_other_segments
from tallystick.command_line.inputs.metrics import choose_metrics
from tallystick.command_line.inputs.scores import read_scores, score_names, with_given_metrics
from tallystick.command_line.inputs.texts import check_sources, check_unit, read_systems
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS
from tallystick.metrics.given_scores.columns import corpora_with_scores
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.reports.comparison.build import DOCUMENT, SEGMENT, compare_systems
from tallystick.reports.comparison.checks.condition import Condition, metrics_of
from tallystick.reports.comparison.checks.guard import checks
from tallystick.reports.comparison.model import Comparison
from tallystick.reports.comparison.saved.against import is_given, metrics_without, not_compared
from tallystick.reports.comparison.saved.report_files import read_report

if TYPE_CHECKING:
    from tallystick.metrics.interface.metric import Metric


def new_comparison(
    arguments: argparse.Namespace,
    inputs: Inputs,
    conditions: Sequence[Condition],
    how: Mapping[str, Any],
) -> Comparison:
    """Compare the systems of texts, or of files of statistics, and check the conditions."""
    check_guard(arguments, conditions)
    saved = None if arguments.against is None else read_report(arguments.against)
    of_inputs = _compare_statistics if inputs.kind is Kind.STATISTICS else _compare_texts
    further = {**how, "human_agreement": arguments.human_agreement}
    comparison, counterparts = of_inputs(arguments, inputs, conditions, saved, further)
    if saved is None or counterparts is None:
        outcomes = checks(comparison, conditions, comparison.opponents)
        return replace(comparison, checks=outcomes)
    missing = filter(is_given, metrics_without(saved.metrics, comparison.metrics))
    left_out = not_compared([*missing], counterparts.name, "are not given now")
    return counterparts.with_checks(comparison, conditions, left_out)


def _compare_texts(
    arguments: argparse.Namespace,
    inputs: Inputs,
    conditions: Sequence[Condition],
    saved: Comparison | None,
    how: Mapping[str, Any],
) -> tuple[Comparison, Counterparts | None]:
    further = [*score_names(arguments), *([HUMAN] if arguments.human else [])]
    specs = arguments.metrics or (saved and computed_metrics(saved, arguments.against))
    metrics = choose_metrics(
        specs or DEFAULT_METRICS, arguments, references_missing=inputs.have_no_references
    )
    _check_metrics(conditions, metrics, further)
    systems = read_systems(inputs)
    of_humans, note = read_human(arguments, systems)
    given = {**read_scores(arguments, [name for name, _ in systems]), **of_humans}
    metrics = with_given_metrics(metrics, given)
    systems = corpora_with_scores(systems, given)
    first = systems[0][1]
    check_unit(arguments.by, first)
    check_sources(metrics, first.sources is not None)
    names = list(dict.fromkeys(name for name, _ in systems))
    counterparts, saved_report = None, ""
    if saved is None:
        baseline, compared = checked_baseline(arguments.baseline, names, conditions), systems
    else:
        path, system = arguments.against, arguments.against_system
        counterparts = find_counterparts(saved, path, system, names, first, conditions)
        default = SEGMENT if first.documents is None else DOCUMENT
        name_file = "name the file that holds them with --docs FILE"
        counterparts.check_units(first, arguments.by, default, name_file)
        baseline, compared = counterparts.baseline, counterparts.with_saved_systems(systems)
        if of_humans:
            refuse_other_segments(compared, arguments.human, str(path))
        if not counterparts.untestable_because:
            saved_report = PurePath(counterparts.name).name
    comparison = compare_systems(
        compared,
        metrics,
        baseline=baseline,
        remarks={HUMAN: note},
        saved_report=saved_report,
        **how,
    )
    return comparison, counterparts


def _compare_statistics(
    arguments: argparse.Namespace,
    inputs: Inputs,
    conditions: Sequence[Condition],
    saved: Comparison | None,
    how: Mapping[str, Any],
) -> tuple[Comparison, Counterparts | None]:
    from tallystick.reports.comparison.of_statistics import compare_merged

    specs: Sequence[str] | None = arguments.metrics
    if specs is None and saved is not None:
        specs = [metric.metric for metric in saved.metrics]
    merged = inputs.merged(specs)
    _check_metrics(conditions, merged.metrics)
    names = [system.system for system in merged.systems]
    counterparts = None
    if saved is not None:
        path, system = arguments.against, arguments.against_system
        why = "files of statistics have no texts"
        counterparts = find_untested_counterparts(saved, path, system, names, conditions, why)
    baseline = checked_baseline(arguments.baseline, names, conditions)
    comparison = compare_merged(merged, baseline=baseline, **how)
    if counterparts is not None:
        counterparts.check_sizes(comparison.test_set)
    return comparison, counterparts


def _check_metrics(
    conditions: Iterable[Condition], metrics: Mapping[str, Metric], further: Iterable[str] = ()
) -> None:
    """Refuse conditions on metrics that are not computed."""
    titles = {name: metric.identity.title for name, metric in metrics.items()}
    for condition in conditions:
        metrics_of(condition, [*metrics, *further], titles)
