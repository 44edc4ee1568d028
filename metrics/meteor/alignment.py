"""METEOR of a hypothesis from its alignment with a reference: Lavie and Agarwal 2007, section 2.

The alignment is that of NLTK, in three stages. Each takes the words that are left of the hypothesis
from the last to the first, and aligns each with the last free word of the reference that it
matches. The third stage looks for synonyms of stems, not of words, as NLTK does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from tallystick.metrics.sums.symbols import ratio, where

if TYPE_CHECKING:
    from tallystick.metrics.meteor.wordnet import WordNet

Words: TypeAlias = list[str | None]
"""The word at every position; None where a stage has aligned it."""

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


def align_words(ours: Words, theirs: Words, known: WordNet) -> Aligned:
    """Align words in three stages; return them in the order of the hypothesis, and leave stems."""
    aligned = match_equal(ours, theirs)
    replace_by_stems(ours, known.stem)
    replace_by_stems(theirs, known.stem)
    aligned += match_equal(ours, theirs)
    aligned += match_accepted(ours, theirs, known.synonyms)
    aligned.sort()
    return aligned


def replace_by_stems(words: Words, stem: Callable[[str], str]) -> None:
    """Replace every word that is left by its stem."""
    words[:] = [None if word is None else stem(word) for word in words]


def match_equal(ours: Words, theirs: Words) -> Aligned:
    """Align equal words, from the last to the first."""
    left = {*ours}
    left.discard(None)
    if left.isdisjoint(theirs):
        return []
    aligned, free = [], _places(theirs)
    for place in range(len(ours) - 1, -1, -1):
        places = free.get(ours[place])
        if places:
            other = places.pop()
            aligned.append((place, other))
            ours[place] = theirs[other] = None
    return aligned


def match_accepted(ours: Words, theirs: Words, accepted: Callable[[str], Set[str]]) -> Aligned:
    """Align words with one of those that each accepts, from the last to the first."""
    left: set[str | None] = {*theirs}
    alignable = [
        (place, known)
        for place in range(len(ours) - 1, -1, -1)
        if (word := ours[place]) is not None and not left.isdisjoint(known := accepted(word))
    ]
    aligned, free = [], _places(theirs) if alignable else {}
    for place, known in alignable:
        candidates = [free[other] for other in known if free.get(other)]
        if candidates:
            other = max(candidates, key=itemgetter(-1)).pop()
            aligned.append((place, other))
            ours[place] = theirs[other] = None
    return aligned


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


def _places(words: Words) -> dict[str | None, list[int]]:
    """Return the places of each word that is left, in ascending order."""
    places: dict[str | None, list[int]] = {}
    for place, word in enumerate(words):
        if word in places:
            places[word].append(place)
        else:
            places[word] = [place]
    places.pop(None, None)
    return places
