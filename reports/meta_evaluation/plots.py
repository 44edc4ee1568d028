"""The plots of a meta-evaluation."""

from __future__ import annotations

from statistics import fmean

from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.document import (
    Block,
    HeatMap,
    IntervalPlot,
    LinePlot,
    Measured,
    PlottedRow,
    Point,
    ScatterPlot,
)
from tallystick.reports.meta_evaluation.model import EvaluatedSet, Grouping, MetaEvaluation
from tallystick.reports.meta_evaluation.words.phrases import COEFFICIENTS, judge_of, number, of_set
from tallystick.reports.meta_evaluation.words.sentences import one_rater
from tallystick.reports.wording import percent

FEWEST_IN_A_MATRIX = 3
MOST_LINES = 8
"""More lines in one plot could not be named."""


def accuracies(found: MetaEvaluation) -> IntervalPlot:
    """Return the pairwise accuracy of each metric, or its agreement on outputs, with intervals."""
    name, judge = found.titles, judge_of(found)
    of_choices, compared = found.main_grouping is Grouping.CHOICES, "Outputs"
    statistic, chance = f"{COEFFICIENTS[found.coefficient]} over all outputs", 0.0
    if found.together:
        compared, statistic, chance = "Pairs of systems", "pairwise accuracy", 0.5
        estimates = [(one.metric, one.accuracy) for one in found.together]
        ceilings = _halves(found)
    else:
        statistic, chance = ("share of choices", 0.5) if of_choices else (statistic, chance)
        estimates = [
            (one.metric, one.shown(found.coefficient))
            for one in found.on_outputs
            if one.grouping is found.main_grouping
        ]
        judges = [one.other_judges for one in found.health if one.other_judges is not None]
        known = {"other judges": judges, "one rater": one_rater(found)}
        ceilings = [(label, fmean(values)) for label, values in known.items() if values]
    return IntervalPlot(
        f"{compared} ordered as by {judge.name}{judge.aside}",
        f"{statistic} with {percent(found.confidence)} interval",
        tuple(
            PlottedRow(name[metric], one.value, low, high, number(one.value))
            for metric, one in estimates
            for low, high in [bounds_of(one.over_segments)]
        ),
        (("chance", chance), *ceilings),
    )


def _halves(found: MetaEvaluation) -> list[tuple[str, float]]:
    """Return how many pairs of systems random halves of the human scores order alike."""
    pairs = {one.name: one.pairs for one in found.sets}
    alike = {one.set: one.split_half for one in found.health if one.split_half is not None}
    total = sum(pairs[name] for name in alike)
    if not total:
        return []
    sets = "" if len(alike) == len(pairs) else f", {len(alike)} of {len(pairs)} sets"
    mean = sum(share * pairs[name] for name, share in alike.items()) / total
    return [(f"halves of the human scores{sets}", mean)]


def scatters(found: MetaEvaluation, judged: EvaluatedSet) -> list[Block]:
    """Return for each metric its scores of the systems of a set against those of humans."""
    name = found.titles
    levels = {one.metric: one for one in found.system_level if one.set == judged.name}
    return [
        ScatterPlot(
            of_set(judged.name, f"scores under {name[metric.metric]}{judge_of(found).aside}"),
            name[metric.metric],
            f"human ({found.human})" if found.against is None else judge_of(found).name,
            tuple(
                Point(
                    system,
                    score,
                    human,
                    system in judged.outliers,
                    None if across is None else (across.low, across.high),
                    None if up is None else (up.low, up.high),
                )
                for system, score, across, human, up in zip(
                    judged.systems,
                    levels[metric.metric].scores,
                    levels[metric.metric].intervals,
                    judged.scores,
                    judged.intervals,
                    strict=True,
                )
                if score is not None
            ),
        )
        for metric in found.metrics
    ]


def significance(found: MetaEvaluation) -> list[Block]:
    """Return the differences in accuracy of all pairs of metrics, with which are significant."""
    order = [one.metric for one in found.together]
    if len(order) < FEWEST_IN_A_MATRIX:
        return []
    less = {(one.metric, one.other): 100 * one.difference for one in found.differences}
    less |= {pair[::-1]: -difference for pair, difference in less.items()}
    decided = {
        frozenset((one.metric, one.other))
        for one in found.differences
        if one.adjusted_p_value <= found.significance_level
    }
    names = tuple(found.titles[metric] for metric in order)
    return [
        HeatMap(
            f"Pairwise accuracy: each metric less each other one{judge_of(found).aside}",
            "difference in percent; * significant after the correction for all pairs; the largest "
            "difference has the full colour",
            names,
            names,
            tuple(tuple(less.get((metric, other)) for other in order) for metric in order),
            max(1.0, *map(abs, less.values())),
            digits=1,
            marks={
                (row, column): "*"
                for row, metric in enumerate(order)
                for column, other in enumerate(order)
                if {metric, other} in decided
            },
        )
    ]


def difference_curves(found: MetaEvaluation) -> list[Block]:
    """Return for each metric how often differences of a size agree with humans."""
    name = found.titles
    judge = judge_of(found)
    return [
        LinePlot(
            f"{name[metric.metric]}: differences that agree with {judge.name}",
            f"difference under {name[metric.metric]}",
            "share of pairs",
            (
                (
                    name[metric.metric],
                    tuple(
                        Measured(
                            (one.smallest + one.largest) / 2,
                            one.agreeing / one.pairs,
                            one.interval.low,
                            one.interval.high,
                        )
                        for one in found.difference_curve
                        if one.metric == metric.metric
                    ),
                ),
            ),
        )
        for metric in found.metrics
    ]


def order_kept(found: MetaEvaluation, judged: EvaluatedSet) -> list[Block]:
    """Return the share of pairs whose order few segments keep, if there are several numbers."""
    name = found.titles
    lines = tuple(
        (name[one.metric], tuple(Measured(number, share) for number, share in one.subsets.items()))
        for one in found.sensitivity
        if one.set == judged.name and len(one.subsets) > 1
    )
    if not lines:
        return []
    title = of_set(judged.name, "pairs whose order few segments keep")
    return [LinePlot(title, "segments", "share of pairs", lines[:MOST_LINES])]
