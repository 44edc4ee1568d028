"""The function `tallystick.distinct`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.calls import by_keyword
from tallystick.metrics.distinct.metric import Distinct, DistinctOptions, DistinctScore
from tallystick.metrics.functions import made_with, score_corpus

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses


@by_keyword("hypotheses=YOUR_SYSTEM_OUTPUT")
def distinct(
    *,
    hypotheses: Hypotheses | Corpus,
    threads: int = 1,
    **options: Unpack[DistinctOptions],
) -> DistinctScore:
    """Score the diversity of hypotheses with distinct-n, without references.

    Args:
        hypotheses: One string for each segment; or one list of tokens for each segment, which is
            not tokenized.
        threads: The number of threads; the result does not depend on it.
        options: The options of `Distinct`: order, tokenize, lowercase, dialect.

    Raises:
        InputError: The hypotheses are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> distinct(hypotheses=["a b c d", "a b c e"], order=1).score  # 5 of 8
    62.5
    """
    metric = made_with(Distinct, options)
    return score_corpus("tallystick.distinct", metric, hypotheses, None, threads)
