"""The function `tallystick.chrf`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.chrf.metric import Chrf, ChrfOptions, ChrfScore
from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def chrf(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[ChrfOptions],
) -> ChrfScore:
    """Score with chrF; with `word_order=1` chrF+, with `word_order=2` chrF++.

    Args:
        options: The options of `Chrf`: order, word_order, beta, eps_smoothing, whitespace,
            lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> round(chrf(hypotheses=["abcde"], references=["abcdef"]).score, 2)  # sacreBLEU 2.6.0
    75.37
    """
    metric = made_with(Chrf, options)
    return score_corpus("tallystick.chrf", metric, hypotheses, references, threads)
