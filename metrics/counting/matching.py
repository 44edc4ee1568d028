"""Clipped matches and lengths of segments: in arrays, and in Python numbers for few segments."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from tallystick.metrics.corpus.text import lengths_of
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.counting.ngram_weights import NgramWeights
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.counting.workspace import Workspace
    from tallystick.metrics.sums.arrays import FloatArray, IntArray
    from tallystick.metrics.tokenizers import Lowercase, Tokenizer


class Matches(NamedTuple):
    """Clipped matches and lengths of a corpus.

    Attributes:
        matches: Clipped matches, int64, shape (segments, orders).
        weighted: Sums of the weights of the matched n-grams, float64, same shape; or None.
        hypothesis_lengths: Tokens of each hypothesis, int64, shape (segments,).
        reference_lengths: Tokens of every reference, int64, shape (references,).
        reference_offsets: The first reference of each segment, int64, shape (segments + 1,).
    """

    matches: IntArray
    weighted: FloatArray | None
    hypothesis_lengths: IntArray
    reference_lengths: IntArray
    reference_offsets: IntArray


def match_buffers(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None, **options: Any
) -> tuple[bytes, ...]:
    """Match with the kernel; return its buffers, which `kernel.match` describes."""
    references = pairs.references.encoded
    return kernel.match(
        *pairs.buffers,
        order,
        len(references.vocabulary),
        weights=weights.value_buffer if weights else None,
        nodes=weights.nodes_in(references, order) if weights else None,
        **options,
    )


def match_pairs(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None = None, **options: Any
) -> tuple[IntArray, FloatArray, FloatArray]:
    """Match with the kernel: clipped matches, sums of weights and of other weights.

    Their shape is (segments, orders), or (references, orders) with `separately`.
    """
    import numpy as np

    matches, weighted, others = match_buffers(pairs, order, weights, **options)
    return (
        np.frombuffer(matches, dtype=np.int64).reshape(-1, order),
        np.frombuffer(weighted, dtype=np.float64).reshape(-1, order),
        np.frombuffer(others, dtype=np.float64).reshape(-1, order),
    )


def write_totals(lengths: IntArray, totals: NDArray[Any], least: float = 0) -> None:
    """Write the number of n-grams of each order in each segment.

    Args:
        lengths: Tokens of each segment, shape (segments,).
        totals: The output array, shape (segments, orders).
        least: The minimum count of each order in a segment.
    """
    import numpy as np

    for order in range(1, totals.shape[1] + 1):
        np.maximum(lengths - (order - 1), least, out=totals[:, order - 1], casting="unsafe")


def closest_reference_lengths(matches: Matches, first: bool = False) -> IntArray:
    """Return the length of the closest reference of each segment.

    Ties go to the shorter one, or, if `first`, to the first one.
    """
    import numpy as np

    offsets, lengths = matches.reference_offsets, matches.reference_lengths
    if len(lengths) == len(offsets) - 1:
        return lengths
    differences = lengths - np.repeat(matches.hypothesis_lengths, np.diff(offsets))
    ranks = 2 * np.abs(differences) + (differences > 0) * (not first)
    # one key that sorts by rank and then by place, which it contains
    keys = ranks * len(lengths) + np.arange(len(lengths))
    closest: IntArray = lengths[np.minimum.reduceat(keys, offsets[:-1]) % len(lengths)]
    return closest


class Counts(NamedTuple):
    """Clipped matches, their weights if any, and lengths of every segment."""

    matches: list[list[int]]
    weighted: list[list[float]]
    hypothesis_lengths: list[int]
    reference_lengths: list[list[int]]

    @property
    def closest_lengths(self) -> list[int]:
        """The length of the closest reference of each segment; ties go to the shorter one."""
        return list(map(closest, self.hypothesis_lengths, self.reference_lengths))


def count(
    corpus: Corpus,
    tokenizer: Tokenizer,
    lowercase: Lowercase,
    order: int,
    workspace: Workspace,
    weights: NgramWeights | None = None,
) -> Counts:
    """Count every segment of a corpus; `weights` are added up for n-grams that match."""
    use = partial(_count_part, order=order, weights=weights)
    parts = workspace.map_pairs(corpus, tokenizer, lowercase, use)
    matches, weighted, *lengths = (
        of_parts[0] if len(parts) == 1 else list(chain.from_iterable(of_parts))
        for of_parts in zip(*parts, strict=True)
    )
    places = range(order)
    return Counts(
        [matches[place::order] for place in places],
        [weighted[place::order] for place in places] if weights else [],
        *lengths,
    )


def totals(lengths: Sequence[int], order: int, signed: bool = False) -> list[list[int]]:
    """Return the n-grams of each order n, by segment.

    If `signed`, a segment with fewer than n tokens has its length - n + 1, otherwise 0.
    """
    return [
        [length - less if signed or length > less else 0 for length in lengths]
        for less in range(order)
    ]


def closest(length: int, others: Sequence[int]) -> int:
    """Return the closest of other lengths; ties go to the shorter one."""
    if len(others) == 1:
        return others[0]
    return min(others, key=lambda other: (abs(length - other), other))


def _count_part(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None
) -> tuple[list[int], list[float], list[int], list[list[int]]]:
    matches, weighted, _ = match_buffers(pairs, order, weights)
    lengths = lengths_of(pairs.references.encoded.bounds)
    sums: Any = memoryview(weighted).cast("d").tolist()
    return (
        memoryview(matches).cast("q").tolist(),
        sums,
        lengths_of(pairs.hypotheses.bounds),
        [lengths[start:stop] for start, stop in pairwise(pairs.references.segment_bounds.tolist())],
    )
