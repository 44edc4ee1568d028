"""Outputs that have hardly a word of the language of the references."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.segment_tokens import SegmentTokens

FEWEST_WORDS = 5
MOST_KNOWN = 0.2
"""The largest share of words of the language in an output of another one."""


def foreign_outputs(tokens: SegmentTokens) -> tuple[list[NDArray[np.int64]], int]:
    """Return the segments of every system, from 0, that may be in another language.

    The words of the language are those of the references of two segments or more. An output may be
    in another language if it has five words or more that its source does not have, and less than
    20% of them are words of the language.

    Returns:
        The segments of every system, and for comparison the number of segments of which this is
        true of the references.
    """
    has_letter = np.array(
        [any(map(str.isalpha, token)) for token in tokens.vocabulary.tokens()], dtype=np.bool_
    )
    in_references = tokens.counts(tokens.references) > 0
    frequency = np.bincount(tokens.word_ids[in_references], minlength=len(has_letter))
    known = frequency[tokens.word_ids] >= 2
    candidates = has_letter[tokens.word_ids] & (tokens.counts(tokens.sources) == 0)

    def foreign(present: NDArray[np.bool_]) -> NDArray[np.int64]:
        count = len(tokens.reference_offsets) - 1
        words = np.bincount(tokens.word_segments[present & candidates], minlength=count)
        of_language = np.bincount(
            tokens.word_segments[present & candidates & known], minlength=count
        )
        return np.flatnonzero((words >= FEWEST_WORDS) & (of_language < MOST_KNOWN * words))

    systems = [foreign(tokens.counts(where) > 0) for where in tokens.hypotheses]
    return systems, len(foreign(in_references))
