"""The functions `tallystick.wer`, `tallystick.mer`, `tallystick.wil` and `tallystick.wip`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.wer.metric import Mer, Wer, WerOptions, WerScore, Wil, Wip

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def wer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WER, the word error rate in percent.

    Args:
        options: The options of `Wer`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wer(hypotheses=["a b c e"], references=["a b c d"]).score
    25.0
    """
    metric = made_with(Wer, options)
    return score_corpus("tallystick.wer", metric, hypotheses, references, threads)


@BY_KEYWORD
def mer(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with MER, the match error rate in percent.

    Args:
        options: The options of `Mer`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> mer(hypotheses=["a b c e"], references=["a b c"]).score
    25.0
    """
    metric = made_with(Mer, options)
    return score_corpus("tallystick.mer", metric, hypotheses, references, threads)


@BY_KEYWORD
def wil(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WIL, the word information lost in percent.

    Args:
        options: The options of `Wil`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wil(hypotheses=["a b c e"], references=["a b c"]).score
    25.0
    """
    metric = made_with(Wil, options)
    return score_corpus("tallystick.wil", metric, hypotheses, references, threads)


@BY_KEYWORD
def wip(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[WerOptions],
) -> WerScore:
    """Score with WIP, the word information preserved in percent.

    Args:
        options: The options of `Wip`: tokenize, lowercase, normalize, dialect.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid.
        OptionError: There is no such option, or its value is out of range.

    >>> wip(hypotheses=["a b c e"], references=["a b c"]).score
    75.0
    """
    metric = made_with(Wip, options)
    return score_corpus("tallystick.wip", metric, hypotheses, references, threads)
