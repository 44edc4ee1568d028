"""The tables of a meta-evaluation, for people and for programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from tallystick.reports.comparison.tables import rank_text
from tallystick.reports.document import (
    Block,
    Bullets,
    Glossary,
    Heading,
    Labels,
    Paragraph,
    Table,
    columns,
)
from tallystick.reports.meta_evaluation.cells import number, of_set, share, with_interval
from tallystick.reports.meta_evaluation.definitions import TERMS
from tallystick.reports.meta_evaluation.judge import judge_of
from tallystick.reports.meta_evaluation.plots import (
    accuracies,
    difference_curves,
    order_kept,
    scatters,
    significance,
)
from tallystick.reports.meta_evaluation.tables_among_metrics import tables_among_metrics
from tallystick.reports.meta_evaluation.tables_of_sets import (
    health,
    reversed_orders,
    tables_of_sets,
    test_sets,
)
from tallystick.reports.meta_evaluation.verdict import titles
from tallystick.reports.wording import UNDEFINED, counted, full, listed, p_value, percent

if TYPE_CHECKING:
    from tallystick.reports.meta_evaluation.model import (
        EvaluatedSet,
        MetaEvaluation,
        SegmentLevel,
        SystemLevel,
    )

MOST_CURVES = 4
MOST_REFERENCES = 4
"""Tables for more metrics or references do not fit a terminal."""


def document(found: MetaEvaluation) -> list[Block]:
    """Return the report for people, the result first."""
    blocks: list[Block] = [
        Paragraph(found.verdict[0], strong=True),
        Paragraph(" ".join(found.verdict[1:])),
        accuracies(found),
        health(found),
        Heading("Agreement"),
        _overview(found),
        *tables_of_sets(found),
        Heading("Test sets"),
        *test_sets(found),
    ]
    for judged in found.sets:
        blocks.append(Heading(f"On {judged.name}"))
        blocks += scatters(found, judged)
        blocks.append(_systems(found, judged))
        blocks += order_kept(found, judged)
        blocks.append(_sensitivity(found, judged))
        if any(one.set == judged.name for one in found.segment_level):
            blocks += _segments(found, judged)
        if len(found.metrics) > 1:
            blocks.append(_differences_on_set(found, judged))
        if any(one.set == judged.name for one in found.reference_choices):
            blocks.append(_references(found, judged))
    blocks.append(Heading("Differences of metrics"))
    if found.differences:
        blocks += significance(found)
        blocks.append(_differences(found))
    if found.reversed_orders:
        blocks.append(reversed_orders(found))
    if found.difference_curve:
        blocks += difference_curves(found)
        blocks.append(_curve(found))
    blocks += tables_among_metrics(found)
    if any(one.seconds_per_thousand is not None for one in found.metrics):
        blocks.append(_cost(found))
    if found.notes:
        blocks.append(Bullets("Notes", found.notes))
    judge = judge_of(found)
    blocks.append(
        Glossary(
            tuple(map(judge.defined, TERMS)),
            "Definitions and sources of these numbers: tallystick meta --explain",
        )
    )
    sets: dict[tuple[str, str], list[str]] = {}
    for one in found.system_level:
        sets.setdefault((one.metric, one.signature), []).append(one.set)
    signatures = tuple(
        (metric if len(of_sets) == len(found.sets) else f"{metric}, {listed(of_sets)}", signature)
        for (metric, signature), of_sets in sets.items()
    )
    blocks += [Heading("Signatures"), Labels(signatures, code=True)]
    return blocks


def data_tables(found: MetaEvaluation) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    by_set = [(one.set, one.metric, *map(full, _system_values(one))) for one in found.system_level]
    by_segment = [
        (
            one.set,
            one.metric,
            one.grouping,
            full(one.kendall.value),
            full(one.pearson.value),
            full(None if one.accuracy is None else one.accuracy.value),
            str(one.pairs.concordant),
            str(one.pairs.discordant),
            str(one.pairs.tied_human),
            str(one.pairs.tied_metric),
            str(one.pairs.tied_both),
        )
        for one in found.segment_level
    ]
    return {
        "systems": Table(
            columns(
                ["set", "metric", "pearson", "spearman", "kendall", "accuracy",
                 "accuracy_significant", "soft_accuracy", "pearson_without_outliers"], 7
            ),
            tuple(by_set),
        ),
        "segments": Table(
            columns(
                ["set", "metric", "grouping", "kendall", "pearson", "accuracy", "concordant",
                 "discordant", "tied_human", "tied_metric", "tied_both"], 8
            ),
            tuple(by_segment),
        ),
    }  # fmt: skip


def _overview(found: MetaEvaluation) -> Table:
    name, judge = titles(found), judge_of(found)
    # scores of systems alone are not tested
    tested = any(one.soft_accuracy is not None for one in found.together)
    rows = tuple(
        (
            name[one.metric],
            with_interval(one.accuracy),
            rank_text(one.rank),
            *(
                [
                    number(one.accuracy_significant),
                    with_interval(one.soft_accuracy),
                    UNDEFINED if one.soft_rank is None else rank_text(one.soft_rank),
                ]
                if one.soft_accuracy is not None
                else []
            ),
        )
        for one in found.together
    )
    level = percent(found.confidence)
    pairs = sum(one.pairs for one in found.sets)
    names = [
        "metric",
        f"pairwise accuracy [{level}]",
        "rank",
        *(["significant", f"soft accuracy [{level}]", "soft rank"] if tested else []),
    ]
    return Table(
        columns(names, len(names) - 1),
        rows,
        title=f"{judge.agreement} on pairs of systems",
        notes=(
            (
                f"Each of the {counted(pairs, 'pair')} has the same weight in the pairwise "
                f"accuracy{', and each set in the soft accuracy' if tested else ''}.",
            )
            if len(found.sets) > 1
            else ()
        ),
    )


def _differences_on_set(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = titles(found)
    level = found.significance_level
    rows = tuple(
        (name[one.metric], name[one.other], *(p_value(p, level) for p in one.adjusted))
        for one in found.differences_on_sets
        if one.set == judged.name
    )
    names = [
        "metric",
        "other metric",
        "Pearson over systems",
        "Pearson over outputs",
        "Kendall within segments",
    ]
    return Table(
        columns(names, 3),
        rows,
        title=of_set(judged.name, f"p-values of metrics against each other{judge_of(found).aside}"),
        notes=(
            "Williams' test, corrected by Holm's method; permutation tests that exchange single "
            "scores (PERM-BOTH) and segments (PERM-INPUTS), corrected by the step-down max-t "
            "procedure.",
        ),
        detail=True,
    )  # fmt: skip


def _curve(found: MetaEvaluation) -> Table:
    name = titles(found)
    rows = tuple(
        (
            name[one.metric],
            f"{one.smallest:.2f} to {one.largest:.2f}",
            f"{one.agreeing} of {one.pairs}",
            f"{share(one.agreeing / one.pairs)} "
            f"[{share(one.interval.low)}, {share(one.interval.high)}]",
        )
        for one in found.difference_curve
    )
    return Table(
        columns(["metric", "difference of two systems", "agreeing", "share"], 3),
        rows,
        title=f"How often a difference agrees with {judge_of(found).name}",
        notes=("Intervals are too narrow, because pairs share systems.",),
        detail=len(found.metrics) > MOST_CURVES,
    )


def _systems(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = titles(found)
    levels = {one.metric: one for one in found.system_level if one.set == judged.name}
    rows = tuple(
        (
            name[metric.metric],
            with_interval(level.pearson),
            number(level.spearman.value),
            number(level.kendall.value),
            *([number(level.pearson_without_outliers)] if judged.outliers else []),
            f"{level.pairs.concordant}/{level.pairs.discordant}",
        )
        for metric in found.metrics
        for level in [levels[metric.metric]]
    )
    without = ["without outliers"] if judged.outliers else []
    names = ["metric", f"Pearson [{percent(found.confidence)}]", "Spearman", "Kendall", *without,
             "concordant/discordant"]  # fmt: skip
    return Table(
        columns(names, len(names) - 1),
        rows,
        title=of_set(
            judged.name,
            f"correlations over {counted(len(judged.systems), 'system')}{judge_of(found).aside}",
        ),
        detail=len(found.sets) > 1,
    )


def _segments(found: MetaEvaluation, judged: EvaluatedSet) -> tuple[Table, Table]:
    name = titles(found)
    levels = {
        (one.metric, one.grouping): one for one in found.segment_level if one.set == judged.name
    }
    several = len(found.sets) > 1
    correlations = tuple(
        (
            name[metric.metric],
            with_interval(by_segment.kendall),
            number(levels[metric.metric, "system"].kendall.value),
            number(levels[metric.metric, "none"].kendall.value),
        )
        for metric in found.metrics
        for by_segment in [levels[metric.metric, "segment"]]
    )
    accuracies = tuple(
        (
            name[metric.metric],
            number(by_segment.pearson.value),
            number(levels[metric.metric, "none"].pearson.value),
            number(by_segment.accuracy.value if by_segment.accuracy else None),
            number(by_segment.accuracy_untied),
            share(_tied(by_segment)),
        )
        for metric in found.metrics
        for by_segment in [levels[metric.metric, "segment"]]
    )
    return (
        Table(
            columns(
                [
                    "metric",
                    f"Kendall within segments [{percent(found.confidence)}]",
                    "within systems",
                    "all",
                ],
                3,
            ),
            correlations,
            title=of_set(judged.name, f"agreement on segments{judge_of(found).aside}"),
            detail=several,
        ),
        Table(
            columns(
                [
                    "metric",
                    "Pearson within segments",
                    "all",
                    "accuracy with ties",
                    "untied",
                    "tied",
                ],
                5,
            ),
            accuracies,
            title=of_set(judged.name, f"further coefficients of segments{judge_of(found).aside}"),
            detail=several,
        ),
    )


def _sensitivity(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = titles(found)
    by_metric = {one.metric: one for one in found.sensitivity if one.set == judged.name}
    subsets = tuple(next(iter(by_metric.values())).subsets)
    rows = tuple(
        (
            name[metric.metric],
            f"{one.significant_pairs} of {judged.pairs}",
            number(one.visible_difference),
            number(one.variance_ratio),
            number(one.two_way_f, 1),
            *(number(one.subsets[size]) for size in subsets),
        )
        for metric in found.metrics
        for one in [by_metric[metric.metric]]
    )
    names = [
        "metric",
        "significant pairs",
        "smallest visible difference",
        "F-ratio",
        "two-way F",
        *(f"order kept by {size} segments" for size in subsets),
    ]
    return Table(
        columns(names, len(names) - 1),
        rows,
        title=of_set(judged.name, "sensitivity"),
        notes=("Sensitive is not valid: a consistent bias makes a metric sensitive too.",),
        detail=True,
    )  # fmt: skip


def _references(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = titles(found)
    choices = [one for one in found.reference_choices if one.set == judged.name]
    combinations = [one.references for one in choices[0].combinations]
    shown = [numbers for numbers in combinations if len(numbers) in (1, len(combinations[-1]))]
    sizes = [size for size in choices[0].accuracy_by_number if 1 < size < len(combinations[-1])]
    rows = tuple(
        (
            name[one.metric],
            *(number(under.accuracy) for under in one.combinations if under.references in shown),
            *(number(one.accuracy_by_number[size]) for size in sizes),
            number(one.alike),
        )
        for one in choices
    )
    names = [
        "metric",
        *(f"reference {numbers[0]}" for numbers in shown[:-1]),
        "all",
        *(f"{size} references" for size in sizes),
        "ordered alike",
    ]
    return Table(
        columns(names, len(names) - 1),
        rows,
        title=of_set(judged.name, f"pairwise accuracy by reference{judge_of(found).aside}"),
        notes=(
            "ordered alike: the share of pairs of systems that the metric orders alike under two "
            "single references.",
        ),
        detail=len(found.sets) > 1 or len(shown) > MOST_REFERENCES,
    )


def _differences(found: MetaEvaluation) -> Table:
    name = titles(found)
    level = found.significance_level
    rows = tuple(
        (
            name[one.metric],
            name[one.other],
            f"{100 * one.difference:+.1f}",
            p_value(one.p_value, level),
            p_value(one.adjusted_p_value, level),
            UNDEFINED if one.systems_needed is None else f"{one.systems_needed:,}",
        )
        for one in found.differences
    )
    return Table(
        columns(["metric", "other metric", "difference in accuracy (%)", "p-value",
                 "adjusted", "systems needed"], 4),
        rows,
        title=f"Metrics against each other{judge_of(found).aside}",
        notes=(
            "Permutation tests that exchange systems (PERM-SYSTEMS; Deutsch and others, TACL "
            f"2021), {found.resamples:,} exchanges, seed {found.seed}; corrected by the step-down "
            "max-t procedure.",
        ),
        detail=True,
    )  # fmt: skip


def _cost(found: MetaEvaluation) -> Table:
    name = titles(found)
    rows = tuple(
        (name[one.metric], f"{1000 * one.seconds_per_thousand:,.1f}")
        for one in found.metrics
        if one.seconds_per_thousand is not None
    )
    return Table(columns(["metric", "milliseconds for 1,000 segments"], 1), rows, title="Time")


def _system_values(one: SystemLevel) -> tuple[float | None, ...]:
    return (
        one.pearson.value,
        one.spearman.value,
        one.kendall.value,
        one.accuracy.value,
        one.accuracy_significant,
        None if one.soft_accuracy is None else one.soft_accuracy.value,
        one.pearson_without_outliers,
    )


def _tied(level: SegmentLevel) -> float:
    pairs = level.pairs
    total = (
        pairs.concordant + pairs.discordant + pairs.tied_human + pairs.tied_metric + pairs.tied_both
    )
    return (pairs.tied_metric + pairs.tied_both) / total if total else 0.0
