"""Counts by definition, and corpora of lists, which the tests of several rooms compare with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from fractions import Fraction
from typing import Any, TypeVar

from tallystick import Corpus

Token = TypeVar("Token", bound=Hashable)


def ngrams(tokens: Sequence[Token], order: int) -> Counter[tuple[Token, ...]]:
    starts = range(len(tokens) - order + 1)
    return Counter(tuple(tokens[start : start + order]) for start in starts)


def clipped(
    hypothesis: Sequence[Token], references: Iterable[Sequence[Token]], order: int
) -> Counter[tuple[Token, ...]]:
    """Papineni et al. 2002, section 2.1: Count_clip = min(Count, Max_Ref_Count)."""
    most: Counter[tuple[Token, ...]] = Counter()
    for reference in references:
        most |= ngrams(reference, order)
    return ngrams(hypothesis, order) & most


def information_ratios(
    references: Iterable[Sequence[str]], order: int, zero_is_no_prefix: bool = False
) -> dict[tuple[str, ...], Fraction]:
    """Doddington 2002, equation 2, without the logarithm: occurrences of prefix and n-gram."""
    references = list(references)
    counts: Counter[tuple[str, ...]] = Counter()
    for reference in references:
        for n in range(1, order + 1):
            counts += ngrams(reference, n)
    counts[()] = sum(map(len, references))
    prefixes: dict[tuple[str, ...], tuple[str, ...]] = {("0",): ()} if zero_is_no_prefix else {}
    return {
        ngram: Fraction(counts[prefixes.get(ngram[:-1], ngram[:-1])], count)
        for ngram, count in counts.items()
        if ngram
    }


def edit_distance(first: Sequence[object], second: Sequence[object]) -> int:
    """Return the distance row by row, as Wagner and Fischer (1974) do."""
    row = list(range(len(second) + 1))
    for i, token in enumerate(first):
        before, row = row, [i + 1]
        for j, compared in enumerate(second):
            row.append(min(before[j] + (token != compared), before[j + 1] + 1, row[j] + 1))
    return row[-1]


def corpus_of(segments: Iterable[tuple[Any, Any]]) -> Corpus:
    """Return the corpus of pairs of a hypothesis and its references."""
    hypotheses, references = map(list, zip(*segments, strict=True))
    return Corpus.from_segments(hypotheses=hypotheses, references=references)
