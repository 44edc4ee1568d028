"""Formulas of metrics as data, for pages that score some of the segments without this package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

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


def ratio_of_sums(
    numerator: tuple[str, ...],
    denominator: tuple[str, ...],
    *,
    factor: float = 1.0,
    empty: Literal["undefined", "one", "sign"] = "one",
) -> SumFormula:
    """Return the formula factor * (sum of some columns) / (sum of others).

    Args:
        numerator: The columns above the line.
        denominator: The columns below it.
        factor: What the quotient is multiplied by.
        empty: The score if the denominator is 0: "undefined"; "one" divides by 1 instead; "sign" is
            the factor, or 0 if the numerator is 0.

    >>> ratio_of_sums(("edits",), ("reference_length",), factor=100).columns
    ('edits', 'reference_length')
    """
    options = {
        "numerator": numerator,
        "denominator": denominator,
        "factor": factor,
        "empty": empty,
    }
    return SumFormula("ratio", tuple(dict.fromkeys((*numerator, *denominator))), options)


def mean_of_segments(factor: float = 1.0) -> SumFormula:
    """Return the mean of the column `segment_scores`, multiplied by a factor."""
    return ratio_of_sums(("segment_scores",), ("segments",), factor=factor)
