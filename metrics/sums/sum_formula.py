"""Formulas of metrics as data, which score sums of statistics here and on pages without Python.

`RatioOfSums` is evaluated here. Its rules are the same for numbers, without NumPy, and for arrays.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from operator import add
from typing import Any, Literal

Empty = Literal["undefined", "one", "sign"]
FormulaName = Literal["bleu", "chrf", "nist", "ratio"]


@dataclass(frozen=True, slots=True)
class SumFormula:
    """The formula of a metric by name, with its options.

    Attributes:
        name: "bleu", "chrf" or "nist" for the formula of the metric of that name; "ratio" for a
            quotient of sums of columns, which `ratio_of_sums` makes.
        columns: The columns of the statistics that the formula reads.
        options: The options of the formula, of JSON types.
    """

    name: FormulaName
    columns: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RatioOfSums(SumFormula):
    """A quotient of sums of columns, multiplied by a factor; see `ratio_of_sums`.

    >>> formula = ratio_of_sums(("edits",), ("reference_length",), factor=100)
    >>> formula.of({"edits": 1, "reference_length": 4})
    25.0
    """

    factor_first: bool = False

    def of(self, sums: Mapping[str, Any]) -> Any:
        """Return the score of sums by name, of numbers or of arrays of one shape."""
        options, factor = self.options, self.options["factor"]
        part = reduce(add, [sums[name] for name in options["numerator"]])
        whole = reduce(add, [sums[name] for name in options["denominator"]])
        if self.factor_first:
            return quotient(factor * part, whole, options["empty"])
        return factor * quotient(part, whole, options["empty"])


def quotient(part: Any, whole: Any, empty: Empty = "one") -> Any:
    """Divide numbers, or arrays of one shape, with a rule for a divisor of 0.

    Args:
        part: What is divided.
        whole: The divisor.
        empty: See `ratio_of_sums`.

    >>> quotient(2, 0), quotient(2, 0, "sign"), quotient(2, 0, "undefined")
    (2.0, 1.0, nan)
    >>> import numpy as np
    >>> quotient(np.array([1, 0]), np.array([4, 0])).tolist()
    [0.25, 0.0]
    """
    is_number = isinstance(whole, (int, float))
    if whole if is_number else whole.all():  # as usual
        return part / whole
    instead: Any = math.nan if empty == "undefined" else 1
    if empty == "sign":
        instead = abs(part) + (part == 0)
    if is_number:
        return part / instead
    import numpy as np

    return part / np.where(whole == 0, instead, whole)


def ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    *,
    factor: float = 1.0,
    empty: Empty = "one",
    factor_first: bool = False,
) -> RatioOfSums:
    """Return the formula factor * (sum of some columns) / (sum of others).

    Args:
        numerator: The columns above the line.
        denominator: The columns below it.
        factor: What the quotient is multiplied by.
        empty: The score if the denominator is 0: "undefined"; "one" divides by 1 instead; "sign" is
            the factor, or 0 if the numerator is 0.
        factor_first: Whether the numerator is multiplied, not the quotient; the last digits differ.

    >>> ratio_of_sums(("edits",), ("reference_length",), factor=100).columns
    ('edits', 'reference_length')
    """
    options = {
        "numerator": numerator,
        "denominator": denominator,
        "factor": factor,
        "empty": empty,
    }
    columns = tuple(dict.fromkeys((*numerator, *denominator)))
    return RatioOfSums("ratio", columns, options, factor_first)


def mean_of_segments(
    factor: float = 1.0, empty: Empty = "one", factor_first: bool = False
) -> RatioOfSums:
    """Return the mean of the column `segment_scores`, multiplied by a factor."""
    return ratio_of_sums(
        ("segment_scores",), ("segments",), factor=factor, empty=empty, factor_first=factor_first
    )
