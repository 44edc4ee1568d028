"""Names as safe text, without control characters that act on a terminal or break a line."""

import unicodedata

_ACTING = frozenset({"Cc", "Cs", "Zl", "Zp"})
_BIDIRECTIONAL = frozenset(
    "\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
)


def visible(name: str) -> str:
    r"""Return a name with control characters, line ends and direction marks as escapes.

    >>> print(visible("a\tb\x1b[31m"), visible("系统"))
    a\tb\x1b[31m 系统
    """
    if name.isprintable():
        return name
    return "".join(
        character.encode("unicode_escape").decode("ascii")
        if character in _BIDIRECTIONAL or unicodedata.category(character) in _ACTING
        else character
        for character in name
    )
