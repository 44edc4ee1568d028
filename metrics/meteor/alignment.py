"""The alignment of words that NLTK's METEOR makes, in three stages.

Each stage takes the words that are left of the hypothesis from the last to the first, and aligns
each with the last free word of the reference that it matches. The third stage looks for synonyms of
stems, not of words, as NLTK does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from tallystick.metrics.meteor.wordnet import WordNet

Places: TypeAlias = list[tuple[int, str]]
"""Words with their positions, in ascending order."""

Matches: TypeAlias = tuple[list[tuple[int, int]], Places, Places]
"""The positions of aligned words, and the words of the two sides that are left."""


def align(
    hypothesis: Sequence[str], reference: Sequence[str], wordnet: WordNet
) -> list[tuple[int, int]]:
    """Return the positions of aligned words, in the order of the hypothesis."""
    aligned, _, _ = align_places(list(enumerate(hypothesis)), list(enumerate(reference)), wordnet)
    return aligned


def align_places(ours: Places, theirs: Places, wordnet: WordNet) -> Matches:
    """Align words in three stages; the words that are left are stems."""
    exact, ours, theirs = match_exactly(ours, theirs)
    stems, ours, theirs = match_stems(ours, theirs, wordnet.stem)
    synonyms, ours, theirs = match_accepted(ours, theirs, wordnet.synonyms)
    return sorted(exact + stems + synonyms), ours, theirs


def match_exactly(ours: Places, theirs: Places) -> Matches:
    """Align equal words, from the last to the first."""
    if not ours or not theirs:
        return [], ours, theirs
    free = _free(theirs)
    found = {}
    for place, word in reversed(ours):
        places = free.get(word)
        if places:
            found[place] = places.pop()
    return _split(found, ours, theirs)


def match_stems(ours: Places, theirs: Places, stem: Callable[[str], str]) -> Matches:
    """Align words with equal stems, from the last to the first; stems are left."""
    stemmed = ([(place, stem(word)) for place, word in words] for words in (ours, theirs))
    return match_exactly(*stemmed)


def count_chunks(aligned: Sequence[tuple[int, int]]) -> int:
    """Return the number of runs of words that are adjacent and in order on both sides.

    >>> count_chunks([(0, 2), (1, 3), (2, 0)]), count_chunks([])
    (2, 0)
    """
    breaks = sum((i + 1, j + 1) != following for (i, j), following in pairwise(aligned))
    return breaks + bool(aligned)


def match_accepted(
    ours: Places, theirs: Places, accepted: Callable[[str], Iterable[str]]
) -> Matches:
    """Align words with one of those that each accepts, from the last to the first."""
    if not ours or not theirs:
        return [], ours, theirs
    free = _free(theirs)
    found = {}
    for place, word in reversed(ours):
        candidates = [free[other] for other in accepted(word) if free.get(other)]
        if candidates:
            found[place] = max(candidates, key=lambda places: places[-1]).pop()
    return _split(found, ours, theirs)


def _free(words: Places) -> dict[str, list[int]]:
    """Return the places of each word, in ascending order."""
    free: dict[str, list[int]] = {}
    for place, word in words:
        free.setdefault(word, []).append(place)
    return free


def _split(found: dict[int, int], ours: Places, theirs: Places) -> Matches:
    """Return the places that are aligned, and the words that are left."""
    taken = set(found.values())
    return (
        list(found.items()),
        [one for one in ours if one[0] not in found],
        [one for one in theirs if one[0] not in taken],
    )
