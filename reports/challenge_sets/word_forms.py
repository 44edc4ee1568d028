"""Tables of word forms that are exchanged for each other, and patterns that find them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def pairs_of(table: str) -> list[tuple[str, str]]:
    """Return the pairs of a table.

    >>> pairs_of("is/is not, are/are not")
    [('is', 'is not'), ('are', 'are not')]
    """
    found = (pair.partition("/") for pair in table.split(", "))
    return [(one, other) for one, _, other in found]


def pattern_of(forms: Iterable[str], whole_words: bool = True) -> re.Pattern[str]:
    """Return a pattern that finds the longest of several forms.

    It ignores case, and finds any white space and either apostrophe in them. Whole words have no
    hyphen or apostrophe around them, as in "est-il".

    >>> pattern_of(["is", "isn't"]).findall("It isn’t this: is IT?")
    ['isn’t', 'is']
    """
    longest = sorted(forms, key=lambda form: (-len(form), form))
    found = "|".join(r"\s+".join(map(re.escape, one.split())) for one in longest)
    found = found.replace("'", "['’]")
    if whole_words:
        found = rf"(?<![\w'’-])(?:{found})(?![\w'’-])"
    return re.compile(found, re.IGNORECASE)


def with_case_of(new: str, old: str) -> str:
    """Return a text that begins with a capital if another does.

    >>> with_case_of("they are not", "Are"), with_case_of("is", "isn't")
    ('They are not', 'is')
    """
    return new[:1].upper() + new[1:] if old[:1].isupper() else new
