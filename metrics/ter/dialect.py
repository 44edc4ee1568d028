"""The conventions in which programs that compute TER differ.

Snover et al. (AMTA 2006) describe the greedy search for shifts, but neither which of several equal
shifts is carried out nor the limits of the search.
"""

from __future__ import annotations

from tallystick.metrics.interface import axes
from tallystick.metrics.interface.dialect import Dialect, axis, dialect_of
from tallystick.metrics.tokenizers import Lowercase

HIGHEST_LIMIT = 1_000_000


@dialect_of("TER")
class TerDialect(Dialect):
    """A full set of conventions for TER. The defaults are those of sacreBLEU.

    >>> str(TerDialect(beam=0, candidates=0))
    'beam=0+candidates=0'
    """

    blocks: str = axis(
        "position",
        "The blocks of words that are shifted, where to, and which is chosen of equal shifts.",
        {
            "position": "a block that contains an error and equals words of the reference that "
            "contain one, at most `distance` positions away; it is tried before and behind the "
            "words aligned with those; the longest, then the first block is chosen, and its "
            "leftmost target",
            "alignment": "the same, but the distance is that to the word aligned with the first "
            "of those, longer blocks are tried only while shorter ones have a target, and the "
            "target tried first is chosen",
            "whole_matches": "the longest block that begins at a pair of equal words at different "
            "positions, at the position in the reference; the order of the words as strings "
            "decides",
        },
    )
    beam: int = axes.whole_number(
        25,
        "The reference words on either side of the diagonal that an alignment can reach; 0 for no "
        "limit.",
        high=HIGHEST_LIMIT,
    )
    block_words: int = axes.whole_number(
        10, "The most words in a block; 0 for no limit.", high=HIGHEST_LIMIT
    )
    distance: int = axes.whole_number(
        50, "The furthest that a block is shifted; 0 for no limit.", high=HIGHEST_LIMIT
    )
    candidates: int = axes.whole_number(
        1000,
        "The number of shifts tried in a segment after which the search ends, without the shift "
        "that it was looking for; 0 for no limit.",
        high=HIGHEST_LIMIT,
    )
    moving: str = axis(
        "hypothesis",
        "The side whose words are shifted.",
        {
            "hypothesis": "the hypothesis, to match the reference",
            "reference": "the reference, to match the hypothesis",
        },
    )
    empty_hypotheses: str = axis(
        "normal",
        "The edits of an empty hypothesis.",
        {"normal": "as many as the reference has words", "zero": "0, a perfect score"},
    )
    empty_references: str = axis(
        "one",
        "The score if all references are empty.",
        {"one": "100, or 0 if all hypotheses are empty too", "undefined": "none"},
    )
    reference_passes: str = axis(
        "twice",
        "How often references are tokenized.",
        {
            "once": "once, like the hypotheses",
            "twice": "twice, which splits some words that are whole in an equal hypothesis",
        },
    )
    tokenize: str = axes.tokenizer(
        "none",
        "none",
        "13a",
        "intl",
        "tercom-norm",
        "tercom-norm-nopunct",
        "tercom-nopunct",
        "tercom-norm-asian",
        "tercom-nopunct-asian",
        "tercom-norm-nopunct-asian",
        documentation="The tokenizer; none splits at white space, and tercom-norm-nopunct-asian is "
        "that of sacreBLEU with normalized, no_punct and asian_support, each of which can be left "
        "out.",
    )
    lowercase: Lowercase = axes.lowercase("unicode")


SACREBLEU = TerDialect()
"""The default of this package: the default of sacreBLEU."""
