"""The tables of a meta-evaluation about what metrics say of each other."""

from __future__ import annotations

from tallystick.reports.document import Block, HeatMap, Table, columns, table_of
from tallystick.reports.meta_evaluation.model import MetaEvaluation
from tallystick.reports.meta_evaluation.words.phrases import judge_of, number
from tallystick.reports.wording import counted

MOST_PAIRS = 20
ALL = "all metrics"
FULL_COLOUR = 25.0
"""The percentage of pairs that has the full colour; chance gives 50%."""


def tables_among_metrics(report: MetaEvaluation) -> list[Block]:
    """Return how far metrics agree with each other, and where they contradict humans."""
    blocks: list[Block] = []
    if report.together and report.metric_agreement:
        blocks += _heat_map(report), _matrix(report)
    if report.disputed_pairs:
        blocks.append(_pairs(report))
    if report.disputed_segments:
        blocks.append(_segments(report))
    return blocks


def _agreement(report: MetaEvaluation) -> list[tuple[float | None, ...]]:
    """Return for each metric the share of pairs ordered as by humans, and as by each metric."""
    of_pair = {(pair.metric, pair.other): pair.accuracy for pair in report.metric_agreement}
    of_pair |= {(other, one): value for (one, other), value in of_pair.items()}
    return [
        (row.accuracy.value, *(of_pair.get((row.metric, other.metric)) for other in report.metrics))
        for row in report.together
    ]


def _heat_map(report: MetaEvaluation) -> HeatMap:
    name, judge = report.titles, judge_of(report)
    title = f"Pairs of systems ordered differently by metrics and by {judge.name}"
    rows, header = tuple(name.values()), (judge.name, *name.values())
    cells = tuple(
        tuple(None if share is None else 100 * (1 - share) for share in row)
        for row in _agreement(report)
    )
    label = "share of all pairs in percent"
    return HeatMap(title, label, rows, header, cells, FULL_COLOUR, digits=0)


def _matrix(report: MetaEvaluation) -> Table:
    name, judge = report.titles, judge_of(report)
    rows = tuple(
        (metric.title, *("" if share is None else number(share) for share in row))
        for metric, row in zip(report.metrics, _agreement(report), strict=True)
    )
    header = columns(["metric", judge.name, *name.values()], len(name) + 1)
    title = f"Pairs of systems ordered alike by metrics and by {judge.name}"
    return Table(header, rows, title=title, detail=True)


def _pairs(report: MetaEvaluation) -> Table:
    name, judge = report.titles, judge_of(report)
    significance = {True: "yes", False: "no", None: ""}
    shown = report.disputed_pairs[:MOST_PAIRS]
    more = len(report.disputed_pairs) - len(shown)
    return table_of(
        shown,
        {
            "set": lambda row: row.set,
            f"better under {judge.name}": lambda row: row.better,
            "worse": lambda row: row.worse,
            "difference": lambda row: number(row.difference, 2),
            "significant": lambda row: significance[row.significant],
            "metrics that prefer the other one": lambda row: (
                ALL
                if len(row.metrics) == len(report.metrics)
                else ", ".join(name[metric] for metric in row.metrics)
            ),
        },
        texts=6,
        title=f"Pairs of systems that most metrics order unlike {judge.name}",
        notes=(
            f"The difference is in standard deviations of the {judge.adjective} scores of the "
            "systems of a set.",
            *([f"{counted(more, 'further pair')} are in the JSON report."] if more else []),
        ),
        detail=True,
    )


def _segments(report: MetaEvaluation) -> Table:
    name, judge = report.titles, judge_of(report)
    return table_of(
        report.disputed_segments,
        {
            "set": lambda row: row.set,
            "system": lambda row: row.system,
            "segment": lambda row: str(row.segment),
            "percentiles": lambda row: (
                f"{name.get(row.metric or '', ALL)} {number(row.percentile, 0)}, "
                f"{name.get(row.other or '', judge.name)} {number(row.other_percentile, 0)}"
            ),
            "hypothesis": lambda row: row.hypothesis,
            "reference": lambda row: row.reference,
        },
        texts=6,
        title="The most disputed outputs",
        notes=(
            "A percentile is the share of the outputs of the set with a lower score; that of all "
            "metrics is the one of the metric nearest to the other side.",
        ),
        detail=True,
    )
