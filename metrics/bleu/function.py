"""The function `tallystick.bleu`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.bleu.metric import Bleu, BleuOptions, BleuScore
from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[BleuOptions],
) -> BleuScore:
    """Score with BLEU.

    Args:
        options: The options of `Bleu`: order, weights, smooth, smooth_value, effective_order,
            tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> bleu(hypotheses=["a b c d"], references=[["a b c d e", "b c d"]]).score
    100.0
    """
    metric = made_with(Bleu, options)
    return score_corpus("tallystick.bleu", metric, hypotheses, references, threads)
