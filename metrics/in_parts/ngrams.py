"""N-grams of parts of a corpus: their addition, and its division by ranges of their keys.

A metric that weighs n-grams, such as NIST, needs the counts of each in the whole corpus. No process
has to hold all n-grams: those of a range of keys are added up apart from those of the others, and
give summands of the sums of weights.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.corpus.corpus import Corpus
    from tallystick.metrics.interface.metric import NgramsOfPart

ORDER_BITS = 10  # the highest order of a metric is 1000
KEY_BITS = 64


class Ngrams(NamedTuple):
    """N-grams of references, with the coefficients of systems.

    Attributes:
        keys: The key of each n-gram, uint64, shape (n-grams, 2).
        counts: How often each occurs, integers, shape (n-grams,).
        places: The place of the n-gram of each coefficient, integers, shape (coefficients,).
        sums: The system and the order of the sum to which it contributes, integers, same shape.
        coefficients: The factor of log2(count) in this sum, integers, same shape.
    """

    keys: NDArray[np.uint64]
    counts: NDArray[np.integer]
    places: NDArray[np.integer]
    sums: NDArray[np.integer]
    coefficients: NDArray[np.integer]


def ngrams_of(found: NgramsOfPart, systems: Sequence[Corpus]) -> Ngrams:
    """Return the n-grams of the references of a part, with the coefficients of all systems."""
    of_systems = [found.coefficients(corpus) for corpus in systems]
    return Ngrams(
        found.keys,
        found.counts,
        np.concatenate([one.places for one in of_systems]),
        np.concatenate([place << ORDER_BITS | one.orders for place, one in enumerate(of_systems)]),
        np.concatenate([one.coefficients for one in of_systems]),
    )


def added(parts: Sequence[Ngrams]) -> Ngrams:
    """Add up the n-grams of parts: each key occurs once, and they ascend.

    >>> numbers = np.array([[3, 4], [0, 1], [1, 2], [7, -7]])
    >>> one = Ngrams(np.array([[2, 0], [1, 5]], np.uint64), *numbers)
    >>> both = added([one, one])
    >>> both.keys.tolist(), both.counts.tolist()
    ([[1, 5], [2, 0]], [8, 6])
    >>> both.places.tolist(), both.sums.tolist(), both.coefficients.tolist()
    ([0, 1], [2, 1], [-14, 14])
    """
    keys = np.concatenate([part.keys for part in parts])
    order = np.argsort(keys[:, 0], kind="stable")  # merges parts that ascend already
    first = _differs(keys[order, 0])
    if (~first & _differs(keys[order, 1])).any():  # two n-grams share half of their keys
        order = np.lexsort((keys[:, 1], keys[:, 0]))
        first = _differs(keys[order, 0]) | _differs(keys[order, 1])
    starts = np.flatnonzero(first)
    numbers = np.empty(len(keys), np.int64)
    numbers[order] = np.cumsum(first) - 1
    shifts = np.cumsum([0, *(len(part.keys) for part in parts)])[:-1]
    places = [numbers[part.places + shift] for part, shift in zip(parts, shifts, strict=True)]
    return Ngrams(
        keys[order][starts],
        _summed(np.concatenate([part.counts for part in parts])[order], starts),
        *_added_coefficients(
            np.concatenate(places),
            np.concatenate([part.sums for part in parts]),
            np.concatenate([part.coefficients for part in parts]),
        ),
    )


def divided(ngrams: Ngrams, ranges: int) -> list[Ngrams]:
    """Divide n-grams that ascend by equal ranges of the high halves of their keys.

    The numbers are of the smallest type, because they are sent to other processes.
    """
    lowest = [(number << KEY_BITS) // ranges for number in range(1, ranges)]
    inner = np.searchsorted(ngrams.keys[:, 0], np.array(lowest, np.uint64))
    bounds = [0, *inner.tolist(), len(ngrams.keys)]
    of_coefficients = np.searchsorted(ngrams.places, bounds)
    return [
        Ngrams(
            ngrams.keys[begin:end],
            _smallest(ngrams.counts[begin:end]),
            _smallest(ngrams.places[first:last] - begin),
            _smallest(ngrams.sums[first:last]),
            _smallest(ngrams.coefficients[first:last]),
        )
        for begin, end, first, last in zip(
            bounds[:-1], bounds[1:], of_coefficients[:-1], of_coefficients[1:], strict=True
        )
    ]


def sums_of_weights(ngrams: Ngrams) -> dict[tuple[int, int], float]:
    """Return the sum of coefficient * log2(count), by the place of the system and the order."""
    weighted = ngrams.coefficients * np.log2(ngrams.counts)[ngrams.places]
    return {
        (int(one) >> ORDER_BITS, int(one) % (1 << ORDER_BITS)): math.fsum(
            weighted[ngrams.sums == one].tolist()
        )
        for one in np.unique(ngrams.sums)
    }


def sums_over_ranges(
    ranges: Sequence[Mapping[tuple[int, int], float]],
) -> dict[tuple[int, int], float]:
    """Add up the sums of all ranges."""
    keys = dict.fromkeys(key for of_range in ranges for key in of_range)
    return {key: math.fsum(of_range.get(key, 0.0) for of_range in ranges) for key in keys}


def _differs(ascending: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return whether each number differs from the one before."""
    found = np.ones(len(ascending), bool)
    found[1:] = ascending[1:] != ascending[:-1]
    return found


def _summed(numbers: NDArray[np.integer], starts: NDArray[np.int64]) -> NDArray[np.int64]:
    wide = numbers.astype(np.int64)
    found: NDArray[np.int64] = np.add.reduceat(wide, starts) if len(starts) else wide
    return found


def _added_coefficients(
    places: NDArray[np.int64], sums: NDArray[np.integer], coefficients: NDArray[np.integer]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    width = int(sums.max(initial=0)) + 1
    keys = places * width + sums
    order = np.argsort(keys, kind="stable")
    keys = keys[order]
    starts = np.flatnonzero(_differs(keys))
    return keys[starts] // width, keys[starts] % width, _summed(coefficients[order], starts)


def _smallest(numbers: NDArray[np.integer]) -> NDArray[np.integer]:
    if not len(numbers):
        return numbers
    kind = np.result_type(*map(np.min_scalar_type, (numbers.min(), numbers.max())))
    return numbers.astype(kind)
