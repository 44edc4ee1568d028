"""Systems whose human score is far from those of the others.

A few very bad systems raise any correlation. Mathur, Baldwin and Cohn, "Tangled up in BLEU", ACL
2020, remove them before they correlate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

NORMAL = 1.483
"""The standard deviation of a normal distribution over its median absolute deviation."""

FARTHEST = 2.5


def outliers(scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which scores are outliers, shape (systems,).

    They differ from the median by more than 2.5 times 1.483 times the median absolute deviation.
    There are none where the median absolute deviation is 0.

    >>> outliers(np.array([0.1, 0.12, 0.15, 0.11, 0.13, -0.4])).tolist()
    [False, False, False, False, False, True]
    """
    distances = np.abs(scores - np.median(scores))
    usual = NORMAL * np.median(distances)
    found: NDArray[np.bool_] = (distances > FARTHEST * usual) & (usual > 0)
    return found
