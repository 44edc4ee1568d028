"""How metrics agree with each other, what they dispute, and systems that one of them flatters."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from operator import attrgetter

import numpy as np
from numpy.typing import NDArray

from tallystick.metrics.resampling.student import two_sided_p_value
from tallystick.metrics.sums.arrays import FloatArray, IntArray
from tallystick.reports.comparison.facts.scores_and_differences import average_ranks
from tallystick.reports.meta_evaluation.agreement.sets import OnSet
from tallystick.reports.meta_evaluation.judged_set import JudgedSet
from tallystick.reports.meta_evaluation.model import (
    DisputedPair,
    DisputedSegment,
    Flattered,
    MetricAgreement,
    defined,
)
from tallystick.reports.meta_evaluation.settings import (
    FEW_SYSTEMS,
    FEWEST_SYSTEMS,
    SIMILAR_METRICS,
    MetaSettings,
)
from tallystick.reports.meta_evaluation.statistics.between_metrics import standardised
from tallystick.reports.meta_evaluation.statistics.pairs import Coefficient, Pairs, count_pairs

OF_ALL_METRICS = 5
OF_A_METRIC = 3
OF_TWO_METRICS = 3
OF_PAIRS_OF_METRICS = 20
LOOKED_AT = 60
"""So many outputs are looked at for a list, because only one for each segment is shown."""


def agreement_among_metrics(
    sets: Sequence[JudgedSet], metrics: Sequence[str], correlations: Mapping[str, FloatArray]
) -> list[MetricAgreement]:
    """Return how far the metrics of each pair order the systems and outputs of all sets alike.

    On each set outputs have the correlations of shape (metrics, metrics).
    """
    agreements = []
    means = np.mean(list(correlations.values()), axis=0)
    ranked = all(len(judged.systems) >= FEWEST_SYSTEMS for judged in sets)
    for (first, one), (second, other) in itertools.combinations(enumerate(metrics), 2):
        correlation = defined(float(means[first, second]))
        if not ranked:
            agreements.append(MetricAgreement(one, other, None, None, correlation))
            continue
        counts = [
            count_pairs(judged.metrics[one].systems, judged.metrics[other].systems)
            for judged in sets
        ]
        pooled = Pairs(*(np.sum(kind, axis=0) for kind in zip(*counts, strict=True)))
        accuracy, kendall = (
            defined(float(coefficient.of(pooled)[0]))
            for coefficient in (Coefficient.ACCURACY, Coefficient.TAU_B)
        )
        agreements.append(MetricAgreement(one, other, accuracy, kendall, correlation))
    return agreements


def disputed_pairs(sets: Sequence[OnSet], metrics: Sequence[str]) -> list[DisputedPair]:
    """Return the pairs of systems that more than half of the metrics order unlike humans.

    Those on which most metrics do come first, and of these the significant and largest differences.
    """
    pairs = []
    for of_set in sets:
        judged, significant = of_set.judged, of_set.agreed[metrics[0]].significant
        human = judged.differences(judged.human.systems)
        orders = np.stack([judged.order(judged.metrics[metric].systems) for metric in metrics])
        contradicts = orders == -np.sign(human)
        contradicts &= human != 0
        spread = judged.human.systems.std() or 1.0
        for place in np.flatnonzero(contradicts.sum(axis=0) * 2 > len(metrics)):
            pair = judged.pairs[place] if human[place] > 0 else judged.pairs[place][::-1]
            pairs.append(
                DisputedPair(
                    set=judged.name,
                    better=judged.systems[pair[0]],
                    worse=judged.systems[pair[1]],
                    difference=float(abs(human[place]) / spread),
                    significant=None if significant is None else bool(significant[place]),
                    metrics=tuple(itertools.compress(metrics, contradicts[:, place])),
                )
            )
    return sorted(pairs, key=lambda row: (-len(row.metrics), not row.significant, -row.difference))


def disputed_segments(sets: Sequence[JudgedSet], metrics: Sequence[str]) -> list[DisputedSegment]:
    """Return the outputs that are most disputed, by kind and the most disputed ones first.

    The kinds are all metrics above humans, all below, every metric against humans on other
    segments, and pairs of metrics.
    """
    by_kind: dict[tuple[str | None, str | None], list[DisputedSegment]] = {}
    for judged in sets:
        for case in itertools.chain(_with_humans(judged, metrics), _of_metrics(judged, metrics)):
            by_kind.setdefault((case.metric, case.other), []).append(case)
    for cases in by_kind.values():
        cases.sort(key=attrgetter("gap"), reverse=True)
    of_all = by_kind.pop((None, None), [])
    above = [case for case in of_all if case.percentile > case.other_percentile][:OF_ALL_METRICS]
    below = [case for case in of_all if case.percentile < case.other_percentile][:OF_ALL_METRICS]
    shown = {(case.set, case.segment) for case in (*above, *below)}
    single: list[DisputedSegment] = []
    for metric in metrics:
        cases = by_kind.pop((metric, None), [])
        if len(metrics) > 1:
            cases = [case for case in cases if (case.set, case.segment) not in shown]
        single += cases[:OF_A_METRIC]
    pairs = sorted(itertools.chain(*by_kind.values()), key=attrgetter("gap"), reverse=True)
    return [*above, *below, *single, *_varied(pairs)]


def _varied(pairs: Sequence[DisputedSegment]) -> Iterator[DisputedSegment]:
    """Yield a few outputs of each pair of metrics, and each reference once."""
    of_pair: Counter[tuple[str | None, str | None]] = Counter()
    seen: set[str] = set()
    for case in pairs:
        pair = (case.metric, case.other)
        if of_pair[pair] < OF_TWO_METRICS and case.reference not in seen:
            of_pair[pair] += 1
            seen.add(case.reference)
            yield case
        if len(seen) == OF_PAIRS_OF_METRICS:
            return


def _with_humans(judged: JudgedSet, metrics: Sequence[str]) -> Iterator[DisputedSegment]:
    human = judged.human.segments
    if human is None:
        return
    cells, (of_humans, *of_metrics) = _percentiles(judged, metrics, human)
    if len(metrics) > 1:
        lowest, highest = np.min(of_metrics, axis=0), np.max(of_metrics, axis=0)
        for nearest in (np.maximum(of_humans, lowest), np.minimum(of_humans, highest)):
            yield from _most(judged, cells, nearest, of_humans, (None, None), OF_ALL_METRICS)
    number = OF_A_METRIC + 2 * OF_ALL_METRICS
    for metric, percentiles in zip(metrics, of_metrics, strict=True):
        yield from _most(judged, cells, percentiles, of_humans, (metric, None), number)


def _of_metrics(judged: JudgedSet, metrics: Sequence[str]) -> Iterator[DisputedSegment]:
    cells, percentiles = _percentiles(judged, metrics)
    sides = zip(metrics, percentiles, strict=True)
    for (one, of_one), (other, of_other) in itertools.combinations(sides, 2):
        yield from _most(judged, cells, of_one, of_other, (one, other), OF_TWO_METRICS)


def _percentiles(
    judged: JudgedSet, metrics: Sequence[str], *humans: FloatArray
) -> tuple[IntArray, list[FloatArray]]:
    """Return the cells with all scores, and their percentiles under humans and each metric."""
    scores = [*humans, *(judged.metrics[metric].segments for metric in metrics)]
    known = np.logical_and.reduce([~np.isnan(side) for side in scores])
    percentiles = [100 * (average_ranks(side[known]) - 0.5) / known.sum() for side in scores]
    return np.flatnonzero(known), percentiles


def _most(
    judged: JudgedSet,
    cells: IntArray,
    one: NDArray[np.floating],
    other: NDArray[np.floating],
    sides: tuple[str | None, str | None],
    number: int,
) -> Iterator[DisputedSegment]:
    """Yield the outputs with the largest gaps, at most one for each segment."""
    gaps = np.abs(one - other)
    if not len(gaps):
        return
    looked_at = min(LOOKED_AT, len(gaps))
    largest = np.argpartition(-gaps, looked_at - 1)[:looked_at]
    seen: set[int] = set()
    for place in largest[np.lexsort((largest, -gaps[largest]))]:
        system, segment = divmod(int(cells[place]), judged.segments)
        if len(seen) == number or gaps[place] == 0:
            return
        if segment in seen:
            continue
        seen.add(segment)
        corpus = judged.corpora[system]
        references = corpus.references[segment]
        yield DisputedSegment(
            set=judged.name,
            system=judged.systems[system],
            segment=segment + 1,
            metric=sides[0],
            other=sides[1],
            percentile=float(one[place]),
            other_percentile=float(other[place]),
            hypothesis=_text(corpus.hypotheses[segment]),
            reference=_text(references[0]) if references else "",
        )


def _text(segment: str | tuple[str, ...]) -> str:
    return segment if isinstance(segment, str) else " ".join(segment)


def flattered_systems(
    judged: JudgedSet, metrics: Sequence[str], correlations: FloatArray, settings: MetaSettings
) -> list[Flattered]:
    """Return the systems that a metric flatters, given the correlations of metrics on outputs.

    A system that was tuned to a metric, or whose outputs are chosen by it, as in minimum-Bayes-risk
    decoding, gains more under this metric than under others. Metrics that count much the same, as
    BLEU and its dialects do, gain together. So each metric is compared with the metrics that are
    not similar to it, of which similar ones share one vote.

    The scores of the systems under a metric are regressed on the mean of their standardised scores
    under those others. The residual of each system, studentised by those of the other systems,
    follows Student's t if the system is like the others; Cook and Weisberg, "Residuals and
    Influence in Regression", 1982, section 2.2. Residuals must be significant, corrected by
    Bonferroni's method for all systems and metrics of the set, and the rank of the system higher
    than under humans and every metric that is not similar.
    """
    systems = len(judged.systems)
    if systems < FEW_SYSTEMS:
        return []
    scores = np.stack([judged.metrics[metric].systems for metric in metrics])
    # a metric that ties all outputs is similar to every other one: it has no vote
    similar = ~(correlations < SIMILAR_METRICS)
    tests = len(metrics) * systems
    flattered = []
    for number, metric in enumerate(metrics):
        others = np.flatnonzero(~similar[number])
        if not len(others):
            continue
        votes = 1 / similar[np.ix_(others, others)].sum(axis=1)
        expected = np.average([*map(standardised, scores[others])], axis=0, weights=votes)
        residuals, excess = studentised_residuals(scores[number], expected)
        human_ranks, ranks = _ranks(judged.human.systems), _ranks(scores[number])
        other_ranks = np.stack([_ranks(scores[other]) for other in others])
        for system in np.flatnonzero(ranks < np.minimum(human_ranks, other_ranks.min(axis=0))):
            p = two_sided_p_value(float(residuals[system]), systems - 3) / 2
            adjusted = min(1.0, p * tests)
            if residuals[system] > 0 and adjusted <= settings.significance_level:
                flattered.append(
                    Flattered(
                        set=judged.name,
                        metric=metric,
                        system=judged.systems[system],
                        rank=int(ranks[system]),
                        systems=systems,
                        human_rank=int(human_ranks[system]),
                        best_other_rank=int(other_ranks[:, system].min()),
                        worst_other_rank=int(other_ranks[:, system].max()),
                        excess=float(excess[system]),
                        adjusted_p_value=adjusted,
                    )
                )
    return flattered


def studentised_residuals(
    scores: FloatArray, expected: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return residuals of a regression on one variable, of at least 4 systems, and excesses.

    Residuals are studentised externally; an excess is the distance from the regression without the
    system.
    """
    systems = len(scores)
    design = np.stack([np.ones(systems), expected], axis=1)
    hat = design @ np.linalg.pinv(design)
    leverage = np.clip(np.diag(hat), 0.0, 1 - 1e-9)
    residuals = scores - hat @ scores
    degrees = systems - design.shape[1] - 1
    squares = np.maximum((residuals**2).sum() - residuals**2 / (1 - leverage), 0.0) / degrees
    errors = np.sqrt(squares * (1 - leverage))
    studentised = np.divide(residuals, errors, out=np.zeros(systems), where=errors > 0)
    return studentised, residuals / (1 - leverage)


def _ranks(scores: FloatArray) -> IntArray:
    """Return the ranks of systems, 1 for the best; equal systems share the best of their ranks."""
    return np.asarray(1 + (scores[np.newaxis] > scores[:, np.newaxis]).sum(axis=1))
