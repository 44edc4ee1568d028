"""Precisions of one order: Papineni et al. 2002, section 2.1."""

from __future__ import annotations

import fractions
import operator
import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import SupportsIndex

Ngram = tuple[Hashable, ...]

NO_REFERENCES = (
    "there are no references; a generator of references is exhausted by the first order, so give "
    "a list, or pass corrected=True to corpus_bleu or sentence_bleu"
)


class Fraction(fractions.Fraction):
    """A precision with unreduced matches and totals, as NLTK's: 2/4 stays 2/4.

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


def modified_precision(
    references: Iterable[Sequence[Hashable]], hypothesis: Sequence[Hashable], n: SupportsIndex
) -> Fraction:
    """Return the clipped matches over the number of n-grams, as a fraction that is not reduced.

    As in NLTK, the denominator is 1 for a hypothesis of fewer than n tokens, which has no n-grams.

    Args:
        references: Sequences of tokens.
        hypothesis: A sequence of tokens of any hashable type.
        n: The order.

    Raises:
        KeyError: There are no references, and the hypothesis has n-grams.
        TypeError: A token is not hashable, or a sequence has no length.
        ValueError: n is not a whole number of 0 or more.

    >>> references = ["the cat is on the mat".split(), "there is a cat on the mat".split()]
    >>> modified_precision(references, ["the"] * 7, 1)  # the paper, section 2.1, example 2
    Fraction(2, 7)
    """
    counts = _ngrams(hypothesis, n)
    highest = dict.fromkeys(counts, 0)
    without_references = True
    for reference in references:
        without_references = False
        ngrams = _ngrams(reference, n)
        for ngram in ngrams.keys() & counts.keys():
            highest[ngram] = max(highest[ngram], ngrams[ngram])
    if without_references and counts:
        raise KeyError(NO_REFERENCES)
    matches = sum(min(count, highest[ngram]) for ngram, count in counts.items())
    return Fraction(matches, max(sum(counts.values()), 1))


def _ngrams(sequence: Sequence[Hashable], n: SupportsIndex) -> Counter[Ngram]:
    if len(sequence) < n:  # type: ignore[operator]
        return Counter()
    try:
        order = operator.index(n)
    except TypeError:
        order = -1
    if order < 0:
        raise ValueError(f"n is {n!r}; expected a whole number of 0 or more")
    if order == 0:
        return Counter({(): len(sequence) + 1})  # NLTK counts the empty n-grams around the tokens
    tokens = tuple(sequence)
    return Counter(zip(*(tokens[start:] for start in range(order)), strict=False))
