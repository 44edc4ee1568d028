"""English text as the tokenizer of Moses leaves it, which many papers score as it is.

The rules are those of sacremoses 0.2.0 for English, with its escapes: entities in place of
characters that Moses gives a meaning. The tokenizer.perl of Moses itself has them too, except that
newer versions separate every full stop at the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_ALWAYS = """
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z Adj Adm Adv Asst Bart Bldg Brig Bros Capt Cmdr
Col Comdr Con Corp Cpl DR Dr Drs Ens Gen Gov Hon Hr Hosp Insp Lt MM MR MRS MS Maj Messrs Mlle Mme Mr
Mrs Ms Msgr Op Ord Pfc Ph Prof Pvt Rep Reps Res Rev Rt Sen Sens Sfc Sgt Sr St Supt Surg v vs i.e rev
e.g Rs Nos Nr Jan Feb Mar Apr Jun Jul Aug Sep Oct Nov Dec
"""
ALWAYS = frozenset(_ALWAYS.split())
"""Words that keep a full stop behind them."""

BEFORE_NUMBERS = frozenset({"No", "Art", "pp"})
"""Words that keep it in front of a number."""

ESCAPES = str.maketrans(
    {
        "&": "&amp;",
        "|": "&#124;",
        "<": "&lt;",
        ">": "&gt;",
        "'": "&apos;",
        '"': "&quot;",
        "[": "&#91;",
        "]": "&#93;",
    }
)

_RULES: Sequence[tuple[re.Pattern[str], str]] = tuple(
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (r"\s+", " "),
        (r"[\x00-\x1f]", ""),
        (r"^ | $", ""),
        (r"([^\w\s.'`,-]|_)", r" \1 "),  # everything but letters, digits and what follows
        (r"(\.{2,})", r" \1 "),
        (r"(?<=\D),", " , "),  # a comma between digits remains
        (r",(?=\D|$)", " , "),
        (r"(?<=[\W\d_])'(?=[\W\d_])", " ' "),
        (r"(?<=[^\w]|_)'(?=[^\W\d_])", " ' "),
        (r"(?<=[^\W\d_])'(?=[\W\d_])", " ' "),
        (r"(?<=[^\W\d_])'(?=[^\W\d_])", " '"),
        (r"(?<=\d)'s", " 's"),
    )
)


def moses(line: str) -> str:
    """Return a line with spaces between its tokens, and entities for some characters.

    >>> moses("Mr. Smith's 5,300 \\"friends\\" (etc.) left... No. 5 isn't here.")
    'Mr. Smith &apos;s 5,300 &quot; friends &quot; ( etc . ) left ... No. 5 isn &apos;t here .'
    """
    for pattern, replacement in _RULES:
        line = pattern.sub(replacement, line)
    words = line.split()
    for place, word in enumerate(words):
        before, stop = word[:-1], word[-1:]
        if stop != "." or not before or word.strip(".") == "":
            continue
        behind = words[place + 1] if place + 1 < len(words) else " "
        if not _keeps(before, behind):
            words[place] = f"{before} ."
    text = " ".join(words)
    return re.sub(r"\.' ?$", " . ' ", text).translate(ESCAPES).rstrip(" ")


def _keeps(before: str, behind: str) -> bool:
    """Return whether a word keeps its full stop in front of another word, or of a space."""
    if before in ALWAYS or behind[0].islower():
        return True
    if "." in before and any(character.isalpha() for character in before):
        return True
    return before in BEFORE_NUMBERS and behind[0] in "0123456789"
