"""The tables of a meta-evaluation, for people and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any, TypeAlias

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
from tallystick.reports.meta_evaluation.model import (
    Coefficients,
    Estimate,
    EvaluatedSet,
    Grouping,
    MetaEvaluation,
    MetricDifference,
    OutputDifference,
    PairCounts,
    SegmentLevel,
    SystemLevel,
)
from tallystick.reports.meta_evaluation.plots import (
    accuracies,
    difference_curves,
    order_kept,
    scatters,
    significance,
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
    judge_of,
    noun_of,
    number,
    of_set,
    with_bounds,
    with_interval,
)
from tallystick.reports.wording import UNDEFINED, counted, full, listed, p_value, percent, share

Cells: TypeAlias = dict[str, Callable[[Any], str]]
"""By the title of each column what a row has there."""

INTERVALS = (
    "Intervals are those of the agreement with unlimited segments, so a value can be near an end, "
    "or outside."
)
RANK_OF_CHOICES = (
    "rank: by two-sided tests of Bradley-Terry scores, corrected for all pairs of systems; the "
    "significant pairs above are one-sided and not corrected, so they can be more."
)
MOST_CURVES = 4
MOST_REFERENCES = 4
"""Tables for more metrics or references do not fit a terminal."""


def document(found: MetaEvaluation) -> list[Block]:
    """Return the report for people, the result first."""
    blocks: list[Block] = [
        Paragraph(found.verdict[0], strong=True),
        Paragraph(" ".join(found.verdict[1:])),
        *map(Paragraph, found.recommendation[:1]),
        accuracies(found),
        Paragraph(" ".join(found.recommendation[1:])),
        health(found),
        Heading("Agreement"),
        *tables_of_tasks(found),
        *([_overview(found)] if found.together else []),
        *_on_outputs(found),
        *tables_of_sets(found),
        *_compared_systems(found),
        Heading("Aspects" if found.aspects else "Test sets"),
        *test_sets(found),
    ]
    for judged in found.sets:
        blocks.append(Heading(f"On {judged.name}"))
        if found.together:
            blocks += scatters(found, judged)
            blocks.append(_systems(found, judged))
            blocks += order_kept(found, judged)
            blocks.append(_sensitivity(found, judged))
        if any(one.set == judged.name for one in found.segment_level):
            blocks += _segments(found, judged)
        if found.together and len(found.metrics) > 1:
            blocks.append(_differences_on_set(found, judged))
        if any(one.set == judged.name for one in found.reference_choices):
            blocks.append(_references(found, judged))
    if len(found.metrics) > 1:
        blocks.append(Heading("Differences of metrics"))
    blocks += _output_differences(found)
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
    outputs = (one for one in found.segment_level if one.grouping is found.main_grouping)
    for one in found.system_level or outputs:
        sets.setdefault((one.metric, one.signature), []).append(one.set)
    signatures = tuple(
        (metric if len(of_sets) == len(found.sets) else f"{metric}, {listed(of_sets)}", signature)
        for (metric, signature), of_sets in sets.items()
    )
    blocks += [Heading("Signatures"), Labels(signatures, code=True)]
    return blocks


def data_tables(found: MetaEvaluation) -> Mapping[str, Table]:
    """Return the tables for programs, without rounding."""
    best = {one.name: one.best for one in found.sets}

    def is_best(one: SystemLevel | SegmentLevel) -> str:
        return "yes" if one.metric in best[one.set] else "no"

    tables = {
        "tasks": table_of(
            [(task, metric) for task in found.tasks for metric in task.values],
            {
                "statistic": lambda one: one[0].statistic,
                "set": lambda one: one[0].set or "",
                "metric": lambda one: one[1],
                "weight": lambda one: full(one[0].weight),
                "value": lambda one: full(one[0].values[one[1]]),
                "rank": lambda one: str(one[0].ranks[one[1]]),
            },
            texts=3,
        ),
        "systems": table_of(
            found.system_level,
            {
                **_fields("set", "metric", "pearson", "spearman", "kendall", "accuracy"),
                **_fields("accuracy_significant", "soft_accuracy", "pearson_without_outliers"),
                "best": is_best,
            },
            texts=2,
        ),
        "segments": table_of(
            found.segment_level,
            {
                **_fields("set", "metric", "grouping"),
                **_in_full(),
                **_fields("accuracy", "pairs.concordant", "pairs.discordant"),
                **_fields("pairs.tied_human", "pairs.tied_metric", "pairs.tied_both"),
                "best": lambda one: (
                    is_best(one) if one.grouping is Grouping.ALL and not found.together else ""
                ),
            },
            texts=3,
        ),
        "outputs": table_of(found.on_outputs, _fields("grouping", "metric") | _in_full(), texts=2),
        "output_differences": table_of(
            found.output_differences,
            _fields("grouping", "metric", "other", "difference", "p_value", "adjusted_p_value"),
            texts=3,
        ),
    }
    # the first one is that of formats with one table
    first = "systems" if found.together else "segments" if found.aspects else "outputs"
    first = "tasks" if found.tasks else first
    if not found.tasks:
        del tables["tasks"]
    return {first: tables.pop(first), **tables}


def _fields(*paths: str) -> Cells:
    """Return the columns of fields, which may be those of a field, as in "pairs.tied_both"."""
    return {path.rpartition(".")[2]: partial(_field, attrgetter(path)) for path in paths}


def _field(read: Callable[[Any], str | float | Estimate | None], thing: Any) -> str:
    value = read(thing)
    value = value.value if isinstance(value, Estimate) else value
    return str(value) if isinstance(value, (str, int)) else full(value)


def _in_full() -> Cells:
    """Return the columns of all coefficients and their bounds, for programs."""

    def cell(one: Coefficients, coefficient: Correlation, place: int) -> str:
        estimate = one.of(coefficient)
        return full((estimate.value, *bounds_of(estimate.over_segments))[place])

    return {
        f"{coefficient.field}{part}": partial(cell, coefficient=coefficient, place=place)
        for coefficient in Correlation
        for place, part in enumerate(("", "_low", "_high"))
    }


def _overview(found: MetaEvaluation) -> Table:
    name, level = found.titles, percent(found.confidence)
    cells: Cells = {
        "metric": lambda one: name[one.metric],
        f"pairwise accuracy [{level}]": lambda one: with_interval(one.accuracy),
        "rank": lambda one: rank_text(one.rank),
    }
    weights = "Each of the {} has the same weight in the pairwise accuracy{}."
    # scores of systems alone are not tested
    tested = any(one.soft_accuracy is not None for one in found.together)
    if tested:
        cells |= {
            "significant": lambda one: number(one.accuracy_significant),
            f"soft accuracy [{level}]": lambda one: with_interval(one.soft_accuracy),
            "soft rank": lambda one: rank_text(one.soft_rank) if one.soft_rank else UNDEFINED,
        }
    notes = []
    if any(one.accuracy.over_segments is not None for one in found.together):
        notes.append(INTERVALS)
    pairs = counted(sum(one.pairs for one in found.sets), "pair")
    also = f", and each {noun_of(found)} in the soft accuracy" if tested else ""
    if len(found.sets) > 1:
        notes.append(weights.format(pairs, also))
    return table_of(
        found.together,
        cells,
        title=f"{judge_of(found).agreement} on pairs of systems",
        notes=tuple(notes),
    )


def _on_outputs(found: MetaEvaluation) -> list[Table]:
    name, level = found.titles, percent(found.confidence)
    levels = {(one.metric, one.grouping): one for one in found.on_outputs}
    groupings = list(dict.fromkeys(one.grouping for one in found.on_outputs))
    if not groupings:
        return []
    of_choices = groupings[-1] is Grouping.CHOICES
    statistic = SHARE_OF_CHOICES if of_choices else COEFFICIENTS[found.coefficient]
    cells: Cells = {"metric": lambda one: name[one.metric]}

    def cell(grouping: Grouping) -> Callable[[Any], str]:
        return lambda one: with_interval(levels[one.metric, grouping].shown(found.coefficient))

    cells |= {f"{GROUPINGS[each]} [{level}]": cell(each) for each in groupings}
    cells["rank"] = lambda one: rank_text(levels[one.metric, groupings[-1]].rank)
    return [
        table_of(
            found.metrics,
            cells,
            title=f"{judge_of(found).agreement} on outputs: {statistic}",
            notes=(
                f"rank: {GROUPINGS[groupings[-1]]}, by the tests of metrics against each other.",
                *([f"Each {noun_of(found)} has the same weight."] if len(found.sets) > 1 else []),
            ),
        )
    ]


def _compared_systems(found: MetaEvaluation) -> list[Table]:
    return [
        table_of(
            [one for one in found.compared_systems if one.set == judged.name],
            {
                "system": lambda one: one.system,
                "choices": lambda one: f"{one.choices:,}",
                "won": lambda one: share(one.won),
                f"Bradley-Terry score [{percent(found.confidence)}]": (
                    lambda one: with_bounds(one.strength, one.interval)
                ),
                "rank": lambda one: rank_text(one.rank) if one.rank else UNDEFINED,
            },
            title=of_set(judged.name, "systems by the choices between their outputs"),
            notes=(RANK_OF_CHOICES,),
        )
        for judged in found.sets
        if any(one.set == judged.name for one in found.compared_systems)
    ]


def _output_differences(found: MetaEvaluation) -> list[Table]:
    return [
        _tests(
            found,
            [one for one in found.output_differences if one.grouping is grouping],
            ("difference in choices (%)", lambda one: f"{50 * one.difference:+.1f}")
            if grouping is Grouping.CHOICES
            else ("difference of coefficients", lambda one: f"{one.difference:+.3f}"),
            "units needed",
            f"{COEFFICIENTS[found.coefficient]} {GROUPINGS[grouping]}: metrics against each other",
            "Permutation tests that reverse the signs of what segments, or documents, add to the "
            f"difference, {found.resamples:,} times",
        )
        for grouping in dict.fromkeys(one.grouping for one in found.output_differences)
    ]


def _differences_on_set(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = found.titles
    level = found.significance_level
    return table_of(
        [one for one in found.differences_on_sets if one.set == judged.name],
        {
            "metric": lambda one: name[one.metric],
            "other metric": lambda one: name[one.other],
            "Pearson over systems": lambda one: p_value(one.adjusted[0], level),
            "Pearson over outputs": lambda one: p_value(one.adjusted[1], level),
            "Kendall within segments": lambda one: p_value(one.adjusted[2], level),
        },
        texts=2,
        title=of_set(judged.name, f"p-values of metrics against each other{judge_of(found).aside}"),
        notes=(
            "Williams' test, corrected by Holm's method; permutation tests that exchange single "
            "scores (PERM-BOTH) and segments (PERM-INPUTS), corrected by the step-down max-t "
            "procedure.",
        ),
        detail=True,
    )


def _curve(found: MetaEvaluation) -> Table:
    name = found.titles
    return table_of(
        found.difference_curve,
        {
            "metric": lambda one: name[one.metric],
            "difference of two systems": lambda one: f"{one.smallest:.2f} to {one.largest:.2f}",
            "agreeing": lambda one: f"{one.agreeing} of {one.pairs}",
            "share": lambda one: (
                f"{share(one.agreeing / one.pairs)} "
                f"[{share(one.interval.low)}, {share(one.interval.high)}]"
            ),
        },
        title=f"How often a difference agrees with {judge_of(found).name}",
        notes=("Intervals are too narrow, because pairs share systems.",),
        detail=len(found.metrics) > MOST_CURVES,
    )


def _systems(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = found.titles
    cells: Cells = {
        "metric": lambda one: name[one.metric],
        f"Pearson [{percent(found.confidence)}]": lambda one: with_interval(one.pearson),
        "Spearman": lambda one: number(one.spearman.value),
        "Kendall": lambda one: number(one.kendall.value),
    }
    if judged.outliers:
        cells["without outliers"] = lambda one: number(one.pearson_without_outliers)
    cells["concordant/discordant"] = lambda one: f"{one.pairs.concordant}/{one.pairs.discordant}"
    systems = counted(len(judged.systems), "system")
    return table_of(
        _by_metric(found, judged, found.system_level),
        cells,
        title=of_set(judged.name, f"correlations over {systems}{judge_of(found).aside}"),
        detail=len(found.sets) > 1,
    )


def _segments(found: MetaEvaluation, judged: EvaluatedSet) -> list[Table]:
    name, level, several = found.titles, percent(found.confidence), len(found.sets) > 1
    on_set = [one for one in found.segment_level if one.set == judged.name]
    groupings = list(dict.fromkeys(one.grouping for one in on_set))
    main = groupings[0 if found.together else -1]  # within segments, or all outputs
    tables = []

    def cell(coefficient: Correlation) -> Callable[[Any], str]:
        return lambda one: with_interval(one.of(coefficient))

    for grouping in groupings:
        cells: Cells = {"metric": lambda one: name[one.metric]}
        if grouping is Grouping.CHOICES:
            cells[f"{SHARE_OF_CHOICES} [{level}]"] = lambda one: with_interval(
                one.shown(found.coefficient)
            )
            cells[f"tau-like [{level}]"] = lambda one: with_interval(one.kendall)
        else:
            cells |= {f"{COEFFICIENTS[each]} [{level}]": cell(each) for each in Correlation}
        if grouping is Grouping.SEGMENT:
            cells["accuracy with ties"] = lambda one: number(one.accuracy and one.accuracy.value)
        cells["untied"] = lambda one: number(one.accuracy_untied)
        cells["tied"] = lambda one: share(_tied(one.pairs))
        title = f"coefficients of outputs, {GROUPINGS[grouping]}{judge_of(found).aside}"
        tables.append(
            table_of(
                _by_metric(found, judged, [one for one in on_set if one.grouping is grouping]),
                cells,
                title=of_set(judged.name, title),
                detail=several or grouping is not main,
            )
        )
    return tables


def _sensitivity(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name, levels = found.titles, _by_metric(found, judged, found.sensitivity)
    cells: Cells = {
        "metric": lambda one: name[one.metric],
        "significant pairs": lambda one: f"{one.significant_pairs} of {judged.pairs}",
        "smallest visible difference": lambda one: number(one.visible_difference),
        "F-ratio": lambda one: number(one.variance_ratio),
        "two-way F": lambda one: number(one.two_way_f, 1),
    }

    def kept(size: int) -> Callable[[Any], str]:
        return lambda one: number(one.subsets[size])

    cells |= {f"order kept by {size} segments": kept(size) for size in levels[0].subsets}
    return table_of(
        levels,
        cells,
        title=of_set(judged.name, "sensitivity"),
        notes=("Sensitive is not valid: a consistent bias makes a metric sensitive too.",),
        detail=True,
    )


def _references(found: MetaEvaluation, judged: EvaluatedSet) -> Table:
    name = found.titles
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
    return _tests(
        found,
        found.differences,
        ("difference in accuracy (%)", lambda one: f"{100 * one.difference:+.1f}"),
        "systems needed",
        "Metrics against each other",
        "Permutation tests that exchange systems (PERM-SYSTEMS; Deutsch and others, TACL 2021), "
        f"{found.resamples:,} exchanges",
    )


def _tests(
    found: MetaEvaluation,
    tests: Sequence[MetricDifference | OutputDifference],
    difference: tuple[str, Callable[[Any], str]],
    needed: str,
    title: str,
    how: str,
) -> Table:
    name, level = found.titles, found.significance_level

    def needed_in_words(one: MetricDifference | OutputDifference) -> str:
        number_needed = (
            one.units_needed if isinstance(one, OutputDifference) else one.systems_needed
        )
        return UNDEFINED if number_needed is None else f"{number_needed:,}"

    return table_of(
        tests,
        {
            "metric": lambda one: name[one.metric],
            "other metric": lambda one: name[one.other],
            difference[0]: difference[1],
            "p-value": lambda one: p_value(one.p_value, level),
            "adjusted": lambda one: p_value(one.adjusted_p_value, level),
            needed: needed_in_words,
        },
        texts=2,
        title=f"{title}{judge_of(found).aside}",
        notes=(f"{how}, seed {found.seed}; corrected by the step-down max-t procedure.",),
        detail=True,
    )


def _cost(found: MetaEvaluation) -> Table:
    return table_of(
        [one for one in found.metrics if one.seconds_per_thousand is not None],
        {
            "metric": lambda one: one.title,
            "milliseconds for 1,000 segments": (
                lambda one: f"{1000 * (one.seconds_per_thousand or 0.0):,.1f}"
            ),
        },
        title="Time",
    )


def _by_metric(found: MetaEvaluation, judged: EvaluatedSet, levels: Iterable[Any]) -> list[Any]:
    """Return what is known of each metric on a set, in the order of the metrics."""
    order = {one.metric: place for place, one in enumerate(found.metrics)}
    on_set = (one for one in levels if one.set == judged.name)
    return sorted(on_set, key=lambda one: order[one.metric])


def _tied(pairs: PairCounts) -> float:
    tied = pairs.tied_metric + pairs.tied_both
    total = pairs.concordant + pairs.discordant + pairs.tied_human + tied
    return tied / total if total else 0.0
