r"""Tokenizers with the rules of NIST's mteval scripts: those of sacreBLEU, of mteval and of NLTK.

13a, the tokenizer of most published BLEU scores, knows the digits 0-9 only; those of other scripts
count as letters. Matches of a rule do not overlap, so "x..5" becomes "x . .5". The international
tokenizers split off punctuation and symbols of every script, by Unicode's general categories. These
are frozen in `unicode_categories`, so a score does not depend on the versions of Python or of an
installed `regex` package; their Unicode version is the tokenizer's version.

The tokenizers of mteval take the text between <seg> and </seg>, with entities not decoded. White
space is Perl's `\s`. Case is folded after entities are decoded: mteval folds A-Z by default in its
13a tokenizer (`lowercase="ascii"`) and every letter in its international one
(`lowercase="unicode"`); its option -c is `lowercase="none"`.

One defect of the scripts is not reproduced, because tokens are never empty here: mteval counts an
additional empty word if a segment begins with a tab or line feed (international tokenizer, as in
pretty-printed XML) or with <skipped> (version 14c).
"""

from __future__ import annotations

import re
from functools import cache
from itertools import starmap

from tallystick.metrics.tokenizers import unicode_categories
from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    isolate,
    isolate_beside,
    literal,
    none_of,
    one_of,
    read_ranges,
)

PUNCTUATION_RULES: tuple[Rule, ...] = (
    isolate(
        "isolate ASCII punctuation",
        "Put spaces around every printable ASCII character except letters, digits and ' , - .",
        # Programs also isolate the space itself, which only makes runs of spaces longer.
        r"[!-&(-+/:-@\[-`{-~]",
    ),
    isolate_beside(
        "split period or comma after a non-digit",
        "Put spaces around a period or comma that follows anything but 0-9.",
        "[.,]",
        before="[^0-9]",
    ),
    isolate_beside(
        "split period or comma before a non-digit",
        "Put spaces around a period or comma that anything but 0-9 follows.",
        "[.,]",
        after="[^0-9]",
    ),
    isolate_beside(
        "split hyphen after a digit",
        "Put spaces around a hyphen that follows 0-9.",
        "-",
        before="[0-9]",
    ),
)

PAD = Substitution(
    "pad with spaces",
    "Put a space at both ends of the line, so that the next rules see a non-digit there.",
    re.compile(r"\A(.*)\Z", re.DOTALL),
    r" \1 ",
    " {} ".format,
)


def decode(entity: str, character: str) -> Substitution:
    """Return the rule that replaces an entity by its character."""
    what = f"Replace the entity {entity} by its character."
    return literal(f"decode {entity}", what, entity, character)


MARKUP_RULES: tuple[Rule, ...] = (
    literal("delete <skipped>", "Delete the mark of a skipped passage.", "<skipped>", ""),
    literal("join hyphenated lines", "Delete a hyphen and the line feed after it.", "-\n", ""),
    literal("join lines", "Replace a line feed by a space.", "\n", " "),
    # The order matters: &amp;lt; is decoded twice and becomes <, &amp;quot; only once.
    *(decode("&quot;", '"'), decode("&amp;", "&"), decode("&lt;", "<"), decode("&gt;", ">")),
)


@cache
def tokenizer_13a() -> RuleTokenizer:
    """Return `13a`, which splits Western text as sacreBLEU does by default.

    Equals `tokenize="13a"` of sacreBLEU 2.6.0. Unlike mteval-v13a (here `mteval-13a`), it uses
    Python's definition of white space, folds case before entities are decoded, and strips trailing
    white space first.
    """
    rules: tuple[Rule, ...] = (CaseFolding(), STRIP_END, *MARKUP_RULES, PAD, *PUNCTUATION_RULES)
    return RuleTokenizer("13a", rules)


@cache
def international_rules() -> tuple[Rule, ...]:
    r"""Return the three substitutions of sacreBLEU's and mteval's international tokenizers.

    The line is not padded: punctuation between a number and an end of the line is not split off.
    A number is any \p{N}, including digits of other scripts, fractions and superscripts.
    """
    punctuation = one_of(read_ranges(unicode_categories.PUNCTUATION))
    symbol = one_of(read_ranges(unicode_categories.SYMBOL))
    non_number = none_of(read_ranges(unicode_categories.NUMBER))
    return (
        isolate_beside(
            "split punctuation after a non-number",
            "Put spaces around punctuation that follows anything but a number.",
            punctuation,
            before=non_number,
        ),
        isolate_beside(
            "split punctuation before a non-number",
            "Put spaces around punctuation that anything but a number follows.",
            punctuation,
            after=non_number,
        ),
        isolate("isolate symbols", "Put spaces around every symbol.", symbol),
    )


@cache
def tokenizer_intl() -> RuleTokenizer:
    """Return `intl`, which splits off punctuation and symbols by their Unicode categories.

    Equals `tokenize="intl"` of sacreBLEU 2.6.0 with a `regex` package of the same Unicode version.
    Entities are not decoded, and lines are not joined.
    """
    rules = (CaseFolding(), STRIP_END, *international_rules())
    return RuleTokenizer("intl", rules, version=unicode_categories.UNICODE_VERSION)


_JOIN_AT_SEPARATORS = literal("join lines", "Replace a line separator by a space.", "\u2028", " ")

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
        _JOIN_AT_SEPARATORS,
        *MARKUP_RULES[3:],
        decode("&apos;", "'"),
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
    rules: tuple[Rule, ...] = (
        MARKUP_RULES[0],
        *starmap(decode, _ENTITIES.items()),
        _JOIN_AT_SEPARATORS,
        PAD,
        CaseFolding(),
        *PUNCTUATION_RULES,
    )
    return RuleTokenizer("nltk-nist", rules)
