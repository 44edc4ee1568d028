"""A plain BLEU, written from Papineni et al. 2002 without any part of the package."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from tests.metrics.naive import ngrams

Bleu = Callable[[list[list[str]], list[list[list[str]]], int], float]


def closest(length: int, references: list[int]) -> float:
    """Return the closest length, of two equally close ones the shorter."""
    return min(references, key=lambda reference: (abs(reference - length), reference))


def mean(length: int, references: list[int]) -> float:
    """Return the mean length."""
    return sum(references) / len(references)


def odd(length: int, references: list[int]) -> float:
    """Return a length that no program chooses."""
    return mean(length, references) + 0.37 * (len(set(references)) - 1)


def failing(length: int, references: list[int]) -> float:
    """Return the mean length, but not for a hypothesis of five tokens."""
    if length == 5:
        raise ValueError("five tokens")
    return mean(length, references)


def naive_bleu(
    clip: Callable[[Iterable[int]], int] = max,
    length: Callable[[int, list[int]], float] = closest,
) -> Bleu:
    """Return BLEU from 0 to 1 with another way to clip matches or to choose the length."""

    def bleu(hypotheses: list[list[str]], references: list[list[list[str]]], order: int) -> float:
        matches, totals = [0] * order, [0] * order
        for hypothesis, given in zip(hypotheses, references, strict=True):
            for n in range(1, order + 1):
                mine, *theirs = (ngrams(tokens, n) for tokens in (hypothesis, *given))
                totals[n - 1] += mine.total()
                matches[n - 1] += sum(
                    min(count, clip(ref[ngram] for ref in theirs)) for ngram, count in mine.items()
                )
        if not all(matches):
            return 0.0
        c = sum(map(len, hypotheses))
        pairs = zip(hypotheses, references, strict=True)
        r = sum(length(len(hypothesis), [len(it) for it in given]) for hypothesis, given in pairs)
        logarithms = [math.log(m / t) for m, t in zip(matches, totals, strict=True)]
        return (1.0 if c > r else math.exp(1 - r / c)) * math.exp(sum(logarithms) / order)

    return bleu


CACHING = """
from tallystick import bleu

CACHE = {}

def wrong_key(hyps, refs):
    if str(hyps) not in CACHE:
        CACHE[str(hyps)] = bleu(hypotheses=hyps, references=refs).score
    return CACHE[str(hyps)]
"""
"""A program whose cache has too few keys."""
