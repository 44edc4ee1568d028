"""Lines of text on which tokenizers differ."""

from __future__ import annotations

from hypothesis import strategies as st

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
