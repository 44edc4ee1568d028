"""The function `tallystick.meteor`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

from tallystick.metrics.functions import BY_KEYWORD, made_with, score_corpus
from tallystick.metrics.meteor.metric import Meteor, MeteorOptions, MeteorScore

if TYPE_CHECKING:
    from tallystick.metrics.corpus import Corpus, Hypotheses, ReferencesPerSegment
    from tallystick.metrics.references import References


@BY_KEYWORD
def meteor(
    *,
    hypotheses: Hypotheses | Corpus,
    references: ReferencesPerSegment | References | None = None,
    threads: int = 1,
    **options: Unpack[MeteorOptions],
) -> MeteorScore:
    """Score with METEOR as a program computes it, `dialect="nltk"`.

    Args:
        options: The options of `Meteor`: dialect, which must be given; alpha, beta, gamma,
            tokenize, lowercase.

    The other parameters are those of `score`.

    Raises:
        InputError: The hypotheses or references are invalid, or WordNet is not installed.
        MissingExtraError: NLTK is not installed.
        OptionError: There is no dialect or no such option, or its value is out of range.
    """
    metric = made_with(Meteor, options)
    return score_corpus("tallystick.meteor", metric, hypotheses, references, threads)
