"""N-grams that hypotheses share with references: the first kernel on encoded pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np

from tallystick.metrics.ngrams import kernel
from tallystick.metrics.text import vocabulary_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.ngrams.kernel import NgramTable, Vocabulary
    from tallystick.metrics.pairs import Encoded, EncodedPairs
    from tallystick.metrics.references import References


@dataclass(frozen=True, slots=True, eq=False)
class NgramWeights:
    """N-grams that carry weights, for `Workspace.match`.

    Attributes:
        vocabulary: The tokens of the n-grams; it may have grown since.
        tokens: The number of its tokens when the table was made.
        table: The n-grams.
        values: The weight of every node of the table, float64.
        located: The nodes of references in which they are known; see `nodes_in`.
    """

    vocabulary: Vocabulary
    tokens: int
    table: NgramTable
    values: NDArray[np.float64]
    located: WeakKeyDictionary[Encoded, NDArray[np.uint32]] = field(
        default_factory=WeakKeyDictionary, repr=False
    )

    def __reduce__(self) -> tuple[object, ...]:
        """Support copying and pickling, without tokens added after the table was made."""
        prefixes, last_tokens, counts = (
            np.frombuffer(part, dtype=np.uint32) for part in self.table.nodes()
        )
        kept = (counts > 0) | (not counts.any())
        number = np.cumsum(kept, dtype=np.uint32) - np.uint32(1)
        single = prefixes == kernel.UNKNOWN
        parts = np.where(single, prefixes, number[np.where(single, 0, prefixes)])
        tokens = compress(self.vocabulary.tokens(), kept[: self.tokens].tolist())
        return _weights_of, (
            list(tokens),
            parts[kept],
            number[last_tokens][kept],
            self.values[kept],
        )

    def nodes_in(self, references: Encoded, order: int) -> NDArray[np.uint32]:
        """Return the node of the n-gram of each order that starts at each token, or `UNKNOWN`.

        The array has the shape (orders, tokens), where no n-gram of a higher order is known.
        """
        found = self.located.get(references)
        if found is None or len(found) < order:
            ids = np.frombuffer(self.vocabulary.map_from(references.vocabulary, False), np.uint32)
            mapping = np.where(ids < self.tokens, ids, np.uint32(kernel.UNKNOWN))
            nodes = self.table.locate(references.ids, references.offsets, order, mapping)
            tokens = len(references.ids)
            found = np.frombuffer(nodes, np.uint32).reshape(
                len(nodes) // (4 * tokens) if tokens else 0, tokens
            )
            self.located[references] = found
        return found


def _weights_of(
    tokens: list[str],
    prefixes: NDArray[np.uint32],
    last_tokens: NDArray[np.uint32],
    values: NDArray[np.float64],
) -> NgramWeights:
    table = kernel.NgramTable(len(tokens))
    ngrams: list[tuple[int, ...]] = []
    numbers = []
    for prefix, token in zip(prefixes.tolist(), last_tokens.tolist(), strict=True):
        ngrams.append((*(() if prefix == kernel.UNKNOWN else ngrams[prefix]), token))
        numbers.append(table.insert(ngrams[-1]))
    reordered = np.empty_like(values)
    reordered[numbers] = values
    return NgramWeights(vocabulary_of(tokens), len(tokens), table, reordered)


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
    references = pairs.references
    matches, weighted, others = kernel.match(
        pairs.hypotheses.id_buffer,
        pairs.hypotheses.bounds,
        references.encoded.id_buffer,
        references.encoded.bounds,
        references.segment_bounds,
        order,
        len(references.encoded.vocabulary),
        weights=weights.values if weights else None,
        nodes=weights.nodes_in(references.encoded, order) if weights else None,
        **options,
    )
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
