"""A hypothesis with its references, which resemble it as real references do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import cycle, islice

from hypothesis import strategies as st

from tallystick.compat.case import Segment
from tallystick.compat.strategies.tokens import vocabularies
from tallystick.errors import OptionError

MOST_TOKENS = 9
MOST_REPETITIONS = 2000
MOST_WORDS = 12
UNKNOWN = ("x", "y", "z")
"""Tokens outside every vocabulary, for references without any match."""

DrawnSegment = tuple[Segment, tuple[Segment, ...]]


def segments(
    vocabulary: Sequence[str] | None = None,
    *,
    references: tuple[int, int] = (1, 5),
    allow_empty: bool = True,
    hostile: bool = False,
    long: bool = False,
) -> st.SearchStrategy[DrawnSegment]:
    """Draw the tokens of a hypothesis and of its references.

    A reference is drawn freely, derived from the hypothesis (a copy, a copy with a few tokens
    changed, added or removed, its reversal, or no common token), or derived from the previous
    reference (a duplicate, or one that differs from the hypothesis by the same number of tokens in
    the other direction).

    Args:
        vocabulary: The tokens, the simplest first; drawn with the segment by default.
        references: The smallest and the largest number of references.
        allow_empty: Whether hypotheses and references may be empty.
        hostile: Whether tokens may contain spaces or be empty.
        long: Whether a hypothesis may be a short phrase repeated to thousands of tokens.

    Raises:
        OptionError: The numbers of references are not 1 or more in ascending order.

    >>> from hypothesis import find
    >>> find(segments(), lambda segment: len(segment[1]) == 2)
    ((), ((), ()))
    """
    low, high = checked_references(references)
    words = vocabularies(hostile) if vocabulary is None else st.just(tuple(vocabulary))
    recipes = segment_recipes(low, high, allow_empty=allow_empty, long=long)
    return _segments(words, recipes)


@st.composite  # not st.builds, which prints the recipe of a failing segment instead of it
def _segments(
    draw: st.DrawFn,
    vocabularies: st.SearchStrategy[tuple[str, ...]],
    recipes: st.SearchStrategy[SegmentRecipe],
) -> DrawnSegment:
    vocabulary = draw(vocabularies)
    return draw(recipes).made(vocabulary)


def checked_references(references: tuple[int, int]) -> tuple[int, int]:
    """Return the smallest and the largest number of references, each 1 or more."""
    low, high = references
    if not 1 <= low <= high:
        raise OptionError(
            f"references is {references}; expected the smallest and the largest number of "
            "references of a segment, 1 or more, such as (1, 5)"
        )
    return low, high


Maker = Callable[[Segment, tuple[Segment, ...], Segment], Segment]
"""Makes a reference from the hypothesis, the previous references and freely drawn tokens."""


@dataclass(frozen=True, slots=True)
class SegmentRecipe:
    """The parts from which a segment is built.

    No part depends on earlier draws, so shrinking can remove or simplify any part without changing
    the meaning of the rest. Tokens are numbers, because the vocabulary is drawn for a whole case.

    Attributes:
        phrase: The tokens of the hypothesis before repetition.
        repetitions: The number of repetitions of the phrase.
        references: The function that makes each reference, and the tokens that it uses.
        allow_empty: Whether references may be empty.
    """

    phrase: tuple[int, ...]
    repetitions: int
    references: tuple[tuple[Maker, tuple[int, ...]], ...]
    allow_empty: bool

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


def segment_recipes(
    low: int, high: int, *, allow_empty: bool, long: bool
) -> st.SearchStrategy[SegmentRecipe]:
    """Draw the parts of a segment with a number of references from low to high."""
    words = st.lists(
        st.integers(0, MOST_WORDS - 1), min_size=0 if allow_empty else 1, max_size=MOST_TOKENS
    ).map(tuple)
    references = st.lists(
        st.tuples(st.sampled_from(_MAKERS), words), min_size=low, max_size=high
    ).map(tuple)
    repetitions = st.integers(1, MOST_REPETITIONS) if long else st.just(1)
    return st.builds(SegmentRecipe, words, repetitions, references, st.just(allow_empty))


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


# _mirrored twice, because it needs a previous reference
_MAKERS: tuple[Maker, ...] = (
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
)
