"""NIST from sums of statistics: Doddington 2002, equation 3.

    NIST = sum over n of [ sum of Info(matched n-grams) / n-grams of the hypothesis ]
           * exp( beta * log( min(1, L_hypothesis / L_reference) ) ** 2 )

where beta makes the penalty 0.5 at a length ratio of 2/3.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula
from tallystick.metrics.sums.symbols import any_of, exp, log, maximum, minimum, ratio, total, where

if TYPE_CHECKING:
    from tallystick.metrics.nist.dialect import NistDialect


class NistParts(NamedTuple):
    """NIST of one sum of statistics.

    Attributes:
        score: 0 or more; NaN if it is not defined.
        terms: The term of each order without the penalty.
        length_penalty: 0 to 1; NaN if it is not defined.
        reference_length: The reference length L_reference.
    """

    score: Any
    terms: tuple[Any, ...]
    length_penalty: Any
    reference_length: Any


@lru_cache(maxsize=64)
def columns_of(dialect: NistDialect) -> Columns:
    """Return the names of the columns."""
    blocks = [(block, dialect.order) for block in ("matches", "totals", "information")]
    of_mean = ["nonempty_references", "segments"]
    further = of_mean if dialect.reference_length == "mean_nonempty" else []
    return Columns("hypothesis_length", "reference_length", *blocks, *further)


@lru_cache(maxsize=64)
def formula_of(dialect: NistDialect) -> SumFormula:
    """Return the formula of a dialect; NaN if references or, in some, an order are empty."""
    return SumFormula(columns_of(dialect), partial(nist, dialect))


def nist(dialect: NistDialect, sums: Mapping[str, Any]) -> NistParts:
    """Compute NIST and its components; see `SumFormula.text`."""
    reference_length = sums["reference_length"]
    if dialect.reference_length == "mean_nonempty":
        references = maximum(sums["nonempty_references"], 1)
        reference_length = reference_length * sums["segments"] / references
    undefined = 1.0 if dialect.empty_references == "one" else math.nan
    logarithm = log(minimum(ratio(sums["hypothesis_length"], reference_length, undefined), 1.0))
    penalty = exp(dialect.beta * (logarithm * logarithm))
    totals = sums["totals"]
    defined = dialect.order_without_ngrams in ("zero_term", "zero_score")
    instead = 0.0 if defined else math.nan
    terms = [ratio(*one, instead) for one in zip(sums["information"], totals, strict=True)]
    if dialect.order_without_ngrams == "zero_score":
        without = any_of(ngrams == 0 for ngrams in totals)
        terms = [where(without, 0.0, term) for term in terms]
    return NistParts(penalty * total(terms), tuple(terms), penalty, reference_length)
