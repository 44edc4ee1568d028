"""Harmless changes: what a metric should not notice.

Each is a function from a segment, the material, which gives the language, and random numbers to
the changed text, or to None where the change does not apply. The meaning is the same, and so is the
quality as readers see it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from unicodedata import normalize

from tallystick.reports.challenge_sets.changes.segment import Material, Segment, replaced

CONTRACTIONS = (
    "do not/don't, does not/doesn't, did not/didn't, is not/isn't, are not/aren't, "
    "was not/wasn't, were not/weren't, has not/hasn't, have not/haven't, had not/hadn't, "
    "cannot/can't, will not/won't, would not/wouldn't, could not/couldn't, should not/shouldn't, "
    "it is/it's, that is/that's, there is/there's, "
    "I am/I'm, you are/you're, we are/we're, they are/they're, I have/I've, you have/you've, "
    "we have/we've, they have/they've, I will/I'll, you will/you'll, we will/we'll, let us/let's"
)
SEPARATORS: Mapping[str, str] = {
    "en": ",", "zh": ",", "ja": ",", "de": ".", "es": ".",
    "fr": "\u202f", "cs": "\u00a0", "ru": "\u00a0", "uk": "\u00a0",
}  # fmt: skip
"""By language the character that separates groups of three digits."""

STRAIGHT = str.maketrans("“”„«»‘’‚", '"""""\'\'\'')

_TYPOGRAPHIC = re.compile("[“”„«»‘’‚]")
_OPENING = re.compile(r"""(?<![^\s(\[])["']""")
_SPACE = re.compile(r"(?<=\S) (?=\S)")
_DASH = re.compile(r"(?<=\s)[-–—](?=\s)")
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:[., \u00a0\u202f]\d{3})+(?![\d.,]\d)")
_LONG_NUMBER = re.compile(r"(?<![\d.,])\d{5,}(?![\d.,]*\d)")
_THREE_DIGITS = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")


def paraphrase(segment: Segment, material: Material, random: Random) -> str | None:
    """Give another good translation instead."""
    return segment.paraphrase


def quotation_marks(segment: Segment, material: Material, random: Random) -> str | None:
    """Make typographic quotation marks and apostrophes straight, or straight ones typographic."""
    text = segment.text
    if _TYPOGRAPHIC.search(text):
        return text.translate(STRAIGHT)
    opened = _OPENING.sub(lambda match: "“" if match[0] == '"' else "‘", text)
    return opened.replace('"', "”").replace("'", "’")


def ellipsis(segment: Segment, material: Material, random: Random) -> str | None:
    """Write three full stops as one character, or one as three."""
    text = segment.text
    return text.replace("…", "...") if "…" in text else text.replace("...", "…")


def dash(segment: Segment, material: Material, random: Random) -> str | None:
    """Make dashes between spaces longer or shorter."""
    return _DASH.sub(lambda match: "–" if match[0] == "-" else "-", segment.text)


def doubled_space(segment: Segment, material: Material, random: Random) -> str | None:
    """Double a space."""
    return replaced(segment.text, _SPACE.finditer(segment.text), random, lambda _: "  ")


def no_break_space(segment: Segment, material: Material, random: Random) -> str | None:
    """Replace a space by a no-break space."""
    return replaced(segment.text, _SPACE.finditer(segment.text), random, lambda _: "\u00a0")


def trailing_space(segment: Segment, material: Material, random: Random) -> str | None:
    """Add a space at the end."""
    return f"{segment.text} "


def decomposed_letters(segment: Segment, material: Material, random: Random) -> str | None:
    """Write letters and their accents as separate characters (NFD), or as one (NFC)."""
    text = segment.text
    decomposed = normalize("NFD", text)
    return decomposed if decomposed != text else normalize("NFC", text)


def number_format(segment: Segment, material: Material, random: Random) -> str | None:
    """Remove the separators of thousands, or add them to numbers of five digits or more."""
    separator = SEPARATORS[material.language]
    known = {separator} if separator in ",." else {" ", "\u00a0", "\u202f"}
    text = segment.text
    plain = _GROUPED.sub(lambda match: _without(match[0], known), text)
    if plain != text:
        return plain
    return _LONG_NUMBER.sub(lambda match: _THREE_DIGITS.sub(separator, match[0]), text)


def contraction(segment: Segment, material: Material, random: Random) -> str | None:
    """Write an English contraction in full, or contract two words."""

    def other(match: re.Match[str]) -> str:
        new = _OTHER_FORMS[match[0].replace("’", "'").lower()]
        return new[0].upper() + new[1:] if match[0][0].isupper() else new

    return replaced(segment.text, _CONTRACTION.finditer(segment.text), random, other)


def _without(number: str, separators: set[str]) -> str:
    """Return a number without separators of thousands; with others, it is left as it is."""
    marks = {character for character in number if not character.isdigit()}
    return number if marks - separators else "".join(filter(str.isdigit, number))


_PAIRS = [pair.split("/") for pair in CONTRACTIONS.split(", ")]
_OTHER_FORMS = {one.lower(): other for pair in _PAIRS for one, other in (pair, pair[::-1])}
_FORMS = "|".join(sorted(_OTHER_FORMS, key=len, reverse=True)).replace("'", "['’]")
_CONTRACTION = re.compile(
    rf"(?<![\w'’-])(?:{_FORMS})(?= \w)(?! (?:been|got|I|you|we|they|he|she|it)\b)", re.IGNORECASE
)
