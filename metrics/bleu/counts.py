"""The statistics of BLEU in Python numbers: of few segments, and of one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tallystick.metrics.bleu.formula import columns_of
from tallystick.metrics.counting.matching import count, totals
from tallystick.metrics.counting.one_segment import cached_tokenizer, segment_references

if TYPE_CHECKING:
    from tallystick.metrics.bleu.dialect import BleuDialect
    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.workspace import Workspace

_COUNTED = {
    *("order", "tokenize", "lowercase", "weights", "smooth", "smooth_value", "smooth_from"),
    *("guarded", "unmatched_order", "unmatched_numerator", "unmatched_denominator"),
    *("missing_order", "no_match", "brevity_penalty", "empty_hypotheses", "order_limit"),
}
"""The axes that change no other statistics than `counts_as_usual` says."""


@lru_cache(maxsize=64)
def counts_as_usual(dialect: BleuDialect) -> bool:
    """Whether the statistics are lengths, with the closest references, matches and totals."""
    return (
        dialect.differs_only_in(_COUNTED)
        and dialect.missing_order not in ("one_per_segment", "negative")
        and len(columns_of(dialect)) == 2 + 2 * dialect.order
    )


def few_counts_of(
    dialect: BleuDialect, corpus: Corpus, workspace: Workspace
) -> tuple[list[Any], ...] | None:
    """Return the columns of the statistics of every segment; None unless `counts_as_usual`."""
    if not counts_as_usual(dialect):
        return None
    order, tokenizer = dialect.order, cached_tokenizer(dialect.tokenize)
    found = count(corpus, tokenizer, dialect.lowercase, order, workspace)
    lengths = found.hypothesis_lengths
    return lengths, found.closest_lengths, *found.matches, *totals(lengths, order)


def segment_counter_of(
    dialect: BleuDialect, references: Sequence[str]
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment; None unless `counts_as_usual`."""
    if not counts_as_usual(dialect):
        return None
    order, tokenizer = dialect.order, cached_tokenizer(dialect.tokenize)
    prepared = segment_references(references, tokenizer, dialect.lowercase)

    def count(hypothesis: str) -> dict[str, Any]:
        found = prepared.match(hypothesis, order)
        return {
            "hypothesis_length": found.hypothesis_length,
            "reference_length": found.closest_length,
            "matches": found.matches,
            "totals": found.totals,
        }

    return count
