"""What undermines the headline of a comparison; here, doubts about scores."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple, get_args

import numpy as np

from tallystick.metrics.base.text_warnings import differences, warnings_of
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import fitted
from tallystick.metrics.resampling.paired import compare_under
from tallystick.metrics.resampling.settings import Settings
from tallystick.reports.comparison.doubts.outputs import (
    equal_to_reference,
    equal_to_references,
    faulty_outputs,
    near_copies,
    shared_outputs,
)
from tallystick.reports.comparison.facts.breakdowns import REFERENCE
from tallystick.reports.comparison.facts.results import Results, headline_systems, leaders_of_all
from tallystick.reports.comparison.model import ComparedMetric, Doubt, DoubtKind, SuspiciousSegment
from tallystick.reports.comparison.thresholds import MOST_CONTRADICTED, RESAMPLES_BY_REFERENCE
from tallystick.reports.scores import missing_orders
from tallystick.reports.wording import listed, names, rounded, system_name

if TYPE_CHECKING:
    from tallystick.metrics.sums.arrays import BoolArray, FloatArray

    from tallystick.reports.comparison.facts.scored_systems import ScoredSystems, SegmentTokens


def doubts(
    results: Results,
    scored: ScoredSystems,
    settings: Settings,
    suspicious: Sequence[SuspiciousSegment],
    tokens: SegmentTokens,
    threads: int,
) -> tuple[Doubt, ...]:
    """Return what undermines the headline of a comparison, the most serious first."""
    shared = shared_outputs(scored)
    references = equal_to_references(scored)
    equal = {system for doubt in references for system in doubt.systems}
    raised = [
        *winner_by_reference(results, scored, settings, threads),
        *unsuited_metrics(results, scored),
        *differing_sides(scored),
        *contradicting_metrics(results),
        *faulty_outputs(suspicious, scored, tokens),
        *references,
        *(doubt for doubt in equal_to_reference(scored, shared) if equal.isdisjoint(doubt.systems)),
        *_copies(results, shared),
    ]
    return tuple(sorted(raised, key=severity(results, scored.segments)))


def doubts_without_texts(results: Results, equal: BoolArray) -> tuple[Doubt, ...]:
    """Return the doubts if only is known which two outputs are `equal`, a matrix."""
    raised = [
        *unsuited_metrics(results),
        *contradicting_metrics(results),
        *_copies(results, equal.astype(np.float64)),
    ]
    return tuple(sorted(raised, key=severity(results, results.test_set.segments)))


def _copies(results: Results, shared: FloatArray) -> Iterator[Doubt]:
    """Find near-copies, except for a system and its own saved version, which may change little."""
    versions = [] if results.baseline is not None else list(map(set, results.opponents.items()))
    for copies in near_copies(results.systems, shared):
        if set(copies.systems) not in versions:
            yield copies


def severity(results: Results, segments: int) -> Callable[[Doubt], tuple[bool, int, float, int]]:
    """Return the key by which the most serious doubt comes first.

    Doubts about the leaders under all metrics, or about all systems, come first, then those about
    the other systems of the headline; these are ordered by the share of `segments` concerned, all
    if none is named. Near-copies come last, because they put no score in doubt.
    """
    kinds = get_args(DoubtKind)
    subjects = headline_systems(results)
    leaders = set(leaders_of_all(results)) or subjects

    def key(doubt: Doubt) -> tuple[bool, int, float, int]:
        aside = sum(set(doubt.systems).isdisjoint(group) for group in (subjects, leaders))
        concerned = (len(doubt.segments) or segments) / segments
        near = doubt.kind == "near-copies"
        return near, aside if doubt.systems else 0, -concerned, kinds.index(doubt.kind)

    return key


ALL = "all references"


def best_by_reference(results: Results, metric: ComparedMetric) -> dict[str, str]:
    """Return the best system for each reference alone, by its number; none without several."""
    best = max if metric.higher_is_better else min
    return {
        reference: best(scores, key=scores.__getitem__)
        for reference, scores in _scores_by_reference(results, metric).items()
    }


def winner_by_reference(
    results: Results, scored: ScoredSystems, settings: Settings, threads: int
) -> Iterator[Doubt]:
    """Find whether the best system depends on the reference; metrics that agree are one doubt.

    Each of two systems is best and significantly better than the other with some reference, or with
    all, at the level of the comparison divided by the number of references.
    """
    by_wins: dict[tuple[_Win, _Win], list[ComparedMetric]] = {}
    for metric in results.metrics:
        best = best_by_reference(results, metric)
        if len(set(best.values())) < 2:
            continue
        overall = results.in_order_of(metric.metric)[0].system
        systems = list(dict.fromkeys([*best.values(), overall]))
        wins = list(_wins_with_each(best, systems, scored, metric, settings, threads))
        wins += [
            _Win(ALL, (overall, other))
            for pair in results.differences[metric.metric]
            if pair.better == overall
            for other in (pair.system, pair.other)
            if other != overall
        ]
        for win in wins:
            opposite = next((other for other in wins if other.systems == win.systems[::-1]), None)
            if opposite is not None:
                by_wins.setdefault((win, opposite), []).append(metric)
                break
    for (win, opposite), metrics in by_wins.items():
        label = None if len(metrics) == len(results.metrics) else metrics[0].metric
        yield replace(_doubt(results, metrics[0], win, opposite), metric=label)


class _Win(NamedTuple):
    """A significant difference between the best system and another one."""

    references: str
    systems: tuple[str, str]


def _wins_with_each(
    best: dict[str, str],
    systems: Sequence[str],
    scored: ScoredSystems,
    metric: ComparedMetric,
    settings: Settings,
    threads: int,
) -> Iterator[_Win]:
    ours = Settings(  # not those of an emulated program
        test=settings.test,
        resamples=min(settings.resamples or RESAMPLES_BY_REFERENCE, RESAMPLES_BY_REFERENCE),
        seed=settings.seed,
        significance_level=settings.significance_level / len(best),
    )
    workspace = Workspace(threads)
    for reference, winner in best.items():
        corpora = scored.corpora_with_reference(int(reference) - 1)
        ready = fitted(scored.metrics[metric.metric], [corpora[0].references], workspace)
        chosen = [corpora[scored.names.index(name)] for name in systems]
        sums = [scored.units.sums(ready.statistics(corpus, workspace).rows) for corpus in chosen]
        compared = compare_under(
            ready,
            [[of_system] for of_system in sums],
            ours,
            baseline=systems.index(winner),
            threads=threads,
        )
        for (other, _), p_value in zip(compared.pairs, compared.adjusted_p_values, strict=True):
            if p_value <= ours.significance_level:
                yield _Win(f"reference {reference}", (winner, systems[other]))


def _scores_by_reference(results: Results, metric: ComparedMetric) -> dict[str, dict[str, float]]:
    scores: dict[str, dict[str, float]] = {}
    for breakdown in results.breakdowns:
        for cell in breakdown.cells if breakdown.field == REFERENCE else ():
            if cell.metric == metric.metric and cell.score is not None:
                scores.setdefault(cell.group, {})[cell.system] = cell.score
    return scores


def _doubt(results: Results, metric: ComparedMetric, win: _Win, opposite: _Win) -> Doubt:
    scores = {
        f"reference {reference}": of
        for reference, of in _scores_by_reference(results, metric).items()
    }
    scores[ALL] = {
        system: score
        for system in results.systems
        if (score := results.scores[metric.metric, system].score) is not None
    }

    def both(either: _Win) -> str:
        values = [rounded(scores[either.references][name], metric.scale) for name in either.systems]
        return " against ".join(values)

    first, second = map(system_name, win.systems)
    return Doubt(
        "winner depends on reference",
        win.systems,
        metric.metric,
        (),
        f"The winner depends on the reference: {first} is best with {win.references}, "
        f"significantly better than {second} ({both(win)} {metric.title}), and {second} "
        f"with {opposite.references}, significantly better than {first} ({both(opposite)}).",
    )


def unsuited_metrics(results: Results, scored: ScoredSystems | None = None) -> Iterator[Doubt]:
    """Find metrics whose tokenizer, or else order, does not suit the texts of all or some systems.

    Without texts only orders are checked.
    """
    for label in (metric.metric for metric in results.metrics):
        systems: dict[str, list[str]] = {}
        if scored is not None:
            for name, corpus in zip(scored.names, scored.corpora, strict=True):
                for text in warnings_of(corpus, [scored.metrics[label]]):
                    systems.setdefault(text, []).append(name)
        scores = [results.scores[label, system] for system in results.systems]
        for text, concerned in (systems or missing_orders(scores)).items():
            some = tuple(concerned) if len(concerned) < len(scores) else ()
            said = f"{names(some)}: {text}." if some else f"{text[0].upper()}{text[1:]}."
            yield Doubt("unsuited metric", some, label, (), said)


def differing_sides(scored: ScoredSystems) -> Iterator[Doubt]:
    """Find outputs and references that differ in case or in Unicode form, or have other marks."""
    systems: dict[str, tuple[DoubtKind, list[str]]] = {}
    for name, corpus in zip(scored.names, scored.corpora, strict=True):
        for difference in differences(corpus, list(scored.metrics.values())):
            of_system = difference.side == "hypotheses"
            outputs = f"the outputs of {system_name(name)}" if of_system else "the outputs"
            _, concerned = systems.setdefault(difference.in_words(outputs), (difference.kind, []))
            concerned += [name] * of_system
    for said, (kind, concerned) in systems.items():
        yield Doubt(kind, tuple(concerned), None, (), f"{said[0].upper()}{said[1:]}.")


def contradicting_metrics(results: Results) -> Iterator[Doubt]:
    """Find pairs of which each system is significantly better under some metric.

    All pairs are one doubt; the pair with the best system comes first.
    """
    in_order = results.in_order_of(results.metrics[0].metric)
    places = {score.system: place for place, score in enumerate(in_order)}
    titles = {metric.metric: metric.title for metric in results.metrics}
    better: dict[tuple[str, ...], dict[str, list[str]]] = {}
    for pair in results.pairs:
        if pair.better is not None:
            systems = tuple(sorted((pair.system, pair.other), key=places.__getitem__))
            better.setdefault(systems, {}).setdefault(pair.better, []).append(titles[pair.metric])
    opposed = {systems: winners for systems, winners in better.items() if len(winners) > 1}
    if not opposed:
        return
    first, *others = sorted(opposed, key=lambda systems: [places[system] for system in systems])
    best, worst = map(system_name, first)
    said = (
        f"The metrics contradict each other: {best} is significantly better than {worst} under "
        f"{listed(opposed[first][first[0]])}, and significantly worse under "
        f"{listed(opposed[first][first[1]])}."
    )
    if others:
        pairs = [" and ".join(map(system_name, pair)) for pair in others]
        left = len(pairs) - MOST_CONTRADICTED
        shown = pairs if left < 2 else [*pairs[:MOST_CONTRADICTED], f"{left:,} more pairs"]
        said += f" They also contradict each other about {'; '.join(shown)}."
    yield Doubt("contradicting metrics", tuple(first), None, (), said)
