"""Edit distance between hypotheses and references, by bits in a whole number of any size."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from tallystick.metrics.ngrams.kernel_python.segments import paired


def edit_distances(
    hypothesis_ids: Any,
    hypothesis_offsets: Any,
    reference_ids: Any,
    reference_offsets: Any,
    segment_offsets: Any,
    vocabulary_size: int,
) -> bytes:
    """Return the edit distance between every reference and its hypothesis, int64.

    It is the fewest insertions, deletions and substitutions of tokens that turn one into the other.
    """
    pairs = paired(
        hypothesis_ids, hypothesis_offsets, reference_ids, reference_offsets, segment_offsets
    )
    return array("q", [edit_distance(*pair) for pair in pairs]).tobytes()


def edit_distance(reference: Sequence[int], hypothesis: Iterable[int]) -> int:
    """Return the edit distance between two sequences.

    Hyyro, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances", Nordic
    Journal of Computing 10(1), 2003.

    >>> edit_distance(b"kitten", b"sitting")
    3
    """
    distance = len(reference)
    all_ones, last = (1 << distance) - 1, (1 << distance) >> 1
    places: dict[int, int] = {}
    for place, token in enumerate(reference):
        places[token] = places.get(token, 0) | 1 << place
    rising, falling = all_ones, 0  # from one token of the reference to the next
    for token in hypothesis:
        equal = places.get(token, 0)
        unchanged = (((equal & rising) + rising) ^ rising) | equal | falling
        rises = falling | ~(unchanged | rising) & all_ones
        falls = unchanged & rising
        distance += bool(rises & last) - bool(falls & last) if last else 1
        rises = rises << 1 | 1
        rising = falls << 1 & all_ones | ~(unchanged | rises) & all_ones
        falling = rises & unchanged & all_ones
    return distance
