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


def tables_among_metrics(found: MetaEvaluation) -> list[Block]:
    """Return how far metrics agree with each other, and where they contradict humans."""
    blocks: list[Block] = []
    if found.together and found.metric_agreement:
        blocks += _heat_map(found), _matrix(found)
    if found.disputed_pairs:
        blocks.append(_pairs(found))
    if found.disputed_segments:
        blocks.append(_segments(found))
    return blocks


def _agreement(found: MetaEvaluation) -> list[tuple[float | None, ...]]:
    """Return for each metric the share of pairs ordered as by humans, and as by each metric."""
    of_pair = {(one.metric, one.other): one.accuracy for one in found.metric_agreement}
    of_pair |= {(other, one): value for (one, other), value in of_pair.items()}
    return [
        (one.accuracy.value, *(of_pair.get((one.metric, other.metric)) for other in found.metrics))
        for one in found.together
    ]


def _heat_map(found: MetaEvaluation) -> HeatMap:
    name, judge = found.titles, judge_of(found)
    return HeatMap(
        f"Pairs of systems ordered differently by metrics and by {judge.name}",
        "share of all pairs in percent",
        tuple(name.values()),
        (judge.name, *name.values()),
        tuple(
            tuple(None if one is None else 100 * (1 - one) for one in row)
            for row in _agreement(found)
        ),
        FULL_COLOUR,
        digits=0,
    )


def _matrix(found: MetaEvaluation) -> Table:
    name, judge = found.titles, judge_of(found)
    rows = tuple(
        (name[metric.metric], *("" if one is None else number(one) for one in row))
        for metric, row in zip(found.metrics, _agreement(found), strict=True)
    )
    return Table(
        columns(["metric", judge.name, *name.values()], len(name) + 1),
        rows,
        title=f"Pairs of systems ordered alike by metrics and by {judge.name}",
        detail=True,
    )


def _pairs(found: MetaEvaluation) -> Table:
    name, judge = found.titles, judge_of(found)
    significance = {True: "yes", False: "no", None: ""}
    shown = found.disputed_pairs[:MOST_PAIRS]
    more = len(found.disputed_pairs) - len(shown)
    return table_of(
        shown,
        {
            "set": lambda one: one.set,
            f"better under {judge.name}": lambda one: one.better,
            "worse": lambda one: one.worse,
            "difference": lambda one: number(one.difference, 2),
            "significant": lambda one: significance[one.significant],
            "metrics that prefer the other one": lambda one: (
                ALL
                if len(one.metrics) == len(found.metrics)
                else ", ".join(name[metric] for metric in one.metrics)
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


def _segments(found: MetaEvaluation) -> Table:
    name, judge = found.titles, judge_of(found)
    return table_of(
        found.disputed_segments,
        {
            "set": lambda one: one.set,
            "system": lambda one: one.system,
            "segment": lambda one: str(one.segment),
            "percentiles": lambda one: (
                f"{name.get(one.metric or '', ALL)} {number(one.percentile, 0)}, "
                f"{name.get(one.other or '', judge.name)} {number(one.other_percentile, 0)}"
            ),
            "hypothesis": lambda one: one.hypothesis,
            "reference": lambda one: one.reference,
        },
        texts=6,
        title="The most disputed outputs",
        notes=(
            "A percentile is the share of the outputs of the set with a lower score; that of all "
            "metrics is the one of the metric nearest to the other side.",
        ),
        detail=True,
    )
