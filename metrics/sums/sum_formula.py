"""Formulas that score sums of statistics, each written once.

The text of a formula runs once, with symbols, and what it computes is recorded as steps. From them
follow the score of one sum, the scores of many, and those that a page computes without Python.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import TYPE_CHECKING, Any, Literal

from tallystick.metrics.sums.code import function_of_arrays, function_of_numbers, reduced
from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.symbols import Step, Symbol, ratio, symbol_of, total, where

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Empty = Literal["undefined", "one", "sign"]


@dataclass(frozen=True, eq=False)
class SumFormula:
    """A formula that makes a score of sums of statistics.

    Attributes:
        statistics: The columns of the statistics.
        text: A function of sums by name, with a list for a block of columns. It returns the score,
            or a named tuple of the score and its components. It runs once, with symbols; see
            `tallystick.metrics.sums.symbols`.

    >>> def f1(sums):
    ...     own, other = sums["words"]
    ...     return 200 * sums["matches"] / (own + other)
    >>> formula = SumFormula(Columns("matches", ("words", 2)), f1)
    >>> formula.of({"matches": 3, "words": [5, 7]})
    50.0
    >>> formula.steps[:3]
    (('column', 'matches'), ('column', 'words_1'), ('column', 'words_2'))
    """

    statistics: Columns
    text: Callable[[Mapping[str, Any]], Any]

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle without the functions that are made when they are needed."""
        return SumFormula, (self.statistics, self.text)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """How the score is computed, of JSON types.

        A step is ("column", name), ("number", value), or an operation and the places of the steps
        on whose results it works; the last result is the score. A value that JSON lacks is "NaN",
        "Infinity" or "-Infinity".
        """
        steps, result = self._recorded
        score = symbol_of(steps, _score(result))
        needed, _ = reduced(tuple(steps), [score.place])
        return tuple(
            ("number", _NAMES.get(repr(step[1]), step[1])) if step[0] == "number" else step
            for step in needed
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that the score depends on."""
        read = {step[1] for step in self.steps if step[0] == "column"}
        return tuple(name for name in self.statistics if name in read)

    def of(self, sums: Mapping[str, Any]) -> Any:
        """Return the score of sums by name.

        Args:
            sums: Numbers, and lists of numbers for blocks of columns; or arrays of one shape, with
                a last axis for blocks.
        """
        if isinstance(next(iter(sums.values())), (int, float, list, tuple)):
            return self.of_numbers(sums)
        return self.of_arrays(sums)

    @cached_property
    def of_numbers(self) -> Callable[[Mapping[str, Any]], float]:
        """The function that scores sums in Python numbers."""
        steps, result = self._recorded
        return function_of_numbers(steps, _score(result), self._sources)

    @cached_property
    def of_arrays(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that scores sums in arrays."""
        steps, result = self._recorded
        return function_of_arrays(steps, _score(result), self._sources)

    @cached_property
    def parts_of_numbers(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns the named tuple with numbers in place of symbols."""
        return function_of_numbers(*self._recorded, self._sources)

    @cached_property
    def parts_of_arrays(self) -> Callable[[Mapping[str, Any]], Any]:
        """The function that returns the named tuple with arrays in place of symbols."""
        return function_of_arrays(*self._recorded, self._sources)

    @cached_property
    def _sources(self) -> dict[str, tuple[str, int | None]]:
        """Where sums have each column."""
        sources: dict[str, tuple[str, int | None]] = {}
        for name, block in self.statistics.split_list(list(self.statistics)).items():
            if isinstance(block, str):
                sources[block] = name, None
            else:
                sources |= {column: (name, number) for number, column in enumerate(block)}
        return sources

    @cached_property
    def _recorded(self) -> tuple[dict[Step, int], Any]:
        """The steps that the text takes, each with its place, and what it returns."""
        steps: dict[Step, int] = {}
        symbols = {column: Symbol(steps, ("column", column)) for column in self.statistics}
        return steps, self.text(symbols | self.statistics.split_list(list(symbols.values())))


def _score(result: Any) -> Any:
    return result[0] if isinstance(result, tuple) else result


_NAMES = {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}


def ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    *,
    factor: float = 1.0,
    empty: Empty = "one",
    factor_first: bool = False,
) -> SumFormula:
    """Return the formula factor * (sum of some columns) / (sum of others).

    Args:
        numerator: The columns above the line.
        denominator: The columns below it.
        factor: What the quotient is multiplied by.
        empty: The score if the denominator is 0: "undefined"; "one" divides by 1 instead; "sign" is
            the factor, or 0 if the numerator is 0.
        factor_first: Whether the numerator is multiplied, not the quotient; the last digits differ.

    >>> formula = ratio_of_sums(("edits",), ("reference_length",), factor=100)
    >>> formula.of({"edits": 1, "reference_length": 4})
    25.0
    """

    return _made_once(tuple(numerator), tuple(denominator), factor, empty, factor_first)


def mean_of_segments(
    factor: float = 1.0, empty: Empty = "one", factor_first: bool = False
) -> SumFormula:
    """Return the mean of the column `segment_scores`, multiplied by a factor."""
    return ratio_of_sums(
        ("segment_scores",), ("segments",), factor=factor, empty=empty, factor_first=factor_first
    )


def quotient(part: Any, whole: Any, empty: Empty = "one") -> Any:
    """Divide numbers, or arrays of one shape; `empty` is a rule for a divisor of 0."""
    return ratio_of_sums(("part",), ("whole",), empty=empty).of({"part": part, "whole": whole})


@lru_cache(maxsize=64)
def _made_once(numerator: tuple[str, ...], denominator: tuple[str, ...], *rules: Any) -> SumFormula:
    columns = Columns(*dict.fromkeys((*numerator, *denominator)))
    return SumFormula(columns, partial(_ratio_of_sums, numerator, denominator, *rules))


def _ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    factor: float,
    empty: Empty,
    factor_first: bool,
    sums: Mapping[str, Any],
) -> Any:
    part, whole = (total(sums[name] for name in side) for side in (numerator, denominator))
    if factor_first:
        return divided(factor * part, whole, empty)
    return factor * divided(part, whole, empty)


def of_each(function: Callable[[Any], Any]) -> Callable[[NDArray[Any]], NDArray[np.float64]]:
    """Return a function of arrays, any shape, that rounds as that of a number does.

    NumPy has functions of its own for some processors.
    """
    formula = SumFormula(Columns("number"), lambda sums: function(sums["number"]))
    return lambda numbers: formula.of_arrays({"number": numbers})


def divided(part: Any, whole: Any, empty: Empty = "one") -> Any:
    """Divide symbols, with the rule of `ratio_of_sums` for a divisor of 0."""
    if empty == "undefined":
        return ratio(part, whole, math.nan)
    if empty == "one":
        return ratio(part, whole, 1.0 * part)
    return ratio(part, whole, ratio(part, where(part < 0, -1.0 * part, part)))
