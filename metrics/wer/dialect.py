"""The conventions in which programs that compute error rates differ."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from tallystick.metrics.arguments.catalogue import tokenizer_named
from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase, Tokenizer
from tallystick.metrics.tokenizers.normalizing import normalisation, normalizing

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ErrorRateDialect(Dialect):
    """The conventions that word and character error rates share; edits are as few as possible."""

    hits: str = axis(
        "edits_last",
        "The hits of a segment, of which several numbers are possible with the fewest edits.",
        {
            "edits_last": "those of the alignment that has deletions, substitutions and "
            "insertions, in this order, as near to the end as possible",
            "most": "the most of any alignment, so that neither the sides nor the direction of "
            "reading matter",
            "longer_length": "the length of the longer side minus the edits, the fewest",
        },
    )
    empty_references: str = axis(
        "one",
        "The length of references that are all empty.",
        {"one": "1, so that the rate is the number of edits", "undefined": "0: no rate is defined"},
    )
    normalize: tuple[str, ...] = axis(
        (),
        "What is done with the text first: any of nfc, nfd, nfkc, nfkd and no-punctuation, joined "
        "by plus signs.",
        check=normalisation,
        parse=partial(normalisation, "normalize"),
        examples=("no-punctuation", "nfkc"),
    )
    lowercase: Lowercase = axes.lowercase("none")

    def as_compared(self, corpus: Corpus) -> Corpus:
        """Return the corpus to be tokenized."""
        return corpus

    def tokenizer(self) -> Tokenizer:
        """Return the tokenizer, with normalisation."""
        return normalizing(self.normalize, self._tokenizer())

    def _tokenizer(self) -> Tokenizer:
        """Return the tokenizer without normalisation."""
        raise NotImplementedError


@dialect_of("WER")
class WerDialect(ErrorRateDialect):
    """A full set of conventions for WER, MER, WIL and WIP. The defaults are those of jiwer.

    >>> str(WerDialect(hits="longer_length", tokenize="none"))
    'hits=longer_length+tokenize=none'
    """

    tokenize: str = axes.tokenizer("jiwer", "none", "13a", "intl", "jiwer")

    def _tokenizer(self) -> Tokenizer:
        return tokenizer_named(self.tokenize)


JIWER = WerDialect()
"""The default of this package: the default of jiwer."""
