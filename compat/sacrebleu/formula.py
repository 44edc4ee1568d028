"""From counts to BLEU in sacreBLEU's order of operations, so that no bit differs.

`tallystick.metrics.bleu.Bleu.formula` is the same mathematics over arrays, and its last digit may
differ; `SacreBleuFormula` of `tallystick.compat.emulation` is this one over arrays.
Papineni et al. (2002), section 2.3; smoothing after Chen and Cherry (2014), methods 1 to 3.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tallystick.compat.emulation.sacrebleu_formula import LOGARITHM_OF_ZERO
from tallystick.compat.sacrebleu.errors import UnknownSmoothingError

MAX_NGRAM_ORDER = 4
"""The highest order of n-grams where none is given."""

SMOOTH_DEFAULTS: Mapping[str, float | None] = MappingProxyType(
    {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
)
"""The smoothing methods, each with its value where none is given."""


@dataclass(frozen=True, slots=True)
class Formula:
    """The options that BLEU has once everything is counted.

    Args:
        smooth_method: "none", "floor", "add-k" or "exp".
        smooth_value: The value of "floor" or "add-k"; None takes the default.
        effective_order: Whether orders that have no n-gram are left out of the mean.
        order: The highest order of n-grams.
        corrected: Whether sacreBLEU's defects are corrected.

    Raises:
        UnknownSmoothingError: There is no such smoothing method.
    """

    smooth_method: str
    smooth_value: Any
    effective_order: bool
    order: int
    corrected: bool = False

    def __post_init__(self) -> None:
        check_smoothing(self.smooth_method)

    @property
    def value(self) -> Any:
        """The smoothing value, the default where none is given."""
        if self.smooth_value is None:
            return SMOOTH_DEFAULTS[self.smooth_method]
        return self.smooth_value


@dataclass(frozen=True, slots=True)
class Result:
    """BLEU and what it was made of.

    Attributes:
        score: 0 to 100, but for rounding.
        counts: Clipped matches of each order, raised by k under "add-k".
        totals: N-grams of each order, raised likewise.
        precisions: Smoothed precisions of each order, 0 to 100.
        penalty: The brevity penalty, 0 to 1.
        add_k_without_ngrams: Whether "add-k" gave n-grams to an order that has none, against the
            effective order.
    """

    score: float
    counts: Any
    totals: Any
    precisions: list[float]
    penalty: float
    add_k_without_ngrams: bool = False


def check_smoothing(method: Any) -> None:
    """Refuse a smoothing method that sacreBLEU does not have.

    Raises:
        UnknownSmoothingError: There is no such smoothing method.
    """
    if method not in SMOOTH_DEFAULTS:
        raise UnknownSmoothingError(
            f"smooth_method is {method!r}; expected one of {', '.join(SMOOTH_DEFAULTS)}"
        )


def brevity_penalty(sys_len: int, ref_len: int) -> float:
    """Return exp(1 - r/c) where c < r, else 1; 0 for no words at all. Section 2.2.2.

    >>> brevity_penalty(9, 9), brevity_penalty(0, 1)
    (1.0, 0.0)
    """
    if sys_len >= ref_len:
        return 1.0
    return math.exp(1 - ref_len / sys_len) if sys_len > 0 else 0.0


def geometric_mean(precisions: list[float]) -> float:
    """Return the geometric mean of precisions; 0 where one of them is 0.

    >>> geometric_mean([50.0, 0.0])
    0.0
    """
    logarithms = [math.log(p) if p != 0.0 else LOGARITHM_OF_ZERO for p in precisions]
    return math.exp(sum(logarithms) / len(precisions))


def compute(correct: Any, total: Any, sys_len: int, ref_len: int, formula: Formula) -> Result:
    """Compute BLEU from matches and totals, which are left as they are.

    Args:
        correct: Clipped matches of each order.
        total: N-grams of each order.
        sys_len: Words of the hypotheses.
        ref_len: Words of the closest references.
        formula: The options.

    Returns:
        The score and its parts.

    >>> formula = Formula("add-k", None, False, 4)
    >>> compute([3, 0, 1, 0], [5, 4, 3, 2], 5, 5, formula).score  # sacreBLEU 2.6.0
    37.60603093086395
    """
    penalty = brevity_penalty(sys_len, ref_len)
    precisions = [0.0] * formula.order
    if not any(correct):
        return Result(0.0, correct, total, precisions, penalty)
    method, value = formula.smooth_method, formula.value
    effective_order = formula.effective_order
    defeated = False
    if method == "add-k":
        correct, total = copy(correct), copy(total)
    doubled = 1.0
    effective = formula.order
    for index in range(formula.order):
        if method == "add-k" and index > 0:
            missing = effective_order and total[index] == 0
            if not (missing and formula.corrected):
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
    if formula.corrected and score > 100.0:
        score = 100.0
    return Result(score, correct, total, precisions, penalty, defeated)
