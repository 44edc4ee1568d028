"""The conventions in which programs that compute RIBES differ.

Isozaki et al. 2010 leave open which of two contexts of a word is tried first, and what has no rank
correlation.
"""

from __future__ import annotations

from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase


@dialect_of("RIBES")
class RibesDialect(Dialect):
    """A full set of conventions for RIBES. The defaults are those of the official script.

    >>> str(RibesDialect(context="right_first", alpha=0.5))
    'alpha=0.5+context=right_first'
    """

    alpha: float = axes.number(0.25, "The exponent of the precision.")
    beta: float = axes.number(0.1, "The exponent of the brevity penalty.")
    context: str = axis(
        "left_first",
        "The context that aligns a word which is not unique in both texts, if contexts of the same "
        "length on both sides are.",
        {"left_first": "that on the left", "right_first": "that on the right"},
    )
    left_context: str = axis(
        "whole",
        "How far a context on the left reaches.",
        {
            "whole": "to the first word of the hypothesis",
            "not_whole": "to the first word, but only to the second if at least two fewer words "
            "follow than precede",
        },
    )
    pairs: str = axis(
        "all",
        "The pairs of aligned words that count as being in order.",
        {
            "all": "those in the order of the reference",
            "in_runs": "those of them in one run of adjacent words of the reference",
        },
    )
    one_word: str = axis(
        "one_word_reference",
        "What has a rank correlation of 1 instead of 0 if only one word is aligned.",
        {"one_word_reference": "a reference of one word", "nothing": "nothing"},
    )
    empty_references: str = axis(
        "undefined",
        "The score of a hypothesis with a reference without words.",
        {
            "undefined": "no score is defined",
            "zero": "0 with this reference",
            "ignored": "as if there were no such reference; the mean leaves out a segment that has "
            "no other",
        },
    )
    empty_hypotheses: str = axis(
        "zero",
        "The score of a hypothesis without words.",
        {"zero": "0", "undefined": "no score is defined"},
    )
    tokenize: str = axes.tokenizer("none", "none", "13a", "intl")
    lowercase: Lowercase = axes.lowercase("unicode")


OFFICIAL = RibesDialect()
"""The default of this package: RIBES.py 1.03.1."""
