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
from tallystick.reports.meta_evaluation.settings import FEWEST_SETS_FOR_AN_INTERVAL, OUTPUTS
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
BEST = "*: no metric is significantly better {which}, corrected for all pairs of metrics."


def health(report: MetaEvaluation) -> Paragraph:
    """Return what is known of the scores that metrics are compared with."""
    return Paragraph(f"{_scores(report)}: {' '.join(sentences_on_scores(report))}")


def test_sets(report: MetaEvaluation) -> list[Table]:
    """Return the sizes of the sets, and how far their human scores can be trusted."""
    return [_sizes(report), *([_quality(report)] if report.health else []), *_raters(report)]


def _raters(report: MetaEvaluation) -> list[Table]:
    all_raters = [(human.set, human.raters) for human in report.health if human.raters is not None]
    known = [(name, raters) for name, raters in all_raters if raters.raters > 1]
    if not known:
        return []
    level, coefficient = percent(report.confidence), COEFFICIENTS[report.coefficient]
    cells: dict[str, Callable[[tuple[str, RaterAgreement]], str]] = {
        noun_of(report): lambda row: row[0],
        "raters": lambda row: f"{row[1].raters:,}",
        f"alpha [{level}]": lambda row: with_interval(row[1].alpha),
        f"ICC [{level}]": lambda row: with_interval(row[1].icc),
        f"ICC of means [{level}]": lambda row: with_interval(row[1].icc_of_mean),
        f"one rater [{level}]": lambda row: with_interval(row[1].one_rater),
        "halves": lambda row: number(row[1].halves),
    }
    kinds = sorted({"grades" if raters.ordinal else "intervals" for _, raters in known})
    forms = {"ICC(2)" if raters.crossed else "ICC(1)": None for _, raters in known}
    note = (
        f"alpha is Krippendorff's of {listed(kinds)}; ICC is {listed(list(forms))}. One "
        f"rater and halves: {coefficient} with the mean of the others."
    )
    return [table_of(known, cells, title="Agreement of raters", notes=(note,))]


def tables_of_sets(report: MetaEvaluation) -> list[Table]:
    """Return the agreement set by set; nothing for a single set."""
    if len(report.sets) < 2:
        return []
    main, what = main_values(report)
    values = {key: number(value) for key, value in main.items()}
    if not report.together:
        where = "" if report.main_grouping is Grouping.CHOICES else " of all outputs"
        return _by_set(report, f"{what}{where}", values, best=True)
    tables = _by_set(report, what, values, best=True)
    tables += [_across(report)] if report.across_sets and len(report.metrics) > 1 else []
    within = {
        (level.set, level.metric): number(level.of(report.coefficient).value)
        for level in report.segment_level
        if level.grouping is Grouping.SEGMENT
    }
    if within:
        title = f"{COEFFICIENTS[report.coefficient]} {GROUPINGS[Grouping.SEGMENT]}"
        tables += _by_set(report, title, within)
    return tables


def tables_of_tasks(report: MetaEvaluation) -> list[Table]:
    """Return the weighted mean of all tasks, and each task, with the rank of each metric."""
    if not report.tasks:
        return []
    name, (average, *each) = report.titles, report.tasks
    order = sorted(name, key=lambda metric: -(average.values[metric] or 0.0))
    single = [task for task in each if task.set is None or len(report.sets) == 1]
    several = dict.fromkeys(task.statistic for task in each if task not in single)
    weights = [f"{task.statistic}, {task.set or 'all sets'} {share(task.weight)}" for task in each]
    same = len({task.weight for task in each}) == 1
    said = f"Weights in the average: {'all the same' if same else '; '.join(weights)}. {MOVED}"
    cells: dict[str, Callable[[str], str]] = {
        "metric": lambda metric: name[metric],
        "average": partial(_ranked, average),
        **{task.statistic: partial(_ranked, task) for task in single},
    }
    title = f"Tasks{judge_of(report).aside}"
    tables = [table_of(order, cells, title=title, notes=(said, RANKS))]
    for statistic in several:
        of_statistic = [task for task in each if task.statistic == statistic]
        ranked = {(task.set or "", of): _ranked(task, of) for task in of_statistic for of in order}
        tables += _by_set(report, statistic, ranked, order)
    return tables


def _ranked(task: Task, metric: str) -> str:
    return f"{number(task.values[metric])} ({task.ranks[metric]})"


def _scores(report: MetaEvaluation) -> str:
    if report.against is None:
        return f"Human scores ({report.human})"
    return f"Scores of {judge_of(report).name} in place of human ones"


def _sizes(report: MetaEvaluation) -> Table:
    cells: dict[str, Callable[[EvaluatedSet], str]] = {
        noun_of(report): lambda row: row.name,
        "systems": lambda row: "" if row.systems == (OUTPUTS,) else str(len(row.systems)),
    }
    if report.together:
        cells |= {
            "pairs": lambda row: str(row.pairs),
            "significant": lambda row: (
                UNDEFINED if row.significant_pairs is None else str(row.significant_pairs)
            ),
        }
    cells |= {
        "segments": lambda row: f"{row.segments:,}",
        "resampled": lambda row: f"{row.units:,} {row.unit}s",
    }
    return table_of(report.sets, cells, title="Aspects" if report.aspects else "Test sets")


def _quality(report: MetaEvaluation) -> Table:
    health = {human.set: human for human in report.health}
    unknown = HumanHealth("", 0.0, 0, None, None, None, {})

    def judged_in_words(row: HumanHealth) -> str:
        said = share(row.judged_cells) if row.set in health else ""
        return f"<{said}" if row.judged_cells < 1 and said == share(1) else said

    cells: dict[str, Callable[[HumanHealth], str]] = {
        noun_of(report): lambda row: row.set,
        "judged": judged_in_words,
        "scores each": lambda row: "" if row.judgements is None else f"{row.judgements:.1f}",
    }
    if report.together:
        cells["halves agree"] = lambda row: number(row.split_half)
    if any(human.other_scores is not None for human in report.health):
        cells["other scores agree"] = lambda row: number(row.other_scores)
    rows = [health.get(judged.name, replace(unknown, set=judged.name)) for judged in report.sets]
    notes = (HALVES,) if report.together else ()
    return table_of(rows, cells, title=_scores(report), notes=notes)


def _by_set(
    report: MetaEvaluation,
    title: str,
    cells: Mapping[tuple[str, str], str],
    order: Iterable[str] = (),
    *,
    best: bool = False,
) -> list[Table]:
    """Return a table with a row for each metric and a column for each set, divided if too wide.

    With `best`, the metrics of which none is significantly better on a set are marked.
    """
    name, noun = report.titles, noun_of(report)
    title = title[0].upper() + title[1:]
    marked = best and len(report.metrics) > 1
    which = f"{'under' if report.aspects else 'on'} this {noun}"
    notes = (BEST.format(which=which),) if marked else ()
    sets = [judged for judged in report.sets if any(of == judged.name for of, _ in cells)]
    starred = {(judged.name, metric) for judged in sets for metric in judged.best if marked}

    def cell(of: str, metric: str) -> str:
        return cells.get((of, metric), UNDEFINED) + "*" * ((of, metric) in starred)

    tables = []
    for place, part in enumerate(_parts(sets, max(map(len, name.values())))):
        names = [judged.name for judged in part]
        rows = tuple((name[row], *(cell(of, row) for of in names)) for row in order or name)
        marks = {
            (row, column): ((0, DIGITS + 2),)
            for row, metric in enumerate(name)
            for column, of in enumerate(names, start=1)
            if (of, metric) in starred
        }
        said = f"{title} by {noun}{', continued' if place else ''}{judge_of(report).aside}"
        header = columns(["metric", *names], len(names))
        tables.append(Table(header, rows, title=said, notes=notes, marks=marks))
    return tables


def _parts(sets: list[EvaluatedSet], first: int) -> list[tuple[EvaluatedSet, ...]]:
    widest = max([5, *(len(judged.name) for judged in sets)])
    number = max(1, (WIDTH - first) // (widest + PADDING))
    return [tuple(sets[start : start + number]) for start in range(0, len(sets), number)]


def _across(report: MetaEvaluation) -> Table:
    name = report.titles
    intervals = any(level.rank.interval is not None for level in report.across_sets)
    bounds = f" [{percent(report.confidence)}]" if intervals else ""
    return table_of(
        report.across_sets,
        {
            "metric": lambda row: name[row.metric],
            f"mean accuracy{bounds}": (
                lambda row: with_bounds(row.accuracy.value, row.accuracy.interval)
            ),
            f"mean rank{bounds}": lambda row: with_bounds(row.rank.value, row.rank.interval, 1),
            "best on": lambda row: str(row.best_on),
            "alone": lambda row: str(row.best_alone_on),
        },
        title=f"Mean over {len(report.sets)} sets, each with the same weight"
        f"{judge_of(report).aside}",
        notes=(
            "Intervals if the sets are drawn again, that is for other sets like these."
            if intervals
            else f"Fewer than {FEWEST_SETS_FOR_AN_INTERVAL} sets do not determine an interval for "
            "other sets.",
        ),
    )


def reversed_orders(report: MetaEvaluation) -> Table:
    """Return the sets on which the order of two metrics turns round, the surest first."""
    name, level = report.titles, report.significance_level
    shown = sorted(report.reversed_orders, key=lambda order: order.p_value)[:MOST_REVERSED]
    more = len(report.reversed_orders) - len(shown)
    return table_of(
        shown,
        {
            "higher over all sets": lambda row: name[row.metric],
            "higher on the set": lambda row: name[row.other],
            "set": lambda row: row.set,
            "difference in accuracy (%)": lambda row: f"{100 * row.difference:+.1f}",
            "p-value": lambda row: p_value(row.p_value, level),
            "adjusted": lambda row: p_value(row.adjusted_p_value, level),
        },
        texts=3,
        title=f"Sets on which the order of two metrics turns round{judge_of(report).aside}",
        notes=(
            "Permutation test that exchanges the systems of the set; corrected by the step-down "
            "max-t procedure for all pairs of metrics on all sets.",
            *([f"{counted(more, 'further one')} in the JSON report."] if more else []),
        ),
        detail=True,
    )
