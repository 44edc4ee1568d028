"""TER from sums of statistics: Snover et al. 2006, section 2.

TER = 100 * (shifts and edits) / (mean length of the references)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.ter.dialect import TerDialect


def ter(dialect: TerDialect, edits: NDArray[Any], reference_length: NDArray[Any]) -> NDArray[Any]:
    """Return TER, shape (...,), 0 or more; NaN if it is not defined.

    Args:
        dialect: The dialect.
        edits: Shifts, insertions, deletions and substitutions, shape (...,).
        reference_length: The mean number of tokens of the references, same shape.
    """
    empty = reference_length == 0
    rates = np.divide(edits, reference_length, out=np.zeros(np.shape(empty)), where=~empty)
    if dialect.empty_references == "undefined":
        rates[empty] = np.nan
    else:
        rates[empty] = np.sign(edits[empty])
    scores: NDArray[Any] = 100 * rates
    return scores
