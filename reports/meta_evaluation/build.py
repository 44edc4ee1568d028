"""The construction of a meta-evaluation from judged test sets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, compress, starmap
from timeit import repeat
from typing import TypeVar

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError, counted, warn
from tallystick.metrics.arguments.options import LARGEST
from tallystick.metrics.arguments.registry import nearest
from tallystick.metrics.base.text_warnings import warnings_of_tokenizers
from tallystick.metrics.corpus.corpus import Corpus
from tallystick.metrics.given_scores.metric import GivenScores
from tallystick.metrics.interface.metric import Metric
from tallystick.metrics.interface.spec import named
from tallystick.metrics.scoring.scoring import score_parts
from tallystick.reports.meta_evaluation import model
from tallystick.reports.meta_evaluation.agreement.among_metrics import (
    agreement_among_metrics,
    disputed_pairs,
    disputed_segments,
    flattered_systems,
)
from tallystick.reports.meta_evaluation.agreement.reference_choice import reference_choices
from tallystick.reports.meta_evaluation.agreement.sensitivity import difference_curve
from tallystick.reports.meta_evaluation.agreement.sets import (
    OnSet,
    OverSets,
    across_sets,
    on_set,
    over_outputs,
    over_sets,
)
from tallystick.reports.meta_evaluation.agreement.system_level import OfMetric
from tallystick.reports.meta_evaluation.agreement.tasks import check_statistics, tasks
from tallystick.reports.meta_evaluation.human.health import (
    HUMAN_FILE,
    check_joins,
    check_signs,
    computed_scores,
    human_health,
    joins,
)
from tallystick.reports.meta_evaluation.human.scores import (
    HumanScores,
    note_on_judged,
    standardised,
)
from tallystick.reports.meta_evaluation.judged_set import Judged, JudgedSet, judged_set
from tallystick.reports.meta_evaluation.settings import FEWEST_SYSTEMS, MetaSettings
from tallystick.reports.meta_evaluation.statistics.bradley_terry import compared_systems
from tallystick.reports.meta_evaluation.statistics.correlations import (
    correlations_of_outputs,
    outliers,
    pearson,
)
from tallystick.reports.meta_evaluation.words.phrases import MOST_NAMED, ONE_SET, of_set
from tallystick.reports.meta_evaluation.words.sentences import Said
from tallystick.reports.statistics_files.merge import Merged, without_rows
from tallystick.reports.wording import listed, shortened

Thing = TypeVar("Thing")

MOST_TIMED_SEGMENTS = 1_000
TIMED_TURNS = 3

WITHOUT_TEXTS = (
    "The scores were computed from files of statistics, which have no texts; disputed outputs, "
    "agreement by reference and everything else that needs texts are left out."
)


def evaluate(
    sets: Mapping[str, Judged],
    metrics: Mapping[str, Metric],
    settings: MetaSettings,
    *,
    against: tuple[str, Metric] | None = None,
    scores_of: str | None = None,
    left_out: Sequence[str] = (),
    aspects: bool = False,
) -> model.MetaEvaluation:
    """Evaluate metrics, by their names in the report, on test sets with human scores.

    The metric `against` takes the place of humans, and `scores_of` names the program that gave the
    human scores, such as "COMET". `left_out` are sentences on candidates, which become notes. Sets
    that are `aspects` share their units, so they are resampled together.
    """
    check_statistics(settings.statistics)
    if settings.standardise_raters:
        sets = {name: _standardised(name, given) for name, given in sets.items()}
    if not metrics or not sets:
        raise OptionError("there is nothing to evaluate; give at least one metric and one test set")
    judged_sets: list[JudgedSet] = []
    for name, given in sets.items():
        _check_number(name, given)
        if aspects and judged_sets:
            judged_sets.append(_further_aspect(name, given, judged_sets[0]))
        else:
            judged_sets.append(judged_set(name, given, metrics, against, settings.threads))
    for judged in judged_sets:
        _warn_of_one_segment(judged)
    several_aspects = aspects and len(sets) > 1
    health = _flat(_checked_health(judged, settings, several_aspects) for judged in judged_sets)
    on_sets = [on_set(judged, sets[judged.name].weight, settings) for judged in judged_sets]
    of_metrics = _flat(part.agreed.values() for part in on_sets)
    # of fewer systems only outputs are compared
    ranked = on_sets if all(part.agreed for part in on_sets) else []
    ranked_sets = [part.judged for part in ranked]
    over = over_outputs(on_sets, settings)
    pooled = over_sets(ranked, settings) if ranked else OverSets([], [], [])
    order = [level.metric for level in pooled.together or over.main]
    accuracies = {
        metric: [float(part.agreed[metric].pairs.mean()) for part in ranked] for metric in order
    }
    systems = next(iter(sets.values())).systems
    correlations = {
        judged.name: correlations_of_outputs([judged.metrics[metric].segments for metric in order])
        for judged in judged_sets
    }
    times = {
        name: seconds_per_thousand(metrics[name], systems[0][1]) for name in order if settings.timed
    }
    return model.MetaEvaluation(
        version=__version__,
        human=scores_of or listed(list(dict.fromkeys(of.human.name for of in judged_sets))),
        against=scores_of if against is None else against[0],
        resamples=settings.resamples,
        seed=settings.seed,
        confidence=settings.confidence,
        significance_level=settings.significance_level,
        coefficient=settings.coefficient,
        metrics=tuple(_metric(name, metrics[name], sets, times.get(name)) for name in order),
        aspects=aspects,
        sets=tuple(
            _set(part, part.agreed.get(order[0]), _best(part, settings, on_systems=bool(ranked)))
            for part in on_sets
        ),
        health=health,
        system_level=tuple(of_metric.level for of_metric in of_metrics),
        sensitivity=tuple(of_metric.sensitivity for of_metric in of_metrics),
        segment_level=_flat(part.segments for part in on_sets),
        compared_systems=_flat(
            compared_systems(judged.name, judged.human.preferences, judged.units, settings)
            for judged in judged_sets
        ),
        on_outputs=tuple(over.metrics),
        output_differences=tuple(over.differences),
        together=tuple(pooled.together),
        tasks=tuple(tasks(on_sets, settings)),
        across_sets=() if aspects else tuple(across_sets(accuracies, settings)),
        reversed_orders=tuple(pooled.reversed_orders),
        differences=tuple(pooled.differences),
        differences_on_sets=_flat(part.differences for part in on_sets),
        metric_agreement=tuple(agreement_among_metrics(judged_sets, order, correlations)),
        disputed_pairs=tuple(disputed_pairs(ranked, order)),
        disputed_segments=tuple(
            disputed_segments([judged for judged in judged_sets if judged.corpora], order)
        ),
        reference_choices=_flat(
            reference_choices(
                judged,
                {label: sets[judged.name].metric(label, metrics[label]) for label in order},
                settings.threads,
            )
            for judged in ranked_sets
            if judged.corpora
        ),
        flattered=_flat(
            flattered_systems(judged, order, correlations[judged.name], settings)
            for judged in ranked_sets
        ),
        difference_curve=_flat(
            difference_curve(ranked_sets, name, settings)
            for name in order
            if ranked and not several_aspects
        ),
        left_out=tuple(dict.fromkeys((*left_out, *_flat(starmap(_notes, sets.items()))))),
    )


def _flat(groups: Iterable[Iterable[Thing]]) -> tuple[Thing, ...]:
    return tuple(chain.from_iterable(groups))


def evaluate_merged(
    merged: Merged,
    human: HumanScores | None,
    settings: MetaSettings,
    *,
    other_human: HumanScores | None = None,
    against: str | None = None,
    scores_of: str | None = None,
) -> model.MetaEvaluation:
    """Evaluate the metrics of files of statistics, with a row for each segment; see `evaluate`."""
    if merged.rows != "segment":
        raise InputError(
            f"the files of statistics have a row for each {merged.rows}, but agreement with "
            "humans needs the scores of segments; write them again with --rows segment"
        )
    metrics = dict(merged.metrics)
    judge = None
    if against is not None:
        if against not in metrics:
            near = nearest(against, list(metrics))
            raise OptionError(
                f"the files have no rows of the metric {against!r} to compare with{near}"
            )
        judge = (against, metrics.pop(against))
        if not metrics:
            raise OptionError(
                f"the files have no metric but {against}, so there is none to compare with it"
            )
    sets = {ONE_SET: Judged((), human, other_human, merged)}
    left_out = [*without_rows(merged), WITHOUT_TEXTS]
    return evaluate(sets, metrics, settings, against=judge, scores_of=scores_of, left_out=left_out)


def _standardised(name: str, given: Judged) -> Judged:
    if given.human is None:
        raise OptionError(
            "--standardise-raters is about human scores; leave out it or --against METRIC"
        )
    if given.human.ratings is None or given.human.segments is None:
        raise OptionError(
            f"{name}: the raters of scores are unknown, so scores cannot be standardised for each; "
            "name their column with --columns rater=COLUMN, or leave out --standardise-raters"
        )
    human, left_out = standardised(given.human)
    if human.segments is None or np.isnan(human.segments).all():
        raise OptionError(
            f"{name}: no rater gave two different scores, so none has a standard deviation; leave "
            "out --standardise-raters"
        )
    alike = float(pearson(human.segments.ravel(), given.human.segments.ravel()))
    said = Said.STANDARDISED.format(correlation=alike)
    if left_out:
        number = counted(len(left_out), "rater")
        said += Said.CONSTANT_RATERS.format(number=number, raters=listed(left_out))
    return given._replace(human=human, notes=(*given.notes, of_set(name, said)))


def _notes(name: str, given: Judged) -> Iterator[str]:
    """Yield what was not used, and how names and choices of human scores were read."""
    yield from given.notes
    human = given.human
    if human is None:
        return
    yield from human.notes
    if human.segments is not None and human.preferences is None and human.resampled:
        segments = human.segments[~np.isnan(human.systems)]
        if (np.isnan(segments) != np.isnan(segments[0])).any():
            yield of_set(name, note_on_judged(segments, "the former"))
    if human.matched:
        names = [f"{judged} for {system}" for judged, system in human.matched.items()]
        yield of_set(name, Said.SAME_NAMES.format(names=shortened(names, MOST_NAMED)))
    if human.preferences is not None and human.preferences.repeated:
        repeated, choices = human.preferences.repeated, len(human.preferences.chosen)
        said = Said.REPEATED_CHOICES.format(number=f"{repeated:,}", choices=f"{choices:,}")
        yield of_set(name, said)


def _further_aspect(name: str, given: Judged, first: JudgedSet) -> JudgedSet:
    human = given.human
    names = [system for system, _ in given.systems]
    rated = [] if human is None else list(compress(names, ~np.isnan(human.systems)))
    if human is None or rated != list(first.systems):
        raise InputError(
            f"{name}: rated are {listed(rated)}, but under {first.name} {listed(first.systems)}; "
            "expected the same systems under every aspect; choose an aspect with --human-set, or "
            "leave out systems"
        )
    return replace(
        first, name=name, human=human.at([names.index(label) for label in rated]), other_human=None
    )


def _best(part: OnSet, settings: MetaSettings, *, on_systems: bool) -> tuple[str, ...]:
    """Return the metrics of which none is significantly better on a set, the best first."""
    levels: Sequence[model.Together | model.OnOutputs] = (
        over_sets([part], settings).together if on_systems else over_outputs([part], settings).main
    )
    return tuple(level.metric for level in levels if level.rank[0] == 1)


def _check_number(name: str, given: Judged) -> None:
    human = given.human
    if human is None:
        return
    judged = human.systems[~np.isnan(human.systems)]
    known, scored = judged, "system"
    few = len(judged) < FEWEST_SYSTEMS
    if human.segments is not None and (few or human.level):
        known, scored = human.segments[~np.isnan(human.segments)], "output"
    if len(known) < FEWEST_SYSTEMS:
        with_scores = "with human scores"
        if human.preferences is not None:
            with_scores = f"in {counted(len(human.preferences.chosen), 'choice')}"
        raise InputError(
            f"{name}: {counted(len(known), scored)} {with_scores}; expected at least "
            f"{FEWEST_SYSTEMS}, because fewer define no correlation"
            f"{', or scores of their segments' * (human.segments is None)}"
        )
    if human.preferences is not None:
        if human.preferences.chosen.any():
            return
        raise InputError(
            f"{name}: all {counted(len(human.preferences.chosen), 'choice')} are ties, with which "
            "no metric can agree; expected some in which one output is preferred"
        )
    differ_by = known.max() - known.min()
    if 0 < differ_by < 1 / LARGEST:
        raise InputError(
            f"{name}: human scores of {scored}s differ by at most {differ_by:g}; expected at "
            f"least {1 / LARGEST:g}, so that they can be squared; multiply all of them"
        )
    if not differ_by:
        raise InputError(
            f"{name}: all {scored}s have the human score {known[0]:g}; expected scores that "
            "differ; another column is named by --columns score=COLUMN"
        )


def _warn_of_one_segment(judged: JudgedSet) -> None:
    metrics = judged.metrics.items()
    computed = [name for name, each in metrics if not isinstance(each.metric, GivenScores)]
    if judged.segments == 1 and computed:
        warn(
            f"{judged.name}: {shortened(computed, MOST_NAMED)} are computed on one segment; to "
            "evaluate only the scores of other programs, give --scores and -m without a metric, in "
            "Python scores and metrics=[]"
        )


def _checked_health(
    judged: JudgedSet, settings: MetaSettings, aspect: bool
) -> list[model.HumanHealth]:
    human = judged.human.segments
    if human is None or judged.judge is not None:
        return []
    scores = [metric.segments for metric in judged.metrics.values()]
    files = HUMAN_FILE if computed_scores(judged) else f"{HUMAN_FILE} or in that of --scores"
    joined = joins(human, scores, judged.documents, files)
    choices = judged.human.preferences
    if choices is None or len(judged.systems) > 1:  # else neighbours are of the same item
        check_joins(judged, human, joined, signed=choices is None, aspect=aspect)
    check_signs(judged, human)
    health = human_health(judged, joined, settings)
    return [] if health is None else [health]


def _metric(
    label: str, metric: Metric, sets: Mapping[str, Judged], seconds: float | None
) -> model.EvaluatedMetric:
    identity = metric.identity
    return model.EvaluatedMetric(
        metric=label,
        title=named(metric).name,
        higher_is_better=identity.higher_is_better,
        citation=identity.citation,
        given=isinstance(metric, GivenScores),
        tokenizer=getattr(metric, "tokenize", None),
        unfit=tuple(
            name
            for name, given in sets.items()
            for _, corpus in given.systems[:1]
            if not corpus.given_tokens
            and warnings_of_tokenizers(corpus, [given.metric(label, metric)])
        ),
        seconds_per_thousand=seconds,
    )


def _set(part: OnSet, agreed: OfMetric | None, best: tuple[str, ...]) -> model.EvaluatedSet:
    judged = part.judged
    significant = None if agreed is None else agreed.significant
    human = judged.human
    return model.EvaluatedSet(
        name=judged.name,
        systems=judged.systems,
        scores=tuple(map(float, human.systems)),
        intervals=part.intervals,
        unjudged=judged.unjudged,
        without_outputs=human.without_outputs,
        segments=judged.segments,
        unit=judged.units.name,
        units=judged.judged_units.number,
        human_resampled=judged.judge is not None or human.resampled,
        pairs=len(judged.pairs),
        significant_pairs=None if significant is None else int(significant.sum()),
        outliers=tuple(compress(judged.systems, outliers(human.systems))),
        best=best,
    )


def seconds_per_thousand(metric: Metric, corpus: Corpus) -> float | None:
    """Return the least time of three in which the metric scores 1,000 segments, one thread.

    Given scores take no time, which is None.
    """
    if isinstance(metric, GivenScores):
        return None
    few = corpus[:MOST_TIMED_SEGMENTS]
    parts = [[("", few)]], [few.references], [metric]
    seconds = min(repeat(lambda: score_parts(*parts), number=1, repeat=TIMED_TURNS))
    return seconds * 1_000 / len(few)
