"""A comparison over several sets as blocks for people and tables for programs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from tallystick.reports.comparison.facts.orientation import between, standard_of
from tallystick.reports.comparison.tables.document import (
    CHECK_FIRST,
    NOTES,
    STAR,
    direction,
    interval_plot,
    ranking,
    score_table,
)
from tallystick.reports.document import (
    Block,
    Bullets,
    Heading,
    HeatMap,
    IntervalPlot,
    Labels,
    Paragraph,
    Table,
    columns,
)
from tallystick.reports.wording import UNDEFINED, own_title, percent, rounded

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import SystemScore
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
        DifferenceOverSets,
        MeanScore,
        MetricOverSets,
    )

BEST = "†"


def document(found: ComparisonOverSets, digits: int | None) -> list[Block]:
    """Return the verdict, the plot and table over all sets, the scores by set, and each set."""
    headline, *rest = found.verdict
    test = [("test", found.test.signature)] if found.scores else []
    return [
        Paragraph(headline, strong=True),
        Bullets(
            CHECK_FIRST,
            tuple(
                f"{one.name}: {doubt.sentence}"
                for one in found.sets
                for doubt in one.comparison.doubts
            ),
            doubts=True,
        ),
        Paragraph(own_title(found.title), strong=True),
        *(_plot(found, metric) for metric in found.metrics if found.scores),
        Bullets("", tuple(rest)),
        Heading("Over all sets"),
        *(_joint_table(found, metric, digits) for metric in found.metrics if found.scores),
        Heading("Set by set"),
        *(_by_set(found, metric, digits) for metric in found.metrics),
        *[_differences_by_set(found, metric) for metric in found.metrics if found.scores],
        Bullets(NOTES, found.notes),
        *(block for one in found.sets for block in _on_set(one, digits)),
        Paragraph(found.methods, label="Methods.", detail=True),
        Labels((*_signatures(found), *test), code=True),
    ]


def _on_set(one: ComparisonOnSet, digits: int | None) -> list[Block]:
    return [
        Heading(one.name),
        Paragraph(f"{one.name}: {one.comparison.verdict[0]}", detail=True),
        *(
            score_table(one.comparison, metric, digits)._replace(
                title=f"{metric.title} on {one.name}", detail=True
            )
            for metric in one.comparison.metrics
        ),
    ]


def _signatures(found: ComparisonOverSets) -> list[tuple[str, str]]:
    """Return the signature of each metric, or that of each set where they differ."""
    pairs = []
    for metric in found.metrics:
        by_set = found.signatures(metric.metric)
        same = len(set(by_set.values())) == 1
        pairs += [
            (metric.title if same else f"{metric.title}, {name}", signature)
            for name, signature in list(by_set.items())[: 1 if same else None]
        ]
    return pairs


def _plot(found: ComparisonOverSets, metric: MetricOverSets) -> IntervalPlot:
    title = f"Mean {metric.title} over {len(found.sets)} sets"
    label = f"mean {metric.title} with {percent(found.test.confidence)} interval"
    return interval_plot(found, metric, title, label)


def _joint_table(found: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    beside: dict[str, Callable[[MeanScore], str]] = {
        "mean rank": lambda one: UNDEFINED if one.mean_rank is None else f"{one.mean_rank:.1f}"
    }

    def number(sets: tuple[str, ...], pair: DifferenceOverSets) -> str:
        return "" if pair.p_value is None else str(len(sets))

    behind: dict[str, Callable[[DifferenceOverSets, str], str]] = {
        "sets better": lambda pair, system: number(pair.sets_seen_from(system)[0], pair),
        "sets worse": lambda pair, system: number(pair.sets_seen_from(system)[1], pair),
    }
    table, explained = ranking(found, metric, digits, "best", beside, behind)
    explained.append(
        "sets better, sets worse: those on which the difference from "
        f"{standard_of(found, metric.metric)} is significant after correction for all pairs on all "
        "sets."
    )
    title = f"Mean {metric.title} over {len(found.sets)} sets ({direction(metric)})"
    return table._replace(title=title, notes=("; ".join(explained),))


def _scores_on_sets(
    found: ComparisonOverSets, metric: MetricOverSets
) -> dict[tuple[str, str], SystemScore]:
    """Return the score of each system on each set."""
    return {
        (one.system, on_set.name): one
        for on_set in found.sets
        for one in on_set.comparison.scores
        if one.metric == metric.metric
    }


def _by_set(found: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    """Return the scores of all systems on all sets; the longer list goes down."""
    scores = _scores_on_sets(found, metric)
    in_order = [*(one.system for one in found.in_order_of(metric.metric)), *found.missing]
    systems = in_order or list(dict.fromkeys(system for system, _ in scores))
    sets = [one.name for one in found.sets]

    def cell(system: str, name: str) -> str:
        one = scores.get((system, name))
        return "" if one is None else rounded(one.score, metric.scale, digits) + BEST * one.best

    if len(systems) >= len(sets):
        header = ["system", *sets]
        rows = [(system, *(cell(system, name) for name in sets)) for system in systems]
    else:
        header = ["set", *systems]
        rows = [(name, *(cell(system, name) for system in systems)) for name in sets]
    return Table(
        columns(header, len(header) - 1),
        tuple(rows),
        f"{metric.title} on each set",
        (f"{BEST} the best score on the set.",),
    )


def _differences_by_set(found: ComparisonOverSets, metric: MetricOverSets) -> HeatMap:
    standard = standard_of(found, metric.metric)
    systems = [one.system for one in found.in_order_of(metric.metric) if one.system != standard]
    sets = [one.name for one in found.sets]
    scores = _scores_on_sets(found, metric)
    values = tuple(
        tuple(_minus(scores[system, name].score, scores[standard, name].score) for name in sets)
        for system in systems
    )
    marks = {}
    for row, system in enumerate(systems):
        pair = between(found.differences_under(metric.metric), system, standard)
        for column, name in enumerate(sets):
            if pair is not None and name in (*pair.better_on, *pair.worse_on):
                marks[row, column] = STAR
    sizes = [abs(value) for row in values for value in row if value is not None]
    return HeatMap(
        f"{metric.title}: difference from {standard} on each set",
        f"{metric.title} minus that of {standard}; {STAR} significant after correction for all "
        "pairs on all sets",
        tuple(systems),
        tuple(sets),
        values,
        max(sizes, default=1.0) or 1.0,
        metric.scale.digits,
        marks,
    )


def _minus(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else one - other
