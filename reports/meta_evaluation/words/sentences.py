"""The sentences of a meta-evaluation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from tallystick.reports.meta_evaluation.model import (
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
from tallystick.reports.meta_evaluation.settings import (
    ENOUGH_HUMAN_SCORES,
    FEW_OUTPUTS,
    FEW_SYSTEMS,
    FEWEST_SYSTEMS,
    LOW_TAU,
)
from tallystick.reports.meta_evaluation.words.phrases import (
    COEFFICIENTS,
    SHARE_OF_CHOICES,
    different_texts,
    judge_of,
    noun_of,
    number,
    of_set,
    ordinal,
    span,
)
from tallystick.reports.wording import about, counted, listed, p_value, share, shortened

MOST_METRICS = 4
MOST_EXAMPLES = 3
"""Longer lists are cut, with the number of the others."""


class Said(StrEnum):
    """All sentences, in the order of the report, with places for what they say."""

    # the verdict
    NOT_HUMANS = "This is agreement with {judge.name}, not with humans."
    ONE_METRIC = "{metric} orders {spread} of {pairs} of systems as {judge.do}."
    UNDECIDED = (
        "No significant difference on systems between {metrics}: they order {spread} of {pairs} as "
        "{judge.do} (smallest p-value {p})."
    )
    NEVER_SIGNIFICANT = (
        "None can be significant: {systems} and {resamples} allow no p-value below {limit:.2g} for "
        "{metrics}."
    )
    NEVER_BY_EFFECTS = (
        "None can be significant: the metrics differ on so few systems that no p-value below "
        "{limit:.2g} is possible."
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
        "{winner} agrees with {judge.name} on outputs significantly better than {others}: {how}."
    )
    COEFFICIENT = "over {outputs} the {coefficient} with {judge.name} is {spread}"
    AGREEMENT = "the agreement with {judge.name} on {outputs} is {spread}"
    SCALE_OF_CHOICES = "A coin agrees on 50%{others}; a tie of a metric is half an agreement."
    OTHER_JUDGES = ", the majority of the other judges on {shares}"
    MOST_CHOICES = "On choices between outputs {metric} agrees best ({share}), {how}."
    SCALE = (
        "Of the pairs of outputs that neither {judge.name} nor {metric} tie, it orders {share} as "
        "{judge.do}; a coin would order 50%."
    )
    WITHIN = "Within {groups}s {metric} agrees best (mean {coefficient} {value:.3f}), {how}."
    BETTER_WITHIN = "significantly better than {others}"
    NOT_BETTER_WITHIN = "but not significantly"
    NEEDED_WITHIN = (
        "but not significantly: if its difference from {other} is real, it would take {needed} "
        "{units} to show (here {number:,})"
    )
    BEST_ON = "Best on {set}: {metric} ({what} {value:.3f}){alike}."
    ALIKE_ON = "; not significantly worse: {metrics}"
    # what is known of the human scores
    SYSTEMS = "{systems}{on}, {pairs}{significant}."
    SIGNIFICANT = "; significant under {judge.name}: {significant} of {pairs:,}"
    HALVES = "Random halves of the segments order {shares} of the pairs alike; a coin orders 50%."
    OTHER_SCORES = "The other human scores order {shares} alike."
    OUTPUTS = "{outputs}{on}."
    OF_CHOICES = "{outputs}{on} between outputs for {units}."
    RATERS = (
        "The scores of one rater have a {coefficient} of {shares} with the mean of the others'; a "
        "metric that is as good as a rater reaches it."
    )
    # what limits it
    OF_OUTPUTS = (
        "Fewer than {least} systems are judged in {sets}, so metrics are compared by how they "
        "order outputs, not systems."
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
    LOW_TAU = (
        "No metric has a tau-b of outputs{within} above {tau:.3f} in {set}: the metrics hardly "
        "tell good outputs of a system from bad ones, or the numbers of the segments do not fit "
        "the hypotheses."
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
    OUTLIERS = (
        "the {judge.adjective} score of {systems} is an outlier, which raises correlations; see "
        "the column without outliers."
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
        "not similar {others}: its score is better by {excess:.3g} than they lead one to expect "
        "(adjusted p-value {p}). It may be tuned to {metric}, made of outputs that it chose, or "
        "differ in something that it ignores and the others do not, such as quotation marks."
    )
    REFERENCE = (
        "a metric orders {alike} of the pairs of systems alike under two single references. Its "
        "accuracy changes by up to {points:.0f} points with the reference{metric}."
    )
    REFERENCE_AND_METRIC = ", and by up to {points:.0f} with the metric"
    BEST_BY_REFERENCE = "the best metric depends on the reference: {metrics}."


def verdict(found: MetaEvaluation) -> tuple[str, ...]:
    """Return which metrics agree best with humans, if the sets can tell."""
    judge = judge_of(found)
    against = () if found.against is None else (Said.NOT_HUMANS.format(judge=judge),)
    return (*against, *_verdict(found), *_best_by_aspect(found))


def notes(found: MetaEvaluation) -> tuple[str, ...]:
    """Return what limits the result, then what metrics and sets say of each other."""
    return tuple(
        chain(
            _limits(found),
            *(_limits_of(found, judged) for judged in found.sets),
            _raters(found),
            _remarks(found),
            _reversed(found),
            _against_humans(found),
            _flattered(found),
            *(_references(found, judged) for judged in found.sets),
        )
    )


def sentences_on_scores(found: MetaEvaluation) -> Iterator[str]:
    """Yield what is known of the scores that metrics are compared with."""
    yield from _on_judged(found)
    ceilings = one_rater(found)
    if ceilings:
        low, high = number(min(ceilings)), number(max(ceilings))
        yield Said.RATERS.format(
            coefficient=COEFFICIENTS[found.coefficient],
            shares=low if low == high else f"{low} to {high}",
        )


def one_rater(found: MetaEvaluation) -> list[float]:
    """Return the agreement of one rater with the others, on each set where it is known."""
    raters = [one.raters for one in found.health if one.raters is not None]
    return [one.one_rater.value for one in raters if one.one_rater.value is not None]


def _on_judged(found: MetaEvaluation) -> Iterator[str]:
    if found.main_grouping is Grouping.CHOICES:
        units = counted(sum(one.judged_segments for one in found.health), "segment")
        ties = counted(sum(one.tied_human + one.tied_both for one in _choices(found)), "tie")
        decided = f"{_outputs(found)} and {ties}"
        yield Said.OF_CHOICES.format(outputs=decided, on=_on_sets(found), units=units)
    elif not found.together:
        yield Said.OUTPUTS.format(outputs=_outputs(found), on=_on_sets(found))
    if not found.together:
        return
    tested = [one for one in found.sets if one.significant_pairs is not None]
    significant = Said.SIGNIFICANT.format(
        judge=judge_of(found),
        significant=sum(one.significant_pairs or 0 for one in tested),
        pairs=sum(one.pairs for one in tested),
    )
    yield Said.SYSTEMS.format(
        systems=counted(sum(len(one.systems) for one in different_texts(found)), "system"),
        on=_on_sets(found),
        pairs=counted(sum(one.pairs for one in found.sets), "pair"),
        significant=significant if tested else "",
    )
    halves = [one.split_half for one in found.health if one.split_half is not None]
    if halves:
        yield Said.HALVES.format(shares=span(halves))
    others = [one.other_scores for one in found.health if one.other_scores is not None]
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
    winner = order[0] if below[order[0]] else max(below, key=lambda one: len(below[one]))
    alike = [metric for metric in order if metric not in (winner, *below[winner])]
    return _Decision(winner, below[winner], alike)


def _verdict(found: MetaEvaluation) -> Iterator[str]:
    main = found.main_grouping
    of_choices, level = main is Grouping.CHOICES, found.significance_level
    tests: Sequence[MetricDifference | OutputDifference]
    if found.together:
        one_metric, undecided, decided = Said.ONE_METRIC, Said.UNDECIDED, Said.DECIDED
        tests = found.differences
        values = [_percent(one.accuracy.value) for one in found.together]
    else:
        one_metric, undecided = Said.ONE_METRIC_ON_OUTPUTS, Said.UNDECIDED_ON_OUTPUTS
        decided = Said.DECIDED_ON_OUTPUTS
        tests = [one for one in found.output_differences if one.grouping is main]
        form = _percent if of_choices else number
        values = [form(one.shown(found.coefficient).value) for one in _on_outputs(found, main)]
    said = {
        "metric": found.metrics[0].title,
        "metrics": _few(found),
        "judge": judge_of(found),
        "pairs": counted(sum(one.pairs for one in found.sets), "pair"),
        "outputs": _outputs(found),
        "coefficient": COEFFICIENTS[found.coefficient],
        "spread": " to ".join(dict.fromkeys((values[-1], values[0]))),
    }
    said["how"] = (Said.AGREEMENT if of_choices else Said.COEFFICIENT).format(**said)
    decision = _decision([one.metric for one in found.metrics], tests, level)
    if decision.below:
        yield from _decided(found, decision, decided, said)
    elif not tests:
        yield one_metric.format(**said)
    else:
        smallest = min(one.adjusted_p_value for one in tests)
        yield undecided.format(**said, p=p_value(smallest, level))
        yield from _needed(found, max(tests, key=lambda one: one.difference))
    if found.together:
        for grouping in (Grouping.SEGMENT, Grouping.CHOICES):
            yield from _best_within(found, grouping)
    if of_choices:
        judges = [one.other_judges for one in found.health if one.other_judges is not None]
        others = Said.OTHER_JUDGES.format(shares=span(judges)) if judges else ""
        yield Said.SCALE_OF_CHOICES.format(others=others)
    if found.together:
        return
    if not of_choices:
        yield from _scale(found, decision.winner, main)
    for grouping in (Grouping.SEGMENT, Grouping.SYSTEM, Grouping.DOCUMENT):
        yield from _best_within(found, grouping)


def _scale(found: MetaEvaluation, metric: str, grouping: Grouping) -> Iterator[str]:
    shares = [
        one.accuracy_untied
        for one in found.segment_level
        if one.metric == metric and one.grouping is grouping and one.accuracy_untied is not None
    ]
    if shares:
        yield Said.SCALE.format(
            metric=found.titles[metric], share=span(shares), judge=judge_of(found)
        )


def _decided(
    found: MetaEvaluation, decision: _Decision, sentence: Said, said: Mapping[str, Any]
) -> Iterator[str]:
    name = found.titles
    below, alike = ([name[metric] for metric in one] for one in decision[1:])
    few = len(below) <= MOST_METRICS
    others = counted(len(found.metrics) - 1, "other metric")
    yield sentence.format(
        winner=name[decision.winner],
        others=listed(below) if few else f"{len(below)} of {others}",
        **said,
    )
    if not few:
        yield Said.MANY_BELOW.format(metrics=listed(below))
    if alike:
        yield Said.ALIKE.format(metrics=listed(alike))


def _few(found: MetaEvaluation) -> str:
    names = [one.title for one in found.metrics]
    return listed(names) if len(names) <= MOST_METRICS else f"{len(names)} metrics"


def _best_by_aspect(found: MetaEvaluation) -> Iterator[str]:
    name = found.titles
    values, what = main_values(found)
    for one in found.sets if found.aspects else ():
        value = values.get((one.name, one.best[0])) if one.best else None
        if value is not None and len(one.best) < len(found.metrics):
            others = [name[metric] for metric in one.best[1:]]
            yield Said.BEST_ON.format(
                set=one.name,
                metric=name[one.best[0]],
                what=what,
                value=value,
                alike=Said.ALIKE_ON.format(metrics=listed(others)) if others else "",
            )


def main_values(found: MetaEvaluation) -> tuple[dict[tuple[str, str], float | None], str]:
    """Return by set and metric what metrics are compared by, and its name."""
    if found.together:
        return {
            (one.set, one.metric): one.accuracy.value for one in found.system_level
        }, "pairwise accuracy"
    of_choices = found.main_grouping is Grouping.CHOICES
    return {
        (one.set, one.metric): one.shown(found.coefficient).value
        for one in found.segment_level
        if one.grouping is found.main_grouping
    }, SHARE_OF_CHOICES if of_choices else COEFFICIENTS[found.coefficient]


def _best_within(found: MetaEvaluation, grouping: Grouping) -> Iterator[str]:
    name, levels = found.titles, _on_outputs(found, grouping)
    value = levels[0].of(found.coefficient).value if len(levels) > 1 else None
    if value is None:
        return
    best = levels[0].metric
    tests = [one for one in found.output_differences if one.grouping is grouping]
    below = _decision([best], tests, found.significance_level).below
    units, number = _units(found)
    needed = [one for one in tests if one.metric == best and (one.units_needed or 0) > number]
    how: str = Said.NOT_BETTER_WITHIN
    if below:
        how = Said.BETTER_WITHIN.format(others=shortened([name[one] for one in below], 3))
    elif needed:
        least = min(needed, key=lambda one: one.units_needed or 0)
        how = Said.NEEDED_WITHIN.format(
            other=name[least.other],
            needed=about(least.units_needed or 0),
            units=units,
            number=number,
        )
    sentence = Said.MOST_CHOICES if grouping is Grouping.CHOICES else Said.WITHIN
    yield sentence.format(
        groups=grouping,
        metric=name[best],
        coefficient=COEFFICIENTS[found.coefficient],
        value=value,
        share=_percent(levels[0].shown(found.coefficient).value),
        how=how,
    )
    if found.together and grouping is Grouping.SEGMENT:
        yield from _scale(found, best, grouping)


def _on_outputs(found: MetaEvaluation, grouping: Grouping) -> list[OnOutputs]:
    """Return the metrics in a grouping of outputs, the best first."""
    return [one for one in found.on_outputs if one.grouping is grouping]


def _choices(found: MetaEvaluation) -> list[PairCounts]:
    """Return the counts of choices on each set, by the first metric: all have the same number."""
    metric = found.metrics[0].metric
    return [one.pairs for one in found.segment_level if one.metric == metric]


def _outputs(found: MetaEvaluation) -> str:
    """Return the number of outputs that are scored, or of choices between outputs."""
    if found.main_grouping is Grouping.CHOICES:
        return counted(sum(one.decided for one in _choices(found)), "choice")
    judged = {one.set: one.judged_cells for one in found.health}
    outputs = [
        len(one.systems) * one.segments * judged.get(one.name, 1.0)
        for one in different_texts(found)
    ]
    return counted(round(sum(outputs)), "output")


def _units(found: MetaEvaluation) -> tuple[str, int]:
    """Return what is resampled of outputs, and its number in all sets with scores of them."""
    scored = {one.set for one in found.segment_level}
    sets = [one for one in different_texts(found) if one.name in scored]
    units = dict.fromkeys(f"{one.unit}s" for one in sets)
    return listed(list(units)), sum(one.units for one in sets)


def _needed(found: MetaEvaluation, widest: MetricDifference | OutputDifference) -> Iterator[str]:
    """Say so if no difference could be significant, and what it takes to show the largest one."""
    name, sets = found.titles, different_texts(found)
    if isinstance(widest, OutputDifference):
        needed, (unit, units) = widest.units_needed, _units(found)
    else:
        needed, unit, units = (
            widest.systems_needed,
            "systems",
            sum(len(one.systems) for one in sets),
        )
        limit = min(one.p_value_limit for one in found.differences)
        if limit > found.significance_level:
            # of all arrangements of systems at least two are as extreme
            fewest = max(len(found.differences) * 2.0 ** (1 - units), 1 / (found.resamples + 1))
            many = fewest > found.significance_level
            yield (Said.NEVER_SIGNIFICANT if many else Said.NEVER_BY_EFFECTS).format(
                systems=counted(units, "system"),
                resamples=counted(found.resamples, "resample"),
                limit=limit,
                metrics=counted(len(found.metrics), "metric"),
            )
    if needed is not None and needed > units:
        yield Said.NEEDED.format(
            metric=name[widest.metric],
            other=name[widest.other],
            needed=about(needed),
            units=unit,
            number=units,
        )


def _limits(found: MetaEvaluation) -> Iterator[str]:
    few = [one.name for one in found.sets if len(one.systems) < FEW_SYSTEMS]
    if not found.together:
        fewest = [one.name for one in found.sets if len(one.systems) < FEWEST_SYSTEMS]
        if found.main_grouping is not Grouping.CHOICES:
            yield Said.OF_OUTPUTS.format(least=FEWEST_SYSTEMS, sets=listed(fewest))
        if sum(one.units for one in different_texts(found)) < FEW_OUTPUTS:
            yield Said.FEW_OUTPUTS.format(outputs=_outputs(found))
    elif few:
        yield Said.FEW_SYSTEMS.format(least=FEW_SYSTEMS, sets=listed(few))
    for unit in ("segment", "document"):
        single = [one.name for one in found.sets if (one.unit, one.units) == (unit, 1)]
        if single and found.together:
            yield Said.ONE_UNIT.format(sets=listed(single), unit=unit)
    fixed = [one.name for one in found.sets if not one.human_resampled and one.units > 1]
    if fixed:
        yield Said.FIXED_SCORES.format(sets=listed(fixed))
    sets = {one.name: one for one in found.sets}
    for health in found.health:
        judged = sets[health.set]
        grouping = Grouping.SYSTEM if len(judged.systems) > 1 else Grouping.ALL
        within = [
            one.kendall.value
            for one in found.segment_level
            if one.set == health.set and one.grouping is grouping and one.kendall.value is not None
        ]
        number = health.judged_cells * len(judged.systems) * judged.segments
        if within and max(within) < LOW_TAU and number >= ENOUGH_HUMAN_SCORES:
            yield Said.LOW_TAU.format(
                within=" within systems" if grouping is Grouping.SYSTEM else "",
                tau=max(within),
                set=health.set,
            )


def _limits_of(found: MetaEvaluation, judged: EvaluatedSet) -> Iterator[str]:
    for sentence, systems, noun in (
        (Said.UNJUDGED, judged.unjudged, "system"),
        (Said.WITHOUT_OUTPUTS, judged.without_outputs, "judged system"),
        (Said.OUTLIERS, judged.outliers, "system"),
    ):
        if systems:
            said = sentence.format(
                number=counted(len(systems), noun), systems=listed(systems), judge=judge_of(found)
            )
            yield of_set(judged.name, said)

    unbeaten = [
        one.system for one in found.compared_systems if one.set == judged.name and one.unbeaten
    ]
    if unbeaten:
        them = "it" if len(unbeaten) == 1 else "them"
        yield of_set(judged.name, Said.INFINITE.format(systems=listed(unbeaten), them=them))


def _raters(found: MetaEvaluation) -> Iterator[str]:
    for health in found.health:
        if health.raters is not None and health.raters.apart:
            raters = listed([f"rater {one}" for one in health.raters.apart])
            verb = "s" if len(health.raters.apart) == 1 else ""
            yield of_set(health.set, Said.APART.format(raters=raters, verb=verb))
        if health.raters is not None and health.raters.repeated:
            repeated, ratings = health.raters.repeated, health.raters.ratings
            said = Said.REPEATED.format(number=f"{repeated:,}", ratings=f"{ratings:,}")
            yield of_set(health.set, said)


def _remarks(found: MetaEvaluation) -> Iterator[str]:
    """Say what takes the place of humans, and if the sets' weights decide what comes first."""
    name = found.titles
    if found.against is not None:
        yield Said.IN_PLACE_OF_HUMANS.format(judge=judge_of(found))
    if len(found.across_sets) > 1:
        best = max(found.across_sets, key=lambda one: one.accuracy.value)
        first = found.together[0]
        if best.metric not in {
            one.metric for one in found.together if one.accuracy.value == first.accuracy.value
        }:
            largest = max(found.sets, key=lambda one: one.pairs)
            yield Said.WEIGHTS.format(
                first=name[first.metric],
                other=name[best.metric],
                set=largest.name,
                number=largest.pairs,
                pairs=counted(sum(one.pairs for one in found.sets), "pair"),
            )


def _reversed(found: MetaEvaluation) -> Iterator[str]:
    orders, name, level = found.reversed_orders, found.titles, found.significance_level
    if len(found.sets) < 2 or not orders:
        return
    few = sum(one.p_value_limit > level for one in orders)
    surest = sorted(
        (one for one in orders if one.adjusted_p_value <= level),
        key=lambda one: one.adjusted_p_value,
    )
    yield Said.TURNS_ROUND.format(
        number=len({(one.metric, one.other) for one in orders}),
        pairs=counted(len(found.differences), "pair"),
        noun=noun_of(found),
        how="" if surest else ", significantly on none",
        few=(
            Said.TOO_FEW_TO_SHOW.format(few=few, orders=len(orders), noun=noun_of(found))
            if few
            else ""
        ),
    )
    for one in surest[:MOST_EXAMPLES]:
        yield Said.REVERSED.format(
            metric=name[one.metric],
            other=name[one.other],
            set=one.set,
            points=-100 * one.difference,
            p=p_value(one.adjusted_p_value, level),
        )
    further = surest[MOST_EXAMPLES:]
    if further:
        sets = list(dict.fromkeys(one.set for one in further))
        yield Said.FURTHER_REVERSED.format(
            orders=counted(len(further), "further order"), sets=listed(sets)
        )


def _against_humans(found: MetaEvaluation) -> Iterator[str]:
    """Say if metrics agree with each other more than with humans, or all contradict humans."""
    if not found.together:
        return
    judge = judge_of(found)
    # two metrics that tie all systems agree on nothing
    each_other = [one.accuracy or 0.0 for one in found.metric_agreement if one.kendall is not None]
    highest = max(one.accuracy.value or 0.0 for one in found.together)
    if each_other and min(each_other) > highest:
        yield Said.AMONG_METRICS.format(
            each_other=span(each_other), highest=share(highest), judge=judge
        )
    against = [one for one in found.disputed_pairs if len(one.metrics) == len(found.metrics)]
    if len(found.metrics) < 2 or not against:
        return
    significant = [one for one in against if one.significant]
    which = Said.ALL_AGAINST_SIGNIFICANT.format(
        number=len(significant),
        verb="is" if len(significant) == 1 else "are",
        examples="; ".join(
            f"{one.better} is better than {one.worse}{_on(found, one.set)}"
            for one in significant[:MOST_EXAMPLES]
        ),
        others=" and others" if len(significant) > MOST_EXAMPLES else "",
        judge=judge,
    )
    yield Said.ALL_AGAINST.format(
        number=len(against),
        pairs=counted(sum(one.pairs for one in found.sets), "pair"),
        which=which if significant else "",
        judge=judge,
    )


def _flattered(found: MetaEvaluation) -> Iterator[str]:
    for one in found.flattered:
        others = dict.fromkeys(map(ordinal, (one.best_other_rank, one.worst_other_rank)))
        yield Said.FLATTERED.format(
            metric=found.titles[one.metric],
            system=one.system,
            rank=ordinal(one.rank),
            systems=one.systems,
            on=_on(found, one.set),
            judge=judge_of(found),
            human=ordinal(one.human_rank),
            others=" to ".join(others),
            excess=one.excess,
            p=p_value(one.adjusted_p_value, found.significance_level),
        )


def _references(found: MetaEvaluation, judged: EvaluatedSet) -> Iterator[str]:
    name = found.titles
    choices = [one for one in found.reference_choices if one.set == judged.name]
    if not choices:
        return
    single = np.array(
        [
            [under.accuracy for under in one.combinations if len(under.references) == 1]
            for one in choices
        ]
    )
    with_reference, with_metric = (100 * np.ptp(single, axis=axis).max() for axis in (1, 0))
    several = len(choices) > 1
    said = Said.REFERENCE.format(
        alike=span([one.alike for one in choices]),
        points=with_reference,
        metric=Said.REFERENCE_AND_METRIC.format(points=with_metric) if several else "",
    )
    yield of_set(judged.name, said)
    best = [
        [one.metric for one, value in zip(choices, column, strict=True) if value == max(column)]
        for column in single.T.tolist()
    ]
    if several and not set.intersection(*map(set, best)):
        of_each = [
            f"{listed([name[metric] for metric in metrics], 'or')} with reference {number}"
            for number, metrics in enumerate(best, start=1)
        ]
        yield of_set(judged.name, Said.BEST_BY_REFERENCE.format(metrics=listed(of_each)))


def _on_sets(found: MetaEvaluation) -> str:
    return f" on {counted(len(found.sets), noun_of(found))}" if len(found.sets) > 1 else ""


def _on(found: MetaEvaluation, name: str) -> str:
    """Return on which set something is, if there are several."""
    return f" on {name}" if len(found.sets) > 1 else ""


def _percent(share: float | None) -> str:
    return "an undefined share" if share is None else f"{100 * share:.1f}%"
