"""The table of systems: a row for each, with what every metric says of it."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.wording import (
    difference_text,
    interval_text,
    probability_text,
    score_text,
    sort_text,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison, SystemScore
from tallystick.reports.comparison.orientation import between, seen_from, standard_of


@dataclass(frozen=True, slots=True)
class Standing:
    """How a system compares with the baseline, or with the best.

    Attributes:
        sign: "better", "worse", "same", "none": how it is marked.
        words: The same in words.
        difference: The difference, signed as from this system.
        probability: The adjusted p-value.
        value: What the column sorts by.
    """

    sign: str
    words: str
    difference: str
    probability: str
    value: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What one metric says of one system."""

    score: str
    interval: str
    value: str
    best: bool
    rank: str
    first_rank: int
    cluster: int
    standing: Standing
    runs: str


@dataclass(frozen=True, slots=True)
class Row:
    """A system."""

    name: str
    place: int
    is_baseline: bool
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """A metric: its name, and the system against which its standing is given."""

    metric: ComparedMetric
    against: str


@dataclass(frozen=True, slots=True)
class SystemsTable:
    """The table, the best system under the first metric on top."""

    columns: tuple[Column, ...]
    rows: tuple[Row, ...]


def systems_table(comparison: Comparison) -> SystemsTable:
    """Lay out the table of systems."""
    columns = tuple(Column(one, standard_of(comparison, one.metric)) for one in comparison.metrics)
    places = {one.name: place for place, one in enumerate(comparison.systems)}
    scores = {(one.system, one.metric): one for one in comparison.scores}
    first = comparison.in_order_of(comparison.metrics[0].metric)
    return SystemsTable(
        columns,
        tuple(
            Row(
                name=system,
                place=places[system],
                is_baseline=system == comparison.baseline,
                cells=tuple(
                    _cell(comparison, column, scores[system, column.metric.metric])
                    for column in columns
                ),
            )
            for system in (one.system for one in first)
        ),
    )


def _cell(comparison: Comparison, column: Column, score: SystemScore) -> Cell:
    metric = column.metric
    first, last = score.rank
    deviation = score.run_deviation
    return Cell(
        score=score_text(score.score, metric),
        interval=interval_text(score.interval, metric),
        value=sort_text(score.score),
        best=score.best,
        rank=str(first) if first == last else f"{first}\u2013{last}",
        first_rank=first,
        cluster=score.cluster,
        standing=_standing(comparison, column, score.system),
        runs=(
            ""
            if deviation is None
            else f"{len(score.run_scores)} runs, deviation {score_text(deviation, metric)}"
        ),
    )


def _standing(comparison: Comparison, column: Column, system: str) -> Standing:
    if system == column.against:
        words = "the baseline" if comparison.baseline else "the best"
        return Standing("none", words, "", "", "")
    found = between(comparison.differences_under(column.metric.metric), system, column.against)
    if found is None:
        return Standing("none", "not compared", "", "", "")
    difference, _ = seen_from(found, system)
    if found.significant and found.better is not None:
        sign = words = "better" if found.better == system else "worse"
    else:
        sign, words = "same", "identical output" if found.identical_output else "n.s."
    return Standing(
        sign,
        words,
        difference_text(difference, column.metric),
        probability_text(found.adjusted_p_value, comparison.test.significance_level),
        sort_text(difference),
    )
