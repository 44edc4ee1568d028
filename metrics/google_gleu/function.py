"""The function `tallystick.google_gleu`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.google_gleu.metric import GoogleGleu, GoogleGleuOptions, GoogleGleuScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def google_gleu(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[GoogleGleuOptions],
) -> GoogleGleuScore:
    """Score with Google's GLEU, which is not the GLEU of grammatical error correction.

    Args:
        options: The options of `GoogleGleu`: min_order, order, tokenize, lowercase, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> google_gleu(hypotheses=["a b c"], references=["a b d"]).score  # a, b and a b, of 6
    50.0
    """
    metric = made_with(GoogleGleu, options)
    return score_corpus("tallystick.google_gleu", metric, hypotheses, references, threads)
