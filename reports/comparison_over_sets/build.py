"""The construction of a comparison over several test sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick import __version__
from tallystick.errors import InputError, OptionError
from tallystick.metrics.arguments.registry import closest
from tallystick.metrics.resampling.correction import adjusted
from tallystick.metrics.resampling.intervals import intervals_of_other_sets
from tallystick.metrics.resampling.paired import Compared, compare_over_sets, compared_pairs
from tallystick.metrics.resampling.settings import Method, Settings
from tallystick.metrics.resampling.units import OneSet, between
from tallystick.reports.comparison.build import (
    compare_systems,
    score_systems_together,
    significance_test,
    units_of_corpus,
)
from tallystick.reports.comparison.facts.scores_and_differences import (
    average_ranks,
    better_of,
    interval_or_none,
    of_pair,
    of_systems,
    with_equivalence,
    with_margins,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Difference,
    SignificanceTest,
)
from tallystick.reports.comparison.thresholds import FEWEST_SETS
from tallystick.reports.comparison.words.caveats import near_the_level
from tallystick.reports.comparison.words.methods import methods_over_sets
from tallystick.reports.comparison.words.over_sets import (
    against_over_sets,
    notes_over_sets,
    overlaps,
    verdict_over_sets,
)
from tallystick.reports.comparison_over_sets.model import (
    ComparisonOnSet,
    ComparisonOverSets,
    DifferenceOnOtherSets,
    DifferenceOverSets,
    LeadWithoutSet,
    MeanScore,
    MetricOverSets,
    ResultsOverSets,
)
from tallystick.reports.scores import number_or_none
from tallystick.reports.wording import DEFAULT_TITLE

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.scoring.scoring import SystemScored

Systems = Sequence[tuple[str, "Corpus"]]


def compare_on_sets(
    sets: Mapping[str, Systems],
    metrics: Mapping[str, Mapping[str, Metric]],
    *,
    baseline: str | None = None,
    unit_field: str | None = None,
    settings: Settings | None = None,
    title: str = DEFAULT_TITLE,
    details: bool = False,
    threads: int = 1,
) -> ComparisonOverSets:
    """Compare systems on every set, and those that are in all sets over all of them."""
    if len(sets) < 2:
        raise InputError(
            f"{len(sets)} test {'set is' if len(sets) == 1 else 'sets are'} too few to compare "
            "systems over sets; give two or more, or compare systems on one set"
        )
    for name, systems in sets.items():
        known = [system for system, _ in systems]
        if baseline is not None and baseline not in known:
            others = [other for other, given in sets.items() if baseline in dict(given)]
            if others:
                raise OptionError(
                    f"the baseline {baseline!r} has an output on {', '.join(others)} but none on "
                    f"the test set {name}; add it, or leave out the set (--only)"
                )
            raise OptionError(
                f"the baseline {baseline!r} is not a system of the test set {name}"
                f"{closest(baseline, known)}; expected one of {', '.join(known)}"
            )
        if len(set(known)) < len(known):
            raise InputError(
                f"{name}: a system has several training runs, which can only be compared on a "
                "single test set; give one run of each system"
            )
    by_set = {name: [system for system, _ in systems] for name, systems in sets.items()}
    every = dict.fromkeys(system for known in by_set.values() for system in known)
    settings = with_margins(settings or Settings(), next(iter(metrics.values())), every)
    scored = {
        name: score_systems_together(systems, metrics[name], threads)
        for name, systems in sets.items()
    }
    everywhere = [system for system in every if all(system in known for known in by_set.values())]
    against = None if baseline is None else everywhere.index(baseline)
    comparisons = len(compared_pairs(len(everywhere), against)) * len(sets)
    single = tuple(
        ComparisonOnSet(
            name,
            compare_systems(
                systems,
                metrics[name],
                baseline=baseline,
                unit_field=unit_field,
                settings=replace(
                    settings,
                    comparisons_over_sets=comparisons,
                    margins=settings.margins if len(systems) > 1 else {},
                ),
                title=name,
                details=details,
                threads=threads,
                scored=scored[name],
            ),
        )
        for name, systems in sets.items()
    )
    compared = single[0].comparison.metrics
    of_sets = (
        _of_sets(sets, scored, everywhere, [metric.metric for metric in compared], unit_field)
        if len(everywhere) > 1
        else {}
    )
    together = {
        label: compare_over_sets(of_metric, settings, baseline=against, threads=threads)
        for label, of_metric in of_sets.items()
    }
    scores: list[MeanScore] = []
    differences: list[DifferenceOverSets] = []
    for metric in compared if together else ():
        resampled = together[metric.metric]
        means = of_sets[metric.metric].values()
        of_pairs = _differences(metric, everywhere, resampled, single, settings, means)
        of_systems = _scores(metric, everywhere, resampled, of_pairs, single)
        tested = with_equivalence(metric, of_pairs, of_systems, resampled, settings, {baseline})
        differences += tested[0]
        scores += tested[1]
    results = ResultsOverSets(
        test=_test(together, settings),
        metrics=tuple(
            MetricOverSets(
                metric.metric,
                _title(single, metric),
                metric.scale,
                metric.higher_is_better,
                settings.margins.get(metric.metric),
            )
            for metric in compared
        ),
        systems=tuple(everywhere),
        missing={
            system: tuple(name for name, known in by_set.items() if system not in known)
            for system in sorted(
                every.keys() - everywhere,
                key=lambda system: (-sum(system in known for known in by_set.values()), system),
            )
        },
        baseline=baseline,
        scores=tuple(scores),
        differences=tuple(differences),
        without_each=tuple(
            lead
            for metric in compared
            if len(sets) > 2 and metric.metric in together
            for lead in _without_each(metric, everywhere, against, together[metric.metric], sets)
        ),
        sets=single,
    )
    return ComparisonOverSets(
        title=title,
        version=__version__,
        verdict=verdict_over_sets(results),
        against=(*overlaps(_in_common(sets, everywhere)), *against_over_sets(results)),
        notes=(
            *notes_over_sets(results),
            *filter(None, (near_the_level(results, together, settings),)),
        ),
        methods=methods_over_sets(results),
        **vars(results),
    )


def without_details(comparison: ComparisonOverSets) -> ComparisonOverSets:
    """Return a comparison without the texts of its sets."""
    details: dict[str, Any] = {
        field.name: field.default
        for field in fields(Comparison)
        if field.default is not MISSING and field.name not in ("notes", "doubts", "origin")
    }
    return replace(
        comparison,
        sets=tuple(
            replace(on_set, comparison=replace(on_set.comparison, **details))
            for on_set in comparison.sets
        ),
    )


def _of_sets(
    sets: Mapping[str, Systems],
    scored: Mapping[str, Sequence[SystemScored]],
    everywhere: Sequence[str],
    labels: Sequence[str],
    unit_field: str | None,
) -> dict[str, dict[str, OneSet]]:
    statistics: dict[str, dict[str, OneSet]] = {label: {} for label in labels}
    for name, systems in sets.items():
        units = units_of_corpus(systems[0][1], unit_field)
        places = {system: place for place, (system, _) in enumerate(systems)}
        for number, label in enumerate(labels):
            of_systems = [scored[name][places[system]].scored[number] for system in everywhere]
            sums = [units.sums(run.statistics.rows) for run in of_systems]
            statistics[label][name] = OneSet(of_systems[0].metric, sums)
    return statistics


def _in_common(
    sets: Mapping[str, Systems], everywhere: Sequence[str]
) -> dict[tuple[str, str], tuple[int, int]]:
    """Return how many segments two sets have in common, and how many the smaller one has.

    What is compared are the references, and the outputs and given scores of the first two systems.
    """
    segments = {}
    for name, systems in sets.items():
        columns: list[Iterable[object]] = [systems[0][1].references]
        for system, corpus in systems:
            if system in everywhere[:2]:
                columns += [corpus.hypotheses, *corpus.scores.values()]
        segments[name] = Counter(zip(*columns, strict=True))
    return {
        both: ((first & second).total(), min(first.total(), second.total()))
        for both in combinations(segments if everywhere else (), 2)
        for first, second in [map(segments.__getitem__, both)]
    }


def _title(sets: Sequence[ComparisonOnSet], metric: ComparedMetric) -> str:
    """Return the name of a metric; without options if they depend on the set."""
    shown = {on_set.comparison.metric_called(metric.metric).title for on_set in sets}
    return metric.title if len(shown) == 1 else metric.title.partition(" (")[0]


def _test(together: Mapping[str, Compared], settings: Settings) -> SignificanceTest:
    first = next(iter(together.values()), None)
    resamples = settings.resamples_of(0) if first is None else first.resamples
    return significance_test(
        settings,
        Method.BOOTSTRAP if settings.test == "bootstrap" else Method.RANDOMISATION,
        "within:sets",
        resamples=resamples,
        requested_resamples=resamples,
        comparisons=0 if first is None else len(first.pairs),
    )


def _scores(
    metric: ComparedMetric,
    systems: Sequence[str],
    resampled: Compared,
    differences: Sequence[DifferenceOverSets],
    single: Sequence[ComparisonOnSet],
) -> list[MeanScore]:
    ranks = []
    for on_set in single:
        scores = [on_set.comparison.score_of(system, metric.metric).score for system in systems]
        values = np.array(scores, dtype=np.float64)  # NaN where one is not defined
        of_set = average_ranks(-values if metric.higher_is_better else values)
        ranks.append(np.where(np.isnan(values).any(), np.nan, of_set))
    mean_ranks = np.mean(ranks, axis=0)
    of_each = of_systems(metric, systems, resampled, differences)
    return [
        MeanScore(**fields, mean_rank=number_or_none(mean_rank))
        for (fields, _), mean_rank in zip(of_each, mean_ranks, strict=True)
    ]


def _differences(
    metric: ComparedMetric,
    systems: Sequence[str],
    resampled: Compared,
    single: Sequence[ComparisonOnSet],
    settings: Settings,
    sets: Iterable[OneSet],
) -> list[DifferenceOverSets]:
    level = settings.significance_level
    other_sets = _on_other_sets(metric, systems, resampled.pairs, settings, sets)
    sets_of: dict[tuple[str, str], list[str]] = {}  # on which the first is better
    for name, pair in _significant(metric, systems, single, level, lambda pair: pair.p_value):
        both = pair.system, pair.other
        winner = better_of(metric, both, pair.difference, 0.0, level)
        if winner is not None:
            sets_of.setdefault(both if winner == both[0] else both[::-1], []).append(name)
    equivalent: dict[frozenset[str], list[str]] = {}
    for name, pair in _significant(metric, systems, single, level, _equivalence_p_value):
        equivalent.setdefault(frozenset((pair.system, pair.other)), []).append(name)
    return [
        DifferenceOverSets(
            **of_pair(metric, systems, resampled, number, level),
            better_on=tuple(sets_of.get((systems[i], systems[j]), ())),
            worse_on=tuple(sets_of.get((systems[j], systems[i]), ())),
            other_sets=other_sets[number],
            equivalent_on=tuple(equivalent.get(frozenset((systems[i], systems[j])), ())),
        )
        for number, (i, j) in enumerate(resampled.pairs)
    ]


def _on_other_sets(
    metric: ComparedMetric,
    systems: Sequence[str],
    pairs: Sequence[tuple[int, int]],
    settings: Settings,
    sets: Iterable[OneSet],
) -> Sequence[DifferenceOnOtherSets | None]:
    differences = np.array([between(one_set.scores, pairs) for one_set in sets])
    if len(differences) < FEWEST_SETS:
        return [None] * len(pairs)
    bounds, p_values = intervals_of_other_sets(differences, settings.confidence)
    corrected = adjusted(p_values, settings.correction).tolist()
    means, level = differences.mean(axis=0).tolist(), settings.significance_level
    return [
        DifferenceOnOtherSets(
            interval=interval_or_none(bounds[:, number]),
            p_value=number_or_none(p_values[number]),
            adjusted_p_value=number_or_none(corrected[number]),
            better=better_of(
                metric, (systems[i], systems[j]), means[number], corrected[number], level
            ),
        )
        for number, (i, j) in enumerate(pairs)
    ]


def _without_each(
    metric: ComparedMetric,
    systems: Sequence[str],
    against: int | None,
    resampled: Compared,
    sets: Iterable[str],
) -> Iterator[LeadWithoutSet]:
    """Yield who leads without each set; nothing if a score is undefined."""
    direction = 1 if metric.higher_is_better else -1
    if not np.isfinite([intervals.scores for intervals in resampled.without_each]).all():
        return
    for name, intervals in zip(sets, resampled.without_each, strict=True):
        order = np.argsort(-direction * intervals.scores, kind="stable").tolist()
        first, second = order[:2]
        if against is not None:
            first, second = first if first != against else second, against
        sign = 1 if (first, second) in resampled.pairs else -1
        place = resampled.pairs.index((first, second)[::sign])
        low, high = sorted(sign * intervals.difference_bounds[:, place])
        yield LeadWithoutSet(
            metric=metric.metric,
            without=name,
            system=systems[first],
            other=systems[second],
            difference=float(sign * intervals.differences[place]),
            interval=interval_or_none(np.array([low, high])),
        )


def _equivalence_p_value(pair: Difference) -> float | None:
    equivalence = pair.equivalence
    return None if equivalence is None else max(equivalence.low_p_value, equivalence.high_p_value)


def _significant(
    metric: ComparedMetric,
    systems: Sequence[str],
    single: Sequence[ComparisonOnSet],
    level: float,
    p_value: Callable[[Difference], float | None],
) -> list[tuple[str, Difference]]:
    """Return the sets and pairs of which a p-value is significant.

    Dror et al., "Replicability Analysis for Natural Language Processing: Testing Significance with
    Multiple Datasets", TACL 5, 2017, section 4.2: Holm's method names the sets. It corrects for all
    pairs on all sets, because any of them may be named.
    """
    tested = [
        (on_set.name, pair)
        for on_set in single
        for pair in on_set.comparison.differences_under(metric.metric)
        if pair.system in systems and pair.other in systems
    ]
    p_values = adjusted(np.array([p_value(pair) for _, pair in tested], np.float64), "holm")
    return [named for named, p in zip(tested, p_values.tolist(), strict=True) if p <= level]
