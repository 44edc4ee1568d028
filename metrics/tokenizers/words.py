"""Tokenizers that keep words only: letters and digits, without punctuation and symbols."""

import re
from functools import cache

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.character_classes import one_of, read_ranges
from tallystick.metrics.tokenizers.chinese import IDEOGRAPHS
from tallystick.metrics.tokenizers.rules import CaseFolding, RuleTokenizer, Substitution

CJK = (
    *IDEOGRAPHS,
    (0x3005, 0x3007),  # iteration mark, closing mark and zero
    (0x3041, 0x3096),  # Hiragana
    (0x309D, 0x309F),
    (0x30A1, 0x30FA),  # Katakana
    (0x30FC, 0x30FF),
    (0x3105, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),  # Bopomofo Extended
    (0x31F0, 0x31FF),  # Katakana Phonetic Extensions
    (0xFF66, 0xFF9F),  # halfwidth Katakana
)
"""The first and the last code point of Chinese characters, kana and bopomofo."""

_NO_WORDS = [
    *read_ranges(unicode_categories.PUNCTUATION),
    *read_ranges(unicode_categories.SYMBOL),
]


@cache
def tokenizer_rouge_score() -> RuleTokenizer:
    """Return `rouge-score`, which splits at all but the letters A to Z and the digits 0 to 9.

    With `lowercase="unicode"` it equals the tokenizer of rouge-score 0.1.2 without stemming. All
    letters outside ASCII are lost: "café" becomes "caf", and Russian text has no tokens.
    """
    drop_others = Substitution(
        "replace other characters",
        "Replace each run of characters other than A to Z, a to z and 0 to 9 by a space.",
        re.compile("[^A-Za-z0-9]+"),
        " ",
    )
    return RuleTokenizer("rouge-score", (CaseFolding(), drop_others))


@cache
def tokenizer_unicode_words() -> RuleTokenizer:
    """Return `unicode-words`, which splits into words of any script and Chinese characters.

    White space, punctuation and symbols of the frozen Unicode version separate words and are
    dropped; letters, marks, numbers and all other characters are kept. Chinese characters, kana and
    bopomofo are tokens by themselves. It is the tokenizer for ROUGE of text that `rouge-score`
    loses.
    """
    drop_others = Substitution(
        "replace punctuation and symbols",
        "Replace each punctuation mark and symbol by a space.",
        re.compile(one_of(_NO_WORDS)),
        " ",
    )
    isolate = Substitution(
        "isolate Chinese and Japanese characters",
        "Put spaces around every Chinese character, kana and bopomofo.",
        re.compile(f"({one_of(CJK)})"),
        r" \1 ",
    )
    return RuleTokenizer(
        "unicode-words",
        (CaseFolding(), drop_others, isolate),
        version=unicode_categories.UNICODE_VERSION,
    )
