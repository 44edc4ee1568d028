"""The clipped precision of one order for one hypothesis: Papineni et al. 2002, section 2.1."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import SupportsIndex

from tallystick.compat.nltk._fraction import Fraction

Ngram = tuple[Hashable, ...]

NO_REFERENCES = (
    "there are no references; a generator of references is exhausted by the first order, so give "
    "a list, or pass corrected=True to corpus_bleu or sentence_bleu"
)


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
        found = _ngrams(reference, n)
        for ngram in found.keys() & counts.keys():
            highest[ngram] = max(highest[ngram], found[ngram])
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
