"""The function `tallystick.self_bleu`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.calls import by_keyword
from tallystick.metrics.functions import made_with, score_corpus
from tallystick.metrics.self_bleu.metric import SelfBleu, SelfBleuOptions, SelfBleuScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses


@by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT")
def self_bleu(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = 1,
    **options: Unpack[SelfBleuOptions],
) -> SelfBleuScore:
    """Score how alike hypotheses are with self-BLEU; the lower, the more diverse they are.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        threads: The number of threads; the result does not depend on it.
        options: The options of `SelfBleu`: order, sample, tokenize, lowercase, dialect.

    Raises:
        InputError: The hypotheses are invalid, or there is only one.
        OptionError: There is no such option, or its value is out of range.

    >>> self_bleu(hypotheses=["a b c", "a b c", "d e f"]).score  # 1, 1 and 0
    66.66666666666667
    """
    metric = made_with(SelfBleu, options)
    return score_corpus("tallystick.self_bleu", metric, hypotheses, None, threads)
