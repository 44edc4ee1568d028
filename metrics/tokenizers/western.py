r"""13a: the tokenizer of most published BLEU scores, and four substitutions that others share.

The rules are those of NIST's mteval-v13a. Digits are 0-9 only; those of other scripts count as
letters. Matches do not overlap, so "x..5" becomes "x . .5".
"""

import re
from functools import cache

from tallystick.metrics.tokenizers.rules import (
    STRIP_END,
    CaseFolding,
    Rule,
    RuleTokenizer,
    Substitution,
    isolate,
    isolate_after,
    isolate_before,
    literal,
)

PUNCTUATION_RULES: tuple[Rule, ...] = (
    isolate(
        "isolate ASCII punctuation",
        "Put spaces around every printable ASCII character except letters, digits and ' , - .",
        # Programs also isolate the space itself, which only makes runs of spaces longer.
        r"[!-&(-+/:-@\[-`{-~]",
    ),
    isolate_after(
        "split period or comma after a non-digit",
        "Put spaces around a period or comma that follows anything but 0-9.",
        "[^0-9]",
        "[.,]",
    ),
    isolate_before(
        "split period or comma before a non-digit",
        "Put spaces around a period or comma that anything but 0-9 follows.",
        "[.,]",
        "[^0-9]",
    ),
    isolate_after(
        "split hyphen after a digit",
        "Put spaces around a hyphen that follows 0-9.",
        "[0-9]",
        "-",
    ),
)

PAD = Substitution(
    "pad with spaces",
    "Put a space at both ends of the line, so that the next rules see a non-digit there.",
    re.compile(r"\A(.*)\Z", re.DOTALL),
    r" \1 ",
    " {} ".format,
)

MARKUP_RULES: tuple[Rule, ...] = (
    literal("delete <skipped>", "Delete the mark of a skipped passage.", "<skipped>", ""),
    literal("join hyphenated lines", "Delete a hyphen and the line feed after it.", "-\n", ""),
    literal("join lines", "Replace a line feed by a space.", "\n", " "),
    # The order matters: &amp;lt; is decoded twice and becomes <, &amp;quot; only once.
    literal("decode &quot;", "Replace the entity &quot; by its character.", "&quot;", '"'),
    literal("decode &amp;", "Replace the entity &amp; by its character.", "&amp;", "&"),
    literal("decode &lt;", "Replace the entity &lt; by its character.", "&lt;", "<"),
    literal("decode &gt;", "Replace the entity &gt; by its character.", "&gt;", ">"),
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
