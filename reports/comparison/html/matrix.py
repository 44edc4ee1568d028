"""Differences under one metric: a matrix, a column, or a cell of the table of systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from tallystick.reports.comparison.facts.results import (
    between,
    is_paired,
    seen_from,
    standard_called,
    standard_of,
)
from tallystick.reports.comparison.html.wording import (
    adjusted_text,
    difference_text,
    interval_text,
    sort_text,
)
from tallystick.reports.comparison.model import (
    ComparedMetric,
    Comparison,
    Difference,
    Interval,
    SignificanceTest,
)


@dataclass(frozen=True, slots=True)
class Cell:
    """The system of the row minus that of the column."""

    pair: Difference
    place: int  # among the differences of the report
    turned: bool  # the report has column minus row
    difference: float | None
    interval: Interval | None
    sign: str
    words: str


@dataclass(frozen=True, slots=True)
class Matrix:
    """One row per system, the best first; a cell is None if the pair was not compared."""

    metric: ComparedMetric
    place: int
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell | None, ...]], ...]


def matrices(comparison: Comparison) -> tuple[Matrix, ...]:
    """Return one matrix per metric."""
    return tuple(matrix_of(comparison, one, n) for n, one in enumerate(comparison.metrics))


def matrix_of(comparison: Comparison, metric: ComparedMetric, place: int = 0) -> Matrix:
    """Return the matrix of one metric."""
    test = comparison.test
    cells: dict[tuple[str, str], Cell] = {}
    for n, one in enumerate(comparison.differences):
        if one.metric == metric.metric:
            for row, column in ((one.system, one.other), (one.other, one.system)):
                cells[row, column] = _cell(one, n, row, column, test)
    order = [one.system for one in comparison.in_order_of(metric.metric)]
    if not is_paired(comparison):
        rows = [(row, tuple(cells.get((row, column)) for column in order)) for row in order]
        return Matrix(metric, place, tuple(order), tuple(rows))
    standards = {row: standard_of(comparison, metric.metric, row) for row in order}
    rows = [(row, (cells.get((row, other)),)) for row, other in standards.items() if row != other]
    return Matrix(metric, place, (standard_called(comparison, metric.metric),), tuple(rows))


def sign_of(pair: Difference, system: str) -> str:
    """Return "better" or "worse" if a system of the pair significantly is, else "same"."""
    if not pair.significant or pair.better is None:
        return "same"
    return "better" if pair.better == system else "worse"


def _cell(one: Difference, place: int, row: str, column: str, test: SignificanceTest) -> Cell:
    sign = sign_of(one, row)
    if sign != "same":
        words = f"{row} is significantly {sign} than {column}"
    elif one.identical_output:
        words = f"{row} and {column} have identical output"
    else:
        words = f"{row} and {column} do not differ significantly"
    words += f", adjusted p {adjusted_text(one, test)}"
    return Cell(one, place, row != one.system, *seen_from(one, row), sign, words)


class Standing(NamedTuple):
    """The texts of a cell; the column sorts by `value`."""

    sign: str
    words: str
    small: str = ""
    value: str = ""


def standing_of(
    comparison: Comparison, metric: ComparedMetric, system: str, against: str
) -> Standing:
    """Return how a system compares with another under a metric."""
    if system == against:
        return Standing("none", "" if is_paired(comparison) else "best")
    found = between(comparison.differences_under(metric.metric), system, against)
    if found is None:
        return Standing("none", "not compared")
    if found.identical_output:
        return Standing("same", "identical output")
    difference, bounds = seen_from(found, system)
    sign = sign_of(found, system)
    p = f"p {adjusted_text(found, comparison.test)}"
    equivalent = found.equivalence is not None and found.equivalence.equivalent
    within = f"equivalent within \u00b1{metric.margin:g}" if equivalent else ""
    details = [interval_text(bounds, metric), p, "n.s." if sign == "same" else "", within]
    return Standing(
        sign,
        difference_text(difference, metric),
        " \u00b7 ".join(filter(None, details)),
        sort_text(difference),
    )
