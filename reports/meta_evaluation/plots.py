"""The plots of a meta-evaluation."""

from __future__ import annotations

from itertools import starmap
from statistics import fmean

from tallystick.reports import document
from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.meta_evaluation.model import EvaluatedSet, Grouping, MetaEvaluation
from tallystick.reports.meta_evaluation.words.phrases import COEFFICIENTS, judge_of, number, of_set
from tallystick.reports.meta_evaluation.words.sentences import one_rater
from tallystick.reports.wording import percent

FEWEST_IN_A_MATRIX = 3
MOST_LINES = 8
"""More lines in one plot could not be named."""


def accuracies(report: MetaEvaluation) -> document.IntervalPlot:
    """Return the pairwise accuracy of each metric, or its agreement on outputs, with intervals."""
    name, judge = report.titles, judge_of(report)
    if report.together:
        compared, statistic, chance = "Pairs of systems", "pairwise accuracy", 0.5
        estimates = [(level.metric, level.accuracy) for level in report.together]
        ceilings = _halves(report)
    else:
        compared, statistic, chance = "Outputs", "share of choices", 0.5
        if report.main_grouping is not Grouping.CHOICES:
            statistic, chance = f"{COEFFICIENTS[report.coefficient]} over all outputs", 0.0
        main = (level for level in report.on_outputs if level.grouping is report.main_grouping)
        estimates = [(level.metric, level.shown(report.coefficient)) for level in main]
        judges = [row.other_judges for row in report.health if row.other_judges is not None]
        known = {"other judges": judges, "one rater": one_rater(report)}
        ceilings = [(label, fmean(values)) for label, values in known.items() if values]
    return document.IntervalPlot(
        f"{compared} ordered as by {judge.name}{judge.aside}",
        f"{statistic} with {percent(report.confidence)} interval",
        tuple(
            document.PlottedRow(name[metric], estimate.value, low, high, number(estimate.value))
            for metric, estimate in estimates
            for low, high in [bounds_of(estimate.over_segments)]
        ),
        (("chance", chance), *ceilings),
    )


def _halves(report: MetaEvaluation) -> list[tuple[str, float]]:
    """Return how many pairs of systems random halves of the human scores order alike."""
    pairs = {judged.name: judged.pairs for judged in report.sets}
    alike = {row.set: row.split_half for row in report.health if row.split_half is not None}
    total = sum(pairs[name] for name in alike)
    if not total:
        return []
    sets = "" if len(alike) == len(pairs) else f", {len(alike)} of {len(pairs)} sets"
    mean = sum(share * pairs[name] for name, share in alike.items()) / total
    return [(f"halves of the human scores{sets}", mean)]


def scatters(report: MetaEvaluation, judged: EvaluatedSet) -> list[document.Block]:
    """Return for each metric its scores of the systems of a set against those of humans."""
    levels = {level.metric: level for level in report.system_level if level.set == judged.name}
    judge = f"human ({report.human})" if report.against is None else judge_of(report).name
    human = judge + ", outliers hollow" * bool(judged.outliers)
    plots: list[document.Block] = []
    for metric in report.metrics:
        level = levels[metric.metric]
        across = zip(judged.systems, level.scores, level.intervals, strict=True)
        up = zip(judged.scores, judged.intervals, strict=True)
        points = tuple(
            document.Point(
                system,
                score,
                human_score,
                system in judged.outliers,
                None if bounds is None else (bounds.low, bounds.high),
                None if human_bounds is None else (human_bounds.low, human_bounds.high),
            )
            for (system, score, bounds), (human_score, human_bounds) in zip(across, up, strict=True)
            if score is not None
        )
        title = of_set(judged.name, f"scores under {metric.title}{judge_of(report).aside}")
        plots.append(document.ScatterPlot(title, metric.title, human, points))
    return plots


def significance(report: MetaEvaluation) -> list[document.Block]:
    """Return the differences in accuracy of all pairs of metrics, with which are significant."""
    order = [level.metric for level in report.together]
    if len(order) < FEWEST_IN_A_MATRIX:
        return []
    less = {(test.metric, test.other): 100 * test.difference for test in report.differences}
    less |= {pair[::-1]: -difference for pair, difference in less.items()}
    decided = {
        frozenset((test.metric, test.other))
        for test in report.differences
        if test.adjusted_p_value <= report.significance_level
    }
    names = tuple(report.titles[metric] for metric in order)
    return [
        document.HeatMap(
            f"Pairwise accuracy: each metric less each other one{judge_of(report).aside}",
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


def difference_curves(report: MetaEvaluation) -> list[document.Block]:
    """Return for each metric how often differences of a size agree with humans."""
    plots: list[document.Block] = []
    for metric in report.metrics:
        points = tuple(
            document.Measured(
                (point.smallest + point.largest) / 2,
                point.agreeing / point.pairs,
                point.interval.low,
                point.interval.high,
            )
            for point in report.difference_curve
            if point.metric == metric.metric
        )
        title = f"{metric.title}: differences that agree with {judge_of(report).name}"
        label, curve = f"difference under {metric.title}", (metric.title, points)
        plots.append(document.LinePlot(title, label, "share of pairs", (curve,)))
    return plots


def order_kept(report: MetaEvaluation, judged: EvaluatedSet) -> list[document.Block]:
    """Return the share of pairs whose order few segments keep, if there are several numbers."""
    name = report.titles
    lines = tuple(
        (name[row.metric], tuple(starmap(document.Measured, row.subsets.items())))
        for row in report.sensitivity
        if row.set == judged.name and len(row.subsets) > 1
    )
    if not lines:
        return []
    title = of_set(judged.name, "pairs whose order few segments keep")
    return [document.LinePlot(title, "segments", "share of pairs", lines[:MOST_LINES])]
