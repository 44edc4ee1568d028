"""CER: the fewest character edits that turn references into hypotheses, per reference character.

The default equals jiwer 4.0.0: spaces between words are characters, white space at the ends of a
line is not. The text is not normalised unless that is asked for. Of several references, the one
with the fewest edits counts, and of several such references the longest.
"""

from __future__ import annotations

from typing import ClassVar

from tallystick.metrics.cer.dialect import JIWER, CerDialect
from tallystick.metrics.interface.identity import Identity, Scale, cited
from tallystick.metrics.interface.in_signature import CASE, DIALECT, in_signature
from tallystick.metrics.interface.parameters import CerParameters
from tallystick.metrics.wer.metric import NORMALISATION, ErrorRate


class Cer(
    CerParameters,
    ErrorRate,
    dialects=CerDialect,
    default=("jiwer", JIWER),
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
