r"""The tokenizers of TER: tercom's normalization, as sacreBLEU does it, and its white space.

Without normalization and with punctuation, sacreBLEU splits at white space only: that is `none`.
"""

import re
from functools import cache

from tallystick.metrics.tokenizers.character_classes import one_of
from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    literal,
)
from tallystick.metrics.tokenizers.western import MARKUP_RULES, PAD, PUNCTUATION_RULES

_IDEOGRAPHS = (
    (0x2E80, 0x2EFF),  # CJK Radicals Supplement
    (0x31C0, 0x31EF),  # CJK Strokes
    (0x3200, 0x3F22),  # Enclosed CJK Letters and Months, which end at U+32FF, and what follows
    (0x3F23, 0x4DBF),  # the rest of CJK Unified Ideographs Extension A
    (0x4E00, 0x9FFF),  # CJK Unified Ideographs
    (0xF900, 0xFAFF),  # CJK Compatibility Ideographs
    (0xFE30, 0xFE4F),  # CJK Compatibility Forms
)

_ASIAN_PUNCTUATION = (
    (0x3001, 0x3002),
    (0x3008, 0x3011),
    (0x3014, 0x301F),
    (0x30FB, 0x30FB),
    (0xFF01, 0xFF02),
    (0xFF08, 0xFF09),
    (0xFF0C, 0xFF0C),
    (0xFF0E, 0xFF0E),
    (0xFF1A, 0xFF1B),
    (0xFF1F, 0xFF1F),
    (0xFF61, 0xFF65),
)

CHARACTERS_OF_TERCOM = _IDEOGRAPHS + _ASIAN_PUNCTUATION
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
_ASIAN_NORMALIZATION = Substitution(
    "isolate Asian characters",
    "Put spaces around ideographs and Asian and full-width punctuation.",
    re.compile(f"({one_of(CHARACTERS_OF_TERCOM)})"),
    r" \1 ",
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


def _tokenizer(name: str) -> RuleTokenizer:
    """Return sacreBLEU's tokenizer with the options that its name contains.

    norm: Punctuation and possessive 's are tokens, entities are decoded. nopunct: punctuation is
    deleted. asian: with norm, ideographs and Asian punctuation are tokens; with nopunct, Asian
    punctuation is deleted. Equals sacreBLEU 2.6.0 with normalized=True, no_punct=True and
    asian_support=True.
    """
    options = name.split("-")
    rules: list[Rule] = [CaseFolding(), STRIP_END]
    if "norm" in options:
        rules += _NORMALIZATION
        if "asian" in options:
            rules.append(_ASIAN_NORMALIZATION)
    if "nopunct" in options:
        rules.append(_NO_PUNCTUATION)
        if "asian" in options:
            rules.append(_NO_ASIAN_PUNCTUATION)
    return RuleTokenizer(name, tuple(rules))


@cache
def tokenizer_norm() -> RuleTokenizer:
    """Return `tercom-norm`, which splits off punctuation, as TER of sacreBLEU with `normalized`."""
    return _tokenizer("tercom-norm")


@cache
def tokenizer_norm_asian() -> RuleTokenizer:
    """Return `tercom-norm-asian`, which splits off punctuation and Asian characters."""
    return _tokenizer("tercom-norm-asian")


@cache
def tokenizer_norm_nopunct() -> RuleTokenizer:
    """Return `tercom-norm-nopunct`, which splits text after deleting punctuation."""
    return _tokenizer("tercom-norm-nopunct")


@cache
def tokenizer_norm_nopunct_asian() -> RuleTokenizer:
    """Return `tercom-norm-nopunct-asian`, which splits text and deletes all punctuation."""
    return _tokenizer("tercom-norm-nopunct-asian")


@cache
def tokenizer_nopunct() -> RuleTokenizer:
    """Return `tercom-nopunct`, which splits at white space and deletes punctuation."""
    return _tokenizer("tercom-nopunct")


@cache
def tokenizer_nopunct_asian() -> RuleTokenizer:
    """Return `tercom-nopunct-asian`, which splits at white space, less all punctuation."""
    return _tokenizer("tercom-nopunct-asian")


@cache
def tokenizer_ascii_space() -> RuleTokenizer:
    r"""Return `ascii-space`, which splits at ASCII white space only, as Java's `\s` does.

    No-break and ideographic spaces are letters. tercom 0.10.0 splits like this by default.
    """
    return RuleTokenizer("ascii-space", (CaseFolding(),), "perl on bytes")
