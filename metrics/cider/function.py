"""The function `tallystick.cider`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.cider.metric import Cider, CiderOptions, CiderScore
from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def cider(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[CiderOptions],
) -> CiderScore:
    """Score with CIDEr-D; with `dialect="plain"` CIDEr.

    Args:
        options: The options of `Cider`: order, sigma, tokenize, lowercase, dialect, df.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid, or there is only one segment.
        OptionError: There is no such option, or its value is out of range.

    >>> captions = ["a b c d e", "f g h i j"]
    >>> round(cider(hypotheses=captions, references=captions).score, 4)
    10.0
    """
    metric = made_with(Cider, options)
    return score_corpus("tallystick.cider", metric, hypotheses, references, threads)
