"""The statistics of NIST in Python numbers, for few segments."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from tallystick.metrics.counting.matching import totals
from tallystick.metrics.counting.one_segment import SegmentReferences, cached_tokenizer
from tallystick.metrics.nist.information import InformationWeights, weights_of_segment

if TYPE_CHECKING:
    from tallystick.metrics.counting.matching import Counts
    from tallystick.metrics.counting.one_segment import OneSegment
    from tallystick.metrics.nist.dialect import NistDialect


_COUNTED = {
    *("order", "zero_prefix", "reference_ties", "hypothesis_counts", "order_without_ngrams"),
    *("reference_length", "empty_references", "beta", "tokenize", "lowercase"),
}
_CHOOSING = {"match", "matched_references", "information_references"}
"""The axes that are no matter of counting or known here: always, and with one reference only."""


@lru_cache(maxsize=64)
def counts_as_usual(dialect: NistDialect, references: int) -> bool:
    """Whether the sums of segments follow from what `SegmentReferences.match` counts.

    With one reference, the axes that choose among several have no effect.
    """
    return dialect.differs_only_in(_COUNTED if references > 1 else _COUNTED | _CHOOSING)


def segment_counter_of(
    dialect: NistDialect,
    references: Sequence[str],
    weights: InformationWeights | None,
    reference_sets: int,
) -> Callable[[str], dict[str, Any]] | None:
    """Return what counts hypotheses of one segment; None unless `counts_as_usual`.

    Without weights, they are those of the references of the segment.
    """
    if not counts_as_usual(dialect, len(references)):
        return None
    order = dialect.order
    prepared = SegmentReferences(references, cached_tokenizer(dialect.tokenize), dialect.lowercase)
    if weights is None:
        in_segment = weights_of_segment(prepared, order, dialect.zero_prefix == "perl_falsy")
    else:
        in_segment = weights.in_segment(prepared, order)

    def count(hypothesis: str) -> dict[str, Any]:
        found = prepared.match(hypothesis, order, in_segment)
        return sums_of_segment(dialect, found, reference_sets)

    return count


def sums_of_segment(dialect: NistDialect, found: OneSegment, reference_sets: int) -> dict[str, Any]:
    """Return the statistics of one segment by name, if `counts_as_usual`.

    `reference_sets` is the highest number of references of any segment of the corpus.
    """
    length, references = found.hypothesis_length, found.reference_lengths
    ngrams = found.totals
    if dialect.hypothesis_counts == "signed":
        ngrams = [length - shorter for shorter in range(dialect.order)]
    sums = {
        "hypothesis_length": length,
        "reference_length": _reference_length(dialect, references, reference_sets),
        "matches": found.matches,
        "totals": ngrams,
        "information": found.weighted,
    }
    if dialect.reference_length == "mean_nonempty":
        sums |= {"nonempty_references": sum(map(bool, references)), "segments": 1}
    return sums


def columns_of_counts(
    dialect: NistDialect, found: Counts, reference_sets: int
) -> Iterator[list[Any]]:
    """Yield the columns of the statistics of every segment, if `counts_as_usual`.

    `reference_sets` is the highest number of references of any segment of the corpus.
    """
    references = found.reference_lengths
    yield found.hypothesis_lengths
    yield [_reference_length(dialect, lengths, reference_sets) for lengths in references]
    yield from found.matches
    yield from totals(
        found.hypothesis_lengths, dialect.order, signed=dialect.hypothesis_counts == "signed"
    )
    yield from found.weighted
    if dialect.reference_length == "mean_nonempty":
        yield [sum(map(bool, lengths)) for lengths in references]
        yield [1] * len(references)


def _reference_length(dialect: NistDialect, lengths: Sequence[int], reference_sets: int) -> float:
    if dialect.reference_length == "mean":
        return sum(lengths) / len(lengths)
    if dialect.reference_length == "mean_global":
        return sum(lengths) / reference_sets
    if dialect.reference_length == "mean_nonempty":
        return sum(lengths)
    return lengths[0]
