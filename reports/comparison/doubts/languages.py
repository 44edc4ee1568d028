"""Outputs that have hardly a word of the language of the references."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.reports.comparison.thresholds import FEWEST_FOREIGN_WORDS, MOST_KNOWN_WORDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from tallystick.reports.comparison.facts.segment_tokens import SegmentTokens


def foreign_outputs(tokens: SegmentTokens) -> tuple[list[NDArray[np.int64]], int]:
    """Return the segments of every system, from 0, that may be in another language.

    The words of the language are those of the references, in lower case. An output may be in
    another language if it has five words or more that its source does not have, and the share of
    words of the language among them is less than a quarter of that in the references, where a word
    counts if the references of another segment have it too.

    Returns:
        The segments of every system, and the number of references of which this is true.
    """
    numbers: dict[str, int] = {}
    words = tokens.vocabulary.tokens()
    has_letter = np.array([word.isalpha() or any(map(str.isalpha, word)) for word in words])
    lowered = np.array([numbers.setdefault(word.lower(), len(numbers)) for word in words])
    word_ids = lowered[tokens.word_ids]
    in_references = tokens.counts(tokens.references) > 0
    frequency = np.bincount(word_ids[in_references], minlength=len(numbers))[word_ids]
    candidates = has_letter[tokens.word_ids] & (tokens.counts(tokens.sources) == 0)
    count = len(tokens.reference_offsets) - 1

    def words_and_known(
        present: NDArray[np.bool_], known: NDArray[np.bool_]
    ) -> tuple[NDArray[Any], NDArray[Any]]:
        chosen = present & candidates
        return (
            np.bincount(tokens.word_segments[chosen], minlength=count),
            np.bincount(tokens.word_segments[chosen & known], minlength=count),
        )

    of_references = words_and_known(in_references, frequency > 1)
    share = of_references[1].sum() / max(of_references[0].sum(), 1)

    def foreign(words: NDArray[Any], of_language: NDArray[Any]) -> NDArray[np.int64]:
        few = of_language < MOST_KNOWN_WORDS * share * words
        return np.flatnonzero((words >= FEWEST_FOREIGN_WORDS) & few)

    systems = [
        foreign(*words_and_known(tokens.counts(where) > 0, frequency > 0))
        for where in tokens.hypotheses
    ]
    return systems, len(foreign(*of_references))
