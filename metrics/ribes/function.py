"""The function `tallystick.ribes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.ribes.metric import Ribes, RibesOptions, RibesScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def ribes(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[RibesOptions],
) -> RibesScore:
    """Score with RIBES.

    Args:
        options: The options of `Ribes`: alpha, beta, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid, or a reference has no words.
        OptionError: There is no such option, or its value is out of range.

    >>> ribes(  # the paper's example, RIBES.py 1.03.1: 0.5
    ...     hypotheses=["Bob hit John yesterday"], references=["John hit Bob yesterday"]
    ... ).score
    50.0
    """
    metric = made_with(Ribes, options)
    return score_corpus("tallystick.ribes", metric, hypotheses, references, threads)
