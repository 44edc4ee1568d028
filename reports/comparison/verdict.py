"""The verdict in words: what can and what cannot be told apart on this test set.

Every sentence is read off the numbers of the report; nothing is computed but counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from tallystick.reports.comparison.orientation import between, seen_from, was_tested
from tallystick.reports.wording import (
    counted,
    equation,
    interval,
    listed,
    metric_title,
    names,
    p_value,
    rounded,
    signed,
    signed_interval,
    system_name,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import (
        ComparedMetric,
        Comparison,
        Difference,
        SignificanceTest,
        SystemScore,
        TestSet,
    )

MOST_NAMED_FIRST = 3
MANY_SEGMENTS = 1_000_000  # beyond which a number would only look exact
_Pattern = TypeVar("_Pattern")


def verdict(comparison: Comparison) -> tuple[str, ...]:
    """Say what was found, the headline first.

    Args:
        comparison: What was found; its words are not looked at.

    Returns:
        A sentence or two in each place; the first says what can and what cannot be told apart.

    >>> from tallystick.metrics.identity import Scale
    >>> from tallystick.reports.comparison.model import *
    >>> bleu = ComparedMetric("bleu", "bleu", "BLEU", Scale(0, 100, 2), True, "nrefs:1")
    >>> verdict(
    ...     Comparison(
    ...         title="", version="", verdict=(), caveats=(), methods="", baseline=None,
    ...         test_set=TestSet(100, 1, None, "segment", 100),
    ...         test=SignificanceTest("", 9, 9, 1, 0.95, 0.05, "holm", 0, ""),
    ...         metrics=(bleu,),
    ...         systems=(ComparedSystem("A"),),
    ...         scores=(SystemScore("A", "bleu", 33.3, Interval(32, 35), 0.5, True, (1, 1), 1),),
    ...         differences=(),
    ...     )
    ... )
    ('A scores 33.30 [32.00, 35.00] BLEU; there is no other system to tell it apart from.',)
    """
    found = _Found(
        metrics=comparison.metrics,
        systems=tuple(system.name for system in comparison.systems),
        scores={(one.metric, one.system): one for one in comparison.scores},
        differences={
            metric.metric: comparison.differences_under(metric.metric)
            for metric in comparison.metrics
        },
        test=comparison.test,
        test_set=comparison.test_set,
        baseline=comparison.baseline,
    )
    if len(found.systems) < 2:
        return (_one_system(found),)
    if len(found.systems) == 2:
        return _two_systems(found)
    if found.baseline is not None:
        return _against_baseline(found, found.baseline)
    return _all_pairs(found)


@dataclass(frozen=True, slots=True)
class _Found:
    """What the sentences are read off."""

    metrics: tuple[ComparedMetric, ...]
    systems: tuple[str, ...]
    scores: dict[tuple[str, str], SystemScore]
    differences: dict[str, tuple[Difference, ...]]
    test: SignificanceTest
    test_set: TestSet
    baseline: str | None

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems that have a score, the best first."""
        direction = -1 if metric.higher_is_better else 1
        scored = [
            (direction * score, place, system)
            for place, system in enumerate(self.systems)
            if (score := self.scores[metric.metric, system].score) is not None
        ]
        return [system for _, _, system in sorted(scored)]

    def between(self, metric: ComparedMetric, system: str, other: str) -> Difference | None:
        """Return the difference of two systems under a metric."""
        return between(self.differences[metric.metric], system, other)


def _one_system(found: _Found) -> str:
    [system] = found.systems
    said = [
        f"{_value(metric, found.scores[metric.metric, system])} {metric_title(metric)}"
        for metric in found.metrics
    ]
    return (
        f"{system_name(system)} scores {listed(said)}; "
        "there is no other system to tell it apart from."
    )


# Two systems


def _two_systems(found: _Found) -> tuple[str, ...]:
    first, second = found.systems
    if found.baseline == first:
        first, second = second, first
    pairs = [(metric, found.between(metric, first, second)) for metric in found.metrics]
    if any(pair is not None and pair.identical_output for _, pair in pairs):
        return (
            f"{system_name(first)} and {system_name(second)} have the same output in every "
            "segment; there is nothing that a metric could tell apart.",
        )
    sentences = [_headline_of_two(first, second, pairs)]
    sentences += [
        _numbers_of_two(found, metric, first, second, pair)
        for metric, pair in pairs
        if pair is not None and pair.difference is not None
    ]
    sentences += _agreement(found)
    sentences += _visibility(found)
    needed = [
        f"{_about(segments)} segments under {metric_title(metric)}"
        for metric, pair in pairs
        if pair is not None
        and was_tested(pair)
        and not pair.significant
        and (segments := pair.segments_needed or 0) > found.test_set.segments
    ]
    if needed:
        sentences.append(
            f"It would take about {listed(needed)} to find a difference of the size seen with a "
            "chance of 80%."
        )
    return (*sentences, *_undefined(found))


def _headline_of_two(
    first: str, second: str, pairs: Sequence[tuple[ComparedMetric, Difference | None]]
) -> str:
    outcomes: dict[str, list[str]] = {"better": [], "worse": [], "same": [], "untested": []}
    for metric, pair in pairs:
        if pair is None or not was_tested(pair):
            outcome = "untested"
        elif pair.better is None:
            outcome = "same"
        else:
            outcome = "better" if pair.better == first else "worse"
        outcomes[outcome].append(metric_title(metric))
    better, worse = outcomes["better"], outcomes["worse"]
    same, untested = outcomes["same"], outcomes["untested"]
    if not better and worse:
        first, second, better, worse = second, first, worse, []
    one, other = system_name(first), system_name(second)
    parts = []
    if better and worse:
        parts.append(
            f"The metrics contradict each other: {one} scores significantly better than {other} "
            f"under {listed(better)} and significantly worse under {listed(worse)}"
        )
    elif better:
        parts.append(f"{one} scores significantly better than {other} under {listed(better)}")
    if same and parts:
        parts.append(f"{listed(same)} cannot tell the two apart")
    elif same:
        parts.append(f"{listed(same)} cannot tell {one} and {other} apart on this test set")
    if untested:
        parts.append(f"{listed(untested)} could not be tested, because a score is not defined")
    return "; ".join(parts) + "."


def _numbers_of_two(
    found: _Found, metric: ComparedMetric, first: str, second: str, pair: Difference
) -> str:
    scores = [_value(metric, found.scores[metric.metric, one]) for one in (first, second)]
    difference, bounds = seen_from(pair, first)
    within = signed_interval(bounds, metric.scale)
    said = (
        f"Under {metric_title(metric)}, {system_name(first)} scores {scores[0]} and "
        f"{system_name(second)} {scores[1]}: a difference of {signed(difference, metric.scale)}"
        f"{' ' * bool(within)}{within}"
    )
    if was_tested(pair):
        said += f", {_p_value(found, pair)}"
    where = (
        f"; {counted(pair.differing_segments, 'segment')} of {found.test_set.segments:,} "
        f"{'differs' if pair.differing_segments == 1 else 'differ'}."
    )
    return said + where


def _p_value(found: _Found, pair: Difference) -> str:
    said = equation(pair.p_value, found.test.significance_level)
    if found.test.correction != "none" and found.test.comparisons > 1:
        adjusted = p_value(pair.adjusted_p_value, found.test.significance_level)
        said += f" (corrected {adjusted})"
    return f"{said}, exact" if pair.exact else said


# Several systems and a baseline


def _against_baseline(found: _Found, baseline: str) -> tuple[str, ...]:
    patterns = []
    for metric in found.metrics:
        groups: dict[str, list[str]] = {"better": [], "same": [], "worse": [], "untested": []}
        for system in found.systems:
            if system == baseline:
                continue
            pair = found.between(metric, system, baseline)
            groups[_outcome(pair, system)].append(system)
        patterns.append((metric, tuple(tuple(group) for group in groups.values())))
    sentences = [
        f"Under {listed([metric_title(metric) for metric in sharing])}, "
        f"{_said_of_baseline(baseline, *pattern)}."
        for pattern, sharing in _shared(patterns)
    ]
    for metric in found.metrics:
        pairs = [
            one for one in found.differences[metric.metric] if baseline in (one.system, one.other)
        ]
        if len(pairs) <= 4:
            said = [
                f"{system_name(system)} {signed(seen_from(one, system)[0], metric.scale)}, "
                f"{_p_value(found, one)}"
                for one in pairs
                if was_tested(one)
                for system in [one.other if one.system == baseline else one.system]
            ]
            if said:
                sentences.append(
                    f"Differences from {system_name(baseline)} under {metric_title(metric)}: "
                    f"{'; '.join(said)}."
                )
    return (
        *sentences,
        *_agreement(found),
        *_identical(found),
        *_visibility(found),
        *_undefined(found),
    )


def _outcome(pair: Difference | None, system: str) -> str:
    if pair is None or not was_tested(pair):
        return "untested"
    if pair.better is None:
        return "same"
    return "better" if pair.better == system else "worse"


def _said_of_baseline(
    baseline: str,
    better: tuple[str, ...],
    same: tuple[str, ...],
    worse: tuple[str, ...],
    untested: tuple[str, ...],
) -> str:
    known = f"the baseline {system_name(baseline)}"
    everybody = len(better) + len(same) + len(worse) + len(untested)
    if len(same) == everybody:
        none = "neither" if everybody == 2 else "none"
        return f"{none} of the {everybody} other systems can be told apart from {known}"
    parts: list[str] = []
    for group, said, link in (
        (better, "significantly better", "than"),
        (worse, "significantly worse", "than"),
        (same, "cannot be told apart", "from"),
        (untested, "could not be tested", "against"),
    ):
        verb = "" if link != "than" else "scores " if len(group) == 1 else "score "
        if len(group) == everybody:
            return f"{_all(everybody)} other systems {verb}{said} {link} {known}"
        if group and everybody <= MOST_NAMED_FIRST:
            parts.append(f"{names(group)} {verb}{said} {link} {'it' if parts else known}")
        elif group:
            # names in brackets, for a list of them would run into the next
            it = "it" if parts else known
            parts.append(f"{len(group)} {verb}{said} {link} {it} ({names(group)})")
    if everybody <= MOST_NAMED_FIRST:
        return "; ".join(parts)
    return f"of {everybody} systems {listed(parts)}"


# Several systems, all pairs


def _all_pairs(found: _Found) -> tuple[str, ...]:
    sentences = _headlines_of_many(found)
    sentences += [_clusters(found, metric) for metric in found.metrics]
    return (
        *(sentence for sentence in sentences if sentence),
        *_agreement(found),
        *_identical(found),
        *_visibility(found),
        *_undefined(found),
    )


def _headlines_of_many(found: _Found) -> list[str]:
    tested = [
        [pair for pair in found.differences[metric.metric] if was_tested(pair)]
        for metric in found.metrics
    ]
    titles = listed([metric_title(metric) for metric in found.metrics])
    if all(not pairs for pairs in tested):
        return [f"No difference could be tested: {titles} has too few scores that are defined."]
    if not any(pair.significant for pairs in tested for pair in pairs):
        if all(pair.identical_output for pairs in tested for pair in pairs):
            return [
                f"All {len(found.systems)} systems have the same output in every segment; there "
                "is nothing that a metric could tell apart."
            ]
        return [
            f"{titles} cannot tell any two of the {len(found.systems)} systems apart on this test "
            "set."
        ]
    patterns = [(metric, _standing(found, metric)) for metric in found.metrics]
    return [
        f"Under {listed([metric_title(metric) for metric in sharing])}, {standing}."
        for standing, sharing in _shared(patterns)
    ]


def _standing(found: _Found, metric: ComparedMetric) -> str:
    """Say of the best system what it can be told apart from."""
    ranked = found.ranked(metric)
    if not ranked:
        return "no score is defined"
    best, *others = ranked
    outcomes = {other: _outcome(found.between(metric, best, other), best) for other in others}
    same = [other for other in others if outcomes[other] != "better"]
    beaten = [other for other in others if outcomes[other] == "better"]
    one = system_name(best)
    if not same:
        return f"{one} scores significantly better than {_all(len(others))} other systems"
    if not beaten:
        return f"{one} scores best but cannot be told apart from any other system"
    left = names(beaten) if len(beaten) <= 3 else f"the other {len(beaten)} systems"
    return (
        f"{one} scores best, significantly better than {left}, but cannot be told apart from "
        f"{names(same)}"
    )


def _clusters(found: _Found, metric: ComparedMetric) -> str:
    pairs = found.differences[metric.metric]
    tested = [pair for pair in pairs if was_tested(pair)]
    significant = sum(pair.significant for pair in tested)
    if not tested or not significant:
        return ""
    verb = "differs" if significant == 1 else "differ"
    share = (
        f"{_all(significant)} pairs"
        if significant == len(tested) > 1
        else f"{significant:,} of {counted(len(tested), 'pair')}"
    )
    said = f"Under {metric_title(metric)}, {share} of systems {verb} significantly"
    ranked = found.ranked(metric)
    clusters = [
        list(members)
        for _, members in groupby(ranked, lambda one: found.scores[metric.metric, one].cluster)
    ]
    if len(clusters) == 1:
        return f"{said}, but no group of systems scores significantly better than all the rest."
    written = "; ".join(
        f"({place}) {names(members)}" for place, members in enumerate(clusters, start=1)
    )
    return f"{said} and separate {len(clusters)} clusters, the best first: {written}."


# What holds for any number of systems


def _agreement(found: _Found) -> list[str]:
    """Say whether the metrics put the systems in the same order."""
    if len(found.metrics) < 2:
        return []
    opposite, contradicting, pairs = 0, [], 0
    for system, other in _pairs(found):
        preferred: set[str] = set()
        significantly: set[str] = set()
        for metric in found.metrics:
            pair = found.between(metric, system, other)
            if pair is None or not pair.difference:
                continue
            positive = (pair.difference > 0) == (pair.system == system)
            preferred.add(system if positive == metric.higher_is_better else other)
            if pair.better is not None:
                significantly.add(pair.better)
        pairs += bool(preferred)
        opposite += len(preferred) > 1
        if len(significantly) > 1:
            contradicting.append(f"{system_name(system)} and {system_name(other)}")
    if not pairs:
        return []
    titles = [metric_title(metric) for metric in found.metrics]
    if not opposite:
        return [_said_of_agreement(found, titles)]
    if len(found.systems) == 2:
        if contradicting:
            return []  # the headline says so
        return [f"{listed(titles)} do not prefer the same system."]
    pair_noun = "pair" if pairs == 1 else "pairs"
    said = f"{listed(titles)} do not agree about the order of {opposite:,} of {pairs:,} {pair_noun}"
    if not contradicting:
        return [f"{said}; no two metrics contradict each other significantly."]
    return [
        f"{said}; they contradict each other significantly about {_listed_pairs(contradicting)}."
    ]


def _said_of_agreement(found: _Found, titles: list[str]) -> str:
    if len(found.systems) == 2:
        return f"{listed(titles)} prefer the same system."
    if found.baseline is not None:
        return (
            f"{listed(titles)} agree which systems score better and which score worse than "
            f"{system_name(found.baseline)}, significantly or not."
        )
    return f"{listed(titles)} put the systems in the same order."


def _listed_pairs(pairs: Sequence[str], most: int = 4) -> str:
    """Return pairs of systems as a list in a sentence; of many, the first and how many more."""
    if len(pairs) <= most + 1:
        return "; ".join(pairs)
    return f"{'; '.join(pairs[:most])}; and {len(pairs) - most:,} more pairs"


def _identical(found: _Found) -> list[str]:
    """Name the groups of systems whose output is the same."""
    groups: list[list[str]] = []
    for system in found.systems:
        for group in groups:
            pair = found.between(found.metrics[0], group[0], system)
            if pair is not None and pair.identical_output:
                group.append(system)
                break
        else:
            groups.append([system])
    return [
        f"{names(group)} have the same output in every segment."
        for group in groups
        if len(group) > 1
    ]


def _visibility(found: _Found) -> list[str]:
    """Say how small a difference this test set can show."""
    said = []
    for metric in found.metrics:
        sizes = [
            one.smallest_visible_difference
            for one in found.differences[metric.metric]
            if one.smallest_visible_difference  # identical systems have none
        ]
        if not sizes:
            continue
        typical, least, most = (
            rounded(size, metric.scale, None) for size in (median(sizes), min(sizes), max(sizes))
        )
        span = "" if least == most else f" ({least} to {most}, depending on the pair)"
        said.append(f"{typical} {metric_title(metric)}{span}")
    if not said:
        return []
    corrected = found.test.comparisons > 1 and found.test.correction != "none"
    before = ", even without a correction" if corrected else ""
    return [
        f"On this test set a true difference must be at least about {listed(said)} to be found "
        f"with a chance of 80%{before}; smaller ones often go unseen."
    ]


def _undefined(found: _Found) -> list[str]:
    """Name the systems that a metric has no score for."""
    sentences = []
    for metric in found.metrics:
        scored = set(found.ranked(metric))
        without = [system for system in found.systems if system not in scored]
        if without:
            sentences.append(f"{metric_title(metric)} is not defined for {names(without)}.")
    return sentences


def _shared(
    patterns: Sequence[tuple[ComparedMetric, _Pattern]],
) -> list[tuple[_Pattern, list[ComparedMetric]]]:
    """Bring the metrics together that find the same."""
    shared: dict[_Pattern, list[ComparedMetric]] = {}
    for metric, pattern in patterns:
        shared.setdefault(pattern, []).append(metric)
    return list(shared.items())


def _pairs(found: _Found) -> Iterable[tuple[str, str]]:
    """Return every pair of systems that has a difference under some metric, once."""
    return dict.fromkeys(
        (one.system, one.other)
        for metric in found.metrics
        for one in found.differences[metric.metric]
    )


def _value(metric: ComparedMetric, score: SystemScore) -> str:
    bounds = interval(score.interval, metric.scale)
    return f"{rounded(score.score, metric.scale, None)}{' ' * bool(bounds)}{bounds}"


def _all(number: int) -> str:
    return "both" if number == 2 else f"all {number}"


def _about(number: int) -> str:
    """Return a number with two digits that mean something.

    >>> _about(12345), _about(2_500_000)
    ('12,000', 'a million or more')
    """
    if number >= MANY_SEGMENTS:
        return "a million or more"
    return f"{int(float(f'{number:.2g}')):,}"
