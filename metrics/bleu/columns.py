"""The columns of the statistics under a dialect of BLEU."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from tallystick.metrics.sums.columns import Columns

if TYPE_CHECKING:
    from tallystick.metrics.bleu.dialect import BleuDialect

NEXT_ORDER_OF_NLTK = 5


def counted_orders(dialect: BleuDialect) -> int:
    """Return the highest order whose matches a dialect needs, which may exceed its order."""
    if dialect.smooth in ("chencherry5", "chencherry7"):
        return dialect.order + 1
    if dialect.smooth in ("nltk5", "nltk7"):
        return max(dialect.order, NEXT_ORDER_OF_NLTK)
    return dialect.order


@lru_cache(maxsize=64)
def columns_of(dialect: BleuDialect) -> Columns:
    """Return the names of the columns: lengths, matches and totals, then those of some dialects."""
    orders = counted_orders(dialect)
    columns: list[str | tuple[str, int]] = ["hypothesis_length", "reference_length"]
    columns += [("matches", orders), ("totals", orders)]
    if dialect.order_limit in ("longest_hypothesis", "longest_reference"):
        columns.append(("allows", dialect.order))
    if dialect.brevity_scope == "strict":
        columns.append("capped_length")
    if "error_if_any" in (dialect.empty_hypotheses, dialect.empty_references):
        columns.append("empty_segments")
    if dialect.average == "macro":
        columns += ["segment_scores", "segments"]
    return Columns(*columns)


_NOT_COUNTED = {
    *("weights", "smooth", "smooth_value", "smooth_from", "guarded", "unmatched_order"),
    *("unmatched_numerator", "unmatched_denominator", "missing_order", "no_match"),
    *("brevity_penalty", "empty_hypotheses", "order_limit"),
}
"""The axes that change no statistics except as `columns_of` and `counts_as_usual` say."""


@lru_cache(maxsize=64)
def counts_as_usual(dialect: BleuDialect) -> bool:
    """Whether the statistics are what `SegmentReferences.match` counts."""
    return (
        dialect.differs_only_in({"order", "tokenize", "lowercase", *_NOT_COUNTED})
        and dialect.missing_order not in ("one_per_segment", "negative")
        and len(columns_of(dialect)) == 2 + 2 * dialect.order
    )
