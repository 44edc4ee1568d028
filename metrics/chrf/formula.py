"""chrF from sums of statistics: Popović 2015.

    chrF = (1 + beta**2) * P * R / (beta**2 * P + R)

where P and R are the precision and recall of n-grams, averaged over orders.

The operations and their order are those of sacreBLEU 2.6.0, so that scores are equal to the last
bit, and so is the choice between references.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.metrics.sums.statistics import Columns
from tallystick.metrics.sums.sum_formula import SumFormula, divided
from tallystick.metrics.sums.symbols import ratio, total, where

if TYPE_CHECKING:
    from tallystick.metrics.chrf.dialect import ChrfDialect

EPSILON = 1e-16
"""What replaces a precision, recall or F-score that is not defined."""

BLOCKS = "hypothesis_ngrams", "reference_ngrams", "matches"
"""The columns of each order."""

Counts: TypeAlias = tuple[Any, Any, Any]
"""Of one order: n-grams of the hypothesis, n-grams of the reference, and clipped matches."""


class ChrfParts(NamedTuple):
    """chrF of one sum, 0 to 100; precision and recall, 0 to 1, of orders that both sides have.

    With `eps_smoothing` they are averaged over all orders, as chrF++.py prints them.
    """

    score: Any
    precision: Any
    recall: Any


@lru_cache(maxsize=2048)
def formula_of(dialect: ChrfDialect) -> SumFormula:
    """Return the formula of a dialect; the columns are characters first, then words."""
    orders = dialect.order + dialect.word_order
    formula = formula_of_orders(orders, dialect.beta, dialect.eps_smoothing)
    if dialect.average == "micro":
        return formula
    columns = Columns(*formula.statistics, "segment_scores", "segments")
    return SumFormula(columns, partial(_mean_score, formula.text))


def _mean_score(text: Callable[[Mapping[str, Any]], ChrfParts], sums: Mapping[str, Any]) -> Any:
    return text(sums)._replace(score=divided(sums["segment_scores"], sums["segments"]))


@lru_cache(maxsize=2048)
def formula_of_orders(orders: int, beta: float, eps_smoothing: bool) -> SumFormula:
    """Return the formula of the counts of a number of orders, of characters and words together."""
    columns = Columns(
        ("hypothesis_ngrams", orders), ("reference_ngrams", orders), ("matches", orders)
    )
    return SumFormula(columns, partial(chrf, beta, eps_smoothing))


def chrf(beta: float, eps_smoothing: bool, sums: Mapping[str, Any]) -> ChrfParts:
    """Compute chrF and its components; see `SumFormula.text`."""
    counts = by_order(sums)
    number: Any = len(counts)
    if not eps_smoothing:
        number = total(where((own > 0) & (wanted > 0), 1, 0) for own, wanted, _ in counts)
    precision = ratio(total(ratio(matches, own) for own, _, matches in counts), number)
    recall = ratio(total(ratio(matches, wanted) for _, wanted, matches in counts), number)
    if not eps_smoothing:
        return ChrfParts(100 * _f_score(beta, precision, recall, 0.0), precision, recall)
    scores = [
        _f_score(beta, ratio(matches, own, EPSILON), ratio(matches, wanted, EPSILON), EPSILON)
        for own, wanted, matches in counts
    ]
    return ChrfParts(100 * total(scores) / len(counts), precision, recall)


def _f_score(beta: float, precision: Any, recall: Any, otherwise: float) -> Any:
    factor = beta**2
    return ratio((1 + factor) * precision * recall, factor * precision + recall, otherwise)


def by_order(sums: Mapping[str, Any]) -> list[Counts]:
    """Return the counts of each order."""
    return list(zip(*(sums[block] for block in BLOCKS), strict=True))


def score_of_counts(counts: Sequence[Counts], beta: float, eps_smoothing: bool) -> Any:
    """Compute chrF of the counts of each order, in Python numbers."""
    sums = dict(zip(BLOCKS, zip(*counts, strict=True), strict=True))
    return formula_of_orders(len(counts), beta, eps_smoothing).of_numbers(sums)
