"""The verdict in sentences: which systems differ significantly on this test set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING, TypeVar

from tallystick.reports.comparison.few_units import after_correction, least_p_value
from tallystick.reports.comparison.orientation import between, seen_from, was_tested
from tallystick.reports.wording import (
    about,
    adjusted_p_value,
    counted,
    counted_units,
    difference_with_interval,
    equation,
    is_saved,
    listed,
    metric_title,
    names,
    original_name,
    rounded,
    score_with_interval,
    signed,
    system_name,
    uncorrected_p_value,
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

MOST_NAMED = 3
OUTCOMES = ("better", "worse", "same", "untested")
_Pattern = TypeVar("_Pattern")


def verdict(comparison: Comparison) -> tuple[str, ...]:
    """Return the verdict; the headline, on the significant differences, is first."""
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


def verdict_with_digits(comparison: Comparison, digits: int | None) -> tuple[str, ...]:
    """Return the verdict with `digits` decimals, or by default those of each metric."""
    if digits is None or not comparison.verdict:
        return comparison.verdict
    metrics = tuple(
        replace(one, scale=replace(one.scale, digits=digits)) for one in comparison.metrics
    )
    return verdict(replace(comparison, metrics=metrics))


@dataclass(frozen=True, slots=True)
class _Found:
    """The results, indexed for the sentences."""

    metrics: tuple[ComparedMetric, ...]
    systems: tuple[str, ...]
    scores: dict[tuple[str, str], SystemScore]
    differences: dict[str, tuple[Difference, ...]]
    test: SignificanceTest
    test_set: TestSet
    baseline: str | None

    def ranked(self, metric: ComparedMetric) -> list[str]:
        """Return the systems with a score, the best first."""
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
        f"{system_name(system)} scores {listed(said)}; no other system was scored, so no "
        "difference was tested."
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
            "segment.",
        )
    headline = _too_few_units(found)
    if not headline and found.baseline is not None and is_saved(found.baseline):
        headline = _of_saved(found, first, second, pairs)
    sentences = [headline or _headline_of_two(first, second, pairs)]
    sentences += [
        _numbers_of_two(found, metric, pair)
        for metric, pair in pairs
        if pair is not None and pair.difference is not None
    ]
    sentences += _agreement(found)
    sentences += _visibility(found)
    needed = [
        f"{about(segments)} segments under {metric_title(metric)}"
        for metric, pair in pairs
        if pair is not None
        and was_tested(pair)
        and not pair.significant
        and (segments := pair.segments_needed or 0) > found.test_set.segments
    ]
    if needed:
        sentences.append(f"Detecting a difference this small would take {listed(needed)}.")
    return (*sentences, *_undefined(found))


def _by_outcome(
    first: str, pairs: Sequence[tuple[ComparedMetric, Difference | None]]
) -> dict[str, list[ComparedMetric]]:
    """Group metrics by the outcome for the first of two systems."""
    outcomes: dict[str, list[ComparedMetric]] = {one: [] for one in OUTCOMES}
    for metric, pair in pairs:
        outcomes[_outcome(pair, first)].append(metric)
    return outcomes


def _headline_of_two(
    first: str, second: str, pairs: Sequence[tuple[ComparedMetric, Difference | None]]
) -> str:
    outcomes = _by_outcome(first, pairs)
    better, worse, same, untested = (_titles(outcomes[one]) for one in OUTCOMES)
    if worse and not better:
        first, second, better, worse = second, first, worse, ""
    one, other = system_name(first), system_name(second)
    parts = []
    if better and worse:
        parts.append(
            f"The metrics contradict each other: {one} scores significantly better than {other} "
            f"under {better} and significantly worse under {worse}"
        )
    elif better:
        parts.append(f"{one} scores significantly better than {other} under {better}")
    if same and parts:
        parts.append(f"no significant difference under {same}")
    elif same:
        parts.append(f"No significant difference between {one} and {other} under {same}")
    if untested:
        parts.append(f"{untested} could not be tested, because a score is not defined")
    return "; ".join(parts) + "."


def _of_saved(
    found: _Found,
    system: str,
    saved: str,
    pairs: Sequence[tuple[ComparedMetric, Difference | None]],
) -> str:
    """Return the headline of a comparison with a saved report, about the new system."""
    outcomes = _by_outcome(system, pairs)
    report = f"{system_name(original_name(saved))} in the saved report"
    kinds = (("worse", "Regression"), ("better", "Improvement"))
    parts = []
    for outcome, kind in kinds:
        if outcomes[outcome]:
            changes = [_change(found, metric, system, saved) for metric in outcomes[outcome]]
            parts.append(
                f"{kind}: {system_name(system)} is significantly {outcome} than {report}: "
                f"{', '.join(changes)}"
            )
    if outcomes["same"]:
        under = f"under {_titles(outcomes['same'])}"
        parts.append(
            f"no significant difference {under}"
            if parts
            else f"No significant difference between {system_name(system)} and {report} {under}"
        )
    if outcomes["untested"]:
        parts.append(f"{_titles(outcomes['untested'])} could not be tested")
    return "; ".join(parts) + "."


def _change(found: _Found, metric: ComparedMetric, system: str, saved: str) -> str:
    scores = [found.scores[metric.metric, one].score for one in (saved, system)]
    before, after = (rounded(score, metric.scale) for score in scores)
    pair = found.between(metric, system, saved)
    difference = None if pair is None else seen_from(pair, system)[0]
    return f"{metric_title(metric)} {before} → {after} ({signed(difference, metric.scale)})"


def _numbers_of_two(found: _Found, metric: ComparedMetric, pair: Difference) -> str:
    # the table has the difference from the same system
    standard = found.baseline or found.ranked(metric)[0]
    other = pair.other if pair.system == standard else pair.system
    scores = [_value(metric, found.scores[metric.metric, one]) for one in (standard, other)]
    tested = f", {_p_value(found, pair)}" if was_tested(pair) else ""
    return (
        f"Under {metric_title(metric)}, {system_name(standard)} scores {scores[0]} and "
        f"{system_name(other)} {scores[1]}: a difference of "
        f"{difference_with_interval(*seen_from(pair, other), metric.scale)} from "
        f"{system_name(standard)}{tested}; "
        f"{counted(pair.differing_segments, 'segment')} of {found.test_set.segments:,} "
        f"{'differs' if pair.differing_segments == 1 else 'differ'}."
    )


def _p_value(found: _Found, pair: Difference) -> str:
    said = equation(uncorrected_p_value(pair, found.test))
    if found.test.is_corrected:
        adjusted = adjusted_p_value(pair, found.test)
        said += f" (corrected {adjusted})"
    return f"{said}, exact" if pair.exact else said


# Several systems and a baseline


def _against_baseline(found: _Found, baseline: str) -> tuple[str, ...]:
    patterns = []
    for metric in found.metrics:
        groups: dict[str, list[str]] = {one: [] for one in OUTCOMES}
        for system in found.systems:
            if system == baseline:
                continue
            pair = found.between(metric, system, baseline)
            groups[_outcome(pair, system)].append(system)
        patterns.append((metric, tuple(tuple(group) for group in groups.values())))
    too_few = _too_few_units(found)
    sentences = (
        [too_few]
        if too_few
        else [
            f"Under {_titles(sharing)}, {_said_of_baseline(baseline, *pattern)}."
            for pattern, sharing in _shared(patterns)
        ]
    )
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


def _said_of_baseline(baseline: str, *groups: tuple[str, ...]) -> str:
    known = f"the baseline {system_name(baseline)}"
    everybody = sum(map(len, groups))
    sentences = {
        "better": ("scores significantly better than", "score significantly better than"),
        "worse": ("scores significantly worse than", "score significantly worse than"),
        "same": ("does not differ significantly from", "do not differ significantly from"),
        "untested": ("could not be compared with", "could not be compared with"),
    }
    parts: list[str] = []
    for outcome, group in zip(OUTCOMES, groups, strict=True):
        one, several = sentences[outcome]
        if len(group) == everybody and outcome == "same":
            none = "neither" if everybody == 2 else "none"
            return f"{none} of the {everybody} other systems differs significantly from {known}"
        if len(group) == everybody:
            return f"{_all(everybody)} other systems {several} {known}"
        if not group:
            continue
        of_many = f"{len(group)}" if parts else f"{len(group)} of {everybody} systems"
        who = names(group) if len(group) <= MOST_NAMED else of_many
        verb = one if len(group) == 1 else several
        parts.append(f"{who} {verb} {'it' if parts else known}")
    return "; ".join(parts)


# Several systems, all pairs


def _all_pairs(found: _Found) -> tuple[str, ...]:
    clusters = _shared([(metric, _clusters(found, metric)) for metric in found.metrics])
    return (
        *_headlines_of_many(found),
        *(f"Under {_titles(sharing)}, {said}." for said, sharing in clusters if said),
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
    titles = _titles(found.metrics)
    if all(not pairs for pairs in tested):
        return [f"No difference could be tested, because too few {titles} scores are defined."]
    if not any(pair.significant for pairs in tested for pair in pairs):
        if all(pair.identical_output for pairs in tested for pair in pairs):
            return [f"All {len(found.systems)} systems have the same output in every segment."]
        none = f"No two of the {len(found.systems)} systems differ significantly under {titles}."
        return [_too_few_units(found) or none]
    patterns = [(metric, _standing(found, metric)) for metric in found.metrics]
    return [f"Under {_titles(sharing)}, {standing}." for standing, sharing in _shared(patterns)]


def _standing(found: _Found, metric: ComparedMetric) -> str:
    """Return a clause on the leading systems and those they beat."""
    ranked = found.ranked(metric)
    if not ranked:
        return "no score is defined"
    best, *others = ranked
    first = system_name(best)
    beaten = [one for one in others if _outcome(found.between(metric, best, one), best) == "better"]
    leaders = [one for one in ranked if one not in beaten]
    if len(leaders) == 1:
        return f"{first} scores significantly better than {_all(len(others))} other systems"
    if not beaten:
        return f"{first} scores best, but no other system differs significantly from it"
    left = names(beaten) if len(beaten) <= MOST_NAMED else f"{len(beaten)} other systems"
    apart = all(
        _outcome(found.between(metric, one, other), one) == "better"
        for one in leaders
        for other in beaten
    )
    equal = not any(
        _outcome(found.between(metric, one, other), one) in ("better", "worse")
        for place, one in enumerate(leaders)
        for other in leaders[:place]
    )
    if apart and equal:
        they = "the two do" if len(leaders) == 2 else "they do"
        return (
            f"{names(leaders)} lead: each scores significantly better than {left}, and {they} not "
            "differ significantly from one another"
        )
    same = names(leaders[1:])
    verb = "does" if len(leaders) == 2 else "do"
    return (
        f"{first} scores best, significantly better than {left}; {same} {verb} not differ "
        "significantly from it"
    )


def _clusters(found: _Found, metric: ComparedMetric) -> str:
    tested = [pair for pair in found.differences[metric.metric] if was_tested(pair)]
    significant = sum(pair.significant for pair in tested)
    if not significant:
        return ""
    share = (
        f"{_all(significant)} pairs differ"
        if significant == len(tested) > 1
        else f"{significant:,} of {counted(len(tested), 'pair')} "
        f"{'differs' if significant == 1 else 'differ'}"
    )
    clusters = {found.scores[metric.metric, one].cluster for one in found.ranked(metric)}
    into = "a single cluster" if len(clusters) == 1 else f"{len(clusters)} clusters"
    return f"{share} significantly; the systems fall into {into}"


# Any number of systems


def _too_few_units(found: _Found) -> str:
    """Return a headline if no difference of these systems could be significant, else ""."""
    test, test_set = found.test, found.test_set
    pairs = [pair for of_metric in found.differences.values() for pair in of_metric]
    if any(pair.significant for pair in pairs) or not any(map(was_tested, pairs)):
        return ""
    if least_p_value(test, test_set) <= test.significance_level:
        return ""
    return (
        f"Too few units to test: with {counted_units(test_set)}, no difference under "
        f"{_titles(found.metrics)} can be significant{after_correction(test)}."
    )


def _agreement(found: _Found) -> list[str]:
    """Return a sentence on whether the metrics rank the systems in the same order."""
    if len(found.metrics) < 2:
        return []
    opposite, contradicting, tied, pairs = 0, [], False, 0
    for system, other in _pairs(found):
        preferred: set[str] = set()
        significantly: set[str] = set()
        for metric in found.metrics:
            pair = found.between(metric, system, other)
            if pair is None or not pair.difference:
                tied = tied or (pair is not None and pair.difference == 0)
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
    titles = _titles(found.metrics)
    if len(found.systems) == 2:
        # the headline reports significant contradictions
        if contradicting or tied:
            return []
        return [f"{titles} {'do not prefer' if opposite else 'prefer'} the same system."]
    if not opposite:
        return [] if tied else [_said_of_agreement(found, titles)]
    said = f"{titles} rank {opposite:,} of the {counted(pairs, 'pair')} differently"
    if not contradicting:
        both = "both" if len(found.metrics) == 2 else "two metrics"
        return [f"{said}, none of them significantly under {both}."]
    return [
        f"{said}; they contradict each other significantly about {_listed_pairs(contradicting)}."
    ]


def _said_of_agreement(found: _Found, titles: str) -> str:
    if found.baseline is not None:
        return (
            f"{titles} agree which systems score better and which score worse than "
            f"{system_name(found.baseline)}, significantly or not."
        )
    return f"{titles} rank the systems in the same order."


def _listed_pairs(pairs: Sequence[str], most: int = 4) -> str:
    """Return pairs of systems as a list in a sentence; a long list is cut."""
    if len(pairs) <= most + 1:
        return "; ".join(pairs)
    return f"{'; '.join(pairs[:most])}; and {len(pairs) - most:,} more pairs"


def _identical(found: _Found) -> list[str]:
    """Return a sentence on each group of systems with the same output."""
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
    """Return a sentence on the smallest difference that this test set detects."""
    said, pairs = [], 0
    for metric in found.metrics:
        sizes = [
            one.smallest_visible_difference
            for one in found.differences[metric.metric]
            if one.smallest_visible_difference  # identical systems have none
        ]
        if sizes:
            said.append(f"{median(sizes):.2g} {metric_title(metric)}")
            pairs = max(pairs, len(sizes))
    if not said:
        return []
    how = ["80% power"]
    if pairs > 1:
        how.append("median pair")
    if found.test.is_corrected:
        how.append("uncorrected")
    return [
        f"This test set reliably detects differences of about {listed(said, 'or')} "
        f"({', '.join(how)})."
    ]


def _undefined(found: _Found) -> list[str]:
    """Return a sentence on the undefined scores of each metric."""
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
    """Group metrics with the same result."""
    shared: dict[_Pattern, list[ComparedMetric]] = {}
    for metric, pattern in patterns:
        shared.setdefault(pattern, []).append(metric)
    return list(shared.items())


def _pairs(found: _Found) -> Iterable[tuple[str, str]]:
    """Return every pair of systems with a difference under any metric."""
    return dict.fromkeys(
        (one.system, one.other)
        for metric in found.metrics
        for one in found.differences[metric.metric]
    )


def _titles(metrics: Sequence[ComparedMetric]) -> str:
    return listed([metric_title(metric) for metric in metrics])


def _value(metric: ComparedMetric, score: SystemScore) -> str:
    return score_with_interval(score.score, score.interval, metric.scale)


def _all(number: int) -> str:
    return "both" if number == 2 else f"all {number}"
