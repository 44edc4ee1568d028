"""A comparison over several sets as blocks for people and tables for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.comparison.orientation import between, seen_from
from tallystick.reports.comparison.tables import (
    CHECK_FIRST,
    NOTES,
    STAR,
    marks_explained,
    rank_text,
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
    PlottedRow,
    Table,
    columns,
)
from tallystick.reports.wording import (
    UNDEFINED,
    adjusted_p_value,
    difference_with_interval,
    interval,
    own_title,
    percent,
    rounded,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
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


def _confidence(found: ComparisonOverSets) -> str:
    return f"{percent(found.test.confidence)} interval"


def _standard(found: ComparisonOverSets, metric: MetricOverSets) -> str:
    return found.baseline or found.in_order_of(metric.metric)[0].system


def _plot(found: ComparisonOverSets, metric: MetricOverSets) -> IntervalPlot:
    return IntervalPlot(
        f"Mean {metric.title} over {len(found.sets)} sets",
        f"mean {metric.title} with {_confidence(found)}",
        tuple(
            PlottedRow(one.system, one.score, low, high, rounded(one.score, metric.scale))
            for one in found.in_order_of(metric.metric)
            for low, high in [bounds_of(one.interval)]
        ),
    )


def _joint_table(found: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    standard, ranked = _standard(found, metric), found.baseline is None and len(found.systems) > 2
    test = found.test
    header = [
        "system",
        metric.title,
        _confidence(found),
        "mean rank",
        *["rank", "cluster"] * ranked,
        f"difference from {standard}",
        "p (corrected)" if test.is_corrected else "p",
        "sets better",
        "sets worse",
    ]
    rows = [
        (
            one.system,
            rounded(one.score, metric.scale, digits),
            interval(one.interval, metric.scale, digits),
            UNDEFINED if one.mean_rank is None else f"{one.mean_rank:.1f}",
            *[rank_text(one.rank), str(one.cluster)] * ranked,
            *_from_standard(found, metric, one, standard, digits),
        )
        for one in found.in_order_of(metric.metric)
    ]
    explained = marks_explained(test, [row[-3] for row in rows])
    legend = (
        "; ".join(
            [
                *explained,
                f"sets better, sets worse: those on which the difference from {standard} is "
                "significant after correction for all pairs on all sets.",
            ]
        ),
    )
    direction = "higher" if metric.higher_is_better else "lower"
    return Table(
        columns(header, len(header) - 1),
        tuple(rows),
        f"Mean {metric.title} over {len(found.sets)} sets ({direction} is better)",
        legend,
    )


def _from_standard(
    found: ComparisonOverSets,
    metric: MetricOverSets,
    one: MeanScore,
    standard: str,
    digits: int | None,
) -> tuple[str, str, str, str]:
    if one.system == standard:
        return ("best" if found.baseline is None else "baseline", "", "", "")
    pair = between(found.differences_under(metric.metric), one.system, standard)
    if pair is None or pair.p_value is None:
        return (UNDEFINED, UNDEFINED, "", "")
    test = found.test
    p = adjusted_p_value(pair, test)
    better, worse = pair.sets_seen_from(one.system)
    return (
        difference_with_interval(*seen_from(pair, one.system), metric.scale, digits),
        f"{p}{STAR}" if pair.better is not None else p,
        str(len(better)),
        str(len(worse)),
    )


def _by_set(found: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    """Return the scores of all systems on all sets; the longer list goes down."""
    systems = [
        *(one.system for one in found.in_order_of(metric.metric)),
        *(one for one in found.missing),
    ]
    scores = {
        (one.system, on_set.name): rounded(one.score, metric.scale, digits)
        for on_set in found.sets
        for one in on_set.comparison.scores
        if one.metric == metric.metric
    }
    best = {
        (one.system, on_set.name)
        for on_set in found.sets
        for one in on_set.comparison.scores
        if one.metric == metric.metric and one.best
    }
    systems = systems or list(dict.fromkeys(system for system, _ in scores))
    sets = [one.name for one in found.sets]

    def cell(system: str, name: str) -> str:
        score = scores.get((system, name), "")
        return f"{score}{BEST}" if (system, name) in best else score

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
    standard = _standard(found, metric)
    systems = [one.system for one in found.in_order_of(metric.metric) if one.system != standard]
    sets = [one.name for one in found.sets]
    scores = {
        (one.system, on_set.name): one.score
        for on_set in found.sets
        for one in on_set.comparison.scores
        if one.metric == metric.metric
    }
    values = tuple(
        tuple(_minus(scores[system, name], scores[standard, name]) for name in sets)
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
