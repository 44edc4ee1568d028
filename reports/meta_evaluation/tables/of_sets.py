"""The tables of a meta-evaluation that show test sets side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial

from tallystick.reports.document import Paragraph, Table, columns, table_of
from tallystick.reports.meta_evaluation.model import (
    EvaluatedSet,
    Grouping,
    HumanHealth,
    MetaEvaluation,
    RaterAgreement,
    Task,
)
from tallystick.reports.meta_evaluation.settings import FEWEST_SETS_FOR_AN_INTERVAL
from tallystick.reports.meta_evaluation.words.phrases import (
    COEFFICIENTS,
    DIGITS,
    GROUPINGS,
    judge_of,
    noun_of,
    number,
    with_bounds,
    with_interval,
)
from tallystick.reports.meta_evaluation.words.sentences import main_values, sentences_on_scores
from tallystick.reports.wording import UNDEFINED, counted, listed, p_value, percent, share

WIDTH = 92
"""Tables with a column for each set are divided so that they are not wider."""

PADDING = 4
HALVES = (
    "halves agree: the share of pairs of systems that random halves of the segments order alike. "
    "Human scores of all segments are more reliable, and a metric can agree with them more often."
)
RANKS = (
    "In brackets, ranks as of WMT23 to WMT25: a rank ends where a metric of it is significantly "
    "better than the next one, one-sided and without a correction."
)
MOVED = "Coefficients from -1 to 1 count there as from 0 to 1."
MOST_REVERSED = 20
BEST = "*: no metric is significantly better under this {noun}, corrected for all pairs of metrics."


def health(found: MetaEvaluation) -> Paragraph:
    """Return what is known of the scores that metrics are compared with."""
    return Paragraph(f"{_scores(found)}: {' '.join(sentences_on_scores(found))}")


def test_sets(found: MetaEvaluation) -> list[Table]:
    """Return the sizes of the sets, and how far their human scores can be trusted."""
    return [_sizes(found), *([_quality(found)] if found.health else []), *_raters(found)]


def _raters(found: MetaEvaluation) -> list[Table]:
    known = [(one.set, one.raters) for one in found.health if one.raters is not None]
    if not known:
        return []
    level, coefficient = percent(found.confidence), COEFFICIENTS[found.coefficient]
    cells: dict[str, Callable[[tuple[str, RaterAgreement]], str]] = {
        noun_of(found): lambda one: one[0],
        "raters": lambda one: f"{one[1].raters:,}",
        f"alpha [{level}]": lambda one: with_interval(one[1].alpha),
        f"ICC [{level}]": lambda one: with_interval(one[1].icc),
        f"ICC of means [{level}]": lambda one: with_interval(one[1].icc_of_mean),
        f"one rater [{level}]": lambda one: with_interval(one[1].one_rater),
        "halves": lambda one: number(one[1].halves),
    }
    ordinal = {one.ordinal for _, one in known}
    kinds = [
        kind for is_kind, kind in ((True, "grades"), (False, "intervals")) if is_kind in ordinal
    ]
    forms = {"ICC(2)" if one.crossed else "ICC(1)": None for _, one in known}
    return [
        table_of(
            known,
            cells,
            title="Agreement of raters",
            notes=(
                f"alpha is Krippendorff's of {listed(kinds)}; ICC is {listed(list(forms))}. One "
                f"rater and halves: {coefficient} with the mean of the others.",
            ),
        )
    ]


def tables_of_sets(found: MetaEvaluation) -> list[Table]:
    """Return the agreement set by set; nothing for a single set."""
    if len(found.sets) < 2:
        return []
    main, what = main_values(found)
    values = {key: number(value) for key, value in main.items()}
    if not found.together:
        where = "" if found.main_grouping is Grouping.CHOICES else " of all outputs"
        return _by_set(found, f"{what}{where}", values, best=True)
    tables = _by_set(found, what, values, best=True)
    tables += [_across(found)] if found.across_sets and len(found.metrics) > 1 else []
    within = {
        (one.set, one.metric): number(one.of(found.coefficient).value)
        for one in found.segment_level
        if one.grouping is Grouping.SEGMENT
    }
    if within:
        title = f"{COEFFICIENTS[found.coefficient]} {GROUPINGS[Grouping.SEGMENT]}"
        tables += _by_set(found, title, within)
    return tables


def tables_of_tasks(found: MetaEvaluation) -> list[Table]:
    """Return the weighted mean of all tasks, and each task, with the rank of each metric."""
    if not found.tasks:
        return []
    name, (average, *each) = found.titles, found.tasks
    order = sorted(name, key=lambda metric: -(average.values[metric] or 0.0))
    single = [one for one in each if one.set is None or len(found.sets) == 1]
    several = dict.fromkeys(one.statistic for one in each if one not in single)
    weights = [f"{one.statistic}, {one.set or 'all sets'} {share(one.weight)}" for one in each]
    same = len({one.weight for one in each}) == 1
    said = f"Weights in the average: {'all the same' if same else '; '.join(weights)}. {MOVED}"
    first = table_of(
        order,
        {
            "metric": lambda metric: name[metric],
            "average": partial(_ranked, average),
            **{one.statistic: partial(_ranked, one) for one in single},
        },
        title=f"Tasks{judge_of(found).aside}",
        notes=(said, RANKS),
    )
    tables = [first]
    for statistic in several:
        of_statistic = [one for one in each if one.statistic == statistic]
        cells = {(one.set or "", of): _ranked(one, of) for one in of_statistic for of in order}
        tables += _by_set(found, statistic, cells, order)
    return tables


def _ranked(task: Task, metric: str) -> str:
    return f"{number(task.values[metric])} ({task.ranks[metric]})"


def _scores(found: MetaEvaluation) -> str:
    if found.against is None:
        return f"Human scores ({found.human})"
    return f"Scores of {judge_of(found).name} in place of human ones"


def _sizes(found: MetaEvaluation) -> Table:
    cells: dict[str, Callable[[EvaluatedSet], str]] = {
        noun_of(found): lambda one: one.name,
        "systems": lambda one: str(len(one.systems)),
    }
    if found.together:
        cells |= {
            "pairs": lambda one: str(one.pairs),
            "significant": lambda one: (
                UNDEFINED if one.significant_pairs is None else str(one.significant_pairs)
            ),
        }
    cells |= {
        "segments": lambda one: f"{one.segments:,}",
        "resampled": lambda one: f"{one.units:,} {one.unit}s",
    }
    return table_of(found.sets, cells, title="Aspects" if found.aspects else "Test sets")


def _quality(found: MetaEvaluation) -> Table:
    health = {one.set: one for one in found.health}
    unknown = HumanHealth("", 0.0, 0, None, None, None, {})
    cells: dict[str, Callable[[HumanHealth], str]] = {
        noun_of(found): lambda one: one.set,
        "judged": lambda one: share(one.judged_cells) if one.set in health else "",
        "scores each": lambda one: "" if one.judgements is None else f"{one.judgements:.1f}",
    }
    notes: tuple[str, ...] = ()
    if found.together:
        cells["halves agree"] = lambda one: number(one.split_half)
        notes = (HALVES,)
    if any(one.other_scores is not None for one in found.health):
        cells["other scores agree"] = lambda one: number(one.other_scores)
    return table_of(
        [health.get(one.name, replace(unknown, set=one.name)) for one in found.sets],
        cells,
        title=_scores(found),
        notes=notes,
    )


def _by_set(
    found: MetaEvaluation,
    title: str,
    cells: Mapping[tuple[str, str], str],
    order: Iterable[str] = (),
    *,
    best: bool = False,
) -> list[Table]:
    """Return a table with a row for each metric and a column for each set, divided if too wide.

    With `best`, the metrics of which none is significantly better on a set are marked.
    """
    name, noun = found.titles, noun_of(found)
    title = title[0].upper() + title[1:]
    marked = best and len(found.metrics) > 1
    sets = [one for one in found.sets if any(of == one.name for of, _ in cells)]
    return [
        Table(
            columns(["metric", *(one.name for one in part)], len(part)),
            tuple(
                (
                    name[metric],
                    *(
                        cells.get((one.name, metric), UNDEFINED)
                        + "*" * (marked and metric in one.best)
                        for one in part
                    ),
                )
                for metric in order or name
            ),
            title=f"{title} by {noun}{', continued' if place else ''}{judge_of(found).aside}",
            notes=(BEST.format(noun=noun),) if marked else (),
            marks={
                (row, column): ((0, DIGITS + 2),)
                for row, metric in enumerate(found.metrics)
                for column, one in enumerate(part, start=1)
                if marked and metric.metric in one.best
            },
        )
        for place, part in enumerate(_parts(sets, max(map(len, name.values()))))
    ]


def _parts(sets: list[EvaluatedSet], first: int) -> list[tuple[EvaluatedSet, ...]]:
    widest = max([5, *(len(one.name) for one in sets)])
    number = max(1, (WIDTH - first) // (widest + PADDING))
    return [tuple(sets[start : start + number]) for start in range(0, len(sets), number)]


def _across(found: MetaEvaluation) -> Table:
    name = found.titles
    intervals = any(one.rank.interval is not None for one in found.across_sets)
    bounds = f" [{percent(found.confidence)}]" if intervals else ""
    return table_of(
        found.across_sets,
        {
            "metric": lambda one: name[one.metric],
            f"mean accuracy{bounds}": (
                lambda one: with_bounds(one.accuracy.value, one.accuracy.interval)
            ),
            f"mean rank{bounds}": lambda one: with_bounds(one.rank.value, one.rank.interval, 1),
            "best on": lambda one: str(one.best_on),
            "alone": lambda one: str(one.best_alone_on),
        },
        title=f"Mean over {len(found.sets)} sets, each with the same weight{judge_of(found).aside}",
        notes=(
            "Intervals if the sets are drawn again, that is for other sets like these."
            if intervals
            else f"Fewer than {FEWEST_SETS_FOR_AN_INTERVAL} sets do not determine an interval for "
            "other sets.",
        ),
    )


def reversed_orders(found: MetaEvaluation) -> Table:
    """Return the sets on which the order of two metrics turns round, the surest first."""
    name, level = found.titles, found.significance_level
    shown = sorted(found.reversed_orders, key=lambda one: one.p_value)[:MOST_REVERSED]
    more = len(found.reversed_orders) - len(shown)
    return table_of(
        shown,
        {
            "higher over all sets": lambda one: name[one.metric],
            "higher on the set": lambda one: name[one.other],
            "set": lambda one: one.set,
            "difference in accuracy (%)": lambda one: f"{100 * one.difference:+.1f}",
            "p-value": lambda one: p_value(one.p_value, level),
            "adjusted": lambda one: p_value(one.adjusted_p_value, level),
        },
        texts=3,
        title=f"Sets on which the order of two metrics turns round{judge_of(found).aside}",
        notes=(
            "Permutation test that exchanges the systems of the set; corrected by the step-down "
            "max-t procedure for all pairs of metrics on all sets.",
            *([f"{counted(more, 'further one')} in the JSON report."] if more else []),
        ),
        detail=True,
    )
