"""Recipes of segments that are likely to reveal defects: small vocabularies, similar references."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle, islice

from tallystick.compat.case import Segment

MOST_TOKENS = 9
MOST_REPETITIONS = 2000
MOST_WORDS = 12
UNKNOWN = ("x", "y", "z")
"""Tokens outside every vocabulary, for references without any match."""

DrawnSegment = tuple[Segment, tuple[Segment, ...]]

MISTAKEN = ("0", "constructor", "__proto__", "nan")
"""Words with a special meaning in a programming language or format.

"0" is false in Perl, every object has "constructor" and "__proto__" in JavaScript, and "nan" is a
missing value in tables.
"""

HOSTILE = ("a b", "b a", "", " ", "a\tb", "\u00a0", "a\u2028b", "a\x00b", "\x85")
"""Tokens that collide, vanish or split if n-grams are joined by a character and split again."""

TYPOGRAPHIC = ("A", "a", "1,000", "3.5", "$5", "x-y", "&amp;", ".", "é", "日本", "👍🏽")

WORDS = ("the", "cats", "(sat)", "cat,", "10-year", "3-4", "end.", "Running", "&quot;I", "can't")
"""Words of several lengths, with endings and punctuation."""

VOCABULARIES: tuple[tuple[str, ...], ...] = (
    ("a", "b", "c"),
    ("a",),
    ("a", "b"),
    ("a", "b", "c", "d", "e", "f", "g", "h"),
    ("a", *MISTAKEN),
    TYPOGRAPHIC,
    WORDS,
    ("a", "b", "ab", "ba"),  # joined without a separator, "a ba" is "ab a"
)

HOSTILE_VOCABULARIES: tuple[tuple[str, ...], ...] = (
    ("a", "b", *HOSTILE),
    ("a", "a b", "b", "b a"),  # the token with a space is second, so that shrinking finds it
    ("a", ""),
    ("a", " ", "a a"),
)

Maker = Callable[[Segment, tuple[Segment, ...], Segment], Segment]
"""Makes a reference from the hypothesis, the previous references and freely drawn tokens."""


@dataclass(frozen=True, slots=True)
class SegmentRecipe:
    """The parts from which a segment is built. No part depends on earlier draws, so shrinking can
    simplify any of them; tokens are numbers, because the vocabulary is drawn for a whole case.
    """

    phrase: tuple[int, ...]  # the hypothesis before repetition
    repetitions: int
    references: tuple[tuple[Maker, tuple[int, ...]], ...]
    allow_empty: bool  # whether references may be

    def made(self, vocabulary: tuple[str, ...], *, long: bool = True) -> DrawnSegment:
        """Return the hypothesis and its references; with `long` the phrase is repeated."""
        hypothesis = _spelled(self.phrase, vocabulary) * (self.repetitions if long else 1)
        references: tuple[Segment, ...] = ()
        for make, numbers in self.references:
            tokens = _spelled(numbers, vocabulary)
            reference = make(hypothesis, references, tokens)
            if not reference and not self.allow_empty:
                reference = tokens
            references = (*references, reference)
        return hypothesis, references


def _spelled(numbers: tuple[int, ...], vocabulary: tuple[str, ...]) -> Segment:
    return tuple(vocabulary[number % len(vocabulary)] for number in numbers)


def _free(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return tokens


def _copy(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return hypothesis


def _changed(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    """Replace a token every few positions, which breaks long n-grams and keeps short ones."""
    changed = list(hypothesis)
    for number, token in enumerate(tokens[:3]):
        place = 2 + 3 * number
        if place < len(changed):
            changed[place] = token
    return tuple(changed)


def _longer(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return (*hypothesis, *tokens)


def _shorter(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return hypothesis[: max(0, len(hypothesis) - len(tokens))]


def _reversed(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    """Keep the unigrams of the hypothesis and few of its longer n-grams."""
    return hypothesis[::-1]


def _mirrored(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    """Tie in length with the previous reference: c + k tokens if it has c - k, and vice versa."""
    if not references:
        return tokens
    missing = len(hypothesis) - len(references[-1])
    return (*hypothesis, *islice(cycle(tokens or hypothesis or UNKNOWN), max(0, missing)))[
        : max(0, len(hypothesis) + missing)
    ]


def _duplicate(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return references[-1] if references else tokens


def _unrelated(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    return tuple(islice(cycle(UNKNOWN), len(tokens)))


def _resplit(hypothesis: Segment, references: tuple[Segment, ...], tokens: Segment) -> Segment:
    """Replace pairs of tokens by others that are equal once joined, such as (a, ba) by (ab, a)."""
    changed = list(hypothesis)
    for place in range(0, len(hypothesis) - 1, 2):
        one, other = hypothesis[place : place + 2]
        if len(other) > 1:
            changed[place : place + 2] = one + other[0], other[1:]
        elif len(one) > 1:
            changed[place : place + 2] = one[:-1], one[-1] + other
    return tuple(changed)


# _mirrored twice, because it needs a previous reference
MAKERS: tuple[Maker, ...] = (
    _free,
    _copy,
    _changed,
    _longer,
    _shorter,
    _mirrored,
    _reversed,
    _duplicate,
    _unrelated,
    _mirrored,
    _resplit,
)
