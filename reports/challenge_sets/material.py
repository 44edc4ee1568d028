"""What changes draw from: the language, and the other segments with their words and names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tallystick.reports.challenge_sets.segment import Segment


class Material(NamedTuple):
    """What faults draw from; each list is sorted, so that no order of segments matters.

    Attributes:
        language: The tag of the language, or "" if it is not known.
        segments: All segments.
        words: All words, each as often as it occurs.
        names: All words that look like names; see `name_places`.
    """

    language: str
    segments: list[Segment]
    words: list[str]
    names: list[str]


def material_of(segments: Sequence[Segment], language: str) -> Material:
    """Return what faults in segments draw from."""
    return Material(
        language,
        sorted(segments, key=lambda one: one.text),
        sorted(word for one in segments for word in one.words),
        sorted(one.words[place] for one in segments for place in name_places(one)),
    )


def name_places(segment: Segment) -> list[int]:
    """Return the places of capitalised words inside sentences, in German also those of nouns.

    >>> segment = Segment("The cat of Ada saw Bob. It ran.")
    >>> [segment.words[place] for place in name_places(segment)]
    ['Ada', 'Bob']
    """
    return [
        place
        for place, word in enumerate(segment.words)
        if word[0].isupper() and len(word) > 1 and place not in segment.starts_of_sentences
    ]
