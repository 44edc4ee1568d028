"""Tokenizers that split at white space or at every character, and the words of chrF and ROUGE."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from tallystick.errors import InputError
from tallystick.metrics.tokenizers.protocol import Lowercase, fold
from tallystick.metrics.tokenizers.rules import CaseFolding, RuleTokenizer, Substitution, split


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


@cache
def tokenizer_jiwer() -> RuleTokenizer:
    """Return `jiwer`, which splits at spaces, and at white space of two characters or more.

    Other white space, such as one tab or no-break space, is a character of a word, unless it is at
    an end of the line. Equals the words of jiwer 4.0.0.
    """
    shorten = Substitution(
        "shorten white space",
        "Replace white space of two characters or more by one space.",
        re.compile(r"\s\s+"),
        " ",
    )
    strip = Substitution(
        "strip both ends",
        "Delete white space from both ends of the line.",
        # the look-behind keeps the search linear: without it every space of a long run is tried
        re.compile(r"\A\s+|(?<!\s)\s+\Z"),
        "",
        str.strip,
    )
    return RuleTokenizer("jiwer", (CaseFolding(), shorten, strip), "U+0020")


@cache
def tokenizer_werx() -> RuleTokenizer:
    """Return `werx`, which splits at white space as Rust and Perl define it.

    U+001C to U+001F, at which `none` splits, are characters of a word. Equals the words of werx
    0.3.1.
    """
    return RuleTokenizer("werx", (CaseFolding(),), "perl")


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
def tokenizer_fastwer() -> PlainTokenizer:
    """Return `fastwer`, which splits at every space: between two of them is an empty word.

    Nothing follows a space at the end of a line. Equals the words of fastwer 0.2.0.
    """
    return PlainTokenizer("fastwer")


@cache
def tokenizer_every_space() -> PlainTokenizer:
    """Return `every-space`, which splits at every space: between two of them is an empty word.

    So is an empty line, and the end of a line that ends with a space. Equals the words of SARI.py.
    """
    return PlainTokenizer("every-space")


@cache
def tokenizer_pltrdy() -> PlainTokenizer:
    """Return `pltrdy`, which splits at full stops and at white space.

    What contains nothing but white space between two full stops, or in the whole line, is an empty
    word. Equals the words of pltrdy's rouge 1.0.1.
    """
    return PlainTokenizer("pltrdy")


def _space_after_each(line: str) -> str:
    return " ".join([*line, ""])


_SPLIT: dict[str, Callable[[str], list[str]]] = {
    "fastwer": lambda line: line.removesuffix(" ").split(" ") if line else [],
    "every-space": lambda line: line.split(" "),
    "pltrdy": lambda line: [
        word for sentence in line.split(".") if sentence for word in sentence.split() or [""]
    ],
    "char-perl": lambda line: list("".join(split(line, "perl"))),
    "char-spaces": lambda line: list(line.strip().replace(" ", "")),
    "char-stripped": lambda line: list(line.strip()),
    "char-all": list,
}


class PlainTokenizer(NamedTuple):
    """Splits at spaces or full stops, or makes characters tokens, except for some white space.

    Those of characters are for chrF and CER, because their tokens can be white space: "char-perl"
    deletes white space as Perl defines it, "char-stripped" that at both ends, "char-spaces" this
    and spaces (U+0020) elsewhere, "char-all" nothing.
    """

    name: str
    version: None = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the tokens of one line."""
        return _SPLIT[self.name](fold(line, lowercase))


class GivenTokens(NamedTuple):
    """A tokenizer that refuses text."""

    name: str = "given"
    version: None = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Raise `InputError`."""
        raise InputError(
            f"the tokenizer 'given' cannot split the text {line[:40]!r}; give token lists, or "
            "choose another tokenizer, such as tokenize=13a"
        )


@cache
def tokenizer_given() -> GivenTokens:
    """Return `given`, which marks token lists in signatures; it cannot split text."""
    return GivenTokens()


@cache
def tokenizer_chrf_words() -> RuleTokenizer:
    """Return `chrf-words`, which splits punctuation from one end of words, for chrF+ and chrF++.

    Equals sacreBLEU 2.6.0, chrF++.py and torchmetrics 1.9.0. Punctuation is that of ASCII.
    """
    punctuation = r"[!-/:-@\[-`{-~]"
    detach = Substitution(
        "detach punctuation",
        "Put a space before ASCII punctuation at the end of a word, else after ASCII punctuation "
        "at its beginning.",
        re.compile(
            rf"(?<=\S)(?={punctuation}(?!\S))"
            rf"|(?<=(?<!\S){punctuation})(?=\S*(?!{punctuation})\S(?!\S))"
        ),
        " ",
    )
    return RuleTokenizer("chrf-words", (CaseFolding(), detach))
