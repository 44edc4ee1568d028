"""The function `tallystick.cer`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.cer.metric import Cer, CerOptions
from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References
    from tallystick.metrics.wer.metric import WerScore


@BY_KEYWORD
def cer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[CerOptions],
) -> WerScore:
    """Score with CER, the character error rate in percent.

    Args:
        options: The options of `Cer`: whitespace, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> cer(hypotheses=["a bd"], references=["a bc"]).score
    25.0
    """
    metric = made_with(Cer, options)
    return score_corpus("tallystick.cer", metric, hypotheses, references, threads)
