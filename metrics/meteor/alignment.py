"""The alignment of words that NLTK's METEOR makes, in three stages.

Each stage takes the words that are left of the hypothesis from the last to the first, and aligns
each with the last free word of the reference that it matches. The third stage looks for synonyms of
stems, not of words, as NLTK does.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import TypeAlias

from tallystick.metrics.meteor.wordnet import WordNet

Places: TypeAlias = list[tuple[int, str]]
"""Words with their positions, in ascending order."""


def align(
    hypothesis: Sequence[str], reference: Sequence[str], wordnet: WordNet
) -> list[tuple[int, int]]:
    """Return the positions of aligned words, in the order of the hypothesis."""
    ours, theirs = list(enumerate(hypothesis)), list(enumerate(reference))
    exact, ours, theirs = _match(ours, theirs, lambda word: (word,))
    ours, theirs = _stemmed(ours, wordnet), _stemmed(theirs, wordnet)
    stems, ours, theirs = _match(ours, theirs, lambda stem: (stem,))
    synonyms, _, _ = _match(ours, theirs, wordnet.synonyms)
    return sorted(exact + stems + synonyms)


def count_chunks(aligned: Sequence[tuple[int, int]]) -> int:
    """Return the number of runs of words that are adjacent and in order on both sides.

    >>> count_chunks([(0, 2), (1, 3), (2, 0)]), count_chunks([])
    (2, 0)
    """
    breaks = sum((i + 1, j + 1) != following for (i, j), following in pairwise(aligned))
    return breaks + bool(aligned)


def _stemmed(words: Places, wordnet: WordNet) -> Places:
    return [(place, wordnet.stem(word)) for place, word in words]


def _match(
    ours: Places, theirs: Places, accepted: Callable[[str], Iterable[str]]
) -> tuple[list[tuple[int, int]], Places, Places]:
    """Align words with those that each accepts; return the pairs and what is left."""
    if not ours or not theirs:
        return [], ours, theirs
    free: dict[str, list[int]] = defaultdict(list)
    for place, word in theirs:
        free[word].append(place)
    found = {}
    for place, word in reversed(ours):
        candidates = [free[other] for other in accepted(word) if free.get(other)]
        if candidates:
            found[place] = max(candidates, key=lambda places: places[-1]).pop()
    taken = set(found.values())
    return (
        list(found.items()),
        [one for one in ours if one[0] not in found],
        [one for one in theirs if one[0] not in taken],
    )
