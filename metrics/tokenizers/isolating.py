r"""Rules that put spaces around characters.

`re.sub` with a template is the readable form, and what the rules declare. `re.split` at the same
characters, joined by spaces, gives the same text in a third of the time.
"""

import re
from functools import partial

from tallystick.metrics.tokenizers.rules import Substitution


def isolate(name: str, description: str, characters: str) -> Substitution:
    """Return the rule that puts spaces around every one of some characters.

    Args:
        name: A few words.
        description: One sentence.
        characters: A regular expression that matches one of them.

    >>> isolate("isolate marks", "Put spaces around marks.", "[!?]").rewriter("none")("ah?! oh")
    'ah ?  !  oh'
    """
    pattern = re.compile(f"({characters})")
    return Substitution(name, description, pattern, r" \1 ", partial(_joined, pattern))


def isolate_after(name: str, description: str, before: str, mark: str) -> Substitution:
    """Return the rule that puts spaces around a mark that follows certain characters.

    Args:
        name: A few words.
        description: One sentence.
        before: A regular expression that matches one of the characters, or none or all of the
            marks.
        mark: A regular expression that matches a mark.

    >>> isolate_after("split", "Split commas off.", "[^0-9]", ",").rewriter("none")("a,b 1,000")
    'a , b 1,000'
    """
    # a search that begins with the mark skips all other characters fast
    marks = re.compile(f"({mark})(?<={before}{mark})")
    pattern, replacement = re.compile(f"({before})({mark})"), r"\1 \2 "
    rewrite = partial(_joined_unless_adjacent, marks, pattern, replacement)
    return Substitution(name, description, pattern, replacement, rewrite)


def isolate_before(name: str, description: str, mark: str, after: str) -> Substitution:
    """Return the rule that puts spaces around a mark that certain characters follow.

    Args:
        name: A few words.
        description: One sentence.
        mark: A regular expression that matches a mark.
        after: A regular expression that matches one of the characters, or none or all of the marks.

    >>> isolate_before("split", "Split commas off.", ",", "[^0-9]").rewriter("none")("a,b 1,000")
    'a , b 1,000'
    """
    marks = re.compile(f"({mark})(?={after})")
    pattern, replacement = re.compile(f"({mark})({after})"), r" \1 \2"
    rewrite = partial(_joined_unless_adjacent, marks, pattern, replacement)
    return Substitution(name, description, pattern, replacement, rewrite)


def _joined(pattern: re.Pattern[str], line: str) -> str:
    return " ".join(pattern.split(line))


def _joined_unless_adjacent(
    marks: re.Pattern[str], pattern: re.Pattern[str], replacement: str, line: str
) -> str:
    """Isolate marks; of adjacent ones, a match of `pattern` can take two, which no other can."""
    parts = marks.split(line)
    if "" in parts[2:-1:2]:  # nothing between two marks
        return pattern.sub(replacement, line)
    return " ".join(parts)
