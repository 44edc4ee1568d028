"""A comparison over several sets as blocks for people and tables for programs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import TYPE_CHECKING

from tallystick.reports.comparison.facts.results import (
    best_called,
    between,
    is_ranked,
    seen_from,
    standard_of,
    turned,
)
from tallystick.reports.comparison.tables.document import (
    CHECK_FIRST,
    NOTES,
    STAR,
    corrected,
    direction,
    equivalence_columns,
    interval_plot,
    rank_text,
    ranking,
    score_table,
)
from tallystick.reports.document import (
    Block,
    Bullets,
    Heading,
    HeatMap,
    Labels,
    Paragraph,
    Table,
    columns,
    table_of,
)
from tallystick.reports.wording import (
    UNDEFINED,
    difference_with_interval,
    listed,
    own_title,
    p_value_of,
    percent,
    rounded,
)

if TYPE_CHECKING:
    from tallystick.reports.comparison.model import Comparison, SystemScore
    from tallystick.reports.comparison_over_sets.model import (
        ComparisonOnSet,
        ComparisonOverSets,
        DifferenceOverSets,
        MeanScore,
        MetricOverSets,
    )

BEST = "†"
OTHER_SETS = (
    "On other sets: Student's t test of the differences on the sets, for sets that were drawn at "
    "random from others like them; all other intervals and p-values are about other segments of "
    "the same sets."
)


def document(report: ComparisonOverSets, digits: int | None) -> list[Block]:
    """Return the verdict, the plot and table over all sets, the scores by set, and each set."""
    headline, *rest = report.verdict
    metrics = report.metrics
    test = [("test", report.test.signature)] if report.scores else []
    over = f"over {len(report.sets)} sets"
    label = f"with {percent(report.test.confidence)} intervals; "
    return [
        Paragraph(headline, strong=True),
        Paragraph("".join(rest[:1])),
        Bullets(
            CHECK_FIRST,
            (
                *report.against,
                *(
                    f"{on_set.name}: {doubt.sentence}"
                    for on_set in report.sets
                    for doubt in on_set.comparison.doubts
                ),
            ),
            doubts=True,
        ),
        Paragraph(own_title(report.title), strong=True),
        *(
            interval_plot(report, metric, f"Mean {metric.title} {over}", label + direction(metric))
            for metric in metrics
            if report.scores
        ),
        Bullets("", tuple(rest[1:])),
        Heading("Over all sets"),
        *(_joint_table(report, metric, digits) for metric in metrics if report.scores),
        *(_without_each(report, metric, digits) for metric in metrics if report.without_each),
        *(_pairs(report, metric, digits) for metric in metrics if report.scores),
        Heading("Set by set"),
        *[_differences_by_set(report, metric) for metric in metrics if report.scores],
        *(_by_set(report, metric, digits) for metric in metrics),
        Bullets(NOTES, report.notes),
        *(block for on_set in report.sets for block in _on_set(on_set, digits)),
        Paragraph(report.methods, label="Methods.", detail=True),
        Labels((*_signatures(report), *test), code=True),
    ]


def _on_set(on_set: ComparisonOnSet, digits: int | None) -> list[Block]:
    return [
        Heading(on_set.name),
        Paragraph(f"{on_set.name}: {on_set.comparison.verdict[0]}", detail=True),
        *(
            score_table(on_set.comparison, metric, digits)._replace(
                title=f"{metric.title} on {on_set.name}", detail=True
            )
            for metric in on_set.comparison.metrics
        ),
    ]


def _signatures(report: ComparisonOverSets) -> list[tuple[str, str]]:
    """Return the signatures of each metric, with the sets of each where they differ."""
    return [
        (f"{metric.title}, {listed(sets)}" if sets else metric.title, signature)
        for metric in report.metrics
        for signature, sets in report.sets_by_signature(metric.metric).items()
    ]


def _joint_table(report: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    beside: dict[str, Callable[[MeanScore], str]] = {
        "mean rank": lambda mean: UNDEFINED if mean.mean_rank is None else f"{mean.mean_rank:.1f}"
    }

    def number(sets: tuple[str, ...], pair: DifferenceOverSets) -> str:
        return "" if pair.p_value is None else str(len(sets))

    behind: dict[str, Callable[[DifferenceOverSets, str], str]] = {
        "sets better": lambda pair, system: number(pair.sets_seen_from(system)[0], pair),
        "sets worse": lambda pair, system: number(pair.sets_seen_from(system)[1], pair),
    }
    best = best_called(report, metric.metric)
    table, explained = ranking(report, metric, digits, best, beside, behind)
    explained.append(
        "sets better, sets worse: those on which the difference from "
        f"{standard_of(report, metric.metric)} is significant after correction for all pairs on "
        "all sets."
    )
    title = f"Mean {metric.title} over {len(report.sets)} sets ({direction(metric)})"
    return table._replace(title=title, notes=("; ".join(explained),))


def _scores_on_sets(
    report: ComparisonOverSets, metric: MetricOverSets
) -> dict[tuple[str, str], SystemScore]:
    return {
        (score.system, on_set.name): score
        for on_set in report.sets
        for score in on_set.comparison.scores
        if score.metric == metric.metric
    }


def _by_set(report: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    """Return the scores of all systems on all sets; the longer list goes down."""
    shown = {
        place: rounded(score.score, metric.scale, digits) + BEST * score.best
        for place, score in _scores_on_sets(report, metric).items()
    }
    in_order = (mean.system for mean in report.in_order_of(metric.metric))
    systems = list(dict.fromkeys([*in_order, *report.systems, *report.missing]))
    sets = [on_set.name for on_set in report.sets]
    if len(systems) >= len(sets):
        header = ["system", *sets]
        rows = [(system, *(shown.get((system, name), "") for name in sets)) for system in systems]
    else:
        header = ["set", *systems]
        rows = [(name, *(shown.get((system, name), "") for system in systems)) for name in sets]
    return Table(
        columns(header, len(header) - 1),
        tuple(rows),
        f"{metric.title} on each set",
        (f"{BEST} the best score on the set.",),
    )


def _differences_by_set(report: ComparisonOverSets, metric: MetricOverSets) -> HeatMap:
    """Return differences from the best system or the baseline, with ranks on each set."""
    standard = standard_of(report, metric.metric)
    systems = [*(mean.system for mean in report.in_order_of(metric.metric)), *report.missing]
    sets = [on_set.name for on_set in report.sets]
    scores = _scores_on_sets(report, metric)
    values, marks, notes, targets = [], {}, {}, {}
    for row, system in enumerate(systems):
        pair = between(report.differences_under(metric.metric), system, standard)
        of_row: list[float | None] = []
        for column, on_set in enumerate(report.sets):
            of_system = scores.get((system, on_set.name))
            if of_system is None:
                of_row.append(None)
                continue
            score, of_standard = of_system.score, scores[standard, on_set.name].score
            of_row.append(None if score is None or of_standard is None else score - of_standard)
            if is_ranked(report):
                notes[row, column] = f"{rank_text(of_system.rank)} ({of_system.cluster})"
            if pair is not None and on_set.name in (*pair.better_on, *pair.worse_on):
                marks[row, column] = STAR
            if system != standard:
                fragment = _fragment(on_set.comparison, metric.metric, system, standard)
                targets[row, column] = (on_set.name, fragment)
        values.append(tuple(of_row))
    # a system that is far worse on one set alone would leave the others without colour
    of_all_sets = values[: len(report.systems)]
    sizes = [abs(value) for row in of_all_sets for value in row if value is not None]
    below = ", ranks on the set (cluster)" if notes else ""
    star = f"; {STAR} significant after correction for all pairs on all sets" * bool(marks)
    return HeatMap(
        f"{metric.title}: difference from {standard} on each set",
        f"{metric.title} minus that of {standard}{below}{star}",
        tuple(systems),
        tuple(sets),
        tuple(values),
        max(sizes, default=1.0) or 1.0,
        metric.scale.digits,
        marks,
        notes,
        targets,
    )


def _fragment(comparison: Comparison, metric: str, system: str, other: str) -> str:
    """Return the fragment that shows a pair in the page of a comparison."""
    systems = [compared.name for compared in comparison.systems]
    metrics = [compared.metric for compared in comparison.metrics]
    pair = f"{systems.index(system)}.{systems.index(other)}"
    return f"metric={metrics.index(metric)}&pair={pair}"


def _without_each(report: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    return table_of(
        report.leads_under(metric.metric),
        {
            "without": lambda lead: lead.without,
            "best": lambda lead: lead.system,
            "second" if report.baseline is None else "baseline": lambda lead: lead.other,
            "difference": lambda lead: difference_with_interval(
                lead.difference, lead.interval, metric.scale, digits
            ),
        },
        texts=3,
        title=f"Mean {metric.title} without each set",
        detail=True,
    )


def _pairs(report: ComparisonOverSets, metric: MetricOverSets, digits: int | None) -> Table:
    """Return the differences of all pairs, the best systems first."""
    order = [mean.system for mean in report.in_order_of(metric.metric)]
    pairs = report.differences_under(metric.metric)
    test, scale = report.test, metric.scale
    on_other_sets = any(pair.other_sets is not None for pair in pairs)
    equivalence, explained = equivalence_columns(metric, test)
    rows = []
    for system, other in combinations(order, 2):
        pair = between(pairs, system, other)
        if pair is None:
            continue
        difference, bounds = seen_from(pair, system)
        row = [system, other, difference_with_interval(difference, bounds, scale, digits)]
        row.append(corrected(pair, test))
        others = pair.other_sets
        if others is not None:
            bounds = others.interval if system == pair.system else turned(others.interval)
            row.append(difference_with_interval(difference, bounds, scale, digits))
            row.append(f"{p_value_of(others.adjusted_p_value, test)}{STAR * bool(others.better)}")
        row += [cell(pair, system) for cell in equivalence.values()]
        sets = [*pair.sets_seen_from(system), *[pair.equivalent_on] * len(equivalence)]
        rows.append((*row, *map(", ".join, sets)))
    p = "p (corrected)" if test.is_corrected else "p"
    numbers = ["difference", p, *["difference on other sets", p] * on_other_sets, *equivalence]
    names = ["better on", "worse on", *["equivalent on"] * len(equivalence)]
    starred = any(text.endswith(STAR) for row in rows for text in row)
    notes = [
        *[f"{STAR} significant at {test.significance_level:g}."] * starred,
        f"{', '.join(names).capitalize()}: the sets on which this is significant after correction "
        "for all pairs on all sets.",
        *(f"{clause}." for clause in explained),
    ]
    if on_other_sets:
        notes.append(OTHER_SETS)
    header = columns(["system", "other", *numbers], len(numbers)) + columns(names)
    return Table(header, tuple(rows), f"Mean {metric.title}: all pairs", tuple(notes), detail=True)
