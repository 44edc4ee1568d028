"""The conventions in which programs that compute CER differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from tallystick.metrics.interface.dialect import axis, with_axes_described
from tallystick.metrics.tokenizers import Tokenizer
from tallystick.metrics.tokenizers.plain import CharacterTokenizer, tokenizer_char
from tallystick.metrics.wer.dialect import ErrorRateDialect

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus


@with_axes_described
@dataclass(frozen=True, slots=True)
class CerDialect(ErrorRateDialect):
    """A full set of conventions for CER. The defaults are those of jiwer.

    Raises:
        OptionError: A value of an axis is invalid.

    >>> str(CerDialect(whitespace="kept"))
    'whitespace=kept'
    """

    title: ClassVar[str] = "CER"

    whitespace: str = axis(
        "stripped",
        "The white space that is not a character.",
        {
            "stripped": "that at both ends of the line",
            "kept": "none",
            "removed": "all, as Python's str.split defines it",
        },
    )

    def as_compared(self, corpus: Corpus) -> Corpus:
        """Return the corpus to be tokenized, with spaces between given tokens."""
        return corpus.as_text()

    def _tokenizer(self) -> Tokenizer:
        if self.whitespace == "removed":
            return tokenizer_char()
        return CharacterTokenizer("char-all" if self.whitespace == "kept" else "char-stripped")


JIWER = CerDialect()
"""The default of this package: the default of jiwer."""
