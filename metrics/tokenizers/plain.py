"""Tokenizers that look at no punctuation: white space only, and every character by itself."""

import re
from functools import cache

from tallystick.metrics.tokenizers.rules import CaseFolding, RuleTokenizer, Substitution


@cache
def tokenizer_none() -> RuleTokenizer:
    """Return `none`, which splits at white space only, for text that is tokenized already.

    Equals `tokenize="none"` of sacreBLEU 2.6.0.
    """
    return RuleTokenizer("none", (CaseFolding(),))


@cache
def tokenizer_char() -> RuleTokenizer:
    """Return `char`, which makes every character except white space a token.

    Equals `tokenize="char"` of sacreBLEU 2.6.0.
    """
    isolate_characters = Substitution(
        "isolate characters",
        "Put a space after every code point.",
        re.compile("(.)", re.DOTALL),
        r"\1 ",
        _space_after_each,
    )
    return RuleTokenizer("char", (CaseFolding(), isolate_characters))


def _space_after_each(line: str) -> str:
    return " ".join([*line, ""])
