"""zh, zh-2 and unicode-words: every Chinese character is a token.

The substitutions of 13a split the rest of zh and zh-2.
"""

import re
from functools import cache

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.mteval import PAD, PUNCTUATION_RULES
from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    isolate,
    one_of,
    read_ranges,
)

_SYMBOLS_AND_FORMS = (
    (0x2600, 0x26FF),  # Miscellaneous Symbols
    (0x2700, 0x27BF),  # Dingbats
    (0x2E80, 0x2EFF),  # CJK Radicals Supplement
    (0x2F00, 0x2FDF),  # Kangxi Radicals
    (0x2FF0, 0x2FFF),  # Ideographic Description Characters
    (0x3000, 0x303F),  # CJK Symbols and Punctuation
    (0x3100, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),  # Bopomofo Extended
    (0x31C0, 0x31EF),  # CJK Strokes
    (0x3200, 0x32FF),  # Enclosed CJK Letters and Months
    (0x3300, 0x33FF),  # CJK Compatibility
    (0xFE10, 0xFE1F),  # Vertical Forms
    (0xFE30, 0xFE4F),  # CJK Compatibility Forms
    (0xFF00, 0xFFEF),  # Halfwidth and Fullwidth Forms
)

# Extension B was intended by the last one; its five-digit code points were read as a four-digit one
# and a digit, so all of these count as "Chinese"
_IDEOGRAPHS_OF_ZH = read_ranges("3400-4DB5 4E00-9FBB F900-FA2D FA30-FA6A FA70-FAD9 2001-2A6D")

IDEOGRAPHS = (
    (0x3400, 0x4DBF),  # CJK Unified Ideographs Extension A
    (0x4E00, 0x9FFF),  # CJK Unified Ideographs
    (0xF900, 0xFAFF),  # CJK Compatibility Ideographs
    (0x20000, 0x2A6DF),  # Extension B
    (0x2A700, 0x2EBEF),  # Extensions C to F, which follow each other without a gap
    (0x2EBF0, 0x2EE5F),  # Extension I
    (0x2F800, 0x2FA1F),  # CJK Compatibility Ideographs Supplement
    (0x30000, 0x3134F),  # Extension G
    (0x31350, 0x323AF),  # Extension H
    (0x323B0, 0x3347F),  # Extension J
)
"""The first and the last code point of the blocks of Chinese characters."""

CHINESE_OF_ZH = (*_IDEOGRAPHS_OF_ZH, *_SYMBOLS_AND_FORMS)
"""The first and the last code point of the blocks that `zh` takes for Chinese."""

CHINESE_OF_ZH_2 = IDEOGRAPHS + _SYMBOLS_AND_FORMS
"""The first and the last code point of the blocks that `zh-2` takes for Chinese."""

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

_STRIP_START = Substitution(
    "strip line start",
    "Delete white space from the start of the line.",
    re.compile(r"\A\s+"),
    "",
    str.lstrip,
)


def _rules(chinese: tuple[tuple[int, int], ...], *others: Rule) -> tuple[Rule, ...]:
    isolated = isolate(
        "isolate Chinese characters",
        "Put spaces around every character of the Chinese blocks.",
        one_of(chinese),
    )
    return CaseFolding(), STRIP_END, _STRIP_START, isolated, *others


@cache
def tokenizer_zh() -> RuleTokenizer:
    """Return `zh`, which splits Chinese into characters and other text almost as `13a` does.

    Equals `tokenize="zh"` of sacreBLEU 2.6.0, including its defects: ideographs of Extension B and
    later, U+9FBC-9FFF and U+4DB6-4DBF are not split, every character from U+2001 to U+2A6D (dashes,
    quotation marks, the euro sign, arrows) is a token, and without padding a period after a digit
    is not split off at the end of the line. `zh-2` fixes these defects. Kana and hangul are never
    split.
    """
    return RuleTokenizer("zh", _rules(CHINESE_OF_ZH, *PUNCTUATION_RULES))


@cache
def tokenizer_zh_2() -> RuleTokenizer:
    """Return `zh-2`, which splits as `zh` does with its defects fixed; no published score uses it.

    The differences from `zh` are:

    - Ideographs of Extensions B to J and of the Compatibility Supplement (planes 2 and 3) are
      tokens, and so are the ends of three blocks that `zh` misses: U+4DB6-4DBF, U+9FBC-9FFF, and
      U+FA2E-FA2F, U+FA6B-FA6F, U+FADA-FAFF.
    - Of U+2001-2A6D only Miscellaneous Symbols and Dingbats (U+2600-27BF) are tokens, as
      intended: “quotation marks”, dashes, … and € are not split from their neighbours, unless
      these are Chinese characters.
    - The line is padded with spaces as in 13a: "5." at its end gives "5" and ".", and ".5" at its
      beginning gives "." and "5".

    As in `zh`, entities are not decoded, and kana and hangul are never split.
    """
    return RuleTokenizer("zh-2", _rules(CHINESE_OF_ZH_2, PAD, *PUNCTUATION_RULES))


@cache
def tokenizer_unicode_words() -> RuleTokenizer:
    """Return `unicode-words`, which splits into words of any script and Chinese characters.

    White space, punctuation and symbols of the frozen Unicode version separate words and are
    dropped; letters, marks, numbers and all other characters are kept. Chinese characters, kana and
    bopomofo are tokens by themselves. It is the tokenizer for ROUGE of text that `rouge-score`
    loses.
    """
    separators = unicode_categories.PUNCTUATION + unicode_categories.SYMBOL
    drop_others = Substitution(
        "replace punctuation and symbols",
        "Replace each punctuation mark and symbol by a space.",
        re.compile(one_of(read_ranges(separators))),
        " ",
    )
    isolated = isolate(
        "isolate Chinese and Japanese characters",
        "Put spaces around every Chinese character, kana and bopomofo.",
        one_of(CJK),
    )
    rules = CaseFolding(), drop_others, isolated
    return RuleTokenizer("unicode-words", rules, version=unicode_categories.UNICODE_VERSION)
