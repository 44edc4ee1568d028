"""The construction of a meta-evaluation from judged test sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.wording import counted
from tallystick.metrics.interface.spec import named
from tallystick.reports.meta_evaluation.agreement.across_sets import across_sets
from tallystick.reports.meta_evaluation.agreement.among_metrics import (
    agreement_among_metrics,
    disputed_pairs,
)
from tallystick.reports.meta_evaluation.agreement.difference_curve import difference_curve
from tallystick.reports.meta_evaluation.agreement.differences import differences_on_set
from tallystick.reports.meta_evaluation.agreement.disputed_segments import disputed_segments
from tallystick.reports.meta_evaluation.agreement.flattery import flattered_systems
from tallystick.reports.meta_evaluation.agreement.over_sets import over_sets
from tallystick.reports.meta_evaluation.agreement.reference_choice import reference_choices
from tallystick.reports.meta_evaluation.agreement.segment_level import segment_level
from tallystick.reports.meta_evaluation.agreement.system_level import (
    Agreed,
    human_intervals,
    system_level,
)
from tallystick.reports.meta_evaluation.cost import seconds_per_thousand
from tallystick.reports.meta_evaluation.human.alignment import check_join, joins
from tallystick.reports.meta_evaluation.human.health import human_health
from tallystick.reports.meta_evaluation.judged_set import JudgedSet, judged_set
from tallystick.reports.meta_evaluation.model import (
    EvaluatedMetric,
    EvaluatedSet,
    HumanHealth,
    MetaEvaluation,
)
from tallystick.reports.meta_evaluation.settings import MetaSettings
from tallystick.reports.meta_evaluation.statistics.outliers import outliers
from tallystick.reports.meta_evaluation.words.remarks import preface, remarks
from tallystick.reports.meta_evaluation.words.verdict import notes, verdict

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.reports.comparison.model import Interval
    from tallystick.reports.meta_evaluation.human.scores import HumanScores
    from tallystick.reports.statistics_files.merge import Merged

FEWEST_SYSTEMS = 3


class Judged(NamedTuple):
    """What is known of a test set.

    Attributes:
        systems: The name and the corpus of each system; none if their statistics are given.
        human: Their human scores; None if a metric takes their place.
        other_human: Other human scores of them, such as raw ones beside standardised ones.
        merged: The statistics of their segments, from files; None if there are texts.
        metrics: By their names, the metrics that are another one on this set, such as with the
            tokenizer of its language.
    """

    systems: Sequence[tuple[str, Corpus]]
    human: HumanScores | None
    other_human: HumanScores | None = None
    merged: Merged | None = None
    metrics: Mapping[str, Metric] = MappingProxyType({})

    def metric(self, label: str, usual: Metric) -> Metric:
        """Return the metric with this name on this set."""
        return self.metrics.get(label, usual)


def evaluate(
    sets: Mapping[str, Judged],
    metrics: Mapping[str, Metric],
    settings: MetaSettings | None = None,
    *,
    against: tuple[str, Metric] | None = None,
    scores_of: str | None = None,
    left_out: Sequence[str] = (),
    timed: bool = False,
    threads: int = 1,
) -> MetaEvaluation:
    """Evaluate metrics on test sets with human scores.

    Args:
        sets: What is known of each set, by its name.
        metrics: The metrics by their names in the report.
        settings: The settings.
        against: The metric, with its name in the report, whose scores take the place of human
            scores; None for humans.
        scores_of: What gave the scores that the sets have as human ones, such as "COMET"; None
            for humans.
        left_out: Sentences on candidates that were left out, which become notes.
        timed: Whether the time of each metric is measured.
        threads: The number of threads; the result does not depend on it.

    Raises:
        InputError: A set has too few judged systems.
        OptionError: There is no metric or no set.
    """
    settings = settings or MetaSettings()
    if not metrics or not sets:
        raise OptionError("there is nothing to evaluate; give at least one metric and one test set")
    levels = {}
    sensitivities = []
    segments = []
    on_sets = []
    health: list[HumanHealth] = []
    judged_sets = []
    for name, given in sets.items():
        _check_number(name, given)
        judged = judged_set(
            name,
            given.systems,
            given.human,
            {label: given.metric(label, metric) for label, metric in metrics.items()},
            against=against and (against[0], given.metric(*against)),
            other_human=given.other_human,
            merged=given.merged,
            threads=threads,
        )
        health += _checked_health(judged, settings)
        for level, agreed, sensitive in system_level(judged, settings, threads):
            levels[name, level.metric] = level, agreed
            sensitivities.append(sensitive)
        of_segments, within_segments = segment_level(judged, settings)
        segments += of_segments
        on_sets += differences_on_set(judged, within_segments, settings, threads)
        judged_sets.append(judged)
    pooled, differences, reversed_orders = over_sets(judged_sets, levels, settings)
    first = judged_sets[0]
    of_first = next(iter(sets.values()))
    order = [one.metric for one in pooled]
    found = MetaEvaluation(
        version=__version__,
        human=scores_of or first.human.name,
        against=scores_of if against is None else against[0],
        resamples=settings.resamples,
        seed=settings.seed,
        confidence=settings.confidence,
        significance_level=settings.significance_level,
        verdict=(),
        notes=(),
        metrics=tuple(
            _metric(
                one.metric,
                metrics[one.metric],
                seconds_per_thousand(metrics[one.metric], of_first.systems[0][1])
                if timed
                else None,
            )
            for one in pooled
        ),
        sets=tuple(
            _set(
                judged,
                levels[judged.name, pooled[0].metric][1],
                human_intervals(judged, settings, threads),
            )
            for judged in judged_sets
        ),
        health=tuple(health),
        system_level=tuple(level for level, _ in levels.values()),
        sensitivity=tuple(sensitivities),
        segment_level=tuple(segments),
        together=tuple(pooled),
        across_sets=tuple(
            across_sets(
                {
                    one.metric: [
                        float(levels[judged.name, one.metric][1].pairs.mean())
                        for judged in judged_sets
                    ]
                    for one in pooled
                },
                settings,
            )
        ),
        reversed_orders=tuple(reversed_orders),
        differences=tuple(differences),
        differences_on_sets=tuple(on_sets),
        metric_agreement=tuple(agreement_among_metrics(judged_sets, order)),
        disputed_pairs=tuple(disputed_pairs(judged_sets, levels, order)),
        disputed_segments=tuple(
            disputed_segments([one for one in judged_sets if one.corpora], order)
        ),
        reference_choices=tuple(
            one
            for judged in judged_sets
            if judged.corpora
            for one in reference_choices(
                judged,
                {label: sets[judged.name].metric(label, metrics[label]) for label in order},
                threads,
            )
        ),
        flattered=tuple(
            one for judged in judged_sets for one in flattered_systems(judged, order, settings)
        ),
        difference_curve=tuple(
            one
            for metric in pooled
            for one in difference_curve(judged_sets, metric.metric, settings)
        ),
    )
    return replace(
        found,
        verdict=(*preface(found), *verdict(found)),
        notes=(*notes(found), *remarks(found), *left_out),
    )


def _check_number(name: str, given: Judged) -> None:
    if given.human is None:
        number, kind = len(given.merged.systems if given.merged else given.systems), ""
    else:
        number, kind = int((~np.isnan(given.human.systems)).sum()), " with human scores"
    if number < FEWEST_SYSTEMS:
        raise InputError(
            f"{name}: {counted(number, 'system')}{kind}; expected at least {FEWEST_SYSTEMS}, "
            "because fewer define no correlation"
        )
    scores = np.empty(0) if given.human is None else given.human.systems
    if len(scores) and np.nanmin(scores) == np.nanmax(scores):
        raise InputError(
            f"{name}: all systems have the human score {np.nanmax(scores):g}; expected scores that "
            "differ; another column is named by --human-column"
        )


def _checked_health(judged: JudgedSet, settings: MetaSettings) -> list[HumanHealth]:
    human = judged.human.segments
    if human is None or judged.judge is not None:
        return []
    found = joins(human, [one.segments for one in judged.metrics.values()], judged.documents)
    check_join(judged.name, found, int((~np.isnan(human)).sum()))
    health = human_health(judged, found, settings)
    return [] if health is None else [health]


def _metric(label: str, metric: Metric, seconds: float | None) -> EvaluatedMetric:
    identity = metric.identity
    return EvaluatedMetric(
        label, named(metric).name, identity.higher_is_better, identity.citation, seconds
    )


def _set(judged: JudgedSet, agreed: Agreed, intervals: tuple[Interval | None, ...]) -> EvaluatedSet:
    human = judged.human
    return EvaluatedSet(
        name=judged.name,
        systems=judged.systems,
        scores=tuple(map(float, human.systems)),
        intervals=intervals,
        unjudged=judged.unjudged,
        without_outputs=human.without_outputs,
        segments=judged.segments,
        unit=judged.units.name,
        units=judged.units.number,
        human_resampled=judged.judge is not None or human.resampled,
        pairs=len(judged.pairs),
        significant_pairs=None if agreed.significant is None else int(agreed.significant.sum()),
        outliers=tuple(
            system
            for system, far in zip(judged.systems, outliers(human.systems), strict=True)
            if far
        ),
    )
