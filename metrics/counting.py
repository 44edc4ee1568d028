"""Sums of clipped matches and lengths over a corpus, in Python numbers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from tallystick.metrics.ngrams import kernel

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus
    from tallystick.metrics.pairs import EncodedPairs
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer
    from tallystick.metrics.workspace import Workspace


class Counts(NamedTuple):
    """Sums over segments.

    Attributes:
        hypothesis_length: Tokens of the hypotheses.
        closest_length: Tokens of the reference of each segment that is closest in length to the
            hypothesis; ties go to the shorter one.
        matches: Clipped matches of each order.
        totals: N-grams of the hypotheses of each order.
    """

    hypothesis_length: int
    closest_length: int
    matches: tuple[int, ...]
    totals: tuple[int, ...]


def count(
    corpus: Corpus, tokenizer: Tokenizer, lowercase: Lowercase, order: int, workspace: Workspace
) -> Counts:
    """Count a corpus, without an array of a row for every segment."""
    parts = workspace.map_pairs(corpus, tokenizer, lowercase, partial(_count_part, order=order))
    hypothesis_lengths, closest_lengths, matches, totals = zip(*parts, strict=True)
    return Counts(
        sum(hypothesis_lengths), sum(closest_lengths), _by_order(matches), _by_order(totals)
    )


def closest(length: int, others: Sequence[int]) -> int:
    """Return the closest of other lengths; ties go to the shorter one.

    >>> closest(4, [6, 3, 5])
    3
    """
    return min(others, key=lambda other: (abs(length - other), other))


def _count_part(pairs: EncodedPairs, order: int) -> Counts:
    references = pairs.references
    matches, *_ = kernel.match(
        pairs.hypotheses.id_buffer,
        pairs.hypotheses.bounds,
        references.encoded.id_buffer,
        references.encoded.bounds,
        references.segment_bounds,
        order,
        len(references.encoded.vocabulary),
    )
    matched = memoryview(matches).cast("q").tolist()
    lengths = _lengths(pairs.hypotheses.bounds.tolist())
    short = [length for length in lengths if length < order - 1]
    length = sum(lengths)
    return Counts(
        hypothesis_length=length,
        closest_length=_closest_length(lengths, pairs),
        matches=tuple(sum(matched[place::order]) for place in range(order)),
        totals=tuple(
            length - less * len(lengths) + sum(less - one for one in short if one < less)
            for less in range(order)
        ),
    )


def _closest_length(lengths: Sequence[int], pairs: EncodedPairs) -> int:
    references = _lengths(pairs.references.encoded.bounds.tolist())
    if len(references) == len(lengths):  # every segment has at least one
        return sum(references)
    spans = pairwise(pairs.references.segment_bounds.tolist())
    return sum(
        closest(length, references[start:stop])
        for length, (start, stop) in zip(lengths, spans, strict=True)
    )


def _lengths(bounds: list[int]) -> list[int]:
    return [stop - start for start, stop in pairwise(bounds)]


def _by_order(parts: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*parts, strict=True)))
