"""The verdict and the notes of a comparison over several sets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    shared,
    sign_beside_zero,
    sign_of,
    standard_of,
    turned,
)
from tallystick.reports.comparison.thresholds import (
    MOST_NAMED,
    MOST_WORDS_OVER_SETS,
    SHARED_SEGMENTS,
)
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
from tallystick.reports.wording import counted, names, rounded, shortened, signed, system_name

if TYPE_CHECKING:
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

OVERLAP = (
    "{sets} have {common:,} of {segments} in common, so they are not independent: intervals and "
    "p-values over all sets are too small."
)
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


def verdict_over_sets(results: ResultsOverSets) -> tuple[str, ...]:
    """Return the verdict: the headline with doubts about it, and further sentences."""
    number = len(results.sets)
    if len(results.systems) < 2:
        return (FEW_SYSTEMS.format(sets=number, but=_without_one(results)),)
    outcomes = ((metric, _outcome(results, metric)) for metric in results.metrics)
    (said, first), *others = shared(outcomes)
    headline = f"Under {titles(first)}, {said}" if others else said.replace("no two", "No two", 1)
    by = _by(results, first)
    is_same = not others and not by and len(first) > 1
    same = (f"The headline holds under {titles(first)}.",) if is_same else ()
    doubtful = _doubtful_headline(results)
    plain = f"{headline} over {number} test sets{by}."
    return (
        " ".join([doubtful or plain, *_best_but_missing(results)]),
        *([plain] if doubtful else []),
        *(f"Under {titles(metrics)}, {said}{_by(results, metrics)}." for said, metrics in others),
        *same,
        *equivalence(_results(results, results.sets[0]), number),
        *_always_leads(results),
        *_best_on(results),
    )


def overlaps(in_common: Mapping[tuple[str, str], tuple[int, int]]) -> Iterator[str]:
    """Yield sentences on sets with segments in common, given how many of how many they have."""
    for sets, (common, segments) in in_common.items():
        if common > SHARED_SEGMENTS * segments:
            of_smaller = counted(segments, "segment")
            yield OVERLAP.format(sets=names(sets), common=common, segments=of_smaller)


def against_over_sets(results: ResultsOverSets) -> Iterator[str]:
    """Yield what sets say against the verdict, what concerns the best systems first."""
    if results.differences:
        yield from _without_each(results)
        yield from _turned(results)


def notes_over_sets(results: ResultsOverSets) -> Iterator[str]:
    """Yield what limits the result."""
    if results.missing:
        lacking = [
            f"{system_name(system)} ({names(sets)})" for system, sets in results.missing.items()
        ]
        said = shortened(lacking, MOST_NAMED)
        yield MISSING.format(missing=Listed(results.missing), sets=len(results.sets), said=said)
    for metric in results.metrics:
        undefined = [
            system_name(mean.system)
            for mean in results.scores
            if mean.metric == metric.metric and mean.score is None
        ]
        if undefined:
            yield UNDEFINED.format(metric=metric.title, systems=names(undefined))
    if results.differences:
        yield from _few(results)
        yield from _on_other_sets(results)
        yield from caveats_over_sets(results)
        if any(pair.equivalence for pair in results.differences):
            yield EQUIVALENT_MEANS
    if results.systems:
        yield WEIGHTS


# The headline, if a doubt on one of the sets concerns it


def _doubtful_headline(results: ResultsOverSets) -> str:
    """Return the result with the most serious doubt about its systems, or "" if there is none."""
    over_all = _results(results, results.sets[0])
    none_leads = results.baseline is None and not any(pair.better for pair in results.differences)
    if not any(map(over_all.ranked, over_all.metrics)) or (len(results.systems) > 2 and none_leads):
        return ""
    subjects, everywhere = headline_systems(over_all), set(results.systems)
    doubts = [
        (severity(over_all, on_set.comparison.test_set.segments)(doubt), on_set, doubt)
        for on_set in results.sets
        for doubt in on_set.comparison.doubts
        if not doubt.systems or not subjects.isdisjoint(doubt.systems)
        if doubt.kind != "winner depends on reference" or everywhere.issuperset(doubt.systems)
    ]
    for _, on_set, doubt in sorted(doubts, key=lambda entry: entry[0]):
        with_texts = _results(results, on_set)
        said = in_short(with_texts, f"{len(results.sets)} test sets")
        if doubt.kind == "winner depends on reference":
            depends = f"but on {on_set.name} the winner depends on the reference."
            sentences = [f"{short}, {depends}" for short in said]
        else:
            where = f" on {on_set.name}"
            sentences = [with_doubt(with_texts, doubt, short, where) for short in said]
        if sentences[0]:
            return first_short(sentences, MOST_WORDS_OVER_SETS)
    return ""


def _results(results: ResultsOverSets, on_set: ComparisonOnSet) -> Results:
    """Return the results over all sets, with the texts of one set."""
    scores: Any = {(mean.metric, mean.system): mean for mean in results.scores}
    differences: Any = {
        metric.metric: results.differences_under(metric.metric) for metric in results.metrics
    }
    # headlines read only what these have in common with those of a single set
    return replace(
        results_of(on_set.comparison),
        runs=dict.fromkeys(results.systems, 1),
        scores=scores,
        differences=differences,
        test=results.test,
    )


# Further sentences


def _by(results: ResultsOverSets, metrics: Sequence[MetricOverSets]) -> str:
    """Return by how much the best system exceeds the second, if it is better than all others."""
    sizes = []
    for metric in metrics:
        best, second, *_ = [mean.system for mean in results.in_order_of(metric.metric)]
        pairs = results.differences_under(metric.metric)
        of_best = [pair for pair in pairs if best in (pair.system, pair.other)]
        pair = between(of_best, best, second)
        if results.baseline is not None or any(pair.better != best for pair in of_best):
            return ""
        if pair is not None and pair.difference is not None:
            sizes.append(f"{rounded(abs(pair.difference), metric.scale)} {metric.title}")
    return BY[len(results.systems) == 2].format(sizes=Listed(sizes))


def _leaders(results: ResultsOverSets) -> Iterator[tuple[MetricOverSets, str]]:
    """Yield the system with the best mean, other than the baseline, if it is better than any."""
    for metric in results.metrics:
        ranked = (mean.system for mean in results.in_order_of(metric.metric))
        leader = next(system for system in ranked if system != results.baseline)
        if any(pair.better == leader for pair in results.differences_under(metric.metric)):
            yield metric, leader


def _without_each(results: ResultsOverSets) -> Iterator[str]:
    """Yield what becomes of a significant lead without one of the sets."""
    sizes = []
    for metric, leader in _leaders(results):
        pairs = results.differences_under(metric.metric)
        for lead in results.leads_under(metric.metric):
            same = lead.system == leader
            pair = between(pairs, leader, lead.other if same else lead.system)
            sign = sign_beside_zero(lead.interval, metric.higher_is_better)
            beaten = pair is not None and pair.better == leader
            if beaten and (not same or sign == "same"):
                key = ONLY_LEADS if same else LEADS_INSTEAD, lead.without, lead.system, lead.other
                sizes.append((_lead(lead, metric), key))
    for (wording, without, *both), of_metrics in shared(sizes):
        system, other = map(system_name, both)
        yield wording.format(set=without, system=system, other=other, sizes=Listed(of_metrics))


def _always_leads(results: ResultsOverSets) -> Iterator[str]:
    """Yield which systems that are better than any have the best mean without each set, too."""
    kept = (
        (metric, leader)
        for metric, leader in _leaders(results)
        if {lead.system for lead in results.leads_under(metric.metric)} == {leader}
    )
    for leader, metrics in shared(kept):
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


def _best_on(results: ResultsOverSets) -> Iterator[str]:
    """Yield on how many sets a leading system has the best score, of all systems of the set."""
    counts = []
    for metric, leader in _leaders(results):
        best = sum(
            score.best
            for on_set in results.sets
            for score in on_set.comparison.scores
            if (score.system, score.metric) == (leader, metric.metric)
        )
        counts.append((f"on {best} of {len(results.sets)} sets under {metric.title}", leader))
    for leader, of_metrics in shared(counts):
        yield BEST_ON.format(system=system_name(leader), counts=Listed(of_metrics))


def _on_other_sets(results: ResultsOverSets) -> Iterator[str]:
    """Yield how many differences would be significant if the sets were a sample of others."""
    said = []
    for metric in results.metrics:
        standard = standard_of(results, metric.metric)
        pairs = [
            pair.other_sets
            for pair in results.differences_under(metric.metric)
            if pair.other_sets is not None and standard in (pair.system, pair.other)
        ]
        number = sum(pair.better is not None for pair in pairs)
        terms = {
            "none": not number,
            "one_pair": len(pairs) == 1,
            "all": number == len(pairs),
            "number": number,
            "pairs": len(pairs),
            "from_standard": f" from {system_name(standard)}" * (len(pairs) > 1),
        }
        if pairs:
            said.append((metric, sentence(ON_OTHER_SETS, terms)))
    for clause, metrics in shared(said):
        yield OTHER_SETS.format(sets=len(results.sets), said=clause, metrics=titles(metrics))


def _best_but_missing(results: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on systems that are best on most sets, but not in all."""
    for system, lacking in results.missing.items():
        best = sum(
            all(score.best for score in on_set.comparison.scores if score.system == system)
            for on_set in results.sets
            if on_set.name not in lacking
        )
        if best > len(results.sets) / 2:
            sets = {"best": best, "sets": len(results.sets), "lacking": names(lacking)}
            yield BEST_BUT_MISSING.format(system=system_name(system), **sets)


def _without_one(results: ResultsOverSets) -> str:
    """Return the set to leave out in order to compare most systems, if that helps."""
    left = {
        on_set.name: len(results.systems)
        + sum(sets == (on_set.name,) for sets in results.missing.values())
        for on_set in results.sets
    }
    name = max(left, key=lambda set_name: left[set_name])
    return WITHOUT_ONE.format(set=name, left=left[name]) if left[name] > 1 else ""


def _outcome(results: ResultsOverSets, metric: MetricOverSets) -> str:
    """Return a clause on which systems are significantly better."""
    differences = results.differences_under(metric.metric)
    if results.baseline is not None:
        return _against_baseline(results.baseline, differences)
    ranked = [mean.system for mean in results.in_order_of(metric.metric) if mean.score is not None]
    best = ranked[0] if ranked else ""
    significant = [pair for pair in differences if pair.better is not None]
    beaten = {name for win in significant if win.better == best for name in (win.system, win.other)}
    left = [system for system in ranked[1:] if system not in beaten]
    tests = [pair.equivalence for pair in differences if pair.equivalence and not pair.better]
    of_two = tests if len(results.systems) == 2 else []
    terms = {
        "equivalent": any(test.equivalent for test in of_two),
        "impossible": not significant
        and _least_p_value(differences) > results.test.significance_level,
        "not_excluded": of_two,
        "margin": f"{metric.margin:g} {metric.title}" if of_two else "",
        "none_differs": not significant,
        "better_than_other": not left and len(ranked) == 2,
        "better_than_all": not left,
        "number": len(results.systems),
        "best": system_name(best),
        "second": "" if len(ranked) < 2 else system_name(ranked[1]),
        "others": len(ranked) - 1,
        "left": Listed(left),
        "equal": names(left) if len(left) <= MOST_NAMED else f"{len(left)} systems",
    }
    return sentence(OUTCOME, terms)


def _against_baseline(baseline: str, differences: Sequence[DifferenceOverSets]) -> str:
    groups: dict[str, list[str]] = {outcome: [] for outcome in AGAINST_BASELINE}
    for pair in differences:
        groups[sign_of(pair, pair.system)].append(pair.system)
    parts: list[str] = []
    for outcome, group in groups.items():
        if group:
            who = names(group) if len(group) <= MOST_NAMED else f"{len(group)} systems"
            known = "it" if parts else f"the baseline {system_name(baseline)}"
            said = AGAINST_BASELINE[outcome].format(who=Listed(group))
            parts.append(f"{who} {said} {known}")
    return "; ".join(parts)


def _turned(results: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on sets that contradict the order over all sets, those on leaders first."""
    leaders = headline_systems(_results(results, results.sets[0]))
    contradictions = []
    for number, metric in enumerate(results.metrics):
        for pair in results.differences_under(metric.metric):
            for better, worse in ((pair.system, pair.other), (pair.other, pair.system)):
                sets = pair.sets_seen_from(worse)[0]
                if better == pair.better and sets:
                    key = leaders.isdisjoint((better, worse)), number, -abs(pair.difference or 0)
                    contradictions.append((key, (worse, better, sets), metric.title))
    named = shared((title, said) for _, said, title in sorted(contradictions))
    for (worse, better, sets), under in named[:MOST_NAMED]:
        both = {"worse": system_name(worse), "better": system_name(better)}
        yield TURNED.format(sets=names(sets), **both, metrics=Listed(under))
    if len(named) > MOST_NAMED:
        yield MORE_TURNED.format(pairs=counted(len(named) - MOST_NAMED, "further pair"))


def _least_p_value(differences: Sequence[DifferenceOverSets]) -> float:
    """Return the smallest corrected p-value that a pair can have, or 0 if all are the same."""
    return min((pair.p_value_limit or 0.0 for pair in differences if pair.difference), default=0.0)


def _few(results: ResultsOverSets) -> Iterator[str]:
    """Yield sentences on what resamples or units are too few for."""
    test, sets = results.test, [on_set.comparison for on_set in results.sets]
    on_sets = replace(test, correction="holm", comparisons=test.comparisons * len(sets))
    least = least_p_values(np.array([max(alone.test_set.units for alone in sets)]))[0]
    least = max(least, 1 / (min(alone.test.resamples for alone in sets) + 1)) * on_sets.comparisons
    of_means = max(
        _least_p_value(results.differences_under(metric.metric)) for metric in results.metrics
    )
    for where, p, corrected in (
        ("over the sets", of_means, test),
        ("on single sets", min(1.0, least), on_sets),
    ):
        if p > test.significance_level:
            yield FEW.format(where=where, p=p, correction=after_correction(corrected))
