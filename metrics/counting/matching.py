"""N-grams that hypotheses share with references: the first kernel on encoded pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.metrics.counting.counting import match_buffers
from tallystick.metrics.kernel import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.references import References
    from tallystick.metrics.counting.pairs import EncodedPairs
    from tallystick.metrics.whole_corpus.ngram_weights import NgramWeights


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Clipped matches and lengths of a corpus.

    Attributes:
        matches: Clipped matches, int64, shape (segments, orders).
        weighted: Sums of the weights of the matched n-grams, float64, same shape; or None.
        hypothesis_lengths: Tokens of each hypothesis, int64, shape (segments,).
        reference_lengths: Tokens of every reference, int64, shape (references,).
        reference_offsets: The first reference of each segment, int64, shape (segments + 1,).
    """

    matches: NDArray[np.int64]
    weighted: NDArray[np.float64] | None
    hypothesis_lengths: NDArray[np.int64]
    reference_lengths: NDArray[np.int64]
    reference_offsets: NDArray[np.int64]


def match_part(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None
) -> tuple[NDArray[Any], ...]:
    """Match one part of a corpus; `joined` takes the results of all parts."""
    lengths = pairs.hypotheses.lengths, pairs.references.encoded.lengths
    return *match_pairs(pairs, order, weights), *lengths


def joined(
    parts: Sequence[tuple[NDArray[Any], ...]], references: References, weighted: bool
) -> Matches:
    """Join the matches of consecutive parts; `weighted` is whether they have sums of weights."""
    matches, sums, hypothesis_lengths, reference_lengths = map(
        np.concatenate, zip(*parts, strict=True)
    )
    return Matches(
        matches=matches,
        weighted=sums if weighted else None,
        hypothesis_lengths=hypothesis_lengths,
        reference_lengths=reference_lengths,
        reference_offsets=references.offsets,
    )


def match_pairs(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return clipped matches and sums of weights (0 without any), shape (segments, orders)."""
    matches, weighted, _ = _match(pairs, order, weights)
    return matches, weighted


def match_separately(pairs: EncodedPairs, order: int) -> NDArray[np.int64]:
    """Return clipped matches with each reference by itself, int64, shape (references, orders)."""
    matches, _, _ = _match(pairs, order, None, separately=True)
    return matches


def match_places(pairs: EncodedPairs, order: int) -> tuple[NDArray[np.int64], NDArray[np.uint32]]:
    """Return clipped matches by segment, and by n-gram.

    Returns:
        The clipped matches, shape (segments, orders), and the clipped matches of each n-gram at the
        last of the places where it starts in the references of its segment, 0 at all others, shape
        (orders, tokens of the references).
    """
    matches, clipped = kernel.match_places(
        *pairs.buffers, order, len(pairs.references.encoded.vocabulary)
    )
    return (
        np.frombuffer(matches, np.int64).reshape(-1, order),
        np.frombuffer(clipped, np.uint32).reshape(order, -1),
    )


def match_each_reference(
    pairs: EncodedPairs,
    order: int,
    weights: NgramWeights,
    others: NDArray[np.float64] | None,
    compensated: bool,
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Match every hypothesis with each of its references by itself.

    Args:
        pairs: Hypotheses and references.
        order: The highest order.
        weights: N-grams whose weights are added up if they match.
        others: Other weights of the same nodes, or None.
        compensated: Whether sums of the other weights are added with Neumaier's correction.

    Returns:
        Clipped matches, sums of weights and sums of other weights, shape (references, orders).
    """
    return _match(pairs, order, weights, separately=True, others=others, compensated=compensated)


def _match(
    pairs: EncodedPairs, order: int, weights: NgramWeights | None, **options: Any
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    matches, weighted, others = match_buffers(pairs, order, weights, **options)
    return (
        np.frombuffer(matches, dtype=np.int64).reshape(-1, order),
        np.frombuffer(weighted, dtype=np.float64).reshape(-1, order),
        np.frombuffer(others, dtype=np.float64).reshape(-1, order),
    )


def write_totals(lengths: NDArray[np.int64], totals: NDArray[Any], least: float = 0) -> None:
    """Write the number of n-grams of each order in each segment.

    Args:
        lengths: Tokens of each segment, shape (segments,).
        totals: The output array, shape (segments, orders).
        least: The minimum count of each order in a segment.
    """
    for order in range(1, totals.shape[1] + 1):
        np.maximum(lengths - (order - 1), least, out=totals[:, order - 1], casting="unsafe")


def closest_reference_lengths(matches: Matches) -> NDArray[np.int64]:
    """Return the length of the closest reference of each segment; ties go to the shorter one."""
    counts = matches.reference_offsets[1:] - matches.reference_offsets[:-1]
    if (counts == 1).all():
        return matches.reference_lengths
    hypotheses = np.repeat(matches.hypothesis_lengths, counts)
    differences = matches.reference_lengths - hypotheses
    # one key that sorts by distance and then by length
    ranks = 2 * np.abs(differences) + (differences > 0)
    closest = np.minimum.reduceat(ranks, matches.reference_offsets[:-1])
    lengths: NDArray[np.int64] = matches.hypothesis_lengths + np.where(
        closest % 2 == 1, closest // 2, -(closest // 2)
    )
    return lengths
