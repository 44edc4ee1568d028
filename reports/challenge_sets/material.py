"""What changes draw from: the language, and the other segments with their words and names."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tallystick.reports.challenge_sets.segment import UNSPACED_CHARACTER, Segment

CAPITALISED = (
    "bg", "bs", "ca", "cs", "da", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it",
    "lt", "lv", "mk", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk",
)  # fmt: skip
"""Languages that write names with capitals, and other nouns without, as German does not."""
SHORT = 5
"""A word of more letters has an ending."""
ENDING = 2
"""The number of letters of an ending."""


class Material(NamedTuple):
    """What faults draw from; each list is sorted, so that no order of segments matters.

    Attributes:
        language: The tag of the language, or "" if it is not known.
        segments: All segments.
        words: All words, each as often as it occurs.
        common: All words in lower case, and what they begin with.
        names: All names by their script; see `name_places`.
    """

    language: str
    segments: list[Segment]
    words: list[str]
    common: frozenset[str]
    names: Mapping[str, list[str]]


def material_of(segments: Sequence[Segment], language: str) -> Material:
    """Return what faults in segments draw from."""
    words = sorted(word for one in segments for word in one.words)
    common = frozenset(
        word[:end]
        for word in filter(str.islower, words)
        for end in {len(word), *range(SHORT + 1 - ENDING, len(word))}
    )
    names = defaultdict(list)
    found = sorted(one.words[place] for one in segments for place in name_places(one, common))
    for name in found:
        names[script_of(name)].append(name)
    return Material(language, sorted(segments, key=lambda one: one.text), words, common, names)


def script_of(word: str) -> str:
    """Return the script of the first letter of a word.

    >>> script_of("Ada"), script_of("Ада")
    ('LATIN', 'CYRILLIC')
    """
    return unicodedata.name(word[0]).partition(" ")[0]


def name_places(segment: Segment, common: Collection[str]) -> list[int]:
    """Return the places of capitalised words inside sentences that no segment has in lower case.

    Long words must differ from lower-case ones in more than their endings. Abbreviations, words of
    headings, titles, dates, polite pronouns, and Latin words between Chinese ones are no names.

    >>> segment = Segment("The cat of Ada saw Bob and the USA. It ran to President Eve on Monday.")
    >>> [segment.words[place] for place in name_places(segment, {"presiden"})]
    ['Ada', 'Bob', 'Eve']
    """
    starts = segment.starts_of_sentences
    inner = [(place, word) for place, word in enumerate(segment.words) if place not in starts]
    capitalised = [(place, word) for place, word in inner if word[0].isupper()]
    if 2 * len(capitalised) > len(inner) or UNSPACED_CHARACTER.search(segment.text):
        return []
    return [
        place
        for place, word in capitalised
        if word.isalpha()
        and word[1:].islower()
        and word.lower()[: -ENDING if len(word) > SHORT else None] not in common
        and not _NO_NAME.fullmatch(word)
    ]


_NO_NAME = re.compile(
    "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Jan|Febr)uary|March|April|May|June|July|August|"
    "(?:Sept|Nov|Dec)ember|October|Mrs?|Ms|Dr|Prof|Sir|Usted(?:es)?|Web|Internet|"
    "V(?:y|i|[áa]m|[áa]s|[áa]mi|ama|aš.*)|В(?:ы|и|ас|ам|ами|аш.*)"
)
