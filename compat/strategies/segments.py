"""A hypothesis with its references, which resemble it as real references do."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from tallystick.compat.recipes import (
    MAKERS,
    MOST_REPETITIONS,
    MOST_TOKENS,
    MOST_WORDS,
    DrawnSegment,
    SegmentRecipe,
)
from tallystick.compat.strategies.tokens import vocabularies
from tallystick.errors import OptionError


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


def segment_recipes(
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
