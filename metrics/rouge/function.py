"""The function `tallystick.rouge`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.calls import SWAPPED, by_keyword
from tallystick.metrics.functions import TEXTS, made_with, score_corpus
from tallystick.metrics.rouge.metric import Rouge, RougeOptions, RougeScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@by_keyword(f"{TEXTS}, type='L'", SWAPPED)
def rouge(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    type: str | int,
    threads: int = 1,
    **options: Unpack[RougeOptions],
) -> RougeScore:
    """Score with ROUGE of one type.

    Args:
        type: An order of n-grams, such as 2; or "L" or "Lsum".
        options: The options of `Rouge`: dialect, tokenize, lowercase, stem.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> rouge(hypotheses=["a b"], references=["a b c"], type="L").score  # P 2/2, R 2/3
    80.0
    """
    metric = made_with(Rouge, {"type": type, **options})
    return score_corpus("tallystick.rouge", metric, hypotheses, references, threads)
