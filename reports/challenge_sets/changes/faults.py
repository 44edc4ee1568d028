"""Faults: what a metric should notice.

Each is a function from a segment, the material that it draws from, and random numbers to the text
with one fault, or to None where the fault does not apply.

Negation is a pattern for each language, and a pattern is not a grammar. Those of `negation.toml`
are constructions that change into each other without further changes of the sentence, so that they
apply to fewer sentences than have a negation or could have one, and never to questions, which mean
the same with and without it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from unicodedata import digit

from tallystick.reports.challenge_sets.changes.segment import (
    UNSPACED_CHARACTER,
    Material,
    Option,
    Segment,
    drawn,
    joined,
    name_places,
    replaced,
)

FAR = 4
"""Words that are so many places apart, or more, are distant."""
PHRASE = 3
"""The number of words of a phrase."""
SHORTEST_INFLECTED = 5
"""The number of letters from which on a word is taken to have an ending."""
ATTEMPTS = 20

_DIGIT = re.compile(r"\d")


def dropped_word(segment: Segment, material: Material, random: Random) -> str | None:
    """Drop a word."""
    return segment.without(_place(segment, random))


def repeated_word(segment: Segment, material: Material, random: Random) -> str | None:
    """Write a word twice."""
    return _repeated(segment, random, 1)


def repeated_phrase(segment: Segment, material: Material, random: Random) -> str | None:
    """Write a phrase twice."""
    return _repeated(segment, random, PHRASE)


def swapped_neighbours(segment: Segment, material: Material, random: Random) -> str | None:
    """Exchange two words that follow each other."""
    return _swapped(segment, random, 1, 1)


def swapped_distant_words(segment: Segment, material: Material, random: Random) -> str | None:
    """Exchange two words that are far apart."""
    return _swapped(segment, random, FAR, len(segment.words))


def inserted_word(segment: Segment, material: Material, random: Random) -> str | None:
    """Insert a word of another segment."""
    return segment.with_inserted(_gap(segment, random), drawn(random, material.words))


def inserted_phrase(segment: Segment, material: Material, random: Random) -> str | None:
    """Insert a phrase of another segment, as a model that hallucinates does."""
    other = _drawn_other(material.segments, segment.text, random, _text)
    if other is None or len(other.words) < PHRASE:
        return None
    first = int(random.random() * (len(other.words) - PHRASE + 1))
    return segment.with_inserted(_gap(segment, random), _phrase(other, first, PHRASE))


def wrong_word(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a word by one of another segment."""
    place = _place(segment, random)
    other = _drawn_other(material.words, segment.words[place], random, str)
    return None if other is None else segment.with_word(place, other)


def wrong_number(segment: Segment, material: Material, random: Random) -> str | None:
    """Change a digit."""
    places = [place for place, word in enumerate(segment.words) if _DIGIT.search(word)]
    if not places:
        return None
    place = drawn(random, places)
    word = segment.words[place]
    at = drawn(random, [match.start() for match in _DIGIT.finditer(word)])
    old = digit(word[at])
    new = drawn(random, [value for value in range(1, 10) if value != old])
    changed = chr(ord(word[at]) - old + new)  # a digit of the same script
    return segment.with_word(place, word[:at] + changed + word[at + 1 :])


def wrong_name(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a name by one of another segment in the same script."""
    places = name_places(segment, material.common)
    places = [place for place in places if segment.words[place] in material.names]
    if not places:
        return None
    place = drawn(random, places)
    name = segment.words[place]
    other = _drawn_other(material.names[name], _beginning(name), random, _beginning)
    return None if other is None else segment.with_word(place, other)


def lost_half(segment: Segment, material: Material, random: Random) -> str | None:
    """Drop the second half of the words."""
    kept = (len(segment.words) + 1) // 2
    return joined(segment.words[:kept], segment.gaps[:kept])


def copied_source(segment: Segment, material: Material, random: Random) -> str | None:
    """Give the source instead of a translation."""
    return segment.source


def other_segment(segment: Segment, material: Material, random: Random) -> str | None:
    """Give another segment instead, as if lines were misaligned."""
    other = _drawn_other(material.segments, segment.text, random, _text)
    return None if other is None else other.text


def cut_ending(segment: Segment, material: Material, random: Random) -> str | None:
    """Drop the last letter of a longer word in lower case, which is often a fault of agreement."""
    places = [
        place
        for place, word in enumerate(segment.words)
        if len(word) >= SHORTEST_INFLECTED and word.isalpha() and word == word.lower()
    ]
    if not places or UNSPACED_CHARACTER.search(segment.text):
        return None
    place = drawn(random, places)
    return segment.with_word(place, segment.words[place][:-1])


def _drawn_other(
    options: Sequence[Option], than: str, random: Random, text_of: Callable[[Option], str]
) -> Option | None:
    """Draw an option with another text, or None if several draws found none."""
    draws = (drawn(random, options) for _ in range(ATTEMPTS))
    return next((option for option in draws if text_of(option) != than), None)


def _beginning(name: str) -> str:
    return name[:3]  # the same in all cases of a name


def _text(segment: Segment) -> str:
    return segment.text


def _place(segment: Segment, random: Random) -> int:
    return int(random.random() * len(segment.words))


def _gap(segment: Segment, random: Random) -> int:
    return int(random.random() * (len(segment.words) + 1))


def _phrase(segment: Segment, first: int, length: int) -> str:
    last = first + length
    return joined(segment.words[first:last], ["", *segment.gaps[first + 1 : last]])


def _repeated(segment: Segment, random: Random, length: int) -> str | None:
    if len(segment.words) < length:
        return None
    first = int(random.random() * (len(segment.words) - length + 1))
    return segment.with_inserted(first + length, _phrase(segment, first, length))


def _swapped(segment: Segment, random: Random, least: int, most: int) -> str | None:
    """Exchange two different words that are from `least` to `most` places apart."""
    words = segment.words
    for _ in range(ATTEMPTS if len(words) > least else 0):
        one = int(random.random() * (len(words) - least))
        other = drawn(random, range(one + least, min(one + most + 1, len(words))))
        if words[one] != words[other]:
            return segment.with_words({one: words[other], other: words[one]})
    return None


def added_sentence(segment: Segment, material: Material, random: Random) -> str | None:
    """Add a sentence of another segment, as a model that hallucinates does."""
    if not _ENDS.search(segment.text):
        return None
    other = _drawn_other(material.segments, segment.text, random, _text)
    if other is None or len(other.words) < PHRASE or not _WHOLE.fullmatch(other.text):
        return None
    return segment.text + (" " if segment.is_spaced else "") + other.text


def untranslated_sentence(segment: Segment, material: Material, random: Random) -> str | None:
    """Leave one of several sentences in the language of the source, which has as many."""
    sentences = list(_SENTENCE.finditer(segment.text))
    untranslated = [match[0].strip() for match in _SENTENCE.finditer(segment.source or "")]
    whole = [match[0].strip() for match in sentences] + untranslated
    if (
        len(sentences) < 2
        or len(sentences) != len(untranslated)
        or not all(map(_WHOLE.fullmatch, whole))
    ):
        return None
    place = int(random.random() * len(sentences))
    match = sentences[place]
    indent = len(match[0]) - len(match[0].lstrip())
    text = segment.text
    return text[: match.start() + indent] + untranslated[place] + text[match.end() :]


def wrong_entity(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a day, a month, a country, its people or a city by another one."""
    return _other_of_class(segment.text, material.language, "entity", random)


def wrong_unit(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a unit behind a number by another one of the same kind."""
    return _other_of_class(segment.text, material.language, "unit", random)


def antonym(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a word by its opposite."""
    return _other_of_class(segment.text, material.language, "antonym", random)


def _other_of_class(text: str, language: str, kind: str, random: Random) -> str | None:
    classes = list(map(str.split, WORDS[language][kind]))

    def other(match: re.Match[str]) -> str:
        alike = (word for words in classes if match[0] in words for word in words)
        return drawn(random, [word for word in alike if word != match[0]])

    return replaced(text, _class_pattern(language, kind).finditer(text), random, other)


@cache
def _class_pattern(language: str, kind: str) -> re.Pattern[str]:
    words = sorted(" ".join(WORDS[language][kind]).split(), key=len, reverse=True)
    number = r"(?:(?<=\d)|(?<=\d\s))" if kind == "unit" else ""
    pattern = f"{number}(?:{'|'.join(words)})"
    if UNSPACED_CHARACTER.search(pattern):
        return re.compile(pattern)
    return re.compile(rf"(?<![^\W\d]|['’-]){pattern}(?![\w'’-])")


WORDS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("words.toml").read_text("utf-8")
)
"""Words that can replace each other, by language and kind."""
LANGUAGES = tomllib.loads(Path(__file__).with_name("negation.toml").read_text("utf-8"))
"""The patterns of negation of each language."""

_SENTENCE = re.compile(r"(?:[^.!?。！？…]|[.!?…](?!\s))+[.!?。！？…]*")
_QUESTION = re.compile("[?？]")
_ENDS = re.compile(r"[.!?。！？]$")
_WHOLE = re.compile(r"[^\W\d_a-zа-я][^.!?。！？:：…\"“”„«»()]*\w\w[.!?。！？]")


def removed_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Make one negation affirmative."""
    return _changed(segment.text, material.language, "removed", random)


def added_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Negate one affirmative form."""
    return _changed(segment.text, material.language, "added", random)


def _changed(text: str, language: str, change: str, random: Random) -> str | None:
    rules = LANGUAGES[language][change]
    unless = _pattern(language, f"(?i:{rules['unless']})")
    by_match = {
        match: new
        for sentence in _SENTENCE.finditer(text)
        if not _QUESTION.search(sentence[0]) and not unless.search(sentence[0])
        for old, new in rules["replaced"]
        for match in _pattern(language, old).finditer(text, *sentence.span())
    }
    return replaced(text, by_match, random, lambda match: match.expand(by_match[match]))


@cache
def _pattern(language: str, written: str) -> re.Pattern[str]:
    def with_names(pattern: str) -> str:
        named = re.compile("@([A-Z]+)")
        return named.sub(lambda match: with_names(LANGUAGES[language][match[1]]), pattern)

    pattern = re.sub("!<(.*?)>", r"(?!(?i:\1)(?!\\w))", with_names(written))
    if UNSPACED_CHARACTER.search(pattern):
        return re.compile(pattern)
    return re.compile(rf"(?<![\w'’-])(?:{pattern})(?![\w'’-])")
