"""CER: the fewest character edits that turn references into hypotheses, per reference character.

The default equals jiwer 4.0.0: spaces between words are characters, white space at the ends of a
line is not. Of several references, the one with the fewest edits counts, then the longest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from tallystick.metrics.interface.dialect import CASE, DIALECT, axis, dialect_of, in_signature
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.parameters import CerParameters
from tallystick.metrics.tokenizers import Tokenizer
from tallystick.metrics.tokenizers.plain import PlainTokenizer, tokenizer_char
from tallystick.metrics.wer.dialect import ErrorRateDialect
from tallystick.metrics.wer.metric import NORMALISATION, ErrorRate

if TYPE_CHECKING:
    from tallystick.metrics.corpus.corpus import Corpus


@dialect_of("CER")
class CerDialect(ErrorRateDialect):
    """A full set of conventions for CER. The defaults are those of jiwer.

    >>> str(CerDialect(whitespace="kept"))
    'whitespace=kept'
    """

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
        return PlainTokenizer("char-all" if self.whitespace == "kept" else "char-stripped")


class Cer(
    CerParameters,
    ErrorRate,
    dialects=CerDialect,
    default=("jiwer", CerDialect()),
    options=("whitespace", "lowercase", "normalize", "dialect"),
):
    """The character error rate, in percent; it can exceed 100. Given tokens are joined by spaces.

    >>> import tallystick
    >>> tallystick.cer(hypotheses=["a bd"], references=["a bc"]).score
    25.0
    >>> score = tallystick.cer(hypotheses=["a bd"], references=["a bc"], whitespace="removed")
    >>> round(score.score, 4)
    33.3333
    """

    identity: ClassVar[Identity] = Identity(
        name="cer",
        title="CER",
        description="character error rate: edits per character of the references",
        scale=Scale(0, None, digits=2),
        higher_is_better=False,
        citation=cited("Levenshtein, 1966", "levenshtein-1966-binary"),
        signature_names=("CER",),
    )
    in_signature = (
        CASE,
        in_signature("whitespace", name="space", always=True),
        NORMALISATION,
        DIALECT,
    )
