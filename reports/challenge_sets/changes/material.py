"""What changes draw from: the language, and the other segments with their words and names."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from tallystick.reports.challenge_sets.changes.segment import UNSPACED_CHARACTER, Segment
from tallystick.reports.challenge_sets.settings import FEWEST_OF_A_NAME

CAPITALISED = (
    "bg", "bs", "ca", "cs", "da", "el", "en", "es", "et", "fi", "fr", "hr", "hu", "id", "is", "it",
    "lt", "lv", "mk", "nl", "no", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv", "tr", "uk",
)  # fmt: skip
"""Languages that write names with capitals, and other nouns without, as German does not."""


class Material(NamedTuple):
    """What faults draw from; each list is sorted, so that no order of segments matters.

    The language may be "". Words are as often as they occur, those in lower case are `common`, and
    each of the `names` has all names in its script; see `name_places`.
    """

    language: str
    segments: list[Segment]
    words: list[str]
    common: frozenset[str]
    names: Mapping[str, list[str]]


def material_of(segments: Sequence[Segment], language: str) -> Material:
    """Return what faults in segments draw from."""
    words = sorted(word for one in segments for word in one.words)
    common = frozenset(filter(str.islower, words))
    counts = Counter(one.words[place] for one in segments for place in name_places(one, common))
    by_script = defaultdict(list)
    for name in sorted(name for name, number in counts.items() if number >= FEWEST_OF_A_NAME):
        by_script[unicodedata.name(name[0]).partition(" ")[0]].append(name)
    names = {name: alike for alike in by_script.values() for name in alike}
    return Material(language, sorted(segments, key=lambda one: one.text), words, common, names)


def name_places(segment: Segment, common: Collection[str]) -> list[int]:
    """Return the places of capitalised words inside sentences that no segment has in lower case.

    Words near others with capitals or digits, as in titles and headings, abbreviations, dates,
    polite pronouns, Slavic adjectives, and Latin words between Chinese ones are left out.
    """
    if UNSPACED_CHARACTER.search(segment.text):
        return []
    starts = segment.starts_of_sentences
    upper = [
        not word[0].islower() and not (place in starts and word.lower() in common)
        for place, word in enumerate(("a", "a", *segment.words, "a", "a"), start=-2)
    ]
    return [
        place
        for place, word in enumerate(segment.words)
        if upper[place : place + 5] == [False, False, True, False, False]
        and place not in starts
        and word.isalpha()
        and word[1:].islower()
        and word.lower() not in common
        and not _NO_NAME.fullmatch(word)
    ]


_NO_NAME = re.compile(
    "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?|(?:Jan|Febr)uary|March|April|May|June|July|August|"
    "(?:Sept|Nov|Dec)ember|October|Sir|Usted(?:es)?|Web|Internet|"
    "V(?:y|i|[áa]m|[áa]s|[áa]mi|ama|aš.*)|В(?:ы|и|ас|ам|ами|аш.*)|"
    ".*(?:(?:[sšс][kк]|[nн])(?:i|og|oj|om|im|ih|ý|é|á|ého|ém|ým|ий|ой|ом|им|их|ая|ій)|ого|ої)"
)
