"""Tokens from small vocabularies, in which n-grams repeat and clipping has an effect."""

from __future__ import annotations

from hypothesis import strategies as st

MISTAKEN = ("0", "constructor", "__proto__", "nan")
"""Words with a special meaning in a programming language or format.

"0" is false in Perl, every object has "constructor" and "__proto__" in JavaScript, and "nan" is a
missing value in tables.
"""

HOSTILE = ("a b", "b a", "", " ", "a\tb", "\u00a0", "a\u2028b", "a\x00b", "\x85")
"""Tokens that collide, vanish or split if n-grams are joined by a character and split again."""

TYPOGRAPHIC = ("A", "a", "1,000", "3.5", "$5", "x-y", "&amp;", ".", "é", "日本", "👍🏽")

_VOCABULARIES: tuple[tuple[str, ...], ...] = (
    ("a", "b", "c"),
    ("a",),
    ("a", "b"),
    ("a", "b", "c", "d", "e", "f", "g", "h"),
    ("a", *MISTAKEN),
    TYPOGRAPHIC,
    ("a", "b", "ab", "ba"),  # joined without a separator, "a ba" is "ab a"
)

_HOSTILE_VOCABULARIES: tuple[tuple[str, ...], ...] = (
    ("a", "b", *HOSTILE),
    ("a", "a b", "b", "b a"),  # the token with a space is second, so that shrinking finds it
    ("a", ""),
    ("a", " ", "a a"),
)


def vocabularies(hostile: bool = False) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the vocabulary of a whole case; the simplest is a, b, c."""
    if hostile:
        # twice, so that half of the cases have such tokens
        return st.sampled_from((*_VOCABULARIES, *_HOSTILE_VOCABULARIES, *_HOSTILE_VOCABULARIES))
    return st.sampled_from(_VOCABULARIES)
