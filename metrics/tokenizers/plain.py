"""Tokenizers that split at white space only, or at every character, and the words of chrF."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

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


@dataclass(frozen=True)
class SpaceSplitter:
    """Splits at every space: between two of them is an empty word.

    Attributes:
        name: The name in options and signatures.
        last: Whether an empty word follows a space at the end of a line; an empty line then
            consists of one.

    >>> SpaceSplitter("fastwer", last=False)("a  b ")
    ['a', '', 'b']
    """

    name: str
    last: bool
    version: ClassVar[None] = None

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the words of one line, some of which can be empty."""
        words = fold(line, lowercase).split(" ")
        return words if self.last or words[-1] else words[:-1]


@cache
def tokenizer_fastwer() -> SpaceSplitter:
    """Return `fastwer`, which splits at every space: between two of them is an empty word.

    Nothing follows a space at the end of a line. Equals the words of fastwer 0.2.0.
    """
    return SpaceSplitter("fastwer", last=False)


@cache
def tokenizer_every_space() -> SpaceSplitter:
    """Return `every-space`, which splits at every space: between two of them is an empty word.

    So is an empty line, and the end of a line that ends with a space. Equals the words of SARI.py.
    """
    return SpaceSplitter("every-space", last=True)


def _space_after_each(line: str) -> str:
    return " ".join([*line, ""])


@dataclass(frozen=True)
class CharacterTokenizer:
    """Makes every character a token, except for some white space, for chrF and CER.

    It differs from `char` in what is white space, and is not offered for other metrics: its tokens
    can be white space.

    Args:
        name: "char-perl" deletes white space as Perl defines it; "char-stripped" deletes white
            space at both ends; "char-spaces" deletes this, and spaces (U+0020) elsewhere;
            "char-all" deletes nothing.

    >>> CharacterTokenizer("char-spaces")(" a b\\t")
    ['a', 'b']
    """

    version: ClassVar[None] = None

    name: str

    def __call__(self, line: str, lowercase: Lowercase = "none") -> list[str]:
        """Return the characters of one line."""
        line = fold(line, lowercase)
        if self.name == "char-perl":
            return [character for word in split(line, "perl") for character in word]
        if self.name == "char-spaces":
            line = line.strip().replace(" ", "")
        if self.name == "char-stripped":
            line = line.strip()
        return list(line)


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
