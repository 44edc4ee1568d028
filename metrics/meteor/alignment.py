"""METEOR of a hypothesis from its alignment with a reference: Lavie and Agarwal 2007, section 2.

The alignment is that of NLTK, in three stages. Each takes the words that are left of the hypothesis
from the last to the first, and aligns each with the last free word of the reference that it
matches. The third stage looks for synonyms of stems, not of words, as NLTK does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.metrics.sums.symbols import ratio, where

if TYPE_CHECKING:
    from tallystick.metrics.meteor.wordnet import WordNet

Words: TypeAlias = list[tuple[int, str]]
"""Words, each after its position."""

Places: TypeAlias = dict[str, list[int]]
"""The positions of each word."""

Aligned: TypeAlias = list[tuple[int, int]]
"""The positions of aligned words in the hypothesis and in the reference."""


class Components(NamedTuple):
    """METEOR of a hypothesis and a reference, and what it is made of, 0 to 1."""

    score: Any
    precision: Any
    recall: Any
    penalty: Any


def meteor(
    matches: Any, chunks: Any, lengths: Sequence[Any], alpha: float, beta: float, gamma: float
) -> Components:
    """Compute METEOR; all components are 0 without aligned words.

    Args:
        matches: Aligned words.
        chunks: Runs of them that are adjacent on both sides.
        lengths: The number of words of the hypothesis and of the reference.
        alpha: The weight of the recall.
        beta: The exponent of the penalty.
        gamma: The highest penalty.

    >>> meteor(1, 1, (1, 2), 0.5, 3.0, 0.5)
    Components(score=0.3333333333333333, precision=1.0, recall=0.5, penalty=0.5)
    """
    precision, recall = (ratio(matches, length) for length in lengths)
    mean = ratio(precision * recall, alpha * precision + (1 - alpha) * recall)
    penalty = where(matches > 0, gamma * ratio(chunks, matches) ** beta, 0.0)
    return Components((1 - penalty) * mean, precision, recall, penalty)


def align_words(ours: Words, theirs: Words, known: WordNet) -> tuple[Aligned, Words, Places]:
    """Align the words of a hypothesis with those of a reference, in three stages.

    Returns:
        The aligned words in the order of the hypothesis; and the stems that are left of the
        hypothesis, from the last to the first, and of the reference.
    """
    aligned: Aligned = []
    left = match_equal(ours, places_of(theirs), aligned)
    stem, taken = known.stem, {place for _, place in aligned}
    places = places_of([(place, stem(word)) for place, word in theirs if place not in taken])
    left = match_equal([(place, stem(word)) for place, word in left], places, aligned)
    left = match_accepted(left, places, aligned, known.synonyms)
    aligned.sort()
    return aligned, left, places


def places_of(words: Words) -> Places:
    """Return the places of each word, in ascending order."""
    places: Places = {}
    for place, word in words:
        if word in places:
            places[word].append(place)
        else:
            places[word] = [place]
    return places


def match_equal(ours: Words, places: Places, aligned: Aligned) -> Words:
    """Align words of a hypothesis with equal ones of a reference, whose places are given.

    Words that are aligned are added to `aligned` and taken from `places`.

    Args:
        ours: The words of the hypothesis, from the last to the first.
        places: The places of each word of the reference.
        aligned: The words that are aligned.

    Returns:
        The words of the hypothesis that are left.
    """
    left = []
    for word in ours:
        others = places.get(word[1])
        if others:
            aligned.append((word[0], others.pop()))
        else:
            left.append(word)
    return left


def match_accepted(
    ours: Words, places: Places, aligned: Aligned, accepted: Callable[[str], AbstractSet[str]]
) -> Words:
    """Align words, as `match_equal` does, with one of those that each accepts."""
    left, theirs = [], {*places}
    for word in ours:
        known = accepted(word[1])
        others = () if known.isdisjoint(theirs) else [*filter(None, map(places.get, known))]
        if others:
            aligned.append((word[0], max(others, key=itemgetter(-1)).pop()))
        else:
            left.append(word)
    return left


def count_chunks(aligned: Sequence[tuple[int, int]]) -> int:
    """Return the number of runs of words that are adjacent and in order on both sides.

    >>> count_chunks([(0, 2), (1, 3), (2, 0)]), count_chunks([])
    (2, 0)
    """
    chunks, following = 0, (-1, -1)
    for pair in aligned:
        if pair != following:
            chunks += 1
        i, j = pair
        following = i + 1, j + 1
    return chunks
