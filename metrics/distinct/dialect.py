"""The conventions in which programs that compute distinct-n differ.

Li et al. 2016 count the distinct unigrams and bigrams of all responses together, "scaled by total
number of generated tokens"; others divide by the n-grams, or average over sentences.
"""

from __future__ import annotations

from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase


@dialect_of("distinct-n")
class DistinctDialect(Dialect):
    """A full set of conventions for distinct-n. The defaults are those of Li et al. 2016.

    >>> str(DistinctDialect(order=1, denominator="ngrams"))
    'order=1+denominator=ngrams'
    """

    order: int = axes.order(2, "The order of n-grams.")
    scope: str = axis(
        "corpus",
        "Where an n-gram is counted once.",
        {
            "corpus": "in all hypotheses together, so that longer corpora have lower scores",
            "segment": "in each hypothesis; the score of a corpus is the mean",
        },
    )
    denominator: str = axis(
        "tokens",
        "What their number is divided by.",
        {"tokens": "the number of tokens", "ngrams": "the number of n-grams"},
    )
    short_segments: str = axis(
        "zero",
        "The score of a hypothesis whose tokens are two or more fewer than the order, but not "
        "none, if each has a score.",
        {"zero": "0", "undefined": "no score is defined"},
    )
    tokenize: str = axes.tokenizer("none", "none", "13a")
    lowercase: Lowercase = axes.lowercase("none")


LI_2016 = DistinctDialect()
"""The default of this package: the definition of Li et al. 2016."""
