r"""The tokenizers of NIST's mteval scripts, versions 11b to 14c.

They take the text between <seg> and </seg>, with entities not decoded. White space is Perl's
`\s`. Case is folded after entities are decoded: mteval folds A-Z by default in its 13a tokenizer
(`lowercase="ascii"`) and every letter in its international one (`lowercase="unicode"`); its option
-c is `lowercase="none"`.

One defect of the scripts is not reproduced, because tokens are never empty here: mteval counts an
additional empty word if a segment begins with a tab or line feed (international tokenizer, as in
pretty-printed XML) or with <skipped> (version 14c).
"""

from __future__ import annotations

import re
from functools import cache

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.character_classes import one_of, read_ranges
from tallystick.metrics.tokenizers.international import international_rules
from tallystick.metrics.tokenizers.rules import (
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    literal,
)
from tallystick.metrics.tokenizers.western import MARKUP_RULES, PAD, PUNCTUATION_RULES

_RULES_13A: tuple[Rule, ...] = (*MARKUP_RULES, PAD, CaseFolding(), *PUNCTUATION_RULES)


@cache
def tokenizer_mteval_13a() -> RuleTokenizer:
    """Return `mteval-13a`, which splits as mteval-v13a and mteval-v14 do by default.

    mteval has no option for `lowercase="unicode"`; it folds as `str.lower` does, like Python ports
    of mteval.
    """
    return RuleTokenizer("mteval-13a", _RULES_13A, "perl")


@cache
def tokenizer_mteval_11b() -> RuleTokenizer:
    """Return `mteval-11b`, which splits as mteval-v11b always does.

    The rules are those of `mteval-13a`, applied to UTF-8 bytes, in which Perl recognises only ASCII
    white space. A hyphen before a line feed is kept, because the script joins lines when reading.
    """
    rules = tuple(rule for rule in _RULES_13A if rule.name != "join hyphenated lines")
    return RuleTokenizer("mteval-11b", rules, "perl on bytes")


@cache
def tokenizer_mteval_14c() -> RuleTokenizer:
    """Return `mteval-14c`, which splits as mteval-v14c does by default, with web addresses whole.

    Each word is tokenized separately as in `mteval-13a`, except that a word which begins with
    http:// or https:// in lower case is kept unchanged, including its case and a final comma.
    """
    return RuleTokenizer("mteval-14c", _RULES_13A, "perl", kept=re.compile("https?://"))


@cache
def tokenizer_mteval_intl() -> RuleTokenizer:
    """Return `mteval-intl`, which splits as mteval does with --international-tokenization.

    The option is one of v13a to v14c, and the default of v12. Unlike sacreBLEU's `intl` it deletes
    <skipped>, decodes five entities, strips white space at the ends of the line only after the
    substitutions ("5. " is split, "5." is not), and folds case without context. Categories are
    those of the frozen Unicode version; Perl's may be older.
    """
    separators = one_of(read_ranges(unicode_categories.SEPARATOR))
    rules: tuple[Rule, ...] = (
        MARKUP_RULES[0],
        literal("join lines", "Replace a line separator by a space.", "\u2028", " "),
        *MARKUP_RULES[3:],
        literal("decode &apos;", "Replace the entity &apos; by its character.", "&apos;", "'"),
        CaseFolding(in_context=False),
        *international_rules(),
        Substitution(
            "squeeze separators",
            "Replace each run of separators by one space.",
            re.compile(f"{separators}+"),
            " ",
        ),
    )
    return RuleTokenizer("mteval-intl", rules, "perl", version=unicode_categories.UNICODE_VERSION)


_ENTITIES = {
    "&gt;": ">",
    "&lt;": "<",
    "&apos;": "'",
    "&quot;": '"',
    "&#124;": "|",
    "&#91;": "[",
    "&#93;": "]",
    "&amp;": "&",  # last, so nothing is decoded twice
}


@cache
def tokenizer_nltk_nist() -> RuleTokenizer:
    """Return `nltk-nist`, which splits as `NISTTokenizer().tokenize` of NLTK 3.10.4 does.

    Unlike mteval's rules (here `mteval-13a`) it decodes eight entities, none of them twice, does
    not join hyphenated lines, and folds and splits as Python does. Its `international_tokenize` is
    a different tokenizer, which is not included.
    """
    entities = (
        literal(f"decode {entity}", f"Replace the entity {entity} by its character.", entity, text)
        for entity, text in _ENTITIES.items()
    )
    rules: tuple[Rule, ...] = (
        MARKUP_RULES[0],
        *entities,
        literal("join lines", "Replace a line separator by a space.", "\u2028", " "),
        PAD,
        CaseFolding(),
        *PUNCTUATION_RULES,
    )
    return RuleTokenizer("nltk-nist", rules)
