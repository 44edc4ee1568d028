"""Hypothesis strategies for segments, corpora and lines that are likely to reveal defects.

Implementations of a metric agree on ordinary text. They differ on empty and one-token segments,
ties in length, clipped counts, hypotheses shorter than the order, orders without a match, several
references, and tokens with a special meaning in a programming language. These strategies produce
such input often. Hypothesis shrinks failures to few segments, references and tokens;
`tallystick.compat.smallest` removes whatever else a finding does not need.

By default tokens contain no white space, and segments have up to nine tokens. `hostile=True` adds
empty tokens and tokens with spaces, which reveal programs that join n-grams and split them again;
`long=True` adds segments of thousands of tokens, which reveal programs that truncate long input.

>>> from hypothesis import given, settings
>>> from tallystick import Bleu
>>> @settings(max_examples=10, deadline=None)
... @given(corpora(references=(1, 1)))
... def scores_are_at_most_100(case):
...     bleu = Bleu(smooth="add-k")
...     assert bleu.score(bleu.statistics(case.corpus)).score < 100.001
>>> scores_are_at_most_100()
"""

from __future__ import annotations

from collections.abc import Sequence

from tallystick.compat.case import Case
from tallystick.compat.recipes import (
    HOSTILE_VOCABULARIES,
    MAKERS,
    MOST_REPETITIONS,
    MOST_TOKENS,
    MOST_WORDS,
    VOCABULARIES,
    DrawnSegment,
    SegmentRecipe,
)
from tallystick.errors import MissingExtraError, OptionError

try:
    from hypothesis import strategies as st
except ImportError:
    raise MissingExtraError(
        "tallystick.compat.strategies needs the library hypothesis, which is not installed; run "
        "pip install tallystick[compat]"
    ) from None

__all__ = ["corpora", "lines", "segments"]


def corpora(
    *,
    max_segments: int = 4,
    references: tuple[int, int] = (1, 5),
    ragged: bool = True,
    allow_empty: bool = True,
    hostile: bool = False,
    long: bool = False,
    sources: bool = False,
) -> st.SearchStrategy[Case]:
    """Draw hypotheses with references that resemble them; see `segments`.

    Args:
        max_segments: The largest number of segments; the smallest is 1.
        references: The smallest and the largest number of references of a segment.
        ragged: Whether segments may have different numbers of references.
        allow_empty: Whether hypotheses and references may be empty.
        hostile: Whether tokens may contain spaces or be empty.
        long: Whether the first hypothesis may be a short phrase repeated to thousands of tokens.
        sources: Whether segments have sources, which resemble them too.

    Raises:
        OptionError: `max_segments` or `references` is out of range.

    >>> from hypothesis import find
    >>> find(corpora(max_segments=1, references=(2, 2)), lambda case: True)
    Case(hypotheses=((),), references=(((), ()),))
    """
    low, high = _checked_references(references)
    if max_segments < 1:
        raise OptionError(f"max_segments is {max_segments}; expected 1 or more")
    more = 1 if sources else 0  # the source is drawn as the first reference
    recipes = st.lists(
        _segment_recipes(low + more, high + more, allow_empty=allow_empty, long=long),
        min_size=1,
        max_size=max_segments,
    )
    return _cases(_vocabularies(hostile), recipes, ragged, sources)


@st.composite  # not st.builds, which prints the recipe of a failing case instead of the case
def _cases(
    draw: st.DrawFn,
    vocabularies: st.SearchStrategy[tuple[str, ...]],
    recipes: st.SearchStrategy[list[SegmentRecipe]],
    ragged: bool,
    sources: bool,
) -> Case:
    vocabulary = draw(vocabularies)
    segments = [
        recipe.made(vocabulary, long=number == 0) for number, recipe in enumerate(draw(recipes))
    ]
    end = None if ragged else min(len(references) for _, references in segments)
    return Case(
        tuple(hypothesis for hypothesis, _ in segments),
        tuple(references[1 if sources else 0 : end] for _, references in segments),
        tuple(references[0] for _, references in segments) if sources else None,
    )


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
    changed, added, removed or split elsewhere, its reversal, or no common token), or derived from
    the previous reference (a duplicate, or one that differs from the hypothesis by the same number
    of tokens in the other direction).

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
    low, high = _checked_references(references)
    words = _vocabularies(hostile) if vocabulary is None else st.just(tuple(vocabulary))
    recipes = _segment_recipes(low, high, allow_empty=allow_empty, long=long)
    return _segments(words, recipes)


@st.composite  # not st.builds, which prints the recipe of a failing segment instead of it
def _segments(
    draw: st.DrawFn,
    vocabularies: st.SearchStrategy[tuple[str, ...]],
    recipes: st.SearchStrategy[SegmentRecipe],
) -> DrawnSegment:
    vocabulary = draw(vocabularies)
    return draw(recipes).made(vocabulary)


def _checked_references(references: tuple[int, int]) -> tuple[int, int]:
    low, high = references
    if not 1 <= low <= high:
        raise OptionError(
            f"references is {references}; expected the smallest and the largest number of "
            "references of a segment, 1 or more, such as (1, 5)"
        )
    return low, high


def _segment_recipes(
    low: int, high: int, *, allow_empty: bool, long: bool
) -> st.SearchStrategy[SegmentRecipe]:
    """Draw the parts of a segment with a number of references from low to high."""
    words = st.lists(
        st.integers(0, MOST_WORDS - 1), min_size=0 if allow_empty else 1, max_size=MOST_TOKENS
    ).map(tuple)
    references = st.lists(
        st.tuples(st.sampled_from(MAKERS), words), min_size=low, max_size=high
    ).map(tuple)
    repetitions = st.integers(1, MOST_REPETITIONS) if long else st.just(1)
    return st.builds(SegmentRecipe, words, repetitions, references, st.just(allow_empty))


def _vocabularies(hostile: bool = False) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the vocabulary of a whole case; the simplest is a, b, c."""
    if hostile:
        # twice, so that half of the cases have such tokens
        return st.sampled_from((*VOCABULARIES, *HOSTILE_VOCABULARIES, *HOSTILE_VOCABULARIES))
    return st.sampled_from(VOCABULARIES)


WORDS = ("a", "b", "c", "A", "É", "ß", "Σ", "日本語", "한국", "naïve", "e\u0301", "👩\u200d👩", "0")
PUNCTUATED = "1,000 3.5 2020. .5 5% $5 3-4 1:0 a.b a,b U.S. don't x- -- ... «a» (a) a/b “a” 、"
ENTITIES = "&amp; &quot; &lt; &gt; &apos; &#39; &nbsp; &amp;lt; <skipped> &"
WHITE_SPACE = (
    " ",
    "  ",
    "\t",
    "\u00a0",
    "\u2009",
    "\u3000",
    "\u2028",
    "\x85",
    "\x0b",
    "\x0c",
    "\x1c",
    "\u200b",  # not white space in Unicode, but some programs treat it as such
)


def lines(
    *, max_words: int = 8, unicode_white_space: bool = True, entities: bool = True
) -> st.SearchStrategy[str]:
    r"""Draw a line of text without line breaks.

    It consists of words, numbers with punctuation and entities, separated and surrounded by white
    space at which some programming languages split and others do not.

    Args:
        max_words: The largest number of words.
        unicode_white_space: Whether there is white space other than single spaces.
        entities: Whether there are SGML entities and tags.

    >>> from hypothesis import find
    >>> find(lines(), lambda line: len(line.split()) == 2)
    'a a'
    >>> find(lines(), lambda line: line.startswith("\u00a0"))
    '\xa0'
    """
    words = st.sampled_from((*WORDS, *PUNCTUATED.split(), *(ENTITIES.split() if entities else ())))
    space = st.sampled_from(WHITE_SPACE if unicode_white_space else (" ",))
    nothing = st.just("")
    around = st.one_of(nothing, st.sampled_from(WHITE_SPACE)) if unicode_white_space else nothing
    return _lines(words, space, around, max_words)


@st.composite
def _lines(
    draw: st.DrawFn,
    words: st.SearchStrategy[str],
    space: st.SearchStrategy[str],
    around: st.SearchStrategy[str],
    max_words: int,
) -> str:
    drawn = draw(st.lists(words, max_size=max_words))
    before = draw(around)
    joined = "".join(word if place == 0 else draw(space) + word for place, word in enumerate(drawn))
    return before + joined + draw(around)
