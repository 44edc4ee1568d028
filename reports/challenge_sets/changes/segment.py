"""A segment as words and the characters between them, in which changes are planted, and others.

A word is what stands between white space, without the punctuation at its ends. In the scripts of
`UNSPACED`, which are written without spaces, every character is a word, with the marks behind it.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, zip_longest
from random import Random
from typing import NamedTuple, TypeVar

from tallystick.metrics.base.scripts import RANGES
from tallystick.metrics.tokenizers.rules import read_ranges
from tallystick.reports.challenge_sets.settings import FEWEST_OF_A_NAME

Option = TypeVar("Option")

UNSPACED = ("Han", "Hiragana", "Katakana", "Thai", "Lao", "Khmer", "Myanmar", "Tibetan")
_RANGES = [bounds for script in UNSPACED for bounds in read_ranges(RANGES[script])]
_CLASS = "".join(f"{chr(first)}-{chr(last)}" for first, last in _RANGES)
_MARKS = "\u3099\u309a" + "".join(
    chr(code)
    for first, last in _RANGES
    if last < 0x2000  # Chinese characters have no marks
    for code in range(first, last + 1)
    if unicodedata.category(chr(code))[0] == "M"
)
_UNSPACED_OR_OTHERS = re.compile(f"[{_CLASS}][{_MARKS}]*|[^{_CLASS}]+")
UNSPACED_CHARACTER = re.compile(f"[{_CLASS}]")
_CHUNK = re.compile(r"\S+")


class Segment:
    """A segment as words and the characters around them; gaps are one more than words.

    >>> segment = Segment('He said: "Well-known cats, 2,000."')
    >>> segment.words, segment.gaps
    (('He', 'said', 'Well-known', 'cats', '2,000'), ('', ' ', ': "', ' ', ', ', '."'))
    """

    def __init__(self, text: str, source: str | None = None, paraphrase: str | None = None) -> None:
        self.text = text
        self.source = source
        self.paraphrase = paraphrase
        spans = list(_spans(text))
        self.words = tuple(text[start:end] for start, end in spans)
        ends = [0, *(end for _, end in spans)]
        starts = [*(start for start, _ in spans), len(text)]
        self.gaps = tuple(text[end:start] for end, start in zip(ends, starts, strict=True))

    def with_word(self, place: int, word: str) -> str:
        """Return the text with another word at a place."""
        return self.with_words({place: word})

    def with_words(self, others: dict[int, str]) -> str:
        """Return the text with other words at some places."""
        return joined([others.get(at, word) for at, word in enumerate(self.words)], self.gaps)

    def without(self, place: int) -> str:
        """Return the text without a word, and without one of the spaces around it."""
        before, after = self.gaps[place : place + 2]
        if before[-1:].isspace():
            before = before[:-1]
        elif after[:1].isspace():
            after = after[1:]
        words = [*self.words[:place], *self.words[place + 1 :]]
        return joined(words, [*self.gaps[:place], before + after, *self.gaps[place + 2 :]])

    def with_inserted(self, place: int, phrase: str) -> str:
        """Return the text with a phrase before the word at a place, or at the end."""
        at = place if place < len(self.words) else place - 1
        space = " " if self.is_spaced else ""
        word = self.words[at]
        return self.with_word(at, phrase + space + word if at == place else word + space + phrase)

    @cached_property
    def is_spaced(self) -> bool:
        """Whether most words are separated by white space."""
        inner = self.gaps[1:-1]
        return 2 * sum(any(map(str.isspace, gap)) for gap in inner) >= len(inner)

    @cached_property
    def starts_of_sentences(self) -> frozenset[int]:
        """The places of words after what may end a sentence or begin a quotation."""
        ends = (place for place, gap in enumerate(self.gaps) if _ENDS_A_SENTENCE.search(gap))
        return frozenset(chain([0], ends))


_ENDS_A_SENTENCE = re.compile(r'[.!?:…。！？：;"“”„«»‘(\[)*•–—-]')


def joined(words: Sequence[str], gaps: Sequence[str]) -> str:
    """Return words with the characters around them as a text."""
    return "".join(chain.from_iterable(zip_longest(gaps, words, fillvalue="")))


def drawn(random: Random, options: Sequence[Option]) -> Option:
    """Draw one of several options; equal in all versions of Python, which `choice` may not be."""
    return options[int(random.random() * len(options))]


def replaced(
    text: str,
    matches: Iterable[re.Match[str]],
    random: Random,
    other: Callable[[re.Match[str]], str],
) -> str | None:
    """Return a text with another one in the place of one of the matches; None without any."""
    options = list(matches)
    if not options:
        return None
    match = drawn(random, options)
    return text[: match.start()] + other(match) + text[match.end() :]


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield the first character of each word, and the one after its last."""
    for chunk in _CHUNK.finditer(text):
        start, end = chunk.span()
        if UNSPACED_CHARACTER.search(text, start, end) is None:
            parts = [(start, end)]
        else:
            parts = [part.span() for part in _UNSPACED_OR_OTHERS.finditer(text, start, end)]
        for first, last in parts:
            while first < last and unicodedata.category(text[first])[0] in "PSC":
                first += 1
            while first < last and unicodedata.category(text[last - 1])[0] in "PSC":
                last -= 1
            if first < last:
                yield first, last


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
    words = sorted(word for line in segments for word in line.words)
    common = frozenset(filter(str.islower, words))
    counts = Counter(line.words[place] for line in segments for place in name_places(line, common))
    by_script = defaultdict(list)
    for name in sorted(name for name, number in counts.items() if number >= FEWEST_OF_A_NAME):
        by_script[unicodedata.name(name[0]).partition(" ")[0]].append(name)
    names = {name: alike for alike in by_script.values() for name in alike}
    return Material(language, sorted(segments, key=lambda line: line.text), words, common, names)


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
