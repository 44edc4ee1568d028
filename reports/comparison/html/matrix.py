"""The differences of all pairs under one metric, as a matrix; of a baseline, as one column."""

from __future__ import annotations

from dataclasses import dataclass

from tallystick.reports.comparison.html.wording import probability_text
from tallystick.reports.comparison.model import ComparedMetric, Comparison, Difference, Interval
from tallystick.reports.comparison.orientation import seen_from


@dataclass(frozen=True, slots=True)
class Cell:
    """The system of the row minus that of the column.

    Attributes:
        pair: The difference as the report has it.
        place: Its place among those of the report.
        turned: Whether the report has the pair the other way round.
        difference: The difference from the system of the row.
        interval: Its interval.
        sign: "better" or "worse", as the row's system significantly is, or "same".
        words: The same in words, with the p-value.
    """

    pair: Difference
    place: int
    turned: bool
    difference: float | None
    interval: Interval | None
    sign: str
    words: str


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
            for row, column in ((one.system, one.other), (one.other, one.system)):
                cells[row, column] = _cell(one, n, row, column, level)
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


def _cell(one: Difference, place: int, row: str, column: str, level: float) -> Cell:
    if one.significant and one.better is not None:
        sign = "better" if one.better == row else "worse"
        words = f"{row} is significantly {sign} than {column}"
    elif one.identical_output:
        sign, words = "same", f"{row} and {column} have identical output"
    else:
        sign, words = "same", f"{row} and {column} do not differ significantly"
    words += f", adjusted p {probability_text(one.adjusted_p_value, level)}"
    return Cell(one, place, row != one.system, *seen_from(one, row), sign, words)
