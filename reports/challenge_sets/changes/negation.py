"""Negation by language: patterns that make a sentence say the opposite.

A pattern is not a grammar. Those of `negation.toml` are constructions that change into each other
without further changes of the sentence, so that they apply to fewer sentences than have a negation
or could have one, and never to questions, which mean the same with and without it.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from random import Random

from tallystick.reports.challenge_sets.changes.material import Material
from tallystick.reports.challenge_sets.changes.segment import UNSPACED_CHARACTER, Segment, drawn

LANGUAGES = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
"""The patterns of each language."""

_SENTENCE = re.compile(r"(?:[^.!?。！？…]|[.!?…](?!\s))+[.!?。！？…]*")
_QUESTION = re.compile("[?？]")


def removed_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Make one negation affirmative."""
    return _changed(segment.text, material.language, "removed", random)


def added_negation(segment: Segment, material: Material, random: Random) -> str | None:
    """Negate one affirmative form."""
    return _changed(segment.text, material.language, "added", random)


def _changed(text: str, language: str, change: str, random: Random) -> str | None:
    rules = LANGUAGES[language][change]
    unless = _pattern(language, f"(?i:{rules['unless']})")
    found = [
        (match, match.expand(new))
        for sentence in _SENTENCE.finditer(text)
        if not _QUESTION.search(sentence[0]) and not unless.search(sentence[0])
        for old, new in rules["replaced"]
        for match in _pattern(language, old).finditer(text, *sentence.span())
    ]
    if not found:
        return None
    match, new = drawn(random, found)
    return text[: match.start()] + new + text[match.end() :]


@cache
def _pattern(language: str, written: str) -> re.Pattern[str]:
    def with_names(pattern: str) -> str:
        named = re.compile("@([A-Z]+)")
        return named.sub(lambda match: with_names(LANGUAGES[language][match[1]]), pattern)

    pattern = re.sub("!<(.*?)>", r"(?!(?i:\1)(?!\\w))", with_names(written))
    if UNSPACED_CHARACTER.search(pattern):
        return re.compile(pattern)
    return re.compile(rf"(?<![\w'’-])(?:{pattern})(?![\w'’-])")
