"""The matrix of edit distances, by bits in a whole number of any size for each column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Column = tuple[int, int]
"""Where the distance rises by 1, and where it falls by 1, from one token of the reference to the
next, as bits."""


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
