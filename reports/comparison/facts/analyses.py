"""The texts of a comparison, and analyses that explain its scores and differences."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.base.scripts import RIGHT_TO_LEFT, SCRIPTS, language_of, letters_by_script
from tallystick.metrics.counting.workspace import Workspace
from tallystick.metrics.interface.metric import with_defaults
from tallystick.metrics.resampling.units import ROUNDED
from tallystick.reports.comparison.facts.ngrams.distinguishing import (
    distinguishing_ngrams,
    ngram_differences,
)
from tallystick.reports.comparison.facts.ngrams.tables import ngram_tables
from tallystick.reports.comparison.facts.results import shared, standard_of
from tallystick.reports.comparison.facts.scored_systems import (
    ScoredSystems,
    SegmentTokens,
    lengths,
    precisions_by_order,
    strings_of,
    tokenization_of,
    word_accuracy,
)
from tallystick.reports.comparison.facts.scores_and_differences import average_ranks
from tallystick.reports.comparison.model import (
    Difference,
    Disagreement,
    Example,
    SegmentOutcomes,
    Segments,
    SegmentStatistics,
)
from tallystick.reports.comparison.thresholds import MOST_BINS, MOST_SYSTEMS_IN_ALL_PAIRS, TIE
from tallystick.reports.scores import number_or_none

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.interface.metric import Metric
    from tallystick.metrics.resampling.settings import Settings
    from tallystick.metrics.sums.arrays import FloatArray
    from tallystick.reports.comparison.facts.results import Results


def analyses(
    results: Results,
    scored: ScoredSystems,
    tokens: SegmentTokens,
    settings: Settings,
    threads: int = 1,
) -> dict[str, Any]:
    """Return the texts of systems and analyses of them, by the names of fields of a comparison."""
    scores = scored.segment_scores()
    pairs = shown_pairs(results)
    tables = ngram_tables(scored, tokens)
    return {
        "tokenization": tokenization_of(scored.metrics),
        "segments": segments_of(scored, scores),
        "orders": precisions_by_order(scored, tokens, Workspace(threads)),
        "lengths": lengths(scored, tokens),
        "word_accuracy": word_accuracy(scored, tokens),
        "ngrams": distinguishing_ngrams(
            scored, tokens, tables, pairs, level=settings.significance_level
        ),
        "ngram_differences": ngram_differences(scored, tokens, tables, pairs),
        "segment_outcomes": segment_outcomes(scored, scores, pairs),
        "examples": examples(scored, scores, pairs),
        "disagreements": disagreements(scored, scores, results.pairs),
    }


def shown_pairs(results: Results) -> list[tuple[str, str]]:
    """Return the pairs whose segments are compared; of many systems those with one of them."""
    pairs = list(dict.fromkeys((pair.system, pair.other) for pair in results.pairs))
    if len(results.systems) <= MOST_SYSTEMS_IN_ALL_PAIRS or results.opponents:
        return pairs
    centre = standard_of(results, results.metrics[0].metric)
    return [pair for pair in pairs if centre in pair]


def segments_of(scored: ScoredSystems, scores: Mapping[str, FloatArray]) -> Segments:
    """Return the texts with their scores and statistics; `scores` are segment scores by metric."""
    first = scored.corpora[0]
    sources = None if first.sources is None else strings_of(first.sources)
    sides = {"target": scored.reference_strings, "source": sources}
    return Segments(
        sources=sources,
        references=scored.references_by_segment,
        hypotheses=dict(zip(scored.names, scored.hypothesis_strings, strict=True)),
        documents=first.documents,
        metadata=dict(first.metadata),
        scores={
            metric: {
                system: tuple([None if score != score else score for score in of_system])
                for system, of_system in zip(scored.names, values.tolist(), strict=True)
            }
            for metric, values in scores.items()
        },
        directions={
            side: direction_of(texts) for side, texts in sides.items() if texts is not None
        },
        language=language_of(scored.reference_strings),
        statistics=segment_statistics(scored),
    )


def segment_statistics(scored: ScoredSystems) -> Mapping[str, SegmentStatistics]:
    """Return the statistics by metric, for metrics that declare their formula."""
    by_metric = {}
    for name, metric in scored.fitted.items():
        formula = with_defaults(metric).sum_formula()
        if formula is not None:
            by_metric[name] = SegmentStatistics(
                columns=formula.columns,
                values={
                    system: tuple(_joined(statistics.column(column)) for column in formula.columns)
                    for system, statistics in zip(
                        scored.names, scored.statistics[name], strict=True
                    )
                },
                steps=formula.steps,
            )
    return by_metric


def _joined(values: NDArray[Any]) -> str:
    if values.dtype.kind in "iu":
        return " ".join(map(str, values.tolist()))
    return " ".join([f"{value:.8g}" for value in values.tolist()])


def direction_of(texts: Sequence[str]) -> str:
    """Return "rtl" if most letters are of a right-to-left script, else "ltr"."""
    counts = letters_by_script(texts).sum(axis=0)
    right_to_left = sum(int(counts[SCRIPTS.index(script)]) for script in RIGHT_TO_LEFT)
    return "rtl" if 2 * right_to_left > int(counts[1:].sum()) else "ltr"


def examples(
    scored: ScoredSystems,
    scores: Mapping[str, FloatArray],
    pairs: Sequence[tuple[str, str]],
    *,
    top: int = 10,
) -> tuple[Example, ...]:
    """Return the `top` segments for each metric, pair and direction, without repeated ones."""
    examples: list[Example] = []
    for name, values in scores.items():
        rows = scored.rows(name)
        influence = contributions(scored.fitted[name], rows)
        rounded = ROUNDED * np.abs(scored.fitted[name].formula(rows.sum(axis=1))).max()
        for system, other in pairs:
            first, second = scored.names.index(system), scored.names.index(other)
            contribution = influence[first] - influence[second]
            same = np.isnan(contribution) | (rows[first] == rows[second]).all(axis=1)
            contribution[same | (np.abs(contribution) <= rounded)] = 0.0
            gains = contribution, -contribution
            chosen = chain(*(_largest(scored, (first, second), gain, top) for gain in gains))
            difference = values[first] - values[second]
            examples += [
                Example(
                    metric=name,
                    system=system,
                    other=other,
                    segment=segment + 1,
                    contribution=float(contribution[segment]),
                    difference=number_or_none(difference[segment]),
                )
                for segment in sorted(chosen, key=lambda place: (-abs(contribution[place]), place))
            ]
    return tuple(examples)


def contributions(metric: Metric, rows: FloatArray) -> FloatArray:
    """Return the corpus score minus that without each segment, shape (systems, segments).

    `rows` are statistics, shape (systems, segments, columns). NaN where a score is not defined.
    """
    contributions = np.empty(rows.shape[:2])
    for place, of_system in enumerate(rows):
        total = of_system.sum(axis=0)
        contributions[place] = metric.formula(total) - metric.formula(total - of_system)
    return contributions


def _largest(scored: ScoredSystems, pair: tuple[int, int], gain: FloatArray, top: int) -> list[int]:
    chosen: dict[object, int] = {}
    for segment in np.argsort(-gain, kind="stable").tolist():
        if gain[segment] <= 0 or len(chosen) == top:
            break
        hypotheses = tuple(scored.corpora[system].hypotheses[segment] for system in pair)
        chosen.setdefault((hypotheses, scored.references[segment]), segment)
    return list(chosen.values())


def segment_outcomes(
    scored: ScoredSystems, scores: Mapping[str, FloatArray], pairs: Sequence[tuple[str, str]]
) -> tuple[SegmentOutcomes, ...]:
    """Return the outcomes of every pair under every metric, with the edges of all pairs.

    Segments in which a score is not defined are not counted.
    """
    outcomes = []
    for name, values in scores.items():
        sign = _sign(scored, name)
        of_pairs = [
            _differences(*(values[scored.names.index(system)] for system in pair)) for pair in pairs
        ]
        outer = round_edges(max((float(np.abs(row).max(initial=0)) for row in of_pairs), default=0))
        edges = [-edge for edge in outer[:0:-1]] + outer
        for (system, other), differences in zip(pairs, of_pairs, strict=True):
            outcomes.append(
                SegmentOutcomes(
                    metric=name,
                    system=system,
                    other=other,
                    better=int((sign * differences > 0).sum()),
                    equal=int((differences == 0).sum()),
                    worse=int((sign * differences < 0).sum()),
                    edges=tuple(edges),
                    counts=_counts(differences, outer),
                )
            )
    return tuple(outcomes)


def round_edges(largest: float) -> list[float]:
    """Return edges from 0 to a largest number or just above, in steps of 1, 2 or 5 times 10^n."""
    if not largest > 0:
        return []
    power = math.floor(math.log10(largest / MOST_BINS))
    steps = ((unit, power + more) for more in (0, 1) for unit in (1, 2, 5))
    for unit, exponent in steps:
        # a decimal string is the nearest number to the round one, a product is not
        bins = math.ceil(largest / float(f"{unit}e{exponent}") * (1 - TIE))
        if bins <= MOST_BINS:
            break
    return [float(f"{unit * number}e{exponent}") for number in range(bins + 1)]


def _differences(one: FloatArray, other: FloatArray) -> FloatArray:
    """Return the differences of segments in which both scores are defined; 0 for ties."""
    defined = ~(np.isnan(one) | np.isnan(other))
    one, other = one[defined], other[defined]
    differences = one - other
    differences[np.abs(differences) <= TIE * np.maximum(np.abs(one), np.abs(other))] = 0.0
    return differences


def _counts(differences: FloatArray, outer: Sequence[float]) -> tuple[int, ...]:
    """Count the differences other than 0 in mirrored bins, each with its edge further from 0."""
    if not outer:
        return ()
    # the last edge includes what rounding puts above it
    limits = np.array(outer[1:]) * (1 + TIE)
    bins = np.searchsorted(limits, np.abs(differences[differences != 0]))
    positive = differences[differences != 0] > 0
    above, below = (
        np.bincount(bins[chosen], minlength=len(limits)) for chosen in (positive, ~positive)
    )
    return (*below[::-1].tolist(), *above.tolist())


def disagreements(
    scored: ScoredSystems,
    scores: Mapping[str, FloatArray],
    differences: Iterable[Difference],
    *,
    top: int = 10,
) -> tuple[Disagreement, ...]:
    """Return an entry for each pair of systems and pair of metrics that prefer different systems.

    Segments are compared by ranks because the scales of metrics differ.
    """
    disagreements: list[Disagreement] = []
    for pair, of_pair in shared((each, (each.system, each.other)) for each in differences):
        for one, another in combinations([each for each in of_pair if each.difference], 2):
            first, second = (
                _sign(scored, each.metric) * (each.difference or 0) > 0 for each in (one, another)
            )
            if first == second:
                continue
            preferred, other = pair if first else pair[::-1]
            better, worse = scored.names.index(preferred), scored.names.index(other)
            one_gains, other_gains = (
                _sign(scored, each.metric)
                * (scores[each.metric][better] - scores[each.metric][worse])
                for each in (one, another)
            )
            disagreements.append(
                Disagreement(
                    system=preferred,
                    other=other,
                    metric=one.metric,
                    other_metric=another.metric,
                    significant=tuple(each.metric for each in (one, another) if each.significant),
                    segments=_ranked_apart(one_gains, other_gains, top),
                )
            )
    return tuple(disagreements)


def _sign(scored: ScoredSystems, metric: str) -> int:
    """Return 1 if a higher score is better, else -1."""
    return 1 if scored.fitted[metric].identity.higher_is_better else -1


def _ranked_apart(gains: FloatArray, other_gains: FloatArray, top: int) -> tuple[int, ...]:
    """Return the segments, from 1, with the largest differences of ranks, largest first."""
    defined = np.flatnonzero(~np.isnan(gains) & ~np.isnan(other_gains))
    apart = np.abs(average_ranks(gains[defined]) - average_ranks(other_gains[defined]))
    order = np.argsort(-apart, kind="stable")[:top]
    return tuple((defined[order[apart[order] > 0]] + 1).tolist())
