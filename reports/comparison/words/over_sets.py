"""The verdict and the notes of a comparison over several sets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.resampling.correction import least_p_values
from tallystick.reports.comparison.doubts import severity
from tallystick.reports.comparison.facts.results import (
    Results,
    between,
    headline_systems,
    results_of,
    same_leaders,
    sign_beside_zero,
    standard_of,
    turned,
)
from tallystick.reports.comparison.thresholds import MOST_NAMED, MOST_WORDS_OVER_SETS
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    Listed,
    after_correction,
    equivalence,
    first_short,
    sentence,
    titles,
)
from tallystick.reports.comparison.words.caveats import caveats_over_sets
from tallystick.reports.comparison.words.headline import in_short, with_doubt
from tallystick.reports.wording import counted, names, rounded, signed, system_name

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Doubt
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        DifferenceOverSets,
        LeadWithoutSet,
        MetricOverSets,
        ResultsOverSets,
    )

FEW_SYSTEMS = (
    "Fewer than two systems are in all {sets} test sets, so none were compared over them{but}."
)
WITHOUT_ONE = "; without the set {set}, {left} systems are in all sets"
OUTCOME: Cases = {
    "equivalent": "{best} and {second} are equivalent within ±{margin}",
    "impossible": "no two of {number} systems can differ significantly",
    "not_excluded": (
        "{best} and {second} do not differ significantly, but a difference of {margin} is not "
        "excluded"
    ),
    "none_differs": "no two of {number} systems differ significantly",
    "better_than_other": "{best} scores significantly better than {second}",
    "better_than_all": "{best} scores significantly better than all {others} other systems",
    ALWAYS: "{best} scores best, but {equal} {left:does|do} not differ significantly from it",
}
"""Which systems are significantly better under a metric, if all pairs are compared."""

AGAINST_BASELINE = {
    "better": "{who:is|are} significantly better than",
    "worse": "{who:is|are} significantly worse than",
    "same": "{who:is|are} not significantly different from",
}
BY = {True: ", by {sizes}", False: ", by at least {sizes}"}
"""By how much the best system is better: of two systems, or of more."""

ONLY_LEADS = "Without {set}, {system} leads {other} by only {sizes}."
LEADS_INSTEAD = "Without {set}, {system} leads {other} by {sizes}."
ALWAYS_LEADS = "Whichever set is left out, {system} has the best mean under {metrics}."
BEST_ON = "{system} scores best {counts}."
ON_OTHER_SETS: Cases = {
    "none": "no significant difference{from_standard}",
    "one_pair": "a significant difference",
    "all": "significant differences{from_standard} for all {pairs} systems",
    ALWAYS: "a significant difference{from_standard} for {number} of {pairs} systems",
}
OTHER_SETS = (
    "Taken as a random sample of such sets, the {sets} sets show {said} under {metrics}; the table "
    "of all pairs, in HTML and Markdown, has the intervals."
)
TURNED = (
    "On {sets}, {worse} is significantly better than {better} under {metrics}; over all sets it is "
    "worse."
)
MORE_TURNED = (
    "Sets contradict the order of {pairs}; the table of all pairs, in HTML and Markdown, names "
    "them."
)
BEST_BUT_MISSING = "{system}, best on {best} of {sets} sets, has no output for {lacking}."
MISSING = (
    "{missing:#system} {missing:is|are} not in all {sets} sets and only compared on single ones; "
    "missing: {said}."
)
UNDEFINED = "{metric} of {systems} is not defined on some set, so there is no mean."
FEW = (
    "Few differences {where}, or none, can be significant: the smallest p-value that resamples and "
    "units allow is {p:.2g}{correction}. Draw more resamples, or take larger sets."
)
EQUIVALENT_MEANS = (
    "Equivalence is that of the mean scores: differences on single sets can be larger and cancel. "
    "The table of all pairs names the sets on which two systems are equivalent."
)
WEIGHTS = (
    "Each set has the same weight, whatever its size and the spread of its scores. Intervals and "
    "p-values cover other segments of these sets, not other sets, unless a column says so."
)


def verdict_over_sets(found: ResultsOverSets) -> tuple[str, ...]:
    """Return the verdict: the headline with doubts about it, and further sentences."""
    number = len(found.sets)
    if len(found.systems) < 2:
        return (FEW_SYSTEMS.format(sets=number, but=_without_one(found)),)
    outcomes: dict[str, list[MetricOverSets]] = {}
    for metric in found.metrics:
        outcomes.setdefault(_outcome(found, metric), []).append(metric)
    (said, first), *others = outcomes.items()
    headline = f"Under {titles(first)}, {said}" if others else said.replace("no two", "No two", 1)
    by = _by(found, first)
    is_same = not others and not by and len(first) > 1
    same = (f"The headline holds under {titles(first)}.",) if is_same else ()
    doubtful = _doubtful_headline(found)
    plain = f"{headline} over {number} test sets{by}."
    return (
        " ".join([doubtful or plain, *_best_but_missing(found)]),
        *([plain] if doubtful else []),
        *(f"Under {titles(metrics)}, {said}{_by(found, metrics)}." for said, metrics in others),
        *same,
        *equivalence(_results(found, found.sets[0]), number),
        *_always_leads(found),
        *_best_on(found),
    )


def against_over_sets(found: ResultsOverSets) -> Iterator[str]:
    """Yield what sets say against the verdict, what concerns the best systems first."""
    if found.differences:
        yield from _without_each(found)
        yield from _turned(found)


def notes_over_sets(found: ResultsOverSets) -> Iterator[str]:
    """Yield what limits the result."""
    if found.missing:
        lacking = [
            f"{system_name(system)} ({names(sets)})"
            for system, sets in list(found.missing.items())[:MOST_NAMED]
        ]
        more = len(found.missing) - len(lacking)
        said = Listed([*lacking, *([f"{more:,} more"] if more else [])])
        yield MISSING.format(missing=Listed(found.missing), sets=len(found.sets), said=said)
    for metric in found.metrics:
        undefined = [
            system_name(one.system)
            for one in found.scores
            if one.metric == metric.metric and one.score is None
        ]
        if undefined:
            yield UNDEFINED.format(metric=metric.title, systems=names(undefined))
    if found.differences:
        yield from _few(found)
        yield from _on_other_sets(found)
        yield from caveats_over_sets(found)
        if any(one.equivalence for one in found.differences):
            yield EQUIVALENT_MEANS
    if found.systems:
        yield WEIGHTS


# The headline, if a doubt on one of the sets concerns it


def _doubtful_headline(found: ResultsOverSets) -> str:
    """Return the result with the most serious doubt about its systems, or "" if there is none."""
    over_all = _results(found, found.sets[0])
    nothing_leads = found.baseline is None and not any(one.better for one in found.differences)
    if not same_leaders(over_all) or (len(found.systems) > 2 and nothing_leads):
        return ""
    return first_short(_with_doubt(found, over_all), MOST_WORDS_OVER_SETS)


def _with_doubt(found: ResultsOverSets, over_all: Results) -> Iterator[str]:
    subjects = headline_systems(over_all)
    doubts = [
        (severity(over_all, one.comparison.test_set.segments)(doubt), one, doubt)
        for one in found.sets
        for doubt in one.comparison.doubts
        if _concerns(doubt, subjects, found.systems)
    ]
    for _, on_set, doubt in sorted(doubts, key=lambda one: one[0]):
        results = _results(found, on_set)
        said = in_short(results, f"{len(found.sets)} test sets")
        if doubt.kind == "winner depends on reference":
            depends = f"but on {on_set.name} the winner depends on the reference."
            yield from (f"{short}, {depends}" for short in said)
            return
        sentences = [with_doubt(results, doubt, short, f" on {on_set.name}") for short in said]
        if sentences[0]:
            yield from sentences
            return


def _concerns(doubt: Doubt, subjects: set[str], systems: tuple[str, ...]) -> bool:
    if doubt.kind == "winner depends on reference" and not set(doubt.systems) <= set(systems):
        return False
    return not doubt.systems or not subjects.isdisjoint(doubt.systems)


def _results(found: ResultsOverSets, on_set: ComparisonOnSet) -> Results:
    """Return the results over all sets, with the texts of one set."""
    scores: Any = {(one.metric, one.system): one for one in found.scores}
    differences: Any = {
        metric.metric: found.differences_under(metric.metric) for metric in found.metrics
    }
    # headlines read only what these have in common with those of a single set
    return replace(
        results_of(on_set.comparison),
        runs=dict.fromkeys(found.systems, 1),
        scores=scores,
        differences=differences,
        test=found.test,
    )


# Further sentences


def _by(found: ResultsOverSets, metrics: Sequence[MetricOverSets]) -> str:
    """Return by how much the best system exceeds the second, if it is better than all others."""
    sizes = []
    for metric in metrics:
        best, second, *_ = [one.system for one in found.in_order_of(metric.metric)]
        pairs = found.differences_under(metric.metric)
        of_best = [one for one in pairs if best in (one.system, one.other)]
        pair = between(of_best, best, second)
        if found.baseline is not None or any(one.better != best for one in of_best):
            return ""
        if pair is not None and pair.difference is not None:
            sizes.append(f"{rounded(abs(pair.difference), metric.scale)} {metric.title}")
    return BY[len(found.systems) == 2].format(sizes=Listed(sizes))


def _leaders(found: ResultsOverSets) -> Iterator[tuple[MetricOverSets, str]]:
    """Yield the system with the best mean, other than the baseline, if it is better than any."""
    for metric in found.metrics:
        ranked = (one.system for one in found.in_order_of(metric.metric))
        leader = next(system for system in ranked if system != found.baseline)
        if any(one.better == leader for one in found.differences_under(metric.metric)):
            yield metric, leader


def _without_each(found: ResultsOverSets) -> Iterator[str]:
    """Yield what becomes of a significant lead without one of the sets."""
    sizes: dict[tuple[str, str, str, str], list[str]] = {}
    for metric, leader in _leaders(found):
        pairs = found.differences_under(metric.metric)
        for lead in found.leads_under(metric.metric):
            same = lead.system == leader
            pair = between(pairs, leader, lead.other if same else lead.system)
            sign = sign_beside_zero(lead.interval, metric.higher_is_better)
            beaten = pair is not None and pair.better == leader
            if beaten and (not same or sign == "same"):
                key = ONLY_LEADS if same else LEADS_INSTEAD, lead.without, lead.system, lead.other
                sizes.setdefault(key, []).append(_lead(lead, metric))
    for (wording, without, *both), of_metrics in sizes.items():
        system, other = map(system_name, both)
        yield wording.format(set=without, system=system, other=other, sizes=Listed(of_metrics))


def _always_leads(found: ResultsOverSets) -> Iterator[str]:
    """Yield which systems that are better than any have the best mean without each set, too."""
    kept: dict[str, list[MetricOverSets]] = {}
    for metric, leader in _leaders(found):
        leads = found.leads_under(metric.metric)
        if leads and all(one.system == leader for one in leads):
            kept.setdefault(leader, []).append(metric)
    for leader, metrics in kept.items():
        yield ALWAYS_LEADS.format(system=system_name(leader), metrics=titles(metrics))


def _lead(lead: LeadWithoutSet, metric: MetricOverSets) -> str:
    """Return the size of a lead with its interval, positive if the leader is better."""
    difference, bounds = lead.difference, lead.interval
    if not metric.higher_is_better:
        difference, bounds = -difference, turned(bounds)
    size = f"{rounded(difference, metric.scale)} {metric.title}"
    if bounds is None:
        return size
    low, high = (signed(bound, metric.scale) for bound in (bounds.low, bounds.high))
    return f"{size} [{low}, {high}]"


def _best_on(found: ResultsOverSets) -> Iterator[str]:
    """Yield on how many sets a leading system has the best score, of all systems of the set."""
    counts: dict[str, list[str]] = {}
    for metric, leader in _leaders(found):
        best = sum(
            one.best
            for on_set in found.sets
            for one in on_set.comparison.scores
            if (one.system, one.metric) == (leader, metric.metric)
        )
        said = f"on {best} of {len(found.sets)} sets under {metric.title}"
        counts.setdefault(leader, []).append(said)
    for leader, of_metrics in counts.items():
        yield BEST_ON.format(system=system_name(leader), counts=Listed(of_metrics))


def _on_other_sets(found: ResultsOverSets) -> Iterator[str]:
    """Yield how many differences would be significant if the sets were a sample of others."""
    said: dict[str, list[MetricOverSets]] = {}
    for metric in found.metrics:
        standard = standard_of(found, metric.metric)
        pairs = [
            one.other_sets
            for one in found.differences_under(metric.metric)
            if one.other_sets is not None and standard in (one.system, one.other)
        ]
        number = sum(one.better is not None for one in pairs)
        terms = {
            "none": not number,
            "one_pair": len(pairs) == 1,
            "all": number == len(pairs),
            "number": number,
            "pairs": len(pairs),
            "from_standard": f" from {system_name(standard)}" * (len(pairs) > 1),
        }
        if pairs:
            said.setdefault(sentence(ON_OTHER_SETS, terms), []).append(metric)
    for clause, metrics in said.items():
        yield OTHER_SETS.format(sets=len(found.sets), said=clause, metrics=titles(metrics))


def _best_but_missing(found: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on systems that are best on most sets, but not in all."""
    for system, lacking in found.missing.items():
        best = sum(
            all(one.best for one in on_set.comparison.scores if one.system == system)
            for on_set in found.sets
            if on_set.name not in lacking
        )
        if best > len(found.sets) / 2:
            sets = {"best": best, "sets": len(found.sets), "lacking": names(lacking)}
            yield BEST_BUT_MISSING.format(system=system_name(system), **sets)


def _without_one(found: ResultsOverSets) -> str:
    """Return the set to leave out in order to compare most systems, if that helps."""
    left = {
        one.name: len(found.systems) + sum(sets == (one.name,) for sets in found.missing.values())
        for one in found.sets
    }
    name = max(left, key=lambda one: left[one])
    return WITHOUT_ONE.format(set=name, left=left[name]) if left[name] > 1 else ""


def _outcome(found: ResultsOverSets, metric: MetricOverSets) -> str:
    """Return a clause on which systems are significantly better."""
    differences = found.differences_under(metric.metric)
    if found.baseline is not None:
        return _against_baseline(found.baseline, differences)
    ranked = [one.system for one in found.in_order_of(metric.metric) if one.score is not None]
    best = ranked[0] if ranked else ""
    significant = [one for one in differences if one.better is not None]
    beaten = {name for one in significant if one.better == best for name in (one.system, one.other)}
    left = [one for one in ranked[1:] if one not in beaten]
    tests = [one.equivalence for one in differences if one.equivalence and not one.better]
    of_two = tests if len(found.systems) == 2 else []
    terms = {
        "equivalent": any(one.equivalent for one in of_two),
        "impossible": not significant
        and _least_p_value(differences) > found.test.significance_level,
        "not_excluded": of_two,
        "margin": f"{metric.margin:g} {metric.title}" if of_two else "",
        "none_differs": not significant,
        "better_than_other": not left and len(ranked) == 2,
        "better_than_all": not left,
        "number": len(found.systems),
        "best": system_name(best),
        "second": "" if len(ranked) < 2 else system_name(ranked[1]),
        "others": len(ranked) - 1,
        "left": Listed(left),
        "equal": names(left) if len(left) <= MOST_NAMED else f"{len(left)} systems",
    }
    return sentence(OUTCOME, terms)


def _against_baseline(baseline: str, differences: Sequence[DifferenceOverSets]) -> str:
    groups: dict[str, list[str]] = {outcome: [] for outcome in AGAINST_BASELINE}
    for one in differences:
        outcome = "same" if one.better is None else "better" if one.better != baseline else "worse"
        groups[outcome].append(one.system)
    parts: list[str] = []
    for outcome, group in groups.items():
        if group:
            who = names(group) if len(group) <= MOST_NAMED else f"{len(group)} systems"
            known = "it" if parts else f"the baseline {system_name(baseline)}"
            said = AGAINST_BASELINE[outcome].format(who=Listed(group))
            parts.append(f"{who} {said} {known}")
    return "; ".join(parts)


def _turned(found: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on sets that contradict the order over all sets, those on leaders first."""
    leaders = headline_systems(_results(found, found.sets[0]))
    contradictions = []
    for number, metric in enumerate(found.metrics):
        for one in found.differences_under(metric.metric):
            for better, worse in ((one.system, one.other), (one.other, one.system)):
                sets = one.sets_seen_from(worse)[0]
                if better == one.better and sets:
                    further = leaders.isdisjoint((better, worse)), number, -abs(one.difference or 0)
                    contradictions.append((further, (worse, better, sets), metric.title))
    metrics: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for _, contradiction, title in sorted(contradictions):
        metrics.setdefault(contradiction, []).append(title)
    for (worse, better, sets), under in list(metrics.items())[:MOST_NAMED]:
        both = {"worse": system_name(worse), "better": system_name(better)}
        yield TURNED.format(sets=names(sets), **both, metrics=Listed(under))
    if len(metrics) > MOST_NAMED:
        yield MORE_TURNED.format(pairs=counted(len(metrics) - MOST_NAMED, "further pair"))


def _least_p_value(differences: Sequence[DifferenceOverSets]) -> float:
    """Return the smallest corrected p-value that a pair can have, or 0 if all are the same."""
    return min((one.p_value_limit or 0.0 for one in differences if one.difference), default=0.0)


def _few(found: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on what resamples or units are too few for."""
    test, sets = found.test, [one.comparison for one in found.sets]
    on_sets = replace(test, correction="holm", comparisons=test.comparisons * len(sets))
    least = least_p_values(np.array([max(one.test_set.units for one in sets)]))[0]
    least = max(least, 1 / (min(one.test.resamples for one in sets) + 1)) * on_sets.comparisons
    of_means = max(_least_p_value(found.differences_under(one.metric)) for one in found.metrics)
    for where, p, corrected in (
        ("over the sets", of_means, test),
        ("on single sets", min(1.0, least), on_sets),
    ):
        if p > test.significance_level:
            yield FEW.format(where=where, p=p, correction=after_correction(corrected))
