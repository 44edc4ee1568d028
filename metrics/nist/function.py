"""The function `tallystick.nist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.nist.metric import Nist, NistOptions, NistScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def nist(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[NistOptions],
) -> NistScore:
    """Score with NIST.

    Args:
        options: The options of `Nist`: order, dialect, tokenize, lowercase, information.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> nist(hypotheses=["a b c d e f"], references=["a b c d e f"]).score  # log2(6), by hand
    2.584962500721156
    """
    metric = made_with(Nist, options)
    return score_corpus("tallystick.nist", metric, hypotheses, references, threads)
