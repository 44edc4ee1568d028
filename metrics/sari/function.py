"""The function `tallystick.sari`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.calls import SWAPPED, by_keyword
from tallystick.metrics.functions import TEXTS, made_with, score_corpus
from tallystick.metrics.sari.metric import Sari, SariOptions, SariScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@by_keyword(f"{TEXTS}, sources=SOURCE_TEXTS", SWAPPED)
def sari(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    sources: Hypotheses | None = None,
    threads: int = 1,
    **options: Unpack[SariOptions],
) -> SariScore:
    """Score simplifications of source texts with SARI.

    Args:
        sources: The source of each segment, text or tokens as the hypotheses are; omit it only if
            `hypotheses` is a `Corpus` with sources.
        options: The options of `Sari`: order, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses, references or sources are invalid, or sources are missing; or
            the numbers of references differ under a dialect that adds up counts.
        OptionError: There is no such option, or its value is out of range.

    >>> sari(hypotheses=["a c"], references=["a c"], sources=["a b"], order=1).score  # + c, - b
    100.0
    """
    metric = made_with(Sari, options)
    return score_corpus("tallystick.sari", metric, hypotheses, references, threads, sources)
