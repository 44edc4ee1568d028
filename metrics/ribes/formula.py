"""RIBES of a hypothesis from its alignment with a reference: Isozaki et al. 2010, sections 3 and 4.

    RIBES = rank correlation * precision**alpha * brevity penalty**beta

where the rank correlation is Kendall's tau between 0 and 1, the share of pairs of aligned words
that are in order, and the precision is the share of words that are aligned.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.sums.columns import Columns
from tallystick.metrics.sums.sum_formula import SumFormula
from tallystick.metrics.sums.symbols import exp, maximum, minimum, ratio, where

if TYPE_CHECKING:
    from tallystick.metrics.ribes.dialect import RibesDialect

ALIGNED = Columns("aligned", "in_order", "hypothesis_length", "reference_length")
"""Aligned words, pairs of them that are in order, and the words of both sides."""


class RibesRow(NamedTuple):
    """The statistics of a hypothesis with one reference, 0 to 1, NaN if it has no score.

    Attributes:
        segment_scores: RIBES.
        rank_correlations: Its rank correlation; 0 with fewer than two aligned words.
        precisions: Its precision; 0 without words.
        brevity_penalties: BLEU's brevity penalty; 0 for a hypothesis without words.
        segments: 1, or 0 if the reference is ignored.
    """

    segment_scores: Any
    rank_correlations: Any
    precisions: Any
    brevity_penalties: Any
    segments: Any


@lru_cache(maxsize=64)
def formula_of(dialect: RibesDialect) -> SumFormula:
    """Return the formula of a dialect, of the columns `ALIGNED`.

    >>> from tallystick.metrics.ribes.dialect import OFFICIAL
    >>> compute = formula_of(OFFICIAL).parts_of_numbers
    >>> row = {"aligned": 4, "in_order": 3, "hypothesis_length": 4, "reference_length": 4}
    >>> compute(row).segment_scores, round(compute({**row, "reference_length": 8})[3], 4)
    (0.5, 0.3679)
    """
    return SumFormula(ALIGNED, partial(ribes, dialect))


def ribes(dialect: RibesDialect, aligned: Mapping[str, Any]) -> RibesRow:
    """Compute the row of a hypothesis with one reference; see `SumFormula.text`."""
    words, length = aligned["aligned"], aligned["hypothesis_length"]
    reference_length = aligned["reference_length"]
    correlation = aligned["in_order"] / maximum(words * (words - 1) / 2, 1)
    if dialect.one_word == "one_word_reference":
        correlation = where((words == 1) & (reference_length == 1), 1.0, correlation)
    precision = ratio(words, length)
    penalty = minimum(exp(1.0 - ratio(reference_length, length)), 1.0)
    penalty = where(length > 0, penalty, 0.0)
    score = correlation * precision**dialect.alpha * penalty**dialect.beta
    row: list[Any] = [score, correlation, precision, penalty, 1.0]
    if dialect.empty_hypotheses == "undefined":
        row = [where(length == 0, math.nan, one) for one in row]
    if dialect.empty_references != "zero":
        instead = math.nan if dialect.empty_references == "undefined" else 0.0
        row = [where(reference_length == 0, instead, one) for one in row]
    return RibesRow(*row)
