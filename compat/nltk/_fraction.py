"""A precision with unreduced matches and totals: 2/4 stays 2/4."""

from __future__ import annotations

import fractions
import sys


class Fraction(fractions.Fraction):
    """A fraction that is not reduced, as NLTK's precisions.

    As in NLTK 3.10.4, arithmetic and comparison use the unreduced numbers before Python 3.12, where
    2/2 differs from 1, and the reduced ones from Python 3.12.

    Args:
        numerator: Matches.
        denominator: N-grams, not 0.

    Raises:
        ZeroDivisionError: The denominator is 0.

    >>> precision = Fraction(2, 4)
    >>> precision.numerator, precision.denominator, float(precision)
    (2, 4, 0.5)
    """

    __slots__ = ("_counts",)
    _counts: tuple[int, int]
    _numerator: int
    _denominator: int

    def __new__(cls, numerator: int = 0, denominator: int = 1) -> Fraction:
        if sys.version_info >= (3, 12):
            self: Fraction = super().__new__(cls, numerator, denominator)
            self._counts = (numerator, denominator)
            return self
        if denominator == 0:
            raise ZeroDivisionError(f"Fraction({numerator}, 0)")
        unreduced: Fraction = object.__new__(cls)  # fast, as every sentence score makes four
        unreduced._numerator, unreduced._denominator = numerator, denominator
        return unreduced

    if sys.version_info >= (3, 12):

        @property
        def numerator(self) -> int:
            """The numerator that was given."""
            # some constructors of the base class bypass __new__
            return self._counts[0] if hasattr(self, "_counts") else super().numerator

        @property
        def denominator(self) -> int:
            """The denominator that was given."""
            return self._counts[1] if hasattr(self, "_counts") else super().denominator

    def __reduce__(self) -> tuple[type[Fraction], tuple[int, int]]:
        return type(self), (self.numerator, self.denominator)
