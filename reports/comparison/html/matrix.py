"""The differences of all pairs under one metric, as a matrix; of a baseline, as one column."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.wording import (
    difference_text,
    interval_text,
    probability_text,
    sort_text,
)
from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference
from tallystick.reports.comparison.orientation import seen_from


@dataclass(frozen=True, slots=True)
class Cell:
    """The system of the row minus that of the column.

    Attributes:
        difference: The difference with its sign.
        value: What the column sorts by.
        sign: "better" or "worse", as the row's system significantly is, or "same".
        words: The same in words, with the p-value.
        place: The place of the difference among those of the report.
        turned: Whether the report has the pair the other way round.
    """

    difference: str
    value: str
    sign: str
    words: str
    place: int
    turned: bool
    interval: str
    probability: str
    adjusted: str
    differing: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """A row for each system, the best first, and a cell for each column, None where none is."""

    metric: ComparedMetric
    place: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def matrices(comparison: Comparison) -> tuple[Matrix, ...]:
    """Lay out one matrix for each metric."""
    return tuple(_matrix(comparison, one, n) for n, one in enumerate(comparison.metrics))


def _matrix(comparison: Comparison, metric: ComparedMetric, place: int) -> Matrix:
    level = comparison.test.significance_level
    cells: dict[tuple[str, str], Cell] = {}
    for n, one in enumerate(comparison.differences):
        if one.metric == metric.metric:
            cells[one.system, one.other] = _cell(one, metric, n, level, turned=False)
            cells[one.other, one.system] = _cell(one, metric, n, level, turned=True)
    order = [one.system for one in comparison.in_order_of(metric.metric)]
    baseline = comparison.baseline
    columns = order if baseline is None else [baseline]
    return Matrix(
        metric,
        place,
        tuple(columns),
        tuple(
            (row, tuple(cells.get((row, column)) for column in columns))
            for row in order
            if row != baseline
        ),
    )


def _cell(
    one: Difference, metric: ComparedMetric, place: int, level: float, *, turned: bool
) -> Cell:
    row, column = (one.other, one.system) if turned else (one.system, one.other)
    difference, interval = seen_from(one, row)
    if one.significant and one.better is not None:
        sign = "better" if one.better == row else "worse"
        words = f"{row} is significantly {sign} than {column}"
    elif one.identical_output:
        sign, words = "same", f"{row} and {column} have identical output"
    else:
        sign, words = "same", f"{row} and {column} do not differ significantly"
    adjusted = probability_text(one.adjusted_p_value, level)
    return Cell(
        difference=difference_text(difference, metric),
        value=sort_text(difference),
        sign=sign,
        words=f"{words}, adjusted p {adjusted}",
        place=place,
        turned=turned,
        interval=interval_text(interval, metric),
        probability=probability_text(one.p_value, level),
        adjusted=adjusted,
        differing=one.differing_segments,
    )
