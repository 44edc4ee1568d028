"""The function `tallystick.ter`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.ter.metric import Ter, TerOptions, TerScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def ter(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[TerOptions],
) -> TerScore:
    """Score with TER; the lower, the better.

    Args:
        options: The options of `Ter`: tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> ter(hypotheses=["b c a d"], references=["a b c d"]).score  # one shift
    25.0
    """
    metric = made_with(Ter, options)
    return score_corpus("tallystick.ter", metric, hypotheses, references, threads)
