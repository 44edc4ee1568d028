"""The n-grams of a part of a corpus, with keys by which other parts recognise them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class NgramCountsOfPart(NamedTuple):
    """The n-grams of the references of a part; the first is the empty one.

    Attributes:
        keys: The key of each n-gram, uint64, shape (n-grams, 2).
        prefixes: The key of the n-gram without its last word, same shape; 0 for the empty one.
        orders: The number of words, shape (n-grams,).
        counts: How often the n-gram occurs, int64, same shape.
    """

    keys: NDArray[np.uint64]
    prefixes: NDArray[np.uint64]
    orders: NDArray[np.int64]
    counts: NDArray[np.int64]
