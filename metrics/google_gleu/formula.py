"""Google's GLEU from sums of statistics: Wu et al. 2016, section 4.3.

The score of a pair is the minimum of the precision and the recall of its n-grams, pooled over the
orders. Both divide the matches, so the minimum divides them by the larger number of n-grams.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def gleu(matches: NDArray[Any], ngrams: NDArray[Any]) -> NDArray[Any]:
    """Compute GLEU, shape (...,), 0 to 1; 0 if there are no n-grams.

    Args:
        matches: Clipped matches, shape (...,).
        ngrams: N-grams of the hypothesis or the reference, whichever has more, shape (...,).

    >>> gleu(np.array([2, 0]), np.array([7, 0])).round(3).tolist()
    [0.286, 0.0]
    """
    ratio: NDArray[Any] = matches / np.maximum(ngrams, 1)
    return ratio
