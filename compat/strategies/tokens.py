"""Tokens from tiny vocabularies, in which n-grams repeat and clipping matters."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

MISTAKEN = ("0", "constructor", "__proto__", "nan")
"""Words with a special meaning in some language.

Perl takes "0" as false, JavaScript finds "constructor" and "__proto__" in every object, and a table
reader takes "nan" as a missing value.
"""

HOSTILE = ("a b", "b a", "", " ", "a\tb", "\u00a0", "a\u2028b", "a\x00b", "\x85")
"""Tokens that collide, vanish or split where n-grams are joined by a character and split again."""

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
    ("a", "a b", "b", "b a"),  # the space second, where a shrinking search finds it
    ("a", ""),
    ("a", " ", "a a"),
)


def vocabularies(hostile: bool = False) -> st.SearchStrategy[tuple[str, ...]]:
    """Draw the vocabulary of a whole case; the simplest is a, b, c.

    Args:
        hostile: Whether tokens may contain spaces or be empty.

    >>> from hypothesis import find
    >>> find(vocabularies(), lambda words: True)
    ('a', 'b', 'c')
    """
    if hostile:
        # twice, so that half of the cases have such tokens
        return st.sampled_from((*_VOCABULARIES, *_HOSTILE_VOCABULARIES, *_HOSTILE_VOCABULARIES))
    return st.sampled_from(_VOCABULARIES)


def tokens(
    vocabulary: Sequence[str] | None = None, *, hostile: bool = False
) -> st.SearchStrategy[str]:
    """Draw one token; it shrinks to "a".

    Args:
        vocabulary: The tokens to draw from, the simplest first; every known kind by default.
        hostile: Whether tokens may contain spaces or be empty.

    >>> from hypothesis import find
    >>> find(tokens(), lambda token: token != "a")
    'b'
    >>> find(tokens(hostile=True), lambda token: " " in token)
    'a b'
    """
    if vocabulary is not None:
        return st.sampled_from(tuple(vocabulary))
    known = dict.fromkeys(word for words in _VOCABULARIES for word in words)
    letters = sorted(word for word in known if len(word) == 1 and word in "abcdefgh")
    others = [word for word in known if word not in letters]
    return st.sampled_from((*letters, *others, *(HOSTILE if hostile else ())))
