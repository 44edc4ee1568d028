"""The seven smoothing methods of NLTK, and those of the paper.

Chen and Cherry, "A Systematic Comparison of Smoothing Techniques for Sentence-Level BLEU", WMT
2014. NLTK's have the same sequence of operations as in NLTK 3.10.4.
"""

from __future__ import annotations

import math
import sys
import warnings
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from tallystick.compat.defects.warning import warn_of_defect
from tallystick.compat.nltk import _defects as defects
from tallystick.compat.nltk._precision import Fraction, modified_precision
from tallystick.metrics.bleu.formula import SMOOTHINGS, Counts
from tallystick.metrics.sums.symbols import ratio

Precisions = list[Any]
"""Precisions by order: a `Fraction` of matches and totals, or a float after smoothing."""


class SmoothingFunction:
    """Smoothing by the methods of Chen and Cherry (2014), as implemented in NLTK.

    Each method takes the precisions by order and returns the smoothed ones. Like NLTK's, methods
    3 to 7 modify the given list.

    Args:
        epsilon: The value that replaces 0 matches in method 1.
        alpha: The weight of the prior in method 6.
        k: K of method 4.

    >>> from tallystick.compat.nltk.bleu_score import sentence_bleu
    >>> references = ["the cat sat on the mat".split()]
    >>> hypothesis = "the cat is on the mat".split()
    >>> smoothing_function = SmoothingFunction().method3
    >>> sentence_bleu(references, hypothesis, smoothing_function=smoothing_function)  # NLTK 3.10.4
    0.37991784282579627
    """

    def __init__(self, epsilon: float = 0.1, alpha: float = 5, k: float = 5) -> None:
        self.epsilon = epsilon
        self.alpha = alpha
        self.k = k

    def method0(self, p_n: Precisions, *args: Any, **kwargs: Any) -> Precisions:
        """Replace a precision of 0 by the smallest normal float, and warn."""
        smoothed = []
        for order, precision in enumerate(p_n, start=1):
            if precision.numerator == 0:
                warn_of_zero(order)
                precision = sys.float_info.min
            smoothed.append(precision)
        return smoothed

    def method1(self, p_n: Precisions, *args: Any, **kwargs: Any) -> Precisions:
        """Replace 0 matches by epsilon."""
        return [
            precision
            if precision.numerator != 0
            else (precision.numerator + self.epsilon) / precision.denominator
            for precision in p_n
        ]

    def method2(self, p_n: Precisions, *args: Any, **kwargs: Any) -> Precisions:
        """Add 1 to matches and totals from order 2 on: Lin and Och, ORANGE, COLING 2004."""
        return [*p_n[:1], *(Fraction(p.numerator + 1, p.denominator + 1) for p in p_n[1:])]

    def method3(self, p_n: Precisions, *args: Any, **kwargs: Any) -> Precisions:
        """Replace the first, second, third 0 by 1/2, 1/4, 1/8, ... of a match: mteval-v13a."""
        halvings = 0
        for index, precision in enumerate(p_n):
            if precision.numerator == 0:
                halvings += 1
                p_n[index] = 1 / (2**halvings * precision.denominator)
        return p_n

    def method4(
        self,
        p_n: Precisions,
        references: Any,
        hypothesis: Sequence[Hashable],
        hyp_len: int | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Precisions:
        """Replace the j-th 0 by ln(c) / (2^j K) of a match, where c is the hypothesis length."""
        length = hyp_len or len(hypothesis)
        zeros = 0
        for index, precision in enumerate(p_n):
            if precision.numerator == 0:
                zeros += 1
                if length > 1:
                    # in NLTK's order of operations, for the last bit
                    matches = 1 / (2**zeros * self.k / math.log(length))
                    p_n[index] = matches / precision.denominator
        if zeros:
            warn_of_defect(defects.METHOD4 if length > 1 else defects.METHOD4_OF_ONE_TOKEN)
        return p_n

    def method5(
        self,
        p_n: Precisions,
        references: Iterable[Sequence[Hashable]],
        hypothesis: Sequence[Hashable],
        hyp_len: int | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Precisions:
        """Average each precision with the next one and the previous one, which is averaged."""
        higher = modified_precision(references, hypothesis, 5)
        p_n[:] = _smoothed("chencherry5", Counts(0, 0, p_n, p_n, (higher, 1), 0)).matches
        warn_of_defect(defects.METHOD5)
        return p_n

    def method6(
        self,
        p_n: Precisions,
        references: Any,
        hypothesis: Sequence[Hashable],
        hyp_len: int | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Precisions:
        """Interpolate orders from 3 with the prior p_(n-1)^2 / p_(n-2): Gao and He 2013.

        Raises:
            AssertionError: The precision of order 3 is 0.
            IndexError: There are fewer than three orders.
        """
        if not p_n[2]:
            raise AssertionError(defects.METHOD6_GUARD)
        leaked = False
        for index in range(2, len(p_n)):
            two_below, below, precision = p_n[index - 2 : index + 1]
            prior = 0 if two_below == 0 else below**2 / two_below
            matches = precision.numerator
            ngrams = max(len(hypothesis) - index, 0)
            leaked = leaked or precision.denominator != max(ngrams, 1)
            p_n[index] = (matches + self.alpha * prior) / (ngrams + self.alpha)
        if leaked:
            warn_of_defect(defects.METHOD6)
        return p_n

    def method7(
        self,
        p_n: Precisions,
        references: Iterable[Sequence[Hashable]],
        hypothesis: Sequence[Hashable],
        hyp_len: int | None = None,
        *args: Any,
        **kwargs: Any,
    ) -> Precisions:
        """Smooth by method 4, then by method 5."""
        length = hyp_len or len(hypothesis)
        p_n = self.method4(p_n, references, hypothesis, length)
        return self.method5(p_n, references, hypothesis, length)


def warn_of_zero(order: int) -> None:
    """Warn, in the words of NLTK for which filters look, that no n-gram of an order matches."""
    # always from this line, as in NLTK, so Python shows it once for each order
    warnings.warn(
        f"\nThe hypothesis contains 0 counts of {order}-gram overlaps.\n"
        "Therefore the BLEU score evaluates to 0, independently of\n"
        "how many N-gram overlaps of lower order it contains.\n"
        "Consider using lower n-gram order or use SmoothingFunction()",
        UserWarning,
        stacklevel=1,
    )


def method_of(function: Any) -> int | None:
    """Return the number of a method of `SmoothingFunction`; None for a user-defined function."""
    if not isinstance(getattr(function, "__self__", None), SmoothingFunction):
        return None
    name = getattr(function, "__name__", "")
    if function.__func__ is not vars(SmoothingFunction).get(name):
        return None  # overridden in a subclass
    return int(name.removeprefix("method"))


_OF_THE_PAPER: Mapping[int, str] = {
    **{0: "none", 1: "floor", 2: "add-k", 3: "exp"},
    **{4: "none", 5: "chencherry5", 7: "chencherry5"},  # 4 and 7 after powers of ln c / K
}


def smoothed_precisions(
    method: int,
    matches: Sequence[int],
    totals: Sequence[int],
    length: int,
    epsilon: float,
    alpha: float,
    k: float,
) -> list[float]:
    """Return the precisions of orders 1 to N by the formulas of the paper, section 3.

    They take the sums of a corpus, for orders 1 to N + 1; method 0 is no smoothing. The precision
    of an order without n-grams is 0, except in methods 2 and 6, whose formulas define it.
    """
    *counts, above = map(float, matches)
    if method == 6:
        return _interpolated(counts, totals[:-1], alpha)
    if method in (4, 7):
        counts = _powers_for_zeros(counts, math.log(length) / k)
    value = {1: epsilon, 2: 1.0}.get(method, 0.0)
    given = Counts(value, 2, counts, totals[:-1], (above, totals[-1]), length)
    return _smoothed(_OF_THE_PAPER[method], given).precisions


def _smoothed(name: str, counts: Counts) -> Counts:
    for smooth in SMOOTHINGS[name]:
        counts = smooth(counts)
    return counts


def _powers_for_zeros(counts: Sequence[float], factor: float) -> list[float]:
    """Replace the first, second, third 0 by the first, second, third power of a factor."""
    zeros = accumulate(count == 0 for count in counts)
    return [count or factor**power for count, power in zip(counts, zeros, strict=True)]


def _interpolated(counts: Sequence[float], totals: Sequence[int], alpha: float) -> list[float]:
    precisions = list(map(ratio, counts[:2], totals[:2]))
    for count, total in zip(counts[2:], totals[2:], strict=True):
        two_below, below = precisions[-2:]
        precisions.append(ratio(count + alpha * ratio(below**2, two_below), total + alpha))
    return precisions
