"""The tables of a meta-evaluation, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from tallystick.reports.comparison.model import bounds_of
from tallystick.reports.comparison.tables.document import rank_text
from tallystick.reports.document import (
    Block,
    Bullets,
    Glossary,
    Heading,
    Labels,
    Paragraph,
    Table,
    columns,
    table_of,
)
from tallystick.reports.meta_evaluation import plots
from tallystick.reports.meta_evaluation.model import (
    Coefficients,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
    MetricDifference,
    OutputDifference,
    PairCounts,
    SegmentLevel,
    SystemLevel,
)
from tallystick.reports.meta_evaluation.settings import Correlation
from tallystick.reports.meta_evaluation.tables.among_metrics import tables_among_metrics
from tallystick.reports.meta_evaluation.tables.of_sets import (
    health,
    reversed_orders,
    tables_of_sets,
    tables_of_tasks,
    test_sets,
)
from tallystick.reports.meta_evaluation.words.definitions import TERMS
from tallystick.reports.meta_evaluation.words.phrases import (
    COEFFICIENTS,
    GROUPINGS,
    SHARE_OF_CHOICES,
    Cells,
    fields,
    judge_of,
    noun_of,
    number,
    of_set,
    with_bounds,
    with_interval,
)
from tallystick.reports.wording import (
    UNDEFINED,
    counted,
    few_digits,
    full,
    listed,
    p_value,
    percent,
    share,
)

INTERVALS = (
    "Intervals are those of the agreement with unlimited segments, so a value can be near an end, "
    "or outside."
)
RANK_OF_CHOICES = (
    "rank: by two-sided tests of Bradley-Terry scores, corrected for all pairs of systems{}."
)
PAIRS_OF_SYSTEMS = (
    "; the significant pairs above are one-sided and not corrected, so they can be more"
)
MOST_CURVES = 4
MOST_REFERENCES = 4
"""Tables for more metrics or references do not fit a terminal."""


def document(report: MetaEvaluation) -> list[Block]:
    """Return the report for people, the result first."""
    blocks: list[Block] = [
        Paragraph(report.verdict[0], strong=True),
        Paragraph(" ".join(report.verdict[1:])),
        *map(Paragraph, report.recommendation[:1]),
        plots.accuracies(report),
        Paragraph(" ".join(report.recommendation[1:])),
        health(report),
        Heading("Agreement"),
        *tables_of_tasks(report),
        *([_overview(report)] if report.together else []),
        *_on_outputs(report),
        *tables_of_sets(report),
        *_compared_systems(report),
        Heading("Aspects" if report.aspects else "Test sets"),
        *test_sets(report),
    ]
    for judged in report.sets:
        blocks.append(Heading(f"On {judged.name}"))
        if report.together:
            blocks += plots.scatters(report, judged)
            blocks.append(_systems(report, judged))
            blocks += plots.order_kept(report, judged)
            blocks.append(_sensitivity(report, judged))
        if any(row.set == judged.name for row in report.segment_level):
            blocks += _segments(report, judged)
        if report.together and len(report.metrics) > 1:
            blocks.append(_differences_on_set(report, judged))
        if any(choice.set == judged.name for choice in report.reference_choices):
            blocks.append(_references(report, judged))
    if len(report.metrics) > 1:
        blocks.append(Heading("Differences of metrics"))
    blocks += _output_differences(report)
    if report.differences:
        blocks += plots.significance(report)
        how = (
            "Permutation tests that exchange systems (PERM-SYSTEMS; Deutsch and others, TACL "
            f"2021), {report.resamples:,} exchanges, or all of up to 16 systems"
        )
        column, title = ("difference in accuracy (%)", 100, 1), "Metrics against each other"
        blocks.append(_tests(report, report.differences, column, "systems needed", title, how))
    if report.reversed_orders:
        blocks.append(reversed_orders(report))
    if report.difference_curve:
        blocks += plots.difference_curves(report)
        blocks.append(_curve(report))
    blocks += tables_among_metrics(report)
    if any(metric.seconds_per_thousand is not None for metric in report.metrics):
        blocks.append(_cost(report))
    if report.notes:
        blocks.append(Bullets("Notes", report.notes))
    pointer = "Definitions and sources of these numbers: tallystick meta --explain"
    blocks.append(Glossary(tuple(map(judge_of(report).defined, TERMS)), pointer))
    sets: dict[tuple[str, str], list[str]] = {}
    outputs = (row for row in report.segment_level if row.grouping is report.main_grouping)
    for row in report.system_level or outputs:
        sets.setdefault((row.metric, row.signature), []).append(row.set)
    signatures = tuple(
        (metric if len(of_sets) == len(report.sets) else f"{metric}, {listed(of_sets)}", signature)
        for (metric, signature), of_sets in sets.items()
    )
    blocks += [Heading("Signatures"), Labels(signatures, code=True)]
    return blocks


def data_tables(report: MetaEvaluation) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    best = {judged.name: judged.best for judged in report.sets}

    def is_best(row: SystemLevel | SegmentLevel) -> str:
        return "yes" if row.metric in best[row.set] else "no"

    tables = {
        "tasks": table_of(
            [(task, metric) for task in report.tasks for metric in task.values],
            {
                "statistic": lambda row: row[0].statistic,
                "set": lambda row: row[0].set or "",
                "metric": lambda row: row[1],
                "weight": lambda row: full(row[0].weight),
                "value": lambda row: full(row[0].values[row[1]]),
                "rank": lambda row: str(row[0].ranks[row[1]]),
            },
            texts=3,
        ),
        "systems": table_of(
            report.system_level,
            {
                **fields("set", "metric", "pearson", "spearman", "kendall", "accuracy"),
                **fields("accuracy_significant", "soft_accuracy", "pearson_without_outliers"),
                "best": is_best,
            },
            texts=2,
        ),
        "segments": table_of(
            report.segment_level,
            {
                **fields("set", "metric", "grouping"),
                **_in_full(),
                **fields("accuracy", "pairs.concordant", "pairs.discordant"),
                **fields("pairs.tied_human", "pairs.tied_metric", "pairs.tied_both"),
                "best": lambda row: (
                    is_best(row) if row.grouping is Grouping.ALL and not report.together else ""
                ),
            },
            texts=3,
        ),
        "outputs": table_of(report.on_outputs, fields("grouping", "metric") | _in_full(), texts=2),
        "output_differences": table_of(
            report.output_differences,
            fields("grouping", "metric", "other", "difference", "p_value", "adjusted_p_value"),
            texts=3,
        ),
    }
    # the first one is that of formats with one table
    first = "systems" if report.together else "segments" if report.aspects else "outputs"
    first = "tasks" if report.tasks else first
    if not report.tasks:
        del tables["tasks"]
    return {first: tables.pop(first), **tables}


def _in_full() -> Cells:
    """Return the columns of all coefficients and their bounds, for programs."""

    def cell(row: Coefficients, coefficient: Correlation, place: int) -> str:
        estimate = row.of(coefficient)
        return full((estimate.value, *bounds_of(estimate.over_segments))[place])

    return {
        f"{coefficient.field}{part}": partial(cell, coefficient=coefficient, place=place)
        for coefficient in Correlation
        for place, part in enumerate(("", "_low", "_high"))
    }


def _overview(report: MetaEvaluation) -> Table:
    name, level = report.titles, percent(report.confidence)
    cells: Cells = {
        "metric": lambda row: name[row.metric],
        f"pairwise accuracy [{level}]": lambda row: with_interval(row.accuracy),
        "rank": lambda row: rank_text(row.rank),
    }
    # scores of systems alone are not tested
    tested = any(row.soft_accuracy is not None for row in report.together)
    if tested:
        cells |= {
            "significant": lambda row: number(row.accuracy_significant),
            f"soft accuracy [{level}]": lambda row: with_interval(row.soft_accuracy),
            "soft rank": lambda row: rank_text(row.soft_rank) if row.soft_rank else UNDEFINED,
        }
    notes = []
    if any(row.accuracy.over_segments is not None for row in report.together):
        notes.append(INTERVALS)
    if len(report.sets) > 1:
        pairs = counted(sum(judged.pairs for judged in report.sets), "pair")
        also = f", and each {noun_of(report)} in the soft accuracy" if tested else ""
        notes.append(f"Each of the {pairs} has the same weight in the pairwise accuracy{also}.")
    title = f"{judge_of(report).agreement} on pairs of systems"
    return table_of(report.together, cells, title=title, notes=tuple(notes))


def _on_outputs(report: MetaEvaluation) -> list[Table]:
    name, level = report.titles, percent(report.confidence)
    levels = {(row.metric, row.grouping): row for row in report.on_outputs}
    groupings = list(dict.fromkeys(row.grouping for row in report.on_outputs))
    if not groupings:
        return []
    of_choices = groupings[-1] is Grouping.CHOICES
    statistic = SHARE_OF_CHOICES if of_choices else COEFFICIENTS[report.coefficient]
    cells: Cells = {"metric": lambda row: name[row.metric]}

    def cell(grouping: Grouping) -> Callable[[Any], str]:
        return lambda row: with_interval(levels[row.metric, grouping].shown(report.coefficient))

    cells |= {f"{GROUPINGS[each]} [{level}]": cell(each) for each in groupings}
    cells["rank"] = lambda row: rank_text(levels[row.metric, groupings[-1]].rank)
    notes = [f"rank: {GROUPINGS[groupings[-1]]}, by the tests of metrics against each other."]
    if len(report.sets) > 1:
        notes.append(f"Each {noun_of(report)} has the same weight.")
    title = f"{judge_of(report).agreement} on outputs: {statistic}"
    return [table_of(report.metrics, cells, title=title, notes=tuple(notes))]


def _compared_systems(report: MetaEvaluation) -> list[Table]:
    return [
        table_of(
            [system for system in report.compared_systems if system.set == judged.name],
            {
                "system": lambda row: row.system,
                "choices": lambda row: f"{row.choices:,}",
                "won": lambda row: share(row.won),
                f"Bradley-Terry score [{percent(report.confidence)}]": (
                    lambda row: with_bounds(row.strength, row.interval)
                ),
                "rank": lambda row: rank_text(row.rank) if row.rank else UNDEFINED,
            },
            title=of_set(judged.name, "systems by the choices between their outputs"),
            notes=(RANK_OF_CHOICES.format(PAIRS_OF_SYSTEMS if report.together else ""),),
        )
        for judged in report.sets
        if any(system.set == judged.name for system in report.compared_systems)
    ]


def _output_differences(report: MetaEvaluation) -> list[Table]:
    tables, coefficient = [], COEFFICIENTS[report.coefficient]
    how = (
        "Permutation tests that reverse the signs of what segments, or documents, add to the "
        f"difference, {report.resamples:,} times"
    )
    for grouping in dict.fromkeys(test.grouping for test in report.output_differences):
        tests = [test for test in report.output_differences if test.grouping is grouping]
        column, what = ("difference of coefficients", 1, 3), f"{coefficient} {GROUPINGS[grouping]}"
        if grouping is Grouping.CHOICES:
            column, what = ("difference in choices (%)", 50, 1), "Share of choices"
        title = f"{what}: metrics against each other"
        tables.append(_tests(report, tests, column, "units needed", title, how))
    return tables


def _differences_on_set(report: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name, level = report.titles, report.significance_level
    title = f"p-values of metrics against each other{judge_of(report).aside}"
    return table_of(
        [test for test in report.differences_on_sets if test.set == judged.name],
        {
            "metric": lambda row: name[row.metric],
            "other metric": lambda row: name[row.other],
            "Pearson over systems": lambda row: p_value(row.adjusted[0], level),
            "Pearson over outputs": lambda row: p_value(row.adjusted[1], level),
            "Kendall within segments": lambda row: p_value(row.adjusted[2], level),
        },
        texts=2,
        title=of_set(judged.name, title),
        notes=(
            "Williams' test, corrected by Holm's method; permutation tests that exchange single "
            "scores (PERM-BOTH) and segments (PERM-INPUTS), corrected by the step-down max-t "
            "procedure.",
        ),
        detail=True,
    )


def _curve(report: MetaEvaluation) -> Table:
    name = report.titles
    return table_of(
        report.difference_curve,
        {
            "metric": lambda row: name[row.metric],
            "difference of two systems": lambda row: (
                f"{few_digits(row.smallest, 3)} to {few_digits(row.largest, 3)}"
            ),
            "agreeing": lambda row: f"{row.agreeing} of {row.pairs}",
            "share": lambda row: (
                f"{share(row.agreeing / row.pairs)} "
                f"[{share(row.interval.low)}, {share(row.interval.high)}]"
            ),
        },
        title=f"How often a difference agrees with {judge_of(report).name}",
        notes=("Intervals are too narrow, because pairs share systems.",),
        detail=len(report.metrics) > MOST_CURVES,
    )


def _systems(report: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = report.titles
    cells: Cells = {
        "metric": lambda row: name[row.metric],
        f"Pearson [{percent(report.confidence)}]": lambda row: with_interval(row.pearson),
    }
    if judged.outliers:
        cells["Pearson without outliers"] = lambda row: number(row.pearson_without_outliers)
    cells |= {
        "Spearman": lambda row: number(row.spearman.value),
        "Kendall": lambda row: number(row.kendall.value),
        "concordant/discordant": lambda row: f"{row.pairs.concordant}/{row.pairs.discordant}",
    }
    systems = counted(len(judged.systems), "system")
    return table_of(
        _by_metric(report, judged, report.system_level),
        cells,
        title=of_set(judged.name, f"correlations over {systems}{judge_of(report).aside}"),
        detail=len(report.sets) > 1,
    )


def _segments(report: MetaEvaluation, judged: EvaluatedSet) -> list[Table]:
    name, level, several = report.titles, percent(report.confidence), len(report.sets) > 1
    on_set = [row for row in report.segment_level if row.set == judged.name]
    groupings = list(dict.fromkeys(row.grouping for row in on_set))
    main = groupings[0 if report.together else -1]  # within segments, or all outputs
    tables = []

    def cell(coefficient: Correlation) -> Callable[[Any], str]:
        return lambda row: with_interval(row.of(coefficient))

    for grouping in groupings:
        cells: Cells = {"metric": lambda row: name[row.metric]}
        if grouping is Grouping.CHOICES:
            cells[f"{SHARE_OF_CHOICES} [{level}]"] = lambda row: with_interval(
                row.shown(report.coefficient)
            )
            cells[f"tau-like [{level}]"] = lambda row: with_interval(row.kendall)
        else:
            cells |= {f"{COEFFICIENTS[each]} [{level}]": cell(each) for each in Correlation}
        if grouping is Grouping.SEGMENT:
            cells["accuracy with ties"] = lambda row: number(row.accuracy and row.accuracy.value)
        cells["untied"] = lambda row: number(row.accuracy_untied)
        cells["tied"] = lambda row: share(_tied(row.pairs))
        said = f"coefficients of outputs, {GROUPINGS[grouping]}{judge_of(report).aside}"
        title, detail = of_set(judged.name, said), several or grouping is not main
        rows = _by_metric(report, judged, [row for row in on_set if row.grouping is grouping])
        tables.append(table_of(rows, cells, title=title, detail=detail))
    return tables


def _sensitivity(report: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name, levels = report.titles, _by_metric(report, judged, report.sensitivity)
    cells: Cells = {
        "metric": lambda row: name[row.metric],
        "significant pairs": lambda row: f"{row.significant_pairs} of {judged.pairs}",
        "smallest visible difference": lambda row: number(row.visible_difference),
        "F-ratio": lambda row: number(row.variance_ratio),
        "two-way F": lambda row: number(row.two_way_f, 1),
    }

    def kept(size: int) -> Callable[[Any], str]:
        return lambda row: number(row.subsets[size])

    cells |= {f"order kept by {size} segments": kept(size) for size in levels[0].subsets}
    note = "Sensitive is not valid: a consistent bias makes a metric sensitive too."
    title = of_set(judged.name, "sensitivity")
    return table_of(levels, cells, title=title, notes=(note,), detail=True)


def _references(report: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = report.titles
    choices = [choice for choice in report.reference_choices if choice.set == judged.name]
    combinations = [combination.references for combination in choices[0].combinations]
    shown = [numbers for numbers in combinations if len(numbers) in (1, len(combinations[-1]))]
    sizes = [size for size in choices[0].accuracy_by_number if 1 < size < len(combinations[-1])]
    rows = tuple(
        (
            name[choice.metric],
            *(number(under.accuracy) for under in choice.combinations if under.references in shown),
            *(number(choice.accuracy_by_number[size]) for size in sizes),
            number(choice.alike),
        )
        for choice in choices
    )
    single = [f"reference {numbers[0]}" for numbers in shown[:-1]]
    several = [f"{size} references" for size in sizes]
    header = columns(["metric", *single, "all", *several, "ordered alike"], len(rows[0]) - 1)
    note = (
        "ordered alike: the share of pairs of systems that the metric orders alike under two "
        "single references."
    )
    title = of_set(judged.name, f"pairwise accuracy by reference{judge_of(report).aside}")
    detail = len(report.sets) > 1 or len(shown) > MOST_REFERENCES
    return Table(header, rows, title=title, notes=(note,), detail=detail)


def _tests(
    report: MetaEvaluation,
    tests: Sequence[MetricDifference | OutputDifference],
    difference: tuple[str, float, int],
    needed: str,
    title: str,
    how: str,
) -> Table:
    """Return a table of tests; a difference has a title, a factor and a number of decimals."""
    name, level = report.titles, report.significance_level
    column, factor, digits = difference

    def needed_in_words(test: MetricDifference | OutputDifference) -> str:
        number_needed = getattr(test, needed.replace(" ", "_"))
        return UNDEFINED if number_needed is None else f"{number_needed:,}"

    return table_of(
        tests,
        {
            "metric": lambda row: name[row.metric],
            "other metric": lambda row: name[row.other],
            column: lambda row: f"{factor * row.difference:+.{digits}f}",
            "p-value": lambda row: p_value(row.p_value, level),
            "adjusted": lambda row: p_value(row.adjusted_p_value, level),
            needed: needed_in_words,
        },
        texts=2,
        title=f"{title}{judge_of(report).aside}",
        notes=(f"{how}, seed {report.seed}; corrected by the step-down max-t procedure.",),
        detail=True,
    )


def _cost(report: MetaEvaluation) -> Table:
    return table_of(
        [metric for metric in report.metrics if metric.seconds_per_thousand is not None],
        {
            "metric": lambda row: row.title,
            "milliseconds for 1,000 segments": (
                lambda row: f"{1000 * (row.seconds_per_thousand or 0.0):,.1f}"
            ),
        },
        title="Time",
    )


def _by_metric(report: MetaEvaluation, judged: EvaluatedSet, levels: Iterable[Any]) -> list[Any]:
    """Return what is known of each metric on a set, in the order of the metrics."""
    order = {metric.metric: place for place, metric in enumerate(report.metrics)}
    on_set = (row for row in levels if row.set == judged.name)
    return sorted(on_set, key=lambda row: order[row.metric])


def _tied(pairs: PairCounts) -> float:
    """Return the share of pairs that the metric ties."""
    tied = pairs.tied_metric + pairs.tied_both
    return tied / max(pairs.concordant + pairs.discordant + pairs.tied_human + tied, 1)
