"""BLEU as sacreBLEU 2.6.0 rounds it, over many sums of statistics at once.

sacreBLEU keeps resampled sums in single precision and computes with what NumPy makes of them: NumPy
2 keeps single precision where a Python number meets it, NumPy 1 does not. Sums of swapped segments
it keeps as whole numbers, so that these are computed in double precision, and under "add-k" cut to
whole numbers again after k is added. The type of the sums says which of the two it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.compat.emulation.arithmetic import exponential, logarithm

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOGARITHM_OF_ZERO = -9999999999
"""What stands for the logarithm of a precision of 0; the score then vanishes."""

SINGLE_ARITHMETIC: np.dtype[Any] = np.asarray(np.float32(1) * 1.0).dtype
"""What NumPy makes of a single-precision number times a Python number."""


@dataclass(frozen=True, slots=True)
class SacreBleuFormula:
    """The options that sacreBLEU's BLEU has once everything is counted.

    Attributes:
        order: The highest order of n-grams.
        smooth: "none", "floor", "add-k" or "exp".
        smooth_value: The value of "floor" or "add-k"; any for the others.
        effective_order: Whether orders that have no n-gram are left out of the mean.
        fixed: Whether scores end at 100 and "add-k" leaves orders without n-grams alone under
            effective order; sacreBLEU does neither.
    """

    order: int
    smooth: str
    smooth_value: Any
    effective_order: bool
    fixed: bool = False

    def scores(self, sums: NDArray[Any]) -> NDArray[np.float64]:
        """Score sums of hypothesis length, reference length, matches and totals of each order.

        Args:
            sums: Shape (sums, 2 + 2 * order); float32, float64 or int64, as sacreBLEU has them.

        Returns:
            BLEU, 0 to 100 but for rounding, shape (sums,).

        >>> formula = SacreBleuFormula(2, "exp", None, False)
        >>> formula.scores(np.array([[5, 5, 4, 2, 5, 4]])).tolist()  # sacreBLEU 2.6.0
        [63.245553203367585]
        """
        precisions, effective = self._precisions(sums)
        logarithms = logarithm(precisions, LOGARITHM_OF_ZERO)
        logarithms[np.arange(self.order) >= effective[:, np.newaxis]] = 0.0
        # Python's own sum, because from Python 3.12 on it rounds otherwise than one after another
        added = np.array(list(map(sum, logarithms.tolist())), dtype=np.float64)
        means = exponential(added / np.maximum(effective, 1))
        matched = (sums[:, 2 : 2 + self.order] != 0).any(axis=1)
        scores = np.where(matched, _brevity_penalties(sums) * means, 0.0)
        return np.minimum(scores, 100.0) if self.fixed else scores

    def _precisions(self, sums: NDArray[Any]) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return the precisions, shape (sums, order), and how many of them enter the mean."""
        order, value = self.order, self.smooth_value
        single = sums.dtype == np.float32
        arithmetic = SINGLE_ARITHMETIC if single else np.dtype(np.float64)
        going_on = np.ones(len(sums), dtype=bool)
        effective = np.full(len(sums), order)
        doubled = np.ones(len(sums), dtype=arithmetic)
        precisions = np.zeros((len(sums), order))
        for index in range(order):
            correct, total = sums[:, 2 + index], sums[:, 2 + order + index]
            if self.smooth == "add-k" and index > 0:
                kept = (total == 0) & (self.fixed and self.effective_order)
                correct = np.where(kept, correct, (correct + value).astype(sums.dtype))
                total = np.where(kept, total, (total + value).astype(sums.dtype))
            correct, total = correct.astype(arithmetic), total.astype(arithmetic)
            going_on = going_on & (total != 0)
            if self.effective_order:
                effective[going_on] = index + 1
            unmatched = going_on & (correct == 0)
            with np.errstate(divide="ignore", invalid="ignore"):
                precision = 100.0 * correct / total
                if self.smooth == "exp":
                    doubled = np.where(unmatched, doubled * 2, doubled)
                    precision = np.where(unmatched, 100.0 / (doubled * total), precision)
                elif self.smooth == "floor":
                    precision = np.where(unmatched, (100.0 * value) / total, precision)
            precisions[going_on, index] = precision[going_on]
        return precisions, effective


def _brevity_penalties(sums: NDArray[Any]) -> NDArray[np.float64]:
    hypothesis, reference = sums[:, 0].astype(np.float64), sums[:, 1].astype(np.float64)
    penalties = np.ones(len(sums))
    short = hypothesis < reference
    without_words = short & (hypothesis <= 0)
    short &= ~without_words
    penalties[short] = exponential(1 - reference[short] / hypothesis[short])
    penalties[without_words] = 0.0
    return penalties
