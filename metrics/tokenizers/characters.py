r"""The tokenizers of chrF and CER: characters under some definitions of white space, and words.

They differ from `char` in what is white space, and are not offered for other metrics: their tokens
can be white space.
"""

import re
from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from tallystick.metrics.tokenizers.folding import fold
from tallystick.metrics.tokenizers.protocol import Lowercase
from tallystick.metrics.tokenizers.rules import CaseFolding, RuleTokenizer, Substitution
from tallystick.metrics.tokenizers.white_space import split


@dataclass(frozen=True)
class CharacterTokenizer:
    """Makes every character a token, except for some white space.

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
