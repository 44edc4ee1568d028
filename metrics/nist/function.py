"""The function `tallystick.nist`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, may_warn, one_segment, score_corpus
from tallystick.metrics.nist.metric import DEFAULT_DIALECT, Nist, NistOptions, NistScore

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
    segment = one_segment(hypotheses, references) if threads == 1 else None
    if segment is not None and not may_warn(metric, segment[1], DEFAULT_DIALECT):
        return metric.score_segment(*segment)
    return score_corpus("nist", metric, hypotheses, references, threads)
