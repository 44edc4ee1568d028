"""Outputs that are recognised by their tokens: in another language, or in another place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from tallystick.reports.comparison.thresholds import (
    FEWEST_FOREIGN_WORDS,
    FEWEST_OF_NEIGHBOUR,
    FEWEST_RARE_WORDS,
    MOST_KNOWN_WORDS,
    MOST_OF_OWN_REFERENCE,
    RARE_WORD,
)

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
    has_letter = np.array([any(map(str.isalpha, word)) for word in words], dtype=np.bool_)
    lowered = np.array(
        [numbers.setdefault(word.lower(), len(numbers)) for word in words], dtype=np.int64
    )
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


def misplaced_outputs(tokens: SegmentTokens) -> tuple[list[NDArray[np.int64]], int]:
    """Return the segments of every system, from 0, that resemble a neighbour's reference.

    Of the rare words of such an output, its own reference has at most a quarter, and that of the
    segment before or after has two or more, and more than twice as many. If they are most of a run
    of lines, all lines of the run are returned. References have no such place: their number is 0.
    """
    count = len(tokens.reference_offsets) - 1
    size = int(tokens.word_ids.max(initial=0)) + 1
    in_references = tokens.counts(tokens.references) > 0
    frequency = np.bincount(tokens.word_ids[in_references], minlength=size)
    is_rare = (frequency > 0) & (frequency <= max(RARE_WORD * count, 2))
    rare = np.flatnonzero(is_rare[tokens.word_ids])
    keys = tokens.word_segments[rare].astype(np.int64) * size + tokens.word_ids[rare]
    in_own = in_references[rare]
    of_references = keys[in_own]  # ascending

    def of_system(where: slice) -> NDArray[np.int64]:
        present = tokens.counts(where)[rare] > 0
        words = np.bincount(keys[present] // size, minlength=count)
        own = np.bincount(keys[present & in_own] // size, minlength=count)
        recognisable = words >= FEWEST_RARE_WORDS
        unlike = recognisable & (own <= MOST_OF_OWN_REFERENCE * words)
        chosen = keys[present]
        chosen = chosen[unlike[chosen // size]]
        misplaced = np.zeros(count, dtype=bool)
        for offset in (-1, 1):
            neighbours = chosen + offset * size
            places = np.searchsorted(of_references, neighbours)
            same = of_references[np.minimum(places, len(of_references) - 1)] == neighbours
            alike = np.bincount(chosen[same] // size, minlength=count)
            here = unlike & (alike >= FEWEST_OF_NEIGHBOUR) & (alike > 2 * own)
            misplaced |= here | _run(here, recognisable)
        return np.flatnonzero(misplaced)

    return [of_system(where) for where in tokens.hypotheses if len(of_references)], 0


def _run(here: NDArray[np.bool_], recognisable: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the run of segments of which most that are recognisable are `here`, or none."""
    gains: NDArray[Any] = np.cumsum(np.where(here, 1, np.where(recognisable, -1, 0)))
    gains = np.append(0, gains)
    end = int((gains - np.minimum.accumulate(gains)).argmax())
    start = end - int(gains[end::-1].argmin())  # the last of several
    run = np.zeros_like(here)
    if 2 * here[start:end].sum() > here.sum():
        run[start:end] = True
    return run
