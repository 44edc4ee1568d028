"""Which way texts are written, and in which language where their script tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from tallystick.reports.comparison.scripts import (
    LANGUAGES,
    NO_SCRIPT,
    RIGHT_TO_LEFT,
    SCRIPTS,
    letters_by_script,
)
from tallystick.reports.comparison.texts import strings_of

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus

KANA_OF_JAPANESE = 0.05
"""Japanese has more kana than this among its kana and Chinese characters; Chinese has none."""


def directions(corpus: Corpus) -> dict[str, str]:
    """Return "rtl" or "ltr" for targets and, where they are known, sources.

    >>> from tallystick.metrics.corpus import Corpus
    >>> directions(Corpus.from_segments(hypotheses=["x"], references=["سلام"], sources=["peace"]))
    {'target': 'rtl', 'source': 'ltr'}
    """
    found = {"target": direction_of(strings_of(corpus.references.segments))}
    if corpus.sources is not None:
        found["source"] = direction_of(strings_of(corpus.sources))
    return found


def direction_of(texts: Sequence[str]) -> str:
    """Return "rtl" where most letters are of a script written from right to left, else "ltr".

    >>> direction_of(["שלום BLEU world"]), direction_of(["42"])
    ('ltr', 'ltr')
    """
    counts = letters_by_script(texts).sum(axis=0)
    right_to_left = sum(int(counts[SCRIPTS.index(script)]) for script in RIGHT_TO_LEFT)
    return "rtl" if 2 * right_to_left > int(counts[1:].sum()) else "ltr"


def language_of(texts: Sequence[str]) -> str:
    """Return the language as a tag of BCP 47 where the script of most letters tells it, else "".

    Chinese characters are Japanese ("ja") among kana and Chinese ("zh") without. Scripts of many
    languages, such as Latin, Cyrillic, Arabic or Devanagari, tell none.

    >>> language_of(["猫が好き"]), language_of(["我喜欢猫"]), language_of(["Я люблю"])
    ('ja', 'zh', '')
    """
    counts = letters_by_script(texts).sum(axis=0)
    counts[0] = 0
    han, hiragana, katakana = (
        int(counts[SCRIPTS.index(script)]) for script in ("Han", "Hiragana", "Katakana")
    )
    kana = hiragana + katakana
    if 2 * (han + kana) > int(counts.sum()):
        return "ja" if kana > KANA_OF_JAPANESE * (han + kana) else "zh"
    most = int(np.argmax(counts))
    script = SCRIPTS[most] if 2 * int(counts[most]) > int(counts.sum()) else NO_SCRIPT
    return LANGUAGES.get(script, "")
