r"""The tokenizers of TER: tercom's normalization, as sacreBLEU does it, and its white space.

Without normalization and with punctuation, sacreBLEU splits at white space only: that is `none`.
"""

import re
from collections.abc import Callable
from functools import cache

from tallystick.metrics.tokenizers.mteval import MARKUP_RULES, PAD, PUNCTUATION_RULES
from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    isolate,
    literal,
    one_of,
    read_ranges,
)

_IDEOGRAPHS = (
    (0x2E80, 0x2EFF),  # CJK Radicals Supplement
    (0x31C0, 0x31EF),  # CJK Strokes
    (0x3200, 0x3F22),  # Enclosed CJK Letters and Months, which end at U+32FF, and what follows
    (0x3F23, 0x4DBF),  # the rest of CJK Unified Ideographs Extension A
    (0x4E00, 0x9FFF),  # CJK Unified Ideographs
    (0xF900, 0xFAFF),  # CJK Compatibility Ideographs
    (0xFE30, 0xFE4F),  # CJK Compatibility Forms
)

_ASIAN_PUNCTUATION = read_ranges(
    "3001-3002 3008-3011 3014-301F 30FB FF01-FF02 FF08-FF09 FF0C FF0E FF1A-FF1B FF1F FF61-FF65"
)

CHARACTERS_OF_TERCOM = (*_IDEOGRAPHS, *_ASIAN_PUNCTUATION)
"""The first and the last code point of the characters that `tercom-norm-asian` splits off."""

_NORMALIZATION: tuple[Rule, ...] = (
    literal("join hyphenated lines", "Delete a line feed and the hyphen behind it.", "\n-", ""),
    *MARKUP_RULES[2:],
    PAD,
    PUNCTUATION_RULES[0],
    literal("split possessive", "Put a space before 's at the end of a word.", "'s ", " 's "),
    *PUNCTUATION_RULES[1:],
)

# kana are not split: sacreBLEU's rules for them never match text that is padded
_ASIAN_NORMALIZATION = isolate(
    "isolate Asian characters",
    "Put spaces around ideographs and Asian and full-width punctuation.",
    one_of(CHARACTERS_OF_TERCOM),
)

_NO_PUNCTUATION = Substitution(
    "delete punctuation",
    'Delete the characters . , ? : ; ! " ( and ).',
    re.compile(r'[.,?:;!"()]'),
    "",
)

_NO_ASIAN_PUNCTUATION = Substitution(
    "delete Asian punctuation",
    "Delete Asian and full-width punctuation.",
    re.compile(one_of(_ASIAN_PUNCTUATION)),
    "",
)


def _tokenizer(name: str, splitting: str) -> Callable[[], RuleTokenizer]:
    """Return the function that returns sacreBLEU's tokenizer with the options in its name.

    norm: Punctuation and possessive 's are tokens, entities are decoded. nopunct: punctuation is
    deleted. asian: with norm, ideographs and Asian punctuation are tokens; with nopunct, Asian
    punctuation is deleted. Equals sacreBLEU 2.6.0 with normalized=True, no_punct=True and
    asian_support=True.
    """

    def tokenizer() -> RuleTokenizer:
        options = name.split("-")
        rules: list[Rule] = [CaseFolding(), STRIP_END]
        if "norm" in options:
            rules += (*_NORMALIZATION, *[_ASIAN_NORMALIZATION] * ("asian" in options))
        if "nopunct" in options:
            rules += (_NO_PUNCTUATION, *[_NO_ASIAN_PUNCTUATION] * ("asian" in options))
        return RuleTokenizer(name, tuple(rules))

    tokenizer.__doc__ = f"Return `{name}`, which {splitting}."
    return cache(tokenizer)


tokenizer_tercom_norm = _tokenizer(
    "tercom-norm", "splits off punctuation, as TER of sacreBLEU with `normalized`"
)
tokenizer_tercom_norm_asian = _tokenizer(
    "tercom-norm-asian", "splits off punctuation and Asian characters"
)
tokenizer_tercom_norm_nopunct = _tokenizer(
    "tercom-norm-nopunct", "splits text after deleting punctuation"
)
tokenizer_tercom_norm_nopunct_asian = _tokenizer(
    "tercom-norm-nopunct-asian", "splits text and deletes all punctuation"
)
tokenizer_tercom_nopunct = _tokenizer(
    "tercom-nopunct", "splits at white space and deletes punctuation"
)
tokenizer_tercom_nopunct_asian = _tokenizer(
    "tercom-nopunct-asian", "splits at white space, less all punctuation"
)


@cache
def tokenizer_ascii_space() -> RuleTokenizer:
    r"""Return `ascii-space`, which splits at ASCII white space only, as Java's `\s` does.

    No-break and ideographic spaces are letters. tercom 0.10.0 splits like this by default.
    """
    return RuleTokenizer("ascii-space", (CaseFolding(),), "perl on bytes")
