"""BLEU in the order of operations of sacreBLEU 2.6.0, equal to the last bit.

sacreBLEU stores resampled sums in single precision, which NumPy 2 keeps in operations with Python
numbers and NumPy 1 does not. It stores sums of swapped segments as integers, computes with them in
double precision and, with "add-k", truncates them to integers after adding k. The type of the sums
distinguishes the two cases.

Papineni et al. (2002), section 2.3; smoothing after Chen and Cherry (2014), methods 1 to 3.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_NGRAM_ORDER = 4
"""The default highest order of n-grams."""

SMOOTH_DEFAULTS: Mapping[str, float | None] = MappingProxyType(
    {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
)
"""The smoothing methods, each with its default value."""

LOGARITHM_OF_ZERO = -9999999999
"""The logarithm of a precision of 0 in sacreBLEU; the score is then practically 0."""


@dataclass(frozen=True, slots=True)
class Result:
    """BLEU, 0 to 100 except for rounding, and its components; "add-k" has added k to the counts.

    `add_k_without_ngrams` says whether it made an order count that the effective order excludes.
    """

    score: float
    counts: Any
    totals: Any
    precisions: list[float]
    penalty: float
    add_k_without_ngrams: bool = False


@dataclass(frozen=True, slots=True)
class Formula:
    """The options of BLEU that apply after counting.

    If `corrected`, scores are at most 100, and "add-k" does not change orders without n-grams under
    effective order; in sacreBLEU neither is so.
    """

    smooth_method: str
    smooth_value: Any
    effective_order: bool
    order: int
    corrected: bool = False

    @property
    def value(self) -> Any:
        """The smoothing value or its default."""
        if self.smooth_value is None:
            return SMOOTH_DEFAULTS[self.smooth_method]
        return self.smooth_value

    def compute(self, correct: Any, total: Any, sys_len: int, ref_len: int) -> Result:
        """Compute one score from the matches and n-grams of each order, and both lengths."""
        penalty = brevity_penalty(sys_len, ref_len)
        precisions = [0.0] * self.order
        if not any(correct):
            return Result(0.0, correct, total, precisions, penalty)
        method, value = self.smooth_method, self.value
        effective_order = self.effective_order
        defeated = False
        if method == "add-k":
            correct, total = copy(correct), copy(total)
        doubled = 1.0
        effective = self.order
        for index in range(self.order):
            if method == "add-k" and index > 0:
                missing = effective_order and total[index] == 0
                if not (missing and self.corrected):
                    correct[index] += value
                    total[index] += value
                    defeated = defeated or (missing and total[index] != 0)
            if total[index] == 0:
                break
            if effective_order:
                effective = index + 1
            if correct[index] != 0:
                precisions[index] = 100.0 * correct[index] / total[index]
            elif method == "exp":
                doubled *= 2
                precisions[index] = 100.0 / (doubled * total[index])
            elif method == "floor":
                precisions[index] = 100.0 * value / total[index]
        score = penalty * geometric_mean(precisions[:effective])
        if self.corrected and score > 100.0:
            score = 100.0
        return Result(score, correct, total, precisions, penalty, defeated)

    def scores(self, sums: NDArray[Any]) -> NDArray[np.float64]:
        """Score sums of hypothesis length, reference length, matches and totals of each order.

        Their shape is (sums, 2 + 2 * order), their type float32, float64 or int64, as in sacreBLEU.
        A negative k of "add-k" can make a precision negative, which is a ValueError.
        """
        # a number added to an integer of an array is truncated
        as_numbers = sums.dtype != np.float32 and self.smooth_method != "add-k"
        end = 2 + self.order
        results = (
            self.compute(row[2:end], row[end:], int(row[0]), int(row[1]))
            for row in (sums.tolist() if as_numbers else sums)
        )
        return np.array([result.score for result in results], dtype=np.float64)


def brevity_penalty(sys_len: int, ref_len: int) -> float:
    """Return exp(1 - r/c) if c < r, else 1; 0 for no words. Section 2.2.2."""
    if sys_len >= ref_len:
        return 1.0
    return math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0


def geometric_mean(precisions: list[float]) -> float:
    """Return the geometric mean of precisions; 0 if one of them is 0."""
    logarithms = [math.log(p) if p != 0.0 else LOGARITHM_OF_ZERO for p in precisions]
    return math.exp(sum(logarithms) / len(precisions))
