"""Strategies for the tokens of a case."""

from __future__ import annotations

from hypothesis import strategies as st

from tallystick.compat.recipes import HOSTILE_VOCABULARIES, VOCABULARIES


def vocabularies(hostile: bool = False) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the vocabulary of a whole case; the simplest is a, b, c."""
    if hostile:
        # twice, so that half of the cases have such tokens
        return st.sampled_from((*VOCABULARIES, *HOSTILE_VOCABULARIES, *HOSTILE_VOCABULARIES))
    return st.sampled_from(VOCABULARIES)
