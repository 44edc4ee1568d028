"""TER from sums of statistics: Snover et al. 2006, section 2.

TER = 100 * (shifts and edits) / (mean length of the references)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.metrics.ter.dialect import TerDialect


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums of statistics by name.

    Attributes:
        edits: Shifts, insertions, deletions and substitutions, shape (...,).
        reference_length: The mean number of tokens of the references, same shape.
    """

    edits: NDArray[Any]
    reference_length: NDArray[Any]


def ter(dialect: TerDialect, sums: Sums) -> NDArray[Any]:
    """Return TER, shape (...,), 0 or more; NaN if it is not defined."""
    empty = sums.reference_length == 0
    rates = np.divide(
        sums.edits, sums.reference_length, out=np.zeros(np.shape(empty)), where=~empty
    )
    if dialect.empty_references == "undefined":
        rates[empty] = np.nan
    else:
        rates[empty] = np.sign(sums.edits[empty])
    scores: NDArray[Any] = 100 * rates
    return scores
