"""Small corpora: several segments over one vocabulary."""

from __future__ import annotations

from hypothesis import strategies as st

from tallystick.compat.case import Case
from tallystick.compat.recipes import SegmentRecipe
from tallystick.compat.strategies.segments import checked_references, segment_recipes
from tallystick.compat.strategies.tokens import vocabularies
from tallystick.errors import OptionError


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
    low, high = checked_references(references)
    if max_segments < 1:
        raise OptionError(f"max_segments is {max_segments}; expected 1 or more")
    more = 1 if sources else 0  # the source is drawn as the first reference
    recipes = st.lists(
        segment_recipes(low + more, high + more, allow_empty=allow_empty, long=long),
        min_size=1,
        max_size=max_segments,
    )
    return _cases(vocabularies(hostile), recipes, ragged, sources)


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
