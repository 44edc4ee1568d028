"""The sentences of a meta-evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.metrics.resampling.randomisation import ways_to_exchange
from tallystick.reports.meta_evaluation import settings
from tallystick.reports.meta_evaluation.model import (
    Estimate,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
    MetricDifference,
    OnOutputs,
    OutputDifference,
    PairCounts,
    TestedPair,
    wins,
)
from tallystick.reports.meta_evaluation.words.phrases import (
    COEFFICIENTS,
    MOST_NAMED,
    SHARE_OF_CHOICES,
    WHERE,
    different_texts,
    judge_of,
    noun_of,
    number,
    of_set,
    ordinal,
    span,
    units_of,
)
from tallystick.reports.meta_evaluation.words.recommendation import against_chance, tested_grouping
from tallystick.reports.wording import (
    about,
    are_equal,
    counted,
    few_digits,
    listed,
    p_value,
    share,
    shortened,
)

MOST_METRICS = 4
"""Of a longer list that the verdict would begin with, only some or the number is named."""


class Said(StrEnum):
    """All sentences, in the order of the report, with places for what they say."""

    # the verdict
    NOT_HUMANS = "This is agreement with {judge.name}, not with humans."
    ONE_METRIC = "{metric} orders {spread} of {pairs} of systems as {judge.do}."
    NO_DISTINCTION = (
        "In {sets} no metric distinguishes good outputs of a system from bad ones (tau-b of "
        "outputs{within} at most {tau:.3f}), or the numbers of the segments do not fit the "
        "hypotheses: check them first."
    )
    UNDECIDED = (
        "No significant difference on systems between {metrics}: they order {spread} of {pairs} as "
        "{judge.do} (smallest p-value {p})."
    )
    NEVER_SIGNIFICANT = (
        "None can be significant: {systems} and {resamples} allow no p-value below {limit:.2g}."
    )
    NEVER_BY_EFFECTS = (
        "None can be significant: the metrics differ on so few systems that no p-value below "
        "{limit:.2g} is possible for {metrics}."
    )
    NEEDED = (
        "If the largest difference, of {metric} and {other}, is real, it would take {needed} "
        "{units} to show (here {number:,})."
    )
    DECIDED = (
        "{winner} agrees with {judge.name} on significantly more pairs of systems than {others}: "
        "the metrics order {spread} of {pairs} as {judge.do}."
    )
    MANY_BELOW = "These are {metrics}."
    ALIKE = "It does not differ significantly from {metrics}."
    ONE_METRIC_ON_OUTPUTS = "For {metric}, {how}."
    UNDECIDED_ON_OUTPUTS = (
        "No significant difference between {metrics}: {how} (smallest p-value {p})."
    )
    DECIDED_ON_OUTPUTS = (
        "The agreement of {winner} with {judge.name} on outputs is significantly higher than that "
        "of {others}: {how}."
    )
    COEFFICIENT = "over {outputs} the {coefficient} with {judge.name} is {spread}"
    UNDEFINED_FOR = "{spread}, undefined for {metrics}"
    AGREEMENT = "the agreement with {judge.name} on {outputs} is {spread}"
    SCALE_OF_CHOICES = "A coin agrees on 50%{others}; a tie of a metric is half an agreement."
    OTHER_JUDGES = ", the majority of the other judges on {shares}"
    MOST_CHOICES = "On choices between outputs {metrics} agree{s} {best} ({share}){how}."
    SCALE = (
        "Of the pairs of outputs that neither {judge.name} nor {metric} tie, it orders {share} as "
        "{judge.do}; a coin would order 50%."
    )
    WITHIN = "Within {groups}s {metrics} agree{s} {best} (mean {coefficient} {value:.3f}){how}."
    NONE_WITHIN = (
        "Within {groups}s no metric agrees with {judge.name}: {metrics} {have} the highest "
        "mean {coefficient}, {value:.3f}."
    )
    NO_CHOICES = (
        "On choices between outputs no metric agrees with {judge.name}: {metrics} {have} the "
        "highest share, {share}."
    )
    BETTER_WITHIN = ", significantly better than {others}"
    NOT_BETTER_WITHIN = ", but not significantly"
    NEEDED_WITHIN = (
        ", but not significantly: if its difference from {other} is real, it would take {needed} "
        "{units} to show (here {number:,})"
    )
    BEST_ON = "Best on {set}: {metrics} ({what} {value:.3f}){alike}."
    ALIKE_ON = "; not significantly worse: {metrics}"
    ABOVE_CHANCE = "Under {set} significantly above chance {where}: {metrics}."
    BELOW_CHANCE = "Under {set} significantly below chance {where}: {metrics}."
    LIKE_CHANCE = "Under {set} not significantly different from chance {where}: {metrics}."
    # what is known of the human scores
    SYSTEMS = "{systems}{on}, {pairs}{significant}."
    SIGNIFICANT = "; significant under {judge.name}: {significant} of {pairs:,}"
    HALVES = "Random halves of the segments order {shares} of the pairs alike; a coin orders 50%."
    OTHER_SCORES = "The other human scores order {shares} alike."
    OUTPUTS = "{outputs}{on}."
    OF_CHOICES = "{outputs}{on} between outputs for {units}."
    RATERS = (
        "Over all outputs the scores of one rater have a {coefficient} of {shares} with the mean "
        "of the others'; a metric that is as good as a rater reaches it there."
    )
    # what limits it
    OF_OUTPUTS = (
        "The outputs in {sets} are not those of {least} or more systems for the same segments, so "
        "metrics are compared by how they order outputs, not systems."
    )
    LEVEL_SYSTEMS = (
        "In {sets} all systems have the same human score, or scores that differ too little for "
        "double precision, so metrics are compared by how they order outputs, not systems."
    )
    FEW_OUTPUTS = "Agreement on {outputs} is uncertain."
    FEW_SYSTEMS = (
        "Fewer than {least} judged systems in {sets}: correlations of so few systems are very "
        "uncertain."
    )
    FIXED_SCORES = (
        "In {sets}, human scores of systems are given as such, not computed from those of "
        "segments, so intervals do not contain the uncertainty of human scores."
    )
    ONE_UNIT = (
        "In {sets} there is one {unit}, so nothing can be resampled: scores and coefficients of "
        "systems have no intervals."
    )
    APART = "{raters} agree{verb} with the other raters significantly less than the average rater."
    REPEATED = "{number} of {ratings} ratings repeat one of the same rater; they are averaged."
    STANDARDISED = (
        "scores are standardised for each rater; their correlation with the given ones is "
        "{correlation:.3f}."
    )
    CONSTANT_RATERS = " {number} without two different scores left out: {raters}."
    REPEATED_CHOICES = (
        "{number} of {choices} choices repeat one of the same judge between the same two outputs; "
        "each of them counts."
    )
    SAME_NAMES = (
        "judged systems are taken for those without a number or languages in the name: {names}."
    )
    UNJUDGED = "{number} without human scores left out: {systems}."
    WITHOUT_OUTPUTS = "{number} without hypotheses left out: {systems}."
    INFINITE = (
        "no other system was preferred to {systems} or tied with {them}, so Bradley-Terry scores "
        "are infinite, or unknown; systems have the share of their wins instead."
    )
    UNCONNECTED = (
        "these groups of systems were never compared with each other: {groups}; agreement on "
        "systems is left out, and systems have the share of their wins."
    )
    OUTLIERS = (
        "the {judge.adjective} score of {systems} is an outlier, which changes correlations; "
        "Pearson's without outliers is reported, too."
    )
    # what metrics and sets say of each other
    IN_PLACE_OF_HUMANS = (
        "{judge.name} takes the place of humans, and is not evaluated itself. Agreement with it is "
        "no evidence of quality: metrics can share errors, and those of n-grams do, because they "
        "count the same matches."
    )
    WEIGHTS = (
        "With the same weight for each pair, {first} comes first; with the same weight for each "
        "set, {other} does ({set} has {number} of the {pairs})."
    )
    TURNS_ROUND = (
        "The order of two metrics turns round on some {noun} for {number} of {pairs} of "
        "metrics{how}{few}."
    )
    TOO_FEW_TO_SHOW = (
        "; {few} of {orders} such orders are on {noun}s with too few systems to show it"
    )
    REVERSED = (
        "{metric} is above {other} over all sets, but below on {set} by {points:.1f} points "
        "(adjusted p-value {p})."
    )
    FURTHER_REVERSED = "{orders} turn round significantly, on {sets}."
    AMONG_METRICS = (
        "Any two metrics order {each_other} of the pairs of systems alike, and none orders more "
        "than {highest} as {judge.do}: metrics may share errors, so their agreement with each "
        "other is no evidence."
    )
    ALL_AGAINST = "All metrics contradict {judge.name} on {number} of {pairs} of systems{which}."
    ALL_AGAINST_SIGNIFICANT = (
        ", {number} of which {verb} significant under {judge.name}: {examples}{others}"
    )
    FLATTERED = (
        "{metric} ranks {system} {rank} of {systems}{on}; {judge.name} {human}, metrics that are "
        "not similar {others}: its score is better by {excess} than they lead one to expect "
        "(adjusted p-value {p}). It may be tuned to {metric}, made of outputs that it chose, or "
        "differ in something that it ignores and the others do not, such as quotation marks."
    )
    REFERENCE = (
        "a metric orders {alike} of the pairs of systems alike under two single references. Its "
        "accuracy changes by up to {points:.0f} points with the reference{metric}."
    )
    REFERENCE_AND_METRIC = ", and by up to {points:.0f} with the metric"
    BEST_BY_REFERENCE = "the best metric depends on the reference: {metrics}."


def verdict(report: MetaEvaluation) -> tuple[str, ...]:
    """Return which metrics agree best with humans, if the sets can tell."""
    judge = judge_of(report)
    against = () if report.against is None else (Said.NOT_HUMANS.format(judge=judge),)
    first, *others = _verdict(report)
    return (*against, first, *_no_distinction(report), *others, *_best_by_aspect(report))


def notes(report: MetaEvaluation) -> tuple[str, ...]:
    """Return what limits the result, then what metrics and sets say of each other."""
    said = [_limits(report), *(_limits_of(report, judged) for judged in report.sets)]
    said += [part(report) for part in (_raters, _remarks, _reversed, _against_humans, _flattered)]
    said += [_references(report, judged) for judged in report.sets]
    return tuple(chain.from_iterable(said))


def sentences_on_scores(report: MetaEvaluation) -> Iterator[str]:
    """Yield what is known of the scores that metrics are compared with."""
    if report.main_grouping is Grouping.CHOICES:
        unit, units = units_of(report)
        ties = counted(sum(pairs.tied_human + pairs.tied_both for pairs in _choices(report)), "tie")
        decided = f"{_outputs(report)} and {ties}"
        yield Said.OF_CHOICES.format(
            outputs=decided, on=_on_sets(report), units=f"{units:,} {unit}"
        )
    elif not report.together:
        yield Said.OUTPUTS.format(outputs=_outputs(report), on=_on_sets(report))
    if report.together:
        yield from _on_systems(report)
    ceilings = one_rater(report)
    if ceilings:
        yield Said.RATERS.format(
            coefficient=COEFFICIENTS[report.coefficient],
            shares=" to ".join(dict.fromkeys(map(number, (min(ceilings), max(ceilings))))),
        )


def one_rater(report: MetaEvaluation) -> list[float]:
    """Return the agreement of one rater with the others, on each set where it is known."""
    raters = [health.raters for health in report.health if health.raters is not None]
    return [ratings.one_rater.value for ratings in raters if ratings.one_rater.value is not None]


def _on_systems(report: MetaEvaluation) -> Iterator[str]:
    tested = [judged for judged in report.sets if judged.significant_pairs is not None]
    significant = Said.SIGNIFICANT.format(
        judge=judge_of(report),
        significant=sum(judged.significant_pairs or 0 for judged in tested),
        pairs=sum(judged.pairs for judged in tested),
    )
    yield Said.SYSTEMS.format(
        systems=counted(sum(len(judged.systems) for judged in different_texts(report)), "system"),
        on=_on_sets(report),
        pairs=counted(sum(judged.pairs for judged in report.sets), "pair"),
        significant=significant if tested else "",
    )
    halves = [health.split_half for health in report.health if health.split_half is not None]
    if halves:
        yield Said.HALVES.format(shares=span(halves))
    others = [health.other_scores for health in report.health if health.other_scores is not None]
    if others:
        yield Said.OTHER_SCORES.format(shares=span(others))


class _Decision(NamedTuple):
    """Which metric is significantly better than which others."""

    winner: str
    below: list[str]
    alike: list[str]


def _decision(order: Sequence[str], tests: Sequence[TestedPair], level: float) -> _Decision:
    """Return what tests decide on metrics, of which the best comes first."""
    below: dict[str, list[str]] = {metric: [] for metric in order}
    for metric, other in wins(tests, level):
        if metric in below:
            below[metric].append(other)
    # the best metric, or if it is not significantly better than any, the one that is than most
    winner = order[0] if below[order[0]] else max(below, key=lambda metric: len(below[metric]))
    alike = [metric for metric in order if metric not in (winner, *below[winner])]
    return _Decision(winner, below[winner], alike)


def _no_distinction(report: MetaEvaluation) -> Iterator[str]:
    """Say in which sets the metrics, or the join with human scores, are no good within systems."""
    sets = {judged.name: judged for judged in report.sets}
    for grouping, within in ((Grouping.SYSTEM, " within systems"), (Grouping.ALL, "")):
        highest = {}
        for health in report.health:
            judged = sets[health.set]
            outputs = health.judged_cells * len(judged.systems) * judged.segments
            rows = (row for row in report.segment_level if row.set == health.set)
            of_grouping = [row.kendall for row in rows if row.grouping is grouping]
            taus = [tau for tau in of_grouping if tau.value is not None]
            shown = (len(judged.systems) > 1) is (grouping is Grouping.SYSTEM)
            if shown and taus and all(_is_low(tau, outputs) for tau in taus):
                highest[health.set] = max(tau.value or 0.0 for tau in taus)
        if highest:
            names, tau = shortened(list(highest), MOST_NAMED), max(highest.values())
            yield Said.NO_DISTINCTION.format(sets=names, within=within, tau=tau)


def _is_low(tau: Estimate, outputs: float) -> bool:
    """Return whether a coefficient may be 0 or less, or is near 0 on many outputs."""
    if outputs >= settings.ENOUGH_HUMAN_SCORES and (tau.value or 0.0) < settings.LOW_TAU:
        return True
    interval = tau.over_segments
    return outputs >= settings.ENOUGH_TO_DISTINGUISH and interval is not None and interval.low <= 0


def _verdict(report: MetaEvaluation) -> Iterator[str]:
    main = report.main_grouping
    of_choices, level = main is Grouping.CHOICES, report.significance_level
    tests: Sequence[MetricDifference | OutputDifference]
    if report.together:
        one_metric, undecided, decided = Said.ONE_METRIC, Said.UNDECIDED, Said.DECIDED
        tests = report.differences
        values = {row.metric: row.accuracy.value for row in report.together}
    else:
        one_metric, undecided = Said.ONE_METRIC_ON_OUTPUTS, Said.UNDECIDED_ON_OUTPUTS
        decided = Said.DECIDED_ON_OUTPUTS
        tests = [test for test in report.output_differences if test.grouping is main]
        values = {
            row.metric: row.shown(report.coefficient).value for row in _on_outputs(report, main)
        }
    names = list(report.titles.values())
    said = {
        "metric": names[0],
        "metrics": listed(names) if len(names) <= MOST_METRICS else f"{len(names)} metrics",
        "judge": judge_of(report),
        "pairs": counted(sum(judged.pairs for judged in report.sets), "pair"),
        "outputs": _outputs(report),
        "coefficient": COEFFICIENTS[report.coefficient],
        "spread": _spread(report, values, _percent if report.together or of_choices else number),
    }
    said["how"] = (Said.AGREEMENT if of_choices else Said.COEFFICIENT).format(**said)
    decision = _decision([metric.metric for metric in report.metrics], tests, level)
    if decision.below:
        yield from _decided(report, decision, decided, said)
    elif not tests:
        yield one_metric.format(**said)
    else:
        smallest = min(test.adjusted_p_value for test in tests)
        yield undecided.format(**said, p=p_value(smallest, level))
        yield from _needed(report, max(tests, key=lambda test: test.difference))
    if report.together:
        for grouping in (Grouping.SEGMENT, Grouping.CHOICES):
            yield from _best_within(report, grouping)
    if of_choices:
        judges = [
            health.other_judges for health in report.health if health.other_judges is not None
        ]
        others = Said.OTHER_JUDGES.format(shares=span(judges)) if judges else ""
        yield Said.SCALE_OF_CHOICES.format(others=others)
    if report.together:
        return
    if not of_choices:
        yield from _scale(report, decision.winner, main)
    for grouping in (Grouping.SEGMENT, Grouping.SYSTEM, Grouping.DOCUMENT):
        yield from _best_within(report, grouping)


def _spread(
    report: MetaEvaluation, values: Mapping[str, float | None], form: Callable[[float | None], str]
) -> str:
    """Return the lowest and the highest of the values of metrics, of which the best comes first."""
    known = [form(value) for value in values.values() if value is not None] or [form(None)]
    without = [report.titles[metric] for metric, value in values.items() if value is None]
    spread = " to ".join(dict.fromkeys((known[-1], known[0])))
    if not 0 < len(without) < len(values):
        return spread
    return Said.UNDEFINED_FOR.format(spread=spread, metrics=shortened(without, MOST_METRICS))


def _scale(report: MetaEvaluation, metric: str, grouping: Grouping) -> Iterator[str]:
    shares = [
        row.accuracy_untied
        for row in report.segment_level
        if row.metric == metric and row.grouping is grouping and row.accuracy_untied is not None
    ]
    if shares:
        yield Said.SCALE.format(
            metric=report.titles[metric], share=span(shares), judge=judge_of(report)
        )


def _decided(
    report: MetaEvaluation, decision: _Decision, sentence: Said, said: Mapping[str, Any]
) -> Iterator[str]:
    name = report.titles
    below, alike = ([name[metric] for metric in metrics] for metrics in decision[1:])
    few = len(below) <= MOST_METRICS
    others = counted(len(report.metrics) - 1, "other metric")
    yield sentence.format(
        winner=name[decision.winner],
        others=listed(below) if few else f"{len(below)} of {others}",
        **said,
    )
    if not few:
        yield Said.MANY_BELOW.format(metrics=listed(below))
    if alike:
        yield Said.ALIKE.format(metrics=listed(alike))


def _best_by_aspect(report: MetaEvaluation) -> Iterator[str]:
    name, level = report.titles, report.significance_level
    values, what = main_values(report)
    for judged in report.sets if report.aspects else ():
        tested = against_chance(report, list(name), judged)
        signs = {metric: of_metric.sign(level) for metric, of_metric in tested.items()}
        sentences = {1: Said.ABOVE_CHANCE, -1: Said.BELOW_CHANCE, 0: Said.LIKE_CHANCE}
        for sign, sentence in sentences.items():
            titles = [title for metric, title in name.items() if signs[metric] == sign]
            if titles:
                where, metrics = WHERE[tested_grouping(report)], shortened(titles, MOST_METRICS)
                yield sentence.format(set=judged.name, where=where, metrics=metrics)
        value = values.get((judged.name, judged.best[0])) if judged.best else None
        if value is not None and signs[judged.best[0]] > 0 and len(judged.best) < len(name):
            of_best = {metric: values.get((judged.name, metric)) for metric in judged.best}
            equal = [metric for metric, own in of_best.items() if are_equal(own, value)]
            others = [name[metric] for metric in judged.best if metric not in equal]
            yield Said.BEST_ON.format(
                set=judged.name,
                metrics=shortened([name[metric] for metric in equal], MOST_NAMED),
                what=what,
                value=value,
                alike=Said.ALIKE_ON.format(metrics=listed(others)) if others else "",
            )


def main_values(report: MetaEvaluation) -> tuple[dict[tuple[str, str], float | None], str]:
    """Return by set and metric what metrics are compared by, and its name."""
    if report.together:
        accuracies = {(row.set, row.metric): row.accuracy.value for row in report.system_level}
        return accuracies, "pairwise accuracy"
    of_choices = report.main_grouping is Grouping.CHOICES
    return {
        (row.set, row.metric): row.shown(report.coefficient).value
        for row in report.segment_level
        if row.grouping is report.main_grouping
    }, SHARE_OF_CHOICES if of_choices else COEFFICIENTS[report.coefficient]


def _best_within(report: MetaEvaluation, grouping: Grouping) -> Iterator[str]:
    name, levels = report.titles, _on_outputs(report, grouping)
    value = levels[0].of(report.coefficient).value if len(levels) > 1 else None
    if value is None:
        return
    best = levels[0].metric
    equal = [row.metric for row in levels if are_equal(row.of(report.coefficient).value, value)]
    tests = [test for test in report.output_differences if test.grouping is grouping]
    level = report.significance_level
    below_each = [_decision([metric], tests, level).below for metric in equal]
    below = [metric for metric in below_each[0] if all(metric in each for each in below_each)]
    units, number = units_of(report)
    needed = [test for test in tests if test.metric == best and (test.units_needed or 0) > number]
    all_equal = len(equal) == len(levels)
    how: str = "" if all_equal else Said.NOT_BETTER_WITHIN
    if below:
        others = shortened([name[metric] for metric in below], MOST_NAMED)
        how = Said.BETTER_WITHIN.format(others=others)
    elif needed and len(equal) == 1:
        least = min(needed, key=lambda test: test.units_needed or 0)
        it_takes = about(least.units_needed or 0)
        how = Said.NEEDED_WITHIN.format(
            other=name[least.other], needed=it_takes, units=units, number=number
        )
    agreeing, contradicting = Said.WITHIN, Said.NONE_WITHIN
    if grouping is Grouping.CHOICES:
        agreeing, contradicting = Said.MOST_CHOICES, Said.NO_CHOICES
    yield (agreeing if value > 0 else contradicting).format(
        judge=judge_of(report),
        groups=grouping,
        metrics=shortened([name[metric] for metric in equal], MOST_NAMED),
        best="equally" if all_equal else "best",
        s="s" if len(equal) == 1 else "",
        have="has" if len(equal) == 1 else "have",
        coefficient=COEFFICIENTS[report.coefficient],
        value=value,
        share=_percent(levels[0].shown(report.coefficient).value),
        how=how,
    )
    if report.together and grouping is Grouping.SEGMENT:
        yield from _scale(report, best, grouping)


def _on_outputs(report: MetaEvaluation, grouping: Grouping) -> list[OnOutputs]:
    """Return the metrics in a grouping of outputs, the best first."""
    return [row for row in report.on_outputs if row.grouping is grouping]


def _choices(report: MetaEvaluation) -> list[PairCounts]:
    """Return the counts of choices on each set, by the first metric: all have the same number."""
    metric = report.metrics[0].metric
    return [row.pairs for row in report.segment_level if row.metric == metric]


def _outputs(report: MetaEvaluation) -> str:
    """Return the number of outputs that are scored, or of choices between outputs."""
    if report.main_grouping is Grouping.CHOICES:
        return counted(sum(pairs.decided for pairs in _choices(report)), "choice")
    shares = {health.set: health.judged_cells for health in report.health}
    outputs = [
        len(judged.systems) * judged.segments * shares.get(judged.name, 1.0)
        for judged in different_texts(report)
    ]
    return counted(round(sum(outputs)), "output")


def _needed(report: MetaEvaluation, widest: MetricDifference | OutputDifference) -> Iterator[str]:
    """Say so if no difference could be significant, and what it takes to show the largest one."""
    name, sets = report.titles, different_texts(report)
    if isinstance(widest, OutputDifference):
        needed, (unit, units) = widest.units_needed, units_of(report)
    else:
        needed, unit = widest.systems_needed, "systems"
        units = sum(len(judged.systems) for judged in sets)
        limit = min(test.p_value_limit for test in report.differences)
        if limit > report.significance_level:
            # of all arrangements of systems at least two are as extreme
            ways = ways_to_exchange(units, report.resamples)
            least = 1 / ways if ways else 1 / (report.resamples + 1)
            by_number = least > report.significance_level and limit < 1
            yield (Said.NEVER_SIGNIFICANT if by_number else Said.NEVER_BY_EFFECTS).format(
                systems=counted(units, "system"),
                resamples=counted(report.resamples, "resample"),
                limit=least if by_number else limit,
                metrics=counted(len(report.metrics), "metric"),
            )
    if needed is not None and needed > units:
        yield Said.NEEDED.format(
            metric=name[widest.metric],
            other=name[widest.other],
            needed=about(needed),
            units=unit,
            number=units,
        )


def _limits(report: MetaEvaluation) -> Iterator[str]:
    few = [judged.name for judged in report.sets if len(judged.systems) < settings.FEW_SYSTEMS]
    if not report.together:
        fewest = [
            judged.name for judged in report.sets if len(judged.systems) < settings.FEWEST_SYSTEMS
        ]
        if fewest and report.main_grouping is not Grouping.CHOICES:
            yield Said.OF_OUTPUTS.format(least=settings.FEWEST_SYSTEMS, sets=listed(fewest))
        level = [
            judged.name
            for judged in report.sets
            if judged.name not in fewest and are_equal(min(judged.scores), max(judged.scores))
        ]
        if level:
            yield Said.LEVEL_SYSTEMS.format(sets=listed(level))
        if sum(judged.units for judged in different_texts(report)) < settings.FEW_OUTPUTS:
            yield Said.FEW_OUTPUTS.format(outputs=_outputs(report))
    elif few:
        yield Said.FEW_SYSTEMS.format(least=settings.FEW_SYSTEMS, sets=listed(few))
    for unit in ("segment", "document"):
        single = [judged.name for judged in report.sets if (judged.unit, judged.units) == (unit, 1)]
        if single and report.together:
            yield Said.ONE_UNIT.format(sets=listed(single), unit=unit)
    varying = [judged for judged in report.sets if judged.units > 1]
    fixed = [judged.name for judged in varying if not judged.human_resampled]
    if fixed:
        yield Said.FIXED_SCORES.format(sets=listed(fixed))


def _limits_of(report: MetaEvaluation, judged: EvaluatedSet) -> Iterator[str]:
    for sentence, systems, noun in (
        (Said.UNJUDGED, judged.unjudged, "system"),
        (Said.WITHOUT_OUTPUTS, judged.without_outputs, "judged system"),
        (Said.OUTLIERS, judged.outliers, "system"),
    ):
        if systems:
            said = sentence.format(
                number=counted(len(systems), noun), systems=listed(systems), judge=judge_of(report)
            )
            yield of_set(judged.name, said)

    compared = [row for row in report.compared_systems if row.set == judged.name]
    groups: dict[int, list[str]] = {}
    for row in compared:
        groups.setdefault(row.group, []).append(row.system)
    unbeaten = [row.system for row in compared if row.unbeaten]
    if len(groups) > 1:
        listing = "; ".join(map(listed, groups.values()))
        yield of_set(judged.name, Said.UNCONNECTED.format(groups=listing))
    elif unbeaten:
        them = "it" if len(unbeaten) == 1 else "them"
        yield of_set(judged.name, Said.INFINITE.format(systems=listed(unbeaten), them=them))


def _raters(report: MetaEvaluation) -> Iterator[str]:
    for health in report.health:
        apart = () if health.raters is None else health.raters.apart
        if apart:
            raters = listed([f"rater {name}" for name in apart])
            verb = "s" if len(apart) == 1 else ""
            yield of_set(health.set, Said.APART.format(raters=raters, verb=verb))
        if health.raters is not None and health.raters.repeated:
            repeated, ratings = f"{health.raters.repeated:,}", f"{health.raters.ratings:,}"
            yield of_set(health.set, Said.REPEATED.format(number=repeated, ratings=ratings))


def _remarks(report: MetaEvaluation) -> Iterator[str]:
    """Say what takes the place of humans, and if the sets' weights decide what comes first."""
    name = report.titles
    if report.against is not None:
        yield Said.IN_PLACE_OF_HUMANS.format(judge=judge_of(report))
    if len(report.across_sets) > 1:
        best = max(report.across_sets, key=lambda metric: metric.accuracy.value)
        first = report.together[0]
        if best.metric not in {
            row.metric for row in report.together if row.accuracy.value == first.accuracy.value
        }:
            largest = max(report.sets, key=lambda judged: judged.pairs)
            yield Said.WEIGHTS.format(
                first=name[first.metric],
                other=name[best.metric],
                set=largest.name,
                number=largest.pairs,
                pairs=counted(sum(judged.pairs for judged in report.sets), "pair"),
            )


def _reversed(report: MetaEvaluation) -> Iterator[str]:
    orders, name, level = report.reversed_orders, report.titles, report.significance_level
    if len(report.sets) < 2 or not orders:
        return
    few, noun = sum(order.p_value_limit > level for order in orders), noun_of(report)
    surest = [order for order in orders if order.adjusted_p_value <= level]
    surest.sort(key=lambda order: order.adjusted_p_value)
    too_few = Said.TOO_FEW_TO_SHOW.format(few=few, orders=len(orders), noun=noun)
    yield Said.TURNS_ROUND.format(
        number=len({(order.metric, order.other) for order in orders}),
        pairs=counted(len(report.differences), "pair"),
        noun=noun,
        how="" if surest else ", significantly on none",
        few=too_few if few else "",
    )
    for order in surest[:MOST_NAMED]:
        yield Said.REVERSED.format(
            metric=name[order.metric],
            other=name[order.other],
            set=order.set,
            points=-100 * order.difference,
            p=p_value(order.adjusted_p_value, level),
        )
    further = surest[MOST_NAMED:]
    if further:
        sets = list(dict.fromkeys(order.set for order in further))
        yield Said.FURTHER_REVERSED.format(
            orders=counted(len(further), "further order"), sets=listed(sets)
        )


def _against_humans(report: MetaEvaluation) -> Iterator[str]:
    """Say if metrics agree with each other more than with humans, or all contradict humans."""
    if not report.together:
        return
    judge = judge_of(report)
    # two metrics that tie all systems agree on nothing
    each_other = [
        alike.accuracy or 0.0 for alike in report.metric_agreement if alike.kendall is not None
    ]
    highest = max(metric.accuracy.value or 0.0 for metric in report.together)
    if each_other and min(each_other) > highest:
        yield Said.AMONG_METRICS.format(
            each_other=span(each_other), highest=share(highest), judge=judge
        )
    against = [pair for pair in report.disputed_pairs if len(pair.metrics) == len(report.metrics)]
    if len(report.metrics) < 2 or not against:
        return
    significant = [pair for pair in against if pair.significant]
    which = Said.ALL_AGAINST_SIGNIFICANT.format(
        number=len(significant),
        verb="is" if len(significant) == 1 else "are",
        examples="; ".join(
            f"{pair.better} is better than {pair.worse}{_on(report, pair.set)}"
            for pair in significant[:MOST_NAMED]
        ),
        others=" and others" if len(significant) > MOST_NAMED else "",
        judge=judge,
    )
    yield Said.ALL_AGAINST.format(
        number=len(against),
        pairs=counted(sum(judged.pairs for judged in report.sets), "pair"),
        which=which if significant else "",
        judge=judge,
    )


def _flattered(report: MetaEvaluation) -> Iterator[str]:
    for case in report.flattered:
        others = dict.fromkeys(map(ordinal, (case.best_other_rank, case.worst_other_rank)))
        yield Said.FLATTERED.format(
            metric=report.titles[case.metric],
            system=case.system,
            rank=ordinal(case.rank),
            systems=case.systems,
            on=_on(report, case.set),
            judge=judge_of(report),
            human=ordinal(case.human_rank),
            others=" to ".join(others),
            excess=few_digits(case.excess, 3),
            p=p_value(case.adjusted_p_value, report.significance_level),
        )


def _references(report: MetaEvaluation, judged: EvaluatedSet) -> Iterator[str]:
    name = report.titles
    choices = [row for row in report.reference_choices if row.set == judged.name]
    if not choices:
        return
    single = [
        [under.accuracy for under in row.combinations if len(under.references) == 1]
        for row in choices
    ]
    with_reference, with_metric = (100 * np.ptp(single, axis=axis).max() for axis in (1, 0))
    several = len(choices) > 1
    said = Said.REFERENCE.format(
        alike=span([row.alike for row in choices]),
        points=with_reference,
        metric=Said.REFERENCE_AND_METRIC.format(points=with_metric) if several else "",
    )
    yield of_set(judged.name, said)
    best = [
        [row.metric for row, value in zip(choices, column, strict=True) if value == max(column)]
        for column in zip(*single, strict=True)
    ]
    if several and not set.intersection(*map(set, best)):
        of_each = [
            f"{listed([name[metric] for metric in metrics], 'or')} with reference {number}"
            for number, metrics in enumerate(best, start=1)
        ]
        yield of_set(judged.name, Said.BEST_BY_REFERENCE.format(metrics=listed(of_each)))


def _on_sets(report: MetaEvaluation) -> str:
    return f" on {counted(len(report.sets), noun_of(report))}" if len(report.sets) > 1 else ""


def _on(report: MetaEvaluation, name: str) -> str:
    """Return on which set something is, if there are several."""
    return f" on {name}" if len(report.sets) > 1 else ""


def _percent(share: float | None) -> str:
    return "an undefined share" if share is None else f"{100 * share:.1f}%"
