"""Comparison of the systems that are given, also with those of a saved report."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from tallystick.command_line.commands.compare.options import how_compared
from tallystick.command_line.inputs.given import Inputs, Kind, is_report
from tallystick.command_line.inputs.human import read_human, refuse_other_segments
from tallystick.command_line.inputs.metrics import (
    choose_metrics,
    read_scores,
    score_names,
    with_given_metrics,
)
from tallystick.command_line.inputs.texts import (
    check_sources,
    check_unit,
    read_systems,
    refuse_same_file,
)
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.catalogue import DEFAULT_METRICS, METRICS
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.given_scores.columns import corpora_with_scores
from tallystick.metrics.given_scores.metric import HUMAN
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.spec import unabbreviated
from tallystick.metrics.reading.opening import display_name
from tallystick.reports.comparison.build import DOCUMENT, SEGMENT, compare_systems, units_of_corpus
from tallystick.reports.comparison.checks.condition import Condition, Worsening, metrics_of
from tallystick.reports.comparison.checks.guard import checks, refuse_untested
from tallystick.reports.comparison.model import CheckedCondition, Comparison, TestSet
from tallystick.reports.comparison.saved import against
from tallystick.reports.comparison.saved.kept_statistics import kept_statistics, metric_in
from tallystick.reports.comparison.saved.report_files import read_report
from tallystick.reports.wording import saved_name, units


@dataclass(frozen=True, slots=True, eq=False)
class Counterparts:
    """The systems of a saved report, called `name` in messages, by the new ones compared with them.

    `untestable_because` is the reason why no difference can be tested, or "".
    """

    saved: Comparison
    name: str
    of_systems: Mapping[str, str]
    untestable_because: str = ""

    @property
    def baseline(self) -> str | None:
        """The name in the new report of the one saved system that all others are compared with."""
        systems = set(self.of_systems.values())
        return saved_name(*systems) if len(systems) == 1 and not self.untestable_because else None

    def check_sizes(self, test_set: TestSet) -> None:
        """Refuse new systems on another number of segments, or with other references."""
        against.check_same_sizes(self.saved, self.name, test_set.segments, test_set.references)

    def check_units(self, corpus: Corpus, by: str | None, default: str, unknown: str) -> None:
        """Refuse to resample other units than the saved report, unless `by` requests them.

        Segments of one document are correlated, so a test over segments is too liberal. `default`
        is resampled if nothing is requested, and `unknown` what to do if documents are not known.
        """
        unit = self.saved.test_set.unit
        if self.untestable_because:
            return
        if unit == (by or default):
            now = units_of_corpus(corpus, unit).numbers.tolist()
            if kept_statistics(self.saved, self.name).units != tuple(now):
                raise OptionError(
                    f"{self.name} has other {units(self.saved.test_set)} than now, so other "
                    "segments would be resampled together; give each segment its former one, or "
                    "choose segments with --by segment"
                )
        elif by is None and unit != "segment":
            because, remedy = f"{default}s would be now", f"add --by {unit}"
            if unit == "document" and corpus.documents is None:
                because, remedy = "they are not known now", unknown
            raise OptionError(
                f"{self.name} resampled {units(self.saved.test_set)}, but {because}; {remedy}, or "
                f"choose {default}s with --by {default}"
            )

    def with_saved_systems(self, systems: Sequence[tuple[str, Corpus]]) -> list[tuple[str, Corpus]]:
        """Return the systems and, if their texts are available, the saved ones."""
        if self.untestable_because:
            return list(systems)
        corpus = systems[0][1]
        saved = [
            (saved_name(system), against.saved_corpus(self.saved, system, corpus))
            for system in dict.fromkeys(self.of_systems.values())
        ]
        return [*systems, *saved]

    def with_checks(
        self, comparison: Comparison, conditions: Sequence[Condition], left_out: str
    ) -> Comparison:
        """Return a comparison with the outcomes of conditions, and a note on what is `left_out`."""
        for condition in conditions:
            if left_out and isinstance(condition, Worsening) and condition.metric is None:
                raise OptionError(
                    f"the condition {condition.text!r} is on all metrics, but {left_out}; give the "
                    "missing scores, or a condition for each metric"
                )
        outcomes = self._checks(comparison, conditions)
        notes = [*comparison.notes, *([f"{left_out}."] if left_out else [])]
        return replace(comparison, checks=outcomes, notes=tuple(notes))

    def _checks(
        self, comparison: Comparison, conditions: Sequence[Condition]
    ) -> tuple[CheckedCondition, ...]:
        """Return the outcomes of the conditions for all systems; refuse edited scores."""
        old = tuple(dict.fromkeys(self.of_systems.values()))
        against.check_saved_scores(self.saved, self.name, comparison.metrics, old)
        if self.untestable_because:
            saved = (self.saved, self.name, self.of_systems, self.untestable_because)
            return against.checks_by_scores(comparison, conditions, *saved)
        against.check_saved_texts(
            self.saved, self.name, comparison, {saved_name(each): each for each in old}
        )
        renamed = {new: saved_name(old) for new, old in self.of_systems.items()}
        return checks(comparison, conditions, renamed)


def computed_metrics(saved: Comparison, path: str) -> list[str]:
    """Return the metrics of a saved report without those of given scores; refuse unknown ones."""
    computed = [metric.metric for metric in saved.metrics if not against.is_given(metric)]
    for metric in computed:
        if unabbreviated(metric).partition(":")[0] not in METRICS:
            raise OptionError(
                f"--against {path}: the metric {metric!r} of the report is not available; name the "
                "metrics with -m"
            )
    return computed


def find_counterparts(
    saved: Comparison,
    path: str,
    system: str | None,
    names: Sequence[str],
    corpus: Corpus,
    conditions: Sequence[Condition],
) -> Counterparts:
    """Find the system of a saved report that each new one is compared with.

    It is `system`, or the one of the same name. `corpus` is that of any new system.
    """
    name = display_name(path)
    of_systems = saved_counterparts(names, saved, name, system)
    against.check_same_test_set(saved, name, corpus)
    untestable_because = against.why_untestable(saved, name, list(of_systems.values()))
    if untestable_because:
        return find_untested_counterparts(
            saved, path, system, names, conditions, untestable_because
        )
    taken = set(map(saved_name, of_systems.values())) & set(names)
    if taken:
        raise OptionError(
            f"a system is named {min(taken)!r}, like the saved one; give it another name with "
            "--names"
        )
    return Counterparts(saved, name, of_systems)


def find_untested_counterparts(
    saved: Comparison,
    path: str,
    system: str | None,
    names: Sequence[str],
    conditions: Sequence[Condition],
    untestable_because: str,
) -> Counterparts:
    """Find the systems of a saved report whose scores alone are compared, by some condition."""
    name = display_name(path)
    compared = [condition for condition in conditions if isinstance(condition, Worsening)]
    for condition in compared:
        refuse_untested(condition, untestable_because)
    if not compared:
        raise OptionError(
            f"--against {path} changes nothing, because {untestable_because}; its scores alone "
            "can be compared with --fail-if METRIC worsens even if not significant"
        )
    of_systems = saved_counterparts(names, saved, name, system)
    return Counterparts(saved, name, of_systems, untestable_because)


def checked_baseline(
    baseline: str | None, names: Sequence[str], conditions: Sequence[Condition]
) -> str | None:
    """Return the baseline, which must be a system, and not the only one if there are conditions."""
    if baseline is not None and baseline not in names:
        raise OptionError(
            f"--baseline is {baseline!r}, which is not a system (systems are named after their "
            f"files, without folder and ending, or by --names){nearest(baseline, list(names))}"
        )
    if conditions and baseline is not None and len(names) == 1:
        raise OptionError(
            f"--fail-if needs a system other than the baseline {baseline!r}; give another one, or "
            "compare the baseline with a saved report by --against FILE"
        )
    return baseline


def saved_counterparts(
    systems: Sequence[str], saved: Comparison, path: str, chosen: str | None
) -> dict[str, str]:
    """Return for each system the one of a saved report that it is compared with."""
    known = [system.name for system in saved.systems]
    if chosen is not None and chosen not in known:
        raise OptionError(
            f"--against-system is {chosen!r}, but {path} has no such system{nearest(chosen, known)}"
        )
    for system in systems:
        if chosen is None and system not in known:
            raise OptionError(
                f"{path} has no system {system!r} to compare it with, only {', '.join(known)}; "
                "name the intended one with --against-system, or give the new systems the same "
                "names with --names"
            )
    return {system: system if chosen is None else chosen for system in systems}


def check_guard(arguments: argparse.Namespace, conditions: Sequence[Condition]) -> None:
    """Refuse conditions without a baseline or a saved report, and what excludes a saved report."""
    if arguments.against is None:
        if arguments.against_system is not None:
            raise OptionError(
                "--against-system names a system of a saved report, but none is given; add "
                "--against FILE"
            )
        compared = any(isinstance(condition, Worsening) for condition in conditions)
        if compared and arguments.baseline is None:
            raise OptionError(
                "--fail-if needs something to compare systems with; name a system with "
                "--baseline NAME, or a saved report with --against FILE"
            )
    elif arguments.emulate is not None:
        raise OptionError(
            f"--emulate {arguments.emulate} compares all systems with one of them, and --against "
            f"{arguments.against} each with its own; leave out one of them"
        )
    elif arguments.baseline is not None:
        raise OptionError(
            f"--baseline {arguments.baseline} and --against {arguments.against} exclude each "
            "other; leave out one of them"
        )


def compare_reports(
    arguments: argparse.Namespace, inputs: Inputs, conditions: Sequence[Condition]
) -> Comparison:
    """Compare the systems of a saved report with those of an earlier one, by their texts."""
    how = how_compared(arguments)
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
    only_earlier = against.metrics_without(earlier.metrics, later.metrics)
    only_later = list(
        filter(against.is_given, against.metrics_without(later.metrics, earlier.metrics))
    )
    metrics = [metric for metric in later.metrics if metric not in only_later]
    systems = against.corpora_in(later, later_path, arguments.systems, metrics)
    names, first = [name for name, _ in systems], systems[0][1]
    unit = arguments.by or later.test_set.unit
    counterparts = find_counterparts(
        earlier, path, arguments.against_system, names, first, conditions
    )
    save_again = f"save {later_path} again with documents"
    counterparts.check_units(first, arguments.by, later.test_set.unit, save_again)
    texts = counterparts.with_saved_systems(systems)
    comparison = compare_systems(
        texts,
        {metric.metric: metric_in(metric) for metric in metrics},
        baseline=counterparts.baseline,
        saved_report="" if counterparts.untestable_because else os.path.basename(path),
        **{**how, "unit_field": unit, "title": arguments.title or later.title},
    )
    against.check_saved_scores(later, later_path, later.metrics, names)
    against.check_saved_texts(later, later_path, comparison, dict(zip(names, names, strict=True)))
    left_out = [
        against.not_compared(only_earlier, path, f"{later_path} lacks"),
        against.not_compared(only_later, later_path, f"{path} lacks"),
    ]
    left_out_of_both = ", and ".join(filter(None, left_out))
    comparison = counterparts.with_checks(comparison, conditions, left_out_of_both)
    return replace(comparison, origin=later.origin)


def new_comparison(
    arguments: argparse.Namespace, inputs: Inputs, conditions: Sequence[Condition]
) -> Comparison:
    """Compare the systems of texts, or of files of statistics, and check the conditions."""
    further = {**how_compared(arguments), "human_agreement": arguments.human_agreement}
    check_guard(arguments, conditions)
    saved = None if arguments.against is None else read_report(arguments.against)
    of_inputs = _compare_statistics if inputs.kind is Kind.STATISTICS else _compare_texts
    comparison, counterparts = of_inputs(arguments, inputs, conditions, saved, further)
    if saved is None or counterparts is None:
        outcomes = checks(comparison, conditions, comparison.opponents)
        return replace(comparison, checks=outcomes)
    missing = filter(against.is_given, against.metrics_without(saved.metrics, comparison.metrics))
    left_out = against.not_compared([*missing], counterparts.name, "are not given now")
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
    remarks = {HUMAN: note}
    comparison = compare_systems(
        compared, metrics, baseline=baseline, remarks=remarks, saved_report=saved_report, **how
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
