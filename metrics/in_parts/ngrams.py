"""N-grams of parts of a corpus: their division by ranges of their keys, and their addition.

A metric that weighs n-grams, such as NIST, needs the counts of each in the whole corpus. No process
has to hold all n-grams: those of a range of keys are added up apart from those of the others, and
give summands of the sums of weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from tallystick.metrics.whole_corpus.ngram_keys import CELLS, by_cell

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.whole_corpus.ngram_counting import Coefficients
    from tallystick.metrics.whole_corpus.ngram_keys import CountedNgrams

ORDER_BITS = 10  # the highest order of a metric is 1000
MOST_RANGES = CELLS


class Ngrams(NamedTuple):
    """The n-grams of references in a range of keys, with the coefficients of systems.

    Attributes:
        keys: The second half of the key of each n-gram, uint64, shape (n-grams,).
        counts: How often it occurs, integers, same shape.
        places: The place of the n-gram of each coefficient, integers, shape (coefficients,).
        sums: The system and the order of the sum to which it contributes, integers, same shape.
        coefficients: The factor of log2(count) in this sum, integers, same shape.
    """

    keys: NDArray[np.uint64]
    counts: NDArray[np.integer]
    places: NDArray[np.integer]
    sums: NDArray[np.integer]
    coefficients: NDArray[np.integer]


def divided(ngrams: CountedNgrams, of_systems: Sequence[Coefficients], ranges: int) -> list[Ngrams]:
    """Return the n-grams of a part in equal ranges of keys, with the coefficients of all systems.

    The numbers are of the smallest type, because they are sent to other processes.
    """
    order, of_cells = by_cell(ngrams.keys)
    bounds = of_cells[[CELLS * number // ranges for number in range(ranges + 1)]]
    place_of = np.empty_like(order)
    place_of[order] = np.arange(len(order))
    places = place_of[np.concatenate([one.places for one in of_systems])]
    sums = np.concatenate(
        [place << ORDER_BITS | one.orders.astype(np.int64) for place, one in enumerate(of_systems)]
    )
    coefficients = np.concatenate([one.coefficients for one in of_systems])
    ascending = np.argsort(places, kind="stable")
    places, sums, coefficients = places[ascending], sums[ascending], coefficients[ascending]
    of_coefficients = np.searchsorted(places, bounds)
    return [
        Ngrams(
            ngrams.keys[1][order[begin:end]],
            _smallest(ngrams.counts[order[begin:end]]),
            _smallest(places[first:last] - begin),
            _smallest(sums[first:last]),
            _smallest(coefficients[first:last]),
        )
        for (begin, end), (first, last) in zip(
            pairwise(bounds), pairwise(of_coefficients), strict=True
        )
    ]


def added(parts: Sequence[Ngrams]) -> Ngrams:
    """Add up the n-grams of parts in the same range, so that each key occurs once.

    >>> one = Ngrams(np.array([2, 1], np.uint64), *np.array([[3, 4], [0, 1], [1, 2], [7, -7]]))
    >>> both = added([one, one])
    >>> both.keys.tolist(), both.counts.tolist(), both.places.tolist()
    ([1, 2], [8, 6], [1, 0, 1, 0])
    """
    keys, numbers = np.unique(np.concatenate([part.keys for part in parts]), return_inverse=True)
    counts = np.bincount(numbers, weights=np.concatenate([part.counts for part in parts]))
    starts = accumulate((len(part.keys) for part in parts[:-1]), initial=0)
    places = [numbers[start:][part.places] for start, part in zip(starts, parts, strict=True)]
    return Ngrams(
        keys,
        _smallest(counts.astype(np.int64)),  # exact below 2**53
        _smallest(np.concatenate(places)),
        np.concatenate([part.sums for part in parts]),
        np.concatenate([part.coefficients for part in parts]),
    )


def sums_of_range(parts: Sequence[Ngrams]) -> dict[tuple[int, int], float]:
    """Return the sum of coefficient * log2(count), by the place of the system and the order."""
    found = added(parts)
    counts = found.counts[found.places]
    weighted = found.coefficients * np.log2(counts, dtype=np.float64)
    return {
        divmod(number, 1 << ORDER_BITS): float(weighted[found.sums == number].sum())
        for number in np.unique(found.sums).tolist()
    }


def sums_over_ranges(
    ranges: Sequence[Mapping[tuple[int, int], float]],
) -> dict[tuple[int, int], float]:
    """Add up the sums of all ranges."""
    keys = dict.fromkeys(key for of_range in ranges for key in of_range)
    return {key: math.fsum(of_range.get(key, 0.0) for of_range in ranges) for key in keys}


def _smallest(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    if not len(numbers):
        return numbers
    kind = np.result_type(*map(np.min_scalar_type, (numbers.min(), numbers.max())))
    return numbers.astype(kind)
