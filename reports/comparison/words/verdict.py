"""The verdict in sentences: which systems differ significantly on this test set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from statistics import median

from tallystick.reports.comparison.facts.results import (
    OUTCOMES,
    Results,
    results_of,
    seen_from,
    shared,
    standard_of,
    was_tested,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison
from tallystick.reports.comparison.thresholds import FEW_FOR_VISIBILITY, MOST_NAMED
from tallystick.reports.comparison.words.cases import (
    ALWAYS,
    Cases,
    Listed,
    all_of,
    equivalence,
    least_p_value,
    opponents_called,
    sentence,
    titles,
    too_few_differ,
    why_blind,
)
from tallystick.reports.comparison.words.headline import headlines, same_scores, standings
from tallystick.reports.wording import (
    about,
    counted,
    difference_with_interval,
    equation,
    few_digits,
    interval,
    is_saved,
    names,
    p_value_of,
    percent,
    rounded,
    rounds_to_zero,
    score_with_interval,
    system_name,
)

BASELINE: Mapping[str, str] = {
    "better": "{who:scores|score} significantly better than {opponents}, by {sizes}",
    "worse": "{who:scores|score} significantly worse than {opponents}, by {sizes}",
    "same": "{who:does|do} not differ significantly from {opponents}",
    "untested": "could not be compared with {opponents}",
}
"""What is said of one system and of several, by their outcome."""

CLUSTERS: Cases = {
    "none_differs": "",
    "all_differ": "{every} pairs differ significantly; the systems fall into {into}",
    "one_differs": "1 of {pairs} differs significantly; the systems fall into {into}",
    ALWAYS: "{number:,} of {pairs} differ significantly; the systems fall into {into}",
}
AGREEMENT: Cases = {
    "nothing_ranked": "",
    "two_contradict": "",  # the headline reports it
    "two_agree": "{metrics} prefer the same system.",
    "two_differ_under_both": "{metrics} prefer different systems, {how}.",
    "two_differ": "{metrics} do not all prefer the same system, {how}.",
    "differ": (
        "{metrics} rank {opposite:,} of the {pairs} differently, {contradicting} under {both}."
    ),
    "tied": "",
    "agree_on_opponents": "All differences from {opponents} have the same sign under {metrics}.",
    ALWAYS: "{metrics} rank the systems in the same order.",
}
"""Whether the metrics rank the systems in the same order."""


def verdict(results: Results) -> tuple[str, ...]:
    """Return the verdict: the headline, a sentence that continues it, and further ones."""
    if len(results.systems) < 2:
        parts = FOLLOWING["one system"]
    elif len(results.systems) == 2:
        identical = any(pair.identical_output for pair in results.pairs)
        parts = FOLLOWING["two equal systems" if identical else "two systems"]
    else:
        parts = FOLLOWING["opponents" if results.opponents else "all pairs"]
    return (*headlines(results), *filter(None, (said for part in parts for said in part(results))))


def verdict_with_digits(comparison: Comparison, digits: int | None) -> tuple[str, ...]:
    """Return the verdict with `digits` decimals, or by default those of each metric."""
    if digits is None or not comparison.verdict:
        return comparison.verdict
    metrics = tuple(
        replace(metric, scale=replace(metric.scale, digits=digits)) for metric in comparison.metrics
    )
    return verdict(replace(results_of(comparison), metrics=metrics))


def _one_system(results: Results) -> Iterator[str]:
    [system] = results.systems
    said = Listed(
        f"{interval(bounds, metric.scale)} {metric.title}"
        for metric in results.metrics
        for bounds in [results.scores[metric.metric, system].interval]
        if bounds is not None
    )
    if said:
        yield f"The {percent(results.test.confidence)} {said:interval is|intervals are} {said}."


def _numbers(results: Results) -> Iterator[str]:
    """Yield the scores of two systems under each metric, and their difference."""
    for metric in results.metrics:
        pair = results.between(metric, *results.systems)
        if pair is None or pair.difference is None:
            continue
        # the table has the difference from the same system
        standard = standard_of(results, metric.metric, pair.system)
        other = pair.other if pair.system == standard else pair.system
        score, of_standard = (
            score_with_interval(score.score, score.interval, metric.scale)
            for score in (results.scores[metric.metric, system] for system in (other, standard))
        )
        p = equation(p_value_of(pair.p_value, results.test))  # of one pair there is no correction
        tested = f", {p}{', exact' * pair.exact}" if was_tested(pair) else ""
        standard_name, file, differing = system_name(standard), results.saved_report, ""
        if file and is_saved(standard) and metric == results.metrics[0]:
            standard_name += f", in {file},"
        single_runs = max(results.runs.values()) == 1
        # a note says which segments have scores
        if pair.differing_segments is not None and single_runs and not metric.note:
            verb = "differs" if pair.differing_segments == 1 else "differ"
            segments = counted(results.test_set.segments, "segment")
            differing = f"; {pair.differing_segments:,} of {segments} {verb}"
        yield (
            f"Under {metric.title}, {system_name(other)} scores {score} and {standard_name} "
            f"{of_standard}, a difference of "
            f"{difference_with_interval(*seen_from(pair, other), metric.scale)}{tested}{differing}."
        )


def _segments_needed(results: Results) -> Iterator[str]:
    needed = Listed(
        f"{about(segments)} segments under {metric.title}"
        for metric in results.metrics
        if (pair := results.between(metric, *results.systems)) is not None
        and was_tested(pair)
        and not pair.significant
        and (segments := pair.segments_needed or 0) > results.test_set.segments
    )
    if needed:
        yield f"Detecting a difference this small would take {needed}."


# Several systems and a baseline, or their versions in a saved report


def _against_opponents(results: Results) -> Iterator[str]:
    for groups, sharing in shared(results.against()):
        yield f"Under {titles(sharing)}, {_said_of_opponents(results, sharing, *groups)}."


def _said_of_opponents(
    results: Results, sharing: Sequence[ComparedMetric], *groups: tuple[str, ...]
) -> str:
    everybody = sum(map(len, groups))
    systems = "systems" if results.baseline is None else "other systems"
    parts: list[str] = []
    for outcome, group in zip(OUTCOMES, groups, strict=True):
        if len(group) == everybody and outcome == "same":
            none = f"{'neither' if everybody == 2 else 'none'} of the {everybody} {systems}"
            return f"{none} differs significantly from {opponents_called(results, 1)}"
        if group:
            of_many = f"{len(group)}" if parts else f"{len(group)} of {everybody} systems"
            who = names(group) if len(group) <= MOST_NAMED else of_many
            who = f"{all_of(everybody)} {systems}" if len(group) == everybody else who
            said = BASELINE[outcome].format(
                who=Listed(group),
                opponents=opponents_called(results, len(group), again=bool(parts)),
                sizes=_sizes(results, sharing, group) if outcome in OUTCOMES[:2] else "",
            )
            parts.append(f"{who} {said}")
    return "; ".join(parts)


def _sizes(results: Results, metrics: Sequence[ComparedMetric], systems: Sequence[str]) -> Listed:
    """Return how far systems that differ significantly are from their opponents."""
    said = []
    for metric in metrics:
        pairs = [results.between(metric, system, results.opponents[system]) for system in systems]
        sizes = sorted(abs(pair.difference or 0.0) for pair in pairs if pair is not None)
        ends = dict.fromkeys(rounded(size, metric.scale) for size in (sizes[0], sizes[-1]))
        said.append(f"{' to '.join(ends)} {metric.title}")
    return Listed(said)


# Several systems, all pairs


def _all_pairs(results: Results) -> Iterator[str]:
    clusters = shared([(metric, _clusters(results, metric)) for metric in results.metrics])
    differ = [f"Under {titles(sharing)}, {said}." for said, sharing in clusters if said]
    yield from differ
    if differ:
        yield from standings(results)


def _clusters(results: Results, metric: ComparedMetric) -> str:
    tested = [pair for pair in results.differences[metric.metric] if was_tested(pair)]
    number = sum(pair.significant for pair in tested)
    clusters = {results.scores[metric.metric, system].cluster for system in results.ranked(metric)}
    terms = {
        "none_differs": not number,
        "all_differ": number == len(tested) > 1,
        "one_differs": number == 1,
        "every": all_of(number),
        "number": number,
        "pairs": counted(len(tested), "pair"),
        "into": "a single cluster" if len(clusters) == 1 else f"{len(clusters)} clusters",
    }
    return sentence(CLUSTERS, terms)


# Any number of systems


def _agreement(results: Results) -> Iterator[str]:
    opposite, contradicting, tied, pairs = 0, 0, False, 0
    for system, other in dict.fromkeys((pair.system, pair.other) for pair in results.pairs):
        preferred: set[str] = set()
        significantly: set[str] = set()
        for metric in results.metrics:
            pair = results.between(metric, system, other)
            if pair is None or pair.difference is None:
                continue
            if rounds_to_zero(pair.difference, metric.scale):
                tied = True
                continue
            positive = (pair.difference > 0) == (pair.system == system)
            preferred.add(system if positive == metric.higher_is_better else other)
            if pair.better is not None:
                significantly.add(pair.better)
        pairs += bool(preferred)
        opposite += len(preferred) > 1
        contradicting += len(significantly) > 1
    two, of_two = len(results.systems) == 2, len(results.metrics) == 2
    significant = {pair.metric for pair in results.pairs if pair.significant}
    only = titles([metric for metric in results.metrics if metric.metric in significant])
    versions = f"the versions in {system_name(results.saved_report)}"
    of_them = f"{contradicting or 'none'} of them significantly"
    if opposite == 1:
        of_them = "significantly" if contradicting else "but not significantly"
    terms = {
        "nothing_ranked": len(results.metrics) < 2 or not pairs,
        "two_contradict": two and (contradicting or tied),
        "two_agree": two and not opposite,
        "two_differ_under_both": two and of_two,
        "two_differ": two,
        "differ": opposite,
        "tied": tied,
        "agree_on_opponents": results.opponents,
        "metrics": titles(results.metrics),
        "how": f"only {only} significantly" if only else "but not significantly",
        "opponents": versions if results.baseline is None else system_name(results.baseline),
        "opposite": opposite,
        "pairs": counted(pairs, "pair"),
        "contradicting": of_them,
        "both": "both" if of_two else "two metrics",
    }
    yield sentence(AGREEMENT, terms)


def _blind(results: Results) -> Iterator[str]:
    """Yield sentences on pairs that differ in too few units to be tested."""
    if least_p_value(results.test, results.test_set) > results.test.significance_level:
        return  # a note says it of all pairs
    blind = shared(
        ((metric, why_blind(pair, results.test, results.test_set)), (pair.system, pair.other))
        for metric in results.metrics
        for pair in results.differences[metric.metric]
        if too_few_differ(pair, results.test)
    )
    for systems, reasons in blind[:MOST_NAMED]:
        for why, metrics in shared(reasons):
            under = f" under {titles(metrics)}" * (len(metrics) < len(results.metrics))
            yield f"{names(systems)}{under}: {why}."
    if len(blind) > MOST_NAMED:
        yield f"The same holds for {counted(len(blind) - MOST_NAMED, 'other pair')}."


def _visibility(results: Results) -> Iterator[str]:
    """Yield sentences on the difference that the test detects."""
    unseen: list[str] = []
    of_test: list[str] = []
    of_one_pair: list[str] = []
    few, pairs = False, 0
    for metric in results.metrics:
        visible = [
            pair
            for pair in results.differences[metric.metric]
            if pair.smallest_visible_difference  # identical systems have none
        ]
        detected = [pair.detectable_difference or 0 for pair in visible]
        if visible and median(detected) > metric.scale.width:
            unseen.append(metric.title)
        elif visible:
            of_test.append(f"{few_digits(median(detected))} {metric.title}")
            of_one = median(pair.smallest_visible_difference or 0 for pair in visible)
            of_one_pair.append(f"{few_digits(of_one)} {metric.title}")
            units = median(pair.differing_units or FEW_FOR_VISIBILITY for pair in visible)
            few = few or units < FEW_FOR_VISIBILITY
            pairs = max(pairs, len(visible))
    if unseen:
        yield (
            f"With this test, even the largest possible difference in {Listed(unseen):or} is found "
            "in fewer than 8 of 10 such test sets."
        )
    if not of_test:
        return
    how = ["median pair"] if pairs > 1 else []
    if of_test != of_one_pair:
        how.append(f"{Listed(of_one_pair):or} for a single pair")
    elif results.test.is_corrected:
        how.append("before correction")
    details = f" ({'; '.join(how)})" if how else ""
    yield (
        f"With this test, a true difference of {'roughly ' * few}{Listed(of_test):or} is found "
        f"in 8 of 10 such test sets{details}."
    )


def _level(results: Results) -> Iterator[str]:
    same = same_scores(results)
    if 0 < len(same) < len(results.metrics):
        yield f"{all_of(len(results.systems)).capitalize()} systems score the same: {same}."


def _undefined(results: Results) -> Iterator[str]:
    for metric in results.metrics:
        scored = set(results.ranked(metric))
        without = [system for system in results.systems if system not in scored]
        if without:
            yield f"{metric.title} is not defined for {names(without)}."


IN_COMMON = (equivalence, _blind, _agreement, _visibility)
FOLLOWING: Mapping[str, Sequence[Callable[[Results], Iterable[str]]]] = {
    "one system": (_one_system,),
    "two equal systems": (),
    "two systems": (_numbers, *IN_COMMON, _segments_needed, _undefined),
    "opponents": (_against_opponents, _level, *IN_COMMON, _undefined),
    "all pairs": (_all_pairs, _level, *IN_COMMON, _undefined),
}
"""What follows the headline, in this order."""
