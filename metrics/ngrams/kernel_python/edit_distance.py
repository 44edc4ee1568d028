"""Edit distance between hypotheses and references, by bits in a whole number of any size."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from typing import Any

from tallystick.metrics.ngrams.kernel_python.segments import paired

Column = tuple[int, int]
"""Where the distance rises by 1, and where it falls by 1, from one token of the reference to the
next, as bits."""


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


def edit_distance(reference: Sequence[int], hypothesis: Sequence[int]) -> int:
    """Return the edit distance between two sequences.

    >>> edit_distance(b"kitten", b"sitting")
    3
    """
    all_rising = (1 << len(reference)) - 1
    column = all_rising, 0
    for after in columns_after(column, hypothesis, places_in(reference), all_rising):
        column = after
    rising, falling = column
    return len(hypothesis) + rising.bit_count() - falling.bit_count()


def places_in(sequence: Sequence[int]) -> dict[int, int]:
    """Return where each token is, as bits."""
    places: dict[int, int] = {}
    for place, token in enumerate(sequence):
        places[token] = places.get(token, 0) | 1 << place
    return places


def columns_after(
    column: Column, hypothesis: Sequence[int], places: dict[int, int], all_rising: int
) -> Iterator[Column]:
    """Yield the column after each of the next tokens of a hypothesis.

    Before the first of all, every bit rises and none falls. Hyyro, "A bit-vector algorithm for
    computing Levenshtein and Damerau edit distances", Nordic Journal of Computing 10(1), 2003.
    """
    rising, falling = column
    for token in hypothesis:
        equal = places.get(token, 0)
        unchanged = (((equal & rising) + rising) ^ rising) | equal | falling
        rises = (falling | ~(unchanged | rising)) << 1 | 1  # from the column before to this one
        falls = (unchanged & rising) << 1
        rising = (falls | ~(unchanged | rises)) & all_rising
        falling = rises & unchanged & all_rising
        yield rising, falling
